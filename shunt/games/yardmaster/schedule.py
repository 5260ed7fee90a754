"""The token of the Yardmaster: who holds it, face up or down, and so who has three actions."""

from __future__ import annotations

BASE_ACTIONS, YARDMASTER_ACTIONS = 2, 3


def passed_yardmaster(holder: int, face_up: bool, player: int, players: int) -> tuple[int, bool]:
    """Return who holds the Yardmaster token after a turn of `player`, and whether face up.

    Its holder uses it face up and passes it to the right; of two players the receiver gets it face down, has a normal turn and
    then turns it up. So with three or more the turns of three actions are number k(n−1), k = 1, 2 … (from 0), and with two
    they are 1, 4, 7 …
    """
    if holder != player:
        return holder, face_up
    if not face_up:
        return holder, True
    return (player - 1) % players, players > 2

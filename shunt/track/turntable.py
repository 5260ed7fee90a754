"""Turntables: a bridge of spaces that turns from position to position.

A turntable is data; what its positions join is worked out by `plan.py`, when it steps is a rule (`rules/switcher.py`).
Source: `rules/track-switcher.md`, "Turntable".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Rotation = Literal["each-move", "manual", "locked"]
ROTATIONS: tuple[Rotation, ...] = ("each-move", "manual", "locked")


@dataclass(frozen=True, slots=True)
class Turntable:
    """A bridge (spaces in a row, first end … last end) and its positions.

    Each position names the outside space at the bridge's first and last end; `""` means a blank wall there.
    """

    name: str
    bridge: tuple[str, ...]
    positions: tuple[tuple[str, str], ...]
    rotation: Rotation = "each-move"

    def stepped(self, position: int) -> int:
        """The position after one step, wrapping round."""
        return (position + 1) % len(self.positions)


def after_move(turntables: tuple[Turntable, ...], positions: tuple[int, ...], by_hand: int | None = None) -> tuple[int, ...]:
    """Positions after one move: every `each-move` turntable steps, and so does the one stepped `by_hand`, if any.

    A step by hand is a move like any other, so the turntables that turn by themselves turn after it too.
    """
    return tuple(
        table.stepped(position) if table.rotation == "each-move" or index == by_hand else position
        for index, (table, position) in enumerate(zip(turntables, positions, strict=True))
    )

"""Turntables: bridges of spaces that turn from one position to the next.

A turntable is data. `plan.py` computes the joins at its positions, and `rules/switcher.py` determines when it steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Literal

from shunt.track.graphs import breadth_first

Rotation = Literal["each-move", "manual", "locked"]
ROTATIONS: tuple[Rotation, ...] = ("each-move", "manual", "locked")


@dataclass(frozen=True, slots=True)
class Turntable:
    """A bridge and its positions. The bridge is a row of spaces, from its first end to its last. Each position gives the
    outside spaces at the first and the last end of the bridge; `""` means that nothing is joined there.
    """

    name: str
    bridge: tuple[str, ...]
    positions: tuple[tuple[str, str], ...]
    rotation: Rotation = "each-move"

    @property
    def outside(self) -> tuple[str, ...]:
        """The spaces that the bridge meets, each once."""
        return tuple(dict.fromkeys(space for position in self.positions for space in position if space))

    def stepped(self, position: int) -> int:
        """Return the position one step after `position`. The first follows the last."""
        return (position + 1) % len(self.positions)


def after_move(turntables: tuple[Turntable, ...], positions: tuple[int, ...], by_hand: int | None = None) -> tuple[int, ...]:
    """Return the turntable positions after one move. Every `each-move` turntable steps, and so does the one stepped `by_hand`, if
    any.

    A step by hand is a move, so the `each-move` turntables also step after it.
    """
    return tuple(
        table.stepped(position) if table.rotation == "each-move" or index == by_hand else position
        for index, (table, position) in enumerate(zip(turntables, positions, strict=True))
    )


def reachable_settings(
    turntables: tuple[Turntable, ...], start: tuple[int, ...], most: int | None = None
) -> set[tuple[int, ...]]:
    """Return the turntable positions that any number of moves can reach. If there are more than `most`, only some are
    returned."""
    by_hand = [None, *(index for index, table in enumerate(turntables) if table.rotation == "manual")]
    found = breadth_first(dict.fromkeys([start]), lambda settings: (after_move(turntables, settings, index) for index in by_hand))
    return set(islice(found, None if most is None else most + 1))

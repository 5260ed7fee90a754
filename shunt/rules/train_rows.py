"""Trains as goals: pieces next to each other along one track, in an order, and the rows of spaces where they may be.

A *row* is a sequence of different spaces along a smooth run: each is joined to the next, no piece would have to turn back, and no
two spaces exclude each other. Joins made by turntables count if they exist at the given turntable positions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from shunt.errors import InputError
from shunt.track.plan import End, Joins, Plan

ANY = "?"
"""Stands for any piece."""

MOST_BEGINNINGS = 1_000_000
"""The maximum number of rows, and of beginnings of rows, that are looked at for one train: on boards with many switches there
could be more than can be listed in a lifetime."""

Row = tuple[str, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class WantedTrain:
    """Pieces that must be in a row, in this order. `?` stands for any piece.

    With `place`, all of them must be on `spaces`, the spaces of the place. With `along`, they must be on consecutive spaces of
    `spaces`, in that direction. With neither, they may be anywhere. Without `along`, the row may run in either direction.
    """

    pieces: tuple[str, ...]
    place: str = ""
    along: bool = False
    spaces: Row = ()
    _rows: dict[tuple[int, ...], tuple[Plan, tuple[Row, ...]]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __str__(self) -> str:
        return f"train {' '.join(self.pieces)}"

    @property
    def named(self) -> frozenset[str]:
        """The pieces in the goal."""
        return frozenset(self.pieces) - {ANY}

    @property
    def where(self) -> str:
        """The required location in words: `in main`, `along m1 m2 m3` or `anywhere`."""
        return f"along {' '.join(self.spaces)}" if self.along else f"in {self.place}" if self.place else "anywhere"

    def as_table(self) -> dict[str, Any]:
        """Return the train as card files write it."""
        where = {"along": " ".join(self.spaces)} if self.along else {"place": self.place} if self.place else {}
        return {"pieces": " ".join(self.pieces), **where}

    def without(self, name: str) -> WantedTrain | None:
        """Return the train without this piece, or None if no named piece is left."""
        pieces = tuple(piece for piece in self.pieces if piece != name)
        return WantedTrain(pieces, self.place, self.along, self.spaces) if set(pieces) - {ANY} else None

    def rows(self, plan: Plan, turntables: tuple[int, ...]) -> tuple[Row, ...]:
        """Return every row on which the train may be at these turntable positions. The first piece is on the first space."""
        known = self._rows.get(turntables)
        if known is None or known[0] is not plan:
            joins, length = plan.joins(turntables), len(self.pieces)
            may_stop = [space for space in self.spaces or plan.spaces if space not in plan.no_stop]
            found = dict.fromkeys(smooth_rows(plan, joins, may_stop, length))
            if self.along:
                parts = (self.spaces[first : first + length] for first in range(len(self.spaces) - length + 1))
                found = dict.fromkeys(part for part in parts if part in found)
            known = self._rows[turntables] = plan, tuple(found)
        return known[1]


def smooth_rows(plan: Plan, joins: Joins, spaces: Collection[str], length: int) -> Iterator[Row]:
    """Yield every row of this many of `spaces`, in either direction. A row along which several joins lead is yielded several
    times. Raise `InputError` if there are too many beginnings of rows to look at."""
    allowed = set(spaces)
    todo: list[tuple[Row, End]] = [
        ((space,), End(space, end)) for space in reversed(plan.spaces) if space in allowed for end in (1, 0)
    ]
    for _ in range(MOST_BEGINNINGS):
        if not todo:
            return
        row, leaving = todo.pop()
        if len(row) == length:
            yield row
            continue
        for entered in reversed(joins.get(leaving, ())):
            space = entered.space
            if space in allowed and space not in row and plan.partners(space).isdisjoint(row):
                todo.append(((*row, space), entered.opposite))
    raise InputError("", f"this layout has too many rows of {length} spaces", "give the train a smaller place, or a run")


def apart(
    choices: Sequence[Callable[[], Iterable[tuple[Row, Iterable[T]]]]], taken: frozenset[str] = frozenset()
) -> Iterator[list[tuple[Row, T]]]:
    """Yield every choice of one row from each of `choices`, with one of the values given for it. The chosen rows share no space
    with each other or with `taken`.

    There may be millions of choices, so all of them are functions that yield theirs one by one.
    """
    if not choices:
        yield []
        return
    for row, values in choices[0]():
        if taken.isdisjoint(row):
            for value in values:
                for others in apart(choices[1:], taken.union(row)):
                    yield [(row, value), *others]


def matched(
    rows: Iterable[Row], pieces: Sequence[str], names: Mapping[str, str], alike: Callable[[str], Sequence[str]]
) -> Iterator[Row]:
    """Yield the rows on which these pieces, or interchangeable ones, are in this order. `names` maps spaces to the pieces on
    them, and `alike` returns a piece and those that are interchangeable with it."""
    fitting = [None if name == ANY else frozenset(alike(name)) for name in pieces]
    for row in rows:
        if all(space in names if fits is None else names.get(space) in fits for space, fits in zip(row, fitting, strict=True)):
            yield row

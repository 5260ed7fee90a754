"""The spaces where each piece may be: one table of joins, closed spaces and places to stop, made from a board and its pieces.

If a space is closed to a piece, the piece is never on it, neither at rest nor in passing. A layout closes spaces to a kind of
piece, and a card closes them to pieces by name. A broken track is a space that is closed to every piece. The referee, the kernels
and the pages read this table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from shunt.rules.position import Roster
from shunt.track.plan import Joins, Plan, opened

Closed = Mapping[str, Collection[str]]
"""Space → the names of the pieces that are never there."""


@dataclass(frozen=True)
class Access:
    """The table for one board and its pieces. It includes the broken tracks and the spaces that a card closes to pieces by
    name."""

    plan: Plan
    roster: Roster
    broken: frozenset[str] = frozenset()
    closed: Closed = field(default_factory=dict)
    _joins: dict[tuple[int, ...], Joins] = field(init=False, repr=False, compare=False, default_factory=dict)

    @cached_property
    def kept_out(self) -> Mapping[str, frozenset[str]]:
        """Space → the pieces to which the layout, a broken track or the card closes it. Open spaces are left out."""
        plan, roster = self.plan, self.roster
        found = {space: frozenset(roster.pieces) for space in plan.spaces if space in self.broken}
        for space in plan.spaces if plan.closed or self.closed else ():
            if space not in self.broken:
                kind = roster.kinds[plan.closed[space]] if space in plan.closed else ()
                if pieces := frozenset((*kind, *self.closed.get(space, ()))).intersection(roster.pieces):
                    found[space] = pieces
        return found

    @cached_property
    def wholly(self) -> frozenset[str]:
        """The spaces closed to every piece."""
        everything = len(self.roster.pieces)
        return frozenset(space for space, pieces in self.kept_out.items() if len(pieces) == everything)

    @cached_property
    def partly(self) -> Mapping[str, frozenset[str]]:
        """The spaces closed to some pieces and open to others, each with the pieces to which it is closed."""
        return {space: pieces for space, pieces in self.kept_out.items() if space not in self.wholly}

    @cached_property
    def telling_cars_apart(self) -> tuple[str, ...]:
        """The spaces closed to some cars and open to others. If there are any, it matters which car is where."""
        cars = frozenset(self.roster.cars)
        return tuple(space for space, pieces in self.partly.items() if pieces & cars and not cars <= pieces)

    def may_be(self, piece: str, space: str) -> bool:
        """Return whether a piece may be on a space at all."""
        return piece not in self.kept_out.get(space, ())

    def may_stop(self, piece: str, space: str) -> bool:
        """Return whether a piece may be on a space at the end of a move."""
        return space not in self.plan.no_stop and self.may_be(piece, space)

    def stops(self, piece: str) -> tuple[str, ...]:
        """Return the spaces where a piece may be at the end of a move, in the board's order."""
        return tuple(space for space in self.plan.spaces if self.may_stop(piece, space))

    @cached_property
    def stopping(self) -> tuple[str, ...]:
        """The spaces where some piece may be at the end of a move."""
        closed = self.wholly | self.plan.no_stop
        return tuple(space for space in self.plan.spaces if space not in closed)

    def joins(self, settings: tuple[int, ...] = ()) -> Joins:
        """Return the joins that some piece may use at these turntable positions. Joins to a space closed to every piece are left
        out."""
        if not self.wholly:
            return self.plan.joins(settings)
        if settings not in self._joins:
            self._joins[settings] = opened(self.plan.joins(settings), self.wholly)
        return self._joins[settings]

    def for_any_car(self) -> dict[str, frozenset[str]]:
        """Return the table to use if it does not matter which car is which. A space is then closed to cars only if it is closed
        to all of them.

        This table forbids fewer moves. A lower bound computed with it is therefore also a lower bound for the puzzle.
        """
        cars = frozenset(self.roster.cars)
        return {space: pieces if cars <= pieces else pieces - cars for space, pieces in self.partly.items()}

"""Trains on track as a domain of searches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from shunt.search.core.arrays import States, smallest
from shunt.search.core.domain import NextStates, before_by_predecessors
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours
from shunt.track.plan import LARGE_BOARD

if TYPE_CHECKING:
    from shunt.search.trains.sharing import SharedNeighbours
    from shunt.search.trains.walking import ForwardWalk


@dataclass(frozen=True)
class TrainDomain:
    """The positions of one board and roster; see `Domain`.

    `is_long`: states have too many predecessors, and paths are walked forwards, as on every large board.
    """

    codec: Codec
    is_long: bool = False

    @property
    def words(self) -> int:
        """Return how many words a state has."""
        return self.codec.words

    def states(self, numbers: Iterable[int]) -> States:
        """Return states given as Python integers, as an array."""
        return self.codec.states(numbers)

    def neighbours(self, limits: Limits) -> Neighbours:
        """Return what makes successors and predecessors."""
        return Neighbours(self.codec, limits)

    def shared(self, limits: Limits) -> SharedNeighbours:
        """Return what makes large levels on all cores."""
        from shunt.search.trains.sharing import SharedNeighbours

        return SharedNeighbours(self.codec, limits)

    def bounds(self, states: States, forwards: bool) -> None:
        """Return None: bounds come from databases, which are built at some cost (`index/end_bounds.py`)."""

    def first(self, states: States) -> int:
        """Return the smallest: the order of a large level depends on how it was made."""
        return smallest(states)

    def before(self, neighbours: NextStates, level: States, state: int, forwards: bool) -> int:
        """Return the smallest state of a level from which one move leads to `state`."""
        if forwards and (self.is_long or len(self.codec.rules.plan.spaces) >= LARGE_BOARD):
            return self._walk.before(neighbours, level, state)
        return before_by_predecessors(self, neighbours, level, state, forwards)

    @cached_property
    def _walk(self) -> ForwardWalk:
        from shunt.search.trains.walking import ForwardWalk

        return ForwardWalk(self.codec)

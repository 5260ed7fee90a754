"""Trains on tracks as a domain for searches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from shunt.cards.card import RouteCard
from shunt.search.core.arrays import Mask, States, numbers_of, smallest, sorted_once
from shunt.search.core.domain import Domain, NextStates
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours
from shunt.track.graphs import breadth_first
from shunt.track.plan import LARGE_BOARD, End

if TYPE_CHECKING:
    from shunt.search.trains.sharing import SharedNeighbours


TOGETHER = 64  # states whose successors are made together


@dataclass(frozen=True)
class TrainDomain(Domain):
    """The positions of one card; see `Domain`.

    `is_long`: states have too many predecessors, so paths are followed forwards, as on every large board.
    """

    card: RouteCard
    codec: Codec
    is_long: bool = False

    @cached_property
    def start(self) -> int:
        """Return the packed start."""
        return self.codec.pack(self.card.start)

    @cached_property
    def goals(self) -> GoalSet:
        """Return the states that meet the goal."""
        return GoalSet.of(self.codec, self.card.goal, self.card.start.turntables)

    @property
    def words(self) -> int:
        """Return the number of words per state."""
        return self.codec.words

    def neighbours(self, limits: Limits) -> NextStates:
        """Return the object that computes successors and predecessors."""
        return Neighbours(self.codec, limits)

    def shared(self, limits: Limits) -> SharedNeighbours | None:
        """Return the object that computes large levels on all cores."""
        from shunt.search.trains.sharing import SharedNeighbours

        return SharedNeighbours(self.codec, limits)

    def first(self, states: States) -> int:
        """Return the smallest state, because the order of a large level depends on how it was computed."""
        return smallest(states)

    def before(self, neighbours: NextStates, level: States, state: int, forwards: bool) -> int:
        """Return the smallest state of a level from which one move leads to `state`."""
        if forwards and (self.is_long or len(self.codec.rules.plan.spaces) >= LARGE_BOARD):
            target = self.codec.states([state])
            return _first(neighbours, sorted_once(level[self._may_lead(level, target)]), target)
        return super().before(neighbours, level, state, forwards)

    def _may_lead(self, states: States, target: States) -> Mask:
        """Return a mask of those of `states` whose pieces are in the places of `target`, except for one row of it with a
        locomotive.

        Backwards, a train that pushes may have met each of its cars anywhere, so on a large board a state has millions of
        predecessors. Forwards, only few states of a level have to be examined: the pieces that move are in one row with a
        locomotive afterwards, and all others are where they were. This does not help with interchangeable pieces.
        """
        codec = self.codec
        if codec.rules.roster.interchangeable:
            return np.ones(len(states), np.bool_)
        moved = np.zeros(len(states), np.int64)
        for seat in range(len(codec.shift)):
            moved |= (codec.slots(states, seat) != codec.slots(target, seat)) * np.int64(1 << seat)
        fine: Mask = moved == 0
        for row in self._rows(target):
            fine |= moved & ~row == 0
        return fine

    def _rows(self, target: States) -> list[int]:
        """Return, as bits, the seats of the pieces in a row with each locomotive."""
        codec, plan = self.codec, self.codec.rules.plan
        spaces = [plan.spaces[int(codec.spaces(target, seat)[0])] for seat in range(len(codec.shift))]
        engines = range(len(codec.rules.roster.locomotives))

        def beside(seat: int) -> list[int]:
            near = [name for end in (0, 1) for name in plan.neighbours(End(spaces[seat], end))]
            return [other for other, space in enumerate(spaces) if space in near]

        return [sum(1 << seat for seat in breadth_first(dict.fromkeys([engine]), beside)) for engine in engines]


def _first(neighbours: NextStates, sources: States, target: States) -> int:
    """Return the first of `sources` from which one move leads to the only state of `target`. There must be one."""
    part = next(
        part
        for part in (sources[begin : begin + TOGETHER] for begin in range(0, len(sources), TOGETHER))
        if _leads_to(neighbours, part, target)
    )
    while len(part) > 1:
        half = len(part) // 2
        part = part[:half] if _leads_to(neighbours, part[:half], target) else part[half:]
    return numbers_of(part)[0]


def _leads_to(neighbours: NextStates, sources: States, target: States) -> bool:
    """Return whether one move leads from any of `sources` to the only state of `target`."""
    return any((batch == target).reshape(len(batch), -1).all(axis=1).any() for batch in neighbours.of(sources))

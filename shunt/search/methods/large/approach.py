"""How far a position of a large board seems to be from the goal: for every car, what a lone locomotive needs to bring it there.

A car that is first to be moved towards one end of its space must have a locomotive pushing at the other end, or pulling at that
one. So the moves of a locomotive to where it can do that, and the moves of the car alone from there to its goal, make a sum;
the better of both directions counts. No table of a locomotive and a car is searched, which would have as many entries as spaces
times spaces and as many moves for each: the moves between any two slots of one piece alone are enough, and one flood from each
slot finds them (`approach_kernels.py`). Turntables count as joining whatever any of their settings joins, and other pieces as if
they were not there. The sum over the cars orders the states of a beam; it is no bound.

The greatest over the pieces is a bound, and a consistent one, if a locomotive may also pull with other pieces between it and
the car (`ApproachBounds`). For whatever a move does to a piece, it rolls one way; a piece that is pushed rolls on along the
path that its locomotive follows, and one that is pulled stood in a row behind it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal
from shunt.search.core.arrays import BATCH, blocks, slots_of
from shunt.search.methods.estimating.car_estimates import Table
from shunt.search.methods.estimating.car_kernels import _estimates
from shunt.search.methods.estimating.reversals import both_ways
from shunt.search.methods.large.approach_kernels import FAR, _moves_between
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import States

Slots = NDArray[np.int64]


@dataclass(frozen=True)
class ApproachEstimates:
    """Estimates for one goal. For V wanted places of cars, N spaces and S slots of a locomotive:

    `cars` (V, 1, N, S): moves of a locomotive in a slot to bring a car from a space to the wanted place; `seats` (V, M): the
    seats of the cars that may fill the place, −1 beyond the last; `locomotives` (L, 1, S): moves of each locomotive to its own
    goal, 0 without one.
    """

    codec: Codec
    cars: Table
    seats: Slots
    locomotives: Table

    @classmethod
    def for_goal(cls, codec: Codec, goal: Goal) -> ApproachEstimates | None:
        """Work out the moves; None if the goal names no piece."""
        wants = GoalSet.of(codec, goal).wants
        if not wants:
            return None
        ways = _LoneMoves.of(codec)
        engines = len(codec.rules.roster.locomotives)
        cars = [(seats, slots) for seats, slots in wants if seats[0] >= engines]
        pull = ways.pulling(1)
        tables = [ways.with_car(spaces, pull) for _, spaces in cars]
        own = np.zeros((engines, 1, ways.slots), np.uint8)
        for seats, slots in wants:
            if seats[0] < engines:
                own[list(seats), 0] = ways.alone(slots)
        most = max((len(seats) for seats, _ in cars), default=1)
        filled = [[*seats] + [-1] * (most - len(seats)) for seats, _ in cars]
        table = np.array([table.T for table in tables], np.uint8).reshape(len(cars), 1, len(codec.rules.plan.spaces), ways.slots)
        return cls(codec, table, np.array(filled, np.int64).reshape(len(cars), most), own)

    def of(self, states: States) -> Slots:
        """Return the estimate of each state."""
        found = np.empty(len(states), np.int64)
        shift, width = np.array(self.codec.shift, np.int64), np.array(self.codec.width, np.int64)
        sign = 64 * self.codec.words - 1  # of the setting, which does not count, no bit is read: the sign is never set
        _estimates(self.cars, self.seats, self.locomotives, shift, width, sign, states, found)
        return found


@dataclass(frozen=True)
class ApproachBounds:
    """Lower bounds for one goal: `wants` has for every wanted place the seats that may fill it and the moves to it.

    The moves are of a locomotive to its own goal (S), or of a locomotive in each slot with a car on each space (S, N).
    """

    codec: Codec
    wants: tuple[tuple[tuple[int, ...], Table], ...]

    @classmethod
    def for_goal(cls, codec: Codec, goal: Goal) -> ApproachBounds:
        """Work out the moves."""
        ways = _LoneMoves.of(codec)
        pull = ways.pulling(max(1, len(codec.rules.roster.pieces) - 1))
        engines = len(codec.rules.roster.locomotives)
        wants = GoalSet.of(codec, goal).wants
        return cls(
            codec,
            tuple((seats, ways.alone(slots) if seats[0] < engines else ways.with_car(slots, pull)) for seats, slots in wants),
        )

    def of(self, states: States) -> Slots:
        """Return a lower bound on the moves from each of `states` to the goal."""
        if len(states) > BATCH:
            return np.concatenate([self.of(part) for part in blocks(states)])
        codec, bound = self.codec, np.zeros(len(states), np.uint8)
        slots = [slots_of(states, shift, width) for shift, width in zip(codec.shift, codec.width, strict=True)]
        for seats, moves in self.wants:
            if moves.ndim == 1:
                found = [moves[slots[seat]] for seat in seats]
            else:
                found = [moves[slots[engine], slots[seat]] for seat in seats for engine in range(self._engines)]
            np.maximum(bound, np.minimum.reduce(found), out=bound)
        return bound.astype(np.int64)

    @property
    def _engines(self) -> int:
        return len(self.codec.rules.roster.locomotives)


@dataclass(frozen=True)
class _LoneMoves:
    """The moves of a lone piece between any two of 2N slots (2 · space + end that it faces), by the direction of the last.

    `ahead`, `back` (2N, 2N): moves with a last roll that way; `rest` (2N, 2N): moves to stand there. `onwards`: the slots one
    space ahead of each. `slots`: how many a locomotive has. `either`: whether a locomotive may pull what it faces.
    """

    ahead: Table
    back: Table
    rest: Table
    onwards: list[list[int]]
    slots: int
    either: bool

    @classmethod
    def of(cls, codec: Codec) -> _LoneMoves:
        """Flood from every slot."""
        rules = codec.rules
        ahead, behind = both_ways(rules)
        count = len(ahead)
        may_stop = np.repeat(np.array([space not in rules.plan.no_stop for space in rules.plan.spaces], np.int64), 2)
        last_ahead, last_back = np.empty((count, count), np.uint8), np.empty((count, count), np.uint8)
        given = (*_flat(ahead), *_flat(behind), may_stop, np.arange(count), count, np.empty((6, count + 1), np.int64))
        _moves_between(*given, last_ahead, last_back)
        rest = np.minimum(last_ahead, last_back)
        rest[:, may_stop == 0] = FAR
        np.fill_diagonal(rest, 0)
        either = rules.couples_both_ways or rules.drags_coupled
        return cls(last_ahead, last_back, rest, ahead, count if rules.has_headings else count // 2, either)

    def alone(self, slots: tuple[int, ...]) -> Table:
        """Return the moves of a lone locomotive from each of its slots to the nearest of `slots`."""
        if self.slots < len(self.rest):
            slots = tuple(2 * space + end for space in slots for end in (0, 1))
        return self._by_slot(self.rest[:, slots].min(axis=1, keepdims=True))[:, 0]

    def pulling(self, steps: int) -> Table:
        """Return the moves from each slot to stand where what is in another slot can be pulled ahead, at most `steps` away."""
        rest = self.rest.T  # rows are where it stands in the end
        rest = np.minimum(rest, rest[np.arange(len(rest)) ^ 1]) if self.either else np.ascontiguousarray(rest)
        pull, reach = np.full_like(rest, FAR), rest
        for _ in range(steps):
            nearer = np.full_like(rest, FAR)
            for slot, others in enumerate(self.onwards):
                for other in others:
                    np.minimum(nearer[slot], reach[other], out=nearer[slot])
            pull, reach = np.minimum(pull, nearer), nearer
        return np.ascontiguousarray(pull.T)

    def with_car(self, goals: tuple[int, ...], pull: Table) -> Table:
        """Return the moves of a locomotive in each slot to bring a car from each space to one of `goals`; see `pulling`."""
        # A car's way to the goal, taken backwards, is a way from the goal: the first roll of one is the last of the other.
        onwards = self.back[[2 * goal + end for goal in goals for end in (0, 1)]].min(axis=0)
        push = np.minimum(self.ahead, self.back[:, np.arange(len(self.rest)) ^ 1]) - 1
        both = np.minimum(np.minimum(push, pull) + onwards, FAR)
        table = np.minimum(both[:, 0::2], both[:, 1::2])
        table[:, goals] = 0
        return self._by_slot(table)

    def _by_slot(self, table: Table) -> Table:
        """Return rows by the slots of a locomotive: where it has no heading, of the better one."""
        return table if self.slots == len(table) else np.minimum(table[0::2], table[1::2])


def _flat(lists: list[list[int]]) -> tuple[Slots, Slots]:
    """Return where each list begins, and all of them in a row."""
    first = np.cumsum([0] + [len(entries) for entries in lists], dtype=np.int64)
    return first, np.array([entry for entries in lists for entry in entries], np.int64)

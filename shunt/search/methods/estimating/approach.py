"""Estimates of the distance from a position to the goal: for each piece, the moves that it needs alone, or for a car, with a lone
locomotive.

To move a car towards one end of its space, a locomotive must push it at the other end or pull it at that end. The estimate for a
car is the number of moves that a locomotive needs to get there, plus the number of moves that the car needs from there to its
goal, for the better of the two directions. A table for a locomotive and a car would have as many entries as spaces times spaces,
and as many moves for each. The moves between any two slots of one lone piece are enough, and one flood from each slot finds them
(`approach_kernels.py`). For this purpose, a turntable joins everything that any of its positions joins, spaces that are closed to
some pieces are open, and other pieces are absent. The sum over the pieces ranks the states of a beam. It is not a bound.

The maximum over the pieces is a consistent bound, if a locomotive may also pull with other pieces between it and the car. In a
move, a piece rolls in one direction only. A pushed piece rolls along the path that the locomotive then follows, and a pulled
piece was in a row behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import Ints, States
from shunt.search.core.limits import Limits
from shunt.search.methods.estimating.approach_kernels import FAR, _approaches, _moves_between
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.stretches import inverted
from shunt.search.trains.tables import flat

TABLES = 8  # of slots times slots, that are held while the moves are worked out

Table = NDArray[np.uint8]


@dataclass(frozen=True)
class Approach:
    """Estimates or bounds for one goal. For E wanted places of locomotives, V of cars, N spaces and S slots of a locomotive:

    `locomotives` (E, S): moves of a lone locomotive to the wanted place. `cars` (V, N, S): moves of a locomotive in a slot that
    bring a car from a space to the wanted place. Most moves leave the cars where they are, so the entries for neighbouring states
    are close together. `seats` (E + V, M): the seats of the pieces that may fill the place, or −1 beyond the last.
    """

    codec: Codec
    locomotives: Table
    cars: Table
    seats: Ints
    is_bound: bool

    @classmethod
    def for_goal(cls, domain: TrainDomain, limits: Limits, is_bound: bool = False) -> Approach | None:
        """Compute the moves; return None if the goal names no piece or the tables do not fit into memory."""
        codec = domain.codec
        engines, spaces = len(codec.rules.roster.locomotives), len(codec.rules.plan.spaces)
        wants = sorted(domain.goals.wants, key=lambda want: want[0][0] >= engines)
        if not wants or TABLES * (2 * spaces) ** 2 > limits.bytes_left:
            return None
        ways = _LoneMoves.of(codec)
        pull = ways.pulling(max(1, len(codec.rules.roster.pieces) - 1) if is_bound else 1)
        locomotives = [ways.alone(slots) for seats, slots in wants if seats[0] < engines]
        cars = [ways.with_car(slots, pull).T for seats, slots in wants if seats[0] >= engines]
        most = max(len(seats) for seats, _ in wants)
        return cls(
            codec,
            np.array(locomotives, np.uint8).reshape(-1, ways.slots),
            np.array(cars, np.uint8).reshape(-1, spaces, ways.slots),
            np.array([[*seats] + [-1] * (most - len(seats)) for seats, _ in wants], np.int64),
            is_bound,
        )

    def of(self, states: States) -> Ints:
        """Return the estimate (or bound) for each state."""
        found, tables = np.empty(len(states), np.int64), self.codec.tables
        given = self.locomotives, self.cars, self.seats, tables.locomotives, int(self.is_bound)
        _approaches(*given, tables.shift, tables.width, states, found)
        return found


@dataclass(frozen=True)
class _LoneMoves:
    """The moves of a lone piece between any two of 2N slots (2 · space + end that it faces), by the direction of the last roll.

    `ahead`, `back` (2N, 2N): moves whose last roll has that direction. `rest` (2N, 2N): moves to stop there. `onwards`: the slots
    one space ahead of each slot. `slots`: the number of slots of a locomotive. `either`: whether a locomotive may pull pieces
    that it faces.
    """

    ahead: Table
    back: Table
    rest: Table
    onwards: Sequence[Sequence[int]]
    slots: int
    either: bool

    @classmethod
    def of(cls, codec: Codec) -> _LoneMoves:
        """Flood from every slot."""
        rules, onwards = codec.rules, _slots_ahead(codec)
        count = len(onwards)
        ahead, first_ahead = flat(onwards)
        behind, first_behind = inverted(ahead, np.repeat(np.arange(count, dtype=np.int32), np.diff(first_ahead)), count)
        may_stop = np.repeat(np.array([space not in rules.plan.no_stop for space in rules.plan.spaces], np.int64), 2)
        last_ahead, last_back = np.empty((2, count, count), np.uint8)
        scratch = np.empty((6, count + 1), np.int64)
        _moves_between(first_ahead, ahead, first_behind, behind, may_stop, scratch, last_ahead, last_back)
        rest = np.minimum(last_ahead, last_back)
        rest[:, may_stop == 0] = FAR
        np.fill_diagonal(rest, 0)
        either = rules.couples_both_ways or rules.drags_coupled
        return cls(last_ahead, last_back, rest, onwards, codec.sides * count // 2, either)

    def alone(self, slots: tuple[int, ...]) -> Table:
        """Return the moves of a lone locomotive from each of its slots to the nearest of `slots`."""
        if self.slots < len(self.rest):
            slots = tuple(2 * space + end for space in slots for end in (0, 1))
        return self._by_slot(self.rest[:, slots].min(axis=1, keepdims=True))[:, 0]

    def pulling(self, steps: int) -> Table:
        """Return the moves from each slot to a place from which a piece in another slot, at most `steps` away, can be pulled
        ahead."""
        rest = self.rest.T  # rows are where it stands in the end
        rest = np.minimum(rest, rest[np.arange(len(rest)) ^ 1]) if self.either else np.ascontiguousarray(rest)
        pull, reach = np.full_like(rest, FAR), rest
        for _ in range(steps):
            nearer = np.full_like(rest, FAR)
            for slot, others in enumerate(self.onwards):
                if others:
                    nearer[slot] = reach[others].min(axis=0)
            pull, reach = np.minimum(pull, nearer), nearer
        return np.ascontiguousarray(pull.T)

    def with_car(self, goals: tuple[int, ...], pull: Table) -> Table:
        """Return the moves of a locomotive in each slot that bring a car from each space to one of `goals`; see `pulling`."""
        # A car's way to the goal, taken backwards, is a way from the goal: the first roll of one is the last of the other.
        onwards = self.back[[2 * goal + end for goal in goals for end in (0, 1)]].min(axis=0)
        push = np.minimum(self.ahead, self.back[:, np.arange(len(self.rest)) ^ 1]) - 1
        both = np.minimum(np.minimum(push, pull) + onwards, FAR)
        table = np.minimum(both[:, 0::2], both[:, 1::2])
        table[:, goals] = 0
        return self._by_slot(table)

    def _by_slot(self, table: Table) -> Table:
        """Return rows by the slots of a locomotive. If it has no heading, the better of both directions is used."""
        return table if self.slots == len(table) else np.minimum(table[0::2], table[1::2])


def _slots_ahead(codec: Codec) -> list[list[int]]:
    """Return the slots one space ahead of each slot, at any turntable positions."""
    rules, number = codec.rules, codec.rules.plan.numbers
    closed = rules.access.wholly
    ahead: list[list[int]] = [[] for _ in range(2 * len(number))]
    for end, entered in rules.plan.all_joins.items():
        if end.space not in closed:
            slots = (2 * number[other.space] + 1 - other.end for other in entered if other.space not in closed)
            ahead[2 * number[end.space] + end.end] = sorted(slots)
    return ahead

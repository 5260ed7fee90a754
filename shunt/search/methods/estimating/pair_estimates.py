"""Estimates of the distance from a position to the goal by pairs of cars: the sum of the moves that each pair would need alone.

For each pair of cars in the goal, there is a table of exact distances in the puzzle with one locomotive and these two cars on the
otherwise empty board. Unlike a table for a single car, it shows which of the two is in the way of the other. A beam ranked by it
therefore finds much shorter paths. All tables are searched in one graph, whose moves are computed once, for one locomotive and
two cars without names. The sum is neither an upper nor a lower bound.

Different estimates lead a beam to different paths, and the best of several narrow beams is usually shorter than the path of one
wide beam. There are therefore variants (`PairEstimates.variant`) in which cars have different weights. The worst pair of each car
counts again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import exp
from random import Random

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal
from shunt.rules.goal import Want
from shunt.rules.position import Roster
from shunt.search.core.arrays import USABLE_BITS, slots_of, with_slots
from shunt.search.core.limits import Limits
from shunt.search.methods.estimating.approach import Table
from shunt.search.methods.estimating.approach_kernels import FAR
from shunt.search.methods.estimating.pair_kernels import _distances_by_steps, _pair_estimates
from shunt.search.trains.codec import Codec, legal_spaces
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours, States

# Set by `benchmarks/anytime.py`.
MOST_PLACES = 1 << 18  # of the table of one pair
MOST_STEPS = 1 << 23  # moves of the graph
MOST_LOOKUPS = 256  # tables looked into for one state
UNIT, SPREAD = 16, 0.7  # the weight of a car, and how far its logarithm varies


@dataclass(frozen=True)
class PairEstimates:
    """Estimates for one goal. For Q pairs of wanted places, P settings, N spaces and S slots of a locomotive:

    `pairs` (P, S, Q, N, N): moves of a locomotive in a slot that bring two cars to the two wanted places. All entries for one
    state are close together. `seats` (Q, M, 2): the seats of the cars that may fill both, or −1 beyond the last. `weights`: the
    weight of each pair, and the additional weight of the worst pair of each wanted place. `locomotives` (L, P, S): moves of each
    locomotive to its own goal, with the weight `weight`.
    """

    codec: Codec
    pairs: Table
    seats: NDArray[np.int64]
    weights: tuple[NDArray[np.int64], NDArray[np.int64]]
    locomotives: Table
    weight: int

    @classmethod
    def for_goal(cls, codec: Codec, goal: Goal, setting: int, limits: Limits) -> PairEstimates | None:
        """Build the tables; return None if the goal names fewer than two cars or the tables would be too large."""
        roster, spaces = codec.rules.roster, codec.rules.plan.spaces
        ends = goal.settled(roster)
        named = [name for name in roster.cars if name in ends]
        groups = {name: group for group in roster.interchangeable for name in group}
        pairs = list(combinations(named, 2))
        seats = [_seats_of(roster.pieces, groups.get(one, (one,)), groups.get(other, (other,))) for one, other in pairs]
        places = len(codec.settings.positions) * codec.sides * len(spaces) ** 3
        if not pairs or places > MOST_PLACES or sum(map(len, seats)) > MOST_LOOKUPS:
            return None
        graph = PairGraph.of(codec, setting, limits)
        if graph is None:
            return None
        most = max(map(len, seats))
        padded = np.array([row + [(-1, -1)] * (most - len(row)) for row in seats], np.int64)
        weights = np.ones(len(pairs), np.int64), np.zeros(len(named), np.int64)
        tables = _tables(graph, [ends[name] for name in named], limits)
        locomotives = [_locomotive_table(codec, goal, name, setting, limits) for name in roster.locomotives]
        return cls(codec, tables, padded, weights, np.array(locomotives), len(named) - 1)

    def variant(self, number: int) -> PairEstimates:
        """Return estimates with weights of cars that depend on `number`; for 0, all weights are equal. See the module
        docstring."""
        draw, count = Random(number), len(self.weights[1])
        cars = np.array([round(UNIT * exp(SPREAD * draw.uniform(-1, 1))) if number else UNIT for _ in range(count)], np.int64)
        weights = np.array([one + other for one, other in combinations(cars, 2)], np.int64), (count - 1) * cars
        return replace(self, weights=weights, weight=2 * UNIT * (count - 1))

    def of(self, states: States) -> NDArray[np.int64]:
        """Return the estimate of each state."""
        found = np.empty(len(states), np.int64)
        shift, width = np.array(self.codec.shift, np.int64), np.array(self.codec.width, np.int64)
        room = tuple(np.empty(count, np.int64) for count in (len(self.weights[1]), len(shift), len(self.locomotives)))
        tables = self.pairs.ravel(), self.pairs.shape
        given = (*tables, self.seats, self.weights, room, self.locomotives, self.weight)
        _pair_estimates(*given, shift, width, self.codec.setting_shift, states, found)
        return found


def _locomotive_table(codec: Codec, goal: Goal, name: str, setting: int, limits: Limits) -> Table:
    """Return the moves of a locomotive to its goal on an empty board: (settings, slots), or 0 everywhere without a goal."""
    table = np.zeros((len(codec.settings.positions), codec.sides * len(codec.rules.plan.spaces)), np.uint8)
    own = goal.among({name: name})
    if own.is_empty:
        return table
    small = _small_codec(codec, (name,), ())
    neighbours, level, moves = Neighbours(small, limits), GoalSet.of(small, own, setting).states(), 0
    table[:] = FAR
    while len(level) and moves < FAR:
        table[_settings_and_slots(small, level)] = moves
        near = np.concatenate([level[:0], *(batch.copy() for batch in neighbours.of(level, False))])
        level, moves = near[table[_settings_and_slots(small, near)] == FAR], moves + 1
    return table


def _settings_and_slots(codec: Codec, states: States) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return slots_of(states, codec.setting_shift, codec.setting_width), codec.slots(states, 0)


def _small_codec(codec: Codec, locomotives: tuple[str, ...], cars: tuple[str, ...]) -> Codec:
    """Return the packed form of the puzzle with some of the pieces."""
    closed = codec.rules.access.for_any_car()
    return Codec.for_rules(replace(codec.rules, roster=Roster(locomotives, cars, ()), closed=closed))


Spaces = tuple[str, ...]
Wanted = tuple[Spaces, Spaces]
"""The spaces where each of two cars may end, in rising order."""


def _tables(graph: PairGraph, cars: Sequence[Spaces], limits: Limits) -> Table:
    """Return the tables of all pairs. `cars`: the spaces where each of the cars may end."""
    places = list(combinations(cars, 2))
    limits.allow_bytes(3 * len(places) * len(graph.row))
    wanted = sorted({(min(two), max(two)) for two in places}, key=str)
    tables = dict(zip(wanted, graph.distances(wanted, limits), strict=True))
    found = np.empty((*graph.shape[:2], len(places), *graph.shape[2:]), np.uint8)
    for pair, (one, other) in enumerate(places):
        table = tables[min(one, other), max(one, other)]
        found[:, :, pair] = table if one <= other else table.swapaxes(2, 3)
    return found


def _seats_of(pieces: tuple[str, ...], one: tuple[str, ...], other: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the seats of two different cars, each of which may fill its wanted place."""
    return [(pieces.index(a), pieces.index(b)) for a, b in product(one, other) if a != b]


@dataclass(frozen=True)
class PairGraph:
    """All arrangements of a locomotive and two cars, and the moves that lead to each. The arrays are described in
    `pair_kernels.py`."""

    codec: Codec
    setting: int
    shape: tuple[int, int, int, int]
    row: NDArray[np.int32]
    first: NDArray[np.int64]
    steps: NDArray[np.int32]

    @classmethod
    def of(cls, codec: Codec, setting: int, limits: Limits) -> PairGraph | None:
        """Compute every move once; return None if there are too many."""
        roster = codec.rules.roster
        small = _small_codec(codec, roster.locomotives[:1], roster.cars[:2])
        spaces, settings = len(codec.rules.plan.spaces), len(codec.settings.positions)
        shape = (settings, codec.sides * spaces, spaces, spaces)
        states = _arrangements(small)
        neighbours, first, steps, done = (
            Neighbours(small, limits),
            np.zeros(len(states) + 1, np.int64),
            list[NDArray[np.int32]](),
            0,
        )
        while done < len(states):
            near, ends = neighbours.rows(states[done:], False)
            if first[done] + len(near) > MOST_STEPS:
                return None
            limits.allow_bytes(4 * len(near))
            first[done + 1 : done + len(ends) + 1] = first[done] + ends
            steps.append(_places(small, near, shape).astype(np.int32))
            done += len(ends)
        row = np.full(np.prod(shape), -1, np.int32)
        row[_places(small, states, shape)] = np.arange(len(states), dtype=np.int32)
        return cls(small, setting, shape, row, first, np.concatenate(steps))

    def distances(self, wanted: Sequence[Wanted], limits: Limits) -> Iterator[Table]:
        """Yield for each of `wanted` the number of moves to it, as an array of the graph's shape."""
        for part in range(0, len(wanted), USABLE_BITS):
            limits.progress("estimates", part, len(wanted))
            limits.allow_bytes((24 + USABLE_BITS) * len(self.row))
            now = np.zeros(len(self.row), np.int64)
            for bit, one in enumerate(wanted[part : part + USABLE_BITS]):
                goals = GoalSet.of(self.codec, self._goal_of(*one), self.setting).states()
                now[_places(self.codec, goals, self.shape)] |= 1 << bit
            found = np.full((len(wanted[part : part + USABLE_BITS]), len(self.row)), FAR, np.uint8)
            graph = self.row, self.first, self.steps, self.shape[2]
            _distances_by_steps(*graph, FAR, now.copy(), now, np.zeros_like(now), found)
            yield from found.reshape(-1, *self.shape)

    def _goal_of(self, one: Spaces, other: Spaces) -> Goal:
        """Return the goal of the two cars."""
        cars = self.codec.rules.roster.cars
        return Goal({}, {}, (Want("", one, (cars[0],)), Want("", other, (cars[1],))))


def _arrangements(small: Codec) -> States:
    """Return every state of a locomotive and two cars in which the first car is on the space with the smaller number."""
    legal, settings = legal_spaces(small.rules), np.arange(len(small.settings.positions))
    grid = np.meshgrid(settings, legal, np.arange(small.sides), legal, legal, indexing="ij")
    setting, space, side, one, other = (axis.ravel() for axis in grid)
    fine = (one < other) & (space != one) & (space != other)
    found = np.repeat(small.states([0]), int(fine.sum()), axis=0)
    for seat, slots in enumerate((small.sides * space + side, one, other)):
        found = with_slots(found, small.shift[seat], small.width[seat], slots[fine])
    return with_slots(found, small.setting_shift, small.setting_width, setting[fine])


def _places(codec: Codec, states: States, shape: tuple[int, int, int, int]) -> NDArray[np.int64]:
    """Return the indices of states in a table of this shape."""
    setting = slots_of(states, codec.setting_shift, codec.setting_width)
    return np.ravel_multi_index((setting, *(codec.slots(states, seat) for seat in range(3))), shape)

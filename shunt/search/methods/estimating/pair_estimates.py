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
from itertools import combinations, product, zip_longest
from math import exp, prod
from random import Random
from typing import NamedTuple

import numpy as np

from shunt.rules.goal import Goal, Want
from shunt.rules.position import Roster
from shunt.search.core.arrays import USABLE_BITS, Ints, Ints32, States, slots_of, with_slots
from shunt.search.core.limits import Limits
from shunt.search.methods.estimating.approach import Table
from shunt.search.methods.estimating.approach_kernels import FAR
from shunt.search.methods.estimating.pair_kernels import _distances_by_steps, _pair_estimates
from shunt.search.trains.codec import Codec, legal_spaces
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours

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
    seats: Ints
    weights: tuple[Ints, Ints]
    locomotives: Table
    weight: int

    @classmethod
    def for_goal(cls, domain: TrainDomain, limits: Limits) -> PairEstimates | None:
        """Build the tables; return None if the goal names fewer than two cars or the tables would be too large."""
        codec, roster = domain.codec, domain.codec.rules.roster
        ends = domain.card.goal.settled(roster)
        named = [name for name in roster.cars if name in ends]
        doers = [[roster.pieces.index(other) for other in roster.alike(name)] for name in named]
        seats = [[two for two in product(*pair) if two[0] != two[1]] for pair in combinations(doers, 2)]
        places = len(codec.settings.positions) * codec.sides * len(codec.rules.plan.spaces) ** 3
        if not seats or places > MOST_PLACES or sum(map(len, seats)) > MOST_LOOKUPS:
            return None
        tables = _tables(domain, [ends[name] for name in named], limits)
        if tables is None:
            return None
        padded = np.array([*zip_longest(*seats, fillvalue=(-1, -1))], np.int64).swapaxes(0, 1)
        weights = np.ones(len(seats), np.int64), np.zeros(len(named), np.int64)
        locomotives = [_locomotive_table(domain, name, limits) for name in roster.locomotives]
        return cls(codec, tables, np.ascontiguousarray(padded), weights, np.array(locomotives), len(named) - 1)

    def variant(self, number: int) -> PairEstimates:
        """Return estimates with weights of cars that depend on `number`; for 0, all weights are equal. See the module
        docstring."""
        draw, count = Random(number), len(self.weights[1])
        cars = np.array([round(UNIT * exp(SPREAD * draw.uniform(-1, 1))) if number else UNIT for _ in range(count)], np.int64)
        weights = np.array([one + other for one, other in combinations(cars, 2)], np.int64), (count - 1) * cars
        return replace(self, weights=weights, weight=2 * UNIT * (count - 1))

    def of(self, states: States) -> Ints:
        """Return the estimate of each state."""
        found = np.empty(len(states), np.int64)
        fields = self.codec.tables.shift, self.codec.tables.width, self.codec.setting_shift
        room = tuple(np.empty(count, np.int64) for count in (len(self.weights[1]), len(fields[0]), len(self.locomotives)))
        given = self.pairs.ravel(), self.pairs.shape, self.seats, self.weights, room, self.locomotives, self.weight
        _pair_estimates(*given, *fields, states, found)
        return found


def _locomotive_table(domain: TrainDomain, name: str, limits: Limits) -> Table:
    """Return the moves of a locomotive to its goal on an empty board: (settings, slots), or 0 everywhere without a goal."""
    codec, own = domain.codec, domain.card.goal.among({name: name})
    table = np.zeros((len(codec.settings.positions), codec.sides * len(codec.rules.plan.spaces)), np.uint8)
    if own.is_empty:
        return table
    small = _small_codec(codec, (name,), ())
    neighbours, level, moves = Neighbours(small, limits), GoalSet.of(small, own, domain.card.start.turntables).states(), 0
    table[:] = FAR
    while len(level) and moves < FAR:
        table[_settings_and_slots(small, level)] = moves
        near = np.concatenate([level[:0], *(batch.copy() for batch in neighbours.of(level, False))])
        level, moves = near[table[_settings_and_slots(small, near)] == FAR], moves + 1
    return table


def _settings_and_slots(codec: Codec, states: States) -> tuple[Ints, Ints]:
    return slots_of(states, codec.setting_shift, codec.setting_width), codec.slots(states, 0)


def _small_codec(codec: Codec, locomotives: tuple[str, ...], cars: tuple[str, ...]) -> Codec:
    """Return the packed form of the puzzle with some of the pieces."""
    closed = codec.rules.access.for_any_car()
    return Codec.for_rules(replace(codec.rules, roster=Roster(locomotives, cars, ()), closed=closed))


Spaces = tuple[str, ...]
Shape = tuple[int, int, int, int]
"""Settings, slots of a locomotive, and spaces of each of two cars."""


def _tables(domain: TrainDomain, cars: Sequence[Spaces], limits: Limits) -> Table | None:
    """Return the tables of all pairs, or None if the graph has too many moves. `cars`: the spaces where each of the cars may
    end, in rising order."""
    codec, roster = domain.codec, domain.codec.rules.roster
    spaces, turntables = len(codec.rules.plan.spaces), domain.card.start.turntables
    shape = len(codec.settings.positions), codec.sides * spaces, spaces, spaces
    small = _small_codec(codec, roster.locomotives[:1], roster.cars[:2])
    graph = _moves(small, shape, limits)
    if graph is None:
        return None
    places = list(combinations(cars, 2))
    limits.allow_bytes(3 * len(places) * prod(shape))
    wanted = sorted({(min(two), max(two)) for two in places}, key=str)
    goals = [_places(small, GoalSet.of(small, _goal_of(small, two), turntables).states(), shape) for two in wanted]
    tables = dict(zip(wanted, _distances(graph, goals, shape, limits), strict=True))
    found = np.empty((*shape[:2], len(places), *shape[2:]), np.uint8)
    for pair, (one, other) in enumerate(places):
        table = tables[min(one, other), max(one, other)]
        found[:, :, pair] = table if one <= other else table.swapaxes(2, 3)
    return found


def _goal_of(small: Codec, two: Sequence[Spaces]) -> Goal:
    """Return the goal that each of the two cars is on one of its spaces."""
    return Goal({}, {}, tuple(Want("", spaces, (car,)) for car, spaces in zip(small.rules.roster.cars, two, strict=True)))


class PairGraph(NamedTuple):
    """All arrangements of a locomotive and two cars, and the moves that lead to each. See `pair_kernels.py`."""

    row: Ints32
    first: Ints
    steps: Ints32


def _moves(small: Codec, shape: Shape, limits: Limits) -> PairGraph | None:
    """Compute every move once; return None if there are too many."""
    states, neighbours, done = _arrangements(small), Neighbours(small, limits), 0
    first, steps = np.zeros(len(states) + 1, np.int64), list[Ints32]()
    while done < len(states):
        near, ends = neighbours.rows(states[done:], False)
        if first[done] + len(near) > MOST_STEPS:
            return None
        limits.allow_bytes(4 * len(near))
        first[done + 1 : done + len(ends) + 1] = first[done] + ends
        steps.append(_places(small, near, shape).astype(np.int32))
        done += len(ends)
    row = np.full(prod(shape), -1, np.int32)
    row[_places(small, states, shape)] = np.arange(len(states), dtype=np.int32)
    return PairGraph(row, first, np.concatenate(steps))


def _distances(graph: PairGraph, goals: Sequence[Ints], shape: Shape, limits: Limits) -> Iterator[Table]:
    """Yield for each of `goals`, given as indices, the number of moves to it, as an array of this shape."""
    for part in range(0, len(goals), USABLE_BITS):
        limits.progress("estimates", part, len(goals))
        limits.allow_bytes((24 + USABLE_BITS) * prod(shape))
        now, some = np.zeros(prod(shape), np.int64), goals[part : part + USABLE_BITS]
        for bit, places in enumerate(some):
            now[places] |= 1 << bit
        found = np.full((len(some), *shape), FAR, np.uint8)
        _distances_by_steps(*graph, shape[2], FAR, now.copy(), now, np.zeros_like(now), found.reshape(len(some), -1))
        yield from found


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


def _places(codec: Codec, states: States, shape: Shape) -> Ints:
    """Return the indices of states in a table of this shape."""
    setting = slots_of(states, codec.setting_shift, codec.setting_width)
    return np.ravel_multi_index((setting, *(codec.slots(states, seat) for seat in range(3))), shape)

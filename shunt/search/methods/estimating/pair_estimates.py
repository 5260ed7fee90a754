"""Estimates of the distance from a position to the goal by pairs of cars: the sum of the moves that each pair would need alone.

For each pair of cars in the goal, there is a table of exact distances in the puzzle with one locomotive and these two cars on the
otherwise empty board. Unlike a table for a single car, it shows which of the two is in the way of the other. A beam ranked by it
therefore finds much shorter paths. The worst pair of each car counts again. All tables are searched in one graph, whose moves are
computed once, for one locomotive and two cars without names. The sum is neither an upper nor a lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product, zip_longest
from math import prod

import numpy as np

from shunt.rules.goal import Goal, Want
from shunt.rules.position import Roster
from shunt.search.core.arrays import USABLE_BITS, Ints, Ints32, States, slots_of
from shunt.search.core.limits import Limits
from shunt.search.methods.estimating.approach import Table
from shunt.search.methods.estimating.approach_kernels import FAR
from shunt.search.methods.estimating.pair_kernels import _distances_by_steps, _pair_estimates
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours

# Set by `benchmarks/anytime.py`.
MOST_PLACES = 1 << 18  # of the table of one pair
MOST_STEPS = 1 << 23  # moves of the graph
MOST_LOOKUPS = 256  # tables looked into for one state


@dataclass(frozen=True)
class PairEstimates:
    """Estimates for one goal. For Q pairs of wanted places, P settings, N spaces and S slots of a locomotive:

    `pairs` (P, S, Q, N, N): moves of a locomotive in a slot that bring two cars to the two wanted places. All entries for one
    state are close together. `seats` (Q, M, 2): the seats of the cars that may fill both, or −1 beyond the last. `cars`: the
    number of wanted places.
    """

    codec: Codec
    pairs: Table
    seats: Ints
    cars: int

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
        return cls(codec, tables, np.ascontiguousarray(padded), len(named))

    def of(self, states: States) -> Ints:
        """Return the estimate of each state."""
        found = np.empty(len(states), np.int64)
        tables, counts = self.codec.tables, (self.cars, len(self.codec.shift), self.codec.tables.locomotives)
        room = tuple(np.empty(count, np.int64) for count in counts)
        given = self.pairs.ravel(), self.pairs.shape, self.seats, room, tables.shift, tables.width
        _pair_estimates(*given, self.codec.setting_shift, states, found)
        return found


def _tables(domain: TrainDomain, cars: Sequence[tuple[str, ...]], limits: Limits) -> Table | None:
    """Return the tables of all pairs, or None if the graph has too many moves. `cars`: the spaces where each of the cars may
    end, in rising order."""
    rules, turntables, pairs = domain.codec.rules, domain.card.start.turntables, list(combinations(cars, 2))
    roster = Roster(rules.roster.locomotives[:1], rules.roster.cars[:2])
    small = Codec.for_rules(replace(rules, roster=roster, closed=rules.access.for_any_car()))
    spaces = len(rules.plan.spaces)
    shape = len(small.settings.positions), small.sides * spaces, spaces, spaces
    graph = _moves(small, turntables, shape, limits)
    if graph is None:
        return None
    limits.allow_bytes(2 * len(pairs) * prod(shape))
    found = np.empty((*shape[:2], len(pairs), *shape[2:]), np.uint8)
    for part in range(0, len(pairs), USABLE_BITS):
        limits.progress("estimates", part, len(pairs))
        limits.allow_bytes((24 + USABLE_BITS) * prod(shape))
        now, some = np.zeros(prod(shape), np.int64), pairs[part : part + USABLE_BITS]
        for bit, two in enumerate(some):
            goal = Goal({}, {}, tuple(Want("", ends, (car,)) for car, ends in zip(roster.cars, two, strict=True)))
            now[_places(small, GoalSet.of(small, goal, turntables).states(), shape)] |= 1 << bit
        tables = np.full((len(some), *shape), FAR, np.uint8)
        _distances_by_steps(*graph, spaces, FAR, now.copy(), now, np.zeros_like(now), tables.reshape(len(some), -1))
        found[:, :, part : part + len(some)] = np.moveaxis(tables, 0, 2)
    return found


Shape = tuple[int, int, int, int]
"""The numbers of settings, of slots of a locomotive, and of spaces of each of two cars."""


def _moves(small: Codec, turntables: tuple[int, ...], shape: Shape, limits: Limits) -> tuple[Ints32, Ints, Ints32] | None:
    """Return the graph of a locomotive and two cars (`row`, `first` and `steps` of `pair_kernels.py`), or None if there are too
    many moves. The first car is on the space with the smaller number."""
    states = GoalSet.of(small, Goal({}), turntables).states()
    states = states[small.slots(states, 1) < small.slots(states, 2)]
    neighbours, done = Neighbours(small, limits), 0
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
    return row, first, np.concatenate(steps)


def _places(codec: Codec, states: States, shape: Shape) -> Ints:
    """Return the indices of states in a table of this shape."""
    setting = slots_of(states, codec.setting_shift, codec.setting_width)
    return np.ravel_multi_index((setting, *(codec.slots(states, seat) for seat in range(3))), shape)

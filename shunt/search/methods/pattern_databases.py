"""Lower bounds on the moves to a goal: pattern databases over the locomotives and some of the cars.

A database contains the exact distances of a smaller puzzle with the locomotives and a few *kept* cars. The other cars are
*jokers*, pieces without a place. A joker may be on any space without a kept piece, wherever a move needs a piece to couple or
push, and is never in the way. Every move of the real puzzle is then also a move of the small one, so a distance there is never
greater than the real one, and the bound is admissible. Because it is an exact distance in a graph with all these moves, it falls
by at most one with every move, so it is also consistent. The maximum of several such bounds has both properties too. If the small
puzzle cannot reach the goal from a position, the position is dead in the real puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal, RouteCard
from shunt.rules.position import Roster
from shunt.search.core.arrays import Ints, Ints32, States
from shunt.search.core.limits import Limits
from shunt.search.index.distance_kernels import _lower_bounds
from shunt.search.index.distances import UNREACHED, Distances, distances_to
from shunt.search.index.perfect import Arrangements, Index
from shunt.search.methods.database_plan import worth_keeping
from shunt.search.tablebase.database_store import DatabaseStore, key_of_database
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.goals import GoalSet

Proven = Callable[[int, int], None]
"""Called with a lower bound that was proven, and the number of arrangements that were reached for it."""


class PatternBounds(NamedTuple):
    """Bounds for one card, and the data for the kernel that looks them up. `seats` (P, kept): the cars of each of P databases.

    `numbers`: the number, within a `row`, of the arrangement with the kept cars on given spaces, with one digit per car.
    """

    seats: Ints
    distances: NDArray[np.uint8]
    shift: Ints
    width: Ints
    legal: Ints
    legal_spaces: int
    numbers: Ints32
    row: int
    locomotives: int
    has_headings: int
    setting_shift: int

    def of(self, states: States) -> Ints:
        """Return the largest distance in any database for each of `states`, or `UNREACHED` for dead ones."""
        bounds = np.empty(len(states), np.int64)
        _lower_bounds(self, states, len(states), np.zeros(len(self.shift), np.int64), bounds)
        return bounds

    @classmethod
    def build(
        cls,
        domain: TrainDomain,
        patterns: Sequence[Pattern],
        limits: Limits,
        proven: Proven = lambda bound, arrangements: None,
        store: DatabaseStore | None = None,
    ) -> PatternBounds:
        """Build the databases of patterns with the same number of kept cars. `domain` is the whole puzzle.

        `proven` is called with each lower bound on the moves from its start that is proven in between; see `Proven`. Databases in
        `store` are read, and others are written there.
        """
        codec, index = domain.codec, patterns[0].arrangements.index
        roster = codec.rules.roster
        seats = [[roster.pieces.index(name) for name in pattern.roster.cars] for pattern in patterns]
        tables = [_database(pattern, domain.card, limits, proven, store) for pattern in patterns]
        return cls(
            np.array(seats, np.int64).reshape(len(seats), -1),
            np.array(tables),
            codec.tables.shift,
            codec.tables.width,
            index.legal,
            len(index.space),
            _numbers_within_a_row(index, len(index.space) - len(roster.locomotives)),
            index.sets * index.permutations,
            len(roster.locomotives),
            int(codec.rules.has_headings),
            codec.setting_shift,
        )


def _numbers_within_a_row(index: Index, spaces: int) -> Ints32:
    """Return, for each arrangement of the index's cars on different spaces (numbered by its digits), its number within a row."""
    places = np.indices((spaces,) * index.cars, np.int16).reshape(index.cars, spaces**index.cars)
    order = np.argsort(places, axis=0, kind="stable")
    rising = np.take_along_axis(places, order, axis=0)
    chosen, rank = np.zeros((2, places.shape[1]), np.int64)
    for k in range(index.cars):
        chosen += index.choose[rising[k], k + 1]
        rank = rank * (index.cars - k) + (order[k + 1 :] < order[k]).sum(axis=0)
    found: Ints32 = (chosen * index.permutations + rank).astype(np.int32)
    return found


@dataclass(frozen=True)
class Pattern:
    """The smaller puzzle of one database. Some cars are kept, in the order of their goals' spaces, and the others are jokers."""

    goal: Goal
    arrangements: Arrangements
    goals: GoalSet

    @property
    def roster(self) -> Roster:
        """Return the locomotives and the kept cars."""
        return self.arrangements.codec.rules.roster

    @cached_property
    def key(self) -> str:
        """Return the hash under which the database is stored on disk."""
        return key_of_database(self.arrangements.codec, self.goal, self.goals.settings)

    @classmethod
    def of(cls, domain: TrainDomain, names: Sequence[str]) -> Pattern:
        """Keep the cars `names`."""
        codec, goal = domain.codec, domain.card.goal
        roster, spaces = codec.rules.roster, codec.rules.plan.spaces
        ends = goal.settled(roster)
        first = {name: min(map(spaces.index, ends[name]), default=0) if name in ends else len(spaces) for name in names}
        cars = tuple(sorted(names, key=lambda name: (first[name], ends.get(name, ()))))
        groups = tuple(group for group in roster.interchangeable if group[0] in roster.locomotives)
        kept = Roster(roster.locomotives, cars, groups)
        rules = replace(codec.rules, roster=kept, closed=codec.rules.access.for_any_car())
        small = Codec.for_rules(rules, jokers=len(roster.cars) - len(cars))
        projected = goal.among({name: name for name in kept.pieces})
        return cls(projected, Arrangements.of(small), GoalSet.of(small, projected, domain.card.start.turntables))


def patterns_of(domain: TrainDomain, cars: int) -> list[Pattern]:
    """Return the patterns that keep `cars` cars; see `worth_keeping`."""
    return [Pattern.of(domain, names) for names in worth_keeping(domain, cars)]


def _database(pattern: Pattern, card: RouteCard, limits: Limits, proven: Proven, store: DatabaseStore | None) -> Distances:
    """Return the distances of a smaller puzzle, from disk if they are stored there."""
    arrangements = pattern.arrangements
    goals = arrangements.numbers_of(pattern.goals.states())
    at = card.roster.at(card.start)
    own = arrangements.number(replace(card.start, places=tuple(at[name] for name in pattern.roster.pieces)))

    def level(depth: int, found: int, distances: Distances) -> None:
        """Note that all arrangements fewer than `depth` moves from the goal are known."""
        least = int(distances[own])
        proven(depth + 1 if least == UNREACHED else least, found)

    if store is not None:
        limits.allow_bytes(2 * arrangements.slots)
        kept = store.read(pattern.key, arrangements.slots)
        if kept is not None:
            level(0, 0, kept)
            return kept
    distances = distances_to(arrangements, goals, limits, level=level)
    if store is not None:
        store.write(pattern.key, distances)
    return distances

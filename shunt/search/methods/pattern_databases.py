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
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal
from shunt.rules.position import Position, Roster
from shunt.search.core.limits import Limits
from shunt.search.index.databases import Databases, small_goals, small_number, small_puzzle
from shunt.search.index.distance_kernels import _lower_bounds
from shunt.search.index.distances import UNREACHED, Distances, distances_to
from shunt.search.index.perfect import Arrangements
from shunt.search.tablebase.database_store import DatabaseStore, key_of_database
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import States

Proven = Callable[[int, int], None]
"""Called with a lower bound that was proven, and the number of arrangements that were reached for it."""


@dataclass
class PatternBounds:
    """Bounds for one card. `of(states)` gives the largest distance in any database, or `UNREACHED` for dead states."""

    databases: Databases

    def of(self, states: States) -> NDArray[np.int64]:
        """Return a lower bound on the moves from each of `states` to the goal."""
        bounds = np.empty(len(states), np.int64)
        _lower_bounds(self.databases, states, len(states), np.zeros(len(self.databases.shift), np.int64), bounds)
        return bounds

    @classmethod
    def build(
        cls,
        codec: Codec,
        patterns: Sequence[Pattern],
        limits: Limits,
        start: Position | None = None,
        proven: Proven = lambda bound, arrangements: None,
        store: DatabaseStore | None = None,
    ) -> PatternBounds:
        """Build the databases of patterns with the same number of kept cars. `codec` belongs to the whole puzzle.

        `proven` is called with each lower bound on the moves from `start` that is proven in between; see `Proven`. Databases in
        `store` are read, and others are written there.
        """
        tables = [_database(pattern, codec.rules.roster, limits, start, proven, store) for pattern in patterns]
        index, cars = patterns[0].arrangements.index, [pattern.cars for pattern in patterns]
        return cls(Databases.of(codec, index, cars, np.array(tables)))


@dataclass(frozen=True)
class Pattern:
    """The smaller puzzle of one database. Some cars are kept, in the order of their goals' spaces, and the others are jokers."""

    cars: tuple[str, ...]
    goal: Goal
    arrangements: Arrangements
    goals: GoalSet

    @cached_property
    def key(self) -> str:
        """Return the hash under which the database is stored on disk."""
        codec = self.arrangements.codec
        return key_of_database(codec, self.goal, self.goals.settings, codec.jokers)

    @classmethod
    def of(cls, codec: Codec, goal: Goal, setting: int, names: Sequence[str]) -> Pattern:
        """Keep the cars `names`."""
        ends, spaces = goal.settled(codec.rules.roster), codec.rules.plan.spaces
        first = {name: min(map(spaces.index, ends[name]), default=0) if name in ends else len(spaces) for name in names}
        cars = tuple(sorted(names, key=lambda name: (first[name], ends.get(name, ()))))
        small = small_puzzle(codec, cars)
        projected = goal.among({name: name for name in small.codec.rules.roster.pieces})
        return cls(cars, projected, small, small_goals(small, goal, cars, setting))


def patterns_of(codec: Codec, goal: Goal, setting: int, kept: Sequence[tuple[str, ...]]) -> list[Pattern]:
    """Return a pattern for each tuple of cars in `kept` (of equal length and without interchangeable cars)."""
    return [Pattern.of(codec, goal, setting, names) for names in kept]


def _database(
    pattern: Pattern, roster: Roster, limits: Limits, start: Position | None, proven: Proven, store: DatabaseStore | None
) -> Distances:
    """Return the distances of a smaller puzzle, from disk if they are stored there. `roster`: the pieces of the whole puzzle."""
    arrangements = pattern.arrangements
    goals = arrangements.numbers_of(pattern.goals.states())
    own = None if start is None else small_number(arrangements, roster, start, pattern.cars)

    def level(depth: int, found: int, distances: Distances) -> None:
        """Note that all arrangements fewer than `depth` moves from the goal are known."""
        least = 0 if own is None else int(distances[own])
        proven(depth + 1 if least == UNREACHED else least, found)

    if store is not None:
        limits.allow_bytes(2 * arrangements.slots)
        kept = store.read(pattern.key, arrangements.slots, goals)
        if kept is not None:
            level(0, 0, kept)
            return kept
    distances = distances_to(arrangements, goals, limits, level=level)
    if store is not None:
        store.write(pattern.key, distances)
    return distances

"""A*: expands the states that may still lie on a shortest solution, by an admissible and consistent bound.

Open states wait in buckets by (f, g): f = moves made + bound on the moves to come. As the bound is consistent, f never falls
along a solution, and a state is expanded with the fewest moves that lead to it. Buckets of one f are emptied from the
greatest g on, so that of the last f only what is needed is expanded. While f is the least open value, no solution is shorter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from shunt.errors import TooLargeError
from shunt.search.core.arrays import PART, smallest
from shunt.search.core.limits import Limits
from shunt.search.core.search import Search
from shunt.search.core.table import StateTable
from shunt.search.index.distances import UNREACHED
from shunt.search.methods.anytime import AnytimeSearch
from shunt.search.methods.astar_kernels import CLOSED, _close, _improve
from shunt.search.methods.database_plan import DATABASE_CARS, affordable_cars, all_rows, worth_keeping
from shunt.search.methods.pattern_databases import PatternBounds, Proven, patterns_of
from shunt.search.tablebase.database_store import DatabaseStore, databases_folder
from shunt.search.task import Method
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours, States, joined

if TYPE_CHECKING:
    from shunt.search.methods.task import MovesTask

NEVER = CLOSED - 1  # moves that no state in the table has


class MoveTable(StateTable):
    """States and the fewest moves known to lead to each."""

    def __init__(self, limits: Limits, capacity: int = 1 << 12, words: int = 1) -> None:
        super().__init__(limits, capacity, words, np.uint8)

    def improve(self, states: States, g: int) -> States:
        """Record g as the cost of `states`; return those whose cost improved."""
        if g >= CLOSED:
            raise TooLargeError(f"a solution of {CLOSED} moves or more is beyond A*; use the method bidirectional")
        self.make_room(len(states))
        better = np.empty_like(states)
        found, added = _improve(self.keys, self.values, states, len(states), g, better)
        self.count += added
        return better[:found]

    def close(self, states: States, g: int) -> States:
        """Return those of `states` that are open with g moves, and mark them as expanded."""
        opened = np.empty_like(states)
        return opened[: _close(self.keys, self.values, states, len(states), g, opened)]

    def with_moves(self, states: States, g: int) -> States:
        """Return those of `states` that g moves lead to."""
        found: States = states[self.values_of(states, NEVER) & (CLOSED - 1) == g]
        return found


class LowerBounds(Protocol):
    """Consistent lower bounds on the moves to the goal (`PatternBounds`, for one)."""

    def of(self, states: States) -> NDArray[np.int64]:
        """Return a lower bound for each of `states`, `UNREACHED` for dead ones."""


@dataclass
class BoundedSearch(Search):
    """A search for a shortest path from `start` to any state of `goals` under `bounds`.

    `bounds_of` makes the bounds when the search begins, and calls what it is given with each lower bound proven on the way and
    the arrangements reached, so that a search stopped by then has proven something too. `expanded_by_f`: the states expanded at
    each value of f. `anytime` looks for
    solutions on the way: states that cannot lead to a better one are left out, and one that is proven best ends the search.
    `preparing`: what the databases cost, in states; a first solution does not wait for them.
    """

    codec: Codec
    start: int
    goals: GoalSet
    bounds_of: Callable[[Proven], LowerBounds]
    limits: Limits
    least_f: int = 0
    expanded_by_f: dict[int, int] = field(default_factory=dict)
    anytime: AnytimeSearch | None = None
    preparing: int = 0
    _table: MoveTable | None = None
    _arrangements: int = 0

    @property
    def states(self) -> int:
        """Return how many states were reached; while databases are built, how many arrangements of theirs."""
        return self._table.count if self._table else self._arrangements

    @property
    def lower_bound(self) -> int:
        """No solution has fewer moves."""
        return self.least_f

    @property
    def proof(self) -> dict[str, dict[str, int]]:
        """Return how many states were expanded at each value of f."""
        return {"expanded by bound": {str(f): count for f, count in sorted(self.expanded_by_f.items())}}

    def _search(self) -> None:
        self._neighbours = Neighbours(self.codec, self.limits)
        start = self.codec.states([self.start])
        self.least_f, self._arrangements = int(not self.goals.met_by(start)[0]), 1
        if self.anytime is not None and not self.anytime.base and self.anytime.keep_up(self.preparing, self.lower_bound):
            self.path = self.anytime.path
            return
        self.bounds = self.bounds_of(self._note)
        self._table = table = MoveTable(self.limits, words=self.codec.words)
        self._open: dict[int, dict[int, list[States]]] = defaultdict(lambda: defaultdict(list))
        self._sort_in(table.improve(self.codec.states([self.start]), 0), 0)
        while any(self._open.values()):
            f = min(value for value, buckets in self._open.items() if buckets)
            self.least_f = f
            if self.anytime is not None and self.anytime.keep_up(self.states, f):
                self.path = self.anytime.path
                return
            g = max(self._open[f])
            states = table.close(joined(self._open[f].pop(g), self.limits, room=2), g)
            if g == f and len(met := states[self.goals.met_by(states)]):
                self.path = self._walk(smallest(met), g)
                return
            self._expand(states, f, g)
        if self.anytime is not None and self.anytime.path is not None:  # all that is left would be as long, and was left out
            self.path = self.anytime.path
        else:
            self.exhausted = True

    def _note(self, bound: int, arrangements: int) -> None:
        """Keep what the databases have proven of the start."""
        self.least_f = max(self.least_f, bound)
        self._arrangements += arrangements

    def _expand(self, states: States, f: int, g: int) -> None:
        """Make the successors of states that take g moves, and sort those whose cost improved into the buckets."""
        assert self._table is not None
        for part in range(0, len(states), PART):
            for batch in self._neighbours.of(states[part : part + PART]):
                self._sort_in(self._table.improve(batch, g + 1), g + 1)
                self.limits.allow_states(self.states)
                if self.anytime is not None:
                    self.anytime.keep_up(self.states, f)
                self.limits.progress("A*", f, self.states)
        self.expanded += len(states)
        self.expanded_by_f[f] = self.expanded_by_f.get(f, 0) + len(states)

    def _sort_in(self, states: States, g: int) -> None:
        """Put states that take g moves into their buckets; dead ones are left out."""
        bounds: NDArray[np.int64] = self.bounds.of(states)
        known = self.anytime.upper_bound if self.anytime is not None else None
        for bound in np.unique(bounds).tolist():
            if bound != UNREACHED and (known is None or g + bound < known):
                self._open[g + bound][g].append(states[bounds == bound])

    def _walk(self, state: int, g: int) -> list[int]:
        """Return a shortest path to `state`, which takes g moves (the smallest state before it, to be deterministic)."""
        assert self._table is not None
        path = [state]
        for moves in range(g - 1, -1, -1):
            before = self._neighbours.all_of(path[-1], forwards=False)
            path.append(smallest(self._table.with_moves(before, moves)))
        return path[::-1]


class AStar(Method):
    """A* under databases over the locomotives and some cars, where such databases are worth their cost."""

    task: MovesTask
    asked = f"asked for; databases over {DATABASE_CARS[0]} cars"

    @cached_property
    def _cars(self) -> int:
        return affordable_cars(self.task.codec, self.task.card.goal)

    def fits(self) -> bool:
        """Return whether there are databases that are worth their cost."""
        self.why = f"databases over the locomotives and {self._cars} of the cars"
        return self._cars > 0

    def begin(self, is_asked: bool) -> BoundedSearch:
        """Return the search; it builds the databases, or reads them from disk, when it runs."""
        task, cars = self.task, DATABASE_CARS[0] if is_asked else self._cars
        folder = databases_folder(task.options.databases)
        store = DatabaseStore(folder) if folder is not None else None
        kept = worth_keeping(task.codec, task.card.goal, cars)

        def bounds(proven: Proven) -> PatternBounds:
            """Build the databases."""
            card = task.card
            patterns = patterns_of(task.codec, card.goal, task.setting, kept)
            return PatternBounds.build(task.codec, patterns, task.limits, card.start, proven, store)

        search = BoundedSearch(task.codec, task.start, task.goals, bounds, task.limits, anytime=task.anytime)
        search.preparing = all_rows(task.codec, task.card.goal, cars)
        return search

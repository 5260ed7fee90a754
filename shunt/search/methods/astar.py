"""A*: expands the states that may still be on a shortest solution, with an admissible and consistent bound.

The search itself is in `best_first.py`. The number of moves to a state is stored in one byte, so an entry of its table has 9
bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from shunt.cards.evidence import BoundsReached, Evidence
from shunt.errors import TooLargeError
from shunt.search.anytime import AnytimeSearch
from shunt.search.core.arrays import PART, Ints, States, smallest
from shunt.search.core.domain import Estimated
from shunt.search.core.limits import Limits
from shunt.search.methods.best_first import BestFirst, TotalTable
from shunt.search.methods.database_plan import DATABASE_CARS, affordable_cars, all_rows
from shunt.search.methods.pattern_databases import PatternBounds, Proven, patterns_of
from shunt.search.tablebase.database_store import DatabaseStore, databases_folder
from shunt.search.task import Method
from shunt.search.trains.domain import TrainDomain

if TYPE_CHECKING:
    from shunt.search.methods.task import MovesTask

MOST_MOVES = 255  # that an entry of the table holds


@dataclass
class BoundedSearch(BestFirst):
    """A search for a shortest path from the start to the goals of a domain with lower bounds.

    `bounds_of` builds the bounds when the search begins. It calls its argument with each lower bound proven so far and the number
    of arrangements reached, so that a search that is stopped at that time has proven something too. `expanded_by_f`: the number
    of states expanded at each value of f. `anytime` looks for solutions at the same time. States that cannot lead to a better one
    are left out, and the search ends when a solution is proven to be the best. `preparing`: the cost of the databases, in states;
    a first solution does not wait for them.
    """

    title: ClassVar[str] = "A*"
    domain: TrainDomain
    bounds_of: Callable[[Proven], Estimated]
    limits: Limits
    expanded_by_f: dict[int, int] = field(default_factory=dict)
    anytime: AnytimeSearch | None = None
    preparing: int = 0
    _arrangements: int = 0

    @property
    def states(self) -> int:
        """Return the number of states reached or, while databases are built, the number of their arrangements reached."""
        return super().states or self._arrangements

    @property
    def lower_bound(self) -> int:
        """The proven lower bound on the number of moves."""
        return self.settled

    @property
    def evidence(self) -> Evidence:
        """Return the total below which every position was searched."""
        return BoundsReached(None if self.exhausted else self.settled)

    @property
    def proof(self) -> dict[str, dict[str, int]]:
        """Return the number of states expanded at each value of f."""
        return {"expanded by bound": {str(f): count for f, count in sorted(self.expanded_by_f.items())}}

    def _search(self) -> None:
        domain, goals = self.domain, self.domain.goals
        self._neighbours, start = domain.neighbours(self.limits), domain.states([domain.start])
        self.settled, self._arrangements = int(not goals.met_by(start)[0]), 1
        if self.anytime is not None and not self.anytime.base and self.anytime.keep_up(self.preparing, self.lower_bound):
            self.path = self.anytime.path
            return
        self.bounds = self.bounds_of(self._note)
        for g, states in self._buckets(start, TotalTable(self.limits, domain.words, np.uint8)):
            if g == MOST_MOVES:
                raise TooLargeError(f"a solution of more than {MOST_MOVES} moves is beyond A*; use the method bidirectional")
            if g == self.settled and len(met := states[goals.met_by(states)]):
                self.path = self._walk(smallest(met), g)
                return
        # All that is left out would be as long as what the beams have found.
        self.path = self.anytime.path if self.anytime is not None else None
        self.exhausted = self.path is None
        self.settled = max(self.settled, len(self.path or [0]) - 1)

    def _note(self, bound: int, arrangements: int) -> None:
        """Store the lower bound that the databases have proven for the start."""
        self.settled = max(self.settled, bound)
        self._arrangements += arrangements

    def _is_over(self) -> bool:
        return self.anytime is not None and self.anytime.keep_up(self.states, self.settled)

    def _successors(self, states: States, g: int) -> Iterator[tuple[States, Ints]]:
        for part in range(0, len(states), PART):
            for batch in self._neighbours.of(states[part : part + PART]):
                yield batch, np.ones(len(batch), np.int64)

    def _expand(self, states: States, g: int) -> None:
        super()._expand(states, g)
        self.expanded += len(states)
        self.expanded_by_f[self.settled] = self.expanded_by_f.get(self.settled, 0) + len(states)

    def _bounds(self, states: States) -> Ints:
        return self.bounds.of(states)

    def _walk(self, state: int, g: int) -> list[int]:
        """Return a shortest path to `state`, which takes g moves. Of several preceding states, the smallest is chosen, so that
        the path is deterministic."""
        assert self._table is not None
        path = [state]
        for moves in range(g - 1, -1, -1):
            before = self._neighbours.all_of(path[-1], forwards=False)
            path.append(smallest(self._table.at(before, moves)))
        return path[::-1]


class AStar(Method):
    """A* with databases for the locomotives and some cars, if these are worth their cost."""

    task: MovesTask
    asked = f"asked for; databases over {DATABASE_CARS[0]} cars"

    @cached_property
    def _cars(self) -> int:
        return affordable_cars(self.task.domain)

    def fits(self) -> bool:
        """Return whether there are databases that are worth their cost."""
        self.why = f"databases over the locomotives and {self._cars} of the cars"
        return self._cars > 0

    def begin(self, is_asked: bool) -> BoundedSearch:
        """Return the search. It builds the databases, or reads them from disk, when it runs."""
        task, cars = self.task, DATABASE_CARS[0] if is_asked else self._cars
        folder = databases_folder(task.options.databases)
        store = DatabaseStore(folder) if folder is not None else None

        def bounds(proven: Proven) -> PatternBounds:
            """Build the databases."""
            return PatternBounds.build(task.domain, patterns_of(task.domain, cars), task.limits, proven, store)

        search = BoundedSearch(task.domain, bounds, task.limits, anytime=task.anytime)
        search.preparing = all_rows(task.domain, cars)
        return search

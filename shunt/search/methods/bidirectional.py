"""The methods of `solve` that search by levels (`levels.py`)."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from shunt.search.methods.levels import PathSearch
from shunt.search.task import Method

if TYPE_CHECKING:
    from shunt.search.methods.task import MovesTask

# Set by `benchmarks/searches.py` (A* against search from both ends).
WORTH = 40  # states that both ends reach while a row of a database is built (two cores: 2.8 a µs, and 10 to 38 µs a row)
LEAST_BUDGET = 2_000_000
EARLY_BUDGET = 300_000  # where the databases are on disk already


class Bidirectional(Method):
    """Levels from both ends. This method comes first, with a budget of about the cost of the databases of A*.

    It is not known in advance whether this search or A* is faster on a card, but the cost of preparing A* is known exactly: it is
    the number of rows in the databases. The search from both ends therefore gets a budget of states that takes about as long as
    building them, and they are built only after that. The total time is thus never much more than twice that of the better
    method.
    """

    task: MovesTask
    why = "levels from both ends, before databases are built"
    method = "bidirectional"

    def begin(self, is_asked: bool) -> PathSearch:
        """Return the search. The cost of the databases, and whether they are on disk, is determined only when the search has
        become long."""
        task = self.task
        budget_of = cache(self._states_before_databases) if not is_asked else lambda: None
        return PathSearch(task.domain, task.limits, self.method, task.anytime, budget_of)

    def _states_before_databases(self) -> int | None:
        """Return the number of states that a search without databases may reach before A* builds or reads its own, or None if A*
        has none."""
        from shunt.search.methods.database_plan import affordable_cars, all_rows

        cars = affordable_cars(self.task.domain)
        if not cars:
            return None
        return EARLY_BUDGET if self._are_on_disk(cars) else max(LEAST_BUDGET, WORTH * all_rows(self.task.domain, cars))

    def _are_on_disk(self, cars: int) -> bool:
        """Return whether all databases that A* would build are on disk."""
        from shunt.search.tablebase.database_store import DatabaseStore, databases_folder

        folder = databases_folder(self.task.options.databases)
        if folder is None or not os.path.isdir(folder):
            return False
        from shunt.search.methods.pattern_databases import patterns_of

        store = DatabaseStore(folder)
        return all(store.holds(one.key) for one in patterns_of(self.task.domain, cars))


class Forward(Bidirectional):
    """Levels from the start alone, used only if it is requested."""

    method = "forward"

    def fits(self) -> bool:
        """Return False: levels from both ends are never slower."""
        return False

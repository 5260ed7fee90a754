"""The pattern databases that a card can have, their costs, which are known before they are built, and the decision whether to
build them.

This is separate from `pattern_databases.py`, so that a card that is solved without databases does not load their kernels.

It is not known in advance whether `bidirectional` or `astar` is faster on a card, but the cost of preparing A* is known exactly:
it is the number of rows in the databases. The search from both ends therefore gets a budget of states that takes about as long as
building them, and they are built only after that. The total time is thus never much more than twice that of the better method.
"""

from __future__ import annotations

import os
from itertools import combinations
from typing import TYPE_CHECKING

from shunt.cards.card import Goal
from shunt.search.index.perfect import occupancies_for
from shunt.search.tablebase.database_store import DatabaseStore, databases_folder
from shunt.search.trains.codec import Codec

if TYPE_CHECKING:
    from shunt.search.methods.task import MovesTask

# Set by `benchmarks/searches.py` (A* against search from both ends).
WORTH = 40  # states that both ends reach while a row of a database is built (two cores: 2.8 a µs, and 10 to 38 µs a row)
LEAST_BUDGET = 2_000_000
EARLY_BUDGET = 300_000  # where the databases are on disk already
DATABASE_CARS = (2, 1)  # how many cars the databases of A* keep: the first of these that is affordable
MOST_ROWS = 20_000_000  # databases larger than this are never built without being asked for


def worth_keeping(codec: Codec, goal: Goal, cars: int) -> list[tuple[str, ...]]:
    """Return the tuples of `cars` cars for which databases may be built: cars with a goal, and not interchangeable with each
    other.

    If fewer cars have a goal, tuples are shorter. They never contain all cars of the card. The only tuple of no cars is empty (a
    database for the locomotives alone).
    """
    roster = codec.rules.roster
    grouped = {name for group in roster.interchangeable for name in group}
    ends = goal.settled(roster)
    named = [name for name in roster.cars if name in ends and name not in grouped]
    size = min(cars, len(named), max(0, len(roster.cars) - 1))
    return list(combinations(named, size))


def all_rows(codec: Codec, goal: Goal, cars: int) -> int:
    """Return the number of rows of all databases with `cars` cars, which is the cost of building them."""
    return occupancies_for(codec.rules, len(codec.settings.positions), cars) * len(worth_keeping(codec, goal, cars))


def affordable_cars(codec: Codec, goal: Goal) -> int:
    """Return the number of cars that the databases of A* may keep, or 0 if no database is worth its cost."""
    most = len(worth_keeping(codec, goal, DATABASE_CARS[0])[0])
    return next((cars for cars in DATABASE_CARS if cars <= most and all_rows(codec, goal, cars) <= MOST_ROWS), 0)


def states_before_databases(task: MovesTask) -> int | None:
    """Return the number of states that a search without databases may reach before A* builds or reads its own, or None if A* has
    none."""
    goal = task.card.goal
    cars = affordable_cars(task.codec, goal)
    if not cars:
        return None
    return EARLY_BUDGET if _are_on_disk(task, cars) else max(LEAST_BUDGET, WORTH * all_rows(task.codec, goal, cars))


def _are_on_disk(task: MovesTask, cars: int) -> bool:
    """Return whether all databases that A* would build are on disk."""
    folder = databases_folder(task.options.databases)
    if folder is None or not os.path.isdir(folder):
        return False
    from shunt.search.methods.pattern_databases import patterns_of

    store = DatabaseStore(folder)
    return all(store.holds(pattern.key) for pattern in patterns_of(task.codec, task.card.goal, task.setting, cars))

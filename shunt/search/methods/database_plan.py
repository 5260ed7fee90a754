"""The pattern databases that a card can have, and their costs, which are known before they are built.

This is separate from `pattern_databases.py`, so that a card that is solved without databases does not load their kernels.
"""

from __future__ import annotations

from itertools import combinations

from shunt.search.index.perfect import occupancies_for
from shunt.search.trains.domain import TrainDomain

# Set by `benchmarks/searches.py` (A* against search from both ends).
DATABASE_CARS = (2, 1)  # how many cars the databases of A* keep: the first of these that is affordable
MOST_ROWS = 20_000_000  # databases larger than this are never built without being asked for


def worth_keeping(domain: TrainDomain, cars: int) -> list[tuple[str, ...]]:
    """Return the tuples of `cars` cars for which databases may be built: cars with a goal, and not interchangeable with each
    other.

    If fewer cars have a goal, tuples are shorter. They never contain all cars of the card. The only tuple of no cars is empty (a
    database for the locomotives alone).
    """
    roster = domain.card.roster
    ends = domain.card.goal.settled(roster)
    named = [name for name in roster.cars if name in ends and roster.alike(name) == (name,)]
    size = min(cars, len(named), max(0, len(roster.cars) - 1))
    return list(combinations(named, size))


def all_rows(domain: TrainDomain, cars: int) -> int:
    """Return the number of rows of all databases with `cars` cars, which is the cost of building them."""
    codec = domain.codec
    return occupancies_for(codec.rules, len(codec.settings.positions), cars) * len(worth_keeping(domain, cars))


def affordable_cars(domain: TrainDomain) -> int:
    """Return the number of cars that the databases of A* may keep, or 0 if no database is worth its cost."""
    most = len(worth_keeping(domain, DATABASE_CARS[0])[0])
    return next((cars for cars in DATABASE_CARS if cars <= most and all_rows(domain, cars) <= MOST_ROWS), 0)

"""Which pattern databases a card could have, and how large each is: known before any is built.

Apart from `pattern_databases.py`, so that a card that is solved without databases loads no kernels of theirs.
"""

from __future__ import annotations

from itertools import combinations

from shunt.cards.card import Goal
from shunt.search.index.perfect import occupancies_for
from shunt.search.trains.codec import Codec


def worth_keeping(codec: Codec, goal: Goal, cars: int) -> list[tuple[str, ...]]:
    """Return the tuples of `cars` cars that databases may be built for: named in the goal, and not interchangeable.

    Tuples are shorter if the goal names fewer cars, and never hold all the cars of the card; the only tuple of no cars is empty
    (a database over the locomotives alone).
    """
    roster = codec.rules.roster
    grouped = {name for group in roster.interchangeable for name in group}
    named = [name for name in roster.cars if name in goal.places and name not in grouped]
    size = min(cars, len(named), max(0, len(roster.cars) - 1))
    return list(combinations(named, size))


def projected_rows(codec: Codec, cars: int) -> int:
    """Return the number of rows of a database that keeps `cars` cars: what it costs to build."""
    return occupancies_for(codec.rules, len(codec.phases.positions), cars)

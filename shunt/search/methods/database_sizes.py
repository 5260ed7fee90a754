"""Which pattern databases a card could have, how large each is, and in which folder they are kept: known before any is built.

Apart from `pattern_databases.py`, so that a card that is solved without databases loads no kernels of theirs.
"""

from __future__ import annotations

import os
from itertools import combinations
from pathlib import Path

from shunt.cards.card import Goal
from shunt.errors import Fault, InputError
from shunt.files.printable import printable
from shunt.search.index.perfect import occupancies_for
from shunt.search.trains.codec import Codec

FOLDER_VARIABLE = "SHUNT_DATABASES"


def folder_of(folder: str | os.PathLike[str] | None) -> Path | None:
    """Return the folder of databases: `folder`, else the one in SHUNT_DATABASES, else one in the user's cache.

    Return None where none are kept: SHUNT_DATABASES is empty, or the user has no home. Raise `InputError` if `folder` is not one.
    """
    if folder is not None:
        shown = os.fspath(folder)
        if not shown or "\0" in shown or (os.path.exists(shown) and not os.path.isdir(shown)):
            raise InputError(Fault("databases", f"{printable(shown)} is not a folder", "name a folder"))
        return Path(shown)
    named = os.environ.get(FOLDER_VARIABLE)
    if named is not None:
        return Path(named) if named else None
    try:
        base = os.environ.get("SHUNT_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(base) / "shunt" / "databases"


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

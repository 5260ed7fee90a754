"""Places: names for sets of spaces, such as the tracks of an industry, where a card may say that something must end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shunt.errors import Fault, suggest
from shunt.files.document import Document, KeyPath
from shunt.track.plan import Plan


def place_faults(places: Mapping[str, Sequence[str]], plan: Plan, document: Document, under: KeyPath) -> list[Fault]:
    """Return the faults of a table of places, which is at `under` in a document."""
    faults = []
    for name, spaces in places.items():
        if name in plan.spaces:
            what = f"a place and a space are both called {name}"
            faults.append(document.fault((*under, name), what, "give the place a name of its own"))
        for index, space in enumerate(spaces):
            keys = (*under, name, index)
            if space not in plan.spaces:
                faults.append(document.fault(keys, f"unknown space {space!r}", suggest(space, plan.spaces)))
            elif space in spaces[:index]:
                faults.append(document.fault(keys, f"{space} is listed twice", "name each space of a place once"))
            elif space in plan.no_stop:
                what = f"nothing may stand on {space}, so it is no part of a place"
                faults.append(document.fault(keys, what, "leave it out (see no_stop in the layout)"))
    return faults

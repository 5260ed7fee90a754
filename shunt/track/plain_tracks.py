"""Tracks without points: rows of spaces on which pieces can stand, and the number of cars that each siding holds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from shunt.track.plan import End, Plan


def plain_tracks(plan: Plan) -> list[tuple[str, ...]]:
    """Return the longest rows of spaces between points, crossings, bridges and ends of track. Nothing stops on points.

    >>> plan = Plan.from_tracks("fan", ["A B P C D", "A B P E"], no_stop=["P"])
    >>> plain_tracks(plan)
    [('A', 'B'), ('C', 'D'), ('E',)]
    """
    kept = [space for space in plan.spaces if space not in plan.no_stop and space not in plan.on_bridges]
    return [tuple([end.space for end in row]) for row in rows_of(plan, kept)]


def rows_of(plan: Plan, spaces: Iterable[str]) -> list[tuple[End, ...]]:
    """Return the longest rows of these spaces in which each is the only one joined to the one before it, as the ends that point
    onwards. Each row begins at whichever of its two end spaces comes first in `spaces`."""
    place, fixed = {space: number for number, space in enumerate(spaces)}, plan.fixed
    open_to = set(place)
    found = []
    for space in place:
        if space in open_to:
            open_to.discard(space)
            before, after = [End(space, 0)], [End(space, 1)]
            for row in (before, after):
                while len(others := fixed.get(row[-1], ())) == 1 and others[0].space in open_to:
                    if len(fixed.get(others[0], ())) != 1:
                        break
                    open_to.discard(others[0].space)
                    row.append(others[0].opposite)
            ahead, back = (
                (*(end.opposite for end in reversed(one)), *other[1:]) for one, other in ((before, after), (after, before))
            )
            found.append(ahead if place[ahead[0].space] <= place[ahead[-1].space] else back)
    return found


def capacities(plan: Plan) -> dict[str, int]:
    """Return the number of cars that each plain track holds, by the names of its spaces: `Team-Track-1…4` if they are numbered.

    >>> capacities(Plan.from_tracks("yard", ["Lead-1 Lead-2 P Mill", "Lead-1 Lead-2 P B C"], no_stop=["P"]))
    {'Lead-1…2': 2, 'Mill': 1, 'B…C': 2}
    """
    return {track_label(row): len(row) for row in plain_tracks(plan)}


def track_label(row: tuple[str, ...]) -> str:
    """Return the name of a plain track: `Team-Track-1…4` if its spaces are numbered, otherwise its first and last space."""
    stem = _stem(row[0])
    is_numbered = bool(stem) and all(space.startswith(stem) and space[len(stem) :].isdigit() for space in row)
    return row[0] if len(row) == 1 else f"{row[0]}…{row[-1].removeprefix(stem) if is_numbered else row[-1]}"


def _stem(space: str) -> str:
    numbered = re.fullmatch(r"(.*\D)\d+", space)
    return numbered[1] if numbered else ""


class TrackPlace(NamedTuple):
    """A space as a place on a named track: the track's name, the number of the place, and the number of places."""

    track: str
    number: int
    of: int


def track_places(plan: Plan) -> dict[str, TrackPlace]:
    """Return the spaces that are numbered parts of a track: `Mill-2` is place 2 of 3 of `Mill`.

    A name that two tracks share is not used for either.

    >>> plan = Plan.from_tracks("yard", ["Lead P Mill-1 Mill-2", "Lead P Dock-1 Dock-2"], no_stop=["P"])
    >>> track_places(plan)["Mill-2"]
    TrackPlace(track='Mill', number=2, of=2)
    """
    found: dict[str, list[tuple[str, ...]]] = {}
    for row in plain_tracks(plan):
        for stem, spaces in groupby(row, _stem):
            if len(stem) > 1 and stem[-1] in "-_. ":
                found.setdefault(stem[:-1], []).append(tuple(spaces))
    return {
        space: TrackPlace(stem, number, len(rows[0]))
        for stem, rows in found.items()
        if len(rows) == 1 and stem not in plan.spaces
        for number, space in enumerate(rows[0], 1)
    }

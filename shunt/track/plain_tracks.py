"""Tracks without points: spaces in a row on which pieces can stand, and so how many cars each siding holds."""

from __future__ import annotations

import re

from shunt.track.plan import End, Plan


def plain_tracks(plan: Plan) -> list[tuple[str, ...]]:
    """Return the longest rows of spaces between points, crossings, bridges and ends of track; nothing stops on points.

    >>> plan = Plan.from_tracks("fan", ["A B P C D", "A B P E"], no_stop=["P"])
    >>> plain_tracks(plan)
    [('A', 'B'), ('C', 'D'), ('E',)]
    """
    bridges = {space for table in plan.turntables for space in table.bridge}
    kept = [space for space in plan.spaces if space not in plan.no_stop and space not in bridges]
    place = {space: number for number, space in enumerate(kept)}
    open_to = set(kept)
    found: list[tuple[str, ...]] = []
    for space in kept:
        if space in open_to:
            open_to.discard(space)
            before = _beyond(plan, End(space, 0), open_to)
            open_to.difference_update(before)
            after = _beyond(plan, End(space, 1), open_to)
            open_to.difference_update(after)
            row = (*reversed(before), space, *after)
            found.append(row if place[row[0]] <= place[row[-1]] else row[::-1])
    return found


def _beyond(plan: Plan, end: End, open_to: set[str]) -> list[str]:
    """Return the spaces in a row beyond an end of a space, each the only one joined to the one before it."""
    row: list[str] = []
    while len(others := plan.fixed.get(end, ())) == 1 and len(plan.fixed.get(others[0], ())) == 1:
        (other,) = others
        if other.space not in open_to or other.space in row:
            break
        row.append(other.space)
        end = other.opposite
    return row


def capacities(plan: Plan) -> dict[str, int]:
    """Return how many cars each plain track holds, by the names of its spaces: `Team-Track-1…4` for those that are numbered.

    >>> capacities(Plan.from_tracks("yard", ["Lead-1 Lead-2 P Mill", "Lead-1 Lead-2 P B C"], no_stop=["P"]))
    {'Lead-1…2': 2, 'Mill': 1, 'B…C': 2}
    """
    return {_label(row): len(row) for row in plain_tracks(plan)}


def _label(row: tuple[str, ...]) -> str:
    first, last = row[0], row[-1]
    numbered = re.fullmatch(r"(.*\D)\d+", first)
    stem = numbered[1] if numbered else ""
    is_numbered = bool(stem) and all(space.startswith(stem) and space[len(stem) :].isdigit() for space in row)
    return first if len(row) == 1 else f"{first}…{last.removeprefix(stem) if is_numbered else last}"

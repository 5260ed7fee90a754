"""Large boards for the terminal: each long row of plain spaces is drawn as its ends, with one label for all between them.

A picture of thousands of labels would be wider than any terminal and take longer to draw than all else on a card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from shunt.rules.plain_runs import plain_runs, shortened
from shunt.track.layout import Layout
from shunt.track.plan import End, Plan

MOST_DRAWN = 400
"""Spaces of a board beyond which rows are shortened."""
ROOM = 3  # spaces of a row that is shortened: its first, one for those between, and its last


def schematic(layout: Layout, special: Iterable[str] = ()) -> Layout:
    """Return a layout of more than `MOST_DRAWN` spaces with its long rows of plain spaces shortened, any other as it is.

    What stands for spaces left out is one space called after the first and the last of them, `m11..m59`. No space of `special`,
    or with a mark, is left out.
    """
    plan = layout.plan
    if len(plan.spaces) <= MOST_DRAWN:
        return layout
    runs = [run for run in plain_runs(plan, {*special, *layout.marks}) if len(run.spaces) > ROOM + 1]
    names = {run.spaces[1]: f"{run.spaces[1]}..{run.spaces[-2]}" for run in runs}
    return replace(layout, plan=_renamed(shortened(plan, runs, ROOM), names), at={}, angles={})


def schematic_lines(plan: Plan | None) -> list[str]:
    """Return what to say under a picture of a board whose rows are shortened; nothing if they are not, or it has no tracks."""
    if plan is None or len(plan.spaces) <= MOST_DRAWN:
        return []
    return [f"rows of plain spaces are shortened: A..B stands for A, B and all between them, of {len(plan.spaces):,} spaces"]


def _renamed(plan: Plan, names: dict[str, str]) -> Plan:
    """Return a plan with other names of spaces that are in plain rows."""

    def end(old: End) -> End:
        return End(names.get(old.space, old.space), old.end)

    fixed = {end(one): tuple(map(end, others)) for one, others in plan.fixed.items()}
    spaces = tuple(names.get(space, space) for space in plan.spaces)
    tracks = tuple(tuple(names.get(space, space) for space in track) for track in plan.tracks)
    return replace(plan, fixed=fixed, spaces=spaces, tracks=tracks)

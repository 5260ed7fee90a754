"""Plain runs: rows of spaces without any special features. They make up most of a large board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from shunt.track.plain_tracks import rows_of
from shunt.track.plan import End, Plan

PlainRun = tuple[End, ...]
"""A plain run: for each of its spaces, the end that points onwards."""


def plain_runs(plan: Plan, special: Iterable[str] = ()) -> list[PlainRun]:
    """Return the plain runs of a board, each once. Rings without an end are left out.

    Each space of a run has one permanent join at either end. A space does not belong to a run if it is `special`, on a bridge or
    joined to one, in an exclusive group, or closed to stopping or to some pieces.
    """
    others = {*special, *plan.no_stop, *plan.closed, *plan.on_bridges}
    others = others.union(*plan.exclusive, *(table.outside for table in plan.turntables))
    plain = [
        space
        for space in plan.spaces
        if space not in others and all(len(plan.fixed.get(End(space, end), ())) == 1 for end in (0, 1))
    ]
    return [run for run in rows_of(plan, plain) if plan.fixed[run[-1]][0].space != run[0].space]


def kept_of(length: int, room: int) -> list[int]:
    """Return the indices of the spaces of a run that are kept: the first and the last ones, `room` in all."""
    first = (room + 1) // 2
    return [*range(first), *range(length - (room - first), length)]


def shortened(plan: Plan, runs: Sequence[PlainRun], room: int) -> Plan:
    """Return a plan in which the middle of each run is left out."""
    return without(plan, [end.space for run in runs for end in run[(room + 1) // 2 : len(run) - room // 2]])


def without(plan: Plan, gone: Collection[str]) -> Plan:
    """Return a plan without these spaces, which no turntable names. Their neighbours are joined to each other."""
    fixed = dict(plan.fixed)
    for space in gone:
        sides = [(End(space, end), fixed.pop(End(space, end), ())) for end in (0, 1)]
        for (end, others), (_, beyond) in (sides, sides[::-1]):
            for other in others:
                fixed[other] = tuple(one for joined in fixed[other] for one in (beyond if joined == end else (joined,)))
    left = set(gone)
    spaces = tuple(space for space in plan.spaces if space not in left)
    tracks = tuple(tuple(space for space in run if space not in left) for run in plan.tracks)
    return Plan(plan.name, spaces, fixed, tracks, plan.turntables, plan.no_stop, plan.exclusive, plan.closed)

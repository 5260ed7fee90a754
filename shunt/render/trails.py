"""The path of a move along the rails: through the curves that join its spaces, and over the bridges of turntables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from shunt.render.geometry import TrackShape
from shunt.render.scene import XY
from shunt.track.plan import Plan

SAME = 1e-6  # space lengths between points that are one


def along_rails(shape: TrackShape, path: Sequence[str]) -> list[XY]:
    """Return points along the track from the middle of the first space of a path to that of the last.

    Two spaces that no curve joins, as on a bridge that has turned since, are joined by a straight line.
    """
    if not path:
        return []
    first = shape.spots[path[0]]
    points = [(first.x, first.y)]
    for pair in pairwise(path):
        points += _between(shape, *pair)
    return points


def heading_after(shape: TrackShape, path: Sequence[str], points: Sequence[XY], heading: int | None) -> int | None:
    """Return what a locomotive faces at the end of a path, given what it faces at its start; `points` are along the rails."""
    if heading is None:
        return None
    first, last = shape.spots[path[0]], shape.spots[path[-1]]
    ahead = [
        (b[0] - a[0]) * spot.along[0] + (b[1] - a[1]) * spot.along[1] > 0
        for spot, (a, b) in ((first, points[:2]), (last, points[-2:]))
    ]
    return heading if ahead[0] == ahead[1] else 1 - heading


def settings_before(plan: Plan, settings: tuple[int, ...]) -> tuple[int, ...]:
    """Return how turntables stood during the move after which they stand so."""
    return tuple(
        now if table.rotation != "each-move" else next(at for at in range(len(table.positions)) if table.stepped(at) == now)
        for table, now in zip(plan.turntables, settings, strict=True)
    )


def _between(shape: TrackShape, here: str, there: str) -> list[XY]:
    """Return the points of the track from one space to the next, without the first."""
    rims = [end for bridge in shape.bridges for end in (bridge.start, bridge.end)]
    ends = {space: (shape.spots[space].x, shape.spots[space].y) for space in (here, there)}
    on_bridge = {space for space, end in ends.items() for pit in shape.pits if dist(end, (pit.x, pit.y)) < pit.radius}
    for curve in shape.curves:
        line = curve.outline()
        if set(curve.spaces) == {here, there}:
            return line[1:] if curve.spaces[0] == here else line[-2::-1]
        if on_bridge and curve.blunt and any(dist(line[-1], rim) < SAME for rim in rims):
            if curve.spaces[0] == here and there in on_bridge:  # onto a bridge, which is straight
                return [*line[1:], ends[there]]
            if curve.spaces[0] == there and here in on_bridge:
                return line[::-1]
    return [ends[there]]

"""The path of a move along the rails: through the curves that join its spaces, and over the bridges of turntables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

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
    points = [_middle(shape, path[0])]
    for here, there in pairwise(path):
        points += _between(shape, _middle(shape, here), _middle(shape, there))
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


def _middle(shape: TrackShape, space: str) -> XY:
    spot = shape.spots[space]
    return spot.x, spot.y


def _between(shape: TrackShape, here: XY, there: XY) -> list[XY]:
    """Return the points of the track from one space to the next, without the first."""
    ends = [end for bridge in shape.bridges for end in (bridge.start, bridge.end)]
    for curve in shape.curves:
        for line in (curve.outline(), curve.outline()[::-1]):
            if _is_same(line[0], here) and _is_same(line[-1], there):
                return line[1:]
            meets = any(_is_same(line[-1], end) for end in ends)
            if meets and _is_same(line[0], here) and _is_on_bridge(shape, there):  # onto a bridge, which is straight
                return [*line[1:], there]
            if meets and _is_same(line[0], there) and _is_on_bridge(shape, here):
                return line[::-1]
    return [there]


def _is_same(one: XY, other: XY) -> bool:
    return hypot(one[0] - other[0], one[1] - other[1]) < SAME


def _is_on_bridge(shape: TrackShape, point: XY) -> bool:
    return any(hypot(point[0] - pit.x, point[1] - pit.y) < pit.radius for pit in shape.pits)

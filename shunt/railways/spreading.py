"""Coordinates of an imported railway, spread until no space lies on another one.

Drawings show tracks closer together than cars are long. The picture is stretched, upward or sideways or both, by the least
factor that keeps all spaces apart; straight and parallel tracks stay so. Spaces that still meet are pushed apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import atan2, cos, degrees, hypot, radians, sin

from shunt.track.directions import BODY, Point, directions, lying_on, overlapping, turntable_middle
from shunt.track.plan import Plan

STRETCHED = (1.0, 1.2, 1.4, 1.7, 2.0, 2.5)
UPWARD = 1.5  # stretching upward is worth this much less than sideways: boards are wider than they are high
ROUNDS = 12  # of pushing, before the whole is enlarged
ENLARGED, MOST_ENLARGED = 1.25, 12
LEAST = 0.01  # between two points of a file
CLEAR = 0.02  # lengths of a space between two that were pushed apart

Points = dict[str, Point]


def spread(plan: Plan, at: Mapping[str, Point], angles: Mapping[str, float]) -> tuple[Points, dict[str, float]]:
    """Return the coordinates and directions of spaces, changed as little as needed for no space to lie on another one."""
    points, turned = _spread(plan, at, angles)
    return _distinct(points), turned


def _distinct(points: Points) -> Points:
    """Return points of which no two are the same: the legs of a crossing may share their middle, and a file may not say so."""
    taken: set[Point] = set()
    for space, (x, y) in points.items():
        point = (x, y)
        while point in taken:
            point = point[0], round(point[1] + LEAST, 2)
        taken.add(point)
        points[space] = point
    return points


def _spread(plan: Plan, at: Mapping[str, Point], angles: Mapping[str, float]) -> tuple[Points, dict[str, float]]:
    factors = sorted(product(STRETCHED, STRETCHED), key=lambda pair: (pair[0] ** UPWARD * pair[1], pair))
    count = {}
    for across, up in factors:
        points, turned = _stretched(at, angles, across, up)
        count[across, up] = sum(1 for _ in lying_on(plan, points, turned))
        if not count[across, up]:
            return points, turned
        if len(plan.spaces) * len(count) > MOST_TRIED:
            break
    points, turned = _stretched(at, angles, *min(count, key=lambda pair: (count[pair] * pair[0] * pair[1], pair)))
    for _ in range(MOST_ENLARGED):
        if _pushed(plan, points, turned):
            break
        points, _ = _stretched(points, {}, ENLARGED, ENLARGED)
    low = [min(point[axis] for point in points.values()) for axis in (0, 1)]
    return {space: (round(x - low[0], 2), round(y - low[1], 2)) for space, (x, y) in points.items()}, turned


MOST_TRIED = 10_000
"""Spaces whose places are tried with different factors, counted again for each."""


def _stretched(at: Mapping[str, Point], angles: Mapping[str, float], across: float, up: float) -> tuple[Points, dict[str, float]]:
    points = {space: (round(across * x, 2), round(up * y, 2)) for space, (x, y) in at.items()}
    turned = {
        space: round(degrees(atan2(up * sin(radians(angle)), across * cos(radians(angle)))) % 360, 1) % 360
        for space, angle in angles.items()
    }
    return points, turned


def _pushed(plan: Plan, points: Points, angles: Mapping[str, float]) -> bool:
    """Push spaces apart that lie on each other; return whether none is left."""
    for _ in range(ROUNDS):
        along = directions(plan, points, angles)
        pairs = list(overlapping(plan, points, along))
        if not pairs:
            return True
        bridges = {table.bridge[0]: table for table in plan.turntables}
        for space, other in pairs:
            if other in bridges:
                middle, table = turntable_middle(bridges[other], points), bridges[other]
                away = hypot(points[space][0] - middle[0], points[space][1] - middle[1]) or 1.0
                by = CLEAR + max(0.1, len(table.bridge) / 2 + BODY[0] - away)
                _move(points, space, ((points[space][0] - middle[0]) / away * by, (points[space][1] - middle[1]) / away * by))
                continue
            x, y = _apart(points[other], along[other], points[space], along[space])
            _move(points, space, (x / 2, y / 2))
            _move(points, other, (-x / 2, -y / 2))
    return not any(lying_on(plan, points, angles))


def _move(points: Points, space: str, by: Point) -> None:
    points[space] = round(points[space][0] + by[0], 2), round(points[space][1] + by[1], 2)


def _apart(one: Point, along: Point, other: Point, across: Point) -> Point:
    """Return the shortest way for the other of two spaces to lie beside the one, across the track of one of them."""
    between = other[0] - one[0], other[1] - one[1]
    turned = abs(along[0] * across[0] + along[1] * across[1])
    crossed = abs(along[0] * across[1] - along[1] * across[0])
    need = BODY[1] + BODY[0] * crossed + BODY[1] * turned + CLEAR
    found = []
    for x, y in (along, across):
        aside = -between[0] * y + between[1] * x
        by = need - abs(aside)
        found.append((by, (-y * by, x * by) if aside >= 0 else (y * by, -x * by)))
    return min(found)[1]

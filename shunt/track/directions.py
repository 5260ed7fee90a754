"""Which way the spaces of a drawing point, and which of them lie on each other.

A space that has no direction of its own lies along the straightest track through it. Lengths are in space lengths, x to the
right, y upwards. The editor's page has the same in `pages/source/edit/model/directions.ts`; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import acos, cos, degrees, exp, hypot, radians, sin

from shunt.track.plan import End, Plan
from shunt.track.turntable import Turntable

Point = tuple[float, float]
Points = Mapping[str, Point]
"""Where spaces are, or unit vectors along them."""

BENDING = 12.0  # degrees: how much straighter a path must be to settle which way a space lies
LEVEL = 1e-3  # the most that a unit vector rises on level track
BODY = (0.37, 0.21)  # half the length and width of a space


def unit(x: float, y: float) -> Point:
    """Return the vector with length 1; a vector of no length points to the right."""
    length = hypot(x, y)
    return (x / length, y / length) if length > 1e-9 else (1.0, 0.0)


def towards(here: Point, there: Point) -> Point:
    """Return the unit vector from one point to another."""
    return unit(there[0] - here[0], there[1] - here[1])


def middle_of(points: Collection[Point]) -> Point:
    """Return the mean of points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def turntable_middle(table: Turntable, points: Points) -> Point:
    """Return the middle of a turntable: that of its bridge's spaces."""
    return middle_of([points[space] for space in table.bridge])


def directions(plan: Plan, points: Points, angles: Mapping[str, float]) -> dict[str, Point]:
    """Return the unit vector from end 0 to end 1 of every space that has a point and is on no bridge.

    `angles` are the directions that a layout gives, which may also be read from the other end.
    """
    ends = _end_points(plan, points)
    found = {}
    for space in plan.spaces:
        if space in plan.on_bridges or space not in points:
            continue
        along = _along_track(points[space], ends.get(End(space, 0), ()), ends.get(End(space, 1), ()))
        if space in angles:
            given = (cos(radians(angles[space])), sin(radians(angles[space])))
            along = given if given[0] * along[0] + given[1] * along[1] > -0.3 else (-given[0], -given[1])
        found[space] = along
    return found


def _end_points(plan: Plan, points: Points) -> dict[End, list[Point]]:
    """Return what is at each end of each space: its neighbours, and the middle of a turntable that it meets."""
    ends = {end: [points[other.space] for other in others if other.space in points] for end, others in plan.fixed.items()}
    for table in plan.turntables:
        if all(space in points for space in table.bridge):
            for outside in table.outside:
                ends.setdefault(plan.open_end(outside), []).append(turntable_middle(table, points))
    return ends


def _along_track(here: Point, behind: Sequence[Point], ahead: Sequence[Point]) -> Point:
    """Return the direction of a space along the straightest track through it, or between several that are about as straight.

    A space at the end of track is level if level track leads to it: that is the main line, and the others branch off.
    """
    before, after = [towards(point, here) for point in behind], [towards(here, point) for point in ahead]
    if not before or not after:
        known = before or after or [(1.0, 0.0)]
        known = [way for way in known if abs(way[1]) < LEVEL] or known
        return unit(sum(x for x, _ in known), sum(y for _, y in known))
    pairs = list(product(before, after))
    bends = [degrees(acos(max(-1.0, min(1.0, a[0] * b[0] + a[1] * b[1])))) for a, b in pairs]
    least = min(bends)
    x = y = 0.0
    for (a, b), bend in zip(pairs, bends, strict=True):
        path = unit(a[0] + b[0], a[1] + b[1])
        weight = exp(-(((bend - least) / BENDING) ** 2))
        x, y = x + weight * path[0], y + weight * path[1]
    return unit(x, y)


# --------------------------------------------------------------------------------------------------------------------
# Spaces that lie on each other


def lying_on(plan: Plan, points: Points, angles: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Yield each space that lies on another one, with the first such space, as drawn at these points.

    Spaces of which only one may be occupied may share a place. The spaces of a bridge are drawn in a row on it, and a space that
    the turning bridge meets lies on the first of them.
    """
    return overlapping(plan, points, directions(plan, points, angles))


def overlapping(plan: Plan, points: Points, along: Points) -> Iterator[tuple[str, str]]:
    """Yield what `lying_on` yields, for spaces whose directions are known."""
    found: dict[str, str] = {}
    order = {space: place for place, space in enumerate(along)}
    earlier: dict[tuple[int, int], list[str]] = {}  # by squares, so that only spaces of the same or the next one are compared
    for space, direction in along.items():
        column, row = (int(n // _REACH) for n in points[space])
        near = [one for x in (column - 1, column, column + 1) for y in (row - 1, row, row + 1) for one in earlier.get((x, y), ())]
        met = {one for one in near if _overlap(points[one], along[one], points[space], direction)}
        if met:
            met.difference_update(plan.partners(space))
        if met:
            found[space] = min(met, key=order.__getitem__)
        earlier.setdefault((column, row), []).append(space)
    for table in plan.turntables:
        if points.keys() >= set(table.bridge):
            middle, radius = turntable_middle(table, points), len(table.bridge) / 2
            in_pit = (space for space in along if _distance(points[space], along[space], middle) < radius - 1e-9)
            found.update(dict.fromkeys(in_pit, table.bridge[0]))
    yield from ((space, found[space]) for space in along if space in found)


_REACH = 2 * hypot(*BODY)  # spaces whose middles are farther apart do not overlap


def _overlap(one: Point, along: Point, other: Point, across: Point) -> bool:
    """Return whether two spaces overlap: no line along a side of either separates them."""
    between = (other[0] - one[0], other[1] - one[1])
    if hypot(*between) >= _REACH:
        return False
    turned = abs(along[0] * across[0] + along[1] * across[1])
    crossed = abs(along[0] * across[1] - along[1] * across[0])
    reach = (BODY[0] + BODY[0] * turned + BODY[1] * crossed, BODY[1] + BODY[0] * crossed + BODY[1] * turned)
    return all(
        abs(between[0] * x + between[1] * y) < reach[0] - 1e-9 and abs(between[1] * x - between[0] * y) < reach[1] - 1e-9
        for x, y in (along, across)
    )


def _distance(space: Point, along: Point, point: Point) -> float:
    """Return how far a point is from the body of a space."""
    dx, dy = point[0] - space[0], point[1] - space[1]
    ahead, aside = abs(dx * along[0] + dy * along[1]) - BODY[0], abs(dy * along[0] - dx * along[1]) - BODY[1]
    return hypot(max(ahead, 0.0), max(aside, 0.0))

"""Which way the spaces of a drawing point, and which of them lie on each other.

A space that has no direction of its own lies along the straightest track through it. Lengths are in space lengths, x to the
right, y upwards. The editor's page has the same in `pages/source/edit/model/directions.ts`; tests compare the two.
"""

from __future__ import annotations

from cmath import phase, rect
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import degrees, exp, hypot, radians

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


# --------------------------------------------------------------------------------------------------------------------
# Directions of spaces. From here on, places and vectors along spaces are complex numbers: x + yj


Places = Mapping[str, complex]


def as_places(points: Points) -> dict[str, complex]:
    """Return points as complex numbers."""
    return {space: complex(*point) for space, point in points.items()}


def turntable_middle(table: Turntable, places: Places) -> complex:
    """Return the middle of a turntable: that of its bridge's spaces."""
    return sum(places[space] for space in table.bridge) / len(table.bridge)


def directions(plan: Plan, places: Places, angles: Mapping[str, float]) -> dict[str, complex]:
    """Return the unit vector from end 0 to end 1 of every space that has a place and is on no bridge.

    `angles` are the directions that a layout gives, which may also be read from the other end.
    """
    ends = {end: [places[other.space] for other in others if other.space in places] for end, others in plan.fixed.items()}
    for table in plan.turntables:
        if places.keys() >= set(table.bridge):
            for outside in table.outside:
                ends.setdefault(plan.open_end(outside), []).append(turntable_middle(table, places))
    found = {}
    for space in plan.spaces:
        if space in plan.on_bridges or space not in places:
            continue
        along = _along_track(places[space], ends.get(End(space, 0), ()), ends.get(End(space, 1), ()))
        if space in angles:
            given = rect(1, radians(angles[space]))
            along = given if (given.conjugate() * along).real > -0.3 else -given
        found[space] = along
    return found


def _unit(vector: complex) -> complex:
    return vector / abs(vector) if abs(vector) > 1e-9 else 1 + 0j


def _along_track(here: complex, behind: Sequence[complex], ahead: Sequence[complex]) -> complex:
    """Return the direction of a space along the straightest track through it, or between several that are about as straight.

    A space at the end of track is level if level track leads to it: that is the main line, and the others branch off.
    """
    before, after = [_unit(here - place) for place in behind], [_unit(place - here) for place in ahead]
    if not before or not after:
        known = before or after or [1 + 0j]
        return _unit(sum([way for way in known if abs(way.imag) < LEVEL] or known))
    bends = [(degrees(abs(phase(a.conjugate() * b))), a + b) for a, b in product(before, after)]
    least = min(bend for bend, _ in bends)
    return _unit(sum(_unit(path) * exp(-(((bend - least) / BENDING) ** 2)) for bend, path in bends))


# --------------------------------------------------------------------------------------------------------------------
# Spaces that lie on each other


def lying_on(plan: Plan, points: Points, angles: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Yield each space that lies on another one, with the first such space, as drawn at these points.

    Spaces of which only one may be occupied may share a place. The spaces of a bridge are drawn in a row on it, and a space that
    the turning bridge meets lies on the first of them.
    """
    places = as_places(points)
    return overlapping(plan, places, directions(plan, places, angles))


def overlapping(plan: Plan, places: Places, along: Places) -> Iterator[tuple[str, str]]:
    """Yield what `lying_on` yields, for spaces whose directions are known."""
    found: dict[str, str] = {}
    order = {space: place for place, space in enumerate(along)}
    earlier: dict[tuple[int, int], list[str]] = {}  # by squares, so that only spaces of the same or the next one are compared
    for space, direction in along.items():
        column, row = int(places[space].real // _REACH), int(places[space].imag // _REACH)
        near = [one for x in (column - 1, column, column + 1) for y in (row - 1, row, row + 1) for one in earlier.get((x, y), ())]
        met = {one for one in near if _overlap(places[space] - places[one], along[one], direction)}
        if met:
            met.difference_update(plan.partners(space))
        if met:
            found[space] = min(met, key=order.__getitem__)
        earlier.setdefault((column, row), []).append(space)
    for table in plan.turntables:
        if places.keys() >= set(table.bridge):
            middle, radius = turntable_middle(table, places), len(table.bridge) / 2
            in_pit = (space for space in along if _distance((middle - places[space]) / along[space]) < radius - 1e-9)
            found.update(dict.fromkeys(in_pit, table.bridge[0]))
    yield from ((space, found[space]) for space in along if space in found)


_REACH = 2 * hypot(*BODY)  # spaces whose middles are farther apart do not overlap


def _overlap(between: complex, along: complex, across: complex) -> bool:
    """Return whether two spaces overlap, which is so if no line along a side of either separates them.

    `between` is the vector from one to the other; `along` and `across` are their directions.
    """
    if abs(between) >= _REACH:
        return False
    turned = along.conjugate() * across
    parallel, crossed = abs(turned.real), abs(turned.imag)
    ahead, aside = BODY[0] + BODY[0] * parallel + BODY[1] * crossed, BODY[1] + BODY[0] * crossed + BODY[1] * parallel
    seen = [way.conjugate() * between for way in (along, across)]
    return all(abs(one.real) < ahead - 1e-9 and abs(one.imag) < aside - 1e-9 for one in seen)


def _distance(place: complex) -> float:
    """Return the distance from a place to the body of a horizontal space at 0."""
    return hypot(max(abs(place.real) - BODY[0], 0.0), max(abs(place.imag) - BODY[1], 0.0))

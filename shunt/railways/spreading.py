"""Coordinates of an imported railway, spread until no space lies on another one.

Drawings show tracks closer together than cars are long. The picture is stretched, upward or sideways or both, by the least
factor that keeps all spaces apart; straight and parallel tracks stay so. Spaces that still meet are pushed apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import atan2, cos, degrees, radians, sin

from shunt.track.directions import BODY, Places, Point, directions, overlapping, turntable_middle
from shunt.track.plan import Plan

STRETCHED = (1.0, 1.2, 1.4, 1.7, 2.0, 2.5)
UPWARD = 1.5  # stretching upward is worth this much less than sideways: boards are wider than they are high
ROUNDS = 12  # of pushing, before the whole is enlarged
ENLARGED, MOST_ENLARGED = 1.25, 12
LEAST = 0.01  # between two points of a file
CLEAR = 0.02  # lengths of a space between two that were pushed apart

Angles = Mapping[str, float]


def spread(plan: Plan, at: Places, angles: Angles) -> tuple[dict[str, Point], Angles]:
    """Return the coordinates and directions of spaces, changed as little as needed for no space to lie on another one.

    Coinciding points, such as the middles of the legs of a crossing, are moved apart, because a layout file may not have any.
    """
    places, turned = _spread(plan, at, angles)
    points: dict[str, Point] = {}
    taken: set[Point] = set()
    for space, place in places.items():
        point = place.real, place.imag
        while point in taken:
            point = point[0], round(point[1] + LEAST, 2)
        taken.add(point)
        points[space] = point
    return points, turned


def _spread(plan: Plan, at: Places, angles: Angles) -> tuple[Places, Angles]:
    factors = sorted(product(STRETCHED, STRETCHED), key=lambda pair: (pair[0] ** UPWARD * pair[1], pair))
    count = {}
    for across, up in factors:
        places, turned = _stretched(at, angles, across, up)
        count[across, up] = sum(1 for _ in overlapping(plan, places, directions(plan, places, turned)))
        if not count[across, up]:
            return places, turned
        if len(plan.spaces) * len(count) > MOST_TRIED:
            break
    places, turned = _stretched(at, angles, *min(count, key=lambda pair: (count[pair] * pair[0] * pair[1], pair)))
    for _ in range(MOST_ENLARGED):
        if _pushed(plan, places, turned):
            break
        places, _ = _stretched(places, {}, ENLARGED, ENLARGED)
    low = lowest(places)
    return {space: rounded(place - low) for space, place in places.items()}, turned


MOST_TRIED = 10_000
"""Spaces whose places are tried with different factors, counted again for each."""


def _stretched(at: Places, angles: Angles, across: float, up: float) -> tuple[dict[str, complex], Angles]:
    places = {space: rounded(complex(across * place.real, up * place.imag)) for space, place in at.items()}
    turned = {
        space: round(degrees(atan2(up * sin(radians(angle)), across * cos(radians(angle)))) % 360, 1) % 360
        for space, angle in angles.items()
    }
    return places, turned


def lowest(places: Places) -> complex:
    """Return the lower left corner of the box around places."""
    return complex(min(place.real for place in places.values()), min(place.imag for place in places.values()))


def rounded(place: complex) -> complex:
    """Return a place, rounded to the two digits that are written to files."""
    return complex(round(place.real, 2), round(place.imag, 2))


def _pushed(plan: Plan, places: dict[str, complex], angles: Angles) -> bool:
    """Push spaces apart that lie on each other; return whether none is left."""
    bridges = {table.bridge[0]: table for table in plan.turntables}
    for _ in range(ROUNDS):
        along = directions(plan, places, angles)
        pairs = list(overlapping(plan, places, along))
        if not pairs:
            return True
        for space, other in pairs:
            if other in bridges:
                out = places[space] - turntable_middle(bridges[other], places)
                away = abs(out) or 1.0
                by = CLEAR + max(0.1, len(bridges[other].bridge) / 2 + BODY[0] - away)
                places[space] = rounded(places[space] + out / away * by)
                continue
            by_half = _apart(places[space] - places[other], along[other], along[space]) / 2
            places[space], places[other] = rounded(places[space] + by_half), rounded(places[other] - by_half)
    return not any(overlapping(plan, places, directions(plan, places, angles)))


def _apart(between: complex, along: complex, across: complex) -> complex:
    """Return the shortest way for the other of two spaces to lie beside the one, across the track of one of them."""
    turned = along.conjugate() * across
    need = BODY[1] + BODY[0] * abs(turned.imag) + BODY[1] * abs(turned.real) + CLEAR
    found = []
    for way in (along, across):
        aside = (way.conjugate() * between).imag
        by = need - abs(aside)
        out = way * by * (1j if aside >= 0 else -1j)
        found.append((by, out.real, out.imag))
    return complex(*min(found)[1:])

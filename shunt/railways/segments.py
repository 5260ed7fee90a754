"""The lines of track, as the two programs draw them: straights, arcs, ellipses, easements, Bézier curves, and turnouts."""

from __future__ import annotations

from cmath import phase, rect
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, cos, degrees, pi, radians, sin

from shunt.railways.drawing import Line, Place

STEPS = 48  # straight pieces of a quarter of a circle, or of a Bézier curve: less than 0.01 % short
OF_POINTS = 12  # the same in turnouts, whose lines are only compared with each other
SAME = 0.01  # units between two ends of a curve that are one place


def arc(centre: Place, radius: float, start: float, extent: float, steps: int = STEPS) -> Line:
    """Return an arc as places; angles are in degrees clockwise from the top, as XTrackCAD has them."""
    count = max(1, ceil(abs(extent) / 360 * 4 * steps))
    turns = [radians(start + extent * step / count) for step in range(count + 1)]
    return [centre + abs(radius) * complex(sin(turn), cos(turn)) for turn in turns]


def bearing(way: Place) -> float:
    """Return the direction of a way in degrees clockwise from the top, 0 for no way at all."""
    return degrees(phase(1j * way.conjugate()))


def clockwise(centre: Place, first: Place, last: Place, turns: int = 0) -> Line:
    """Return the curve about a centre clockwise from one place to another, and `turns` whole times round: a helix.

    A curve that ends where it begins is a whole circle.
    """
    start, end = (bearing(place - centre) for place in (first, last))
    extent = (end - start) % 360
    if abs(last - first) < SAME:
        extent = 0.0 if turns else 360.0
    return [first, *arc(centre, abs(first - centre), start, extent + 360 * turns)[1:-1], last]


def bowed(first: Place, last: Place, extent: float) -> Line:
    """Return the arc of an angle in degrees between two places; on a panel, whose y grows downward, it bows to the left."""
    half, steps = radians(extent) / 2, ceil(extent / 360 * 4 * STEPS)
    radius, start = abs(last - first) / (2 * sin(half)), phase(last - first) - half - pi / 2
    centre = first - rect(radius, start)
    return [first, *(centre + rect(radius, start + 2 * half * step / steps) for step in range(1, steps)), last]


def elliptic(first: Place, last: Place) -> Line:
    """Return a quarter of an upright ellipse between two places of a panel; it bows to the side that `bowed` does."""
    across = last - first
    is_level_first = across.real * across.imag < 0
    centre = complex(last.real, first.imag) if is_level_first else complex(first.real, last.imag)
    turns = [pi / 2 * step / STEPS for step in range(1, STEPS)]
    return [first, *(centre + (first - centre) * cos(turn) + (last - centre) * sin(turn) for turn in turns), last]


def bezier(points: Sequence[Place], steps: int = STEPS) -> Line:
    """Return the Bézier curve of any number of points as places, by de Casteljau's construction."""
    curve = []
    for step in range(steps + 1):
        line = points
        while len(line) > 1:
            line = [a + (b - a) * (step / steps) for a, b in pairwise(line)]
        curve.append(line[0])
    return curve


def easement(shape: Sequence[float], is_left: bool, is_s: bool, at: Sequence[float], steps: int = STEPS) -> Line | None:
    """Return a transition curve of XTrackCAD, x = y³ / 6RL; an S begins on the other side of the origin. None without R or L.

    `shape`: where it begins and ends, R and L; `at`: its origin, and the angle of its direction.
    """
    low, high, radius, length = shape
    if not radius * length:
        return None
    low, high = (-high, low) if is_s else (low, high)
    ys = [low + (high - low) * step / steps for step in range(steps + 1)]
    side = (-6 if is_left else 6) * (radius * length)
    return moved((complex(y**3 / side, y) for y in ys), at)


NUMBERS = {
    "CURVE": "x y height radius", "JOINT": "l0 l1 R L flip negate is_s x y height angle", "BEZIER": "x y x y x y x y",
    "TURNOUT": "x y height angle", "TURNTABLE": "x y height radius",
    "S": "x y height x y", "C": "radius x y height start extent", "J": "x y height angle l0 l1 R L option",
    "W": "x y x y x y x y",
}  # fmt: skip
"""Numbers of objects after their common words, and of segments after colour and width."""


def flat(kind: str, numbers: list[float], has_heights: bool) -> list[float] | None:
    """Return the numbers of an object or a segment without heights, and those after them; None if they are too few."""
    names = [name for name in NUMBERS[kind].split() if has_heights or name != "height"]
    if len(numbers) < len(names):
        return None
    return [number for name, number in zip(names, numbers, strict=False) if name != "height"] + numbers[len(names) :]


def pairs(numbers: Sequence[float]) -> Line:
    """Return the four points of a Bézier curve."""
    return list(map(complex, numbers[:8:2], numbers[1:8:2]))


def segment_line(kind: str, version: int, numbers: list[float]) -> Line | None:
    """Return the line of a segment by its letter and its numbers; None if they are too few.

    From version 3 of a segment on, places have a height; Bézier curves never have one.
    """
    found = flat(kind, numbers, version >= 3)
    if found is None:
        return None
    if kind == "S":
        return pairs(found[:4])
    if kind == "W":
        return bezier(pairs(found), OF_POINTS)
    if kind == "J":
        return easement(found[3:7], bool(int(found[7]) & 1), bool(int(found[7]) & 4), found[:3], OF_POINTS)
    radius, x, y, start, extent = found[:5]
    line = arc(complex(x, y), radius, start, extent, OF_POINTS)
    return line[::-1] if radius < 0 else line


def moved(line: Iterable[Place], at: Sequence[float]) -> Line:
    """Return a line turned clockwise about the origin, then moved; `at`: by how much along x and y, and the angle."""
    turn = rect(1, -radians(at[2]))
    return [complex(*at[:2]) + place * turn for place in line]


def chained(lines: Sequence[Line]) -> Line:
    """Return lines one after the other, each turned round if its other end continues the path."""
    path = list(lines[0])
    if len(lines) > 1 and gap(path[0], lines[1]) < gap(path[-1], lines[1]):
        path.reverse()
    for line in lines[1:]:
        path += from_near(path[-1], line)
    return path


def from_near(place: Place, line: Line) -> Line:
    """Return a line, reversed if necessary, so that it begins with the end that is nearer to a place."""
    return line if abs(place - line[0]) <= abs(place - line[-1]) else line[::-1]


def gap(place: Place, line: Line) -> float:
    """Return the distance from a place to the nearer end of a line."""
    return abs(place - from_near(place, line)[0])

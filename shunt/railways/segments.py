"""The lines of track segments: straights, arcs, Bézier curves, and the turnouts that XTrackCAD makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, ceil, cos, degrees, hypot, pi, radians, sin

from shunt.railways.drawing import Place

STEPS = 12  # pieces of a curve that is drawn as straight ones


def arc(centre: Place, radius: float, start: float, extent: float) -> list[Place]:
    """Return an arc as places; angles are in degrees clockwise from the top, as XTrackCAD has them."""
    steps = max(1, ceil(abs(extent) / 360 * 4 * STEPS))
    turns = [radians(start + extent * step / steps) for step in range(steps + 1)]
    return [(centre[0] + abs(radius) * sin(turn), centre[1] + abs(radius) * cos(turn)) for turn in turns]


def arc_between(centre: Place, radius: float, first: Place, last: Place) -> list[Place]:
    """Return the shorter arc about a centre from one place to another."""
    start, end = (degrees(atan2(x - centre[0], y - centre[1])) for x, y in (first, last))
    extent = (end - start + 180) % 360 - 180
    return [first, *arc(centre, radius, start, extent)[1:-1], last]


def bowed(first: Place, last: Place, extent: float) -> list[Place]:
    """Return the arc of an angle in degrees between two places; on a panel, whose y grows downward, it bows to the left."""
    across, along, half = last[0] - first[0], last[1] - first[1], radians(extent) / 2
    radius = hypot(across, along) / (2 * sin(half))
    start = atan2(along, across) - half - pi / 2
    centre = first[0] - radius * cos(start), first[1] - radius * sin(start)
    steps = ceil(extent / 360 * 4 * STEPS)
    turns = [start + 2 * half * step / steps for step in range(1, steps)]
    return [first, *((centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)) for turn in turns), last]


def bezier(points: Sequence[Place]) -> list[Place]:
    """Return a cubic Bézier curve as places."""
    curve = []
    for step in range(STEPS + 1):
        t = step / STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        curve.append(
            (
                sum(weight * x for weight, (x, _) in zip(weights, points, strict=True)),
                sum(weight * y for weight, (_, y) in zip(weights, points, strict=True)),
            )
        )
    return curve


def segment_line(kind: str, numbers: Sequence[float]) -> list[Place] | None:
    """Return the line of a segment by its letter and its numbers after colour and width; None for what is not track."""
    if kind == "S" and len(numbers) >= 4:
        return [(numbers[0], numbers[1]), (numbers[2], numbers[3])]
    if kind == "C" and len(numbers) >= 5:
        line = arc((numbers[1], numbers[2]), numbers[0], numbers[3], numbers[4])
        return line[::-1] if numbers[0] < 0 else line
    if kind == "W" and len(numbers) >= 8:
        return bezier([(numbers[at], numbers[at + 1]) for at in range(0, 8, 2)])
    return None


def moved(line: Iterable[Place], by: Place, angle: float) -> list[Place]:
    """Return a line turned clockwise about the origin, then moved."""
    turn = radians(angle)
    return [(by[0] + x * cos(turn) + y * sin(turn), by[1] - x * sin(turn) + y * cos(turn)) for x, y in line]


def chained(lines: Sequence[Sequence[Place]]) -> list[Place]:
    """Return lines one after the other, each turned round if its other end continues the path."""
    path = list(lines[0])
    if len(lines) > 1 and _gap(path[0], lines[1]) < _gap(path[-1], lines[1]):
        path.reverse()
    for line in lines[1:]:
        near_first = hypot(path[-1][0] - line[0][0], path[-1][1] - line[0][1])
        near_last = hypot(path[-1][0] - line[-1][0], path[-1][1] - line[-1][1])
        path += line if near_first <= near_last else line[::-1]
    return path


def _gap(place: Place, line: Sequence[Place]) -> float:
    return min(hypot(place[0] - x, place[1] - y) for x, y in (line[0], line[-1]))

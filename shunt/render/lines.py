"""Lines with fewer points that look the same: curves are sampled finely, and files need not hold every sample."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from shunt.render.scene import XY, Command


def simplified(commands: Sequence[Command], tolerance: float) -> list[Command]:
    """Return the commands without the points of straight lines that are within `tolerance` millimetres of those that remain."""
    found: list[Command] = []
    run: list[XY] = []
    for word, numbers in [*commands, ("M", ())]:
        if word == "L" and run:
            run.append((numbers[0], numbers[1]))
            continue
        found += [("L", point) for point in _fewer(run, tolerance)[1:]]
        run = []
        if numbers or word == "Z":
            found.append((word, numbers))
        if len(numbers) >= 2:
            run = [(numbers[-2], numbers[-1])]
    return found


def _fewer(points: list[XY], tolerance: float) -> list[XY]:
    """Return the ends of a line and the points between that are needed (Douglas and Peucker 1973)."""
    if len(points) < 3:
        return points
    (x1, y1), (x2, y2) = points[0], points[-1]
    length = dist(points[0], points[-1])
    if length:
        far = [abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length for x, y in points[1:-1]]
    else:
        far = [dist(points[0], point) for point in points[1:-1]]
    most = max(far)
    if most <= tolerance:
        return [points[0], points[-1]]
    middle = far.index(most) + 1
    return _fewer(points[: middle + 1], tolerance)[:-1] + _fewer(points[middle:], tolerance)

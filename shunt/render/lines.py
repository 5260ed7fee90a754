"""Lines with fewer points that look the same: curves are sampled finely, and files need not hold every sample."""

from __future__ import annotations

from math import dist

from shunt.render.scene import XY


def simplified(points: tuple[XY, ...], tolerance: float) -> tuple[XY, ...]:
    """Return the ends of a line and the points between that are needed: all others are within `tolerance` millimetres of it
    (Douglas and Peucker 1973)."""
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
        return points[0], points[-1]
    middle = far.index(most) + 1
    return simplified(points[: middle + 1], tolerance)[:-1] + simplified(points[middle:], tolerance)

"""Track that comes too near to spaces it does not pass: measured on the curves as they are drawn, and cured by stretching.

Spaces and track have one width at every scale, so a drawing that is stretched has more room between them. Lengths are in space
lengths, x to the right, y upwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin
from typing import TYPE_CHECKING

import numpy as np

from shunt.track.plan import End, Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

Point = tuple[float, float]

HALF = (0.37, 0.21)  # half the length and width of a space
SLEEPERS, RAILS = 0.205, 0.13  # from the middle of a track to what must be clear of a space, beside a leg of the same switch
HANDLE, SAMPLES = 0.4, 41  # of a curve, as it is drawn
STRETCHES = (1.0, 1.1, 1.2, 1.3, 1.45, 1.6)


def crowding(plan: Plan, points: Mapping[str, Point], angles: Mapping[str, float]) -> float:
    """Return by how much track is too near to spaces that it does not pass, in all; 0 if everything is clear.

    Only spaces with an angle count, and only track between such spaces.
    """
    spaces = [space for space in plan.spaces if space in angles]
    middles = np.array([points[space] for space in spaces]).reshape(-1, 2)
    along = np.array([_along(angles[space]) for space in spaces]).reshape(-1, 2)
    number = {space: index for index, space in enumerate(spaces)}
    beside = {space: {end.space for side in (0, 1) for end in plan.fixed.get(End(space, side), ())} for space in spaces}
    shut_out = {space: {other for group in plan.exclusive if space in group for other in group} for space in spaces}
    found = 0.0
    for a, b in sorted((a, b) for a, others in plan.fixed.items() for b in others if a <= b):
        if a.space not in number or b.space not in number:
            continue
        line = _curve(a, b, points, angles)
        offsets = line[None, :, :] - middles[:, None, :]
        ahead = np.abs((offsets * along[:, None, :]).sum(axis=2)) - HALF[0]
        side = np.abs(offsets[:, :, 0] * along[:, None, 1] - offsets[:, :, 1] * along[:, None, 0]) - HALF[1]
        apart = np.hypot(np.maximum(ahead, 0.0), np.maximum(side, 0.0)).min(axis=1)
        for index in np.flatnonzero(apart < SLEEPERS):
            space = spaces[index]
            if space in (a.space, b.space) or shut_out[space] & {a.space, b.space}:
                continue
            need = RAILS if beside[space] & {a.space, b.space} else SLEEPERS
            found += max(0.0, need - float(apart[index]))
    return round(found, 6)


def stretched(plan: Plan, points: Mapping[str, Point], angles: Mapping[str, float]) -> dict[str, Point]:
    """Return the points, all moved apart by the least of `STRETCHES` that makes the drawing as clear as any of them."""
    tries = []
    for factor in STRETCHES:
        larger = {space: (round(factor * x, 2) + 0.0, round(factor * y, 2) + 0.0) for space, (x, y) in points.items()}
        tries.append((crowding(plan, larger, angles), factor, larger))
        if tries[-1][0] == 0:
            break
    least = min(found for found, _, _ in tries)
    return next(larger for found, _, larger in tries if found <= 1.25 * least)


def _along(angle: float) -> Point:
    return cos(radians(angle)), sin(radians(angle))


def _curve(a: End, b: End, points: Mapping[str, Point], angles: Mapping[str, float]) -> NDArray[np.float64]:
    """Return points (n, 2) of the track from one end of a space to one of another."""
    first, last = np.array(points[a.space]), np.array(points[b.space])
    reach = HANDLE * float(np.hypot(*(last - first)))
    handles = [
        point + reach * (1 if end.end else -1) * np.array(_along(angles[end.space])) for point, end in ((first, a), (last, b))
    ]
    t = np.linspace(0, 1, SAMPLES)[:, None]
    line: NDArray[np.float64] = (
        (1 - t) ** 3 * first + 3 * t * (1 - t) ** 2 * handles[0] + 3 * t * t * (1 - t) * handles[1] + t**3 * last
    )
    return line

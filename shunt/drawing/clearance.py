"""Drawings that are stretched until track is clear of spaces that it does not pass, and strokes that cross or come near.

Spaces and track have one width at every scale, so a drawing that is stretched has more room between them. Lengths are in space
lengths, x to the right, y upwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from shunt.render.crowding import crowding
from shunt.track.plan import Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


Point = tuple[float, float]

STRETCHES = (1.0, 1.1, 1.2, 1.3, 1.45, 1.6)


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


# --------------------------------------------------------------------------------------------------------------------
# Strokes that cross or come near each other

AT_ONCE = 1_000_000  # pairs of strokes that are compared in one step


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two strokes cross inside both."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9


def count_crossings(points: Mapping[str, Point], lines: Sequence[tuple[str, str]]) -> int:
    """Return how many pairs of straight lines between named points cross inside both; those that share a point do not."""
    number = {name: index for index, name in enumerate(dict.fromkeys(name for line in lines for name in line))}
    names = np.array([[number[a], number[b]] for a, b in lines], dtype=np.intp).reshape(-1, 2)
    return crossings(np.array([[points[a], points[b]] for a, b in lines]).reshape(-1, 2, 2), names)


def crossings(ends: Array, names: NDArray[np.intp]) -> int:
    """Return how many pairs of strokes cross inside both; each has its two ends in a row, and the numbers of these ends."""
    found, step = 0, max(1, AT_ONCE // max(1, len(ends)))
    for first in range(0, len(ends), step):
        some = slice(first, first + step)
        meet = (_sides(ends[some], ends) < -1e-9) & (_sides(ends, ends[some]).T < -1e-9)
        for one in (0, 1):
            for other in (0, 1):
                meet &= names[some, None, one] != names[None, :, other]
        found += int(np.triu(meet, first + 1).sum())
    return found


def _sides(ends: Array, others: Array) -> Array:
    """Return for each stroke (rows) and each other: negative if the ends of the other are on two sides of the stroke's line."""
    start, along = ends[:, None, 0], (ends[:, 1] - ends[:, 0])[:, None]
    turned = [
        along[..., 0] * (to[..., 1]) - along[..., 1] * to[..., 0] for to in (others[None, :, end] - start for end in (0, 1))
    ]
    return np.asarray(turned[0] * turned[1])


def apart_at_least(ends: Array, pairs: NDArray[np.intp]) -> Array:
    """Return for pairs of strokes how far apart they are, 0 if they cross; `ends` has the two ends of each in a row."""
    one, other = ends[pairs[:, 0]], ends[pairs[:, 1]]
    found = np.full(len(pairs), np.inf)
    for strokes, points in ((one, other), (other, one)):
        start, along = strokes[:, 0], strokes[:, 1] - strokes[:, 0]
        length = np.maximum((along**2).sum(axis=1), 1e-12)
        for end in (0, 1):
            to = points[:, end] - start
            share = np.clip((to * along).sum(axis=1) / length, 0.0, 1.0)
            found = np.minimum(found, np.hypot(*(to - share[:, None] * along).T))
    crossing = np.ones(len(pairs), dtype=bool)
    for strokes, points in ((one, other), (other, one)):
        start, along = strokes[:, 0], strokes[:, 1] - strokes[:, 0]
        sides = [along[:, 0] * to[:, 1] - along[:, 1] * to[:, 0] for to in (points[:, 0] - start, points[:, 1] - start)]
        crossing &= sides[0] * sides[1] <= 0
    return np.where(crossing, 0.0, found)

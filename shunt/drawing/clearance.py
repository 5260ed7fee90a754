"""Drawings that are stretched until track is clear of spaces that it does not pass, and strokes that cross or come near.

Spaces and track have one width at every scale, so a drawing that is stretched has more room between them. Lengths are in space
lengths, x to the right, y upwards.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from shunt.drawing.spacing import Array
from shunt.render.crowding import PLANE, crowding
from shunt.track.directions import Point, Points
from shunt.track.plan import Plan

Complex = NDArray[np.complex128]

STRETCHES = (1.0, 1.1, 1.2, 1.3, 1.45, 1.6)
PUSHES = 200
AT_ONCE = 1_000_000  # pairs of strokes that are compared in one step


def stretched(plan: Plan, points: Points, angles: Mapping[str, float]) -> dict[str, Point]:
    """Return the points, all moved apart by the least of `STRETCHES` that makes the drawing as clear as any of them."""
    tries = []
    for factor in STRETCHES:
        larger = {space: (round(factor * x, 2) + 0.0, round(factor * y, 2) + 0.0) for space, (x, y) in points.items()}
        tries.append((crowding(plan, larger, angles), larger))
        if tries[-1][0] == 0:
            break
    least = min(found for found, _ in tries)
    return next(larger for found, larger in tries if found <= 1.25 * least)


def pushed_apart(points: Array, sizes: Array, stiff: Container[int], fixed: Container[int]) -> Array:
    """Push bodies apart until any two keep the sum of their sizes; `fixed` ones stay, `stiff` ones while another can give way."""
    from scipy.spatial import cKDTree

    points = points.copy()
    for attempt in range(PUSHES):
        before = points.copy()
        for i, j in sorted(cKDTree(points).query_pairs(2 * float(sizes.max()))):
            away, wanted = before[i] - before[j], sizes[i] + sizes[j]
            length = float(np.hypot(*away))
            if length < wanted - 0.005:
                short = wanted - length + 0.004
                if length < 1e-6:  # each pair has a direction of its own
                    angle = 2.399963 * (i + attempt)
                    away, length = np.array([np.cos(angle), np.sin(angle)]), 1.0
                movers = [body for body in (i, j) if body not in stiff] or [body for body in (i, j) if body not in fixed]
                for body in movers:
                    points[body] += away / length * short / len(movers) * (1 if body == i else -1)
        if (points == before).all():
            break
    return points


# --------------------------------------------------------------------------------------------------------------------
# Strokes that cross or come near each other


def count_crossings(points: Points, lines: Sequence[tuple[str, str]]) -> int:
    """Return how many pairs of straight lines between named points cross inside both; those that share a point do not."""
    number = {name: index for index, name in enumerate(dict.fromkeys(name for line in lines for name in line))}
    names = np.array([[number[a], number[b]] for a, b in lines], dtype=np.intp).reshape(-1, 2)
    return crossings(np.array([[points[a], points[b]] for a, b in lines]).reshape(-1, 2, 2), names)


def crossings(ends: Array, names: NDArray[np.intp]) -> int:
    """Return how many pairs of strokes cross inside both; each has its two ends in a row, and the numbers of these ends."""
    found, step, strokes = 0, max(1, AT_ONCE // max(1, len(ends))), ends @ PLANE
    for first in range(0, len(ends), step):
        some = strokes[first : first + step, None]
        meet = (_sides(some, strokes) < -1e-9) & (_sides(strokes, some) < -1e-9)
        for one, other in product((0, 1), repeat=2):
            meet &= names[first : first + step, None, one] != names[None, :, other]
        found += int(np.triu(meet, first + 1).sum())
    return found


def _sides(strokes: Complex, others: Complex) -> Array:
    """Return for pairs of strokes: negative if the ends of the other are on two sides of the first stroke's line."""
    start, end = strokes[..., :1], strokes[..., 1:]
    return np.asarray(((others - start) * (end - start).conj()).imag.prod(axis=-1))


def apart_at_least(ends: Array, pairs: NDArray[np.intp]) -> Array:
    """Return for pairs of strokes how far apart they are, 0 if they cross; `ends` has the two ends of each in a row."""
    one, other = (ends @ PLANE)[pairs.T]
    found = np.where((_sides(one, other) <= 0) & (_sides(other, one) <= 0), 0.0, np.inf)
    for strokes, points in ((one, other), (other, one)):
        start, along = strokes[:, :1], strokes[:, 1:] - strokes[:, :1]
        to = points - start
        share = np.clip((to * along.conj()).real / np.maximum(np.abs(along) ** 2, 1e-12), 0.0, 1.0)
        found = np.minimum(found, np.abs(to - share * along).min(axis=1))
    return found

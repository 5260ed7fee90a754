"""Rough drawings, which decide what is beside what: coordinates in space lengths, x to the right, y upwards.

Spaces that a piece passes without turning back should lie as far apart as it rolls, which keeps smooth runs straight; for
the others the distance along the tracks is only a hint. Stress majorization (E. Gansner, Y. Koren, S. North, *Graph drawing
by stress majorization*, 2004) finds such places; turntables are rigid bodies in it (`spacing.py`). Nothing here is random: a plan
is always drawn alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin

import numpy as np

from shunt.drawing.clearance import crossings
from shunt.drawing.spacing import Array, Bodies, targets
from shunt.track.directions import Point, Points, middle_of

ROUNDS = 150  # of stress majorization; fewer on a board of more than MOST bodies
MOST = 320  # bodies that are placed by stress; others lie evenly between them
ALL_TRIED = 60  # bodies up to which several beginnings are tried
BEGINNINGS = 8  # of how many attempts the best are taken
KEPT = 3  # how many attempts are drawn in straight lines
CROSSED = 0.6  # how bad it is if two joins cross, in units of stress
GOLDEN = 2.399963  # radians between directions that never repeat


def rough_drawings(bodies: Bodies, given: Points) -> list[dict[str, Point]]:
    """Return the best rough drawings, a point for every space off the bridges and for the middle of every turntable."""
    held = held_bodies(bodies, given)
    kept = _kept(bodies, set(held))
    fixed = [kept.index(body) for body in held]
    distance, weight = targets(bodies, kept)
    rounds = min(ROUNDS, 1 + ROUNDS * MOST**2 // len(kept) ** 2)  # each takes the square of the bodies
    guess = _first_guess(distance)
    found: list[tuple[float, Array]] = []
    for attempt in range(BEGINNINGS if bodies.count <= ALL_TRIED else 1):
        points = _majorized(_shaken(guess, attempt), distance, weight, [], rounds)
        if fixed:
            points = _majorized(_fitted(points, fixed, np.array(list(held.values()))), distance, weight, fixed, rounds)
        points = _filled(bodies, kept, points)
        between = np.linalg.norm(points[kept, None] - points[None, kept], axis=2)
        stress = float((weight * (between - distance) ** 2).sum()) / 2
        badness = stress + CROSSED * _crossings(bodies, points)
        if all(abs(badness - other) > 1e-6 for other, _ in found):
            found.append((badness, points if fixed else _levelled(bodies, points)))
    best = [points for _, points in sorted(found, key=lambda pair: pair[0])]
    return [dict(zip(bodies.names, map(as_point, np.round(points, 4)), strict=True)) for points in best[:KEPT]]


def as_point(row: Array) -> Point:
    """Return a row of an array as a point."""
    return float(row[0]), float(row[1])


def held_bodies(bodies: Bodies, given: Points) -> dict[int, Point]:
    """Return the bodies whose places are given: spaces, and turntables of which a space is given."""
    held = {bodies.index[space]: given[space] for space in bodies.spaces if space in given}
    for number, wheel in enumerate(bodies.wheels):
        if known := [given[space] for space in wheel.table.bridge if space in given]:
            held[bodies.hub(number)] = middle_of(known)
    return held


# --------------------------------------------------------------------------------------------------------------------
# Placing


def _kept(bodies: Bodies, held: set[int]) -> list[int]:
    """Return the bodies that are placed by stress: all, or on a large board the ends of its rows and every so many between."""
    if bodies.count <= MOST:
        return list(range(bodies.count))
    ends = np.array([edge[:2] for edge in bodies.edges], dtype=np.intp)
    corners = np.flatnonzero(np.bincount(ends.ravel(), minlength=bodies.count) != 2)
    stride = 1 + 2 * bodies.count // MOST
    between = {bodies.index[space] for track in bodies.plan.tracks for space in track[::stride] if space in bodies.index}
    return sorted({*corners.tolist(), *between, *held})


def _filled(bodies: Bodies, kept: Sequence[int], points: Array) -> Array:
    """Return the points of all bodies, those that are not kept each in the middle of its neighbours."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import laplacian
    from scipy.sparse.linalg import spsolve

    others = np.setdiff1d(np.arange(bodies.count), kept)
    whole = np.zeros((bodies.count, 2))
    whole[kept] = points
    if len(others):
        one, other = np.array([edge[:2] for edge in bodies.edges]).T
        beside = csr_array((np.ones(len(one)), (one, other)), shape=(bodies.count, bodies.count))
        pulls = laplacian(beside + beside.T).tocsr()[others]
        whole[others] = spsolve(pulls[:, others].tocsc(), -(pulls[:, kept] @ points))
    return whole


def _first_guess(distance: Array) -> Array:
    """Return the classical scaling: the two directions in which the distances spread most."""
    from scipy.linalg import eigh

    count = len(distance)
    squared = distance**2
    np.fill_diagonal(squared, 0)
    centre = np.eye(count) - 1 / count
    values, vectors = eigh(-centre @ squared @ centre / 2, subset_by_index=(max(0, count - 2), count - 1))
    points = np.zeros((count, 2))
    for column, (value, vector) in enumerate(zip(values[::-1], vectors.T[::-1], strict=True)):
        # The sign of an eigenvector is arbitrary: the entry that is largest is made positive.
        sign = np.sign(vector[np.argmax(np.abs(np.round(vector, 6)))]) or 1
        points[:, column] = vector * np.sqrt(max(value, 0)) * sign
    apart = np.linalg.norm(points[:, None, :] - points[None, :, :], axis=2) + np.eye(count)
    # Spaces that scaling cannot tell apart start a little beside each other.
    return points if apart.min(initial=1) > 0.05 else _shaken(points, 0.05)


def _shaken(points: Array, by: float) -> Array:
    """Return every point moved by so much (not at all with 0), each in a direction of its own."""
    angle = np.arange(len(points)) * GOLDEN * (1 + int(by))
    return points + 0.7 * by * np.column_stack((np.cos(angle), np.sin(angle)))


def _majorized(points: Array, distance: Array, weight: Array, fixed: Sequence[int], rounds: int) -> Array:
    """Move the points until their distances are as wanted, as nearly as a plane allows; `fixed` ones stay."""
    free = np.setdiff1d(np.arange(len(points)), fixed)
    laplacian = np.diag(weight.sum(axis=1)) - weight
    solve = np.linalg.pinv(laplacian[np.ix_(free, free)])
    held = laplacian[free][:, fixed] @ points[fixed] if len(fixed) else 0.0
    points = points.copy()
    for _ in range(rounds):
        apart = points[:, None, :] - points[None, :, :]
        length = np.maximum(np.linalg.norm(apart, axis=2), 1e-9)
        wanted = ((weight * distance / length)[:, :, None] * apart).sum(axis=1)
        points[free] = solve @ (wanted[free] - held)
    return points


def _fitted(points: Array, fixed: Sequence[int], places: Array) -> Array:
    """Shift and turn (or mirror) the whole drawing so that the fixed points come as near to their places as they can."""
    from scipy.linalg import orthogonal_procrustes

    middle = points[fixed].mean(axis=0)
    turn, _ = orthogonal_procrustes(points[fixed] - middle, places - places.mean(axis=0))
    result: Array = (points - middle) @ turn + places.mean(axis=0)
    result[fixed] = places
    return result


def _levelled(bodies: Bodies, points: Array) -> Array:
    """Turn the drawing until its longest run is level and reads from left to right; turntables turn clockwise in it, and
    without any most of the rest lies below the run."""
    place = {name: number for number, name in enumerate(bodies.names)}
    first, last = place[bodies.longest_run[0]], place[bodies.longest_run[-1]]
    x, y = points[last] - points[first]
    angle = np.arctan2(y, x)
    points = (points - points[first]) @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    clockwise = 0.0
    for number, wheel in enumerate(bodies.wheels):
        if wheel.angles:
            model = np.array([(-cos(angle), sin(angle)) for angle in wheel.angles.values()])
            rim = points[[place[space] for space in wheel.angles]] - points[bodies.hub(number)]
            clockwise += float(np.linalg.det(model.T @ rim))
    if clockwise < -1e-6 or abs(clockwise) <= 1e-6 and np.round(points[:, 1].mean(), 6) > 0:
        points = points * np.array([1, -1])
    return points


def _crossings(bodies: Bodies, points: Array) -> int:
    """Return how many more or fewer lines cross than should."""
    lines = np.array([edge[:2] for edge in bodies.edges if edge[0] != edge[1]], dtype=np.intp).reshape(-1, 2)
    return abs(crossings(points[lines], lines) - min(1, len(bodies.plan.exclusive)))

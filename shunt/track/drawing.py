"""Where spaces are drawn when their layout does not say: coordinates in space lengths, x to the right, y upwards.

Spaces that a piece passes without turning back should lie as far apart as it rolls, which keeps smooth runs straight; for
the others the distance along the tracks is only a hint. Stress majorization (E. Gansner, Y. Koren, S. North, *Graph drawing
by stress majorization*, 2004) finds such places; the drawing is then turned until its longest run is level. Nothing here is
random: a plan is always drawn alike.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from shunt.track.plan import End, Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Point = tuple[float, float]

ROUNDS = 300
LEGS = 0.9  # distance of the two legs of a switch, beside each other
CLOSEST = 0.55  # nearer than this two spaces could not be told apart
SWITCHED = 0.15  # weight of distances that no single run covers
TURNED = 0.5  # weight of joins that only some position of a turntable makes


def drawing_coordinates(plan: Plan, given: Mapping[str, Point] | None = None) -> dict[str, Point]:
    """A point for every space, no two alike; those `given` stay, and the others are placed around them."""
    given = {space: point for space, point in (given or {}).items() if space in plan.spaces}
    if len(given) == len(plan.spaces):
        return {space: given[space] for space in plan.spaces}
    distance, weight = _targets(plan)
    points = _majorized(_first_guess(distance), distance, weight)
    fixed = [index for index, space in enumerate(plan.spaces) if space in given]
    if fixed:
        places = np.array([given[plan.spaces[index]] for index in fixed], dtype=np.float64)
        points = _fitted(points, fixed, places)
        points = _majorized(points, distance, weight, fixed)
    else:
        points = _levelled(plan, points)
    points = _apart(np.round(points, 2), fixed)
    return {space: (float(x) + 0.0, float(y) + 0.0) for space, (x, y) in zip(plan.spaces, points, strict=True)}


# --------------------------------------------------------------------------------------------------------------------
# How far apart spaces should lie


def _joins(plan: Plan) -> tuple[dict[End, set[End]], dict[End, set[End]]]:
    """The joins that never change, and those with what any single position of a turntable adds."""
    fixed = {end: set(others) for end, others in plan.fixed.items()}
    every = {end: set(others) for end, others in fixed.items()}
    for index, table in enumerate(plan.turntables):
        for position in range(len(table.positions)):
            standing = tuple(position if other == index else 0 for other in range(len(plan.turntables)))
            for end, others in plan.joins(standing).items():
                every.setdefault(end, set()).update(others)
    return fixed, every


def _rolled(plan: Plan, joins: Mapping[End, set[End]]) -> Array:
    """How many spaces a piece rolls from one space to another without turning back (infinite where it cannot)."""
    seat = {space: index for index, space in enumerate(plan.spaces)}
    result: Array = np.full((len(seat), len(seat)), np.inf)
    for start, leaving in product(plan.spaces, (0, 1)):
        todo = deque([(End(start, leaving), 0)])
        seen = {End(start, leaving)}
        while todo:
            end, steps = todo.popleft()
            result[seat[start], seat[end.space]] = min(result[seat[start], seat[end.space]], steps)
            for entered in sorted(joins.get(end, ())):
                if entered.opposite not in seen:
                    seen.add(entered.opposite)
                    todo.append((entered.opposite, steps + 1))
    result = np.minimum(result, result.T)
    return result


def _walked(rolled: Array) -> Array:
    """Shortest ways between spaces with turning back allowed; parts that nothing joins lie clear of each other."""
    walked: Array = rolled.copy()
    for middle in range(len(walked)):
        walked = np.minimum(walked, walked[:, [middle]] + walked[[middle], :])
    finite = walked[np.isfinite(walked)]
    result: Array = np.where(np.isfinite(walked), walked, finite.max() / 2 + 2)
    return result


def _targets(plan: Plan) -> tuple[Array, Array]:
    """The distance wanted between any two spaces, and how much it matters."""
    fixed, every = _joins(plan)
    rolled = _rolled(plan, fixed)
    rolled_anyhow = np.minimum(rolled, _rolled(plan, every))
    walked = _walked(rolled_anyhow)
    smooth = rolled <= walked
    turned = ~smooth & (rolled_anyhow <= walked)
    distance = np.where(smooth | turned, walked, walked * 0.75)
    for others in every.values():
        for one, other in product(others, others):
            if one.space != other.space:
                pair = plan.spaces.index(one.space), plan.spaces.index(other.space)
                if not smooth[pair]:
                    distance[pair] = LEGS
    np.fill_diagonal(distance, 1)
    weight = np.where(smooth, 1.0, np.where(turned, TURNED, SWITCHED)) / distance**2
    np.fill_diagonal(weight, 0)
    return distance, weight


# --------------------------------------------------------------------------------------------------------------------
# Placing


def _first_guess(distance: Array) -> Array:
    """Classical scaling: the two directions in which the distances spread most."""
    count = len(distance)
    squared = distance**2
    np.fill_diagonal(squared, 0)
    centre = np.eye(count) - 1 / count
    values, vectors = np.linalg.eigh(-centre @ squared @ centre / 2)
    points = np.zeros((count, 2))
    for column in range(min(2, count)):
        vector = vectors[:, -1 - column] * np.sqrt(max(values[-1 - column], 0))
        # The sign of an eigenvector is arbitrary: the entry that is largest is made positive.
        points[:, column] = vector * np.sign(vector[np.argmax(np.abs(np.round(vector, 6)))] or 1)
    apart = np.linalg.norm(points[:, None, :] - points[None, :, :], axis=2) + np.eye(count)
    if apart.min(initial=1) > 0.05:
        return points
    angle = np.arange(count) * 2.399963  # spaces that scaling cannot tell apart start a little beside each other
    return points + 0.05 * np.column_stack((np.cos(angle), np.sin(angle)))


def _majorized(points: Array, distance: Array, weight: Array, fixed: Sequence[int] = ()) -> Array:
    """Move the points until their distances are as wanted, as nearly as a plane allows; `fixed` ones stay."""
    free = [index for index in range(len(points)) if index not in set(fixed)]
    if len(points) < 2 or not free:
        return points
    laplacian = np.diag(weight.sum(axis=1)) - weight
    solve = np.linalg.pinv(laplacian[np.ix_(free, free)])
    for _ in range(ROUNDS):
        apart = points[:, None, :] - points[None, :, :]
        length = np.maximum(np.linalg.norm(apart, axis=2), 1e-9)
        pull = (weight * distance / length)[:, :, None] * apart
        wanted = pull.sum(axis=1)[free]
        if len(fixed):
            wanted = wanted - laplacian[np.ix_(free, list(fixed))] @ points[list(fixed)]
        points = points.copy()
        points[free] = solve @ wanted
    return points


def _fitted(points: Array, fixed: Sequence[int], places: Array) -> Array:
    """Shift and turn (or mirror) the whole drawing so that the fixed points come as near to their places as they can."""
    here = points[list(fixed)]
    u, _, v = np.linalg.svd((here - here.mean(axis=0)).T @ (places - places.mean(axis=0)))
    result: Array = (points - here.mean(axis=0)) @ (u @ v) + places.mean(axis=0)
    result[list(fixed)] = places
    return result


def _levelled(plan: Plan, points: Array) -> Array:
    """Turn the drawing until its longest run is level and reads from left to right, most of the rest below it."""
    seat = {space: index for index, space in enumerate(plan.spaces)}
    run = max([*plan.tracks, *(table.bridge for table in plan.turntables)], key=len)
    along = points[seat[run[-1]]] - points[seat[run[0]]]
    angle = np.arctan2(along[1], along[0])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = points @ turn
    points = points - points[seat[run[0]]]
    for space in run:
        if abs(points[seat[space], 1]) < 0.15:  # a bend that the eye would take for a slip
            points[seat[space], 1] = 0
    if np.round(points[:, 1].mean(), 6) > 0:
        points = points * np.array([1, -1])
    return points


def _apart(points: Array, fixed: Sequence[int]) -> Array:
    """Push spaces that came too near each other apart, the later one giving way."""
    points = points.copy()
    held = set(fixed)
    for attempt in range(200):
        apart = np.linalg.norm(points[:, None, :] - points[None, :, :], axis=2)
        close = [(i, j) for i, j in zip(*np.nonzero(np.triu(apart < CLOSEST, 1)), strict=True) if not {i, j} <= held]
        if not close:
            break
        for i, j in close:
            mover, other = (i, j) if j in held else (j, i)
            away = points[mover] - points[other]
            length = float(np.hypot(*away))
            if length < 1e-6:
                angle = 2.399963 * (mover + attempt)
                away, length = np.array([np.cos(angle), np.sin(angle)]), 1.0
            points[mover] += away / length * (CLOSEST - min(length, CLOSEST) + 0.02)
        points = np.round(points, 2)
    return points

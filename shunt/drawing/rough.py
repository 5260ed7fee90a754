"""Where spaces are drawn when their layout does not say: coordinates in space lengths, x to the right, y upwards.

Spaces that a piece passes without turning back should lie as far apart as it rolls, which keeps smooth runs straight; for
the others the distance along the tracks is only a hint. Stress majorization (E. Gansner, Y. Koren, S. North, *Graph drawing
by stress majorization*, 2004) finds such places; turntables are rigid bodies in it (`spacing.py`). Of several beginnings the
best result is taken and turned until its longest run is level. Nothing here is random: a plan is always drawn alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import cos, sin
from typing import TYPE_CHECKING

import numpy as np

from shunt.drawing.clearance import crossings
from shunt.drawing.octants import joins_of
from shunt.drawing.spacing import (
    CLEAR,
    SWITCHED,
    Bodies,
    Clearances,
    Wheel,
    clearances,
    connected,
    lengths,
    targets,
)
from shunt.track.plan import BUFFER_STOP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


Point = tuple[float, float]

ROUNDS, FEW_ROUNDS = 150, 60  # of stress majorization, and on large boards
PUSHES = 300
BEGINNINGS = 8  # of how many attempts the best is taken
KEPT = 3  # how many attempts are drawn in straight lines
CROSSED = 0.6  # how bad it is if two joins cross, in units of stress


def rough_drawings(bodies: Bodies, given: Mapping[str, Point]) -> list[dict[str, Point]]:
    """Return the best rough drawings, a point for every space off the bridges and for the middle of every turntable."""
    return [
        {name: (float(x), float(y)) for name, (x, y) in zip(bodies.names, np.round(points, 4), strict=True)}
        for points in _attempts(bodies, given)[:KEPT]
    ]


def _attempts(bodies: Bodies, given: Mapping[str, Point]) -> list[Array]:
    """Return the drawings of several beginnings, the best first."""
    distance, weight = targets(bodies)
    clear = clearances(bodies)
    held = held_bodies(bodies, given)
    fixed = list(held)
    guess = first_guess(distance)
    found: list[tuple[float, Array]] = []
    for attempt in range(BEGINNINGS):
        points = majorized(_shaken(guess, attempt), distance, weight)
        if fixed:
            points = majorized(fitted(points, fixed, np.array(list(held.values()))), distance, weight, fixed)
        stiff = _snapped(bodies, points, fixed)
        points = majorized(points, distance, weight, stiff)
        points = cleared(points, clear, fixed, stiff)
        badness = _badness(bodies, points, distance, weight, clear.table())
        if all(abs(badness - other) > 1e-6 for other, _ in found):
            points = points if fixed else levelled(bodies, points)
            found.append((badness, cleared(points, clear, fixed, fixed)))
    return [points for _, points in sorted(found, key=lambda pair: pair[0])]


def held_bodies(bodies: Bodies, given: Mapping[str, Point]) -> dict[int, Point]:
    """Return the bodies whose places are given: spaces, and turntables of which a space is given."""
    held = {bodies.index[space]: given[space] for space in bodies.spaces if space in given}
    for number, wheel in enumerate(bodies.wheels):
        known = [given[space] for space in wheel.table.bridge if space in given]
        if known:
            held[bodies.hub(number)] = (sum(x for x, _ in known) / len(known), sum(y for _, y in known) / len(known))
    return held


# --------------------------------------------------------------------------------------------------------------------
# Placing


def first_guess(distance: Array) -> Array:
    """Return the classical scaling: the two directions in which the distances spread most."""
    count = len(distance)
    squared = distance**2
    np.fill_diagonal(squared, 0)
    centre = np.eye(count) - 1 / count
    spread = -centre @ squared @ centre / 2
    values, vectors = np.linalg.eigh(spread) if count <= MOST else _leading(spread)
    points = np.zeros((count, 2))
    for column in range(min(2, count)):
        vector = vectors[:, -1 - column] * np.sqrt(max(values[-1 - column], 0))
        # The sign of an eigenvector is arbitrary: the entry that is largest is made positive.
        points[:, column] = vector * np.sign(vector[np.argmax(np.abs(np.round(vector, 6)))] or 1)
    apart = np.linalg.norm(points[:, None, :] - points[None, :, :], axis=2) + np.eye(count)
    if apart.min(initial=1) > 0.05:
        return points
    return _shaken(points, 0.05)  # spaces that scaling cannot tell apart start a little beside each other


def _leading(matrix: Array, rounds: int = 40) -> tuple[Array, Array]:
    """Return the two largest eigenvalues, the smaller first, and their vectors, nearly (by orthogonal iteration)."""
    angle = np.arange(len(matrix)) * 2.399963
    vectors = np.column_stack((np.cos(angle), np.sin(angle)))
    for _ in range(rounds):
        vectors, _ = np.linalg.qr(matrix @ vectors)
    values = np.einsum("ij,ij->j", vectors, matrix @ vectors)
    order = np.argsort(values)
    return values[order], vectors[:, order]


def _shaken(points: Array, by: float) -> Array:
    """Return every point moved by so much (not at all with 0), each in a direction of its own."""
    angle = np.arange(len(points)) * 2.399963 * (1 + int(by))
    return points + 0.7 * by * np.column_stack((np.cos(angle), np.sin(angle)))


def majorized(points: Array, distance: Array, weight: Array, fixed: Sequence[int] = (), rounds: int = ROUNDS) -> Array:
    """Move the points until their distances are as wanted, as nearly as a plane allows; `fixed` ones stay."""
    free = [index for index in range(len(points)) if index not in set(fixed)]
    if len(points) < 2 or not free:
        return points
    laplacian = np.diag(weight.sum(axis=1)) - weight
    block = laplacian[np.ix_(free, free)]
    if len(points) <= MOST:
        solve = np.linalg.pinv(block)
    elif len(fixed):
        solve = np.linalg.inv(block)
    else:  # the same, faster: every body pulls at every other, so only a shift of all is left open
        solve = np.linalg.inv(block + 1 / len(free)) - 1 / len(free)
    for _ in range(rounds):
        apart = points[:, None, :] - points[None, :, :]
        length = np.maximum(np.linalg.norm(apart, axis=2), 1e-9)
        pull = (weight * distance / length)[:, :, None] * apart
        wanted = pull.sum(axis=1)[free]
        if len(fixed):
            wanted = wanted - laplacian[np.ix_(free, list(fixed))] @ points[list(fixed)]
        points = points.copy()
        points[free] = solve @ wanted
    return points


def fitted(points: Array, fixed: Sequence[int], places: Array) -> Array:
    """Shift and turn (or mirror) the whole drawing so that the fixed points come as near to their places as they can."""
    here = points[list(fixed)]
    u, _, v = np.linalg.svd((here - here.mean(axis=0)).T @ (places - places.mean(axis=0)))
    result: Array = (points - here.mean(axis=0)) @ (u @ v) + places.mean(axis=0)
    result[list(fixed)] = places
    return result


def _template(wheel: Wheel) -> Array:
    """Return the outside spaces around the middle of their turntable, clockwise."""
    angles = [wheel.angles[space] for space in wheel.outside]
    return np.array([(-wheel.radius * cos(angle), wheel.radius * sin(angle)) for angle in angles])


def _snapped(bodies: Bodies, points: Array, fixed: Sequence[int]) -> list[int]:
    """Move (in place) the outside spaces of turntables to where the bridge points; return every body that is to stay."""
    stay = list(fixed)
    for number, wheel in enumerate(bodies.wheels):
        hub = bodies.hub(number)
        members = [bodies.index[space] for space in wheel.outside]
        if wheel.angles and not set(members) & set(stay):
            model = _template(wheel)
            u, _, v = np.linalg.svd(model.T @ (points[members] - points[hub]))
            points[members] = model @ (u @ v) + points[hub]
            stay += [hub, *members] if hub not in stay else members
    return stay


def longest_run(bodies: Bodies) -> list[int]:
    """Return the bodies of the longest run."""
    plan = bodies.plan
    tracks = [[space for space in track if space != BUFFER_STOP] for track in plan.tracks]
    return [bodies.index[space] for space in max([*tracks, *(table.bridge for table in plan.turntables)], key=len)]


def levelled(bodies: Bodies, points: Array) -> Array:
    """Turn the drawing until its longest run is level and reads from left to right; turntables turn clockwise in it, and
    without any most of the rest lies below the run."""
    run = longest_run(bodies)
    along = points[run[-1]] - points[run[0]]
    angle = np.arctan2(along[1], along[0])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = points @ turn
    points = points - points[run[0]]
    outside = {bodies.index[space] for wheel in bodies.wheels for space in wheel.outside}
    for body in set(run) - outside:
        if abs(points[body, 1]) < 0.15:  # a bend that the eye would take for a slip
            points[body, 1] = 0
    clockwise = 0.0
    for number, wheel in enumerate(bodies.wheels):
        if wheel.angles:
            members = [bodies.index[space] for space in wheel.outside]
            clockwise += float(np.linalg.det(_template(wheel).T @ (points[members] - points[bodies.hub(number)])))
    if clockwise < -1e-6 or abs(clockwise) <= 1e-6 and np.round(points[:, 1].mean(), 6) > 0:
        points = points * np.array([1, -1])
    return points


def cleared(points: Array, clear: Clearances, fixed: Sequence[int], stiff: Sequence[int], pushes: int = PUSHES) -> Array:
    """Push bodies apart that came too near each other; `fixed` ones stay, `stiff` ones while something else can give way."""
    points = points.copy()
    for attempt in range(pushes):
        close = clear.too_near(points)
        if not close:
            break
        # Where stiff bodies are in each other's way for long, they give way too.
        held = set(fixed) if attempt > pushes // 2 else set(stiff) | set(fixed)
        for i, j, distance, wanted in close:
            movers = [body for body in (i, j) if body not in held] or [body for body in (i, j) if body not in set(fixed)]
            away = points[i] - points[j]
            length = float(np.hypot(*away))
            if length < 1e-6:
                angle = 2.399963 * (i + attempt)
                away, length = np.array([np.cos(angle), np.sin(angle)]), 1.0
                distance = 0.0
            short = max(0.0, wanted - min(distance, wanted)) + 0.004
            for body in movers:
                points[body] += away / length * short / len(movers) * (1 if body == i else -1)
    return points


def _badness(bodies: Bodies, points: Array, distance: Array, weight: Array, clear: Array) -> float:
    """Return how far a drawing is from what is wanted: its stress, what lies too near, joins that cross."""
    apart = np.linalg.norm(points[:, None, :] - points[None, :, :], axis=2)
    stress = float((weight * (apart - distance) ** 2).sum()) / 2
    near = float((np.maximum(0, clear - apart) ** 2).sum())
    joins = {frozenset((bodies.index[a.space], bodies.index[b.space])) for a, bs in bodies.plan.fixed.items() for b in bs}
    joins |= {frozenset((bodies.hub(n), bodies.index[space])) for n, wheel in enumerate(bodies.wheels) for space in wheel.outside}
    lines = np.array(sorted(sorted(join) for join in joins if len(join) == 2), dtype=np.intp).reshape(-1, 2)
    wanted = min(1, len(bodies.plan.exclusive))
    return stress + 20 * near + CROSSED * abs(crossings(points[lines], lines) - wanted)


# --------------------------------------------------------------------------------------------------------------------
# Back to spaces


def expanded(bodies: Bodies, points: Sequence[Point], given: Mapping[str, Point]) -> dict[str, Point]:
    """Return the points of all spaces: those of a bridge lie in a row through its middle, as its first position lays them."""
    at = {space: (points[n][0] + 0.0, points[n][1] + 0.0) for n, space in enumerate(bodies.spaces)}
    for number, wheel in enumerate(bodies.wheels):
        x, y = points[bodies.hub(number)]
        angle = _lie(wheel, at, (x, y))
        for place, space in enumerate(wheel.table.bridge):
            along = place - (len(wheel.table.bridge) - 1) / 2
            at[space] = (round(x + along * cos(angle), 2) + 0.0, round(y + along * sin(angle), 2) + 0.0)
    return {space: given.get(space, at[space]) for space in bodies.plan.spaces}


def _lie(wheel: Wheel, at: Mapping[str, Point], middle: Point) -> float:
    """Return the direction, in radians, from a bridge's first end to its last in the first position that says."""
    for position in wheel.table.positions:
        ways = []
        for outside, sign in zip(position, (-1, 1), strict=True):
            if outside:
                ways.append((sign * (at[outside][0] - middle[0]), sign * (at[outside][1] - middle[1])))
        if ways:
            return float(np.arctan2(sum(y for _, y in ways), sum(x for x, _ in ways)))
    return 0.0


# --------------------------------------------------------------------------------------------------------------------
# Large boards, whose chains of spaces are contracted before they are placed

MOST, FEWER = 320, 120  # bodies that are placed by stress, and on a board of
MANY = 2_000  # spaces or more


def contracted_drawing(bodies: Bodies, given: Mapping[str, Point]) -> dict[str, Point]:
    """Return a rough drawing of a large board, a point for every space off the bridges and for the middle of every turntable."""
    held = held_bodies(bodies, given)
    chains = _chains(bodies)
    kept = _kept(bodies, chains, set(held))
    distance, weight = _targets(bodies, kept)
    rounds = min(FEW_ROUNDS, 1 + FEW_ROUNDS * MOST**2 // len(kept) ** 2)  # each takes the square of the bodies
    points = majorized(first_guess(distance), distance, weight, rounds=rounds)
    place = {body: number for number, body in enumerate(kept)}
    if held:
        fixed = [place[body] for body in held]
        points = majorized(fitted(points, fixed, np.array(list(held.values()))), distance, weight, fixed, rounds=rounds)
    whole = np.zeros((bodies.count, 2))
    whole[kept] = points
    for chain in chains:
        _fill(whole, chain, set(kept))
    if not held:
        whole = levelled(bodies, whole)
    return {name: (float(x), float(y)) for name, (x, y) in zip(bodies.names, np.round(whole, 4), strict=True)}


def _chains(bodies: Bodies) -> list[list[int]]:
    """Return the rows of bodies between switches, ends of tracks and turntables, these included."""
    around: dict[int, list[int]] = {body: [] for body in range(bodies.count)}
    for join in joins_of(bodies):
        a, b = bodies.index[join.a.space], bodies.index[join.b.space]
        around[a].append(b)
        around[b].append(a)
    outside = {bodies.index[space] for wheel in bodies.wheels for space in wheel.outside}
    stops = {body for body, others in around.items() if len(others) != 2 or body in outside}
    chains, done = [], set()
    for start in [*sorted(stops), *range(bodies.count)]:
        if start not in stops and start in done:
            continue
        for following in around[start]:
            if (start, following) in done:
                continue
            chain = [start, following]
            while chain[-1] not in stops and chain[-1] != start:
                onward = [body for body in around[chain[-1]] if body != chain[-2]] or [chain[-2]]
                chain.append(onward[0])
            done |= {(chain[0], chain[1]), (chain[-1], chain[-2]), *chain[1:-1]}
            chains.append(chain)
        done.add(start)
    return chains


def _kept(bodies: Bodies, chains: list[list[int]], held: set[int]) -> list[int]:
    """Return the bodies that are placed: the ends of chains, and as many between as there is room for."""
    base = held | set(range(len(bodies.spaces), bodies.count)) | {body for chain in chains for body in (chain[0], chain[-1])}
    base |= set(range(bodies.count)) - {body for chain in chains for body in chain}
    for stride in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, bodies.count):
        kept = set(base)
        for chain in chains:
            parts = -(-(len(chain) - 1) // stride)
            parts = max(parts, 2) if stride < 64 else parts
            kept |= {chain[round(part * (len(chain) - 1) / parts)] for part in range(parts + 1)}
        if len(kept) <= (MOST if bodies.count < MANY else FEWER):
            break
    return sorted(kept)


def _fill(points: Array, chain: list[int], kept: set[int]) -> None:
    """Place (in place) the bodies of a chain between those that have places."""
    known = [number for number, body in enumerate(chain) if body in kept]
    for first, last in pairwise(known):
        for number in range(first + 1, last):
            share = (number - first) / (last - first)
            points[chain[number]] = (1 - share) * points[chain[first]] + share * points[chain[last]]


def _targets(bodies: Bodies, kept: list[int]) -> tuple[Array, Array]:
    """Return the distance wanted between any two of some bodies, and how much it matters."""
    count = bodies.count
    ways: list[tuple[int, int, float]] = []
    rolls: list[tuple[int, int, float]] = []
    for join in joins_of(bodies):
        a, b = bodies.index[join.a.space], bodies.index[join.b.space]
        ways.append((a, b, 1.0))
        rolls += [(2 * a + join.a.end, 2 * b + 1 - join.b.end, 1.0), (2 * b + join.b.end, 2 * a + 1 - join.a.end, 1.0)]
    for number, wheel in enumerate(bodies.wheels):
        ways += [(bodies.hub(number), bodies.index[space], wheel.radius) for space in wheel.outside]

    walked = connected(lengths(ways, count, kept, directed=False)[:, kept])
    ends = [2 * body + end for body in kept for end in (0, 1)]
    rolled = lengths(rolls, 2 * count, ends)[:, ends]
    rolled = rolled.reshape(len(kept), 2, len(kept), 2).min(axis=(1, 3))
    smooth = np.minimum(rolled, rolled.T) <= walked + 1e-9
    distance = np.maximum(np.where(smooth, walked, 0.75 * walked), CLEAR)
    weight = np.where(smooth, 1.0, SWITCHED) / distance**2
    np.fill_diagonal(distance, 1)
    np.fill_diagonal(weight, 0)
    return distance, weight

"""Rough drawings of large boards: chains of spaces are contracted before they are placed.

Switches, ends of tracks, turntables and every few spaces of a long chain are placed by stress majorization; what is between them
follows in even steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from shunt.track.drawing import Point, first_guess, fitted, held_bodies, hub_name, levelled, majorized
from shunt.track.octants import joins_of
from shunt.track.spacing import CLEAR, SWITCHED, Bodies

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

MOST, FEWER = 320, 120  # bodies that are placed by stress, and on a board of
MANY = 2_000  # spaces or more
ROUNDS = 60


def contracted_drawing(bodies: Bodies, given: Mapping[str, Point]) -> dict[str, Point]:
    """Return a rough drawing of a large board, a point for every space off the bridges and for the middle of every turntable."""
    held = held_bodies(bodies, given)
    chains = _chains(bodies)
    kept = _kept(bodies, chains, set(held))
    distance, weight = _targets(bodies, kept)
    points = majorized(first_guess(distance), distance, weight, rounds=ROUNDS)
    place = {body: number for number, body in enumerate(kept)}
    if held:
        fixed = [place[body] for body in held]
        points = majorized(fitted(points, fixed, np.array(list(held.values()))), distance, weight, fixed, rounds=ROUNDS)
    whole = np.zeros((bodies.count, 2))
    whole[kept] = points
    for chain in chains:
        _fill(whole, chain, set(kept))
    if not held:
        whole = levelled(bodies, whole)
    names = [*bodies.spaces, *map(hub_name, range(len(bodies.wheels)))]
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, np.round(whole, 4), strict=True)}


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
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    count = bodies.count
    ways: list[tuple[int, int, float]] = []
    rolls: list[tuple[int, int, float]] = []
    for join in joins_of(bodies):
        a, b = bodies.index[join.a.space], bodies.index[join.b.space]
        ways.append((a, b, 1.0))
        rolls += [(2 * a + join.a.end, 2 * b + 1 - join.b.end, 1.0), (2 * b + join.b.end, 2 * a + 1 - join.a.end, 1.0)]
    for number, wheel in enumerate(bodies.wheels):
        ways += [(bodies.hub(number), bodies.index[space], wheel.radius) for space in wheel.outside]

    def lengths(edges: list[tuple[int, int, float]], size: int, starts: list[int], directed: bool) -> Array:
        table = np.array(edges or [(0, 0, 0.0)])
        graph = csr_array((table[:, 2], (table[:, 0].astype(int), table[:, 1].astype(int))), shape=(size, size))
        found: Array = dijkstra(graph, directed=directed, indices=starts)
        return found

    walked = lengths(ways, count, kept, False)[:, kept]
    finite = walked[np.isfinite(walked)]
    walked = np.where(np.isfinite(walked), walked, finite.max() / 2 + 2)
    ends = [2 * body + end for body in kept for end in (0, 1)]
    rolled = lengths(rolls, 2 * count, ends, True)[:, ends]
    rolled = rolled.reshape(len(kept), 2, len(kept), 2).min(axis=(1, 3))
    smooth = np.minimum(rolled, rolled.T) <= walked + 1e-9
    distance = np.maximum(np.where(smooth, walked, 0.75 * walked), CLEAR)
    weight = np.where(smooth, 1.0, SWITCHED) / distance**2
    np.fill_diagonal(distance, 1)
    np.fill_diagonal(weight, 0)
    return distance, weight

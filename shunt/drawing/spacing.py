"""How far apart what is drawn should lie: spaces, and turntables as the rigid bodies that they are.

A turntable is one body: its bridge is straight, and all outside spaces lie on a circle around its middle, where the bridge
points while it turns. Distances are in space lengths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import pi, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.track.plan import BUFFER_STOP, End, Plan
from shunt.track.turntable import Turntable

Array = NDArray[np.float64]

CLEAR = 0.95  # what is not beside each other on a track keeps so far apart, as do the two legs of a switch
CROSSING = 1.3  # length of the two tracks that cross between four spaces, CLEAR apart
BESIDE = 0.8  # from the end of a bridge to the middle of an outside space
SWITCHED = 0.15  # weight of distances that no single run covers
SHORTER = 0.75  # share of the length of track that is kept where no single run covers it
RIGID = 6.0  # weight of distances within a turntable, and of crossings
NARROWEST = 0.3  # radians between two outside spaces of one turntable


class Join(NamedTuple):
    """Track from an end of one space to an end of another, none of them on a bridge."""

    a: End
    b: End


@dataclass(frozen=True)
class Wheel:
    """A turntable as a body: its radius from the middle to the outside spaces, and at which angle each of these lies
    (radians clockwise from the first end's at position 0; empty where no even turning explains the positions)."""

    table: Turntable
    radius: float
    angles: Mapping[str, float]

    @property
    def outside(self) -> tuple[str, ...]:
        """The spaces that the bridge meets."""
        return self.table.outside


@dataclass(frozen=True)
class Bodies:
    """What is placed: the spaces that lie on no bridge, then the turntables."""

    plan: Plan
    spaces: tuple[str, ...]
    wheels: tuple[Wheel, ...]
    index: Mapping[str, int]
    """Of every space the body it belongs to."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all bodies."""
        return (*self.spaces, *map(hub_name, range(len(self.wheels))))

    @property
    def count(self) -> int:
        """Return how many bodies there are."""
        return len(self.names)

    def hub(self, number: int) -> int:
        """Return the body of a turntable."""
        return len(self.spaces) + number

    @cached_property
    def joins(self) -> tuple[Join, ...]:
        """Every join between spaces off the bridges, once."""
        rank = self.plan.numbers
        return tuple(
            Join(end, other)
            for end, others in sorted(self.plan.fixed.items(), key=lambda item: (rank[item[0].space], item[0].end))
            for other in others
            if end <= other and self.plan.on_bridges.isdisjoint((end.space, other.space))
        )

    @cached_property
    def edges(self) -> list[tuple[int, int, float]]:
        """Bodies that track joins, two at a time, and how long it is: the joins first, then the spokes of turntables."""
        found = [(self.index[join.a.space], self.index[join.b.space], 1.0) for join in self.joins]
        wheels = enumerate(self.wheels)
        return found + [(self.hub(n), self.index[space], wheel.radius) for n, wheel in wheels for space in wheel.outside]

    @cached_property
    def longest_run(self) -> list[str]:
        """The bodies of the longest run, by name."""
        runs = [[space for space in track if space != BUFFER_STOP] for track in self.plan.tracks]
        longest = max([*runs, *(wheel.table.bridge for wheel in self.wheels)], key=len)
        return [self.names[self.index[space]] for space in longest]


def hub_name(number: int) -> str:
    """Return the name of a turntable among those of spaces; no space has such a name."""
    return f"turntable {number}"


def bodies_of(plan: Plan) -> Bodies:
    """Return the bodies of a plan."""
    on_bridge = {space: number for number, table in enumerate(plan.turntables) for space in table.bridge}
    spaces = tuple(space for space in plan.spaces if space not in on_bridge)
    index = {space: number for number, space in enumerate(spaces)}
    index |= {space: len(spaces) + number for space, number in on_bridge.items()}
    return Bodies(plan, spaces, tuple(map(_wheel, plan.turntables)), index)


def _wheel(table: Turntable) -> Wheel:
    radius = len(table.bridge) / 2 + BESIDE
    for turn in (2 * pi, pi):
        angles = _angles(table, turn / len(table.positions))
        narrowest = min((_apart(angles[a], angles[b]) for a, b in combinations(angles, 2)), default=pi)
        if angles and narrowest >= NARROWEST:
            return Wheel(table, max(radius, CLEAR / (2 * sin(narrowest / 2))), angles)
    return Wheel(table, max(radius, CLEAR / (2 * sin(pi / max(2, len(table.outside))))), {})


def _angles(table: Turntable, step: float) -> dict[str, float]:
    """Return where the outside spaces lie if every position is a `step` further; empty where that contradicts itself."""
    found: dict[str, float] = {}
    for number, position in enumerate(table.positions):
        for space, angle in zip(position, (number * step, number * step + pi), strict=True):
            if space and _apart(found.setdefault(space, angle), angle) > 0.01:
                return {}
    return found


def _apart(one: float, other: float) -> float:
    return abs((one - other + pi) % (2 * pi) - pi)


# --------------------------------------------------------------------------------------------------------------------
# Distances along the tracks


def _lengths(edges: Iterable[tuple[int, int, float]], size: int, ends: Sequence[int], directed: bool) -> Array:
    """Return the lengths of shortest paths between some nodes of a graph of `size` nodes; infinite where there is none."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    table = np.array(list(edges) or [(0, 0, 0.0)])
    graph = csr_array((table[:, 2], (table[:, 0].astype(int), table[:, 1].astype(int))), shape=(size, size))
    found: Array = dijkstra(graph, directed=directed, indices=ends)[:, ends]
    return found


def targets(bodies: Bodies, kept: Sequence[int]) -> tuple[Array, Array]:
    """Return the distance wanted between any two of the bodies `kept`, and how much it matters.

    Pieces roll from an end of a space to the end by which they leave the next one.
    """
    walked = _lengths(bodies.edges, bodies.count, kept, directed=False)
    is_joined = np.isfinite(walked)  # parts that nothing joins lie clear of each other
    walked = np.where(is_joined, walked, walked[is_joined].max() / 2 + 2)
    rolls = [
        (2 * bodies.index[end.space] + end.end, 2 * bodies.index[other.space] + 1 - other.end, 1.0)
        for join in bodies.joins
        for end, other in (join, join[::-1])
    ]
    rolled = _lengths(rolls, 2 * bodies.count, [2 * body + end for body in kept for end in (0, 1)], directed=True)
    rolled = rolled.reshape(len(kept), 2, len(kept), 2).min(axis=(1, 3))
    is_smooth = np.minimum(rolled, rolled.T) <= walked + 1e-9
    distance = np.maximum(np.where(is_smooth, walked, SHORTER * walked), CLEAR)
    weight = np.where(is_smooth, 1.0, SWITCHED) / distance**2
    place = {body: number for number, body in enumerate(kept)}
    for one, other, wanted, price in _close_pairs(bodies):
        if one in place and other in place and one != other:
            i, j = place[one], place[other]
            distance[i, j] = distance[j, i] = wanted
            weight[i, j] = weight[j, i] = price / wanted**2
    np.fill_diagonal(distance, 1)
    np.fill_diagonal(weight, 0)
    return distance, weight


def _close_pairs(bodies: Bodies) -> Iterator[tuple[int, int, float, float]]:
    """Yield bodies that are held near each other, two at a time, how far apart they are, and how much that matters."""
    for others in bodies.plan.fixed.values():  # the legs of a switch
        for one, other in combinations(others, 2):
            yield bodies.index[one.space], bodies.index[other.space], CLEAR, SWITCHED
    for number, wheel in enumerate(bodies.wheels):
        yield from ((bodies.hub(number), bodies.index[space], wheel.radius, RIGID) for space in wheel.outside)
        opposite = {frozenset(position) for position in wheel.table.positions}
        for a, b in combinations(wheel.outside, 2):
            even = 2 * pi / len(wheel.outside)
            angle = _apart(wheel.angles[a], wheel.angles[b]) if wheel.angles else pi if {a, b} in opposite else even
            yield bodies.index[a], bodies.index[b], max(CLEAR, 2 * wheel.radius * sin(angle / 2)), RIGID
    yield from ((bodies.index[a], bodies.index[b], wanted, RIGID) for a, b, wanted in _crossings(bodies.plan))


def _crossings(plan: Plan) -> Iterator[tuple[str, str, float]]:
    """Put two spaces that exclude each other side by side, their tracks crossing before a neighbour of each."""
    rank = plan.numbers
    pairs = plan.exclusive_pairs
    yield from ((a, b, CLEAR) for a, b in pairs)
    if len(pairs) != 1:
        return
    ((a, b),) = pairs
    outside = {space for table in plan.turntables for space in table.outside}
    onward = []
    for space in (a, b):  # rather not towards a turntable, and onward along the runs: what lies there is freest to give way
        near = {other.space for end in (0, 1) for other in plan.fixed.get(End(space, end), ())} - {a, b}
        onward += sorted(near, key=lambda other: (other in outside, -rank[other]))[:1]
    if len(set(onward)) == 2:
        c, d = onward
        yield from ((a, c, CROSSING), (b, d, CROSSING), (a, d, CLEAR), (b, c, CLEAR), (c, d, CLEAR))

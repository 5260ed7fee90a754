"""How far apart what is drawn should lie: spaces, and turntables as the rigid bodies that they are.

A turntable is one body: its bridge is straight, and all outside spaces lie on a circle around its middle, where the bridge
points while it turns. Distances are in space lengths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import pi, sin
from typing import TYPE_CHECKING

import numpy as np

from shunt.track.plan import End, Plan
from shunt.track.turntable import Turntable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

CLEAR = 0.95  # what is not beside each other on a track keeps so far apart
LEGS = 0.95  # distance of the two legs of a switch, beside each other
CROSSING = 1.3  # length of the two tracks that cross between four spaces, CLEAR apart
BESIDE = 0.8  # from the end of a bridge to the middle of an outside space
SWITCHED = 0.15  # weight of distances that no single run covers
TURNED = 0.5  # weight of those that only some position of a turntable makes
RIGID = 6.0  # weight of those within a turntable, and of crossings
NARROWEST = 0.3  # radians between two outside spaces of one turntable


@dataclass(frozen=True)
class Wheel:
    """A turntable as a body: its radius from the middle to the outside spaces, and at which angle each of these lies
    (radians clockwise from the first end's at position 0; empty where no even turning explains the positions)."""

    table: Turntable
    outside: tuple[str, ...]
    radius: float
    angles: Mapping[str, float]


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
        return len(self.spaces) + len(self.wheels)

    def hub(self, number: int) -> int:
        """Return the body of a turntable."""
        return len(self.spaces) + number


def hub_name(number: int) -> str:
    """Return the name of a turntable among those of spaces; no space has such a name."""
    return f"turntable {number}"


def bodies_of(plan: Plan) -> Bodies:
    """Return the bodies of a plan."""
    wheels = tuple(_wheel(table) for table in plan.turntables)
    on_bridge = {space for table in plan.turntables for space in table.bridge}
    spaces = tuple(space for space in plan.spaces if space not in on_bridge)
    index = {space: number for number, space in enumerate(spaces)}
    index |= {space: len(spaces) + number for number, table in enumerate(plan.turntables) for space in table.bridge}
    return Bodies(plan, spaces, wheels, index)


def _wheel(table: Turntable) -> Wheel:
    outside = tuple(dict.fromkeys(space for position in table.positions for space in position if space))
    radius = len(table.bridge) / 2 + BESIDE
    for turn in (2 * pi, pi):
        angles = _angles(table, turn / len(table.positions))
        between = [_apart(angles[a], angles[b]) for a, b in combinations(angles, 2)] if angles else []
        if angles and min(between, default=pi) >= NARROWEST:
            return Wheel(table, outside, max(radius, CLEAR / (2 * sin(min(between, default=pi) / 2))), angles)
    return Wheel(table, outside, max(radius, CLEAR / (2 * sin(pi / max(2, len(outside))))), {})


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


def lengths(edges: Iterable[tuple[int, int, float]], size: int, starts: Sequence[int], directed: bool = True) -> Array:
    """Return the lengths of shortest ways from some nodes of a graph to all of its `size` nodes; infinite where there is none."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    table = np.array(list(edges) or [(0, 0, 0.0)])
    graph = csr_array((table[:, 2], (table[:, 0].astype(int), table[:, 1].astype(int))), shape=(size, size))
    found: Array = dijkstra(graph, directed=directed, indices=starts)
    return found


def _rolled(bodies: Bodies, joins: Mapping[End, Sequence[End]]) -> Array:
    """Return how far a piece rolls from one body to another without turning back (infinite where it cannot)."""
    plan = bodies.plan
    off = {space: abs(n - (len(t.bridge) - 1) / 2) for t in plan.turntables for n, space in enumerate(t.bridge)}
    reach = {space: wheel.radius - (len(wheel.table.bridge) - 1) / 2 for wheel in bodies.wheels for space in wheel.table.bridge}
    number = {End(space, end): 2 * place + end for place, space in enumerate(plan.spaces) for end in (0, 1)}
    edges = []
    for end, others in joins.items():
        for entered in others:
            is_rim = (end.space in off) != (entered.space in off)
            length = reach[end.space if end.space in off else entered.space] if is_rim else 1.0
            edges.append((number[end], number[entered.opposite], length))
    body = np.array([bodies.index[end.space] for end in number])
    middle = np.array([off.get(end.space, 0.0) for end in number])
    result: Array = np.full((bodies.count, bodies.count), np.inf)
    ways = lengths(edges, len(number), range(len(number))) + middle[:, None] + middle[None, :]
    np.minimum.at(result, (body[:, None], body[None, :]), ways)
    np.fill_diagonal(result, 0)
    return np.asarray(np.minimum(result, result.T))


def connected(walked: Array) -> Array:
    """Return distances of which none is infinite: parts that nothing joins lie clear of each other."""
    finite = walked[np.isfinite(walked)]
    return np.asarray(np.where(np.isfinite(walked), walked, finite.max() / 2 + 2))


def targets(bodies: Bodies) -> tuple[Array, Array]:
    """Return the distance wanted between any two bodies, and how much it matters."""
    from scipy.sparse.csgraph import floyd_warshall

    plan = bodies.plan
    rolled = _rolled(bodies, plan.fixed)
    anyhow = rolled
    for turned in range(max((len(table.positions) for table in plan.turntables), default=0)):
        standing = tuple(turned % len(table.positions) for table in plan.turntables)
        anyhow = np.minimum(anyhow, _rolled(bodies, plan.joins(standing)))
    walked = connected(floyd_warshall(anyhow))
    smooth = rolled <= walked + 1e-9
    by_turning = ~smooth & (anyhow <= walked + 1e-9)
    distance = np.where(smooth | by_turning, walked, walked * 0.75)
    for others in plan.fixed.values():
        for one, other in combinations([bodies.index[end.space] for end in others], 2):
            if not smooth[one, other]:
                distance[one, other] = distance[other, one] = LEGS
    distance = np.maximum(distance, CLEAR)
    weight = np.where(smooth, 1.0, np.where(by_turning, TURNED, SWITCHED)) / distance**2
    for one, other, wanted in [*_within_wheels(bodies), *_crossings(bodies)]:
        distance[one, other] = distance[other, one] = wanted
        weight[one, other] = weight[other, one] = RIGID / wanted**2
    np.fill_diagonal(distance, 1)
    np.fill_diagonal(weight, 0)
    return distance, weight


def _within_wheels(bodies: Bodies) -> list[tuple[int, int, float]]:
    """Return bodies that a turntable holds in their places, two at a time, and how far apart."""
    found = []
    for number, wheel in enumerate(bodies.wheels):
        found += [(bodies.hub(number), bodies.index[space], wheel.radius) for space in wheel.outside]
        opposite = {frozenset(position) for position in wheel.table.positions}
        for a, b in combinations(wheel.outside, 2):
            if wheel.angles:
                angle = _apart(wheel.angles[a], wheel.angles[b])
            else:
                angle = pi if {a, b} in opposite else max(pi / 2 if len(wheel.outside) < 5 else 0.0, 2 * pi / len(wheel.outside))
            found.append((bodies.index[a], bodies.index[b], max(CLEAR, 2 * wheel.radius * sin(angle / 2))))
    return found


def _crossings(bodies: Bodies) -> list[tuple[int, int, float]]:
    """Put two spaces that exclude each other side by side, their tracks crossing before a neighbour of each."""
    plan = bodies.plan
    hubs = set(range(len(bodies.spaces), bodies.count))
    outside = {space for wheel in bodies.wheels for space in wheel.outside}
    found = []
    pairs = [(a, b) for group in plan.exclusive for a, b in combinations(sorted(group, key=plan.spaces.index), 2)]
    for a, b in pairs:
        found.append((bodies.index[a], bodies.index[b], CLEAR))
        if len(pairs) > 1:
            continue
        onward = []
        for space in (a, b):
            near = [other.space for end in (0, 1) for other in plan.fixed.get(End(space, end), ())]
            # Rather not towards a turntable, and onward along the runs: what lies there is freest to give way.
            near = [other for other in near if other not in (a, b)]
            onward.append(sorted(near, key=lambda other: (other in outside, -plan.spaces.index(other))))
        if all(onward) and onward[0][0] != onward[1][0]:
            c, d = onward[0][0], onward[1][0]
            found += [(bodies.index[a], bodies.index[c], CROSSING), (bodies.index[b], bodies.index[d], CROSSING)]
            found += [(bodies.index[x], bodies.index[y], CLEAR) for x, y in ((a, d), (b, c), (c, d))]
    return [(x, y, wanted) for x, y, wanted in found if x != y and not {x, y} <= hubs]


@dataclass(frozen=True)
class Clearances:
    """The least distance between any two bodies: the sum of their `sizes`, but for the pairs in `other` (the first the smaller).

    For large boards, where a table of all pairs would be too large.
    """

    sizes: Array
    other: dict[tuple[int, int], float]

    def too_near(self, points: Array) -> list[tuple[int, int, float, float]]:
        """Return the pairs of bodies that are too near each other: both, how far apart they are, and how far they should be."""
        from scipy.spatial import cKDTree

        widest = max(2 * float(self.sizes.max()), max(self.other.values(), default=0.0))
        found = []
        for i, j in sorted(cKDTree(points).query_pairs(widest)):
            apart = float(np.hypot(*(points[i] - points[j])))
            wanted = self.other.get((i, j), float(self.sizes[i] + self.sizes[j]))
            if apart < wanted - 0.005:
                found.append((i, j, apart, wanted))
        return found

    def shrunk(self, share: float) -> Clearances:
        """Return a share of the same distances."""
        return Clearances(self.sizes * share, {pair: wanted * share for pair, wanted in self.other.items()})

    def table(self) -> Array:
        """Return the least distances of all pairs."""
        result: Array = self.sizes[:, None] + self.sizes[None, :]
        for (one, other), wanted in self.other.items():
            result[one, other] = result[other, one] = wanted
        np.fill_diagonal(result, 0)
        return result


def clearances(bodies: Bodies) -> Clearances:
    """Return the least distance between any two bodies."""
    size = np.array([CLEAR / 2] * len(bodies.spaces) + [len(wheel.table.bridge) / 2 + 0.3 for wheel in bodies.wheels])
    other = {}
    for number, wheel in enumerate(bodies.wheels):
        for space in wheel.outside:  # a hub comes after every space
            other[bodies.index[space], bodies.hub(number)] = len(wheel.table.bridge) / 2 + BESIDE
    return Clearances(size, other)

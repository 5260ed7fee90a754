"""Coordinates of an octilinear drawing whose directions are chosen: the second half, a linear program.

Spaces in a straight row are one segment, evenly spaced. Each segment is to keep its direction and to be as long as its spaces
need; segments that touch or cross without need are kept apart, as in Nöllenburg and Wolff's program, but only those that came
too near each other in the solution before (so few rows are enough). Every row can give way at a price, so that a program always
has a solution: where directions contradict each other, track leaves them as little as possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

import numpy as np

from shunt.drawing.clearance import Point, apart_at_least, cross
from shunt.drawing.octants import Octants
from shunt.drawing.spacing import Bodies
from shunt.track.plan import End

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

DIAGONAL = sqrt(2.0)
APART = 1.0  # between spaces of different segments
NEAR = 0.94  # what is nearer than this is pushed apart
TIP = 0.4  # how much further a space reaches towards its buffer stop
RAILS = 0.62  # the same between a space and track that does not belong to it
ROUNDS = 8
FEW_ROUNDS = 2  # for a board of more than MANY segments
MANY = 150
MANY_PAIRS = 64  # pairs of spaces in two rows beyond which all are measured at once
UNFINISHED = 1000  # the pairs that are counted as too near each other if a solution was given up
TILT, SHORT, CLOSE = 12.0, 40.0, 30.0  # prices of leaving a direction, of too short a segment, of coming too near
LONGER = ((0.5, 1.0), (1.5, 2.0), (np.inf, 4.0))  # prices of each further length, in steps: long tracks share what is missing
WAYS = [(cos(octant * pi / 4), sin(octant * pi / 4)) for octant in range(8)]


@dataclass(frozen=True)
class Segment:
    """Spaces in a straight row, in the order of an octant; `wanted`: its length."""

    spaces: tuple[str, ...]
    octant: int
    wanted: float


@dataclass
class Frame:
    """What holds each space: a body that is placed, and how far from it the space is (for the rim of a turntable)."""

    held_by: dict[str, str] = field(default_factory=dict)
    off: dict[str, Point] = field(default_factory=dict)
    fixed: dict[str, Point] = field(default_factory=dict)
    sizes: dict[str, float] = field(default_factory=dict)
    """Of a turntable, the radius of its pit."""
    apart: frozenset[str] = frozenset()
    """Spaces that exclude others: each is to be seen beside the other, on the track that crosses the other's."""

    def body(self, space: str) -> str:
        """Return the body that holds a space, itself where nothing else does."""
        return self.held_by.get(space, space)

    def offset(self, space: str) -> Point:
        """Return how far a space is from its body."""
        return self.off.get(space, (0.0, 0.0))


def segments_of(octants: Octants, frame: Frame) -> list[Segment]:
    """Join spaces in a straight row into segments."""

    def passes(space: str) -> bool:
        """Return whether a space is inside a straight row: one join at each end, in one direction, and free to move."""
        here = [octants.at.get(End(space, end), []) for end in (0, 1)]
        if space in frame.held_by or space in frame.fixed or space in frame.apart or any(len(steps) != 1 for steps in here):
            return False
        ways = {(octants.way(step) + (0 if end else 4)) % 8 for end, (step,) in enumerate(here)}
        return ways == {octants.spaces[space]} and here[0][0][0] != here[1][0][0]

    inner = {space for space in octants.spaces if passes(space)}
    found = []
    for row in octants.rows(lambda end: end.space in inner):
        ends = [octants.ends(row[0])[0], *(octants.ends(step)[1] for step in row)]
        found.append(
            Segment(tuple(end.space for end in ends), octants.way(row[0]), sum(_wanted(octants, number) for number, _ in row))
        )
    return found


def _wanted(octants: Octants, number: int) -> float:
    """Return how long a join should be: a space length, or more where the track changes its row."""
    bent = sum(one != other for one, other in octants.pairs(number))
    if not bent:
        return 1.0
    return DIAGONAL if octants.along[number] % 2 else 1.15


@dataclass
class Program:
    """The linear program of one drawing; `rough`: where everything is about to be."""

    bodies: Bodies
    octants: Octants
    frame: Frame
    rough: Mapping[str, Point]
    segments: list[Segment] = field(default_factory=list)
    crossing: frozenset[frozenset[str]] = frozenset()
    points: dict[str, Point] = field(default_factory=dict)
    strain: float = 0.0
    """How far track leaves its directions, and is too short or too near other track, in space lengths."""
    close: int = 0
    """How many pairs of spaces and tracks are still too near each other."""
    rows: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = field(default_factory=dict)
    """The pairs kept apart, and the direction of each; at the beginning those of another program."""
    solved: int = 0
    """How often it was solved."""

    def solve(self, most: float = np.inf) -> dict[str, Point]:
        """Place everything; solve again while something is too near to something else, and the program costs less than `most`."""
        self.segments = segments_of(self.octants, self.frame)
        joined = {space for segment in self.segments for space in segment.spaces}
        self.alone = [s for s in [*self.octants.spaces, *self.frame.sizes] if s not in joined or s in self.frame.apart]
        self.things: list[tuple[str, ...]] = [segment.spaces for segment in self.segments] + [(space,) for space in self.alone]
        names = dict.fromkeys(self.frame.body(space) for thing in self.things for space in (thing[0], thing[-1]))
        self.column = {name: 2 * number for number, name in enumerate(names)}
        self.tips = self._tips()
        number_of = {thing: number for number, thing in enumerate(self.things)}
        rows = {(number_of[a], number_of[b]): way for (a, b), way in self.rows.items() if a in number_of and b in number_of}
        for _ in range(ROUNDS if len(self.things) <= MANY else FEW_ROUNDS):
            self.points = self._placed(rows)
            self.solved += 1
            if self.strain > most:
                self.close = UNFINISHED
                break
            new = {pair: way for pair in self._conflicts() if (way := self._way(*pair)) is not None and rows.get(pair) != way}
            self.close = len(new)
            if not new:
                break
            rows |= new
        self.rows = {(self.things[i], self.things[j]): way for (i, j), way in rows.items()}
        return self.points

    def tilt_of(self, chain: Sequence[tuple[int, bool]]) -> float:
        """Return how far the joins of a chain leave their directions."""
        found = 0.0
        for number, _ in chain:
            join = self.octants.joins[number]
            (x1, y1), (x2, y2) = self.points[join.a.space], self.points[join.b.space]
            x, y = WAYS[self.octants.along[number]]
            found += abs(x * (y2 - y1) - y * (x2 - x1))
        return round(found, 6)

    def _tips(self) -> dict[str, int]:
        """Return the spaces at the end of a track, and in which octant its buffer stop is."""
        found = {}
        for space, octant in self.octants.spaces.items():
            free = [end for end in (0, 1) if End(space, end) not in self.octants.at]
            if len(free) == 1 and space not in self.frame.held_by:
                found[space] = (octant + (0 if free[0] else 4)) % 8
        return found

    # ------------------------------------------------------------------------------------------------------ one solution

    def _placed(self, rows: Mapping[tuple[int, int], int]) -> dict[str, Point]:
        """Solve the program with the distances in `rows`: pairs of things, and in which direction they are kept apart."""
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csc_array

        table = _Table(2 * len(self.column))
        for segment in self.segments:
            self._add_segment(table, segment)
        for (one, other), way in rows.items():
            self._add_distance(table, self.things[one], self.things[other], way)
        size = 2 * len(self.column)
        least = np.array([-np.inf] * size + [0.0] * len(table.limits))
        most = np.array([np.inf] * size + table.limits)
        for name, point in self.frame.fixed.items():
            if name in self.column:
                least[self.column[name] : self.column[name] + 2] = most[self.column[name] : self.column[name] + 2] = point
        if not self.frame.fixed:
            least[0:2] = most[0:2] = 0.0
        costs = np.array([0.0] * size + table.costs)
        matrix = csc_array((table.values, (table.rows, table.columns)), shape=(len(table.least), len(costs)))
        answer = milp(costs, bounds=Bounds(least, most), constraints=LinearConstraint(matrix, table.least, np.inf))
        if answer.x is None:
            return dict(self.points) or dict(self.rough)
        self.strain = float(sum(cost * answer.x[column] for column, cost in table.strains)) / TILT
        self.strain += sum(10.0 * len(segment.spaces) for segment in self.segments if self._is_closed(segment))
        places = {name: (float(answer.x[column]), float(answer.x[column + 1])) for name, column in self.column.items()}
        return self._spread(places)

    def _spread(self, places: Mapping[str, Point]) -> dict[str, Point]:
        """Return the points of all spaces and turntables, those within a segment evenly spaced."""
        found: dict[str, Point] = dict(places)

        def point(space: str) -> Point:
            (x, y), (dx, dy) = places[self.frame.body(space)], self.frame.offset(space)
            return x + dx, y + dy

        for thing in self.things:
            (x1, y1), (x2, y2) = point(thing[0]), point(thing[-1])
            for number, space in enumerate(thing):
                share = number / max(1, len(thing) - 1)
                found[space] = (x1 + share * (x2 - x1), y1 + share * (y2 - y1))
        return found

    def _terms(self, space: str, way: Point, sign: float) -> tuple[list[tuple[int, float]], float]:
        """Return a space's distance along a direction: its terms and its constant."""
        column, (dx, dy) = self.column[self.frame.body(space)], self.frame.offset(space)
        return [(column, sign * way[0]), (column + 1, sign * way[1])], sign * (way[0] * dx + way[1] * dy)

    def _add_segment(self, table: _Table, segment: Segment) -> None:
        along = WAYS[segment.octant]
        across = (-along[1], along[0])
        first, last = segment.spaces[0], segment.spaces[-1]
        if self._is_closed(segment):
            return
        for sign in (1.0, -1.0):  # across = left - right, both at a price
            terms, constant = self._between(first, last, across, sign)
            table.add(terms, -constant, price=TILT)
        terms, constant = self._between(first, last, along, 1.0)
        table.add(terms, segment.wanted - constant, price=SHORT)
        back = [(column, -value) for column, value in terms]
        steps = max(1, len(segment.spaces) - 1)
        table.add(back, constant - segment.wanted, slacks=[(limit * sqrt(steps), price) for limit, price in LONGER])

    def _is_closed(self, segment: Segment) -> bool:
        """Return whether a row begins and ends at the same body, which no straight row does."""
        return self.frame.body(segment.spaces[0]) == self.frame.body(segment.spaces[-1])

    def _between(self, first: str, last: str, way: Point, sign: float) -> tuple[list[tuple[int, float]], float]:
        ahead, more = self._terms(last, way, sign)
        behind, less = self._terms(first, way, -sign)
        return ahead + behind, more + less

    def _add_distance(self, table: _Table, one: tuple[str, ...], other: tuple[str, ...], way: int) -> None:
        slack = None
        shared = {one[0], one[-1]} & {other[0], other[-1]}
        for first in dict.fromkeys((one[0], one[-1])):
            for last in dict.fromkeys((other[0], other[-1])):
                if first in shared or last in shared or self.frame.body(first) == self.frame.body(last):
                    continue
                terms, constant = self._between(first, last, WAYS[way], 1.0)
                need = APART + self.frame.sizes.get(first, 0.0) + self.frame.sizes.get(last, 0.0)
                need += TIP * ((self.tips.get(first) == way) + (self.tips.get(last) == (way + 4) % 8))
                slack = table.add(terms, need - constant, price=CLOSE, slack=slack)

    # ---------------------------------------------------------------------------------------------------------- conflicts

    def _conflicts(self) -> list[tuple[int, int]]:
        """Return the pairs of things that are too near each other, or cross."""
        count = len(self.things)
        ends = np.array([[self.points[thing[0]], self.points[thing[-1]]] for thing in self.things])
        low, high = ends.min(axis=1) - APART, ends.max(axis=1)
        meet = np.ones((count, count), dtype=bool)
        for axis in (0, 1):
            meet &= (low[:, None, axis] <= high[None, :, axis]) & (low[None, :, axis] <= high[:, None, axis])
        pairs = np.argwhere(np.triu(meet, 1))
        sizes = np.array([self.frame.sizes.get(thing[0], 0.0) for thing in self.things])
        pairs = pairs[apart_at_least(ends, pairs) < max(NEAR, RAILS) + TIP + sizes[pairs].sum(axis=1)]
        return [(int(i), int(j)) for i, j in pairs if self._is_close(int(i), int(j), float(sizes[i] + sizes[j]))]

    def _is_close(self, i: int, j: int, larger: float) -> bool:
        one, other = self.things[i], self.things[j]
        if self.crossing and len(one) + len(other) > 2 and any(frozenset((a, b)) in self.crossing for a in one for b in other):
            return False
        shared = {one[0], one[-1]} & {other[0], other[-1]}
        places = [(self.points[a], self.points[b]) for a, b in ((one[0], one[-1]), (other[0], other[-1]))]
        if not shared and len(one) > 1 and len(other) > 1 and cross(*places[0], *places[1]):
            return True
        ones, others = self._near(one, other, larger) if len(one) * len(other) > MANY_PAIRS else (one, other)
        for row, line, beside, kept in ((ones, others, other[0], places[1]), (others, ones, one[0], places[0])):
            for space in row:
                if space in shared:
                    continue
                x, y = self.points[space]
                for beyond in line:
                    if beyond not in shared and self.frame.body(beyond) != self.frame.body(space):
                        a, b = self.points[beyond]
                        if hypot(a - x, b - y) < NEAR + larger - 0.02:
                            return True
                        if space in self.tips:
                            dx, dy = WAYS[self.tips[space]]
                            if hypot(a - x - TIP * dx, b - y - TIP * dy) < NEAR + larger - 0.02:
                                return True
                if not shared and self.frame.body(beside) != self.frame.body(space) and _off((x, y), *kept) < RAILS + larger:
                    return True
        return False

    def _near(self, one: tuple[str, ...], other: tuple[str, ...], larger: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return those spaces of two long rows that may be too near to the other row: few or none."""
        at, beyond = (np.array([self.points[space] for space in row]) for row in (one, other))
        apart = np.hypot(*(at[:, None, :] - beyond[None, :, :]).transpose(2, 0, 1))
        gap = max(float(np.hypot(*np.diff(row, axis=0).T).max(initial=0.0)) for row in (at, beyond))
        near = apart <= np.hypot(max(NEAR, RAILS) + larger + TIP, gap / 2)
        ones, others = (
            tuple(row[k] for k in np.flatnonzero(near.any(axis=axis)).tolist()) for row, axis in ((one, 1), (other, 0))
        )
        return ones, others

    def _way(self, i: int, j: int) -> int | None:
        """Return the octant in which the second of two things is best kept away from the first; None if they share a space
        with nothing else on it."""
        one, other = self.things[i], self.things[j]
        shared = {one[0], one[-1]} & {other[0], other[-1]}
        ones = [space for space in dict.fromkeys((one[0], one[-1])) if space not in shared]
        others = [space for space in dict.fromkeys((other[0], other[-1])) if space not in shared]
        if not ones or not others:
            return None
        scores = []
        for x, y in WAYS:
            score = 0.0
            for points, weight in ((self.points, 1.0), (self.rough, 0.6)):
                score += weight * min(
                    x * (points[b][0] - points[a][0]) + y * (points[b][1] - points[a][1]) for a in ones for b in others
                )
            scores.append(score + (0.12 if abs(x * y) < 0.1 else 0.0) + (0.08 if abs(y) > 0.9 else 0.0))
        return int(np.argmax(np.round(scores, 6)))


class _Table:
    """Rows of a linear program, each with a least value; prices belong to the slacks that let a row give way."""

    def __init__(self, columns: int) -> None:
        self.width = columns
        self.values: list[float] = []
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.least: list[float] = []
        self.costs: list[float] = []
        self.limits: list[float] = []
        self.strains: list[tuple[int, float]] = []

    def add(
        self,
        terms: Sequence[tuple[int, float]],
        least: float,
        price: float = 0.0,
        slacks: Sequence[tuple[float, float]] = (),
        slack: int | None = None,
    ) -> int:
        """Add a row `terms ≥ least` with a slack at a `price`, with several `slacks` (limit, price), or with one used before."""
        row = len(self.least)
        self.least.append(least)
        for column, value in terms:
            self._put(row, column, value)
        for limit, cost in slacks or [(np.inf, price)]:
            if slack is None or slacks:
                slack = self.width + len(self.costs)
                self.costs.append(cost)
                self.limits.append(limit)
                if not slacks:
                    self.strains.append((slack, cost))
            self._put(row, slack, 1.0)
        assert slack is not None
        return slack

    def _put(self, row: int, column: int, value: float) -> None:
        self.rows.append(row)
        self.columns.append(column)
        self.values.append(value)


def _off(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a stroke."""
    (x, y), (x1, y1), (x2, y2) = point, start, end
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / length)) if length > 1e-12 else 0.0
    return hypot(x - x1 - share * dx, y - y1 - share * dy)

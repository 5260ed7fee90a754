"""Coordinates of an octilinear drawing whose directions are chosen: the second half, a linear program.

Spaces in a straight row are one segment, evenly spaced. Each segment is to keep its direction and to be as long as its spaces
need; segments that touch or cross without need are kept apart, as in Nöllenburg and Wolff's program, but only those that came
too near each other in the solution before (so few rows are enough). Every row can give way at a price, so that a program always
has a solution: where directions contradict each other, track leaves them as little as possible.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, dist, pi, sin, sqrt

import numpy as np

from shunt.drawing.clearance import apart_at_least
from shunt.drawing.octants import Octants, facing
from shunt.drawing.rough import as_point
from shunt.drawing.spacing import Bodies
from shunt.track.directions import Point, Points
from shunt.track.plan import End

DIAGONAL = sqrt(2.0)
APART = 1.0  # between spaces of different segments
NEAR = 0.94  # what is nearer than this is pushed apart
RAILS = 0.62  # the same between track and track that it does not touch
ROUNDS = 8
FEW_ROUNDS = 2  # for a board of more than MANY segments
MANY = 150
UNFINISHED = 1000  # the pairs that are counted as too near each other if a solution was given up
TILT, SHORT, CLOSE = 12.0, 40.0, 30.0  # prices of leaving a direction, of too short a segment, of coming too near
LONGER = ((0.5, 1.0), (1.5, 2.0), (np.inf, 4.0))  # prices of each further length, in steps: long tracks share what is missing
WAYS = np.array([(cos(octant * pi / 4), sin(octant * pi / 4)) for octant in range(8)])
LIKED = np.array([0.12, 0.0, 0.2, 0.0] * 2)  # how much rather things are kept apart level or upright


@dataclass(frozen=True)
class Segment:
    """Spaces in a straight row, in the order of an octant; `wanted`: its length."""

    spaces: tuple[str, ...]
    octant: int
    wanted: float


@dataclass
class Frame:
    """The constraints on the places of spaces.

    `held` maps a space on the rim of a turntable to this turntable and to the offset of the space from its middle.
    """

    fixed: dict[str, Point]
    held: dict[str, tuple[str, Point]] = field(default_factory=dict)
    sizes: dict[str, float] = field(default_factory=dict)
    """Of a turntable, the radius of its pit."""
    apart: frozenset[str] = frozenset()
    """Spaces that exclude others, and those beside them: all are to be seen, on tracks that cross."""

    def body(self, space: str) -> str:
        """Return the body that holds a space, itself where nothing else does."""
        return self.held[space][0] if space in self.held else space

    def offset(self, space: str) -> Point:
        """Return how far a space is from its body."""
        return self.held[space][1] if space in self.held else (0.0, 0.0)


def segments_of(octants: Octants, frame: Frame) -> list[Segment]:
    """Join spaces in a straight row into segments."""

    def passes(space: str) -> bool:
        """Return whether a space is inside a straight row: one join at each end, in one direction, and free to move."""
        here = [octants.at.get(End(space, end), []) for end in (0, 1)]
        if space in frame.held or space in frame.fixed or space in frame.apart or any(len(steps) != 1 for steps in here):
            return False
        ways = {facing(octants.way(step), end) for end, (step,) in enumerate(here)}
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


Slack = tuple[float, float]
"""How far a row of the program may give way, and the price of it."""


@dataclass
class Program:
    """The linear program of one drawing; `rough`: where everything is about to be."""

    bodies: Bodies
    octants: Octants
    frame: Frame
    rough: Points
    segments: list[Segment] = field(default_factory=list)
    points: dict[str, Point] = field(default_factory=dict)
    strain: float = 0.0
    """How far track leaves its directions, and is too short or too near other track, in space lengths."""
    close: int = 0
    """How many pairs of spaces and tracks are still too near each other."""
    solved: int = 0
    """How often it was solved."""

    def solve(self, most: float = np.inf) -> dict[str, Point]:
        """Place everything; solve again while something is too near to something else, and the program costs less than `most`."""
        self.segments = segments_of(self.octants, self.frame)
        joined = {space for segment in self.segments for space in segment.spaces}
        alone = [s for s in [*self.octants.spaces, *self.frame.sizes] if s not in joined or s in self.frame.apart]
        self.things = [segment.spaces for segment in self.segments] + [(space,) for space in alone]
        names = dict.fromkeys(self.frame.body(space) for thing in self.things for space in (thing[0], thing[-1]))
        self.column = {name: 2 * number for number, name in enumerate(names)}
        rows: dict[tuple[int, int], int] = {}
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

    # ------------------------------------------------------------------------------------------------------ one solution

    def _placed(self, rows: Mapping[tuple[int, int], int]) -> dict[str, Point]:
        """Solve the program with the distances in `rows`: pairs of things, and in which direction they are kept apart."""
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csc_array

        size = 2 * len(self.column)
        cells: list[tuple[int, int, float]] = []
        needs: list[float] = []
        slacks: list[Slack] = []
        for first, last, octant, need, own in self._rows(rows):
            terms, constant = self._between(first, last, octant)
            terms += [(size + len(slacks) + number, 1.0) for number in range(len(own))]
            cells += [(len(needs), column, value) for column, value in terms]
            needs.append(need - constant)
            slacks += own
        limits, prices = np.array(slacks).reshape(-1, 2).T
        least = np.concatenate((np.full(size, -np.inf), np.zeros(len(limits))))
        most = np.concatenate((np.full(size, np.inf), limits))
        for name, point in (self.frame.fixed or {next(iter(self.column)): (0.0, 0.0)}).items():
            if name in self.column:
                place = slice(self.column[name], self.column[name] + 2)
                least[place] = most[place] = point
        costs = np.concatenate((np.zeros(size), prices))
        row, column, value = np.array(cells).reshape(-1, 3).T
        matrix = csc_array((value, (row.astype(int), column.astype(int))), shape=(len(needs), len(costs)))
        answer = milp(costs, bounds=Bounds(least, most), constraints=LinearConstraint(matrix, needs, np.inf))
        if answer.x is None:
            return dict(self.points) or dict(self.rough)
        self.strain = float((costs * answer.x)[costs >= TILT].sum()) / TILT  # but for long segments
        self.strain += sum(10.0 * len(segment.spaces) for segment in self.segments if self._is_closed(segment))
        places = {name: (float(answer.x[column]), float(answer.x[column + 1])) for name, column in self.column.items()}
        return self._spread(places)

    def _spread(self, places: Points) -> dict[str, Point]:
        """Return the points of all spaces and turntables, those within a segment evenly spaced."""
        found: dict[str, Point] = dict(places)
        for thing in self.things:
            start, end = (np.add(places[self.frame.body(space)], self.frame.offset(space)) for space in (thing[0], thing[-1]))
            found |= zip(thing, map(as_point, np.linspace(start, end, len(thing))), strict=True)
        return found

    def _is_closed(self, segment: Segment) -> bool:
        """Return whether a row begins and ends at the same body, which no straight row does."""
        return self.frame.body(segment.spaces[0]) == self.frame.body(segment.spaces[-1])

    def _between(self, first: str, last: str, octant: int) -> tuple[list[tuple[int, float]], float]:
        """Return how far one space is from another in a direction: terms of columns, and a constant."""
        (x, y), ahead, behind = WAYS[octant % 8], *(self.column[self.frame.body(space)] for space in (last, first))
        off = np.subtract(self.frame.offset(last), self.frame.offset(first))
        return [(ahead, x), (ahead + 1, y), (behind, -x), (behind + 1, -y)], float(off @ (x, y))

    def _rows(self, rows: Mapping[tuple[int, int], int]) -> Iterator[tuple[str, str, int, float, list[Slack]]]:
        """Yield two spaces, a direction, how far one is to be from the other in it, and the slacks that let this row give way."""
        for segment in self.segments:
            if self._is_closed(segment):
                continue
            first, last, octant = segment.spaces[0], segment.spaces[-1], segment.octant
            for across in (2, 6):
                yield first, last, octant + across, 0.0, [(np.inf, TILT)]
            yield first, last, octant, segment.wanted, [(np.inf, SHORT)]
            steps = sqrt(max(1, len(segment.spaces) - 1))
            yield first, last, octant + 4, -segment.wanted, [(limit * steps, price) for limit, price in LONGER]
        for pair, way in rows.items():
            for first, last in self._pairs(*self._ends(*pair)):
                need = APART + self.frame.sizes.get(first, 0.0) + self.frame.sizes.get(last, 0.0)
                yield first, last, way, need, [(np.inf, CLOSE)]

    # ---------------------------------------------------------------------------------------------------------- conflicts

    def _pairs(self, one: Iterable[str], other: Iterable[str], shared: Container[str]) -> list[tuple[str, str]]:
        """Return the pairs of spaces of two things that could be too near each other."""
        ones, others = ([space for space in thing if space not in shared] for thing in (one, other))
        return [(a, b) for a in ones for b in others if self.frame.body(a) != self.frame.body(b)]

    def _ends(self, i: int, j: int) -> tuple[tuple[str, ...], tuple[str, ...], frozenset[str]]:
        """Return the ends of two things, each once, and those that they share."""
        one, other = (tuple(dict.fromkeys((self.things[n][0], self.things[n][-1]))) for n in (i, j))
        return one, other, frozenset(one).intersection(other)

    def _conflicts(self) -> list[tuple[int, int]]:
        """Return the pairs of things that are too near each other, or cross."""
        ends = np.array([[self.points[thing[0]], self.points[thing[-1]]] for thing in self.things])
        sizes = np.array([self.frame.sizes.get(thing[0], 0.0) for thing in self.things])
        pairs = np.stack(np.triu_indices(len(ends), 1), axis=1)
        larger = sizes[pairs].sum(axis=1)
        gaps = apart_at_least(ends, pairs) - larger
        found = zip(pairs.tolist(), gaps.tolist(), larger.tolist(), strict=True)
        return [(i, j) for (i, j), gap, size in found if gap < NEAR and self._is_close(i, j, gap, size)]

    def _is_close(self, i: int, j: int, gap: float, larger: float) -> bool:
        """Return whether the rails of two things come too near each other, or their spaces with what they reach over."""
        one, other = self.things[i], self.things[j]
        partners = self.bodies.plan.partners
        if len(one) + len(other) > 2 and any(b in partners(a) for a in self.frame.apart.intersection(one) for b in other):
            return False
        shared = self._ends(i, j)[2]
        if not shared and gap < RAILS:
            return True
        reach = NEAR + larger - 0.02
        return any(dist(self.points[a], self.points[b]) < reach for a, b in self._pairs(one, other, shared))

    def _way(self, i: int, j: int) -> int | None:
        """Return the octant in which the second of two things is best kept away from the first; None if they share a space
        with nothing else on it."""
        pairs = self._pairs(*self._ends(i, j))
        if not pairs:
            return None
        scores = LIKED.copy()
        for points, weight in ((self.points, 1.0), (self.rough, 0.6)):
            apart = [np.subtract(points[b], points[a]) for a, b in pairs]
            scores += weight * (WAYS @ np.transpose(apart)).min(axis=1)
        return int(np.argmax(np.round(scores, 6)))

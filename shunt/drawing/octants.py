"""Which of eight directions every space and every join of a drawing has: the first half of an octilinear drawing.

A drawing is octilinear if all its lines are level, upright or at 45 degrees, as on a metro map (M. Nöllenburg, A. Wolff, *Drawing
and labeling high-quality metro maps by mixed-integer programming*, 2011). Directions are chosen so that track bends little, goes
through a space smoothly, and stays near a rough drawing: for one run at a time (dynamic programming along it, all
others as they are), the longest first, until no run gets better. Octants are counted anticlockwise from level, to the right.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from math import atan2, pi
from typing import NamedTuple

import numpy as np

from shunt.drawing.spacing import Array, Bodies, Join
from shunt.track.directions import Points
from shunt.track.graphs import cuts
from shunt.track.plan import BUFFER_STOP, End

BENDS = (0.0, 1.0, 12.0, 40.0, 80.0)  # cost of a bend between a join and a space, by its octants
SLANTED = 0.6  # cost of a space at 45 degrees
UPRIGHT = 0.25
FREE = 0.6  # octants by which a join may turn away from the rough drawing without cost
TURNED = 1.1  # cost of a further octant, squared
LOOSE = 0.05  # share of this cost for a join that no ring of track holds in its place
SAME = 25.0  # two joins that leave one end in the same direction
PASSES = 8
PINNED = 1000.0
MAIN = 2.5  # further cost of a bend in the longest run
LYING = (0.0, SLANTED, UPRIGHT, SLANTED) * 2


Step = tuple[int, bool]
"""The number of a join, and whether it is followed from a to b."""


@dataclass
class Octants:
    """The directions of spaces (from end 0 to end 1) and of joins (from `a` to `b`); `pinned`: those that are given."""

    joins: Sequence[Join]
    pinned: Mapping[str, int]
    main: Sequence[Step]
    """The joins along the longest run, which is to be straight."""
    loose: frozenset[int]
    """The joins without which the track falls apart."""
    spaces: dict[str, int] = field(default_factory=dict)
    along: dict[int, int] = field(default_factory=dict)

    def bends(self, steps: Iterable[Step]) -> int:
        """Return how many octants the track bends on some joins."""
        return sum(apart(*pair) for number, _ in steps for pair in self.pairs(number))

    def ends(self, step: Step) -> tuple[End, End]:
        """Return the ends at which a step along a join begins and ends."""
        a, b = self.joins[step[0]]
        return (a, b) if step[1] else (b, a)

    def pairs(self, number: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the directions of travel at both ends of a join: in its first space and on it, on it and in its second."""
        (a, b), along = self.joins[number], self.along[number]
        return (facing(self.spaces[a.space], a.end), along), (along, facing(self.spaces[b.space], not b.end))

    def way(self, step: Step) -> int:
        """Return the direction in which a step leads along its join."""
        number, ahead = step
        return facing(self.along[number], ahead)

    @cached_property
    def at(self) -> dict[End, list[Step]]:
        """The steps that begin at each end."""
        found: dict[End, list[Step]] = {}
        for number, join in enumerate(self.joins):
            for end, ahead in zip(join, (True, False), strict=True):
                found.setdefault(end, []).append((number, ahead))
        return found

    def rows(self, goes_on: Callable[[End], bool]) -> list[list[Step]]:
        """Return all joins in rows, which go on beyond the ends where `goes_on` says so: there is one join on either side."""
        done: set[int] = set()
        found = []
        for number in range(len(self.joins)):
            if number in done:
                continue
            done.add(number)
            row = [(number, True)]
            for front in (True, False):
                while goes_on(end := self.ends(row[-1 if front else 0])[front]):
                    ((following, from_a),) = self.at[end.opposite]
                    if following in done:
                        break
                    done.add(following)
                    row.insert(len(row) if front else 0, (following, from_a == front))
            found.append(row)
        return found

    def chains(self) -> list[list[Step]]:
        """Return the joins between one switch or end of track and the next."""
        return self.rows(lambda end: len(self.at[end]) == len(self.at.get(end.opposite, ())) == 1)

    def turned(self, chain: Sequence[Step], octants: Sequence[int]) -> Octants:
        """Return these directions with those of a chain replaced; the spaces on it follow."""
        along = dict(self.along)
        for (number, forward), octant in zip(chain, octants, strict=True):
            along[number] = facing(octant, forward)
        changed = replace(self, spaces=dict(self.spaces), along=along)
        for space in {end.space for step in chain for end in self.ends(step)}.difference(self.pinned):
            changed.spaces[space] = int(_space_cost(changed, space).argmin())
        return changed

    def cost(self) -> float:
        """Return the cost of all bends, of spaces that are not level, and of joins that leave an end side by side."""
        found = sum(BENDS[apart(*pair)] for number in self.along for pair in self.pairs(number))
        found += MAIN * self.bends(self.main)
        found += sum(LYING[octant] for octant in self.spaces.values())
        return found + SAME * sum(len(steps) - len(set(map(self.way, steps))) for steps in self.at.values())


def apart(one: int, other: int) -> int:
    """Return the number of octants between two directions."""
    return abs((one - other + 4) % 8 - 4)


def facing(octant: int, ahead: bool | int) -> int:
    """Return `octant` if `ahead`, otherwise the opposite direction."""
    return (octant + (0 if ahead else 4)) % 8


def chosen_octants(bodies: Bodies, points: Points, pinned: Mapping[str, int]) -> Octants:
    """Choose directions near those of a rough drawing: one run after the other, again and again until nothing changes.

    Spaces in `pinned` keep their directions. The rim of a turntable counts as track.
    """
    lines = _lines(bodies)
    loose = frozenset(number for number in cuts([(a, b) for a, b, _ in bodies.edges]) if number < len(bodies.joins))
    found = Octants(bodies.joins, pinned, lines[0].joins, loose)
    rough: list[Array] = []
    for number, (a, b) in enumerate(bodies.joins):
        (x1, y1), (x2, y2) = points[a.space], points[b.space]
        angle = atan2(y2 - y1, x2 - x1) / (pi / 4)
        away = np.abs((np.arange(8) - angle + 4) % 8 - 4)
        rough.append((LOOSE if number in loose else 1.0) * TURNED * np.maximum(0.0, away - FREE) ** 2)
    for _ in range(PASSES):
        before = dict(found.spaces), dict(found.along)
        for line in lines:
            _improve(found, rough, *line)
        if before == (found.spaces, found.along):
            break
    return found


def level_run(bodies: Bodies) -> dict[str, int]:
    """Return the directions of the spaces of the longest run where it is level throughout and read from the left."""
    line = _lines(bodies)[0]
    return {space: 4 * end for space, end in zip(line.spaces, line.entered, strict=True)}


class Line(NamedTuple):
    """A run: its spaces, its joins, and the ends by which the spaces are entered."""

    spaces: list[str]
    joins: list[Step]
    entered: list[int]


def _lines(bodies: Bodies) -> list[Line]:
    """Return the runs of a plan, the longest first."""
    number = {frozenset(join): number for number, join in enumerate(bodies.joins)}
    return [_line(bodies, number, run) for run in sorted(_runs(bodies), key=len, reverse=True)]


def _line(bodies: Bodies, number: Mapping[frozenset[End], int], run: Sequence[str]) -> Line:
    line = Line([run[0]], [], [])
    for before, after in pairwise(run):
        leaving, entering = next(
            ends
            for e in (1, 0)
            for f in (0, 1)
            if frozenset(ends := (End(before, e), End(after, f))) in number and (not line.entered or e == 1 - line.entered[-1])
        )
        if not line.entered:
            line.entered.append(leaving.opposite.end)
        line.spaces.append(after)
        join = number[frozenset((leaving, entering))]
        line.joins.append((join, bodies.joins[join].a == leaving))
        line.entered.append(entering.end)
    return line if line.entered else Line(line.spaces, [], [0])


_COST = np.array([[BENDS[apart(one, other)] for other in range(8)] for one in range(8)])


def _improve(found: Octants, rough: Sequence[Array], spaces: list[str], joins: list[Step], entered: list[int]) -> None:
    """Choose the best directions of one run, all others as they are."""
    own = {number for number, _ in joins}
    costs = []
    for place, space in enumerate(spaces):
        costs.append(_space_cost(found, space, entered[place], own))
        if place < len(joins):
            costs.append(_join_cost(found, rough[joins[place][0]], joins[place], own))
    best, back = costs[0], []
    for cost in costs[1:]:
        through = best[:, None] + _COST
        back.append(through.argmin(axis=0))
        best = through.min(axis=0) + cost
    way = [int(best.argmin())]
    for step in reversed(back):
        way.append(int(step[way[-1]]))
    way.reverse()
    for place, octant in enumerate(way):
        if place % 2 == 0:
            found.spaces[spaces[place // 2]] = facing(octant, not entered[place // 2])
        else:
            number, forward = joins[place // 2]
            found.along[number] = facing(octant, forward)


def _space_cost(found: Octants, space: str, entered: int = 0, own: Container[int] = ()) -> Array:
    """Return the cost of every direction of travel through a space, but for that of the joins of its `own` run."""
    cost = np.array(LYING)
    if space in found.pinned:
        cost = cost + PINNED
        cost[facing(found.pinned[space], not entered)] = 0.0
    for end in (0, 1):
        for step in found.at.get(End(space, end), ()):
            if step[0] not in own and step[0] in found.along:
                cost = cost + _COST[facing(found.way(step), end != entered)]
    return cost


def _join_cost(found: Octants, rough: Array, step: Step, own: set[int]) -> Array:
    """Return the cost of every direction of travel along a join."""
    cost = np.roll(rough, 0 if step[1] else 4)
    for turn, end in zip((0, 4), found.ends(step), strict=True):
        for other in found.at[end]:
            if other[0] not in own and other[0] in found.along:
                cost[(found.way(other) + turn) % 8] += SAME
    return cost


def _runs(bodies: Bodies) -> list[tuple[str, ...]]:
    """Return the runs of the plan in parts, without bridges, and each space at most once in a part."""
    off = set(bodies.spaces)
    runs: list[list[str]] = []
    for track in bodies.plan.tracks:
        part: list[str] = []
        inside: set[str] = set()
        for space in track:
            if space in inside:
                runs.append(part)
                part = part[-1:]
                inside = set(part)
            if space in off:
                inside.add(space)
                part.append(space)
            elif space != BUFFER_STOP:
                runs.append(part)
                part, inside = [], set()
        runs.append(part)
    covered = {space for run in runs for space in run}
    return [tuple(run) for run in runs if run] + [(space,) for space in bodies.spaces if space not in covered]

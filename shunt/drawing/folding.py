"""Long boards with little beside their longest run, folded into rows one under the other."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import sqrt

from shunt.drawing.octants import Octants, Step
from shunt.drawing.straightening import Program
from shunt.track.graphs import components
from shunt.track.plan import End

LONG, SLIM = 24.0, 5.0  # spaces across, and times the height, from which on a board is folded
SHAPE = 3.0  # how much wider than high a folded board is to be
ROW = 2.4  # space lengths from one row to the next
TURN = 4  # joins of a half turn, each 45 degrees further than the one before


def folded(program: Program, run: list[str]) -> Program:
    """Return a drawing folded into rows if it is much too long for its height; its longest `run` is level."""
    points = program.points.values()
    across = max(x for x, _ in points) - min(x for x, _ in points)
    height = max(y for _, y in points) - min(y for _, y in points)
    if across < LONG or across < SLIM * max(height, 1.0) or program.frame.fixed or program.frame.sizes:
        return program
    rows = max(2, round(sqrt(across / (SHAPE * ROW))))
    joins = _joins_along(program.octants, run)
    octants, rough = program.octants, dict(program.points)
    places = _places(octants, joins)
    for fold in range(1, rows):
        place = _place(places, fold / rows, 0.5 / rows)
        if place is None:
            return program
        beyond = _beyond(octants, joins[place + TURN - 1])
        octants = _turned(octants, joins, place, 1 if fold % 2 == 0 else -1, beyond)
        x, y = rough[octants.ends(joins[place])[0].space]
        rough |= {space: (2 * x - rough[space][0], 2 * y - rough[space][1] - ROW) for space in beyond}  # in the row below
    result = replace(program, octants=octants, rough=rough)
    result.solve()
    return result


def _joins_along(octants: Octants, run: list[str]) -> list[Step]:
    """Return the joins of a run, each with whether it is followed from a to b."""
    number_of = {}
    for number, join in enumerate(octants.joins):
        number_of[join.a.space, join.b.space] = (number, True)
        number_of[join.b.space, join.a.space] = (number, False)
    return [number_of[pair] for pair in pairwise(run) if pair in number_of]


def _places(octants: Octants, joins: list[Step]) -> list[tuple[float, int]]:
    """Return the places of a run where a few joins in a row hold everything beyond them alone: share of the run, first join."""
    found = []
    for first in range(1, len(joins) - TURN):
        turn = [octants.joins[number] for number, _ in joins[first : first + TURN]]
        if all(number in octants.loose for number, _ in joins[first : first + TURN]):
            inner = {end.space for join in turn for end in join}
            if all(len(_beside(octants, space)) == 2 for space in inner):
                found.append(((first + TURN / 2) / len(joins), first))
    return found


def _place(places: list[tuple[float, int]], share: float, reach: float) -> int | None:
    """Return the place of a run that is nearest to a share of it, and within reach."""
    near = [(round(abs(at - share), 6), first) for at, first in places if abs(at - share) <= reach]
    return min(near)[1] if near else None


def _beside(octants: Octants, space: str, but: int = -1) -> list[str]:
    """Return the spaces joined to a space by any join `but` one."""
    steps = (step for end in (0, 1) for step in octants.at.get(End(space, end), ()))
    return [octants.ends(step)[1].space for step in steps if step[0] != but]


def _beyond(octants: Octants, last: Step) -> set[str]:
    """Return the spaces that are reached over the last join of a turn only."""
    return set(components([octants.ends(last)[1].space], lambda space: _beside(octants, space, last[0])))


def _turned(octants: Octants, joins: list[Step], place: int, side: int, beyond: set[str]) -> Octants:
    """Return directions with a half turn at a place of a run, and everything beyond turned round."""
    along, spaces = dict(octants.along), dict(octants.spaces)
    for number, join in enumerate(octants.joins):
        if all(end.space in beyond for end in join):
            along[number] = (along[number] + 4) % 8
    for space in beyond:
        spaces[space] = (spaces[space] + 4) % 8
    for step in range(TURN):
        number, _ = joins[place + step]
        along[number] = (along[number] + side * (step + 1)) % 8
        space = octants.ends(joins[place + step])[1].space
        if step < TURN - 1:
            spaces[space] = (spaces[space] + side * (step + 1)) % 8
    return replace(octants, along=along, spaces=spaces, pinned={})

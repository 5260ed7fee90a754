"""Long boards with little beside their longest run, folded into rows one under the other."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from math import sqrt

import numpy as np

from shunt.drawing.octants import Octants, Step
from shunt.drawing.straightening import Program
from shunt.track.graphs import components
from shunt.track.plan import End

LONG, SLIM = 24.0, 5.0  # spaces across, and times the height, from which on a board is folded
SHAPE = 3.0  # how much wider than high a folded board is to be
ROW = 2.4  # space lengths from one row to the next
TURN = 4  # joins of a half turn, each 45 degrees further than the one before


def folded(program: Program) -> Program:
    """Return a drawing folded into rows if it is much too long for its height; its longest run is level."""
    octants, rough, run = program.octants, dict(program.points), program.octants.main
    across, height = np.ptp([*rough.values()], axis=0)
    if across < LONG or across < SLIM * max(height, 1.0) or program.frame.fixed or program.frame.sizes:
        return program
    rows = max(2, round(sqrt(across / (SHAPE * ROW))))
    places = [first for first in range(1, len(run) - TURN) if _is_plain(octants, run[first : first + TURN])]
    for fold in range(1, rows):
        wanted = fold * len(run) / rows - TURN / 2
        place = min(places, key=lambda first: abs(first - wanted), default=-len(run))
        if abs(place - wanted) > len(run) / rows / 2:
            return program
        turn = run[place : place + TURN]
        beyond = _beyond(octants, turn[-1])
        octants = _turned(octants, turn, 1 if fold % 2 == 0 else -1, beyond)
        x, y = rough[octants.ends(turn[0])[0].space]
        rough |= {space: (2 * x - rough[space][0], 2 * y - rough[space][1] - ROW) for space in beyond}  # in the row below
    result = replace(program, octants=octants, rough=rough)
    result.solve()
    return result


def _is_plain(octants: Octants, turn: Sequence[Step]) -> bool:
    """Return whether the joins of a turn hold everything beyond them alone, with nothing beside them."""
    inner = {end.space for step in turn for end in octants.ends(step)}
    return octants.loose.issuperset(number for number, _ in turn) and all(len(_beside(octants, space)) == 2 for space in inner)


def _beside(octants: Octants, space: str, but: int = -1) -> list[str]:
    """Return the spaces joined to a space by any join `but` one."""
    steps = (step for end in (0, 1) for step in octants.at.get(End(space, end), ()))
    return [octants.ends(step)[1].space for step in steps if step[0] != but]


def _beyond(octants: Octants, last: Step) -> Set[str]:
    """Return the spaces that are reached over the last join of a turn only."""
    return components([octants.ends(last)[1].space], lambda space: _beside(octants, space, last[0])).keys()


def _turned(octants: Octants, turn: Sequence[Step], side: int, beyond: Set[str]) -> Octants:
    """Return directions with a half turn along some joins, and everything `beyond` them turned round."""
    joins = {number: 4 for number, join in enumerate(octants.joins) if {end.space for end in join} <= beyond}
    spaces = dict.fromkeys(beyond, 4)
    for further, step in enumerate(turn, 1):
        joins[step[0]] = spaces[octants.ends(step)[1].space] = side * further
    along = {number: (octant + joins.get(number, 0)) % 8 for number, octant in octants.along.items()}
    turned = {space: (octant + spaces.get(space, 0)) % 8 for space, octant in octants.spaces.items()}
    return replace(octants, along=along, spaces=turned, pinned={})

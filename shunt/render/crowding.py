"""Track that comes too near to spaces it does not pass, measured on the curves as they are drawn.

Lengths are in space lengths, x to the right, y upwards.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from shunt.render.geometry import Curve, Spot
from shunt.render.marks import SPACE
from shunt.render.scene import XY
from shunt.track.plan import End, Plan

SLEEPERS, RAILS = 0.205, 0.13  # from the middle of a track to what must be clear of a space, beside a leg of the same switch
SAMPLES = 41  # points of a curve
PLANE = np.array([1, 1j])  # makes points complex numbers


def crowding(plan: Plan, points: Mapping[str, XY], angles: Mapping[str, float]) -> float:
    """Return by how much track is too near to spaces that it does not pass, in all; 0 if everything is clear.

    Only spaces with an angle count, and only track between such spaces.
    """
    spaces = [space for space in plan.spaces if space in angles]
    spots = {space: Spot.turned(*points[space], angles[space]) for space in spaces}
    middles = np.array([points[space] for space in spaces]).reshape(-1, 1, 2) @ PLANE
    along = np.array([spots[space].along for space in spaces]).reshape(-1, 1, 2) @ PLANE
    beside = {space: {end.space for side in (0, 1) for end in plan.fixed.get(End(space, side), ())} for space in spaces}
    found = 0.0
    for a, b in sorted((a, b) for a, others in plan.fixed.items() for b in others if a <= b):
        if a.space not in spots or b.space not in spots:
            continue
        start, end = ((points[at.space], spots[at.space].out(at.end)) for at in (a, b))
        line = np.array(Curve(*start, *end).points(SAMPLES)) @ PLANE
        offsets = (line - middles) * along.conj()
        ahead, side = np.abs(offsets.real) - SPACE[0], np.abs(offsets.imag) - SPACE[1]
        apart = np.hypot(np.maximum(ahead, 0.0), np.maximum(side, 0.0)).min(axis=1)
        for index in np.flatnonzero(apart < SLEEPERS):
            space = spaces[index]
            if space in (a.space, b.space) or plan.partners(space) & {a.space, b.space}:
                continue
            need = RAILS if beside[space] & {a.space, b.space} else SLEEPERS
            found += max(0.0, need - float(apart[index]))
    return round(found, 6)

"""Where spaces are drawn, and which way they point, when their layout does not say: track level, upright or at 45 degrees.

A rough drawing (`rough.py`) decides what is beside what; `octants.py` chooses one of eight directions for every space and join;
`straightening.py` finds the coordinates. Of several beginnings the best result is taken. Nothing here is random: a plan is always
drawn alike. Coordinates are in space lengths, x to the right, y upwards; directions are degrees, anticlockwise from level.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

import numpy as np

from shunt.drawing.clearance import count_crossings, pushed_apart, stretched
from shunt.drawing.folding import folded
from shunt.drawing.octants import Octants, Step, apart, chosen_octants, facing, level_run
from shunt.drawing.rough import as_point, held_bodies, rough_drawings
from shunt.drawing.spacing import CLEAR, Bodies, Wheel, bodies_of, hub_name
from shunt.drawing.straightening import Frame, Program
from shunt.track.directions import Point, Points
from shunt.track.plan import Plan

SOLVED, FEW_SOLVED = 80, 40  # how many programs are solved at most to improve a drawing, and one that is good
TOLERATED = 0.97  # share of the least distance of two spaces below which they are pushed apart in the end
PROMISING = 6  # directions of a chain that are tried, those that bend least
MEDIUM, LARGE, HUGE = 24, 60, 250  # spaces of a board of which all is tried, less, and next to nothing
GOOD = 1.0  # what is bad about a good drawing, beside bends
AGAIN = 2  # how often a solution is the rough drawing of another
CROSSED, TILTED, CRAMPED, BENT, UNEVEN, WIDE = 6.0, 5.0, 3.0, 0.5, 1.0, 0.02


@dataclass(frozen=True)
class Drawing:
    """A point for every space, and the direction from its first end to its second of those whose layout does not give it."""

    points: Points
    angles: Mapping[str, float]


def octilinear_drawing(plan: Plan, given: Points | None = None, angles: Mapping[str, float] | None = None) -> Drawing:
    """Draw a plan; spaces `given` stay at their points and keep the `angles` given, and the others are placed around them."""
    given = {space: point for space, point in (given or {}).items() if space in plan.spaces}
    angles = {space: angle for space, angle in (angles or {}).items() if space in plan.spaces}
    known: dict[object, Drawing] = plan.__dict__.setdefault("_drawn", {})
    key = tuple((space, given.get(space), angles.get(space)) for space in plan.spaces if space in given or space in angles)
    if key not in known:
        known[key] = _drawn(plan, given, angles)
    return known[key]


def _drawn(plan: Plan, given: Points, angles: Mapping[str, float]) -> Drawing:
    bodies = bodies_of(plan)
    roughs = rough_drawings(bodies, given)
    rims = {space for wheel in bodies.wheels for space in wheel.outside}
    level = {space: 45.0 * octant for space, octant in level_run(bodies).items() if space not in rims}
    found = []
    for pinned in ({},) if given else (level, {}) if bodies.count <= LARGE else (level,):
        found.append(_best(bodies, roughs, given, {**pinned, **angles}))
        if found[0][0] - BENT * found[0][1].octants.cost() < GOOD:
            break  # as good as can be
    best = min(found, key=lambda pair: pair[0])[1]
    return _finished(best if given else folded(best), given, angles)


def _best(bodies: Bodies, roughs: list[dict[str, Point]], given: Points, angles: Mapping[str, float]) -> tuple[float, Program]:
    """Return the best drawing from several rough ones, improved, and how bad it is."""
    found: list[tuple[float, int, Program]] = []
    seen: set[object] = set()
    for rough in roughs[: max(1, round(len(roughs) * _share(bodies)))]:
        for _ in range(AGAIN if bodies.count <= MEDIUM else 1):
            program = _program(bodies, rough, given, angles)
            key = tuple(program.octants.along.values()), tuple(program.frame.held.values())
            if key in seen:
                break
            seen.add(key)
            rough = program.solve()
            found.append((_badness(program), len(found), program))
    badness, _, best = min(found)
    return _improved(best, badness)


def _share(bodies: Bodies) -> float:
    """Return which share of the attempts that a small board gets a larger one gets: each takes about the square of its spaces."""
    return min(1.0, max(1 / 8, (MEDIUM / max(1, bodies.count)) ** 2))


def _improved(program: Program, badness: float) -> tuple[float, Program]:
    """Give other directions to chains of track, one at a time, while that makes a better drawing: first where track is tilted."""
    tried: set[tuple[int, ...]] = set()
    budget = round((SOLVED if badness - BENT * program.octants.cost() > GOOD else FEW_SOLVED) * _share(program.bodies))
    most = None
    if len(program.octants.spaces) > LARGE:
        most = 0 if len(program.octants.spaces) > HUGE else 4
    improving = True
    while improving:
        improving = False
        chains = sorted(
            program.octants.chains(),
            key=lambda chain: (-program.tilt_of(chain), -program.octants.bends(chain)),
        )
        for chain in chains[:most]:
            turned = [program.octants.turned(chain, octants) for octants in _shapes(program, chain)]
            for changed in sorted(turned, key=Octants.cost)[:PROMISING]:
                key = tuple(changed.along.values())
                if key in tried or BENT * changed.cost() > badness:
                    continue
                if budget <= 0:
                    return badness, program
                tried.add(key)
                other = replace(program, octants=changed, solved=0)
                other.solve(most=badness / TILTED)
                budget -= other.solved
                found = _badness(other)
                if found < badness - 1e-6:
                    program, badness, improving = other, found, True
    return badness, program


def _shapes(program: Program, chain: list[Step]) -> list[list[int]]:
    """Return directions that a chain may take: straight, or bent once at either end, near the way from its begin to its end."""
    length, first = len(chain), chain[0][0]
    begin, end = program.octants.ends(chain[0])[0], program.octants.ends(chain[-1])[1]
    if begin == end:  # a balloon loop
        out = facing(program.octants.spaces[begin.space], begin.end)
        return [[out - side + round(side * 6 * number / (length - 1)) for number in range(length)] for side in (1, -1)]
    free = [at.opposite not in program.octants.at for at in (begin, end)]
    if first in program.octants.loose and any(free) and begin.space != end.space:  # a siding: it may lie in any direction
        shapes = [[octant] * length for octant in range(8)]
        if length > 1:
            bent = [(octant, octant + turn) for octant in range(8) for turn in (-1, 1)]
            shapes += [[one] + [other] * (length - 1) if free[1] else [other] * (length - 1) + [one] for one, other in bent]
        return shapes
    (x1, y1), (x2, y2) = program.points[begin.space], program.points[end.space]
    way = atan2(y2 - y1, x2 - x1) / (pi / 4)
    middle = round(way)
    found = []
    for octant in (middle, middle + (1 if way > middle else -1), middle - (1 if way > middle else -1)):
        if length == 1:
            found.append([octant])
            continue
        for turn, back in ((0, 0), (1, -1), (-1, 1), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)):
            found.append([octant + turn, *[octant] * (length - 2), octant + back])
    return found


# --------------------------------------------------------------------------------------------------------------------
# One attempt


def _program(bodies: Bodies, rough: Points, given: Points, angles: Mapping[str, float]) -> Program:
    frame = Frame({bodies.names[body]: point for body, point in held_bodies(bodies, given).items()})
    pinned = {space: round(angle / 45) % 8 for space, angle in angles.items()}
    for number, wheel in enumerate(bodies.wheels):
        hub = hub_name(number)
        frame.sizes[hub] = len(wheel.table.bridge) / 2 - 0.2
        for space, (angle, radius) in _rim(wheel, rough, rough[hub]).items():
            if space in frame.held or space in frame.fixed:
                continue
            frame.held[space] = hub, (radius * cos(angle), radius * sin(angle))
            pinned.setdefault(space, round((angle + pi * bodies.plan.open_end(space).end) / (pi / 4)) % 8)
    exclusive = {space for group in bodies.plan.exclusive for space in group}
    beside = {end.space for join in bodies.joins for end in join if not exclusive.isdisjoint(at.space for at in join)}
    frame.apart = frozenset(exclusive | beside).intersection(bodies.spaces)
    return Program(bodies, chosen_octants(bodies, rough, pinned), frame, rough)


def _rim(wheel: Wheel, rough: Points, hub: Point) -> dict[str, tuple[float, float]]:
    """Return at which angle and distance from the middle of a turntable each of its outside spaces is."""
    near = {space: atan2(rough[space][1] - hub[1], rough[space][0] - hub[0]) for space in wheel.outside}
    if not near:
        return {}
    if wheel.angles:
        tries = []
        for sign in (-1.0, 1.0):
            turned = [near[space] - (pi + sign * wheel.angles[space]) for space in wheel.outside]
            x, y = sum(map(cos, turned)), sum(map(sin, turned))
            tries.append((round(hypot(x, y), 6), -sign, atan2(y, x)))
        _, sign, turn = max(tries)
        first = pi - sign * wheel.angles[wheel.outside[0]]
        turn = round((turn + first) / (pi / 4)) * pi / 4 - first
        return {space: (pi - sign * wheel.angles[space] + turn, wheel.radius) for space in wheel.outside}
    count = len(wheel.outside)
    order = sorted(wheel.outside, key=lambda space: near[space])
    if count > 8:
        return {space: (2 * pi * number / count, wheel.radius) for number, space in enumerate(order)}
    taken = _octants_of_rim(wheel, near)
    octants = sorted(taken.values())
    narrow = min([(b - a) % 8 for a, b in pairwise([*octants, octants[0]])] or [4]) if count > 1 else 4
    radius = max(wheel.radius, CLEAR / (2 * sin(max(1, narrow) * pi / 8)))
    return {space: (octant * pi / 4, radius) for space, octant in taken.items()}


def _octants_of_rim(wheel: Wheel, near: Mapping[str, float]) -> dict[str, int]:
    """Return an octant of its own for each outside space: two that a bridge joins as nearly opposite as can be, all near a rough
    drawing."""
    pairs = {frozenset(position) for position in wheel.table.positions if all(position)}
    taken: dict[str, int] = {}

    def worse(space: str, octant: int) -> float:
        cost = 0.2 * abs((octant - near[space] / (pi / 4) + 4) % 8 - 4) ** 2
        across = [taken[other] for pair in pairs if space in pair for other in pair - {space} if other in taken]
        return round(cost + sum((4 - apart(octant, other)) ** 2 for other in across), 6)

    for _ in range(3):  # the later ones look at all others
        for space in wheel.outside:
            free = [octant for octant in range(8) if octant not in {taken[other] for other in taken if other != space}]
            taken[space] = min(free, key=lambda octant: (worse(space, octant), octant))
    return taken


def _badness(program: Program) -> float:
    """Return how far a drawing is from a good one: crossings, tilted track, what is cramped, bends, uneven lengths, its size."""
    points, segments = program.points, program.segments
    crossings = count_crossings(points, [(segment.spaces[0], segment.spaces[-1]) for segment in segments])
    uneven = 0.0
    for segment in segments:
        (x1, y1), (x2, y2) = points[segment.spaces[0]], points[segment.spaces[-1]]
        uneven += (hypot(x2 - x1, y2 - y1) / segment.wanted - 1) ** 2 * (len(segment.spaces) - 1)
    xs, ys = [x for x, _ in points.values()], [y for _, y in points.values()]
    size = max(xs) - min(xs) + max(ys) - min(ys)
    wanted = min(1, len(program.bodies.plan.exclusive))
    return (
        CROSSED * abs(crossings - wanted)
        + TILTED * program.strain
        + CRAMPED * program.close
        + BENT * program.octants.cost()
        + UNEVEN * uneven
        + WIDE * size
    )


# --------------------------------------------------------------------------------------------------------------------
# The result


def _finished(program: Program, given: Points, angles: Mapping[str, float]) -> Drawing:
    """Return the drawing with its longest run beginning at (0, 0), to hundredths of a space length."""
    plan, points = program.bodies.plan, _separated(program)
    x, y = (0.0, 0.0) if given else points[program.bodies.longest_run[0]]
    at = {name: (round(px - x, 2) + 0.0, round(py - y, 2) + 0.0) for name, (px, py) in points.items()}
    found = expanded(program.bodies, at)
    found = {space: given.get(space, found[space]) for space in plan.spaces}
    directions = {space: 45.0 * octant for space, octant in program.octants.spaces.items()}
    for space, (_, (dx, dy)) in program.frame.held.items():
        outwards = atan2(-dy, -dx) if plan.open_end(space).end else atan2(dy, dx)
        directions[space] = round(outwards * 180 / pi, 2) % 360
    directions |= angles
    if not given and len(plan.spaces) <= LARGE:
        found = stretched(plan, found, directions)
    return Drawing(found, directions)


def _separated(program: Program) -> dict[str, Point]:
    """Return the points with those pushed apart that are too near each other still; turntables stay as they are."""
    names, frame = program.bodies.names, program.frame
    sizes = np.array([frame.sizes[name] + 0.5 if name in frame.sizes else TOLERATED * CLEAR / 2 for name in names])
    fixed = {number for number, name in enumerate(names) if name in frame.fixed}
    stiff = fixed | {number for number, name in enumerate(names) if name in frame.held or name in frame.sizes}
    points = pushed_apart(np.array([program.points[name] for name in names]), sizes, stiff, fixed)
    return dict(zip(names, map(as_point, points), strict=True))


def expanded(bodies: Bodies, at: Points) -> dict[str, Point]:
    """Return the points of all spaces: those of a bridge lie in a row through its middle, as its first position lays them."""
    found = dict(at)
    for number, wheel in enumerate(bodies.wheels):
        x, y = found.pop(hub_name(number))
        angle = _lie(wheel, at, (x, y))
        for place, space in enumerate(wheel.table.bridge):
            along = place - (len(wheel.table.bridge) - 1) / 2
            found[space] = (round(x + along * cos(angle), 2) + 0.0, round(y + along * sin(angle), 2) + 0.0)
    return found


def _lie(wheel: Wheel, at: Points, middle: Point) -> float:
    """Return the direction, in radians, from a bridge's first end to its last in the first position that says."""
    for position in wheel.table.positions:
        if any(position):
            ends = [(sign, at[space]) for space, sign in zip(position, (-1, 1), strict=True) if space]
            x, y = (sum(sign * (end[axis] - middle[axis]) for sign, end in ends) for axis in (0, 1))
            return atan2(y, x)
    return 0.0

"""Where track lies on the sheet: a spot and a direction for every space, a curve for every join.

Lengths are in space lengths, x to the right, y downwards (the sheet's way; layouts give y upwards).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise, product
from math import atan2, cos, degrees, dist, hypot, inf, pi, radians, sin

from shunt.render.colours import EDGE, GROUND
from shunt.render.scene import XY, Rect
from shunt.track.directions import as_places, directions, middle_of, towards, unit
from shunt.track.layout import Layout
from shunt.track.plan import End, Plan
from shunt.track.turntable import Turntable

HANDLE = 0.4  # length of a curve's handles, as a share of the distance that it spans
STRAIGHT = 1e-3  # space lengths by which the handles of straight track may be off
STUB = 0.5  # track beyond the middle of a space at whose end nothing is joined
RIM = 0.14  # from the ends of a bridge to the rim of its pit


@dataclass(frozen=True, slots=True)
class Spot:
    """The middle of a space, and the unit vector along its track from end 0 to end 1."""

    x: float
    y: float
    along: XY = (1.0, 0.0)

    @classmethod
    def turned(cls, x: float, y: float, angle: float) -> Spot:
        """Return the spot at a point whose track is turned clockwise by degrees."""
        return cls(x, y, (cos(radians(angle)), sin(radians(angle))))

    @property
    def angle(self) -> float:
        """Degrees by which the space is turned clockwise from level, end 1 to the right."""
        return degrees(atan2(self.along[1], self.along[0]))

    def at(self, along: float, across: float = 0.0) -> XY:
        """Return the point at these distances along the track (towards end 1) and to its right."""
        return self.x + along * self.along[0] - across * self.along[1], self.y + along * self.along[1] + across * self.along[0]

    def out(self, end: int) -> XY:
        """Return the unit vector that leaves the space by `end`."""
        return self.along if end else (-self.along[0], -self.along[1])


class Sheet:
    """A sheet on which each length is `unit` millimetres; `corner` is its upper left corner, in these lengths."""

    unit: float
    corner: XY

    def mm(self, point: XY) -> XY:
        """Return a point on the sheet in millimetres."""
        return (point[0] - self.corner[0]) * self.unit, (point[1] - self.corner[1]) * self.unit

    def placed(self, spot: Spot) -> Spot:
        """Return a spot on the sheet in millimetres."""
        return Spot(*self.mm((spot.x, spot.y)), spot.along)

    def background(self, width: float, height: float, rounding: float = 0.2) -> Rect:
        """Draw what the board is on. Its size is in millimetres, and the `rounding` of its corners in lengths."""
        return Rect(width / 2, height / 2, width - 0.6, height - 0.6, rounding * self.unit, fill=GROUND, stroke=EDGE, width=0.5)


@dataclass(frozen=True, slots=True)
class Pit:
    """A turntable's pit: its middle, its radius, and where each outside space meets the rim at the present setting."""

    x: float
    y: float
    radius: float
    meets: Mapping[str, XY]


@dataclass(frozen=True, slots=True)
class Curve:
    """Track between two points, from the middle of one of its `spaces` to that of the other: a cubic curve.

    `blunt`: it ends there, at a buffer stop (`buffer`) or at the rim of a turntable, and has one space.
    """

    start: XY
    out: XY
    end: XY
    back: XY
    spaces: tuple[str, str] = ("", "")
    buffer: bool = False
    blunt: bool = False

    def points(self, count: int = 24) -> list[XY]:
        """Return `count` points along the curve, ends included."""
        (x0, y0), (x3, y3) = self.start, self.end
        reach = HANDLE * dist(self.start, self.end)
        x1, y1 = x0 + reach * self.out[0], y0 + reach * self.out[1]
        x2, y2 = x3 + reach * self.back[0], y3 + reach * self.back[1]
        result = []
        for step in range(count):
            t = step / (count - 1)
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            result.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        return result

    def outline(self) -> list[XY]:
        """Return the points between which the curve is drawn: its ends if it is straight."""
        x, y = self.end[0] - self.start[0], self.end[1] - self.start[1]
        bends = (abs(x * way[1] - y * way[0]) for way in (self.out, self.back))
        is_ahead = x * self.out[0] + y * self.out[1] > 0 > x * self.back[0] + y * self.back[1]
        return [self.start, self.end] if is_ahead and max(bends) < STRAIGHT else self.points()


@dataclass(frozen=True)
class TrackShape:
    """The whole track of a layout at one setting of its turntables. `bridges`: the track on each turntable's bridge."""

    spots: Mapping[str, Spot]
    curves: tuple[Curve, ...]
    pits: tuple[Pit, ...]
    bridges: tuple[Curve, ...]


def track_shape(layout: Layout, turntables: tuple[int, ...] = ()) -> TrackShape:
    """Compute the shape of a layout; `turntables` has the index of the setting of each (default: 0)."""
    plan = layout.plan
    standing = turntables or (0,) * len(plan.turntables)
    points = {space: (x, -y) for space, (x, y) in layout.coordinates().items()}
    pits, bridges = [], []
    for table, setting in zip(plan.turntables, standing, strict=True):
        pit, bridge = _turntable(table, table.positions[setting], points)
        pits.append(pit)
        bridges.append(bridge)
    along = directions(plan, as_places(layout.coordinates()), layout.directions())
    spots = {space: Spot(*points[space], (way.real, 0.0 - way.imag)) for space, way in along.items()}
    curves = _fixed_curves(plan, spots, pits)
    for table, bridge, pit in zip(plan.turntables, bridges, pits, strict=True):
        hub = Spot(pit.x, pit.y, bridge.out)
        for place, space in enumerate(table.bridge, 1):  # in a row along the track
            spots[space] = Spot(*hub.at(place - (len(table.bridge) + 1) / 2), bridge.out)
    return TrackShape(spots, tuple(curves), tuple(pits), tuple(bridges))


# --------------------------------------------------------------------------------------------------------------------
# Track between them


def _fixed_curves(plan: Plan, spots: Mapping[str, Spot], pits: Sequence[Pit]) -> list[Curve]:
    curves = []
    meets = {space: (pit, point) for pit in pits for space, point in pit.meets.items()}
    for space in plan.spaces:
        if space in plan.on_bridges:
            continue
        here = spots[space]
        for end in (0, 1):
            for other in plan.fixed.get(End(space, end), ()):
                if End(space, end) <= other:
                    there = spots[other.space]
                    spaces = space, other.space
                    curves.append(Curve((here.x, here.y), here.out(end), (there.x, there.y), there.out(other.end), spaces))
            if plan.fixed.get(End(space, end)):
                continue
            is_buffer = space not in meets or End(space, end) != plan.open_end(space)
            if is_buffer:
                last, back = here.at(STUB if end else -STUB), here.out(1 - end)
            else:  # the curve ends at the rim of a turntable
                pit, last = meets[space]
                back = towards((pit.x, pit.y), last)
            curves.append(Curve((here.x, here.y), here.out(end), last, back, (space, ""), is_buffer, blunt=True))
    return curves


def _turntable(table: Turntable, position: tuple[str, str], points: Mapping[str, XY]) -> tuple[Pit, Curve]:
    """Return the pit of a turntable, and the track on its bridge, whose ends the tracks joined by it reach."""
    middle = middle_of([points[space] for space in table.bridge])
    radius = len(table.bridge) / 2 + RIM
    meets = {space: Spot(*middle, towards(middle, points[space])).at(radius) for space in table.outside}
    bridge = _bridge_curve(Pit(*middle, radius, meets), position)
    joined = {outside: point for outside, point in zip(position, (bridge.start, bridge.end), strict=True) if outside}
    return Pit(*middle, radius, meets | joined), bridge


def _bridge_curve(pit: Pit, position: tuple[str, str]) -> Curve:
    """Return the track on the bridge, from its first end to its last: straight through the middle of the pit. If the two outside
    spaces do not lie opposite each other, it points as nearly at both as a straight beam can."""
    first, last = (pit.meets.get(outside) for outside in position)
    x, y = 0.0, 0.0
    if first is not None:
        x, y = pit.x - first[0], pit.y - first[1]
    if last is not None:
        x, y = x + last[0] - pit.x, y + last[1] - pit.y
    if first is not None and hypot(x, y) < 0.05 * pit.radius:  # both lie on one side: across the way there
        x, y = first[1] - pit.y, pit.x - first[0]
    hub = Spot(pit.x, pit.y, unit(x, y))
    return Curve(hub.at(-pit.radius), hub.out(1), hub.at(pit.radius), hub.out(0))


def crossing_point(shape: TrackShape, one: str, other: str) -> XY:
    """Return where the tracks through two spaces cross, the nearest to both; the point between them if they do not."""
    here, there = ((spot.x, spot.y) for spot in (shape.spots[one], shape.spots[other]))
    ways = [[curve for curve in shape.curves if space in curve.spaces] for space in (one, other)]
    found = [
        meeting
        for curve, across in product(*ways)
        if not {curve.start, curve.end} & {across.start, across.end}  # the legs of a switch
        for (a, b), (c, d) in product(pairwise(curve.points()), pairwise(across.points()))
        if (meeting := _meeting(a, b, c, d)) is not None
    ]
    between = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
    return min(found, key=lambda point: dist(point, here) + dist(point, there), default=between)


def _meeting(a: XY, b: XY, c: XY, d: XY) -> XY | None:
    """Return where the strokes from a to b and from c to d cross inside both."""
    turn = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(turn) < 1e-12:
        return None
    t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / turn
    u = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / turn
    return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) if 0 <= t <= 1 and 0 <= u <= 1 else None


def evenly(points: Sequence[XY], spacing: float, start: float = 0.0) -> list[tuple[XY, XY]]:
    """Return points `spacing` apart along a polyline, the first at `start`, each with the unit vector along it."""
    result = []
    due, gone = start, 0.0
    for a, b in pairwise(points):
        length = dist(a, b)
        while length > 0 and due <= gone + length:
            share = (due - gone) / length
            result.append(((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])), towards(a, b)))
            due += spacing
        gone += length
    return result


def length(points: Sequence[XY]) -> float:
    """Return the length of a polyline."""
    return sum(dist(a, b) for a, b in pairwise(points))


def point_at(points: Sequence[XY], distance: float) -> tuple[XY, XY]:
    """Return the point of a polyline at a distance from its begin, its end if it is shorter, and the unit vector along it."""
    return next(iter(evenly(points, inf, distance)), (points[-1], towards(points[-2], points[-1])))


def part(points: Sequence[XY], begin: float, end: float) -> list[XY]:
    """Return the part of a polyline between two distances from its begin."""
    gone = accumulate(map(dist, points, points[1:]), initial=0.0)
    inner = [point for point, at in zip(points, gone, strict=True) if begin + 1e-9 < at < end - 1e-9]
    return [point_at(points, begin)[0], *inner, point_at(points, end)[0]]


def beside(points: Sequence[XY], distance: float) -> list[XY]:
    """Return the polyline shifted sideways (to the right of its direction)."""
    result = []
    for index, (x, y) in enumerate(points):
        before, after = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        along = towards(before, after)
        result.append((x - distance * along[1], y + distance * along[0]))
    return result


@lru_cache(maxsize=64)
def track_points(curves: tuple[Curve, ...], dense: int = 9) -> list[XY]:
    """Return points on both sides and in the middle of all track, `dense` of them to the length of a space."""
    lines = [curve.points(3 + round(dense * dist(curve.start, curve.end))) for curve in curves]
    return [point for line in lines for offset in (-0.17, 0.0, 0.17) for point in beside(line, offset)]


def around(x: float, y: float, radius: float, corners: int, turned: float = -90.0, inner: float = 0.0) -> list[XY]:
    """Return the corners of a regular figure; with `inner` those of a star, between two radii."""
    count = corners * 2 if inner else corners
    result = []
    for corner in range(count):
        angle = turned / 180 * pi + 2 * pi * corner / count
        reach = inner if inner and corner % 2 else radius
        result.append((x + reach * cos(angle), y + reach * sin(angle)))
    return result

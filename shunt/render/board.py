"""A board as a scene: ground, track, spaces with their marks, turntables, and on them whatever a position or a goal says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import atan2, cos, hypot, pi, sin

from shunt.cards.card import Goal
from shunt.render.geometry import Curve, Pit, Spot, TrackShape, beside, crossing_point, evenly, track_shape
from shunt.render.marks import Room, mark_items
from shunt.render.pieces import Brush, piece_colour
from shunt.render.scene import XY, Circle, Item, Path, Rect, Scene, polyline, strokes, text_width
from shunt.render.style import BED, EDGE, GAUGE, GROUND, MOVED, RAIL, SLEEPER
from shunt.rules.position import Position, Roster
from shunt.track.layout import Layout, Mark

UNIT = 20.0  # millimetres a space
PIT, DECK = "#e8e0cf", "#cbb893"
CROSSING = "#8a3b12"
MARK = 0.34  # size of a mark
REACH = 0.44  # from a space to its mark
MARGIN = 0.42


def board_scene(
    layout: Layout,
    position: Position | None = None,
    roster: Roster | None = None,
    broken: Iterable[str] = (),
    goal: Goal | None = None,
    unit: float = UNIT,
    path: Sequence[str] = (),
    turned: str = "",
    title: str = "",
    mark: float = MARK,
) -> Scene:
    """Draw the board; with a `position` and its `roster` the pieces on it, with a `goal` where they are to go (dashed).

    `unit` is the length of a space in millimetres. Turntables are set as in the position, or to their first setting. `path`
    (spaces) and `turned` (a turntable) mark the last move. `mark` is the size of the marks of spaces, in lengths of a space.
    """
    settings = position.turntables if position else ()
    board = _Board(layout, track_shape(layout, settings), frozenset(broken), unit, path=path, turned=turned, mark=mark)
    if position and roster:
        board.stand = dict(zip(position.places, roster.pieces, strict=True))
        board.headings = dict(zip(roster.locomotives, position.headings, strict=False))
    if goal:
        board.goal = goal
    if roster:
        board.roster = roster
    return board.scene(settings, title)


def deck_items(line: Sequence[XY], unit: float) -> list[Item]:
    """Draw the bridge of a turntable along a line of millimetres: a deck, its track, and a dot at the first end."""
    items: list[Item] = [
        Path(polyline(line), stroke="#8c8069", width=0.54 * unit),
        Path(polyline(line), stroke=DECK, width=0.49 * unit),
    ]
    items += [Path(polyline(beside(line, side * unit)), stroke=RAIL, width=0.036 * unit) for side in (-GAUGE, GAUGE)]
    (x, y), (dx, dy) = evenly(line, 9 * unit, 0.07 * unit)[0]
    return [*items, Circle(x + 0.17 * unit * dy, y - 0.17 * unit * dx, 0.045 * unit, "#3a3733")]


@lru_cache(maxsize=64)
def _track_points(curves: tuple[Curve, ...]) -> list[XY]:
    """Return points on both sides and in the middle of all track."""
    sides = [beside(curve.points(9), offset) for curve in curves for offset in (-0.17, 0.0, 0.17)]
    return [point for side in sides for point in side]


@lru_cache(maxsize=64)
def _marks_placed(
    curves: tuple[Curve, ...],
    spots: tuple[Spot, ...],
    taken: tuple[XY, ...],
    anchors: tuple[tuple[str, Spot, tuple[float, float, float] | None], ...],
    mark: float,
) -> tuple[dict[str, XY], Room]:
    """Place the marks of spaces, which takes most of the time of a drawing and is the same for all cards of a board.

    `anchors`: each space with its spot and, on a bridge, the middle and radius of the pit. Also returns the room that remains.
    """
    room = Room(_track_points(curves), spots)
    for point in taken:
        room.take(point)
    larger = (mark - MARK) / 2
    marks = {}
    for space, spot, pit in anchors:
        if pit is None:
            sides = [(-spot.along[1], spot.along[0]), (spot.along[1], -spot.along[0])]
            marks[space] = room.place((spot.x, spot.y), REACH + larger, sides)
        else:
            x, y, radius = pit
            off = (spot.x - x, spot.y - y)  # on a bridge of several spaces each mark is at its own end
            away = [(off[0] / hypot(*off), off[1] / hypot(*off))] if hypot(*off) > 0.1 else []
            marks[space] = room.place((x, y), radius + 0.28 + larger, away)
    return marks, room


@dataclass
class _Board:
    """An unfinished drawing. Geometry is in space lengths, items are in millimetres."""

    layout: Layout
    shape: TrackShape
    broken: frozenset[str]
    unit: float
    stand: Mapping[str, str] = field(default_factory=dict)
    headings: Mapping[str, int] = field(default_factory=dict)
    goal: Goal = field(default_factory=lambda: Goal({}))
    roster: Roster = field(default_factory=lambda: Roster(()))
    path: Sequence[str] = ()
    turned: str = ""
    mark: float = MARK
    corner: XY = (0.0, 0.0)

    def scene(self, settings: tuple[int, ...], title: str) -> Scene:
        """Draw everything, lowest first."""
        marks, tags = self._places_of_marks()
        points = [*_track_points((*self.shape.curves, *self.shape.bridges)), *marks.values(), *tags.values()]
        points += [(pit.x + dx * pit.radius, pit.y + dy * pit.radius) for pit in self.shape.pits for dx, dy in ((1, 1), (-1, -1))]
        low = [min(point[axis] for point in points) - MARGIN for axis in (0, 1)]
        high = [max(point[axis] for point in points) + MARGIN for axis in (0, 1)]
        self.corner = (low[0], low[1])
        width, height = (self.unit * (high[axis] - low[axis]) for axis in (0, 1))
        items: list[Item] = [
            Rect(width / 2, height / 2, width - 0.6, height - 0.6, 0.2 * self.unit, fill=GROUND, stroke=EDGE, width=0.5)
        ]
        items += self._pits() + self._track(self.shape.curves) + self._decks()
        items += self._slots() + self._exclusions() + self._arrows(settings) + self._moved() + self._pieces(tags)
        for space, (x, y) in marks.items():
            mark = self.layout.marks.get(space, Mark())
            items += mark_items(mark, space, *self._mm((x, y)), self.mark * self.unit)
        title = title or str(self.layout.about.get("title") or self.layout.name)
        return Scene(round(width, 2), round(height, 2), tuple(items), title, self._description())

    def _mm(self, point: XY) -> XY:
        return (point[0] - self.corner[0]) * self.unit, (point[1] - self.corner[1]) * self.unit

    def _spot(self, space: str) -> Spot:
        spot = self.shape.spots[space]
        return Spot(*self._mm((spot.x, spot.y)), spot.along)

    # ------------------------------------------------------------------------------------------------------- marks

    def _places_of_marks(self) -> tuple[dict[str, XY], dict[str, XY]]:
        """Place the marks of spaces, and the tags of pieces whose goal is taken by another now."""
        pit_of = {
            space: pit for table, pit in zip(self.layout.plan.turntables, self.shape.pits, strict=True) for space in table.bridge
        }
        anchors: list[tuple[str, Spot, tuple[float, float, float] | None]] = []
        for space, spot in self.shape.spots.items():
            pit = pit_of.get(space)
            if pit is None:
                anchors.append((space, spot, None))
            elif self.layout.marks.get(space) or len(self.layout.plan.turntables) > 1 or len(space) <= 3:
                anchors.append((space, spot, (pit.x, pit.y, pit.radius)))
        taken = [
            (circle.x + 0.93 * circle.radius * cos(2 * pi * step / 32), circle.y + 0.93 * circle.radius * sin(2 * pi * step / 32))
            for circle in self.shape.pits
            for step in range(32)
        ]
        taken += self._crossings().values()
        curves = (*self.shape.curves, *self.shape.bridges)
        marks, room = _marks_placed(curves, tuple(self.shape.spots.values()), tuple(taken), tuple(anchors), self.mark)
        room = room.copy()
        tags = {}
        for name, space in self.goal.places.items():
            if space in self.stand and self.stand[space] != name:
                spot = self.shape.spots[space]
                tags[name] = room.place(
                    (spot.x, spot.y),
                    REACH + 0.02,
                    [(-spot.along[1], spot.along[0]), (spot.along[1], -spot.along[0])],
                    0.08 + text_width(name, 0.072),
                )
        return dict(marks), tags

    # ------------------------------------------------------------------------------------------------------- track

    def _track(self, curves: Sequence[Curve]) -> list[Item]:
        """Draw beds first, then sleepers, then rails, so that nothing covers the rails of a crossing."""
        u = self.unit
        lines = [curve.points() for curve in curves]
        beds: list[Item] = [
            Path(polyline(map(self._mm, line)), stroke=BED, width=0.44 * u, cap="butt" if curve.blunt else "round")
            for curve, line in zip(curves, lines, strict=True)
        ]
        ties = []
        for line in lines:
            for (x, y), (dx, dy) in evenly(line, 0.125, 0.0625):
                ties.append((self._mm((x - 0.145 * dy, y + 0.145 * dx)), self._mm((x + 0.145 * dy, y - 0.145 * dx))))
        rails = [polyline(map(self._mm, beside(line, side))) for line in lines for side in (-GAUGE, GAUGE)]
        items = [*beds, Path(strokes(ties), stroke=SLEEPER, width=0.05 * u)]
        items += [Path(tuple(command for rail in rails for command in rail), stroke=RAIL, width=0.036 * u)]
        return items + [item for curve in curves if curve.buffer for item in self._buffer(curve)]

    def _buffer(self, curve: Curve) -> list[Item]:
        """Draw a buffer stop: a beam across the end of the track."""
        (x, y), (dx, dy) = curve.end, (-curve.back[0], -curve.back[1])
        beam = (self._mm((x - 0.19 * dy, y + 0.19 * dx)), self._mm((x + 0.19 * dy, y - 0.19 * dx)))
        return [
            Path(polyline(beam), stroke="#3a3733", width=0.085 * self.unit),
            Path(polyline(beam), stroke="#c9352b", width=0.035 * self.unit),
        ]

    def _slots(self) -> list[Item]:
        brush = Brush(self.unit)
        items: list[Item] = []
        for space in self.layout.plan.spaces:
            if space in self.broken:
                items += brush.broken(self._spot(space))
            elif space in self.layout.plan.no_stop:
                items += self._no_stop(self._spot(space))
            else:
                items += brush.slot(self._spot(space), self.layout.marks.get(space, Mark()).colour)
        return items

    def _no_stop(self, spot: Spot) -> list[Item]:
        """Draw a space that is only passed: chevrons instead of a slot."""
        u = self.unit
        arms = [
            (spot.at(at * u, side * 0.13 * u), spot.at((at + sign * 0.08) * u, 0))
            for at, sign in ((-0.12, -1), (0.12, 1))
            for side in (-1, 1)
        ]
        return [Path(strokes(arms), "", colour, wide * u, cap="round") for colour, wide in (("#fdfbf5", 0.12), (CROSSING, 0.06))]

    def _crossings(self) -> dict[frozenset[str], XY]:
        """Place the signs of spaces that exclude each other: on the crossing of their tracks, or between them."""
        order = self.layout.plan.spaces
        pairs = [pair for group in self.layout.plan.exclusive for pair in combinations(sorted(group, key=order.index), 2)]
        return {frozenset(pair): crossing_point(self.shape, *pair) for pair in pairs}

    def _exclusions(self) -> list[Item]:
        """Mark two spaces of which only one may be occupied: a dotted line from one to the other, over a sign with a cross."""
        u = self.unit
        items: list[Item] = []
        for pair, point in self._crossings().items():
            x, y = self._mm(point)
            ends = []
            for spot in map(self._spot, sorted(pair, key=self.layout.plan.spaces.index)):
                away = hypot(spot.x - x, spot.y - y)
                if away > 0.45 * u:  # from the rim of the sign to the slot
                    along = ((spot.x - x) / away, (spot.y - y) / away)
                    ends.append(tuple((x + reach * along[0], y + reach * along[1]) for reach in (0.14 * u, away - 0.24 * u)))
            items += [Path(polyline(line), stroke=CROSSING, width=0.035 * u, dash=(0.06 * u, 0.05 * u)) for line in ends]
            items.append(Circle(x, y, 0.13 * u, "#fdfbf5", CROSSING, 0.03 * u))
            arms = [((x - d * u, y - e * u), (x + d * u, y + e * u)) for d, e in ((0.06, 0.06), (0.06, -0.06))]
            items.append(Path(strokes(arms), stroke=CROSSING, width=0.04 * u, cap="round"))
        return items

    # -------------------------------------------------------------------------------------------------- turntables

    def _pits(self) -> list[Item]:
        return [
            Circle(*self._mm((pit.x, pit.y)), pit.radius * self.unit, PIT, "#8c8069", 0.035 * self.unit)
            for pit in self.shape.pits
        ]

    def _decks(self) -> list[Item]:
        """Draw the bridges: a deck, its track, and a dot at the first end."""
        return [item for bridge in self.shape.bridges for item in deck_items(list(map(self._mm, bridge.points())), self.unit)]

    def _moved(self) -> list[Item]:
        """Mark the last move: an arrow along the path of a locomotive, a ring round a turntable."""
        items: list[Item] = [
            Circle(*self._mm((pit.x, pit.y)), 1.08 * pit.radius * self.unit, "", MOVED, 0.07 * self.unit)
            for table, pit in zip(self.layout.plan.turntables, self.shape.pits, strict=True)
            if table.name == self.turned
        ]
        spots = [self._spot(space) for space in self.path]
        return items + Brush(self.unit).arrow([(spot.x, spot.y) for spot in spots])

    def _arrows(self, settings: tuple[int, ...]) -> list[Item]:
        """Draw an arrow from the bridge's first end to where it turns next."""
        tables = self.layout.plan.turntables
        items: list[Item] = []
        for index, (table, pit) in enumerate(zip(tables, self.shape.pits, strict=True)):
            if table.rotation == "locked" or len(table.positions) < 2:
                continue
            following = tuple(table.stepped(p) if i == index else p for i, p in enumerate(settings or (0,) * len(tables)))
            now, then = self.shape.bridges[index], track_shape(self.layout, following).bridges[index]
            items += self._arrow(pit, *(atan2(curve.start[1] - pit.y, curve.start[0] - pit.x) for curve in (now, then)))
        return items

    def _arrow(self, pit: Pit, start: float, end: float) -> list[Item]:
        turn = (end - start + pi) % (2 * pi) - pi
        sign = 1 if turn > 0 else -1
        if abs(turn) < 0.5:
            return []
        radius = 0.9 * pit.radius
        first, last = start + sign * 0.42, start + sign * max(abs(turn) - 0.36, 0.6)
        arc = [first + (last - first) * step / 12 for step in range(13)]
        points = [self._mm((pit.x + radius * cos(a), pit.y + radius * sin(a))) for a in arc]
        tip = Spot(*points[-1], (-sign * sin(last), sign * cos(last)))
        head = [
            tip.at(0.07 * self.unit),
            tip.at(-0.02 * self.unit, 0.05 * self.unit),
            tip.at(-0.02 * self.unit, -0.05 * self.unit),
        ]
        return [Path(polyline(points), stroke="#7a6f5a", width=0.028 * self.unit), Path(polyline(head, closed=True), "#7a6f5a")]

    def _pieces(self, tags: Mapping[str, XY]) -> list[Item]:
        brush = Brush(self.unit)
        items: list[Item] = []
        for name, space in self.goal.places.items():
            colour = piece_colour(self.roster, name)
            items += brush.ghost(self._spot(space), name, colour, self.goal.headings.get(name), space not in self.stand)
        for space, name in self.stand.items():
            if name in self.roster.locomotives:
                number = self.roster.locomotives.index(name)
                items += brush.locomotive(self._spot(space), name, number, self.headings.get(name))
            else:
                items += brush.car(self._spot(space), name)
        for name, point in tags.items():
            items += brush.tag(*self._mm(point), name, piece_colour(self.roster, name))
        return items

    def _description(self) -> str:
        parts = [f"{len(self.layout.plan.spaces)} spaces"]
        parts += [f"{name} on {space}" for space, name in self.stand.items()]
        parts += [f"broken track on {space}" for space in self.layout.plan.spaces if space in self.broken]
        parts += [f"{name} to go to {space}" for name, space in self.goal.places.items()]
        return "; ".join(parts)

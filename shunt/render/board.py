"""A board as a scene: ground, track, spaces with their marks, turntables, and on them whatever a position or a goal says."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

from shunt.cards.card import Goal, RouteCard
from shunt.errors import counted
from shunt.render.appearance import Liveries, card_liveries
from shunt.render.colours import BED, EDGE, GAUGE, GROUND, MOVED, RAIL, SLEEPER
from shunt.render.geometry import Curve, Pit, Spot, TrackShape, beside, crossing_point, evenly, track_shape
from shunt.render.labels import BoardLabels, Labelling
from shunt.render.marks import TAG, Lettering, inside_items, leader, mark_items, track_points
from shunt.render.pieces import Brush
from shunt.render.placing import Box
from shunt.render.scene import XY, Circle, Item, Path, Rect, Scene, Text, polyline, strokes
from shunt.render.trails import along_rails, heading_after, settings_before
from shunt.rules.moves import TurntableStep
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.track.layout import Layout, Mark

UNIT = 20.0  # millimetres a space
PIT, DECK = "#e8e0cf", "#cbb893"
PLACE, WITHIN = "#33688f", "#dfe8ec"  # the line round a place, and its ground
CROSSING = "#8a3b12"
MARGIN = 0.24  # round what is drawn
BEFORE = -0.45  # spaces from the tip of the arrow of a move to the last one, which the piece or its goal covers


def board_scene(
    layout: Layout,
    position: Position | None = None,
    card: RouteCard | None = None,
    made: MoveMade | None = None,
    unit: float = UNIT,
    lettering: Lettering | None = None,
) -> Scene:
    """Draw the board; with a `card` its pieces at a `position`, where they are to go (dashed), and its broken tracks.

    Turntables are set as in the position, or to their first setting. `made` is the move that led to it, which is marked. `unit`
    is the length of a space in millimetres; `lettering` is how large texts are.
    """
    return _prepared(layout, position, card, made, unit, lettering).scene(position.turntables if position else ())


def board_labels(
    layout: Layout,
    position: Position | None = None,
    card: RouteCard | None = None,
    lettering: Lettering | None = None,
) -> BoardLabels:
    """Return where `board_scene` writes marks and tags."""
    return _prepared(layout, position, card, lettering=lettering).labels


def _prepared(
    layout: Layout,
    position: Position | None,
    card: RouteCard | None,
    made: MoveMade | None = None,
    unit: float = UNIT,
    lettering: Lettering | None = None,
) -> _Board:
    board = _Board(layout, track_shape(layout, position.turntables if position else ()), frozenset(), unit)
    board.lettering = lettering or board.lettering
    if position and card:
        roster = card.roster
        board.stand = dict(zip(position.places, roster.pieces, strict=True))
        board.locomotives = roster.locomotives
        board.headings = dict(zip(roster.locomotives, position.headings, strict=False))
        board.broken, board.goal, board.colours = card.broken, card.goal, card_liveries(card)
    board.places = card.goal.named_places if card else layout.places
    if made:
        board.path = made.run.path if made.run is not None else ()
        board.turned = made.move.turntable if isinstance(made.move, TurntableStep) else ""
        board.title = str(made)
    return board


def outlines(places: Iterable[Sequence[Spot]], unit: float) -> list[Item]:
    """Draw a line round each place, given the spots of its spaces; it is to be below the track."""
    items: list[Item] = []
    for spots in places:
        commands = [command for spot in spots for command in polyline([spot.at(-0.36 * unit), spot.at(0.36 * unit)])]
        for stroke, width in ((PLACE, 0.68), (WITHIN, 0.62)):
            items.append(Path(tuple(commands), stroke=stroke, width=width * unit, cap="round"))
    return items


def place_items(goal: Goal, spots: Mapping[str, Spot], tags: Mapping[str, XY], unit: float) -> list[Item]:
    """Draw the places that a goal names, below the track, and their names; `spots` and `tags` are those of `BoardLayers`."""
    places = goal.named_places
    items = outlines([[spots[space] for space in spaces] for spaces in places.values()], unit)
    named = {name: tags[named_beside(spaces, goal)] for name, spaces in places.items() if name not in spots}
    return items + [place_name(*at, name, unit) for name, at in named.items()]


def place_name(x: float, y: float, name: str, unit: float, least: float = 0.0) -> Text:
    """Write the name of a place, no smaller than `least` lengths of a space."""
    size = max(TAG, least) * unit
    return Text(x, y + 0.36 * size, name, size, PLACE, bold=True)


def named_beside(spaces: Sequence[str], goal: Goal) -> str:
    """Return the space of a place beside which it is named: the middle one of those to which no single piece is sent."""
    free = [space for space in spaces if space not in goal.places.values()] or spaces
    return free[len(free) // 2]


class SettingLayers(NamedTuple):
    """What a turntable shows at one position: the track that ends there, its bridge, which turns, and arrows and marks above."""

    below: tuple[Item, ...]
    bridge: tuple[Item, ...]
    above: tuple[Item, ...]


@dataclass(frozen=True)
class BoardLayers:
    """An empty board in layers, for a picture whose turntables turn. Lengths and spots are in millimetres.

    `base` is below everything, then places that a card names (`place_items`), then `ground`; `top` is above the bridges and below
    the pieces. `settings[i][p]` is what turntable i shows at its
    position p, and `bridges[i][p]` the spots of the spaces on it. `pits` has the middle and the radius of each turntable,
    `tags` the place beside each space for the name of a piece that is to go there.
    `corner` is that of the sheet, in lengths of a space.
    """

    width: float
    height: float
    base: tuple[Item, ...]
    ground: tuple[Item, ...]
    top: tuple[Item, ...]
    settings: tuple[tuple[SettingLayers, ...], ...]
    spots: Mapping[str, Spot]
    bridges: tuple[tuple[tuple[Spot, ...], ...], ...]
    pits: tuple[tuple[float, float, float], ...]
    tags: Mapping[str, XY]
    corner: XY


class Played(NamedTuple):
    """What is seen on a board while a card is played: broken tracks, spaces that are `covered` by pieces, and tags by pieces."""

    broken: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()
    tagged: Mapping[str, str] = {}


EMPTY = Played()


def board_layers(layout: Layout, unit: float = UNIT, played: Played = EMPTY) -> BoardLayers:
    """Draw an empty board in layers; `unit` is the length of a space in millimetres."""
    plan = layout.plan
    drawings: list[list[tuple[_Board, tuple[int, ...]]]] = []
    whole = _Board(layout, track_shape(layout), played.broken, unit, played=played)
    for index, table in enumerate(plan.turntables):
        drawings.append([])
        for position in range(len(table.positions)):
            settings = tuple(position if other == index else 0 for other in range(len(plan.turntables)))
            board = whole
            if position:
                board = _Board(layout, track_shape(layout, settings), played.broken, unit, played=played)
            drawings[-1].append((board, settings))
    return _layers(whole, drawings)


def _layers(whole: _Board, drawings: list[list[tuple[_Board, tuple[int, ...]]]]) -> BoardLayers:
    """Put an empty board together from its drawings at each position of each turntable, the others at their first."""
    boxes = [board.box() for board in (whole, *(board for table in drawings for board, _ in table))]
    low, high = (tuple(pick(box[side][axis] for box in boxes) for axis in (0, 1)) for side, pick in ((0, min), (1, max)))
    for board in (whole, *(board for table in drawings for board, _ in table)):
        board.corner = (low[0], low[1])
    unit, on_bridge = whole.unit, {space for table in whole.layout.plan.turntables for space in table.bridge}
    width, height = (unit * (high[axis] - low[axis]) for axis in (0, 1))
    curves_of = [[set(board.shape.curves) for board, _ in table] for table in drawings]
    varying = [found[0].union(*found) - found[0].intersection(*found) for found in curves_of]
    fixed = [curve for curve in whole.shape.curves if not any(curve in curves for curves in varying)]
    others = [space for space in whole.layout.plan.spaces if space not in on_bridge]
    return BoardLayers(
        round(width, 2),
        round(height, 2),
        (whole._sheet(width, height),),
        (*whole._pits(), *whole._track(fixed)),
        (*whole._slots(others), *whole._exclusions(), *whole._leaders(), *whole._marks(others)),
        tuple(
            tuple(board.setting_items(index, settings, curves) for board, settings in table)
            for index, (table, curves) in enumerate(zip(drawings, varying, strict=True))
        ),
        {space: whole._spot(space) for space in others},
        tuple(
            tuple(tuple(board._spot(space) for space in turntable.bridge) for board, _ in table)
            for turntable, table in zip(whole.layout.plan.turntables, drawings, strict=True)
        ),
        tuple((*whole._mm((pit.x, pit.y)), pit.radius * unit) for pit in whole.shape.pits),
        {space: whole._mm(point) for space, point in whole.labelling.tag_places().items()},
        whole.corner,
    )


def deck_items(line: Sequence[XY], unit: float) -> list[Item]:
    """Draw the bridge of a turntable along a line of millimetres: a deck, its track, and a dot at the first end."""
    items: list[Item] = [
        Path(polyline(line), stroke="#8c8069", width=0.54 * unit),
        Path(polyline(line), stroke=DECK, width=0.49 * unit),
    ]
    items += [Path(polyline(beside(line, side * unit)), stroke=RAIL, width=0.036 * unit) for side in (-GAUGE, GAUGE)]
    (x, y), (dx, dy) = evenly(line, 9 * unit, 0.07 * unit)[0]
    return [*items, Circle(x + 0.17 * unit * dy, y - 0.17 * unit * dx, 0.045 * unit, "#3a3733")]


@dataclass
class _Board:
    """An unfinished drawing. Geometry is in space lengths, items are in millimetres."""

    layout: Layout
    shape: TrackShape
    broken: frozenset[str]
    unit: float
    stand: Mapping[str, str] = field(default_factory=dict)
    headings: Mapping[str, int] = field(default_factory=dict)
    locomotives: Sequence[str] = ()
    goal: Goal = field(default_factory=lambda: Goal({}))
    places: Mapping[str, Sequence[str]] = field(default_factory=dict)
    colours: Liveries = field(default_factory=dict)
    path: Sequence[str] = ()
    turned: str = ""
    title: str = ""
    lettering: Lettering = field(default_factory=Lettering)
    corner: XY = (0.0, 0.0)
    played: Played = EMPTY

    @cached_property
    def labelling(self) -> Labelling:
        """Return what marks and tags are placed by; a piece has a tag where another one is on its goal now."""
        covered = {*self.stand, *self.goal.places.values(), *self.broken, *self.layout.plan.no_stop, *self.played.covered}
        tagged = {name: space for name, space in self.goal.places.items() if self.stand.get(space, name) != name}
        places = {name: spaces for name, spaces in self.places.items() if name not in self.layout.plan.spaces}
        tagged |= {name: named_beside(spaces, self.goal) for name, spaces in places.items()}
        tagged |= self.played.tagged
        signs = tuple(self._crossings.values())
        return Labelling(self.layout, self.shape, self.lettering, signs, frozenset(covered), tagged)

    @property
    def labels(self) -> BoardLabels:
        """Return where marks and tags are."""
        return self.labelling.found

    def scene(self, settings: tuple[int, ...]) -> Scene:
        """Draw everything, lowest first."""
        low, high = self.box()
        self.corner = (low[0], low[1])
        width, height = (self.unit * (high[axis] - low[axis]) for axis in (0, 1))
        items: list[Item] = [self._sheet(width, height)]
        items += outlines([[self._spot(space) for space in spaces] for spaces in self.places.values()], self.unit)
        items += self._pits() + self._track(self.shape.curves) + self._decks()
        items += (
            self._slots(self.layout.plan.spaces)
            + self._exclusions()
            + self._arrows(settings)
            + self._moved(settings)
            + self._leaders()
            + self._pieces(self.labels.tags)
        )
        items += self._marks(self.layout.plan.spaces)
        title = self.title or str(self.layout.about.get("title") or self.layout.name)
        return Scene(round(width, 2), round(height, 2), tuple(items), title, self._description())

    def _sheet(self, width: float, height: float) -> Rect:
        """Draw what the board is on."""
        return Rect(width / 2, height / 2, width - 0.6, height - 0.6, 0.2 * self.unit, fill=GROUND, stroke=EDGE, width=0.5)

    def box(self) -> tuple[XY, XY]:
        """Return two opposite corners of what is drawn, in space lengths."""
        marks, tags, _, _ = self.labels
        points = [*track_points((*self.shape.curves, *self.shape.bridges))]
        for box in (*marks.values(), *tags.values()):
            points += [(box.x - box.across, box.y - box.down), (box.x + box.across, box.y + box.down)]
        points += [
            spot.at(along, across) for spot in self.shape.spots.values() for along in (-0.41, 0.41) for across in (-0.25, 0.25)
        ]
        points += [(pit.x + dx * pit.radius, pit.y + dy * pit.radius) for pit in self.shape.pits for dx, dy in ((1, 1), (-1, -1))]
        axes = tuple(zip(*points, strict=True))
        low, high = ([pick(axis) for axis in axes] for pick in (min, max))
        return (low[0] - MARGIN, low[1] - MARGIN), (high[0] + MARGIN, high[1] + MARGIN)

    def setting_items(self, index: int, settings: tuple[int, ...], curves: Container[Curve]) -> SettingLayers:
        """Draw what turntable `index` shows at its present position: its bridge, and those of the `curves` that end there."""
        u, table, bridge = self.unit, self.layout.plan.turntables[index], self.shape.bridges[index]
        below = self._track([curve for curve in self.shape.curves if curve in curves])
        deck = deck_items(list(map(self._mm, bridge.points())), u) + self._slots(table.bridge)
        above = self._arrows(settings, (index,)) + self._marks(table.bridge)
        return SettingLayers(tuple(below), tuple(deck), tuple(above))

    def _marks(self, spaces: Iterable[str]) -> list[Item]:
        """Draw the marks of spaces beside them, or on them where there is no good place beside."""
        labels = self.labels
        size, least = self.lettering.mark * self.unit, self.lettering.least * self.unit
        items: list[Item] = []
        for space in spaces:
            mark = self.layout.marks.get(space, Mark())
            if space in labels.inside:
                items += inside_items(mark, space, self._spot(space), self.unit, least)
            elif space in labels.marks:
                box = labels.marks[space]
                items += mark_items(mark, space, *self._mm((box.x, box.y)), size, least)
        return items

    def _mm(self, point: XY) -> XY:
        return (point[0] - self.corner[0]) * self.unit, (point[1] - self.corner[1]) * self.unit

    def _spot(self, space: str) -> Spot:
        spot = self.shape.spots[space]
        return Spot(*self._mm((spot.x, spot.y)), spot.along)

    def _leaders(self) -> list[Item]:
        """Draw a line from each label to its space where it is nearer to another."""
        marks, tags, _, led = self.labels
        ends = [(box, space) for space, box in marks.items() if space in led]
        ends += [(box, self.labelling.tagged[name]) for name, box in tags.items() if f" {name}" in led]
        return [leader(box, self.shape.spots[space], self.unit, self.corner) for box, space in ends]

    # ------------------------------------------------------------------------------------------------------- track

    def _track(self, curves: Sequence[Curve]) -> list[Item]:
        """Draw beds first, then sleepers, then rails, so that nothing covers the rails of a crossing."""
        u = self.unit
        lines = [curve.outline() for curve in curves]
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

    def _slots(self, spaces: Iterable[str]) -> list[Item]:
        brush = Brush(self.unit)
        items: list[Item] = []
        for space in spaces:
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

    @cached_property
    def _crossings(self) -> dict[frozenset[str], XY]:
        """The signs of spaces that exclude each other: on the crossing of their tracks, or between them."""
        order = self.layout.plan.spaces
        pairs = [pair for group in self.layout.plan.exclusive for pair in combinations(sorted(group, key=order.index), 2)]
        return {frozenset(pair): crossing_point(self.shape, *pair) for pair in pairs}

    def _exclusions(self) -> list[Item]:
        """Mark two spaces of which only one may be occupied: a dotted line from one to the other, over a sign with a cross."""
        u = self.unit
        items: list[Item] = []
        for pair, point in self._crossings.items():
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

    def _moved(self, settings: tuple[int, ...]) -> list[Item]:
        """Mark a move: an arrow along the rails, a ghost of the locomotive where it is yet to stop; a ring round a turntable."""
        items: list[Item] = [
            Circle(*self._mm((pit.x, pit.y)), 1.08 * pit.radius * self.unit, "", MOVED, 0.07 * self.unit)
            for table, pit in zip(self.layout.plan.turntables, self.shape.pits, strict=True)
            if table.name == self.turned
        ]
        if len(self.path) < 2:
            return items
        is_made = self.stand.get(self.path[-1]) in self.locomotives
        shape = track_shape(self.layout, settings_before(self.layout.plan, settings)) if is_made and settings else self.shape
        points = along_rails(shape, self.path)
        name, brush = self.stand.get(self.path[0], ""), Brush(self.unit, names=self.lettering.names)
        items += brush.arrow([self._mm(point) for point in points], BEFORE)
        if name in self.locomotives and self.goal.places.get(name) != self.path[-1]:
            faces = heading_after(self.shape, self.path, points, self.headings.get(name))
            is_empty = self.path[-1] not in self.stand
            items += brush.ghost(self._spot(self.path[-1]), name, self.colours[name].colour, faces, is_empty)
        return items

    def _arrows(self, settings: tuple[int, ...], shown: Sequence[int] | None = None) -> list[Item]:
        """Draw an arrow from the bridge's first end to where it turns next, on the turntables `shown` (default: on all)."""
        tables = self.layout.plan.turntables
        items: list[Item] = []
        for index in range(len(tables)) if shown is None else shown:
            table, pit = tables[index], self.shape.pits[index]
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

    def _pieces(self, tags: Mapping[str, Box]) -> list[Item]:
        brush = Brush(self.unit, self.colours, self.lettering.names, self.lettering.least * self.unit)
        items: list[Item] = []
        for name, space in self.goal.places.items():
            colour = self.colours[name].colour
            items += brush.ghost(self._spot(space), name, colour, self.goal.headings.get(name), space not in self.stand)
        for space, name in self.stand.items():
            if name in self.locomotives:
                items += brush.locomotive(self._spot(space), name, 0, self.headings.get(name))
            else:
                items += brush.car(self._spot(space), name)
        for name, box in tags.items():
            where = self._mm((box.x, box.y))
            items += (
                [place_name(*where, name, self.unit, self.lettering.least)]
                if name in self.places
                else brush.tag(*where, name, self.colours[name].colour)
            )
        return items

    def _description(self) -> str:
        parts = [counted(len(self.layout.plan.spaces), "spaces")]
        parts += [f"{name} on {space}" for space, name in self.stand.items()]
        parts += [f"broken track on {space}" for space in self.layout.plan.spaces if space in self.broken]
        parts += [f"{name} to go to {space}" for name, space in self.goal.places.items()]
        parts += [f"{' or '.join(want.pieces)} to go to {want.place}" for want in self.goal.wants]
        parts += [f"{name} is {' '.join(spaces)}" for name, spaces in self.places.items() if name not in self.layout.plan.spaces]
        return "; ".join(parts)

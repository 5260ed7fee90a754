"""A board as a scene: ground, track, spaces with their marks, turntables, and the pieces and goals on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import atan2, cos, pi, sin
from typing import NamedTuple

from shunt.cards.card import Goal, RouteCard
from shunt.errors import counted
from shunt.render.appearance import Liveries, card_liveries
from shunt.render.colours import MOVED, PIT, PIT_EDGE
from shunt.render.geometry import Curve, Sheet, Spot, TrackShape, crossing_point, track_points, track_shape
from shunt.render.labels import BoardLabels, Labelling
from shunt.render.marks import TAG, Lettering, inside_items, leader, mark_items
from shunt.render.pieces import Brush
from shunt.render.rails import buffer_items, deck_items, track_items
from shunt.render.scene import XY, Circle, Item, Path, Scene, Text, polyline
from shunt.render.trails import along_rails, heading_after, settings_before
from shunt.rules.moves import TurntableStep
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.track.layout import Layout, Mark
from shunt.track.plain_tracks import plain_tracks, track_label, track_places
from shunt.track.space_marks import SPACE_MARKS

UNIT = 20.0  # millimetres a space
PLACE, WITHIN = "#33688f", "#dfe8ec"  # the line round a place, and its ground
ARROW = "#7a6f5a"  # on turntables
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
    """Draw the board. With a `card`, also draw its pieces at a `position`, their goals (dashed), and its broken tracks.

    Turntables are set as in the position, or to their first setting. `made` is the move that led to it, which is marked. `unit`
    is the length of a space in millimetres; `lettering` is how large texts are.
    """
    return Board(layout, position, card, unit, lettering, made).scene()


def outlines(places: Iterable[Sequence[Spot]], unit: float) -> list[Item]:
    """Draw a line round each place, given the spots of its spaces; it is to be below the track."""
    lines = (tuple((spot.at(-0.36 * unit), spot.at(0.36 * unit)) for spot in spots) for spots in places)
    widths = ((PLACE, 0.68), (WITHIN, 0.62))
    return [Path(line, stroke=stroke, width=width * unit, cap="round") for line in lines for stroke, width in widths]


def place_name(x: float, y: float, name: str, unit: float, least: float = 0.0) -> Text:
    """Write the name of a place, no smaller than `least` lengths of a space."""
    size = max(TAG, least) * unit
    return Text(x, y + 0.36 * size, name, size, PLACE, bold=True)


def named_beside(spaces: Sequence[str], goal: Goal) -> str:
    """Return the space of a place beside which it is named: the middle one of those to which no single piece is sent."""
    free = [space for space in spaces if space not in goal.places.values()] or spaces
    return free[len(free) // 2]


class Played(NamedTuple):
    """What is seen on a board while a card is played: broken tracks, spaces that are `covered` by pieces, tags by pieces, and
    whom spaces are closed to, beside those that the layout closes."""

    broken: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()
    tagged: Mapping[str, str] = {}
    closed: Mapping[str, str] = {}

    @classmethod
    def at_positions(cls, card: RouteCard, positions: Iterable[Position]) -> Played:
        """Return what is seen at some positions of a card; a piece has a tag where another one is on its goal at any of them."""
        stands = [card.roster.on(position) for position in positions]
        goals = card.goal.places
        tagged = {name: space for name, space in goals.items() if any(stand.get(space, name) != name for stand in stands)}
        return cls(card.broken, frozenset(goals.values()).union(*stands), tagged, card.closed_spaces)


EMPTY = Played()


class Board(Sheet):
    """An unfinished drawing of a board with the turntables, pieces and goals of a card, before or after a move.

    Geometry is in space lengths, and items are in millimetres. `corner` is the corner of the sheet.
    """

    def __init__(
        self,
        layout: Layout,
        position: Position | None = None,
        card: RouteCard | None = None,
        unit: float = UNIT,
        lettering: Lettering | None = None,
        made: MoveMade | None = None,
        played: Played = EMPTY,
    ) -> None:
        self.layout, self.unit, self.lettering, self.made, self.played = layout, unit, lettering or Lettering(), made, played
        self.corner = (0.0, 0.0)
        self.settings = position.turntables if position else (0,) * len(layout.plan.turntables)
        self.is_made = made is not None and made.position == position
        self.places = card.goal.named_places if card else layout.places
        self.stand: Mapping[str, str] = {}
        self.faces: Mapping[str, int | None] = {}
        self.goal, self.colours = Goal({}), Liveries()
        if position and card:
            roster, self.goal, self.colours = card.roster, card.goal, card_liveries(card)
            self.stand = roster.on(position)
            self.faces = {**dict.fromkeys(roster.locomotives), **roster.faces(position)}
            self.played = Played.at_positions(card, [position])

    @cached_property
    def shape(self) -> TrackShape:
        """Where the track runs."""
        return track_shape(self.layout, self.settings)

    @cached_property
    def labelling(self) -> Labelling:
        """Return what marks and tags are placed by."""
        plan, (broken, covered, tagged, _) = self.layout.plan, self.played
        named = {name: named_beside(spaces, self.goal) for name, spaces in self.places.items() if name not in plan.spaces}
        signs = tuple(self._crossings.values())
        named |= {name: spaces[len(spaces) // 2] for name, spaces in self.tracks.items()}
        unnamed = {space for spaces in self.tracks.values() for space in spaces}
        unnamed |= plan.no_stop - self.layout.marks.keys() if self.lettering.by_track else set()
        covered = (covered | broken | plan.no_stop | {*self.closed}).union(*self.layout.signs.values())
        return Labelling(self.layout, self.shape, self.lettering, signs, covered, {**tagged, **named}, frozenset(unnamed))

    @cached_property
    def tracks(self) -> dict[str, list[str]]:
        """Return the tracks that have one name each, with their spaces; none unless the lettering asks for them."""
        if not self.lettering.by_track:
            return {}
        places, found = track_places(self.layout.plan), dict[str, list[str]]()
        for row in plain_tracks(self.layout.plan):
            if len(row) > 1 and not any(space in self.layout.marks for space in row):
                for space in row:
                    found.setdefault(places[space].track if space in places else track_label(row), []).append(space)
        return {name: spaces for name, spaces in found.items() if name not in self.places and name not in self.colours}

    @property
    def labels(self) -> BoardLabels:
        """Return where marks and tags are."""
        return self.labelling.found

    def scene(self) -> Scene:
        """Draw everything, lowest first."""
        low, high = self.box()
        self.corner = (low[0], low[1])
        width, height = (self.unit * (high[axis] - low[axis]) for axis in (0, 1))
        spaces = self.layout.plan.spaces
        items: list[Item] = [self.background(width, height)]
        items += outlines([[self.spot(space) for space in inside] for inside in self.places.values()], self.unit)
        items += self.pits() + self.track(self.shape.curves)
        items += [item for bridge in self.shape.bridges for item in deck_items(list(map(self.mm, bridge.points())), self.unit)]
        items += self.slots(spaces) + self.exclusions() + self.arrows(range(len(self.settings))) + self.moved()
        items += self.leaders() + self._pieces() + [*chain(*self.marks(spaces))]
        title = str(self.made or self.layout.about.get("title") or self.layout.name)
        return Scene(round(width, 2), round(height, 2), tuple(items), title, self._description())

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

    def marks(self, spaces: Iterable[str]) -> Iterator[tuple[Item, ...]]:
        """Draw the mark of each space beside it, or on it where there is no good place beside."""
        labels = self.labels
        size, least = self.lettering.mark * self.unit, self.lettering.least * self.unit
        for space in spaces:
            mark = self.layout.marks.get(space, Mark())
            if space in labels.inside:
                yield tuple(inside_items(mark, space, self.spot(space), self.unit, least))
            elif space in labels.marks:
                box = labels.marks[space]
                yield tuple(mark_items(mark, space, *self.mm((box.x, box.y)), size, least))

    def spot(self, space: str) -> Spot:
        """Return the spot of a space on the sheet in millimetres."""
        return self.placed(self.shape.spots[space])

    def leaders(self) -> list[Item]:
        """Draw a line from each label to its space where it is nearer to another."""
        marks, tags, _, led = self.labels
        ends = [(box, space) for space, box in marks.items() if space in led]
        ends += [(box, self.labelling.tagged[name]) for name, box in tags.items() if f" {name}" in led]
        return [leader(box, self.shape.spots[space], self.unit, self.corner) for box, space in ends]

    # ------------------------------------------------------------------------------------------------------- track

    def track(self, curves: Sequence[Curve]) -> list[Item]:
        """Draw track with its buffer stops."""
        items = track_items([(curve.outline(), "butt" if curve.blunt else "round") for curve in curves], self.mm, self.unit)
        ends = [(curve.end, (-curve.back[0], -curve.back[1])) for curve in curves if curve.buffer]
        return [*items, *chain(*(buffer_items([end], self.mm, self.unit) for end in ends))]

    def slots(self, spaces: Iterable[str]) -> list[Item]:
        """Draw spaces that are empty, broken, only passed, or closed to some pieces."""
        brush, closed = Brush(self.unit), self.closed
        items: list[Item] = []
        for space in spaces:
            if space in self.played.broken:
                items += brush.broken(self.spot(space))
            elif space in self.layout.plan.no_stop:
                items += brush.no_stop(self.spot(space))
            else:
                items += brush.slot(self.spot(space), self.layout.marks.get(space, Mark()).colour)
            if space in closed:
                items += brush.closed(self.spot(space), closed[space])
            for key in (key for key, marked in self.layout.signs.items() if space in marked):
                items += brush.sign(self.spot(space), key)
        return items

    @property
    def closed(self) -> Mapping[str, str]:
        """Space → whom it is closed to, by the layout or the card."""
        return {**self.layout.plan.closed, **self.played.closed}

    @cached_property
    def _crossings(self) -> dict[tuple[str, str], XY]:
        """The signs of spaces that exclude each other: on the crossing of their tracks, or between them."""
        return {pair: crossing_point(self.shape, *pair) for pair in self.layout.plan.exclusive_pairs}

    def exclusions(self) -> list[Item]:
        """Mark spaces of which only one may be occupied."""
        signs = (Brush(self.unit).exclusion(*self.mm(point), map(self.spot, pair)) for pair, point in self._crossings.items())
        return [*chain(*signs)]

    # -------------------------------------------------------------------------------------------------- turntables

    def pits(self) -> list[Item]:
        """Draw the pits of turntables."""
        return [
            Circle(*self.mm((pit.x, pit.y)), pit.radius * self.unit, PIT, PIT_EDGE, 0.035 * self.unit) for pit in self.shape.pits
        ]

    def moved(self) -> list[Item]:
        """Mark a move: an arrow along the rails, a ghost of the locomotive where it will stop, or a ring round a turntable."""
        if self.made is None:
            return []
        plan = self.layout.plan
        if isinstance(move := self.made.move, TurntableStep):
            pits = [pit for table, pit in zip(plan.turntables, self.shape.pits, strict=True) if table.name == move.turntable]
            ring = (MOVED, 0.07 * self.unit)
            return [Circle(*self.mm((pit.x, pit.y)), 1.08 * pit.radius * self.unit, "", *ring) for pit in pits]
        if self.made.run is None or len(path := self.made.run.path) < 2:
            return []
        shape = track_shape(self.layout, settings_before(plan, self.settings)) if self.is_made and self.settings else self.shape
        points = along_rails(shape, path)
        name, brush = self.made.run.locomotive, Brush(self.unit, names=self.lettering.names)
        items = brush.arrow([self.mm(point) for point in points], BEFORE)
        if not self.is_made and self.goal.places.get(name) != path[-1]:
            faces, taken = heading_after(shape, path, points, self.faces.get(name)), {*self.stand, *self.goal.places.values()}
            items += brush.ghost(self.spot(path[-1]), name, self.colours[name].colour, faces, path[-1] not in taken)
        return items

    def arrows(self, shown: Iterable[int]) -> list[Item]:
        """Draw an arrow from the bridge's first end to its next place, on the turntables `shown`."""
        items: list[Item] = []
        for index in shown:
            table, pit = self.layout.plan.turntables[index], self.shape.pits[index]
            if table.rotation == "locked" or len(table.positions) < 2:
                continue
            following = tuple(table.stepped(p) if i == index else p for i, p in enumerate(self.settings))
            now, then = self.shape.bridges[index], track_shape(self.layout, following).bridges[index]
            start, end = (atan2(curve.start[1] - pit.y, curve.start[0] - pit.x) for curve in (now, then))
            turn = (end - start + pi) % (2 * pi) - pi
            sign = 1 if turn > 0 else -1
            if abs(turn) < 0.5:
                continue
            radius = 0.9 * pit.radius
            first, last = start + sign * 0.42, start + sign * max(abs(turn) - 0.36, 0.6)
            arc = [first + (last - first) * step / 12 for step in range(13)]
            points = [self.mm((pit.x + radius * cos(a), pit.y + radius * sin(a))) for a in arc]
            tip = Spot(*points[-1], (-sign * sin(last), sign * cos(last)))
            head = Brush(self.unit).points(tip, ((0.07, 0), (-0.02, 0.05), (-0.02, -0.05)))
            items += [Path(polyline(points), stroke=ARROW, width=0.028 * self.unit), Path(polyline(head), ARROW, closed=True)]
        return items

    def _pieces(self) -> list[Item]:
        brush = Brush(self.unit, self.colours, self.lettering.names, self.lettering.least * self.unit)
        items: list[Item] = []
        for name, space in self.goal.places.items():
            colour = self.colours[name].colour
            items += brush.ghost(self.spot(space), name, colour, self.goal.headings.get(name), space not in self.stand)
        for space, name in self.stand.items():
            if name in self.faces:
                items += brush.locomotive(self.spot(space), name, self.faces.get(name))
            else:
                items += brush.car(self.spot(space), name)
        for name, box in self.labels.tags.items():
            where = self.mm((box.x, box.y))
            items += (
                [place_name(*where, name, self.unit, self.lettering.least)]
                if name in self.places
                else mark_items(Mark(), name, *where, self.lettering.mark * self.unit, self.lettering.least * self.unit)
                if name in self.tracks
                else brush.tag(*where, name, self.colours[name].colour)
            )
        return items

    def _description(self) -> str:
        parts = [counted(len(self.layout.plan.spaces), "spaces")]
        parts += [f"{name} on {space}" for space, name in self.stand.items()]
        parts += [f"broken track on {space}" for space in self.layout.plan.spaces if space in self.played.broken]
        parts += SPACE_MARKS["closed"].lines(self.closed) + self.layout.sign_lines()
        parts += [f"{name} to go to {space}" for name, space in self.goal.places.items()]
        parts += [f"{' or '.join(want.pieces)} to go to {want.place}" for want in self.goal.wants]
        parts += [f"{train} to be made up {train.where}" for train in self.goal.trains]
        parts += [f"{name} is {' '.join(spaces)}" for name, spaces in self.places.items() if name not in self.layout.plan.spaces]
        return "; ".join(parts)

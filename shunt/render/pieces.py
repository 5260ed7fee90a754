"""Cars, locomotives, their goals, broken tracks and signs of closed spaces, drawn on spots of a board.

Lengths given as shares are of a space's length, which is `unit` millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist

from shunt.render import colours
from shunt.render.appearance import Livery
from shunt.render.colours import ink, is_pale, paled, text_in, writing_on
from shunt.render.geometry import Spot
from shunt.render.letters import middle_of, text_width
from shunt.render.marks import TAG, TAG_ROUND
from shunt.render.scene import XY, Cap, Circle, Item, Lines, Path, Rect, Text, polyline
from shunt.track.directions import towards
from shunt.track.plan import KINDS
from shunt.track.space_marks import SPACE_MARKS

SLOT = (0.74, 0.42)
CAR = (0.64, 0.33)
BAND = 0.035  # width of a band
BANDS = ((), (-0.25,), (-0.25, 0.25), (-0.25, -0.18, 0.25), (-0.25, -0.18, 0.18, 0.25))  # where bands are, by their number
BETWEEN_CAB_AND_LAMP = 0.42  # room for the name of a locomotive with a heading
BARRED, CROSSING = "#b3261e", "#8a3b12"
NOSE = 0.2  # of a locomotive, from where its sides end to its tip


def is_upside_down(along: XY) -> bool:
    """Return whether a text along track would not be read from left to right or, on upright track, from below."""
    return along[0] < -0.01 or abs(along[0]) <= 0.01 and along[1] > 0


@dataclass(frozen=True, slots=True)
class Brush:
    """A brush that draws on spots (in millimetres); `unit` is the length of a space.

    A piece that is not in `liveries` has the colour of its name, or the colour of the first locomotive if it is a locomotive.
    `names` are shorter names of pieces. No text is smaller than `least`, and names are `larger` than usual if there is room.
    """

    unit: float
    liveries: Mapping[str, Livery] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    least: float = 0.0
    larger: float = 1.0

    def slot(self, spot: Spot, colour: str) -> list[Item]:
        """Draw an empty space, tinted as its mark is."""
        return [self._box(spot, SLOT, 0.07, paled(ink(colour), 0.8) if colour else colours.SLOT, colours.SLOT_EDGE, 0.022)]

    def car(self, spot: Spot, name: str) -> list[Item]:
        """Draw a car with its name, and with the bands of its livery at its ends."""
        colour, bands = self.liveries.get(name) or Livery(ink(name))
        room = (0.94 * CAR[0] - 2 * BAND * bands, CAR[1])
        if text_width(self.names.get(name, name), self.least, bold=True) > room[0] * self.unit:
            bands, room = 0, (0.94 * CAR[0], CAR[1])  # the name distinguishes cars as bands do, if it is whole
        writing, half = writing_on(colour), 0.37 * CAR[1]
        items = [
            self._couplings(spot, CAR[0] / 2),
            self._box(spot, CAR, 0.05, colour, colours.CAR_EDGE, 0.028),
            self._box(spot, (0.9 * CAR[0], 0.74 * CAR[1]), 0.03, "", paled(colour, 0.4), 0.014),
        ]
        if bands:
            items.append(self.strokes(spot, [((place, -half), (place, half)) for place in BANDS[bands]], writing, BAND))
        return [*items, self._name(spot, name, writing, room)]

    def locomotive(self, spot: Spot, name: str, heading: int | None) -> list[Item]:
        """Draw a locomotive, pointed at the end that it faces, or at both ends if it has no heading."""
        colour = self.liveries.get(name, Livery(colours.LOCOMOTIVES[0])).colour
        body = Path(self._outline(spot, heading), colour, colours.ENGINE_EDGE, 0.032 * self.unit, closed=True)
        items: list[Item] = [self._couplings(spot, 0.36), body]
        middle, room = spot, (0.5, 0.33)
        if heading is not None:
            sign = 1 if heading else -1
            light = "#f6d264" if writing_on(colour) == colours.LIGHT else "#5d4a1f"
            lamp = self.points(spot, [(0.18 * sign, -0.1), (0.29 * sign, 0), (0.18 * sign, 0.1)])
            cab = self.points(spot, [(-0.27 * sign, -0.15), (-0.27 * sign, 0.15)])
            items += [Path(polyline(lamp), light, closed=True), Path(polyline(cab), stroke=light, width=0.04 * self.unit)]
            middle = Spot(*spot.at(-sign * 0.04 * self.unit), spot.along)
            room = (BETWEEN_CAB_AND_LAMP, 0.33)
        return [*items, self._name(middle, name, writing_on(colour), room, 0.2)]

    def ghost(self, spot: Spot, name: str, colour: str, heading: int | None, is_empty: bool) -> list[Item]:
        """Draw the goal of a piece: a dashed outline, with the piece's name if nothing is there now."""
        dash = (0.07 * self.unit, 0.045 * self.unit)
        fill = paled(colour, 0.82) if is_empty else ""
        lines = [(fill, colour, 0.05)]
        if is_pale(colour):  # a pale outline is seen by the darker one below it
            lines = [(fill, colours.SLOT_EDGE, 0.075), ("", colour, 0.04)]
        items: list[Item] = []
        for inside, stroke, width in lines:
            if heading is not None:
                items.append(Path(self._outline(spot, heading, 1.22), inside, stroke, width * self.unit, dash, closed=True))
            else:
                items.append(replace(self._box(spot, (0.82, 0.5), 0.1, inside, stroke, width), dash=dash))
        return [*items, self._name(spot, name, text_in(colour), (0.7, 0.46))] if is_empty else items

    def tag(self, x: float, y: float, name: str, colour: str) -> list[Item]:
        """Draw the name of a piece whose goal is where another one is now."""
        size, name = max(TAG * self.unit, self.least), self.names.get(name, name)
        across = text_width(name, size, bold=True) + TAG_ROUND[0] * size
        edge = colours.SLOT_EDGE if is_pale(colour) else colour
        dash = (0.06 * self.unit, 0.04 * self.unit)
        box = Rect(x, y, across, TAG_ROUND[1] * size, 0.5 * size, 0, "#ffffff", edge, 0.025 * self.unit, dash)
        return [box, Text(x, y + middle_of(name) * size, name, size, text_in(colour), bold=True)]

    def arrow(self, points: Sequence[XY], beyond: float = 0.32) -> list[Item]:
        """Draw the path of a move: a line through `points` (in millimetres) with a tip at its end; nothing for a single point.

        `beyond`: how far the tip is beyond the last point, in lengths of a space; below zero it ends before it.
        """
        if len(points) < 2:
            return []
        head = Spot(*points[-1], towards(points[-2], points[-1]))
        tip = self.points(head, [(beyond, 0), (beyond - 0.2, -0.13), (beyond - 0.2, 0.13)])
        end = min(0.0, beyond - 0.1) * self.unit  # where the line ends, in the tip
        points = [*(point for point in points[:-1] if dist(point, points[-1]) > -end), head.at(end)]
        line = Path(polyline(points), "", colours.MOVED, 0.075 * self.unit, cap="round", opacity=0.75)
        return [line, Path(polyline(tip), colours.MOVED, opacity=0.9, closed=True)]

    def broken(self, spot: Spot) -> list[Item]:
        """Draw broken track: two bars across it and a cross."""
        cross = [((-0.17, -across), (0.17, across)) for across in (0.15, -0.15)]
        bars = [((along, -0.21), (along, 0.21)) for along in (-0.3, 0.3)]
        return [
            self._box(spot, SLOT, 0.07, colours.BROKEN, colours.SLOT_EDGE, 0.022),
            self.strokes(spot, bars, BARRED, 0.06),
            self.strokes(spot, cross, BARRED, 0.07, "round"),
        ]

    def closed(self, spot: Spot, whom: str) -> list[Item]:
        """Draw the sign of a space that is closed to some pieces: the parapets of a bridge, and a disc with what may not enter,
        struck out: a car, a locomotive, or names of pieces."""
        items, kinds = self.sign(spot, "closed"), whom.split()
        items.append(Circle(spot.x, spot.y, 0.15 * self.unit, "#ffffff", BARRED, 0.03 * self.unit))
        if "cars" in kinds:
            items.append(self._box(spot, (0.15, 0.08), 0.01, colours.CAR_EDGE, "", 0))
        if "locomotives" in kinds:
            nose = [(-0.08, -0.04), (0.03, -0.04), (0.09, 0), (0.03, 0.04), (-0.08, 0.04)]
            items.append(Path(polyline(self.points(spot, nose)), colours.ENGINE_EDGE, closed=True))
        if names := [name for name in kinds if name not in KINDS]:
            items.append(self._name(spot, "".join(names), colours.CAR_EDGE, (0.22, 0.16), 0.11))
        return [*items, self.strokes(spot, [((-0.1, 0.1), (0.1, -0.1))], BARRED, 0.03)]

    def no_stop(self, spot: Spot) -> list[Item]:
        """Draw a space that is only passed: chevrons instead of a slot."""
        arms = SPACE_MARKS["no_stop"].strokes
        return [self.strokes(spot, arms, *line, "round") for line in ((colours.SLOT, 0.12), (CROSSING, 0.06))]

    def exclusion(self, x: float, y: float, spots: Iterable[Spot]) -> list[Item]:
        """Mark two spaces of which only one may be occupied: a dotted line from one to the other, over a sign with a cross."""
        items: list[Item] = []
        for spot in spots:
            away = dist((spot.x, spot.y), (x, y)) / self.unit
            if away > 0.45:  # from the rim of the sign to the slot
                sign = Spot(x, y, towards((x, y), (spot.x, spot.y)))
                line = self.strokes(sign, [((0.14, 0), (away - 0.24, 0))], CROSSING, 0.035)
                items.append(replace(line, dash=(0.06 * self.unit, 0.05 * self.unit)))
        cross = [((-0.06, -across), (0.06, across)) for across in (0.06, -0.06)]
        disc = Circle(x, y, 0.13 * self.unit, colours.SLOT, CROSSING, 0.03 * self.unit)
        return [*items, disc, self.strokes(Spot(x, y), cross, CROSSING, 0.04, "round")]

    def sign(self, spot: Spot, key: str) -> list[Item]:
        """Draw the lines of a mark of spaces."""
        lines = [polyline(self.points(spot, stroke)) for stroke in SPACE_MARKS[key].strokes]
        return [Path(line, stroke=colours.SLOT_EDGE, width=0.04 * self.unit, cap="round") for line in lines]

    def points(self, spot: Spot, points: Iterable[XY]) -> list[XY]:
        """Return points given in lengths of a space along the track of a spot and across it."""
        return [spot.at(along * self.unit, across * self.unit) for along, across in points]

    def strokes(self, spot: Spot, pairs: Iterable[Sequence[XY]], colour: str, width: float, cap: Cap = "butt") -> Path:
        """Return straight strokes, each from one point to another."""
        lines = tuple(tuple(self.points(spot, pair)) for pair in pairs)
        return Path(lines, stroke=colour, width=width * self.unit, cap=cap)

    def _box(self, spot: Spot, size: XY, corner: float, fill: str, edge: str, width: float) -> Rect:
        """Return a rectangle along the track of a spot."""
        across, down = size
        unit = self.unit
        return Rect(spot.x, spot.y, across * unit, down * unit, corner * unit, spot.angle, fill, edge, width * unit)

    def _couplings(self, spot: Spot, reach: float) -> Item:
        ends = [((side * (reach - 0.02), 0), (side * (reach + 0.04), 0)) for side in (-1, 1)]
        return self.strokes(spot, ends, colours.ENGINE_EDGE, 0.07)

    def _outline(self, spot: Spot, heading: int | None, larger: float = 1.0) -> Lines:
        """Return the outline of a locomotive."""
        sign = -1 if heading == 0 else 1
        half = 0.175 * larger
        back, front = 0.35 * larger, 0.37 * larger
        nose = front - NOSE
        corners = [(-back, -half), (nose, -half), (front, -0.05), (front, 0.05), (nose, half), (-back, half)]
        if heading is None:
            corners = [(-nose, -half), *corners[1:5], (-nose, half), (-front, 0.05), (-front, -0.05)]
        return polyline(self.points(spot, ((sign * along, across) for along, across in corners)))

    def _name(self, spot: Spot, name: str, colour: str, body: XY, size: float = 0.17) -> Text:
        """Draw a name on a piece whose `body` has this room along and across the track, as large as there is room.

        A text that fits level is level; others are along the track, never upside down.
        """
        unit, name = self.unit, self.names.get(name, name)
        room, size = body[0] * unit, self.larger * size * unit
        wide = text_width(name, 1.0, bold=True)
        size = max(self.least, min(size, room / max(wide, 0.1)))
        while len(name) > 1 and text_width(name, size, bold=True) > room + 1e-6:
            name = name[:-1]
        along = spot.along
        across, down = text_width(name, size, bold=True) / 2, middle_of(name) * size
        x, y = abs(along[0]), abs(along[1])
        if across * x + down * y <= room / 2 + 1e-6 and across * y + down * x <= body[1] * unit / 2 + 1e-6:
            along = (1.0, 0.0)
        elif is_upside_down(along):
            along = (-along[0], -along[1])
        upright = Spot(spot.x, spot.y, along)
        return Text(*upright.at(0, down), name, size, colour, bold=True, angle=upright.angle)

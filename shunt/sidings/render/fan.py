"""Fans of sidings as scenes: the headshunt, the points, the sidings with their buffer stops, and the cars on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import dist, hypot

from shunt.render.appearance import LOCOMOTIVE, Liveries
from shunt.render.colours import EDGE, FAINT, GROUND
from shunt.render.geometry import Spot
from shunt.render.letters import middle_of
from shunt.render.marks import Lettering
from shunt.render.pieces import Brush
from shunt.render.rails import buffer_items, track_items
from shunt.render.scene import XY, Item, Rect, Scene, Text
from shunt.sidings.rules.referee import Sidings, SidingsMove, SidingsPosition
from shunt.track.layout import SidingsLayout

UNIT = 15.0  # millimetres a car
LEAD = 1.6  # car lengths from the points to the first place on a siding
APART = 0.8  # car lengths from one siding to the next
WHEELS = 0.22  # car lengths from the middle of a car to its wheels, which stay on the rails


def sidings_layout_scene(layout: SidingsLayout) -> Scene:
    """Draw the empty sidings of a layout."""
    cars = tuple(f"car{number}" for number in range(1, sum(layout.sidings.values())))
    return Fan(Sidings(layout.headshunt or 1, layout.sidings, cars or ("car",))).scene(layout.name)


@dataclass
class Fan:
    """A drawing of sidings with the cars of a position. Places are in car lengths with the points at (0, 0), and the rest is in
    millimetres.

    `move`: the last move, which is marked by an arrow along its track. `unit`: the length of a car in millimetres.
    """

    rules: Sidings
    unit: float = UNIT
    position: SidingsPosition | None = None
    move: SidingsMove | None = None
    colours: Liveries = field(default_factory=dict)
    lettering: Lettering = field(default_factory=Lettering)
    items: list[Item] = field(default_factory=list)

    def scene(self, title: str) -> Scene:
        """Draw everything, from bottom to top layer."""
        low, high = self._rows[0], self._rows[-1]
        left, right = -self._headshunt - 2.1, LEAD + max(self.rules.capacities.values()) + 0.7
        self.corner = (left, low - 0.75)
        width, height = (right - left) * self.unit, (high - low + 1.35) * self.unit
        self.items = [Rect(width / 2, height / 2, width - 0.6, height - 0.6, 0.2 * self.unit, 0, GROUND, EDGE, 0.5)]
        self._track()
        self._slots()
        self.items += self.arrow(self.move)
        self._pieces()
        return Scene(round(width, 2), round(height, 2), tuple(self.items), title or "Sidings", self._description())

    def arrow(self, move: SidingsMove | None) -> list[Item]:
        """Return an arrow along the track of a move."""
        if move is None or move.siding not in self.rules.capacities:
            return []
        line = self.line(list(self.rules.capacities).index(move.siding))
        points = [(-1.0, 0.0), *line[:-1], (LEAD + 0.3, line[-1][1])]
        return Brush(self.unit).arrow([self.mm(point) for point in (points if move.drops else points[::-1])])

    @property
    def _headshunt(self) -> int:
        return max(1, self.rules.limit)

    @property
    def _rows(self) -> list[float]:
        """The height of every siding. The headshunt is at 0, in the middle."""
        count = len(self.rules.capacities)
        return [APART * (row - (count - 1) / 2) for row in range(count)]

    def mm(self, point: XY) -> XY:
        """Return a point on the sheet in millimetres."""
        return (point[0] - self.corner[0]) * self.unit, (point[1] - self.corner[1]) * self.unit

    def line(self, row: int) -> list[XY]:
        """Return the track of a siding from the points to its buffer stop."""
        y = self._rows[row]
        capacity = list(self.rules.capacities.values())[row]
        return [(0.0, 0.0), (LEAD - 0.75, y), (LEAD + capacity + 0.1, y)]

    def _track(self) -> None:
        """Draw the headshunt and the sidings with buffer stops at their ends."""
        lines = [[(-self._headshunt - 1.7, 0.0), (0.0, 0.0)], *(self.line(row) for row in range(len(self._rows)))]
        ends = [lines[0][0], *(line[-1] for line in lines[1:])]
        self.items += track_items([(line, "round") for line in lines], self.mm, self.unit)
        self.items += buffer_items([(end, (-1.0, 0.0)) for end in ends], self.mm, self.unit)

    def _slots(self) -> None:
        brush = Brush(self.unit)
        for number in range(self._headshunt):
            self.items += brush.slot(self.headshunt_spot(number), "")
        for row, (name, capacity) in enumerate(self.rules.capacities.items()):
            for number in range(capacity):
                self.items += brush.slot(self.siding_spot(row, number), "")
            x, y = self.mm((LEAD + capacity + 0.42, self._rows[row]))
            size = max(0.3, self.lettering.least) * self.unit
            self.items.append(Text(x, y + middle_of(name) * size, name, size, FAINT, bold=True))

    def headshunt_spot(self, number: int) -> Spot:
        """Return a place on the headshunt, counted from the locomotive's end."""
        return Spot(*self.mm((-self._headshunt + number - 0.2, 0.0)), (1.0, 0.0))

    def siding_spot(self, row: int, number: int) -> Spot:
        """Return a place on a siding, counted from the points. Places below 0 are on the points."""
        line = self.line(row)
        spot = spot_on(line, hypot(*line[1]) - line[1][0] + LEAD + number + 0.1, 1.0)
        return Spot(*self.mm((spot.x, spot.y)), spot.along)

    def _pieces(self) -> None:
        """Draw cars and the locomotive. If a siding contains more cars than fit, the first ones are on the points."""
        if self.position is None:
            return
        liveries = {"" if name == LOCOMOTIVE else name: livery for name, livery in self.colours.items()}
        brush = Brush(self.unit, liveries, self.lettering.names, self.lettering.least * self.unit)
        home = self.headshunt_spot(-1)
        for number, car in enumerate(self.position.headshunt):
            self.items += brush.car(self.headshunt_spot(number), car)
        for row, ((name, capacity), cars) in enumerate(zip(self.rules.capacities.items(), self.position.sidings, strict=True)):
            first = min(0, capacity - len(cars))
            for number, car in enumerate(cars, first):
                self.items += brush.car(self.siding_spot(row, number), car)
            if self.position.locomotive == name:
                home = self.siding_spot(row, first - 1)
        self.items += brush.locomotive(home, "", 0, 1)

    def _description(self) -> str:
        words = [f"headshunt for {self.rules.headshunt or 'any number of'} cars"]
        words += [f"siding {name} for {capacity}" for name, capacity in self.rules.capacities.items()]
        if self.position is not None:
            words += [f"{car} on {track}" for track, cars in self._tracks().items() for car in cars]
        return "; ".join(words)

    def _tracks(self) -> Mapping[str, Sequence[str]]:
        assert self.position is not None
        return {"headshunt": self.position.headshunt} | dict(zip(self.rules.capacities, self.position.sidings, strict=True))


def spot_on(track: Sequence[XY], way: float, unit: float) -> Spot:
    """Return the place of a car on the track of a siding, at distance `way` from the points, with its wheels on the rails.

    Values below 0 are on the headshunt. `unit` is the length of a car.
    """
    (points, level), (curve, row), *_ = track
    bend = dist(*track[:2])

    def at(way: float) -> XY:
        if way <= 0:
            return points + way, level
        if way >= bend:
            return curve + way - bend, row
        return points + (curve - points) * way / bend, level + (row - level) * way / bend

    (x, y), (to_x, to_y) = at(way - WHEELS * unit), at(way + WHEELS * unit)
    apart = hypot(to_x - x, to_y - y)
    return Spot((x + to_x) / 2, (y + to_y) / 2, ((to_x - x) / apart, (to_y - y) / apart))


@dataclass(frozen=True)
class FanLayers:
    """An empty fan of sidings, and the places of cars on it, in millimetres.

    `headshunt`: the place next to the locomotive; the others follow to the right, `unit` apart, and the locomotive is one place
    to the left. `sidings`: the place next to the points of each siding; the others follow to the right. `tracks`: the track of
    each siding, from the points over the end of the curve to its buffer stop. `arrows` lead along the tracks, away from the
    points and towards them.
    """

    scene: Scene
    unit: float
    headshunt: XY
    sidings: tuple[XY, ...]
    tracks: tuple[tuple[XY, ...], ...]
    arrows: Mapping[tuple[str, bool], tuple[Item, ...]]


def sidings_layers(rules: Sidings, unit: float = UNIT) -> FanLayers:
    """Draw an empty fan of sidings; `unit` is the length of a car in millimetres."""
    fan = Fan(rules, unit)
    scene = fan.scene("")
    head, fans = fan.headshunt_spot(0), [fan.siding_spot(row, 0) for row in range(len(rules.capacities))]
    tracks = tuple(tuple(map(fan.mm, fan.line(row))) for row in range(len(rules.capacities)))
    moves = [SidingsMove(name, drops, 1) for name in rules.capacities for drops in (True, False)]
    arrows = {(move.siding, move.drops): tuple(fan.arrow(move)) for move in moves}
    return FanLayers(scene, unit, (head.x, head.y), tuple((spot.x, spot.y) for spot in fans), tracks, arrows)

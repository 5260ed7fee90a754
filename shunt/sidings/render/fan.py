"""Fans of sidings as scenes: the headshunt, the points, the sidings with their buffer stops, and the cars on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import dist, hypot

from shunt.render.appearance import LOCOMOTIVE, Liveries
from shunt.render.colours import FAINT
from shunt.render.geometry import Sheet, Spot
from shunt.render.letters import middle_of
from shunt.render.marks import Lettering
from shunt.render.pieces import Brush
from shunt.render.rails import buffer_items, track_items
from shunt.render.scene import XY, Item, Scene, Text
from shunt.sidings.rules.referee import Sidings, SidingsMove, SidingsPosition
from shunt.track.directions import towards
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
class Fan(Sheet):
    """A drawing of sidings. `unit` is the length of a car in millimetres. Places are in car lengths with the points at (0, 0),
    and everything else is in millimetres."""

    rules: Sidings
    unit: float = UNIT

    def __post_init__(self) -> None:
        self.corner = -self._headshunt - 2.1, self._rows[0] - 0.75

    def scene(
        self,
        title: str,
        position: SidingsPosition | None = None,
        move: SidingsMove | None = None,
        colours: Liveries | None = None,
        lettering: Lettering | None = None,
    ) -> Scene:
        """Draw everything, from bottom to top layer. `move` is the last move, which is marked by an arrow along its track."""
        lettering = lettering or Lettering()
        unit, left, right = self.unit, self.corner[0], LEAD + max(self.rules.capacities.values()) + 0.7
        width, height = (right - left) * unit, (self._rows[-1] - self._rows[0] + 1.35) * unit
        items: list[Item] = [self.background(width, height)]
        items += [*self._track(), *self._slots(lettering), *self.arrow(move)]
        if position is not None:
            liveries = {"" if name == LOCOMOTIVE else name: livery for name, livery in (colours or {}).items()}
            brush = Brush(unit, liveries, lettering.names, lettering.least * unit)
            for name, row, number in self.places(position):
                spot = self.spot(row, number)
                items += brush.car(spot, name) if name else brush.locomotive(spot, "", 1)
        return Scene(round(width, 2), round(height, 2), tuple(items), title or "Sidings", self._description(position))

    def arrow(self, move: SidingsMove | None) -> list[Item]:
        """Return an arrow along the track of a move."""
        if move is None or move.siding not in self.rules.capacities:
            return []
        line = self._line(self.rules.seats[move.siding])
        points = [(-1.0, 0.0), *line[:-1], (LEAD + 0.3, line[-1][1])]
        return Brush(self.unit).arrow([self.mm(point) for point in (points if move.drops else points[::-1])])

    def places(self, position: SidingsPosition) -> Iterator[tuple[str, int | None, int]]:
        """Yield the name of each piece, its siding (None for the headshunt), and its place as for `spot`. The locomotive comes
        last and has no name. If a siding contains more cars than fit, the first ones are on the points."""
        home: tuple[int | None, int] = None, -1
        yield from ((car, None, number) for number, car in enumerate(position.headshunt))
        for row, ((name, capacity), cars) in enumerate(zip(self.rules.capacities.items(), position.sidings, strict=True)):
            first = min(0, capacity - len(cars))
            yield from ((car, row, number) for number, car in enumerate(cars, first))
            if position.locomotive == name:
                home = row, first - 1
        yield "", *home

    def spot(self, row: int | None, number: int) -> Spot:
        """Return a place on a siding, counted from the points, or on the headshunt, counted from the locomotive's end.

        Places below 0 are on the points, or the locomotive's on the headshunt.
        """
        return self.placed(spot_on(self._line(row or 0), self.way(row, number), 1.0))

    def way(self, row: int | None, number: int) -> float:
        """Return the distance of a place from the points, in car lengths; on the headshunt it is below 0."""
        if row is None:
            return number - self._headshunt - 0.2
        line = self._line(row)
        return hypot(*line[1]) - line[1][0] + LEAD + number + 0.1

    @property
    def tracks(self) -> list[list[XY]]:
        """The track of each siding, from the points over the end of the curve to its buffer stop."""
        return [[self.mm(point) for point in self._line(row)] for row in range(len(self._rows))]

    @property
    def _headshunt(self) -> int:
        return max(1, self.rules.limit)

    @cached_property
    def _rows(self) -> list[float]:
        """The height of every siding. The headshunt is at 0, in the middle."""
        count = len(self.rules.capacities)
        return [APART * (row - (count - 1) / 2) for row in range(count)]

    def _line(self, row: int) -> list[XY]:
        """Return the track of a siding from the points to its buffer stop."""
        y = self._rows[row]
        capacity = list(self.rules.capacities.values())[row]
        return [(0.0, 0.0), (LEAD - 0.75, y), (LEAD + capacity + 0.1, y)]

    def _track(self) -> list[Item]:
        """Return the headshunt and the sidings with buffer stops at their ends."""
        lines = [[(-self._headshunt - 1.7, 0.0), (0.0, 0.0)], *(self._line(row) for row in range(len(self._rows)))]
        ends = [lines[0][0], *(line[-1] for line in lines[1:])]
        rails = track_items([(line, "round") for line in lines], self.mm, self.unit)
        return [*rails, *buffer_items([(end, (-1.0, 0.0)) for end in ends], self.mm, self.unit)]

    def _slots(self, lettering: Lettering) -> Iterator[Item]:
        """Yield the places for cars, and the name of each siding."""
        brush, size = Brush(self.unit), max(0.3, lettering.least) * self.unit
        for number in range(self._headshunt):
            yield from brush.slot(self.spot(None, number), "")
        for row, (name, capacity) in enumerate(self.rules.capacities.items()):
            for number in range(capacity):
                yield from brush.slot(self.spot(row, number), "")
            x, y = self.mm((LEAD + capacity + 0.42, self._rows[row]))
            yield Text(x, y + middle_of(name) * size, name, size, FAINT, bold=True)

    def _description(self, position: SidingsPosition | None) -> str:
        words = [f"headshunt for {self.rules.headshunt or 'any number of'} cars"]
        words += [f"siding {name} for {capacity}" for name, capacity in self.rules.capacities.items()]
        if position is not None:
            words += [f"{car} on {track}" for track, cars in self.rules.tracks(position).items() for car in cars]
        return "; ".join(words)


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

    (x, y), (to_x, to_y) = ends = at(way - WHEELS * unit), at(way + WHEELS * unit)
    return Spot((x + to_x) / 2, (y + to_y) / 2, towards(*ends))

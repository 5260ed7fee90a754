"""Hump yards as scenes: tiles on their grid with their track, cars in the queue and on their spaces, the way of a move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, dist, pi, sin

from shunt.hump.tiles import FACING, HEADING, KINDS, across, kind_segments
from shunt.hump.yard import Cell, PlacedTile, Yard
from shunt.render.colours import ink
from shunt.render.geometry import Sheet, Spot
from shunt.render.letters import text_width
from shunt.render.pieces import Brush
from shunt.render.rails import TILE as TRACK_OF_TILES
from shunt.render.rails import buffer_items, track_items
from shunt.render.scene import XY, Item, Rect, Scene, Text, moved
from shunt.track.directions import towards

CELL = 24.0  # millimetres a tile
TIP = 0.2  # tiles from the middle of the lead car to the tip of its arrow, which is before its nose
TILE, TILE_EDGE, SITE = "#fbf8ef", "#b9ab8b", "#a89a7c"
_TOWARDS = {"N": (0.0, -0.5), "E": (0.5, 0.0), "S": (0.0, 0.5), "W": (-0.5, 0.0)}  # from the middle of a tile, y downwards
_STUB = 0.12  # where the track of the tile `end` stops, beyond the middle


def segment_points(segment: str) -> list[XY]:
    """Return points along a segment from its first edge to its second, in tiles from the tile's middle, y downwards."""
    if len(segment) == 1:
        (x, y) = _TOWARDS[segment]
        return [(x, y), (-x * 2 * _STUB, -y * 2 * _STUB)]
    a, b = (_TOWARDS[edge] for edge in segment)
    if FACING[segment[0]] == segment[1]:
        return [a, b]
    # A quarter circle round the corner between the two edges.
    corner = (a[0] + b[0], a[1] + b[1])
    steps = [step / 12 * pi / 2 for step in range(13)]
    return [
        (corner[0] - b[0] * cos(angle) - a[0] * sin(angle), corner[1] - b[1] * cos(angle) - a[1] * sin(angle)) for angle in steps
    ]


def segment_spot(segment: str) -> Spot:
    """Return the middle of a segment and its direction, first edge to second, in tiles from the tile's middle."""
    points = _through_middle(segment_points(segment))
    middle = len(points) // 2
    return Spot(*points[middle], towards(points[middle - 1], points[middle + 1]))


def place_of(yard: Yard, space: str) -> tuple[Cell, str]:
    """Return the cell and the segment of a space, also of one in the source, and of the sink."""
    if space.startswith("q"):
        return (-1 - int(space[1:]), 0), "WE"
    if space == "sink":
        return (yard.headings, 0), "WE"
    column, row, segment = space.split(".")
    return (int(column), int(row)), segment


def loose_edges(yard: Yard) -> set[tuple[Cell, str]]:
    """Return the edges (cell, edge) at which track ends because nothing joins there: buffer stops."""
    edges = {(tile.at, edge) for tile in yard.all_tiles for segment in tile.segments for edge in segment}
    edges |= {((-1, 0), "E"), ((yard.headings, 0), "W")}
    outside = set(yard.reserved)
    return {(cell, edge) for cell, edge in edges if cell not in outside and across(cell, edge) not in edges}


@dataclass(frozen=True)
class YardCars:
    """The cars drawn on a yard, and the move that brought them there.

    `places`: space → name of the car on it; `queue`: spaces of the source that are drawn at least. `gone`: cars that have left,
    lead car first. `path`: the spaces of the move's lead car (`sink` for the exit), drawn as an arrow whose tip is before the
    lead car. `before`: space → name of the cars that moved, where they came from, drawn as dashed outlines.
    """

    places: Mapping[str, str] = field(default_factory=dict)
    queue: int = 1
    gone: Sequence[str] = ()
    path: Sequence[str] = ()
    before: Mapping[str, str] = field(default_factory=dict)


NO_CARS = YardCars()


def yard_scene(yard: Yard, cars: YardCars = NO_CARS, *, sites: bool = False, caption: str = "", remark: str = "") -> Scene:
    """Draw the yard with cars on it; see `YardDrawing`."""
    return YardDrawing(yard, cars).scene(sites=sites, caption=caption, remark=remark)


def _through_middle(points: list[XY]) -> list[XY]:
    """Return the line, with the point in its middle added if it is straight."""
    if len(points) > 2:
        return points
    (x1, y1), (x2, y2) = points
    return [(x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2), (x2, y2)]


def _second_half(points: list[XY]) -> list[XY]:
    """Return the part from the middle of a line to its end."""
    return _through_middle(points)[len(points) // 2 :]


def _part(points: list[XY], length: float) -> list[XY]:
    """Return the beginning of a line, of this length at most."""
    result = points[:1]
    for (x1, y1), (x2, y2) in pairwise(points):
        step = dist((x1, y1), (x2, y2))
        if step >= length:
            return [*result, (x1 + (x2 - x1) * length / step, y1 + (y2 - y1) * length / step)]
        result.append((x2, y2))
        length -= step
    return result


def _meet(a: XY, b: XY) -> bool:
    return dist(a, b) < 0.01


@dataclass
class YardDrawing(Sheet):
    """The drawing of a yard, whose tiles are `unit` millimetres wide; when `scene` has drawn it, it knows where things are."""

    yard: Yard
    cars: YardCars = NO_CARS
    unit: float = CELL
    corner: XY = (0.0, 0.0)
    items: list[Item] = field(default_factory=list)

    @property
    def queue(self) -> int:
        """The number of source spaces that are drawn."""
        spaces = [*self.cars.places, *self.cars.path, *self.cars.before]
        return max(self.cars.queue, 1, *(int(space[1:]) + 1 for space in spaces if space.startswith("q")))

    def scene(self, *, sites: bool = False, caption: str = "", remark: str = "", has_cars: bool = True) -> Scene:
        """Draw everything, lowest first; without the cars unless it `has_cars`.

        `sites` shows where the next tile may be built. `caption` is the title, `remark` a small line below it.
        """
        cells = [tile.at for tile in self.yard.all_tiles] + (list(self.yard.sites) if sites else [])
        headings, behind = self.yard.headings, max(1, len(self.cars.gone))
        low = min(-self.queue, min(column for column, _ in cells))
        high = max(headings + behind - 1, max(column for column, _ in cells))
        highest, lowest = max(row for _, row in cells), min(row for _, row in cells)
        head = (0.5 if caption else 0.0) + (0.2 if remark else 0.0)
        self.corner = low - 0.75, -highest - 0.65 - head
        width, height = (high - low + 1.5) * self.unit, (highest - lowest + 1.55 + head) * self.unit
        self.items = [self.background(width, height, 0.12), *self._labels(cells, low, lowest)]
        if sites:
            self.items += [self._square(site, "", SITE, (1.2, 1.0)) for site in self.yard.sites]
        self.items += [self._square(tile.at, TILE, TILE_EDGE) for tile in self.yard.all_tiles]
        self._track()
        self._ends()
        tip = self._way()
        if has_cars:
            self._cars()
        self.items += tip
        if caption:
            self._line(caption, 0.42, 0.22, width, "#1d1d1d", bold=True)
        if remark:
            self._line(remark, 0.66, 0.14, width, "#6b5f47")
        title = caption or self.yard.name or "Hump yard"
        about = f"The yard {self.yard}" + (f"; {remark}" if remark else "")
        return Scene(round(width, 2), round(height, 2), tuple(self.items), title, about)

    def _line(self, text: str, down: float, size: float, width: float, colour: str, bold: bool = False) -> None:
        """Write a line across the top, smaller if it is too long; `down` and `size` are in tiles."""
        fitting = size * self.unit * width * 0.88 / max(1.0, text_width(text, size * self.unit, bold))
        self.items.append(Text(width / 2, down * self.unit, text, min(size * self.unit, fitting), colour, bold=bold))

    # -------------------------------------------------------------------------------------------------------- geometry

    def _points(self, at: Cell, segment: str) -> list[XY]:
        """Return a segment's points in tiles; a higher row is higher on the sheet."""
        return [(at[0] + x, -at[1] + y) for x, y in segment_points(segment)]

    def middle(self, at: Cell) -> XY:
        """Return the middle of a cell."""
        return self.mm((at[0], -at[1]))

    def at_sink(self, number: int) -> Spot:
        """Return the place beyond the sink with this number, from the yard on."""
        return Spot(*self.middle((self.yard.headings + number, 0)), (1.0, 0.0))

    def spot(self, space: str) -> Spot:
        """Return the middle and the direction of a space."""
        at, segment = place_of(self.yard, space)
        spot = segment_spot(segment)
        return Spot(*self.mm((at[0] + spot.x, -at[1] + spot.y)), spot.along)

    # ---------------------------------------------------------------------------------------------------------- pieces

    def _square(self, at: Cell, fill: str, stroke: str, dash: tuple[float, ...] = ()) -> Item:
        x, y = self.middle(at)
        side = self.unit * 0.97
        return Rect(x, y, side, side, 0.06 * self.unit, 0, fill, stroke, 0.3, dash)

    def _labels(self, cells: Iterable[Cell], low: int, lowest: int) -> list[Item]:
        """Draw column numbers below, row numbers at the left; the kind of each built tile in its corner is `_track`'s."""
        places: list[tuple[int, XY]] = [(column, (column, -lowest + 0.72)) for column in sorted({column for column, _ in cells})]
        places += [(row, (low - 0.62, -row + 0.05)) for row in sorted({row for _, row in cells})]
        return [Text(*self.mm(place), str(number), 0.15 * self.unit, "#85795f") for number, place in places]

    def _track(self) -> None:
        lines = [self._points(tile.at, segment) for tile in self.yard.all_tiles for segment in tile.segments]
        lines += [self._points((-1 - number, 0), "WE") for number in range(self.queue)]
        lines += [self._points((self.yard.headings + number, 0), "WE") for number in range(max(1, len(self.cars.gone)))]
        self.items += _rails(lines, self.mm, self.unit)
        for tile in self.yard.tiles:
            corner = self.mm((tile.at[0] - 0.45, -tile.at[1] + 0.45))
            self.items.append(Text(*corner, str(tile).partition("@")[0], 0.1 * self.unit, "#85795f", "start"))
            for segment in tile.segments:
                if len(segment) == 1:
                    self.items += _beam(self._points(tile.at, segment)[-1], _TOWARDS[segment], self.mm, self.unit)
        for at, edge in sorted(loose_edges(self.yard)):
            x, y = _TOWARDS[edge]
            self.items += _beam((at[0] + 0.9 * x, -at[1] + 0.9 * y), (x, y), self.mm, self.unit)

    def _ends(self) -> None:
        """Write the names of the source and the sink."""
        for x, word in ((-(self.queue + 1) / 2, "source"), (self.yard.headings + (max(1, len(self.cars.gone)) - 1) / 2, "sink")):
            here = self.mm((x, 0.42))
            self.items.append(Text(*here, word, 0.16 * self.unit, "#6b5f47"))

    def _way(self) -> list[Item]:
        """Draw the path of the lead car, and where its cut came from; return the tip, which is drawn above the lead car."""
        brush = Brush(self.unit * 0.78)
        for space, name in sorted(self.cars.before.items()):
            self.items += brush.ghost(self.spot(space), name, ink(name), None, is_empty=False)
        if len(self.cars.path) < 2:
            return []
        points = [point for space, following in pairwise(self.cars.path) for point in self._between(space, following)]
        ahead = _part(_second_half(self._oriented(*self.cars.path[-2:])[1]), TIP)
        shift = max(0, len(self.cars.gone) - 1)  # the cars that have left are side by side beyond the sink
        line, tip = brush.arrow([self.mm(point) for point in [*points, *((x + shift, y) for x, y in ahead)]])
        self.items.append(line)
        return [tip]

    def _between(self, here: str, there: str) -> list[XY]:
        """Return points along the track from the middle of a space to the middle of the next."""
        one, other = self._oriented(here, there)
        return [*_second_half(one), *reversed(_second_half(other[::-1]))]

    def _oriented(self, here: str, there: str) -> tuple[list[XY], list[XY]]:
        """Return the points of a space and of the next, both in the direction of travel."""
        one, other = (self._points(*place_of(self.yard, space)) for space in (here, there))
        if _meet(one[0], other[0]) or _meet(one[0], other[-1]):
            one.reverse()  # it is left by its first end
        if not _meet(one[-1], other[0]):
            other.reverse()
        return one, other

    def _cars(self) -> None:
        brush = Brush(self.unit * 0.78)
        for space, name in sorted(self.cars.places.items()):
            self.items += brush.car(self.spot(space), name)
        for number, name in enumerate(self.cars.gone, 1):
            self.items += brush.car(self.at_sink(len(self.cars.gone) - number), name)


def tile_scene(kind: str, side: float = CELL, turn: int = 0) -> Scene:
    """Draw a single tile of a kind, or `heading`, `source` or `sink`, `side` millimetres square, to be cut out.

    Its kind is printed in a corner. `turn` counts quarter turns clockwise.
    """
    named = {"heading": kind_segments(HEADING), "source": ("WE",), "sink": ("WE",)}
    segments = named.get(kind) or PlacedTile((0, 0), kind, turn).segments

    def place(point: XY) -> XY:
        return (point[0] + 0.5) * side, (point[1] + 0.5) * side

    lines = [segment_points(segment) for segment in segments]
    items: list[Item] = [
        Rect(side / 2, side / 2, side, side, fill=TILE, stroke=TILE_EDGE, width=0.2),
        *_rails(lines, place, side),
    ]
    for segment, line in zip(segments, lines, strict=True):
        if len(segment) == 1:
            items += _beam(line[-1], _TOWARDS[segment], place, side)
    size = max(0.09 * side, 2.2)
    items.append(Text(0.05 * side, 0.96 * side, kind, size, "#85795f", "start"))
    return Scene(side, side, tuple(items), f"tile {kind}")


ACROSS = 10


def tile_set_scene(kinds: Sequence[str] = KINDS) -> Scene:
    """Draw one tile of each kind of the set, unturned, `ACROSS` in a row, each with its number."""
    rows = -(-len(kinds) // ACROSS)
    step = 1.08 * CELL
    items: list[Item] = []
    for number, kind in enumerate(kinds):
        row, column = divmod(number, ACROSS)
        items += [moved(item, (column + 0.04) * step, (row + 0.04) * step) for item in tile_scene(kind).items]
    title = f"The {len(kinds)} kinds of tiles"
    return Scene(round(ACROSS * step, 2), round(rows * step, 2), tuple(items), title, " ".join(kinds))


def _rails(lines: Sequence[Sequence[XY]], place: Callable[[XY], XY], cell: float) -> list[Item]:
    return track_items([(line, "butt") for line in lines], place, cell, TRACK_OF_TILES)


def _beam(point: XY, towards: XY, place: Callable[[XY], XY], cell: float) -> list[Item]:
    return buffer_items([(point, (2 * towards[0], 2 * towards[1]))], place, cell, TRACK_OF_TILES)

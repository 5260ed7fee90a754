"""Hump yards as scenes: tiles on their grid with their track, cars in the queue and on their spaces, the way of a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from math import cos, dist, pi, sin

from shunt.hump.tiles import FACING, HEADING, KINDS, across, kind_segments
from shunt.hump.yard import Cell, PlacedTile, Yard
from shunt.render.colours import ink
from shunt.render.geometry import Sheet, Spot, length, part, point_at
from shunt.render.letters import fitted
from shunt.render.pieces import Brush
from shunt.render.rails import TILE as TRACK_OF_TILES
from shunt.render.rails import buffer_items, track_items
from shunt.render.scene import XY, Anchor, Item, Rect, Scene, Text, moved
from shunt.track.directions import towards

CELL = 24.0  # millimetres a tile
TIP = 0.2  # tiles from the middle of the lead car to the tip of its arrow, which is before its nose
TILE, TILE_EDGE, SITE = "#fbf8ef", "#b9ab8b", "#a89a7c"
LABEL = "#85795f"
_TOWARDS = {"N": (0.0, -0.5), "E": (0.5, 0.0), "S": (0.0, 0.5), "W": (-0.5, 0.0)}  # from the middle of a tile, y downwards
Stop = tuple[XY, str]
"""A buffer stop: its point, and the edge of the tile where its track begins."""

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
    shares = [(1 - sin(step / 24 * pi), 1 - cos(step / 24 * pi)) for step in range(13)]
    return [(one * a[0] + other * b[0], one * a[1] + other * b[1]) for one, other in shares]


def segment_spot(segment: str) -> Spot:
    """Return the middle of a segment and its direction, first edge to second, in tiles from the tile's middle."""
    points = segment_points(segment)
    return Spot(*point_at(points, length(points) / 2)[0], towards(points[0], points[-1]))


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


def points_at(at: Cell, segment: str) -> list[XY]:
    """Return the points of a segment of a cell, in tiles. Higher rows are higher on the sheet."""
    return [(at[0] + x, -at[1] + y) for x, y in segment_points(segment)]


def stops(yard: Yard) -> list[Stop]:
    """Return the buffer stops of a yard."""
    ends = [(points_at(tile.at, segment)[-1], segment) for tile in yard.tiles for segment in tile.segments if len(segment) == 1]
    edges = [(at, edge, *_TOWARDS[edge]) for at, edge in sorted(loose_edges(yard))]
    return ends + [((at[0] + 0.9 * x, -at[1] + 0.9 * y), edge) for at, edge, x, y in edges]


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


def _meet(a: XY, b: XY) -> bool:
    return dist(a, b) < 0.01


@dataclass
class YardDrawing(Sheet):
    """The drawing of a yard, whose tiles are `unit` millimetres wide; when `scene` has drawn it, it knows where things are."""

    yard: Yard
    cars: YardCars = NO_CARS
    unit: float = CELL
    corner: XY = (0.0, 0.0)

    @property
    def queue(self) -> int:
        """The number of source spaces that are drawn."""
        spaces = [*self.cars.places, *self.cars.path, *self.cars.before]
        return max(self.cars.queue, 1, *(int(space[1:]) + 1 for space in spaces if space.startswith("q")))

    @property
    def behind(self) -> int:
        """The number of spaces of the sink that are drawn."""
        return max(1, len(self.cars.gone))

    def scene(self, *, sites: bool = False, caption: str = "", remark: str = "", has_cars: bool = True) -> Scene:
        """Draw everything, lowest first; without the cars unless it `has_cars`.

        `sites` shows where the next tile may be built. `caption` is the title, `remark` a small line below it.
        """
        built, free = [tile.at for tile in self.yard.all_tiles], self.yard.sites if sites else ()
        columns, rows = (sorted({cell[axis] for cell in (*built, *free)}) for axis in (0, 1))
        low, high = min(-self.queue, columns[0]), max(self.yard.headings + self.behind - 1, columns[-1])
        head = (0.5 if caption else 0.0) + (0.2 if remark else 0.0)
        self.corner = low - 0.75, -rows[-1] - 0.65 - head
        width, height = (high - low + 1.5) * self.unit, (rows[-1] - rows[0] + 1.55 + head) * self.unit
        ends = ((-(self.queue + 1) / 2, "source"), (self.yard.headings + (self.behind - 1) / 2, "sink"))
        way, tip = self._way()
        items = [
            self.background(width, height, 0.12),
            *(self._text((column, 0.72 - rows[0]), str(column)) for column in columns),
            *(self._text((low - 0.62, 0.05 - row), str(row)) for row in rows),
            *(self._square(site, "", SITE, (1.2, 1.0)) for site in free),
            *(self._square(at, TILE, TILE_EDGE) for at in built),
            *self._track(),
            *(self._text((x, 0.42), word, 0.16, "#6b5f47") for x, word in ends),
            *way,
            *(self._cars() if has_cars else ()),
            *tip,
        ]
        for text, y, size, colour, bold in ((caption, 0.42, 0.22, "#1d1d1d", True), (remark, 0.66, 0.14, "#6b5f47", False)):
            if text:
                line = fitted(text, size * self.unit, 0.88 * width, bold)
                items.append(Text(width / 2, y * self.unit, *line, colour, bold=bold))
        title = caption or self.yard.name or "Hump yard"
        about = f"The yard {self.yard}" + (f"; {remark}" if remark else "")
        return Scene(round(width, 2), round(height, 2), tuple(items), title, about)

    # -------------------------------------------------------------------------------------------------------- geometry

    def middle(self, at: Cell) -> XY:
        """Return the middle of a cell."""
        return self.mm((at[0], -at[1]))

    def at_sink(self, number: int) -> Spot:
        """Return the place beyond the sink with this number, from the yard on."""
        return Spot(*self.middle((self.yard.headings + number, 0)))

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

    def _text(self, at: XY, words: str, size: float = 0.15, colour: str = LABEL, anchor: Anchor = "middle") -> Item:
        """Write words at a point of the yard; their size is in tiles."""
        return Text(*self.mm(at), words, size * self.unit, colour, anchor)

    def _track(self) -> Iterator[Item]:
        """Draw all track, the kind of each built tile in its corner, and buffer stops."""
        outside = (*range(-1, -1 - self.queue, -1), *range(self.yard.headings, self.yard.headings + self.behind))
        lines = [points_at(tile.at, segment) for tile in self.yard.all_tiles for segment in tile.segments]
        lines += [points_at((column, 0), "WE") for column in outside]
        yield from _track_items(lines, stops(self.yard), self.mm, self.unit)
        for tile in self.yard.tiles:
            yield self._text((tile.at[0] - 0.45, 0.45 - tile.at[1]), str(tile).partition("@")[0], 0.1, anchor="start")

    def _way(self) -> tuple[list[Item], list[Item]]:
        """Draw the path of the lead car, and where its cut came from; the tip of its arrow, which is drawn above it, is apart."""
        brush = Brush(self.unit * 0.78)
        items = [
            item
            for space, name in sorted(self.cars.before.items())
            for item in brush.ghost(self.spot(space), name, ink(name), None, is_empty=False)
        ]
        if len(self.cars.path) < 2:
            return items, []
        first, *between, last = self._oriented(self.cars.path)
        half = length(last) / 2
        shift = self.behind - 1  # the cars that have left are side by side beyond the sink
        ahead = [(x + shift, y) for x, y in part(last, half, half + TIP)]
        way = chain(part(first, length(first) / 2, length(first)), *between, part(last, 0, half), ahead)
        line, *tip = brush.arrow([*map(self.mm, way)])
        return [*items, line], tip

    def _oriented(self, path: Sequence[str]) -> list[list[XY]]:
        """Return the points of the spaces of a path, all in the direction of travel."""
        lines = [points_at(*place_of(self.yard, space)) for space in path]
        if any(_meet(lines[0][0], end) for end in (lines[1][0], lines[1][-1])):
            lines[0].reverse()  # it is left by its first end
        for before, line in pairwise(lines):
            if not _meet(before[-1], line[0]):
                line.reverse()
        return lines

    def _cars(self) -> Iterator[Item]:
        places = [(self.spot(space), name) for space, name in sorted(self.cars.places.items())]
        places += [(self.at_sink(len(self.cars.gone) - number), name) for number, name in enumerate(self.cars.gone, 1)]
        for spot, name in places:
            yield from Brush(self.unit * 0.78).car(spot, name)


def tile_scene(kind: str, side: float = CELL, turn: int = 0) -> Scene:
    """Draw a single tile of a kind, or `heading`, `source` or `sink`, `side` millimetres square, to be cut out.

    Its kind is printed in a corner. `turn` counts quarter turns clockwise.
    """
    named = {"heading": kind_segments(HEADING), "source": ("WE",), "sink": ("WE",)}
    segments = named.get(kind) or PlacedTile((0, 0), kind, turn).segments

    def place(point: XY) -> XY:
        return (point[0] + 0.5) * side, (point[1] + 0.5) * side

    lines = [segment_points(segment) for segment in segments]
    ends = [(line[-1], segment) for segment, line in zip(segments, lines, strict=True) if len(segment) == 1]
    items = (
        Rect(side / 2, side / 2, side, side, fill=TILE, stroke=TILE_EDGE, width=0.2),
        *_track_items(lines, ends, place, side),
        Text(0.05 * side, 0.96 * side, kind, max(0.09 * side, 2.2), LABEL, "start"),
    )
    return Scene(side, side, items, f"tile {kind}")


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


def _track_items(lines: Sequence[Sequence[XY]], ends: Sequence[Stop], place: Callable[[XY], XY], cell: float) -> list[Item]:
    items = track_items([(line, "butt") for line in lines], place, cell, TRACK_OF_TILES)
    beams = [(point, (2 * _TOWARDS[edge][0], 2 * _TOWARDS[edge][1])) for point, edge in ends]
    return items + (buffer_items(beams, place, cell, TRACK_OF_TILES) if beams else [])

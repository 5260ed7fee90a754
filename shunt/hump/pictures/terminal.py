"""Hump yards in the terminal: a tile is eight columns and four rows, its track drawn in Braille dots or in ASCII strokes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shunt.hump.pictures.yard import place_of, segment_points, segment_spot, stops
from shunt.hump.tiles import KINDS, kind_segments
from shunt.hump.yard import Cell, Yard
from shunt.render.characters import Part, Picture
from shunt.render.colours import INKS
from shunt.render.geometry import evenly
from shunt.render.terminal_pens import BROKEN, FAINT, TRACK, car_style, tile_stroke

ACROSS, DOWN = 8, 4  # columns and rows of a tile
MARGIN = 4  # columns of the numbers of rows


def draw_yard(
    yard: Yard, places: Mapping[str, str] | None = None, *, sites: bool = False, unicode: bool = True, width: int | None = None
) -> Picture:
    """Draw the yard with cars (`places`: space → name); `sites` marks the cells where the next tile may be built.

    In at most `width` columns, if the yard allows that: of a long train in the source only the leading cars are drawn.
    """
    places = dict(places or {})
    cells = [tile.at for tile in yard.all_tiles] + (list(yard.sites) if sites else [])
    queue = max([1, *(int(space[1:]) + 1 for space in places if space.startswith("q"))])
    if width is not None:
        beside = (width - MARGIN) // ACROSS - 1 - max(yard.headings, *(column for column, _ in cells))
        queue, whole = max(1, min(queue, beside)), queue
        places = {space: name for space, name in places.items() if not space.startswith("q") or int(space[1:]) < queue}
        if queue < whole:
            places[f"q{queue - 1}"] = f"+{whole - queue + 1}"
    left = min(-queue, *(column for column, _ in cells))
    top, bottom = max(row for _, row in cells), min(row for _, row in cells)
    pen = _Pen(left, top, unicode)
    for tile in yard.all_tiles:
        for segment in tile.segments:
            pen.segment(tile.at, segment)
    for column in [*range(-queue, 0), yard.headings]:
        pen.segment((column, 0), "WE")
    for (x, y), _ in stops(yard):
        pen.label((0, 0), x, y, "╳" if unicode else "#", BROKEN)
    pen.label((-1, 0), 0.0, 0.34, "source")
    pen.label((yard.headings, 0), 0.0, 0.34, "sink")
    for site in yard.sites if sites else ():
        pen.label(site, 0.0, 0.0, f"{site[0]},{site[1]}")
    for space, name in sorted(places.items()):
        at, segment = place_of(yard, space)
        spot = segment_spot(segment)
        pen.label(at, spot.x, spot.y, *_car(name))
    for column in sorted({column for column, _ in cells}):
        pen.label((column, bottom - 1), 0.0, -0.4, str(column))
    for row in range(bottom, top + 1):
        pen.label((left - 1, row), 0.3, 0.0, str(row))
    return pen.picture


def draw_chart(across: int, *, unicode: bool = True) -> list[Picture]:
    """Draw all kinds of tiles, unturned, with their names, `across` in a row."""
    return [draw_tiles(KINDS[at : at + across], unicode=unicode) for at in range(0, len(KINDS), across)]


def draw_tiles(kinds: Iterable[str], *, unicode: bool = True) -> Picture:
    """Draw kinds of tiles side by side, unturned, with their names."""
    pen = _Pen(0, 0, unicode, ACROSS + 3)
    for column, kind in enumerate(kinds):
        for segment in kind_segments(kind):
            pen.segment((column, 0), segment)
        pen.label((column, -1), 0.0, -0.5, kind, "bold")
    return pen.picture


def _car(name: str) -> Part:
    short = name if len(name) <= ACROSS - 3 else name[:2] + name[-2:] if "." in name else name[: ACROSS - 3]
    plain = name.split(".")[0]
    return f"[{short}]", car_style(plain) if plain.lower() in INKS else "bold black on white"


class _Pen:
    """A pen that writes tiles into a picture; `left` and `top` are the column and row of the first cell drawn."""

    def __init__(self, left: int, top: int, unicode: bool, step: int = ACROSS) -> None:
        self.left, self.top, self.unicode = left, top, unicode
        self.picture = Picture(margin=MARGIN, step=step)

    def _at(self, cell: Cell, x: float, y: float) -> tuple[float, float]:
        """Return column and row of a point of a cell, in characters; the labels of rows come first."""
        column = (cell[0] - self.left) * self.picture.step + (0.5 + x) * ACROSS + MARGIN
        return column, (self.top - cell[1] + 0.5 + y) * DOWN

    def segment(self, cell: Cell, segment: str) -> None:
        """Draw the track of one segment."""
        spacing = 0.03 if self.unicode else 0.1
        for (x, y), (dx, dy) in evenly(segment_points(segment), spacing):
            if max(x, y) > 0.47:  # the next tile's, or where a buffer stop stands
                continue
            column, row = self._at(cell, x, y)
            if self.unicode:
                self.picture.dot(round(column * 2), round(row * 4), TRACK)
            else:
                here = int(row), int(column)
                stroke = tile_stroke(dx, dy)
                known = self.picture.cells.get(here, (stroke, ""))[0]
                self.picture.write(*here, [(stroke if known == stroke else "+", TRACK)])

    def label(self, cell: Cell, x: float, y: float, text: str, style: str = FAINT) -> None:
        """Write a text with its middle at a point of a cell."""
        column, row = self._at(cell, x, y)
        self.picture.write(max(0, int(row)), max(0, round(column - len(text) / 2)), [(text, style)])

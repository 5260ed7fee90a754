"""Panels of a table: lines of text, rows of tiles and boards below one another, which can be drawn in any width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from shunt.render.colours import EDGE, FAINT, INK
from shunt.render.letters import text_width, wrapped
from shunt.render.scene import Item, Rect, Scene, Text, moved

MARGIN, GAP = 4.0, 3.0
MAT, MAT_EDGE, TURN = "#ece4d0", EDGE, "#e08a1e"
"""The place of a player on the table, and its edge while the player acts."""


@dataclass(frozen=True)
class Zone:
    """A part of the drawing that can be touched: a box by its upper left corner, and what it is, in words."""

    name: str
    x: float
    y: float
    across: float
    down: float
    words: str


@dataclass(frozen=True)
class Tile:
    """Something of a fixed size: items drawn from its upper left corner, its zone if it has one, and its name as a piece.

    Equal tiles have equal names of pieces; empty: it never moves. `source`: where it comes from, if not from where its row does.
    """

    across: float
    down: float
    items: tuple[Item, ...]
    zone: str = ""
    words: str = ""
    piece: str = ""
    source: str = ""


@dataclass(frozen=True)
class Piece:
    """What moves about the table: its name, the place where it is (such as `train-1`), and its items by their numbers.

    `source`: the place from which it comes if the table did not show it before; `zone`: its own zone, if it has one.
    """

    name: str
    home: str
    source: str
    zone: str
    first: int
    after: int


@dataclass
class Drawn:
    """What has been drawn so far."""

    width: float
    height: float
    items: list[Item] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    def add(self, tile: Tile, x: float, y: float, scale: float, home: str, source: str) -> None:
        """Add a tile at a place."""
        first = len(self.items)
        self.items += [moved(item, x, y, scale) for item in tile.items]
        if tile.zone:
            self.zones.append(Zone(tile.zone, x, y, tile.across * scale, tile.down * scale, tile.words))
        if tile.piece:
            self.pieces.append(Piece(tile.piece, home, tile.source or source, tile.zone, first, len(self.items)))


@dataclass(frozen=True)
class Line:
    """A line of text. If it is too long, it continues on the next line."""

    text: str
    size: float
    bold: bool
    faint: bool
    narrowest = 0.0

    def _lines(self, width: float) -> list[str]:
        return wrapped(self.text.split(), self.size, width, lambda text, size, _: text_width(text, size, self.bold))

    def height(self, width: float) -> float:
        """Return the height in this width."""
        return 1.3 * self.size * len(self._lines(width)) + 1.8

    def draw(self, drawn: Drawn, x: float, y: float, width: float, *, centred: bool) -> None:
        """Draw the text below a place."""
        colour = FAINT if self.faint else INK
        for number, line in enumerate(self._lines(width)):
            left = x + (width - text_width(line, self.size, self.bold)) / 2 if centred else x
            drawn.items.append(Text(left, y + 1.3 * self.size * number + self.size, line, self.size, colour, "start", self.bold))


@dataclass(frozen=True)
class Row:
    """Tiles from left to right; those for which there is no room continue in the next row."""

    tiles: tuple[Tile, ...]
    gap: float
    home: str
    source: str

    @property
    def narrowest(self) -> float:
        """The width of the widest tile."""
        return max((tile.across for tile in self.tiles), default=0.0)

    def _rows(self, width: float) -> list[list[Tile]]:
        rows: list[list[Tile]] = []
        x = 0.0
        for tile in self.tiles:
            if not rows or x + tile.across > width + 0.01:
                rows.append([])
                x = 0.0
            rows[-1].append(tile)
            x += tile.across + self.gap
        return rows

    def height(self, width: float) -> float:
        """Return the height in this width."""
        return sum(max(tile.down for tile in row) + GAP for row in self._rows(width))

    def draw(self, drawn: Drawn, x: float, y: float, width: float, *, centred: bool) -> None:
        """Draw the tiles below a place."""
        for row in self._rows(width):
            across = sum(tile.across + self.gap for tile in row) - self.gap
            left, down = x + (width - across) / 2 * centred, max(tile.down for tile in row)
            for tile in row:
                drawn.add(tile, left, y + (down - tile.down) / 2, 1.0, self.home, self.source)
                left += tile.across + self.gap
            y += down + GAP


@dataclass(frozen=True)
class Board:
    """Tiles at places of their own, drawn smaller where there is not enough room."""

    narrowest: float
    down: float
    tiles: tuple[tuple[float, float, Tile], ...]
    home: str
    source: str

    def _scale(self, width: float) -> float:
        return min(1.0, width / self.narrowest)

    def height(self, width: float) -> float:
        """Return the height in this width."""
        return self.down * self._scale(width) + GAP

    def draw(self, drawn: Drawn, x: float, y: float, width: float, *, centred: bool) -> None:
        """Draw the board in the middle, below a place."""
        scale = self._scale(width)
        x += (width - self.narrowest * scale) / 2
        for left, top, tile in self.tiles:
            drawn.add(tile, x + left * scale, y + top * scale, scale, self.home, self.source)


@dataclass
class Panel:
    """A part of the table; that of a player lies on a mat, which is marked while the player `acts`."""

    is_seat: bool = False
    acts: bool = False
    blocks: list[Line | Row | Board] = field(default_factory=list)

    def line(self, text: str, size: float = 4.0, *, bold: bool = False, faint: bool = False) -> None:
        """Add a line of text."""
        self.blocks.append(Line(text, size, bold, faint))

    def row(self, tiles: Iterable[Tile], gap: float = GAP, home: str = "", source: str = "pile") -> None:
        """Add tiles side by side; `home` and `source` are those of their pieces."""
        if placed := tuple(tiles):
            self.blocks.append(Row(placed, gap, home, source))

    def board(self, scene: Scene, tiles: Sequence[tuple[float, float, Tile]] = (), home: str = "", source: str = "pile") -> None:
        """Add a drawing, with tiles on it."""
        ground = Tile(scene.width, scene.height, scene.items)
        self.blocks.append(Board(scene.width, scene.height, ((0.0, 0.0, ground), *tiles), home, source))

    @property
    def inset(self) -> float:
        """The edge of the mat."""
        return GAP if self.is_seat else 0.0

    @property
    def narrowest(self) -> float:
        """The least width in which nothing has to be drawn smaller."""
        return max((block.narrowest for block in self.blocks), default=0.0) + 2 * self.inset

    def height(self, width: float) -> float:
        """Return the height in this width."""
        return sum(block.height(width - 2 * self.inset) for block in self.blocks) + 2 * self.inset

    def draw(self, drawn: Drawn, x: float, y: float, width: float) -> None:
        """Draw everything below a place."""
        if self.is_seat:
            down = self.height(width)
            edge, line = (TURN, 0.9) if self.acts else (MAT_EDGE, 0.4)
            drawn.items.append(Rect(x + width / 2, y + down / 2, width, down, 3.0, fill=MAT, stroke=edge, width=line))
        inner = width - 2 * self.inset
        y += self.inset
        for block in self.blocks:
            block.draw(drawn, x + self.inset, y, inner, centred=not self.is_seat)
            y += block.height(inner)

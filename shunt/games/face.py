"""The face of a game: what a player sees of the table as one drawing, its zones, and every legal action as zones to touch.

A page shows the drawing, makes a button of every zone, and offers the actions. An action names the zones that belong to it: a
card of the hand and the end of a train, or a railcar of the arrival yard. A player touches zones one after the other, or drags
from one to the other; what is left of the actions is offered, and the last one is taken. So a game draws itself and needs no
program of its own in the page.

A face is made from a player's view alone (`TableGame.view`) and can show nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from shunt.games.protocol import TableGame
from shunt.games.stock import engine_items
from shunt.render.colours import EDGE, FAINT, GROUND, INK
from shunt.render.letters import text_width
from shunt.render.scene import Item, Rect, Scene, Text, moved

WIDE, NARROW = 200.0, 112.0
"""Widths of a face in millimetres: for a screen, and for a phone."""
MARGIN, GAP = 4.0, 3.0


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
class Choice:
    """A legal action with its words for people, and the names of its zones in the order in which they are touched."""

    action: Any
    words: str
    zones: tuple[str, ...] = ()


Barred = tuple[tuple[str, ...], str]
"""Names of zones, and why they may not be touched one after the other."""


@dataclass(frozen=True)
class TableFace:
    """The drawing of a table with its zones and choices; `prompt` is what the player is asked for, `choices` are sorted.

    `barred`: zones that look as if they could be touched, with the rule that forbids it.
    """

    scene: Scene
    zones: tuple[Zone, ...] = ()
    choices: tuple[Choice, ...] = ()
    prompt: str = ""
    barred: tuple[Barred, ...] = ()


@dataclass(frozen=True)
class Tile:
    """Something of a fixed size that is placed in a row: items drawn from its upper left corner, and its zone if it has one."""

    across: float
    down: float
    items: tuple[Item, ...]
    zone: str = ""
    words: str = ""


@dataclass(frozen=True)
class Part:
    """Something that a game is played with, to be printed: a card or a square with its picture, a title and words."""

    picture: Scene | None = None
    title: str = ""
    words: str = ""


def part_of(tile: Tile, title: str = "", words: str = "") -> Part:
    """Return a part with the picture of a tile."""
    return Part(Scene(tile.across, tile.down, tile.items, tile.words), title, words)


@dataclass
class FaceSheet:
    """A face in the making: lines and rows of tiles below one another, as wide as asked for."""

    width: float
    y: float = MARGIN
    items: list[Item] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)

    def line(self, text: str, size: float = 4.0, *, bold: bool = False, faint: bool = False) -> None:
        """Add a line of text, smaller if it is too long."""
        size = min(size, size * (self.width - 2 * MARGIN) / max(1.0, text_width(text, size, bold)))
        self.y += size
        self.items.append(Text(MARGIN, self.y, text, size, FAINT if faint else INK, "start", bold))
        self.y += size * 0.5

    def row(self, tiles: Iterable[Tile], gap: float = GAP, indent: float = 0.0) -> None:
        """Add tiles from left to right; those for which there is no room continue in the next row."""
        x, height = MARGIN + indent, 0.0
        for tile in tiles:
            if height and x + tile.across > self.width - MARGIN:
                x, self.y, height = MARGIN + indent, self.y + height + GAP, 0.0
            self.place(tile, x, self.y)
            x, height = x + tile.across + gap, max(height, tile.down)
        self.y += height + GAP if height else 0.0

    def place(self, tile: Tile, x: float, y: float) -> None:
        """Add a tile at a place."""
        self.items += [moved(item, x, y) for item in tile.items]
        if tile.zone:
            self.zones.append(Zone(tile.zone, x, y, tile.across, tile.down, tile.words))

    def scene(self, scene: Scene) -> tuple[float, float, float]:
        """Add a whole drawing, scaled to the width if it is wider; return where it is and its scale."""
        scale = min(1.0, (self.width - 2 * MARGIN) / scene.width)
        x, y = (self.width - scene.width * scale) / 2, self.y
        self.items += scene.placed(x, y, scale)
        self.y += scene.height * scale + GAP
        return x, y, scale

    def face(
        self, title: str, described: str, prompt: str = "", choices: Sequence[Choice] = (), barred: Iterable[Barred] = ()
    ) -> TableFace:
        """Return the face; zones that no choice touches and no rule bars are left out."""
        height = self.y + MARGIN
        ground = Rect(self.width / 2, height / 2, self.width - 0.6, height - 0.6, 3.0, fill=GROUND, stroke=EDGE, width=0.5)
        known = {zone.name for zone in self.zones}
        barred = tuple(one for one in barred if choices and known.issuperset(one[0]))
        touched = {name for choice in choices for name in choice.zones} | {name for names, _ in barred for name in names}
        zones = tuple(zone for zone in self.zones if zone.name in touched)
        return TableFace(
            Scene(self.width, round(height, 2), (ground, *self.items), title, described), zones, tuple(choices), prompt, barred
        )


def engine_tile(across: float, down: float) -> Tile:
    """Return an engine as a tile."""
    return Tile(across, down, tuple(engine_items(across / 2, down / 2, across, down)))


def strip_scene(tiles: Iterable[Tile], title: str, gap: float = GAP) -> Scene:
    """Return tiles side by side, such as for a picture of a rule."""
    items, x, height = [], MARGIN, 0.0
    for tile in tiles:
        items += [moved(item, x, MARGIN) for item in tile.items]
        x, height = x + tile.across + gap, max(height, tile.down)
    return Scene(round(x - gap + MARGIN, 2), height + 2 * MARGIN, tuple(items), title)


def own_last(player: int, players: int) -> list[int]:
    """Return all seats, clockwise, that of `player` last; a spectator (below 0) has none."""
    own = max(player, -1)
    return [*range(own + 1, players), *range(own + 1)]


def plain_face(game: TableGame[Any, Any], view: Any, player: int, names: Sequence[str], width: float = WIDE) -> TableFace:
    """Return the face of any game: its description in lines, and its actions as they are written."""
    sheet = FaceSheet(width)
    for line in game.describe(view).splitlines():
        sheet.line(line)
    actions = game.legal_actions(view) if game.to_act(view) == player else ()
    return sheet.face(
        game.title or game.name, game.describe(view), "Your action", [Choice(one, game.action_text(one)) for one in actions]
    )

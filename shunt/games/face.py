"""The face of a game: what a player sees of the table as one drawing, its zones, and every legal action as zones to touch.

A page shows the drawing, makes a button of every zone, and offers the actions. An action names the zones that belong to it: a
card of the hand and the end of a train, or a railcar of the arrival yard. A player touches zones one after the other, or drags
from one to the other; what is left of the actions is offered, and the last one is taken. So a game draws itself and needs no
program of its own in the page.

A game fills panels: one for the middle of the table and one for each player. `shunt/games/room.py` arranges them for the
screen. Tiles that move about the table are named as pieces, and the page shows how they move.

A face is made from a player's view alone (`TableGame.view`) and can show nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from shunt.games.panels import GAP, MARGIN, Drawn, Panel, Piece, Tile, Zone
from shunt.games.protocol import AnyGame
from shunt.games.room import SCREEN, Room, arranged
from shunt.games.stock import BRASS, DARK, engine_items
from shunt.render.scene import Item, Rect, Scene, moved

BACK = "#27406f"
G = TypeVar("G", bound=AnyGame)
S = TypeVar("S")


@dataclass(frozen=True)
class Choice:
    """A legal action with its words for people, and the names of its zones in the order in which they are touched.

    `detail` distinguishes actions with the same words; it is asked for last.
    """

    action: Any
    words: str
    zones: tuple[str, ...] = ()
    detail: str = ""


Barred = tuple[tuple[str, ...], str]
"""Names of zones, and why they may not be touched one after the other."""


@dataclass(frozen=True)
class TableFace:
    """The drawing of a table with its zones and choices. `prompt` is the question to the player, and `choices` are sorted.

    `barred`: zones that look as if they could be touched, with the rule that forbids it. `pieces`: what moves about the table.
    """

    scene: Scene
    zones: tuple[Zone, ...] = ()
    choices: tuple[Choice, ...] = ()
    prompt: str = ""
    barred: tuple[Barred, ...] = ()
    pieces: tuple[Piece, ...] = ()


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
class FaceSheet(Generic[G, S]):
    """A face in the making: the middle of the table, the other players clockwise, and the player who looks at it."""

    game: G
    view: S
    player: int
    names: Sequence[str]
    room: Room = SCREEN
    centre: Panel = field(default_factory=Panel)
    others: list[Panel] = field(default_factory=list)
    own: Panel = field(default_factory=lambda: Panel(is_seat=True))

    @property
    def acts(self) -> bool:
        """Whether the player who looks at it acts."""
        return self.game.to_act(self.view) == self.player

    def seats(self) -> Iterator[tuple[int, Panel]]:
        """Yield all seats, clockwise, with a panel for each: that of the player last (a spectator has none), and that of who acts
        is marked."""
        own = max(self.player, -1)
        for seat in (*range(own + 1, self.game.players), *range(own + 1)):
            panel = self.own if seat == self.player else Panel(is_seat=True)
            panel.acts = seat == self.game.to_act(self.view)
            if panel is not self.own:
                self.others.append(panel)
            yield seat, panel

    def face(
        self, prompt: str = "", choices: Sequence[Choice] = (), barred: Iterable[Barred] = (), described: str = ""
    ) -> TableFace:
        """Return the face; zones that no choice touches and no rule bars are left out."""
        title, described = self.game.title or self.game.name, described or self.game.describe(self.view)
        drawn: Drawn = arranged(self.others, self.centre, self.own, self.room)
        known = {zone.name for zone in drawn.zones}
        barred = tuple(one for one in barred if choices and known.issuperset(one[0]))
        touched = {name for choice in choices for name in choice.zones} | {name for names, _ in barred for name in names}
        zones = tuple(zone for zone in drawn.zones if zone.name in touched)
        scene = Scene(drawn.width, drawn.height, tuple(drawn.items), title, described)
        return TableFace(scene, zones, tuple(choices), prompt, barred, tuple(drawn.pieces))


def engine_tile(across: float, down: float) -> Tile:
    """Return an engine as a tile."""
    return Tile(across, down, tuple(engine_items(across / 2, down / 2, across, down)))


def back_tile(across: float, down: float, piece: str = "") -> Tile:
    """Return the back of a card, which is the same for all faces."""
    side = min(across, down) * 0.62
    items = (
        Rect(across / 2, down / 2, across, down, 1.5, fill=BACK, stroke=DARK, width=0.3),
        Rect(across / 2, down / 2, across - 1.6, down - 1.6, 1.0, stroke=BRASS, width=0.3),
        *engine_items(across / 2, down / 2, side, 0.8 * side),
    )
    return Tile(across, down, items, piece=piece)


def strip_scene(tiles: Iterable[Tile], title: str, gap: float = GAP) -> Scene:
    """Return tiles side by side, such as for a picture of a rule."""
    items: list[Item] = []
    x, height = MARGIN, 0.0
    for tile in tiles:
        items += [moved(item, x, MARGIN) for item in tile.items]
        x, height = x + tile.across + gap, max(height, tile.down)
    return Scene(round(x - gap + MARGIN, 2), height + 2 * MARGIN, tuple(items), title)


def plain_face(sheet: FaceSheet[AnyGame, Any]) -> TableFace:
    """Return the face of any game: its description in lines, and its actions as they are written."""
    game, view = sheet.game, sheet.view
    for line in game.describe(view).splitlines():
        sheet.centre.line(line)
    actions = game.legal_actions(view) if sheet.acts else ()
    return sheet.face("Your action", [Choice(one, game.action_text(one)) for one in actions])

"""The table of the train-tile game in the browser: the growing train, the square turned up, and where it may go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shunt.games.face import WIDE, Barred, Choice, FaceSheet, Part, TableFace, Tile, Zone, part_of
from shunt.games.tiles.game import Tiles, train_of
from shunt.games.tiles.pictures import SIDE, middle_of, placed_items, train_scene
from shunt.games.tiles.squares import COLOUR_WORDS, Square, find_square, square_set
from shunt.games.tiles.state import DISCARD, TilesAction, TilesState
from shunt.games.tiles.text import table_text
from shunt.games.tiles.train import EAST, WEST, PlacedSquare
from shunt.render.colours import ink
from shunt.render.scene import Rect, Text

RULES = (
    "In your turn the next square is turned up. Add it to one of the two ends of the train, turned as you like.",
    "You may discard it instead, unless it shows two or more cars of your colour.",
    "The first engine and the first caboose must be played. Each closes the end to which it is added.",
    "A second engine or caboose is discarded, and the turn is lost.",
    "The train is complete when it has an engine and a caboose. The player with most cars of his colour in it wins.",
)
HOLD = "square"
DISCARDS = "discards"


PICTURES = {
    0: lambda: train_scene(train_of(["R4", "R3B1 2 straight"]), "two squares and the ends of the train"),
    2: lambda: train_scene(train_of(["R4", "R3B1 2 straight", "ER 1", "CB 2"]), "a train that is complete"),
}


def parts() -> Iterator[Part]:
    """Yield every square of the usual set."""
    return (part_of(_square(square)) for square in square_set())


def _square(square: Square) -> Tile:
    """Return a square that is not in the train."""
    end = {"straight": EAST, "curve": 1, "end": -1}[square.shape]
    shown = placed_items(PlacedSquare((0, 0), square.id, WEST, end), (SIDE / 2, SIDE / 2))
    return Tile(SIDE, SIDE, tuple(shown), HOLD, f"the square {square.words}")


def tiles_face(game: Tiles, view: TilesState, player: int, names: Sequence[str], width: float = WIDE) -> TableFace:
    """Return what everybody sees of the table, and each placement of the square as a choice of its end."""
    sheet, acts = FaceSheet(width), game.to_act(view) == player
    sheet.line(f"{len(view.pile)} squares in the pile, {len(view.discards)} discarded", faint=True)
    sheet.row(_score(name, colour, cars) for name, colour, cars in zip(names, game.colours, game.scores(view), strict=True))
    scene = train_scene(view.train)
    x, y, scale = sheet.scene(scene)
    for number, end in enumerate(view.train.ends):
        if end is not None:
            across, down = middle_of(view.train, end.cell)
            side = SIDE * scale
            left, top = x + across * scale - side / 2, y + down * scale - side / 2
            sheet.zones.append(Zone(f"end-{number}", left, top, side, side, f"end {number + 1} of the train"))
    choices: list[Choice] = []
    barred: list[Barred] = []
    if view.drawn and not view.over:
        if why := game.refusal(view, TilesAction(DISCARD, view.drawn)):
            barred = [((HOLD, DISCARDS), why)]
        sheet.line("You turned up" if acts else f"{names[view.player]} turned up", 3.4, faint=True)
        tiles = [_square(find_square(view.drawn))]
        if acts:
            choices = [Choice(one, game.words(one, names), _zones(view, one)) for one in game.legal_actions(view)]
            bin_ = (
                Rect(SIDE / 2, SIDE / 2, SIDE - 2, SIDE - 2, 2, stroke="#85795f", width=0.4, dash=(1.4, 1.0)),
                Text(SIDE / 2, SIDE / 2 + 1.2, "discard", 3.6, "#6b6455"),
            )
            tiles.append(Tile(SIDE, SIDE, bin_, DISCARDS, "the discards"))
        sheet.row(tiles)
    return sheet.face(
        game.title,
        table_text(view, game.colours, game.scores(view), names=names),
        "Add the square to an end of the train, or discard it" if acts else "",
        choices,
        barred,
    )


def _score(name: str, colour: str, cars: int) -> Tile:
    words = f"{name}: {cars} {COLOUR_WORDS[colour]}"
    across = 8.0 + 2.3 * len(words)
    box = Rect(2.0, 2.5, 4.0, 4.0, 0.8, fill=ink(COLOUR_WORDS[colour]))
    return Tile(across, 5.0, (box, Text(6.0, 4.0, words, 4.0, "#2b2822", "start")))


def _zones(view: TilesState, action: TilesAction) -> tuple[str, ...]:
    if action.what == DISCARD:
        return (HOLD, DISCARDS)
    return (HOLD, f"end-{action.end}") if view.train.placed else (HOLD,)

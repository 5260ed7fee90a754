"""The table of the train-tile game in the browser: the growing train, the square turned up, and its possible places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from shunt.errors import counted
from shunt.games.face import Barred, Choice, FaceSheet, Part, TableFace, part_of
from shunt.games.panels import Tile
from shunt.games.tiles.game import Tiles, train_of
from shunt.games.tiles.pictures import EDGE, SIDE, board_scene, car_items, middle_of, open_cells, placed_items, train_scene
from shunt.games.tiles.squares import COLOUR_WORDS, Square, all_squares, square_set
from shunt.games.tiles.state import DISCARD, PLAY, TilesAction, TilesState
from shunt.games.tiles.text import table_text
from shunt.games.tiles.train import EAST, STEPS, TURNED, WEST, PlacedSquare, TilesTrain
from shunt.render.colours import FAINT, INK
from shunt.render.letters import text_width
from shunt.render.scene import Path, Rect, Text, moved, polyline

RULES = (
    "On your turn, the next square is turned up. Add it to one of the two ends of the train, turned as you like.",
    "You may discard it instead, unless it shows two or more cars of your colour.",
    "The first engine and the first caboose must be played. Each closes the end to which it is added.",
    "A second engine or caboose is discarded, and the turn is lost.",
    "The train is complete when it has an engine and a caboose. The player with the most cars of their colour in it wins.",
)
HOLD = "square"
DISCARDS = "discards"


PICTURES = {
    0: lambda: train_scene(train_of(["R4", "R3B1 2 straight"]), "two squares and the ends of the train"),
    2: lambda: train_scene(train_of(["R4", "R3B1 2 straight", "ER 1", "CB 2"]), "a train that is complete"),
}


def parts() -> Iterator[Part]:
    """Yield every square of the usual set, with the name by which it is entered in a record."""
    for square in square_set():
        tile, name = _square(square), Text(1.6, SIDE - 1.4, square.id, 2.8, FAINT, "start")
        yield part_of(replace(tile, items=(*tile.items, name)))


def _square(square: Square) -> Tile:
    """Return a square that is not in the train."""
    end = {"straight": EAST, "curve": 1, "end": -1}[square.shape]
    shown = placed_items(PlacedSquare((0, 0), square.id, WEST, end), (SIDE / 2, SIDE / 2))
    return Tile(SIDE, SIDE, tuple(shown), HOLD, f"the square {square.words}", square.id)


def tiles_face(sheet: FaceSheet[Tiles, TilesState]) -> TableFace:
    """Return what everybody sees of the table, and each placement of the square as a choice of its place."""
    game, view, player, names = sheet.game, sheet.view, sheet.player, sheet.names
    for seat, panel in sheet.seats():
        cars = counted(game.scores(view)[seat], f"{COLOUR_WORDS[game.colours[seat]]} cars")
        panel.row([_sign(game.colours[seat], f"{names[seat]}: {cars}", bold=seat == player)])
    sheet.centre.line(f"{len(view.pile)} squares in the pile, {len(view.discards)} discarded", faint=True)
    drawn = view.drawn if not view.over else ""
    sheet.centre.board(board_scene(view.train), [*_laid(view.train), *_places(game, view)], home="train", source=HOLD)
    choices: list[Choice] = []
    barred: list[Barred] = []
    if drawn:
        square, acts = all_squares()[drawn], sheet.acts
        panel = sheet.own if acts else sheet.centre
        panel.line("You turned up" if acts else f"{names[view.player]} turned up", faint=True)
        tiles = [_square(square)]
        if acts:
            choices = [Choice(one, game.words_for(view, one, player, names), _zones(one)) for one in game.legal_actions(view)]
            if not game.may_discard(view, square):
                barred = [((HOLD, DISCARDS), _forced(game, view))]
            tiles.append(_DISCARDS)
        panel.row(tiles, home=HOLD)
    described = table_text(view, game.colours, game.scores(view), names)
    return sheet.face(_prompt(game, view) if choices else "", choices, barred, described)


_DISCARDS = Tile(
    SIDE,
    SIDE,
    (
        Rect(SIDE / 2, SIDE / 2, SIDE - 2, SIDE - 2, 2, stroke=EDGE, width=0.4, dash=(1.4, 1.0)),
        Text(SIDE / 2, SIDE / 2 + 1.2, "discard", 3.6, "#6b6455"),
    ),
    DISCARDS,
    "the discards",
)


def _prompt(game: Tiles, view: TilesState) -> str:
    """Return the prompt for the player, which names only what the rules allow."""
    square = all_squares()[view.drawn]
    where = "Add it to an end of the train" if view.train.placed else "Begin the train with it"
    if game.may_discard(view, square):
        return f"{where}, or discard it"
    return f"{where}: {_forced(game, view)}"


def _forced(game: Tiles, view: TilesState) -> str:
    """Return why the square must be played."""
    square = all_squares()[view.drawn]
    own = square.count(game.colours[view.player])
    return f"the first {square.kind} must be played" if square.kind != "car" else f"it has {own} of your cars"


def _laid(train: TilesTrain) -> Iterator[tuple[float, float, Tile]]:
    """Yield the squares of the train with their places."""
    for placed in train.placed:
        x, y = middle_of(train, placed.cell)
        items = tuple(placed_items(placed, (SIDE / 2, SIDE / 2)))
        yield x - SIDE / 2, y - SIDE / 2, Tile(SIDE, SIDE, items, piece=placed.square)


def _places(game: Tiles, view: TilesState) -> Iterator[tuple[float, float, Tile]]:
    """Yield the places for the square: cells at the ends of the train, for a curve the half to which it turns, with an arrow."""
    for one in game.legal_actions(view):
        if one.what != PLAY:
            continue
        end, words = view.train.ends[one.end], "the beginning of the train"
        x, y = middle_of(view.train, open_cells(view.train)[one.end])
        if end is not None:
            words = f"end {one.end + 1} of the train"
        if end is None or one.turn in ("", "straight"):
            yield x - SIDE / 2, y - SIDE / 2, Tile(SIDE, SIDE, (), _zones(one)[1], words)
            continue
        dx, dy = STEPS[(end.direction + TURNED[one.turn]) % 4]
        across, down = (SIDE / 2, SIDE) if dx else (SIDE, SIDE / 2)
        left, top = x + dx * SIDE / 4 - across / 2, y - dy * SIDE / 4 - down / 2
        arrow = moved(_arrow(dx, -dy), across / 2, down / 2)
        yield left, top, Tile(across, down, (arrow,), _zones(one)[1], f"{words}, turning {one.turn}")


def _arrow(dx: int, dy: int) -> Path:
    """Return an arrow round the origin."""
    side = (2.6 * dy, 2.6 * dx)
    points = [(3.2 * dx, 3.2 * dy), (-1.6 * dx + side[0], -1.6 * dy + side[1]), (-1.6 * dx - side[0], -1.6 * dy - side[1])]
    return Path(polyline(points), EDGE, closed=True)


def _sign(colour: str, words: str, *, bold: bool) -> Tile:
    size = 4.6
    items = (*car_items(2.2, 3.2, colour), Text(6.4, 4.9, words, size, INK, "start", bold))
    return Tile(7.0 + text_width(words, size, bold), 6.4, items)


def _zones(action: TilesAction) -> tuple[str, ...]:
    """Return the square, then where it goes: the two ways of a curve have places of their own."""
    if action.what == DISCARD:
        return (HOLD, DISCARDS)
    return (HOLD, "-".join(filter(None, ["end", str(action.end), action.turn.replace("straight", "")])))

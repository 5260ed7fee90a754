"""The table of Yardmaster Express in the browser: trains, caboose, hand, and the two ways to lay a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shunt.errors import counted
from shunt.games.express.cards import HIDDEN, card_words, game_data
from shunt.games.express.game import Express, ExpressAction
from shunt.games.express.options import Options
from shunt.games.express.pictures import CAR, GREY, HEIGHT, car_items
from shunt.games.express.scoring import points_text
from shunt.games.express.state import ExpressState
from shunt.games.express.trains import Car, train_text
from shunt.games.face import WIDE, Choice, FaceSheet, Part, TableFace, Tile, engine_tile, own_last, part_of, strip_scene
from shunt.render.colours import FAINT
from shunt.render.scene import Rect, Text

RULES = (
    "Your train begins with an engine, which is wild: anything couples to it.",
    "In your turn one card is drawn to the hand. Lay one card at the end of your train, then pass the hand on.",
    "A card laid face up must couple: its left railcar has the colour or the value of the last railcar of your train.",
    f"Any card may be laid face down: it is two wild railcars, which score {Options().wild_value} each.",
    "At the end you score the values of your railcars. The longest run of a colour at the table scores its length too.",
    "A caboose gives more points to every train that does what it says.",
)


def _card_tile(card: str, *, up: bool = True, coupled: bool = True) -> Tile:
    return Tile(CAR, HEIGHT + 1.5, tuple(car_items(CAR / 2, HEIGHT / 2, Car(card, up), coupled=coupled)))


PICTURES = {
    0: lambda: strip_scene([engine_tile(CAR, HEIGHT), _card_tile("R4|B4")], "an engine and a card"),
    2: lambda: strip_scene([_card_tile("R4|B4", coupled=False), _card_tile("B2|G3"), _card_tile("P3|Y2")], "cards that couple"),
    3: lambda: strip_scene([_card_tile("R4|B4", coupled=False), _card_tile("G3|Y3", up=False)], "a card face down"),
}
"""A train grows by the colour (coal), then by the value (3)."""


def parts() -> Iterator[Part]:
    """Yield every card: an engine for each player, the railcars, the cabooses."""
    for _ in range(max(Express.seats)):
        yield part_of(engine_tile(CAR, HEIGHT))
    for card, copies in sorted(game_data().copies.items()):
        for _ in range(copies):
            yield part_of(Tile(CAR, HEIGHT, tuple(car_items(CAR / 2, HEIGHT / 2, Car(card), coupled=False))))
    for caboose in game_data().cabooses:
        yield Part(title=caboose.name, words=f"Caboose: {counted(caboose.points, 'points')} for {caboose.text}")


def express_face(game: Express, view: ExpressState, player: int, names: Sequence[str], width: float = WIDE) -> TableFace:
    """Return what a player sees of the table, and each card of the hand as a choice: face up, where it couples, or face down."""
    sheet, scores = FaceSheet(width), game.sheet(view)
    number, caboose = game.head(view)
    sheet.line(number, faint=True)
    if view.earlier:
        sheet.line("Game 1: " + ", ".join(f"{name} {total}" for name, total in zip(names, view.earlier, strict=True)), faint=True)
    if caboose:
        sheet.line(caboose)
    for seat in own_last(player, game.players):  # the own train next to the hand
        sheet.line(f"{names[seat]}: {points_text(scores, seat)}", bold=seat == player)
        cars = (Tile(CAR, HEIGHT, tuple(car_items(CAR / 2, HEIGHT / 2, car))) for car in view.train(seat))
        tiles = [engine_tile(CAR, HEIGHT), *cars]
        if seat == player and game.to_act(view) == player:
            tiles += [
                _slot("up", "face up", "the end of your train, face up"),
                _slot("down", "face down", "the end of your train, face down"),
            ]
        sheet.row(tiles)
    choices: list[Choice] = []
    if view.choices and not game.is_over(view):
        sheet.line("Your hand" if game.to_act(view) == player else "The hand", faint=True)
        sheet.row(_hand(view))
        choices = (
            [Choice(one, game.words(one, names), (f"card-{one.name}", _side(one))) for one in game.legal_actions(view)]
            if game.to_act(view) == player
            else []
        )
    described = "; ".join(f"{name}: {train_text(train)}" for name, train in zip(names, view.trains, strict=True))
    up = [ExpressAction("play", card) for card in dict.fromkeys(view.choices) if card != HIDDEN]
    barred = [((f"card-{one.name}", "up"), why) for one in up if choices and (why := game.refusal(view, one))]
    return sheet.face(game.title, described, "Choose a card, then how to lay it", choices, barred)


def _hand(view: ExpressState) -> list[Tile]:
    """Return the cards of the hand, the one drawn this turn marked; cards that are hidden lie face down."""
    tiles, drawn = [], view.drawn
    for card in view.choices:
        items = list(car_items(CAR / 2, HEIGHT / 2, Car(card, card != HIDDEN), coupled=False))
        if card == drawn != HIDDEN:
            items.append(Text(CAR / 2, HEIGHT + 3.2, "drawn", 3.0, FAINT))
            drawn = ""
        named = "" if card == HIDDEN else f"card-{card}"
        tiles.append(Tile(CAR, HEIGHT + 4.0, tuple(items), named, "" if card == HIDDEN else card_words(card)))
    return tiles


def _slot(name: str, label: str, words: str) -> Tile:
    box = Rect(CAR / 2, HEIGHT / 2, CAR - 1, HEIGHT - 1, 1.5, stroke=GREY, width=0.4, dash=(1.4, 1.0))
    return Tile(CAR, HEIGHT, (box, Text(CAR / 2, HEIGHT / 2 + 1.2, label, 3.2, FAINT)), name, words)


def _side(action: ExpressAction) -> str:
    return "down" if action.down else "up"

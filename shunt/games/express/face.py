"""The table of Yardmaster Express in the browser: trains, caboose, hand, and the two ways to lay a card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from shunt.errors import counted
from shunt.games.express.cards import CARGO, HIDDEN, card_words, game_data, halves
from shunt.games.express.game import Express, ExpressAction
from shunt.games.express.options import Options
from shunt.games.express.pictures import CAR, GREY, HEIGHT, car_items
from shunt.games.express.scoring import points_text
from shunt.games.express.state import ExpressState
from shunt.games.express.trains import Car, train_text
from shunt.games.face import Choice, FaceSheet, Part, TableFace, back_tile, engine_tile, part_of, strip_scene
from shunt.games.panels import Tile
from shunt.render.colours import FAINT
from shunt.render.scene import Rect, Scene, Text

RULES = (
    "Your train begins with an engine, which is wild: anything couples to it.",
    "On your turn, one card is drawn to the hand. Lay one card at the end of your train, then pass the hand on.",
    "A card laid face up must couple: its left railcar has the colour or the value of the last railcar of your train.",
    f"Any card may be laid face down: it is two wild railcars, which score {Options().wild_value} each.",
    "At the end you score the values of your railcars. The longest run of a colour at the table scores its length too.",
    "A caboose gives extra points to every train that meets its condition.",
)


def _card_tile(car: Car, below: float = 1.5, *, coupled: bool = True, piece: str = "") -> Tile:
    """Return a card as a tile with room below it."""
    return Tile(CAR, HEIGHT + below, tuple(car_items(CAR / 2, HEIGHT / 2, car, coupled=coupled)), piece=piece)


def _laid(title: str, *cars: Car) -> Scene:
    return strip_scene([_card_tile(Car("R4|B4"), coupled=False), *map(_card_tile, cars)], title)


PICTURES = {
    0: lambda: strip_scene([engine_tile(CAR, HEIGHT), _card_tile(Car("R4|B4"))], "an engine and a card"),
    2: lambda: _laid("cards that couple", Car("B2|G3"), Car("P3|Y2")),
    3: lambda: _laid("a card face down", Car("G3|Y3", False)),
}
"""A train grows by the colour (coal), then by the value (3)."""


def parts() -> Iterator[Part]:
    """Yield every card: an engine for each player, the railcars, the cabooses."""
    for _ in range(max(Express.seats)):
        yield part_of(engine_tile(CAR, HEIGHT))
    for card, copies in sorted(game_data().copies.items()):
        for _ in range(copies):
            yield part_of(_card_tile(Car(card), 0.0, coupled=False))
    for caboose in game_data().cabooses:
        yield Part(title=caboose.name, words=f"Caboose: {counted(caboose.points, 'points')} for {caboose.text}")


def express_face(sheet: FaceSheet[Express, ExpressState]) -> TableFace:
    """Return the drawing of what a player sees of the table, with each card of the hand as a choice: face up if it couples, or
    face down."""
    game, view, player, names = sheet.game, sheet.view, sheet.player, sheet.names
    scores, (number, caboose) = game.sheet(view), game.head(view)
    sheet.centre.line(number, 4.4, faint=True)
    if view.earlier:
        earlier = ", ".join(f"{name} {total}" for name, total in zip(names, view.earlier, strict=True))
        sheet.centre.line(f"Game 1: {earlier}", faint=True)
    if caboose:
        sheet.centre.line(caboose)
    hidden = HIDDEN in view.choices
    for seat, panel in sheet.seats():  # the own train next to the hand
        panel.line(f"{names[seat]}: {points_text(scores, seat)}", 4.6, bold=seat == player)
        tiles = [engine_tile(CAR, HEIGHT), *(_card_tile(car, piece=car.card) for car in view.train(seat))]
        if panel.acts and seat == player:
            tiles += [_slot("up"), _slot("down")]
        panel.row(tiles, home=f"train-{seat}", source="hand")
        if panel.acts and view.choices:
            panel.line("The hand" if hidden else "Your hand", faint=True)
            panel.row(_hand(view), home="hand", source="hand")
    unseen = [*view.choices, *(turn.car.card for turn in view.past)].count(HIDDEN)
    if left := view.deck().total() - unseen:
        sheet.centre.row([_deck(left)], home="pile")
    choices = (
        [Choice(one, game.words(one, names), (f"card-{one.name}", _side(one))) for one in game.legal_actions(view)]
        if sheet.acts
        else []
    )
    described = "; ".join(f"{name}: {train_text(train)}" for name, train in zip(names, view.trains, strict=True))
    up = [ExpressAction("play", card) for card in dict.fromkeys(view.choices) if card != HIDDEN]
    barred = [((f"card-{one.name}", "up"), _unfit(view, one.name)) for one in up if choices and game.refusal(view, one)]
    return sheet.face("Choose a card, then how to lay it", choices, barred, described)


def _unfit(view: ExpressState, card: str) -> str:
    """Return why a card does not fit face up."""
    last = view.train(view.player)[-1].card
    (colour, value), (end_colour, end_value) = halves(card)[0], halves(last)[1]
    return f"{CARGO[colour]} {value} couples neither by its goods nor by its value to {CARGO[end_colour]} {end_value}"


def _hand(view: ExpressState) -> list[Tile]:
    """Return the cards of the hand, the one drawn this turn marked; of cards that are hidden the backs are seen."""
    tiles, drawn = [], view.drawn
    for card in view.choices:
        source = "pile" if card == drawn else ""
        if card == HIDDEN:
            tile = back_tile(CAR, HEIGHT, HIDDEN)
        else:
            tile = replace(_card_tile(Car(card), 4.0, coupled=False, piece=card), zone=f"card-{card}", words=card_words(card))
            if source:
                tile = replace(tile, items=(*tile.items, Text(CAR / 2, HEIGHT + 3.2, "drawn", 3.0, FAINT)))
        tiles.append(replace(tile, source=source))
        drawn = "" if source else drawn
    return tiles


def _deck(left: int) -> Tile:
    """Return the deck with the number of its cards."""
    back = back_tile(CAR, HEIGHT)
    return Tile(CAR, HEIGHT + 4.5, (*back.items, Text(CAR / 2, HEIGHT + 3.6, f"{left} to draw", 3.4, FAINT)), piece="pile")


def _slot(side: str) -> Tile:
    """Return the end of the train, where a card is laid face up or face down."""
    box = Rect(CAR / 2, HEIGHT / 2, CAR - 1, HEIGHT - 1, 1.5, stroke=GREY, width=0.4, dash=(1.4, 1.0))
    label = Text(CAR / 2, HEIGHT / 2 + 1.2, f"face {side}", 3.2, FAINT)
    return Tile(CAR, HEIGHT, (box, label), side, f"the end of your train, face {side}")


def _side(action: ExpressAction) -> str:
    return "down" if action.down else "up"

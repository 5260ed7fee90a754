"""Trains of Yardmaster Express drawn: as characters for the terminal, and as a scene for SVG."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from shunt.games.express.cards import CARGO, HIDDEN, halves
from shunt.games.express.scoring import ScoreSheet, points_text
from shunt.games.express.state import ExpressState
from shunt.games.express.trains import Car, Train, railcars, train_text
from shunt.games.stock import DARK, FAINT, FILLS, WRITING, engine_items, symbol_items, wheel_items, write_cars, write_engine
from shunt.render.characters import Part, Picture
from shunt.render.letters import text_width
from shunt.render.scene import Item, Rect, Scene, Text

if TYPE_CHECKING:
    from shunt.games.express.game import Express

STYLES = {"B": "bold blue", "R": "bold red", "G": "bold green", "Y": "bold yellow", "P": "bold magenta"}
GREY = "#9a9a9a"
CAR, HEIGHT, MARGIN, GAP = 24.0, 14.0, 6.0, 3.0  # millimetres


def half_parts(card: str) -> list[Part]:
    """Return both halves of a card with their styles, without a border."""
    if card == HIDDEN:
        return [("--", FAINT), ("--", FAINT)]
    return [(f"{colour}{value}", STYLES[colour]) for colour, value in halves(card)]


def card_parts(card: str) -> list[Part]:
    """Return a card as it is written, `R3|G3`, in colours."""
    if card == HIDDEN:
        return [(HIDDEN, FAINT)]
    left, right = half_parts(card)
    return [left, ("|", ""), right]


def write_train(picture: Picture, row: int, train: Sequence[Car]) -> None:
    """Draw an engine and a train from left to right, three rows high."""
    write_engine(picture, row, 0)
    write_cars(picture, row, 6, (half_parts(car.shown) for car in train), "=")


def draw_train(train: Train) -> Picture:
    """Return one train as a picture."""
    picture = Picture()
    write_train(picture, 0, train)
    return picture


def draw_table(game: Express, view: ExpressState, player: int, names: Sequence[str]) -> Picture:
    """Return what a player sees: every train with its points, the caboose, and the player's own hand."""
    picture, sheet, (number, caboose) = Picture(), game.sheet(view), game.head(view)
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, view.earlier, strict=False))
    head: list[Part] = [(f"{number}, {names[view.start]} started", FAINT), (caboose, ""), (totals and f"Game 1: {totals}", "")]
    row = 0
    for part in filter(itemgetter(0), head):
        picture.write(row, 0, [part])
        row += 1
    for seat, train in enumerate(view.trains):
        picture.write(row, 0, [(f"{names[seat]}: {points_text(sheet, seat)}", "bold" if seat == player else "")])
        write_train(picture, row + 1, train)
        row += 4
    if view.choices and not game.is_over(view):
        picture.write(row, 0, _hand_parts(view))
    return picture


def _hand_parts(view: ExpressState) -> list[Part]:
    parts: list[Part] = [("Hand: ", "")]
    for card in view.choices:
        parts += [*card_parts(card), ("  ", "")]
    if view.drawn and view.drawn != HIDDEN:
        parts += [("drawn: ", FAINT), *card_parts(view.drawn)]
    return parts


# --------------------------------------------------------------------------------------------------------------------
# Scenes


def trains_scene(trains: Sequence[Train], sheet: ScoreSheet, names: Sequence[str]) -> Scene:
    """Return trains below one another, each with its name and points."""
    items: list[Item] = []
    width = MARGIN * 2 + (max(map(len, trains)) + 1) * (CAR + GAP)
    for row, (train, name) in enumerate(zip(trains, names, strict=True)):
        top = MARGIN + row * (HEIGHT + 12)
        words = f"{name}: {points_text(sheet, row)}" if name else points_text(sheet, row)
        items.append(Text(MARGIN, top + 3, words, 4.0, DARK, "start"))
        items += engine_items(MARGIN + CAR / 2, top + 6 + HEIGHT / 2, CAR, HEIGHT)
        for place, car in enumerate(train, start=1):
            items += car_items(MARGIN + CAR / 2 + place * (CAR + GAP), top + 6 + HEIGHT / 2, car)
        width = max(width, 2 * MARGIN + text_width(words, 4.0))
    height = MARGIN * 2 + len(trains) * (HEIGHT + 12) - 6
    described = "; ".join(f"{name}: {train_text(train)}" for train, name in zip(trains, names, strict=True))
    return Scene(width, height, tuple(items), "Trains of Yardmaster Express", described)


def car_items(x: float, y: float, car: Car, *, coupled: bool = True) -> list[Item]:
    """Return a car whose middle is at (x, y); with wheels, and the coupling before it, if it is `coupled`."""
    items: list[Item] = []
    if coupled:
        items = [Rect(x - (CAR + GAP) / 2, y + HEIGHT / 4, GAP, 1.2, fill=DARK), *wheel_items(x, y, CAR, HEIGHT)]
    for side, half in zip((-1, 1), railcars([car]), strict=True):
        centre = x + side * CAR / 4
        cargo = CARGO[half[0]] if half else ""
        fill, writing = (FILLS[cargo], WRITING[cargo]) if half else (GREY, "#ffffff")
        items.append(Rect(centre, y, CAR / 2 - 0.6, HEIGHT, 1.5, fill=fill))
        if half:
            items += symbol_items(cargo, centre - 2.6, y - 1.4, 4.4, writing)
            items.append(Text(centre + 2.6, y + 0.8, str(half[1]), 6.0, writing, bold=True))
            items.append(Text(centre, y + HEIGHT / 2 - 1.4, cargo, min(2.0, 20.0 / text_width(cargo, 2.0)), writing))
        else:
            items.append(Text(centre, y + 1.2, "wild", 3.6, writing, bold=True))
    return items

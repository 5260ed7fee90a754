"""Yardmaster drawn: the table in colours for the terminal, and a train with its sorting yard as a scene for SVG."""

from __future__ import annotations

from collections.abc import Sequence

from shunt.errors import counted
from shunt.games.stock import DARK, FAINT, FILLS, WRITING, engine_items, symbol_items, wheel_items, write_cars, write_engine
from shunt.games.yardmaster.cards import TYPES, car_text, car_type, car_value, card_data, kind_text, spread, train_points
from shunt.games.yardmaster.pictures import discard_text
from shunt.games.yardmaster.rules import YardmasterRules
from shunt.games.yardmaster.state import YardmasterState
from shunt.render.characters import Part, Picture
from shunt.render.letters import text_width
from shunt.render.scene import Item, Rect, Scene, Text

GOODS = ("coal", "livestock", "oil", "timber", "automobiles")
RAIL = "#9a9a9a"
CAR, HEIGHT, MARGIN, GAP = 14.0, 11.0, 6.0, 3.0  # millimetres


def _style(kind: int) -> str:
    return f"bold {card_data().colours[kind]}" if kind < len(TYPES) else "bold"


def car_parts(cars: Sequence[int]) -> list[list[Part]]:
    """Return railcars in colours."""
    return [[(car_text(car), _style(car_type(car)))] for car in cars]


def cargo_parts(kinds: Sequence[int]) -> list[Part]:
    """Return cargo cards in colours, equal ones counted."""
    parts: list[Part] = []
    for kind in dict.fromkeys(kinds):
        count = list(kinds).count(kind)
        name = kind_text(kind)
        text = name if count == 1 else f"{count}{name}" if kind < len(TYPES) else f"{count} × {name}"
        parts += [(text, _style(kind)), ("  ", "")]
    return parts


def draw_table(game: YardmasterRules, view: YardmasterState, player: int, names: Sequence[str]) -> Picture:
    """Return what a player sees: piles, tokens, and each player's train, yard and hand, the own one last."""
    picture = Picture()
    picture.write(0, 0, [(f"Turn {view.turn + 1}, {game.goal} points win", FAINT)])
    column = write_cars(picture, 1, 13, car_parts(view.arrivals), " ")
    picture.write(2, 0, [("Arrival yard", "")])
    picture.write(2, column + 2, [(f"{sum(view.railcars)} railcars to come", FAINT)])
    picture.write(4, 0, [(f"Draw pile     {view.pile_size} cards", "")])
    picture.write(5, 0, [(f"Discard pile  {discard_text(view)}", "")])
    row = 6
    if view.centre:
        picture.write(row, 0, [("In the centre ", ""), *cargo_parts(view.centre)])
        row += 1
    order = [(player + step) % game.players for step in range(1, game.players + 1)]
    for seat in order:
        row = _write_seat(picture, row, view, seat, names[seat], seat == player)
    return picture


def _write_seat(picture: Picture, row: int, view: YardmasterState, seat: int, name: str, own: bool) -> int:
    """Draw what is in front of a player; return the next row."""
    parts: list[Part] = [(f"{name}: {counted(view.points(seat), 'points')}", "bold" if own else ""), ("  token ", FAINT)]
    parts.append((card_data().names[view.tokens[seat]], _style(view.tokens[seat])))
    if seat == view.yardmaster:
        parts.append(("  Yardmaster" if view.face_up else "  Yardmaster, face down", "bold"))
    picture.write(row, 0, parts)
    write_engine(picture, row + 1, 2)
    column = write_cars(picture, row + 1, 8, car_parts(view.trains[seat]), "─")
    if view.yards[seat]:
        picture.write(row + 2, column + 3, [("yard", FAINT)])
        write_cars(picture, row + 1, column + 8, car_parts(view.yards[seat]), " ")
    hand = cargo_parts(spread(view.hands[seat]))
    if view.hidden[seat]:
        hand.append((counted(view.hidden[seat], "hidden cards"), FAINT))
    picture.write(row + 4, 2, [("hand  ", FAINT), *(hand or [("empty", FAINT)])])
    return row + 5


# --------------------------------------------------------------------------------------------------------------------
# Scenes


def train_scene(cars: Sequence[int], yard: Sequence[int] = ()) -> Scene:
    """Return a train with its engine, and below it the railcars of its sorting yard."""
    step = CAR + GAP
    words = f"{train_points(cars)} points"
    items: list[Item] = [Text(MARGIN, MARGIN + 3, words, 4.0, DARK, "start")]
    y = MARGIN + 6 + HEIGHT / 2
    items += engine_items(MARGIN + CAR / 2, y, CAR, HEIGHT)
    for place, car in enumerate(cars, start=1):
        x = MARGIN + CAR / 2 + place * step
        items.append(Rect(x - step / 2, y + HEIGHT / 4, GAP, 1.2, fill=DARK))
        items += car_items(x, y, car)
    height = y + HEIGHT / 2 + MARGIN
    if yard:
        items.append(Text(MARGIN, height + 3, "sorting yard", 4.0, DARK, "start"))
        items += [item for place, car in enumerate(yard) for item in car_items(MARGIN + CAR / 2 + place * step, height + 12, car)]
        height += 18 + MARGIN
    width = 2 * MARGIN + max(text_width(words, 4.0), (max(len(cars) + 1, len(yard))) * step - GAP)
    described = "engine " + " ".join(map(car_text, cars)) + (f"; yard {' '.join(map(car_text, yard))}" if yard else "")
    return Scene(width, height, tuple(items), "A train of Yardmaster", described)


def car_items(x: float, y: float, car: int) -> list[Item]:
    """Return a railcar whose middle is at (x, y)."""
    kind = car_type(car)
    writing = WRITING[GOODS[kind]]
    return [
        *wheel_items(x, y, CAR, HEIGHT),
        Rect(x, y, CAR, HEIGHT, 1.5, fill=FILLS[GOODS[kind]]),
        *symbol_items(GOODS[kind], x - 2.8, y - 1.2, 4.6, writing),
        Text(x + 3.2, y + 1.0, str(car_value(car)), 6.0, writing, bold=True),
        Text(x, y + 4.2, card_data().names[kind], 2.2, writing),
    ]

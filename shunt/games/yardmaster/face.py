"""The table of Yardmaster in the browser: arrival yard, piles, tokens, every player's train and yard, and the own hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from shunt.errors import counted
from shunt.games.face import Barred, Choice, FaceSheet, Part, TableFace, back_tile, engine_tile, part_of, strip_scene
from shunt.games.panels import Panel, Tile
from shunt.games.stock import DARK, FILLS, WRITING, symbol_items
from shunt.games.yardmaster.actions import DISCARD, PILE, YardmasterAction
from shunt.games.yardmaster.cards import KINDS, TYPES, car_words, card_data, kind_name, railcar_counts, spread
from shunt.games.yardmaster.drawing import CAR, GOODS, HEIGHT, RAIL, car_items
from shunt.games.yardmaster.game import Yardmaster
from shunt.games.yardmaster.rules import YardmasterOptions
from shunt.games.yardmaster.state import YardmasterState
from shunt.render.colours import FAINT
from shunt.render.scene import Circle, Item, Rect, Scene, Text

RULES = (
    "You have two actions in a turn, three while you are the Yardmaster: draw a card, buy a railcar, or exchange your token.",
    "A railcar costs as many cargo cards of its type as its value. Two cards of your exchange token's type count as one of any.",
    "A railcar that you buy couples to your train if it has the type or value of the last railcar. Else it goes to your yard.",
    "Just after a railcar was added to your train, railcars of your yard that couple may be loaded, one after the other.",
    "Bonus cards cost no action.",
    "The first player to reach the number of points wins: the values of all railcars of a train.",
)
CARD, TALL = 11.0, 15.0  # of a cargo card, in millimetres
TOKEN = 12.0
COUPLING = Tile(1.5, HEIGHT, (Rect(0.75, 0.75 * HEIGHT, 1.5, 1.2, fill=DARK),))

_END = Tile(
    26.0,
    10.0,
    (Rect(13.0, 5.0, 26.0, 10.0, 2.0, fill="#fffdf8", stroke=RAIL, width=0.4), Text(13.0, 6.3, "end the turn", 3.6, DARK)),
    "end",
    "end the turn",
)


def _paid() -> Scene:
    equals = Tile(8.0, TALL, (Text(4.0, TALL / 2 + 2, "=", 6.0, DARK),))
    return strip_scene([_car(1), equals, _cargo(0, ""), _cargo(0, "")], "a railcar and its price", 1.5)


PICTURES = {
    1: _paid,
    2: lambda: strip_scene([engine_tile(CAR, HEIGHT), COUPLING, _car(1), COUPLING, _car(3), COUPLING, _car(11)], "a train", 0.6),
}
"""Coal 2 costs two Coal; it couples to Coal 4 by its type, and that to another 4 by its value."""


def parts() -> Iterator[Part]:
    """Yield every card and token: engines and what a turn is, railcars in the usual split, cargo, bonus cards."""
    for _ in range(max(Yardmaster.seats)):
        yield part_of(engine_tile(CAR, HEIGHT))
        yield Part(title="Your turn", words=RULES[0])
    for car, copies in enumerate(railcar_counts(YardmasterOptions().split)):
        yield from [part_of(_car(car))] * copies
    data = card_data()
    texts = ("",) * len(TYPES) + data.texts
    for kind, copies in enumerate(data.cargo):
        yield from [part_of(_cargo(kind, ""), words=texts[kind])] * copies
    for kind in range(len(TYPES)):
        yield part_of(_token(kind), "Exchange token")
    yield Part(title="Yardmaster", words="You have three actions in a turn.")


def yardmaster_face(sheet: FaceSheet[Yardmaster, YardmasterState]) -> TableFace:
    """Return what a player sees of the table, and each legal action with the card, token or railcar that it begins with."""
    game, view, player, names = sheet.game, sheet.view, sheet.player, sheet.names
    sheet.centre.line(f"Turn {view.turn + 1}; {game.goal} points win; {sum(view.railcars)} railcars to come", faint=True)
    cars = (_car(car, f"buy-{car}", f"buy {car_words(car)}") for car in view.arrivals)
    sheet.centre.row(cars, home="arrivals", source="railcars")
    sheet.centre.row(_piles(view))
    sheet.centre.row(map(_token, view.centre), home="centre")
    for seat, panel in sheet.seats():
        _add_seat(panel, view, seat, names[seat], own=seat == player)
    if sheet.acts:
        sheet.own.row([_END])
    choices = [_choice(game, one, names) for one in game.legal_actions(view)] if sheet.acts else []
    barred = _barred(game, view, player, {name for one in choices for name in one.zones}) if choices else []
    return sheet.face(_prompt(view) if choices else "", choices, barred)


def _choice(game: Yardmaster, action: YardmasterAction, names: Sequence[str]) -> Choice:
    """Return an action. The order in which cargo of two types is paid is asked for after the payment."""
    cargo = dict.fromkeys(kind for kind in action.cards if kind < len(TYPES))
    if action.what != "buy" or len(cargo) < 2:
        return Choice(action, game.words(action, names), _zones(action))
    paid = YardmasterAction("buy", action.item, tuple(sorted(action.cards, key=lambda kind: (kind < len(TYPES), kind))))
    detail = f"{kind_name(action.cards[-1])} on top of the discard pile"
    return Choice(action, game.words(paid, names), _zones(action), detail)


def _barred(game: Yardmaster, view: YardmasterState, player: int, legal: set[str]) -> list[Barred]:
    """Return why other zones may not be touched: railcars that cannot be paid or loaded, the own token, cargo alone."""
    bonuses = [kind for kind in range(len(TYPES), len(KINDS)) if view.hands[player][kind]]
    items = {
        "buy": view.arrivals,
        "load": view.yards[player],
        "swap": range(len(TYPES)),
        "draw": (PILE, DISCARD),
        "play": bonuses,
    }
    tried = [YardmasterAction(what, item) for what, numbers in items.items() for item in numbers]
    found = [(_zones(one), game.refusal(view, one)) for one in tried if _zones(one)[0] not in legal]
    pays = "Cargo pays for railcars: touch a railcar of the arrival yard"
    return [*found, *(((f"play-{kind}",), pays) for kind in range(len(TYPES)) if view.hands[player][kind])]


def _prompt(view: YardmasterState) -> str:
    if view.extra:
        return f"DRAW 2: draw {view.extra} more"
    return f"{counted(view.actions, 'actions')} remaining" if view.actions else "Load railcars of your yard, or end the turn"


def _add_seat(panel: Panel, view: YardmasterState, seat: int, name: str, *, own: bool) -> None:
    """Add what is in front of a player: points, token, train, yard and cards, those of others from behind."""
    points, held = view.points(seat), view.hand_sizes[seat]
    words = [f"{name}: {counted(points, 'points')}"]
    if not own:
        words.append(counted(held, "cards"))
    if seat == view.yardmaster:
        words.append("Yardmaster" if view.face_up else "Yardmaster, face down")
    panel.line(", ".join(words), 4.6, bold=own)
    token = [_token(view.tokens[seat])] if seat < len(view.tokens) else []
    coupled = [tile for car in view.trains[seat] for tile in (COUPLING, _car(car))]
    panel.row([*token, engine_tile(CAR, HEIGHT), *coupled], 0.6, f"train-{seat}", f"hand-{seat}")
    if view.yards[seat]:
        yard = [_car(car, f"load-{car}" if own else "", f"load {car_words(car)} of your yard") for car in view.yards[seat]]
        panel.row([_label("yard"), *yard], 0.6, f"yard-{seat}")
    if own:
        panel.row((_cargo(kind, f"play-{kind}") for kind in spread(view.hands[seat])), 1.2, f"hand-{seat}")
    else:
        panel.row((back_tile(0.8 * CARD, 0.8 * TALL, "card") for _ in range(held)), -0.45 * CARD, f"hand-{seat}")


def _label(text: str) -> Tile:
    return Tile(12.0, HEIGHT, (Text(6.0, HEIGHT / 2 + 1.2, text, 3.4, FAINT),))


def _piles(view: YardmasterState) -> Iterator[Tile]:
    back = back_tile(CARD, TALL)
    yield Tile(CARD, TALL, back.items, "pile", f"draw pile of {view.pile_size} cards", "pile")
    yield _label(f"× {view.pile_size}")
    if view.discard:
        top = _cargo(view.discard[-1], "discard")
        yield replace(top, words=f"{kind_name(view.discard[-1])} on top of the discard pile")
        yield _label("discards")


def _token(kind: int) -> Tile:
    """Return an exchange token: two cargo of its type count as one of any."""
    side, fill, writing = TOKEN, FILLS[GOODS[kind]], WRITING[GOODS[kind]]
    disc = (
        Circle(side / 2, side / 2, side / 2, fill=fill),
        *symbol_items(GOODS[kind], side / 2, side / 2 - 1.6, 5.0, writing),
        Text(side / 2, side / 2 + 4.0, "2 : 1", 2.6, writing),
    )
    return Tile(side, side, disc, f"swap-{kind}", f"exchange token {kind_name(kind)}", f"token-{kind}")


def _cargo(kind: int, zone: str) -> Tile:
    """Return a cargo or bonus card."""
    is_cargo = kind < len(TYPES)
    fill, writing = (FILLS[GOODS[kind]], WRITING[GOODS[kind]]) if is_cargo else ("#efe6cf", DARK)
    items: list[Item] = [Rect(CARD / 2, TALL / 2, CARD, TALL, 1.5, fill=fill, stroke=DARK, width=0.3)]
    if is_cargo:
        items += symbol_items(GOODS[kind], CARD / 2, TALL / 2 - 1.2, 7.0, writing)
        items.append(Text(CARD / 2, TALL - 1.6, kind_name(kind), 1.9, writing))
    else:
        words = kind_name(kind).split()
        for line, word in enumerate(words):
            y = TALL / 2 + 3.0 * (line - (len(words) - 1) / 2) + 1.0
            items.append(Text(CARD / 2, y, word, min(2.6, 13.0 / len(word)), writing, bold=True))
    return Tile(CARD, TALL, tuple(items), zone, kind_name(kind), f"cargo-{kind}" if zone else "")


def _car(car: int, zone: str = "", words: str = "") -> Tile:
    return Tile(CAR, HEIGHT + 1.0, tuple(car_items(CAR / 2, HEIGHT / 2, car)), zone, words, f"car-{car}")


def _zones(action: YardmasterAction) -> tuple[str, ...]:
    """Return the zone that an action begins with; payments of one railcar share theirs."""
    if action.what == "draw":
        return ("pile" if action.item == PILE else "discard",)
    return ("end",) if action.what == "end" else (f"{action.what}-{action.item}",)

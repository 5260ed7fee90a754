"""Actions of Yardmaster and outcomes of its chance, as values and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from shunt.errors import NotationError
from shunt.games.protocol import player_name
from shunt.games.yardmaster.cards import (
    BONUSES,
    CARS,
    DRAW_2,
    KINDS,
    PLUS_1,
    TAKE_1,
    TYPES,
    car_text,
    car_words,
    cargo_text,
    kind_name,
    kind_text,
    parse_car,
    parse_cargo,
    parse_kind,
)
from shunt.games.yardmaster.payments import payments

PILE, DISCARD = 0, 1
SOURCES = ("pile", "discard")
GRAMMAR = "draw pile, draw discard, buy C3 for 2C L, swap L, play draw-2, load C3 or end"


@dataclass(frozen=True, slots=True, order=True)
class YardmasterAction:
    """An action or an outcome of chance. `what` says what `item` and `cards` mean.

    Players: `draw` (from `PILE` or `DISCARD`), `buy` (railcar; `cards` paid, in their order), `swap` (for the exchange token of
    a type), `play` (a bonus; TAKE 1 names the card in `cards`), `load` (a railcar of the sorting yard), `end`.
    Chance: `card` (a cargo card), `car`, `token` (dealt to the next player), `first` (the first player).
    """

    what: str
    item: int = 0
    cards: tuple[int, ...] = ()


END = YardmasterAction("end")
DRAW_PILE = YardmasterAction("draw", PILE)
DRAW_DISCARD = YardmasterAction("draw", DISCARD)


@cache
def all_actions() -> tuple[YardmasterAction, ...]:
    """Return every action that a player can take in any game, sorted."""
    plenty = (12,) * len(TYPES) + (2,) * len(BONUSES)
    buys = {
        YardmasterAction("buy", car, paid)
        for car in range(len(CARS))
        for token in range(len(TYPES))
        for paid in payments(car, plenty, token)
    }
    plays = [YardmasterAction("play", DRAW_2), YardmasterAction("play", PLUS_1)]
    takes = [YardmasterAction("play", TAKE_1, (kind,)) for kind in range(len(KINDS))]
    loads = [YardmasterAction("load", car) for car in range(len(CARS))]
    swaps = [YardmasterAction("swap", token) for token in range(len(TYPES))]
    return tuple(sorted({DRAW_PILE, DRAW_DISCARD, END, *buys, *plays, *takes, *loads, *swaps}))


def action_text(action: YardmasterAction) -> str:
    """Return an action as people write it."""
    what, item = action.what, action.item
    if what == "draw":
        return f"draw {SOURCES[item]}"
    if what == "buy":
        return f"buy {car_text(item)}" + (f" for {cargo_text(action.cards)}" if action.cards else "")
    if what in ("load", "car"):
        return f"{what} {car_text(item)}"
    if what == "play":
        return " ".join(["play", kind_text(item), *map(kind_text, action.cards)])
    if what in ("swap", "token", "card"):
        return f"{what} {kind_text(item)}"
    return "end" if what == "end" else f"{player_name(item)} starts"


def action_words(action: YardmasterAction, names: Sequence[str]) -> str:
    """Return an action in words, such as `buy Coal 3 for 2 Coal, 1 Livestock`."""
    what, item = action.what, action.item
    if what == "buy":
        paid = [f"{action.cards.count(kind)} {kind_name(kind)}" for kind in dict.fromkeys(action.cards)]
        return f"buy {car_words(item)} for {', '.join(paid) or 'nothing'}"
    if what == "play":
        return f"play {kind_name(item)}" + "".join(f" and take {kind_name(kind)}" for kind in action.cards)
    if what == "draw":
        return "draw a card from the pile" if item == PILE else "draw the top of the discard pile"
    if what in ("load", "car"):
        return f"{'load' if what == 'load' else 'turned up:'} {car_words(item)}"
    if what in ("swap", "token", "card"):
        return {"swap": "take the exchange token", "token": "exchange token", "card": "card:"}[what] + f" {kind_name(item)}"
    return "end the turn" if what == "end" else f"{names[item]} starts"


def parse_action(text: str) -> YardmasterAction:
    """Read an action; raise `NotationError` with what can be typed."""
    word, *rest = text.split() or [""]
    what, taken = word.lower(), list[str]()
    match what, rest:
        case "end", []:
            return END
        case "draw", ["pile" | "discard" as source]:
            return YardmasterAction("draw", SOURCES.index(source))
        case "buy", [car] | [car, "for", _, *_]:
            return YardmasterAction("buy", parse_car(car), parse_cargo(" ".join(rest[2:])))
        case "load" | "car", [car]:
            return YardmasterAction(what, parse_car(car))
        case "player", [number, "starts"] if len(number) == 1 and number in "123456789":
            return YardmasterAction("first", int(number) - 1)
        case ("swap", ["for", name]) | ("swap" | "token" | "card", [name]):
            pass
        case "play", [name, *taken] if len(taken) < 2:
            pass
        case _:
            raise NotationError("action", f"{text.strip()!r} is not an action", GRAMMAR)
    kind = parse_kind(name)
    if what == "play" and kind < len(TYPES):
        raise NotationError("action", f"{name!r} is not a bonus card", "one of " + " ".join(BONUSES))
    if what in ("swap", "token") and kind >= len(TYPES):
        raise NotationError("action", f"{name!r} is not an exchange token", "one of " + " ".join(TYPES))
    return YardmasterAction(what, kind, tuple(map(parse_kind, taken)))

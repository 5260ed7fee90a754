"""The state of a game of Yardmaster as a value, what each player may know of it, and its JSON."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from operator import add, sub
from typing import Any

from shunt.games.yardmaster.cards import CARS, KINDS, NOTHING, TYPES, car_text, counts, kind_text, spread, train_points

Counts = tuple[int, ...]
NO_CARDS: Counts = (0,) * len(KINDS)


@dataclass(frozen=True, slots=True)
class YardmasterState:
    """All that is on the table. Railcars and kinds of cargo are numbers (`cards`), sets of cards are counts by number.

    Phases: `first`, `tokens`, `arrivals`, `hands` and `discard` set the game up, `turn` is the player's, `card` and `car` draw a
    card and refill the arrival yard, and `over` is the last.

    `player` has the turn number `turn` (from 0) with `actions` remaining. `hands` are complete, but for `hidden` cards of each
    that the observer does not know; `known` are cards of each hand that everybody has seen, a lower bound. `pile` counts the
    draw pile together with all hidden cards, `pile_size` is the pile alone. `discard` runs from bottom to top, `trains` from
    the engine to the end. `extra` cards are still to be drawn by a DRAW 2, which waits in `aside`. `fresh` bonus cards were
    played in this turn, `frozen` ones came when no action remained. `window`: the yard may be loaded now. `busy`: something
    but swaps happened in this turn. `idle`: turns in a row in which nothing happened and nothing could be drawn.
    """

    phase: str
    player: int
    turn: int
    actions: int
    hands: tuple[Counts, ...]
    hidden: tuple[int, ...]
    known: tuple[Counts, ...]
    trains: tuple[tuple[int, ...], ...]
    yards: tuple[tuple[int, ...], ...]
    tokens: tuple[int, ...]
    yardmaster: int
    face_up: bool
    arrivals: tuple[int, ...]
    railcars: Counts
    pile: Counts
    pile_size: int
    discard: tuple[int, ...] = ()
    extra: int = 0
    aside: int = NOTHING
    fresh: Counts = NO_CARDS
    frozen: Counts = NO_CARDS
    window: bool = False
    busy: bool = False
    idle: int = 0

    @property
    def centre(self) -> tuple[int, ...]:
        """The exchange tokens that no player holds, sorted."""
        return tuple(token for token in range(len(TYPES)) if token not in self.tokens)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Return how many cards each player holds; this is public."""
        return tuple(map(add, map(sum, self.hands), self.hidden))

    def end_of(self, player: int) -> int:
        """Return the last railcar of a train, `NOTHING` for a bare engine."""
        return self.trains[player][-1] if self.trains[player] else NOTHING

    def points(self, player: int) -> int:
        """Return the value of a train."""
        return train_points(self.trains[player])


def added(numbers: Sequence[int], kind: int, change: int = 1) -> Counts:
    """Return counts with `change` more of one kind."""
    return (*numbers[:kind], numbers[kind] + change, *numbers[kind + 1 :])


def put(row: Sequence[Any], place: int, value: Any) -> tuple[Any, ...]:
    """Return a row with one element replaced."""
    return (*row[:place], value, *row[place + 1 :])


def discard_open(state: YardmasterState) -> bool:
    """Return whether the top card of the discard pile can be drawn: there is one, and it is no bonus card."""
    return bool(state.discard) and state.discard[-1] < len(TYPES)


def without(cars: tuple[int, ...], car: int) -> tuple[int, ...]:
    """Return railcars without one of them."""
    place = cars.index(car)
    return (*cars[:place], *cars[place + 1 :])


def reshuffled(state: YardmasterState) -> YardmasterState:
    """Return the state with all but the top of the discard pile in the draw pile; nothing happens to a single card."""
    below, top = state.discard[:-1], state.discard[-1:]
    pile = tuple(map(add, state.pile, counts(below)))
    fresh = tuple(min(number, top.count(kind)) for kind, number in enumerate(state.fresh))
    return replace(state, pile=pile, pile_size=state.pile_size + len(below), discard=top, fresh=fresh)


# --------------------------------------------------------------------------------------------------------------------
# The token of the Yardmaster: who holds it, face up or down, and so who has three actions

BASE_ACTIONS, YARDMASTER_ACTIONS = 2, 3


def passed_yardmaster(holder: int, face_up: bool, player: int, players: int) -> tuple[int, bool]:
    """Return who holds the Yardmaster token after a turn of `player`, and whether face up.

    Its holder uses it face up and passes it to the right; of two players the receiver gets it face down, has a normal turn and
    then turns it up. So with three or more the turns of three actions are number k(n−1), k = 1, 2 … (from 0), and with two
    they are 1, 4, 7 …
    """
    if holder != player:
        return holder, face_up
    if not face_up:
        return holder, True
    return (player - 1) % players, players > 2


# --------------------------------------------------------------------------------------------------------------------
# What is hidden


def view_of(state: YardmasterState, player: int) -> YardmasterState:
    """Return the state as `player` sees it: of other hands only what everybody has seen, the rest is one pool of cards.

    Each payment, discard and card taken in the open is counted. One thing is not: after a reshuffle the pool does not remember
    which unseen cards are older than it.
    """
    hands, hidden, pile = list(state.hands), list(state.hidden), list(state.pile)
    for other in range(len(hands)):
        if other == player:
            continue
        unseen = list(map(sub, state.hands[other], state.known[other]))
        pile = list(map(add, pile, unseen))
        hands[other], hidden[other] = state.known[other], hidden[other] + sum(unseen)
    frozen = state.frozen if player == state.player else NO_CARDS
    return replace(state, hands=tuple(hands), hidden=tuple(hidden), pile=tuple(pile), frozen=frozen)


def deal_hidden(view: YardmasterState, chance: random.Random) -> YardmasterState:
    """Return a complete state: every hidden card is dealt at random from the pool, the rest is the draw pile."""
    if not any(view.hidden):
        return view
    pool = list(spread(view.pile))
    chance.shuffle(pool)
    hands = list(view.hands)
    for player, number in enumerate(view.hidden):
        dealt, pool = pool[:number], pool[number:]
        hands[player] = tuple(map(add, hands[player], counts(dealt)))
    return replace(view, hands=tuple(hands), hidden=(0,) * len(hands), pile=counts(pool))


# --------------------------------------------------------------------------------------------------------------------
# JSON


def _named(numbers: Counts, names: Sequence[str]) -> dict[str, int]:
    return {name: number for name, number in zip(names, numbers, strict=True) if number}


def to_json(state: YardmasterState) -> dict[str, Any]:
    """Return the state in what JSON knows, cards by their names."""
    data: dict[str, Any] = {name.name: getattr(state, name.name) for name in fields(state)}
    for key in ("hands", "known"):
        data[key] = [_named(hand, KINDS) for hand in data[key]]
    for key in ("trains", "yards"):
        data[key] = [list(map(car_text, cars)) for cars in data[key]]
    return data | {
        "hidden": list(state.hidden),
        "tokens": list(map(kind_text, state.tokens)),
        "arrivals": list(map(car_text, state.arrivals)),
        "railcars": _named(state.railcars, CARS),
        "pile": _named(state.pile, KINDS),
        "discard": list(map(kind_text, state.discard)),
        "aside": None if state.aside == NOTHING else kind_text(state.aside),
        "fresh": _named(state.fresh, KINDS),
        "frozen": _named(state.frozen, KINDS),
    }

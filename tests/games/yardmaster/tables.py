"""Tables of Yardmaster set up by hand, and games acted by texts."""

from __future__ import annotations

from dataclasses import replace

from shunt.games.yardmaster.cards import NOTHING, card_data, counts, parse_car, parse_cargo, parse_cars, parse_kind
from shunt.games.yardmaster.game import Yardmaster

HANDS = ("C C L L O", "C L O T A", "C L O T A", "C L O T A", "C L O T A")


def table(game, *, hands=(), trains=(), yards=(), tokens="CLOTA", arrivals="C3 L2 O2 T4", discard="A", frozen="", **changes):
    """A state in which player 0 has the first action of a turn; what is not in hands or piles is in the draw pile."""
    players = game.players
    hands = [counts(parse_cargo(hand)) for hand in (*hands, *HANDS[len(hands) : players])]
    trains = [parse_cars(text) for text in (*trains, *[""] * (players - len(trains)))]
    yards = [tuple(sorted(parse_cars(text))) for text in (*yards, *[""] * (players - len(yards)))]
    cards, shown = parse_cargo(discard), parse_cars(arrivals)
    pile = [copies - out for copies, *gone in zip(card_data().cargo, *hands, counts(cards), strict=True) for out in [sum(gone)]]
    railcars = list(game.railcars)
    for car in [*shown, *(car for cars in (*trains, *yards) for car in cars)]:
        railcars[car] -= 1
    state = replace(
        game.initial(),
        phase="turn",
        player=0,
        hands=tuple(hands),
        trains=tuple(trains),
        yards=tuple(yards),
        tokens=tuple(parse_kind(letter) for letter in tokens[:players]),
        yardmaster=players - 1,
        arrivals=tuple(sorted(shown)),
        railcars=tuple(railcars),
        pile=tuple(pile),
        pile_size=sum(pile),
        discard=cards,
        aside=NOTHING,
        frozen=counts(parse_cargo(frozen))[5:],
    )
    assert min(*pile, *railcars) >= 0, "more cards than there are"
    return replace(state, **changes)


def empty_pile(state):
    """The same table with every card of the draw pile gone (to nobody), so that the pile is empty."""
    return replace(state, pile=(0,) * 10, pile_size=0)


def do(game, state, *texts):
    """The state after actions and outcomes of chance, each checked."""
    for text in texts:
        state = game.act(state, game.parse_action(text))
    return state


def texts(game, state, what=""):
    """The legal actions as texts, those that begin with `what`."""
    return [text for text in map(game.action_text, game.legal_actions(state)) if text.startswith(what)]


def why(game, state, text):
    """Why an action is refused."""
    return game.refusal(state, game.parse_action(text))


def car(text):
    return parse_car(text)


def two(**options):
    return Yardmaster(2, first=0, **options)

"""A position of a real table as typed: trains as laid and the hand, made into a view that advice can be given on."""

from __future__ import annotations

from collections.abc import Sequence

from shunt.errors import Fault, faults_into, raise_faults
from shunt.games.express.cards import HIDDEN, copy_faults, deck_for, parse_cards
from shunt.games.express.game import Express
from shunt.games.express.state import ExpressState, Turn
from shunt.games.express.trains import Train, parse_train


def table_view(game: Express, hand: str, trains: Sequence[str]) -> ExpressState:
    """Return the view of the player to move, who is player 0; `trains` are in the order of turns, his own first.

    `hand` includes the card just drawn. Trains may be left out at the end if they are empty. Raise `InputError`, which lists
    every fault.
    """
    faults: list[Fault] = []
    cards: tuple[str, ...] = ()
    laid: list[Train] = []
    with faults_into(faults):
        cards = parse_cards(hand, "hand")
    if not faults and len(cards) != game.players + 1:
        remedy = f"{game.players} players hold {game.players + 1} cards after the draw"
        faults.append(Fault("hand", f"{len(cards)} cards", remedy))
    for number, text in enumerate(trains, start=1):
        with faults_into(faults):
            laid.append(parse_train(text, f"train {number}"))
    if len(trains) > game.players:
        faults.append(Fault("train", f"{len(trains)} trains", f"at most {game.players}, one for each player"))
    if not faults:
        laid += [()] * (game.players - len(laid))
        faults = _length_faults([len(train) for train in laid], game)
        used = [*cards, *(car.card for train in laid for car in train if car.card != HIDDEN)]
        faults += copy_faults(used, "cards", deck_for(game.players))
    raise_faults(faults)
    return _view(game, cards, laid)


def _length_faults(lengths: Sequence[int], game: Express) -> list[Fault]:
    """Return a fault unless the trains are as long as turns in order make them."""
    own = lengths[0]
    if own >= game.rounds:
        return [Fault("train 1", f"{own} cards", f"the player to move has fewer than {game.rounds}")]
    ahead = [length - own for length in lengths]
    if any(more not in (0, 1) for more in ahead) or ahead != sorted(ahead):
        remedy = "trains in turn order: players who have played this round come last and have one more card"
        return [Fault("train", "lengths " + " ".join(map(str, lengths)), remedy)]
    return []


def _view(game: Express, cards: Sequence[str], laid: Sequence[Train]) -> ExpressState:
    """Return a view with the trains; hands of the past are unknown."""
    turns = sum(map(len, laid))
    start = -turns % game.players
    cars = (laid[(start + ply) % game.players][ply // game.players] for ply in range(turns))
    past = tuple(Turn((HIDDEN,) * game.players, HIDDEN, car) for car in cars)
    # Which card was drawn does not matter to what follows.
    hand, drawn = tuple(sorted(cards))[:-1], max(cards)
    caboose = game.options.fixed_caboose.name if game.options.fixed_caboose else ""
    return ExpressState(game.players, start=start, caboose=caboose, hand=hand, drawn=drawn, past=past)

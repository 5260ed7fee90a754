"""Known decks of two players: the exact value, and the line that best play follows.

The value is the margin when each maximises it. It decides who wins too, for points so far and the tie-break are the same for
every line: the start player of a single game wins if and only if the margin is at least 1. Three players and more have no single
value, and are not solved.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from shunt.errors import Fault, InputError
from shunt.games.express.cards import copy_faults, deck_for, rounds_for
from shunt.games.express.encoding import numbers_of, position_of, rules_of, unsupported
from shunt.games.express.game import Express, ExpressAction
from shunt.games.express.state import ExpressState

if TYPE_CHECKING:
    from shunt.search.core.limits import Limits


@dataclass(frozen=True)
class SolvedLine:
    """A solved game: the value for the player to move, the actions of best play with their players, and the final totals.

    `value`: his margin over the other player.
    """

    value: int
    actions: tuple[tuple[int, ExpressAction], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    states: int
    seconds: float


def check_solvable(game: Express) -> None:
    """Raise `InputError` for players and options that the solver cannot count with."""
    faults = unsupported(game.options)
    if game.players != 2:
        faults.append(Fault("players", f"a known deck is solved for two players, not {game.players}", "2"))
    if game.options.games > 1:
        faults.append(Fault("variant", "a known deck is solved for one game", "variant = 'single'"))
    if faults:
        raise InputError(faults)


def needed_cards(players: int) -> int:
    """Return the number of cards that are dealt and drawn in a game."""
    return players * (1 + rounds_for(players))


def check_deck(deck: Sequence[str], players: int) -> None:
    """Raise `InputError` for a deck with too few cards, or with cards that the game does not have so often."""
    faults = copy_faults(deck, "deck", deck_for(players))
    if len(deck) < needed_cards(players):
        wanted = f"{players} players use the first {needed_cards(players)} cards of the deck"
        faults.append(Fault("deck", f"{len(deck)} cards are too few", wanted))
    if faults:
        raise InputError(faults)


def deal(game: Express, deck: Sequence[str], start: int = 0, caboose: str = "") -> ExpressState:
    """Return the state in which the start player holds his hand and the first card drawn; the deck's top card comes first."""
    check_deck(deck, game.players)
    hand = tuple(sorted(deck[: game.players]))
    return ExpressState(game.players, start=start, caboose=caboose, hand=hand, drawn=deck[game.players])


def upcoming(game: Express, deck: Sequence[str], state: ExpressState) -> list[str]:
    """Return the cards that are drawn after the one just drawn, from a deck whose top card comes first."""
    drawn = game.players + len(state.past) + bool(state.drawn)
    return list(deck[drawn : needed_cards(game.players)])


def advance(game: Express, state: ExpressState, action: ExpressAction, deck: list[str]) -> ExpressState:
    """Return the state after an action and the next draw; takes that card from `deck`."""
    after = game.apply(state, action)
    if not game.is_over(after) and after.game == state.game:
        after = replace(after, drawn=deck.pop(0))
    return after


def solve_known(game: Express, state: ExpressState, deck: Sequence[str], limits: Limits | None = None) -> SolvedLine:
    """Return best play of two players from a state, the cards drawn from now on being known.

    Raise `LimitReached` if a limit is reached, and `InputError` if the solver does not support the game.
    """
    from shunt.games.express.engine.solve import Solver, warm_up_duel

    check_solvable(game)
    warm_up_duel(rules_of(game.caboose(state), game.options))
    began, solver, rest, first = time.perf_counter(), Solver(limits), list(deck), state.player
    value = solver.duel(position_of(game, state), numbers_of([state.drawn, *rest]))
    actions: list[tuple[int, ExpressAction]] = []
    while not game.is_over(state):
        margin, numbers = value if state.player == first else -value, numbers_of(rest)
        best = next(
            act
            for act in game.legal_actions(state)
            if solver.duel(position_of(game, game.laid(state, act)), numbers, 1 - margin) <= -margin
        )
        actions.append((state.player, best))
        state = advance(game, state, best, rest)
    totals = game.scores(state)
    return SolvedLine(value, tuple(actions), totals, game.winners(state), solver.states, time.perf_counter() - began)

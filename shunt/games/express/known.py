"""Known decks of two players: the exact value, and the line that best play follows.

The value is the margin when each maximises it. It decides who wins too, for points so far and the tie-break are the same for
every line: the start player of a single game wins if and only if the margin is at least 1. Three players and more have no single
value, and are not solved.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shunt.errors import Fault, raise_faults
from shunt.games.express.cards import copy_faults, deck_for
from shunt.games.express.encoding import numbers_of, position_of, rules_of, unsupported
from shunt.games.express.game import Express, ExpressAction
from shunt.games.express.state import ExpressState
from shunt.games.protocol import Match

if TYPE_CHECKING:
    from shunt.search.core.limits import Limits


@dataclass(frozen=True)
class SolvedLine:
    """A solved game: the value for the player to move, the actions of best play with their players, and the end.

    `value`: his margin over the other player.
    """

    value: int
    actions: tuple[tuple[int, ExpressAction], ...]
    end: ExpressState
    states: int
    seconds: float


def check_solvable(game: Express) -> None:
    """Raise `InputError` for players and options that the solver cannot count with."""
    faults = unsupported(game.options)
    if game.players != 2:
        faults.append(Fault("players", f"a known deck is solved for two players, not {game.players}", "2"))
    if game.options.games > 1:
        faults.append(Fault("variant", "a known deck is solved for one game", "variant = 'single'"))
    raise_faults(faults)


def known_match(game: Express, deck: Sequence[str]) -> Match[ExpressState, ExpressAction]:
    """Return the match in which the cards of a deck are dealt and drawn in order; player 1 starts unless the game says who does.

    Raise `InputError` for a deck with too few cards, or with cards that the game does not have so often.
    """
    needed = game.players * (1 + game.rounds)
    faults = copy_faults(deck, "deck", deck_for(game.players))
    if len(deck) < needed:
        wanted = f"{game.players} players use the first {needed} cards of the deck"
        faults.append(Fault("deck", f"{len(deck)} cards are too few", wanted))
    raise_faults(faults)
    script = [ExpressAction("start", str(game.start or 0))]
    script += [ExpressAction("caboose", name) for name in game.options.possible_cabooses()]
    script += [ExpressAction("deal" if place < game.players else "draw", card) for place, card in enumerate(deck[:needed])]
    return Match(game, 0, script)


def upcoming(match: Match[ExpressState, ExpressAction]) -> list[str]:
    """Return the cards that are drawn after the one just drawn."""
    drawn = [action.name for action in match.script if isinstance(action, ExpressAction) and action.what == "draw"]
    return drawn[len(match.actions) + 1 :]


def solve_known(match: Match[ExpressState, ExpressAction], limits: Limits | None = None) -> SolvedLine:
    """Return best play of two players in a match whose draws are known.

    Raise `LimitReached` if a limit is reached, and `InputError` if the solver does not support the game.
    """
    from shunt.games.express.engine.solve import Solver, warm_up_duel

    game: Express = match.game  # type: ignore[assignment]
    state, cards, first = match.state, upcoming(match), match.state.player
    check_solvable(game)
    warm_up_duel(rules_of(game.caboose(state), game.options))
    began, solver = time.perf_counter(), Solver(limits)
    value = solver.duel(position_of(game, state), numbers_of([state.drawn, *cards]))
    actions: list[tuple[int, ExpressAction]] = []
    while not game.is_over(state):
        margin, numbers = value if state.player == first else -value, numbers_of(cards)
        best = next(
            act
            for act in game.legal_actions(state)
            if solver.duel(position_of(game, game.laid(state, act)), numbers, 1 - margin) <= -margin
        )
        actions.append((state.player, best))
        state = game.apply(state, best)
        if cards:
            state = game.apply(state, ExpressAction("draw", cards.pop(0)))
    return SolvedLine(value, tuple(actions), state, solver.states, time.perf_counter() - began)

"""Advice for the player to move when the deck is hidden: what every action is worth, exactly or by sampling.

- Two players, at most `EXACT_PLIES` plies left: exact. Each draw is a card that the player cannot place, all alike.
- Two players before that: deck orders and buried cards are sampled, and each sample is solved exactly (determinised search).
- More players: sampled likewise, and each sample is played out by greedy players.

A player knows the hand, so little is hidden but the order of the deck: samples lose little by treating each deck as known.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shunt.games.express.cards import HIDDEN
from shunt.games.express.encoding import numbers_of, pool_of, position_of
from shunt.games.express.scoring import winners
from shunt.games.express.state import ExpressState
from shunt.games.thinking import ThinkingClock

if TYPE_CHECKING:
    from shunt.games.express.engine.position import ExpressPosition
    from shunt.games.express.game import Express, ExpressAction

EXACT_PLIES = 4
SAMPLES = 12
PLAYOUTS = 40
"""Playouts of every sample."""
Worths = list[tuple[float, float]]
"""The lead and the share of the win for each action."""


@dataclass(frozen=True)
class Advice:
    """What an action is worth: the mean lead over the best other player at the end, and the chance to win.

    `method`: exact, or how it was sampled.
    """

    action: ExpressAction
    lead: float
    win: float
    method: str


def advise(
    game: Express,
    view: ExpressState,
    player: int,
    chance: random.Random,
    samples: int = SAMPLES,
    clock: ThinkingClock | None = None,
) -> list[Advice]:
    """Return what each legal action is worth to the player to move, best lead first; `view` is what he knows.

    With a `clock` only as many samples are made as there is time for.

    In game 2 of the strategic variant leads include game 1.
    """
    positions = {action: position_of(game, game.laid(view, action)) for action in game.legal_actions(view)}
    if game.players == 2 and game.plies - len(view.past) <= EXACT_PLIES:
        method, worths = "exact", _exact(game, view, player, positions.values())
    else:
        rounds = [
            _sampled(game, _guessed(game, view, player, chance), player, positions.values(), chance)
            for _ in (clock or ThinkingClock()).rounds(samples)
        ]
        playouts, what = (1, "solved samples") if game.players == 2 else (PLAYOUTS, "playouts")
        number = len(rounds) * playouts
        method = f"{number} {what}"
        columns = (zip(*column, strict=True) for column in zip(*rounds, strict=True))
        worths = [(sum(leads) / number, sum(wins) / number) for leads, wins in columns]
    found = [Advice(act, lead, win, method) for act, (lead, win) in zip(positions, worths, strict=True)]
    return sorted(found, key=lambda advice: (-advice.lead, -advice.win))


def _exact(game: Express, view: ExpressState, player: int, positions: Iterable[ExpressPosition]) -> Worths:
    """Return the expected lead after each action, and the chance to win."""
    from shunt.games.express.engine.solve import Solver

    pool, earlier = pool_of(view.deck()), _earlier_lead(view)
    margins, wins = Solver(), Solver()
    tied = winners((0, 0), view.start, view.direction, game.options)
    found = []
    for position in positions:  # the other player's, who has what is left of the chance to win
        lead = margins.hidden(position, pool, position.lead - earlier)
        win = wins.hidden(position, pool, position.lead - earlier, win=True, tie=1 - (player in tied) / len(tied))
        found.append((0.0 - lead, 1 - win))  # not −0.0
    return found


def _earlier_lead(view: ExpressState) -> int:
    """Return by how much the player to move of two leads after an earlier game."""
    return view.earlier[view.player] - view.earlier[1 - view.player] if view.earlier else 0


def _sampled(
    game: Express, state: ExpressState, player: int, positions: Iterable[ExpressPosition], chance: random.Random
) -> Worths:
    """Return lead and share of the win after each action in one guess.

    Games of two are solved in one order of the deck; of others these are sums over greedy playouts, each with its own order.
    """
    from shunt.games.express.engine.solve import Solver, play_out

    deck, found = numbers_of(sorted(state.deck().elements())), []
    if game.players > 2:
        order, seed = (*state.order[1:], player), chance.getrandbits(62)
        earlier = [state.earlier[seat] if state.earlier else 0 for seat in order]
        for position in positions:
            wins, leads = play_out(position, deck, PLAYOUTS, seed, earlier, order.index(state.start))
            found.append((float(leads[-1]), float(wins[-1])))
        return found
    solver = Solver()
    chance.shuffle(deck)
    for position in positions:
        lead = _earlier_lead(state) - solver.duel(position, deck)
        won = winners((lead, 0) if player == 0 else (0, lead), state.start, state.direction, game.options)
        found.append((float(lead), (player in won) / len(won)))
    return found


def _guessed(game: Express, view: ExpressState, player: int, chance: random.Random) -> ExpressState:
    """Return a state that fits the view.

    A position typed in lacks the player's own earlier hands: it stays as it is, for what is buried matters only by not being
    drawn any more, and each card that he cannot place is as likely to be drawn as any other.
    """
    own = (turn for ply, turn in enumerate(view.past) if view.player_at(ply) == player)
    return view if any(turn.drawn == HIDDEN for turn in own) else game.determinize(view, player, chance)

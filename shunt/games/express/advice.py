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
    from shunt.games.express.game import Express, ExpressAction

EXACT_PLIES = 4
SAMPLES = 12


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
    actions = game.legal_actions(view)
    left = game.plies - len(view.past)
    rounds = range(samples) if clock is None else clock.rounds(samples)
    if game.players == 2 and left <= EXACT_PLIES:
        found = _exact(game, view)
    elif game.players == 2:
        found = _sampled(game, view, player, chance, rounds)
    else:
        found = _played_out(game, view, player, chance, rounds)
    order = {action: number for number, action in enumerate(actions)}
    return sorted(found, key=lambda advice: (-advice.lead, -advice.win, order[advice.action]))


def _exact(game: Express, view: ExpressState) -> list[Advice]:
    from shunt.games.express.engine.solve import Solver

    pool, earlier = pool_of(view.deck()), _earlier_lead(view)
    margins, wins = Solver(), Solver()
    tied = winners((0, 0), view.start, view.direction, game.options)
    found = []
    for act in game.legal_actions(view):
        position = position_of(game, game.laid(view, act))  # the other player's, who has what is left of the chance to win
        lead = margins.hidden(position, pool, position.lead - earlier)
        win = wins.hidden(position, pool, position.lead - earlier, win=True, tie=1 - (view.player in tied) / len(tied))
        found.append(Advice(act, 0.0 - lead, 1 - win, "exact"))  # not −0.0
    return found


def _earlier_lead(view: ExpressState) -> int:
    """Return by how much the player to move of two leads after an earlier game."""
    return view.earlier[view.player] - view.earlier[1 - view.player] if view.earlier else 0


def _sampled(game: Express, view: ExpressState, player: int, chance: random.Random, rounds: Iterable[int]) -> list[Advice]:
    """Return the means over samples of what may be hidden, each solved; the same samples for every action."""
    from shunt.games.express.engine.solve import Solver

    positions = {act: position_of(game, game.laid(view, act)) for act in game.legal_actions(view)}
    leads, wins, samples = dict.fromkeys(positions, 0.0), dict.fromkeys(positions, 0.0), 0
    earlier = _earlier_lead(view)
    for _ in rounds:
        samples += 1
        deck, solver = numbers_of(sorted(_guessed(game, view, player, chance).deck().elements())), Solver()
        chance.shuffle(deck)
        for act, position in positions.items():
            lead = earlier - solver.duel(position, deck)
            leads[act] += lead
            totals = (lead, 0) if player == 0 else (0, lead)
            won = winners(totals, view.start, view.direction, game.options)
            wins[act] += (player in won) / len(won)
    return [Advice(act, leads[act] / samples, wins[act] / samples, f"{samples} solved samples") for act in leads]


def _guessed(game: Express, view: ExpressState, player: int, chance: random.Random) -> ExpressState:
    """Return a state that fits the view.

    A position typed in lacks the player's own earlier hands: it stays as it is, for what is buried matters only by not being
    drawn any more, and each card that he cannot place is as likely to be drawn as any other.
    """
    own = (turn for ply, turn in enumerate(view.past) if view.player_at(ply) == player)
    return view if any(turn.drawn == HIDDEN for turn in own) else game.determinize(view, player, chance)


def _played_out(game: Express, view: ExpressState, player: int, chance: random.Random, rounds: Iterable[int]) -> list[Advice]:
    """Return the means of greedy play from each action on; hidden cards are sampled and every sample played out often."""
    from shunt.games.express.engine.solve import play_out

    playouts, samples = 40, 0
    positions = {act: position_of(game, game.laid(view, act)) for act in game.legal_actions(view)}
    wins, leads = dict.fromkeys(positions, 0), dict.fromkeys(positions, 0)
    order = (*view.order[1:], player)
    earlier = [view.earlier[seat] if view.earlier else 0 for seat in order]
    for _ in rounds:
        samples += 1
        state, seed = _guessed(game, view, player, chance), chance.getrandbits(62)
        deck = numbers_of(sorted(state.deck().elements()))
        for act, position in positions.items():
            won, lead = play_out(position, deck, playouts, seed, earlier, order.index(view.start))
            wins[act] += int(won[-1])
            leads[act] += int(lead[-1])
    number = samples * playouts
    return [Advice(act, leads[act] / number, wins[act] / number, f"{number} playouts") for act in positions]

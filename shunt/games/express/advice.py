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
from shunt.games.express.known import action_values, placed_actions
from shunt.games.express.scoring import distance, winners
from shunt.games.express.state import ExpressState
from shunt.games.thinking import ThinkingClock

if TYPE_CHECKING:
    from shunt.games.express.game import Express, ExpressAction

EXACT_PLIES = 4
SAMPLES = 12
GREEDY = 1


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

    position = position_of(view, game.plies, game.caboose(view), game.options)
    pool, drawn = pool_of(view.deck()), numbers_of([view.drawn])[0]
    lead = position.values[0] - position.values[1]
    if view.earlier:
        lead += view.earlier[view.player] - view.earlier[1 - view.player]
    margins = Solver().hidden(position, drawn, pool)
    tied = winners((0, 0), view.start, view.direction, game.options)
    wins = Solver().hidden(position, drawn, pool, lead=lead, win=True, tie=(view.player in tied) / len(tied))
    places = placed_actions(game, view)
    return [Advice(act, lead + float(margins[place]), float(wins[place]), "exact") for act, place in places]


def _sampled(game: Express, view: ExpressState, player: int, chance: random.Random, rounds: Iterable[int]) -> list[Advice]:
    """Return the means over samples of what may be hidden, each solved; the same samples for every action."""
    from shunt.games.express.engine.solve import Solver

    leads = dict.fromkeys(game.legal_actions(view), 0.0)
    wins, samples = dict.fromkeys(leads, 0.0), 0
    earlier = view.earlier[player] - view.earlier[1 - player] if view.earlier else 0
    for _ in rounds:
        samples += 1
        state = _guessed(game, view, player, chance)
        deck = sorted(state.deck().elements())
        chance.shuffle(deck)
        known = deck[: game.plies - len(state.past) - 1]
        for act, margin in action_values(game, state, known, Solver()).items():
            lead = earlier + margin
            leads[act] += lead
            totals = (lead, 0) if player == 0 else (0, lead)
            won = winners(totals, state.start, state.direction, game.options)
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

    playouts = 40
    actions = game.legal_actions(view)
    wins, leads = dict.fromkeys(actions, 0), dict.fromkeys(actions, 0)
    players, samples = game.players, 0
    for _ in rounds:
        samples += 1
        state, seed = _guessed(game, view, player, chance), chance.getrandbits(62)
        deck = numbers_of(sorted(state.deck().elements()))
        for act in actions:
            after = game.apply(state, act)
            position = position_of(after, game.plies, game.caboose(after), game.options)
            mover = after.player
            earlier = [after.earlier[seat] if after.earlier else 0 for seat in after.order]
            first = -distance(mover, after.start, players, after.direction) % players
            won, lead = play_out(position, deck, playouts, seed, GREEDY, earlier, first)
            wins[act] += int(won[players - 1])
            leads[act] += int(lead[players - 1])
    number = samples * playouts
    return [Advice(act, leads[act] / number, wins[act] / number, f"{number} playouts") for act in actions]

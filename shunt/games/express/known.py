"""Known decks: the exact value of every action, and the line that best play follows.

Two players: the margin when each maximises it. It decides who wins too, for points so far and the tie-break are the same for
every line: the start player of a single game wins if and only if the margin is at least 1.

Three players and more have no single value. `max-n`: each player maximises his own total; of equal totals a player
takes the action that comes first. `paranoid`: one player maximises his lead over the best other one, and all others minimise
it together.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from shunt.errors import Fault, InputError
from shunt.games.express.cards import deck_for
from shunt.games.express.encoding import numbers_of, position_of, rules_of, unsupported
from shunt.games.express.game import Express, ExpressAction
from shunt.games.express.state import ExpressState

if TYPE_CHECKING:
    from shunt.games.express.engine.position import ExpressPosition
    from shunt.games.express.engine.solve import Solver
    from shunt.search.core.limits import Limits


@dataclass(frozen=True)
class SolvedLine:
    """A solved game: the value for the player to move, the actions of best play with their players, and the final totals.

    `value`: his margin over the other of two, or over the best other of more.
    """

    value: int
    actions: tuple[tuple[int, ExpressAction], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    states: int
    seconds: float


def check_solvable(game: Express) -> None:
    """Raise `InputError` for options that the solvers cannot count with."""
    if faults := unsupported(game.options):
        raise InputError(faults)


def needed_cards(players: int) -> int:
    """Return the number of cards that are dealt and drawn in a game."""
    return players + players * (9 - players)


def check_deck(deck: Sequence[str], players: int) -> None:
    """Raise `InputError` for a deck with too few cards, or with cards that the game does not have so often."""
    from shunt.games.express.cards import copy_faults

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


def action_values(
    game: Express, state: ExpressState, deck: Sequence[str], solver: Solver, every: bool = True
) -> dict[ExpressAction, int]:
    """Return the final margin of every action of two players, the cards drawn from now on being known.

    Points of an earlier game are not part of it. Unless `every` margin is asked for, only the first of the highest is exact.
    """
    position = position_of(state, game.plies, game.caboose(state), game.options)
    gains = solver.duel(position, numbers_of([state.drawn])[0], numbers_of(deck), every)
    lead = position.values[0] - position.values[1]
    return {act: lead + int(gains[row, column]) for act, row, column in _placed(game, state)}


def _placed(game: Express, state: ExpressState) -> list[tuple[ExpressAction, int, int]]:
    """Return the legal actions with their places in an array of values."""
    choices = list(state.choices)
    return [(act, choices.index(act.name), int(act.down)) for act in game.legal_actions(state)]


def solve_two(game: Express, state: ExpressState, deck: Sequence[str], limits: Limits | None = None) -> SolvedLine:
    """Return best play of two players from a state, the cards drawn from now on being known.

    Raises `LimitReached` at a limit, `InputError` for options that the solver cannot count with.
    """
    from shunt.games.express.engine.solve import Solver, warm_up_duel

    check_solvable(game)
    warm_up_duel(rules_of(game.caboose(state), game.options))
    began, solver, rest = time.perf_counter(), Solver(limits), list(deck)
    actions: list[tuple[int, ExpressAction]] = []
    value = 0
    while not game.is_over(state):
        values = action_values(game, state, rest, solver, every=False)
        best = max(values, key=values.__getitem__)
        value = value if actions else values[best]
        actions.append((state.player, best))
        state = advance(game, state, best, rest)
    return SolvedLine(value, tuple(actions), game.scores(state), game.winners(state), solver.states, time.perf_counter() - began)


def solve_more(
    game: Express, state: ExpressState, deck: Sequence[str], concept: str, limits: Limits | None = None, me: int | None = None
) -> SolvedLine:
    """Return play by a solution concept from a state, the cards drawn from now on being known; for three players and more.

    `me`: the player whom all others oppose in paranoid play (default: the player to move). Raises `LimitReached`.
    """
    from shunt.games.express.engine.solve import Solver

    check_solvable(game)
    began, solver, rest = time.perf_counter(), Solver(limits), list(deck)
    actions: list[tuple[int, ExpressAction]] = []
    me = state.player if me is None else me
    first = state.player
    while not game.is_over(state):
        if concept == "max-n":
            best = _best_by_totals(game, state, rest, solver)
        else:
            best = _best_against_all(game, state, rest, solver, me, limits)
        actions.append((state.player, best))
        state = advance(game, state, best, rest)
    totals = game.scores(state)
    judged = me if concept == "paranoid" else first
    value = totals[judged] - max(total for player, total in enumerate(totals) if player != judged)
    seconds = time.perf_counter() - began
    return SolvedLine(value, tuple(actions), totals, game.winners(state), solver.states, seconds)


def max_n_totals(game: Express, state: ExpressState, deck: Sequence[str], solver: Solver) -> dict[ExpressAction, tuple[int, ...]]:
    """Return the final totals of this game, by player, for every action of the player to move, by max^n."""
    totals = {}
    for act, after, position, rest in _followed(game, state, deck):
        gains = solver.max_n(position, rest) if position.plies else None
        order = [after.player_at(len(after.past) + step) for step in range(game.players)]
        if gains is None:
            totals[act] = game.sheet(after).totals
            continue
        by_player = dict(zip(order, (int(v + g) for v, g in zip(position.values, gains, strict=True)), strict=True))
        totals[act] = tuple(by_player[player] for player in range(game.players))
    return totals


def paranoid_leads(
    game: Express, state: ExpressState, deck: Sequence[str], solver: Solver, me: int, most_states: int
) -> dict[ExpressAction, int]:
    """Return the final lead of player `me` for every action of the player to move, all others playing against `me`."""
    leads = {}
    for act, after, position, rest in _followed(game, state, deck):
        order = [after.player_at(len(after.past) + step) for step in range(game.players)]
        earlier = after.earlier or (0,) * game.players
        values = tuple(value + earlier[player] for value, player in zip(position.values, order, strict=True))
        leads[act] = solver.paranoid(replace(position, values=values), rest, order.index(me), most_states)
    return leads


def _followed(
    game: Express, state: ExpressState, deck: Sequence[str]
) -> list[tuple[ExpressAction, ExpressState, ExpressPosition, list[int]]]:
    """Return every action with the state after it, before the next draw, as values and as numbers, and the deck as numbers."""
    found = []
    single = Express(game.players, **(game.options.to_json() | {"variant": "single"}))
    for act in game.legal_actions(state):
        after = single.apply(state, act)
        position = position_of(after, game.plies, game.caboose(after), game.options)
        found.append((act, after, position, numbers_of(deck)))
    return found


def _best_by_totals(game: Express, state: ExpressState, deck: Sequence[str], solver: Solver) -> ExpressAction:
    totals = max_n_totals(game, state, deck, solver)
    return max(totals, key=lambda act: totals[act][state.player])


def _best_against_all(
    game: Express, state: ExpressState, deck: Sequence[str], solver: Solver, me: int, limits: Limits | None
) -> ExpressAction:
    most = limits.states if limits and limits.states else MOST_STATES
    leads = paranoid_leads(game, state, deck, solver, me, most)
    choose = max if state.player == me else min
    return choose(leads, key=leads.__getitem__)


MOST_STATES = 200_000_000
"""States that a paranoid search visits at most, unless limits say otherwise."""

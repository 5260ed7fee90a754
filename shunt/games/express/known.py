"""Known decks: the exact value of every action, and the line that best play follows.

Two players: the margin when each maximises it. It decides who wins too, for points so far and the tie-break are the same for
every line: the start player of a single game wins if and only if the margin is at least 1.

Three players and more have no single value. `max-n`: each player maximises his own total; of equal totals a player
takes the action that comes first. `paranoid`: one player maximises his lead over the best other one, and all others minimise
it together.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from shunt.errors import Fault, InputError
from shunt.games.express.cards import copy_faults, deck_for, rounds_for
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

    `value`: his margin over the best other player.
    """

    value: int
    actions: tuple[tuple[int, ExpressAction], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    states: int
    seconds: float


def check_solvable(game: Express) -> None:
    """Raise `InputError` for options that the solvers cannot count with."""
    faults = unsupported(game.options)
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


def action_values(
    game: Express, state: ExpressState, deck: Sequence[str], solver: Solver, every: bool = True
) -> dict[ExpressAction, int]:
    """Return the final margin of every action of two players, the cards drawn from now on being known.

    Points of an earlier game are not part of it. Unless `every` margin is asked for, only the first of the highest is exact.
    """
    position = position_of(state, game.plies, game.caboose(state), game.options)
    gains = solver.duel(position, numbers_of([state.drawn])[0], numbers_of(deck), every)
    lead = position.values[0] - position.values[1]
    return {act: lead + int(gains[place]) for act, place in placed_actions(game, state)}


def placed_actions(game: Express, state: ExpressState) -> list[tuple[ExpressAction, tuple[int, int]]]:
    """Return the legal actions with their places in an array of values."""
    return [(act, (state.choices.index(act.name), int(act.down))) for act in game.legal_actions(state)]


def solve_known(
    game: Express, state: ExpressState, deck: Sequence[str], concept: str = "max-n", limits: Limits | None = None
) -> SolvedLine:
    """Return best play from a state, the cards drawn from now on being known; `concept` matters for three players and more.

    By `paranoid` play all others oppose the player to move. Raises `LimitReached` at a limit, `InputError` for options that the
    solver cannot count with.
    """
    from shunt.games.express.engine.solve import Solver, warm_up_duel

    check_solvable(game)
    if game.players == 2:
        warm_up_duel(rules_of(game.caboose(state), game.options))
    began, solver, rest, first = time.perf_counter(), Solver(limits), list(deck), state.player
    actions: list[tuple[int, ExpressAction]] = []
    while not game.is_over(state):
        worth = _worth(game, state, rest, solver, first if concept == "paranoid" else None)
        best = max(worth, key=worth.__getitem__)
        actions.append((state.player, best))
        state = advance(game, state, best, rest)
    totals = game.scores(state)
    value = totals[first] - max(total for player, total in enumerate(totals) if player != first)
    return SolvedLine(value, tuple(actions), totals, game.winners(state), solver.states, time.perf_counter() - began)


def _worth(
    game: Express, state: ExpressState, deck: Sequence[str], solver: Solver, opposed: int | None
) -> dict[ExpressAction, int]:
    """Return what each action is worth to the player to move; of two players only the first of the highest worths is exact."""
    if game.players == 2:
        return action_values(game, state, deck, solver, every=False)
    if opposed is None:
        return {act: totals[state.player] for act, totals in max_n_totals(game, state, deck, solver).items()}
    leads = paranoid_leads(game, state, deck, solver, opposed)
    return leads if state.player == opposed else {act: -lead for act, lead in leads.items()}


def max_n_totals(game: Express, state: ExpressState, deck: Sequence[str], solver: Solver) -> dict[ExpressAction, tuple[int, ...]]:
    """Return the final totals of this game, by player, for every action of the player to move, by max^n."""
    totals = {}
    for act, after, position in _followed(game, state):
        if not position.plies:
            totals[act] = game.sheet(after).totals
            continue
        gains = solver.max_n(position, numbers_of(deck))
        by_player = dict(zip(after.order, map(sum, zip(position.values, map(int, gains), strict=True)), strict=True))
        totals[act] = tuple(by_player[player] for player in range(game.players))
    return totals


def paranoid_leads(game: Express, state: ExpressState, deck: Sequence[str], solver: Solver, me: int) -> dict[ExpressAction, int]:
    """Return the final lead of player `me` for every action of the player to move, all others playing against `me`."""
    leads = {}
    for act, after, position in _followed(game, state):
        earlier = after.earlier or (0,) * game.players
        values = tuple(value + earlier[player] for value, player in zip(position.values, after.order, strict=True))
        leads[act] = solver.paranoid(replace(position, values=values), numbers_of(deck), after.order.index(me))
    return leads


def _followed(game: Express, state: ExpressState) -> Iterator[tuple[ExpressAction, ExpressState, ExpressPosition]]:
    """Yield every action with the state after it, before the next draw, as a value and as numbers."""
    single = Express(game.players, **(game.options.to_json() | {"variant": "single"}))
    for act in game.legal_actions(state):
        after = single.apply(state, act)
        yield act, after, position_of(after, game.plies, game.caboose(after), game.options)

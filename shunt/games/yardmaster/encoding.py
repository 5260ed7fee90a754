"""States of Yardmaster as the records that kernels compute with, and their numbers of actions as actions."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from shunt.games.yardmaster.actions import YardmasterAction, all_actions
from shunt.games.yardmaster.cards import CARS, EXCHANGE_1, PAY_1_LESS, PLUS_1, TAKE_1, car_type, counts
from shunt.games.yardmaster.engine import layout
from shunt.games.yardmaster.rules import YardmasterRules
from shunt.games.yardmaster.state import YardmasterState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PHASES = ("turn", "over", "card", "car")
"""The phases after the set-up by their numbers."""


def encode(game: YardmasterRules, *states: YardmasterState) -> NDArray[np.void]:
    """Return states after the set-up as an array of records; of a view, the pile holds every card that is not seen."""
    import numpy as np

    from shunt.games.yardmaster.engine.board import BOARD

    boards, options = np.zeros(len(states), BOARD), game.options
    letters = (options.reshuffle == "at-once", options.bonus_order == "letter", options.loading == "any-time")
    ends = (*letters, options.take_fresh_bonus, options.end_on_railcars_exhausted)
    rows, arrivals, discards = boards.view(np.int64).reshape(len(states), -1), boards["arrivals"], boards["discard"]
    for number, state in enumerate(states):
        row = [PHASES.index(state.phase), state.player, state.turn, state.actions, state.yardmaster, state.face_up]
        row += [state.extra, state.aside, state.window, state.busy, state.idle]
        row += [state.pile_size, sum(state.railcars), len(state.discard), len(state.arrivals)]
        row += [game.players, game.goal, options.turn_cap * game.players, *ends, *state.fresh]
        row += [*state.frozen, *state.pile, *counts(state.discard), *state.railcars]
        for player, (token, hand, yard) in enumerate(zip(state.tokens, state.hands, state.yards, strict=True)):
            row += [token, state.end_of(player), state.points(player), len(yard), *hand, *map(yard.count, range(len(CARS)))]
        rows[number, : len(row)] = row
        arrivals[number, : len(state.arrivals)] = state.arrivals
        discards[number, : len(state.discard)] = state.discard
    return boards


@cache
def _actions(token: int) -> dict[int, YardmasterAction]:
    """Return the actions of a player with an exchange token by their numbers."""
    bonuses = {PAY_1_LESS, EXCHANGE_1}
    paid = (one for one in all_actions() if one.what != "buy" or {car_type(one.item), token} | bonuses >= set(one.cards))
    return {encode_action(action, token): action for action in paid}


def decode_action(number: int, token: int) -> YardmasterAction:
    """Return the action of a number, for a player with an exchange token."""
    return _actions(token)[number]


def encode_action(action: YardmasterAction, token: int) -> int:
    """Return the number of an action of a player with an exchange token."""
    what, item = action.what, action.item
    if what == "buy":
        given, own = counts(action.cards), car_type(item)
        less, even = given[PAY_1_LESS], given[EXCHANGE_1]
        exchanged = 0 if token == own else given[token] // (1 if even else 2)
        top = int(exchanged > 0 and action.cards[-1] == token)
        return layout.BUY + layout.PAYMENTS * item + 2 * (5 * (2 * less + even) + exchanged) + top
    if what == "play":
        return layout.PLAY_TAKE_1 + action.cards[0] if item == TAKE_1 else layout.PLAY_DRAW_2 + (item == PLUS_1)
    bases = {"draw": layout.DRAW_PILE, "swap": layout.SWAP, "load": layout.LOAD, "end": layout.END_TURN}
    return bases[what] + item

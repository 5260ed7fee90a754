"""How states of Yardmaster are judged: the quick policy of the kernels, and what trains, sorting yards and hands are worth.

The weights were fitted by hand against the results of games between bots; only their order of size matters to a search.
"""

from __future__ import annotations

from shunt.games.yardmaster.actions import YardmasterAction
from shunt.games.yardmaster.cards import BONUSES, TYPES, train_points
from shunt.games.yardmaster.encoding import decode_action, encode
from shunt.games.yardmaster.rules import YardmasterRules
from shunt.games.yardmaster.state import YardmasterState


def policy_action(game: YardmasterRules, state: YardmasterState) -> YardmasterAction:
    """Return what the quick policy does in a state or view."""
    from shunt.games.yardmaster.engine.policy_kernels import choose

    number = int(choose(encode(game, state)))
    return decode_action(number, state.tokens[state.player])


# --------------------------------------------------------------------------------------------------------------------
# What a player has, in points

YARD = 0.45
"""A point in the sorting yard, next to one in the train."""
CARGO = 0.4
"""A cargo card: two of one type buy two points with an action, and some are never spent."""
TOKEN_CARGO = 0.05
"""More for cargo of the own exchange token's type, which is never useless."""
BONUS = 0.7
"""A bonus card."""
UNKNOWN = 0.42
"""A card of which only the back is seen."""


def worth(state: YardmasterState, player: int) -> float:
    """Return the value of a player's cards and cars, in points."""
    hand, token = state.hands[player], state.tokens[player]
    held = CARGO * sum(hand[: len(TYPES)]) + BONUS * sum(hand[-len(BONUSES) :]) + TOKEN_CARGO * hand[token]
    return state.points(player) + YARD * train_points(state.yards[player]) + held + UNKNOWN * state.hidden[player]


def lead(state: YardmasterState, player: int) -> float:
    """Return how far a player is ahead of the best rival; the plain difference of points when the game is over."""
    over = state.phase == "over"
    values = [float(state.points(seat)) if over else worth(state, seat) for seat in range(len(state.hands))]
    return values[player] - max(value for seat, value in enumerate(values) if seat != player)

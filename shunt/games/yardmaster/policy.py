"""The quick policy of the kernels on states: what it does, and compiling it."""

from __future__ import annotations

from shunt.games.yardmaster.actions import Action
from shunt.games.yardmaster.encoding import decode_action, encode
from shunt.games.yardmaster.rules import YardmasterRules
from shunt.games.yardmaster.state import YardmasterState


def policy_action(game: YardmasterRules, state: YardmasterState) -> Action:
    """Return what the quick policy does in a state or view."""
    from shunt.search.yardmaster.policy_kernels import choose

    number = int(choose(encode(game, state)))
    return decode_action(number, state.tokens[state.player])


def warm() -> None:
    """Compile the kernels of the bots."""
    import numpy as np

    from shunt.search.yardmaster.layout import END_TURN, LAST_TURN, PLAYERS, SIZE
    from shunt.search.yardmaster.plan_kernels import plan
    from shunt.search.yardmaster.playout_kernels import GREEDY, playouts, trials
    from shunt.search.yardmaster.policy_kernels import choose

    board = np.zeros(SIZE, dtype=np.int64)
    board[PLAYERS], board[LAST_TURN] = 2, 1  # the game is over with this turn, in which nothing remains to be done
    choose(board)
    plan(board)
    playouts(board, 0, 1, GREEDY, 1)
    trials(board[np.newaxis], np.array([END_TURN], dtype=np.int64), 0, 1)

"""States of the game of Hump Yard at which tests begin."""

from dataclasses import replace
from typing import Any

from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import HumpState
from tests.hump.engine.yards import BARE, ONE, TWO


def bidding(players: int = 3, **changes: Any) -> HumpState:
    """A table about to bid on a red and a blue car; player 1 starts."""
    yards = (BARE, ONE, TWO, BARE)[:players]
    usual = {"phase": "bid", "waiting": tuple(range(players)), "train": ("red", "blue"), "yards": yards}
    return replace(HumpGame(players).initial(), **{**usual, **changes})


def played(state: HumpState, *texts: str, **options: Any) -> HumpState:
    """The state after actions and draws, as they are written, in a game with these options."""
    game = HumpGame(len(state.points), **options)
    for text in texts:
        state = game.act(state, game.parse_action(text))
    return state

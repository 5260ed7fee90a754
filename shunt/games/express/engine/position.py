"""Positions of Yardmaster Express as the arrays that its kernels work on.

Cards are numbers: places in the sorted list of all different cards. Players are numbered from the one to move, in the order
of turns. Nothing here knows names, seats or files.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.games.express.engine.codes import LOWEST_VALUE

Ints = NDArray[np.int64]


class Rules(NamedTuple):
    """What scoring depends on. `cards`: a row of colour, value, colour, value for each card; `sequence`: the automaton of a row.

    `wild`: the points of a face-down half; `smallest_run`: the smallest run that pays; `condition` of the caboose and its
    `points`. The others are 1 or 0: whether at least counts, "the most" pays at none, all-wild trains qualify, wilds are mixed,
    and values count with the run.
    """

    cards: Ints
    sequence: Ints
    wild: int
    smallest_run: int
    condition: int
    points: int
    at_least: int
    pays_none: int
    all_wild: int
    wild_mixed: int
    with_run: int


class ExpressPosition(NamedTuple):
    """A game before a draw: trains and values from the player to move on, and the hand that this player received."""

    rules: Rules
    trains: tuple[int, ...]
    values: tuple[int, ...]
    hand: tuple[int, ...]
    plies: int
    """Plies to the end of the game."""

    @property
    def lead(self) -> int:
        """The lead in values of the first of two players."""
        return self.values[0] - self.values[1]

    @property
    def weighed_lead(self) -> int:
        """The lead in values so far, or 0 if the caboose does not compare values."""
        return self.lead if self.rules.condition == LOWEST_VALUE else 0

"""Exact values of Yardmaster Express: two players with a known or a hidden deck; playouts of any number.

All positions are before a draw, and all values are those of the player to move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from shunt.cards.stop import Stop, StopKind
from shunt.games.express.engine import duel_kernels, playout_kernels
from shunt.games.express.engine.codes import ENGINE, UNLIMITED
from shunt.games.express.engine.position import ExpressPosition, Rules
from shunt.games.express.engine.watched import watched
from shunt.search.core.limits import LimitReached, Limits

T = TypeVar("T")
FEWEST_BITS, MOST_BITS = 10, 28


class Solver:
    """Solves positions of one deck, known or hidden; what it learns is kept from call to call.

    `limits` bounds states, memory and time; `LimitReached` is raised at one. The hash table has 2^bits rows of keys (`words`
    each), and what `hidden` has found for each. `states`: the number of rows filled.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits, self.bits, self.meta = limits, 0, np.zeros(3, np.int64)

    @property
    def states(self) -> int:
        """The number of states stored."""
        return int(self.meta[0])

    def _filled(self, run: Callable[[], T], bits: int, words: int) -> T:
        """Return what a kernel returns that works on the table; a table that is too small is replaced by a larger one."""
        while True:
            if not self.bits:
                if bits > MOST_BITS:
                    raise LimitReached(Stop(StopKind.STATES, 1 << MOST_BITS))
                if self.limits:
                    self.limits.allow_states(1 << bits - 2 if bits > 18 else 0)
                    self.limits.allow_bytes(8 * words << bits)
                self.bits, size = bits, 1 << bits
                self.keys, self.found, self.meta = (
                    np.zeros((size, words), np.int64),
                    np.zeros(size),
                    np.zeros(3, np.int64),
                )
            result = watched(run, self.meta, self.limits)
            if not self.meta[2]:
                return result
            bits, self.bits = self.bits + 2, 0

    def duel(self, position: ExpressPosition, deck: Sequence[int], enough: int = UNLIMITED) -> int:
        """Return the final margin when both play best; `deck`: the cards drawn, in order. One of `enough` is a lower bound."""
        kernel: Any = duel_kernels.duel
        start = (position.plies, *position.hand, *position.trains, position.weighed_lead, -UNLIMITED, enough - position.lead)
        given = (np.array(deck[: position.plies], np.int64), position.rules)
        bits = min(max(position.plies + 6, FEWEST_BITS), 17)  # usually suffices without a caboose
        return position.lead + self._filled(
            lambda: int(kernel(*start, *given, self.keys, self.meta, np.zeros((3, 2), np.int64))), bits, duel_kernels.VALUE + 1
        )

    def hidden(self, position: ExpressPosition, pool: Sequence[int], lead: int, win: bool = False, tie: float = 0.0) -> float:
        """Return the expected final margin when the deck is hidden: cards are drawn from `pool` (copies of each kind).

        `lead` is that in points so far, of an earlier game too. With `win` the chance to win is returned; a tie is worth `tie`.
        """
        kernel: Any = duel_kernels.hidden
        weighed = lead if win else position.weighed_lead
        start = (position.plies, *position.hand, *position.trains, weighed, tie, win, np.int64(0), np.array(pool, np.int64))
        bits, pair = max(min(4 * position.plies + 4, 20), FEWEST_BITS), np.zeros((3, 2), np.int64)
        found = self._filled(lambda: float(kernel(*start, position.rules, self.keys, self.found, self.meta, pair)), bits, 3)
        return found if win else lead + found


def play_out(
    position: ExpressPosition, deck: Sequence[int], number: int, seed: int, earlier: Sequence[int], first: int
) -> tuple[list[int], list[int]]:
    """Play a position out `number` times, the rest of the deck shuffled each time.

    Returns wins and the sum of leads over the best other player, for each player from the one to move on. `earlier`: points of
    an earlier game. `first`: the start player, counted from the one to move on; a tie goes to the player furthest from him.
    """
    players = len(position.trains)
    wins, sums = np.zeros(players, np.int64), np.zeros(players, np.int64)
    numbers = [np.array(row, np.int64) for row in (position.trains, position.values, position.hand, deck)]
    chance = np.array([seed], np.uint64)
    kernel: Any = playout_kernels.playouts
    given = (players, position.plies, position.rules, np.array(earlier, np.int64), first, chance)
    kernel(number, *numbers, *given, np.zeros((4, players + 1), np.int64), wins, sums)
    return wins.tolist(), sums.tolist()


def warm_up_duel(rules: Rules) -> None:
    """Load or compile the kernel of known decks of two players."""
    Solver().duel(ExpressPosition(rules, (ENGINE, ENGINE), (0, 0), (0, 1), 1), [2])


def warm_up(rules: Rules) -> None:
    """Load or compile every kernel of positions."""
    warm_up_duel(rules)
    Solver().hidden(ExpressPosition(rules, (ENGINE, ENGINE), (0, 0), (0, 1), 1), [1] * len(rules.cards), 0)
    play_out(ExpressPosition(rules, (ENGINE,) * 3, (0, 0, 0), (0, 1, 2), 1), [3, 4], 1, 1, (0, 0, 0), 0)

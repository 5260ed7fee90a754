"""Exact values of Yardmaster Express: two players with a known or a hidden deck; playouts of any number.

Values are those of single actions: an array with a row for each of the cards to choose from (sorted) and two columns, face up
and face down; illegal actions have −1000.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from shunt.cards.stop import Stop, StopKind
from shunt.games.express.engine import duel_kernels, playout_kernels
from shunt.games.express.engine.codes import ENGINE
from shunt.games.express.engine.position import ExpressPosition, Ints, Rules, ValueTable
from shunt.games.express.engine.watched import watched
from shunt.search.core.limits import LimitReached, Limits

T = TypeVar("T")
FEWEST_BITS, MOST_BITS = 10, 28


class Solver:
    """Solves positions of one known deck; what it learns is kept from call to call.

    `limits` bounds states, memory and time; `LimitReached` is raised at one.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits
        self.table: ValueTable | None = None

    @property
    def states(self) -> int:
        """The number of states stored."""
        return self.table.states() if self.table else 0

    def _filled(self, run: Callable[[ValueTable], T], bits: int, words: int) -> T:
        """Return what a kernel returns that works on the table; a table that is too small is replaced by a larger one."""
        while True:
            if self.table is None:
                if bits > MOST_BITS:
                    raise LimitReached(Stop(StopKind.STATES, 1 << MOST_BITS))
                if self.limits:
                    self.limits.allow_states(1 << bits - 2 if bits > 18 else 0)
                    self.limits.allow_bytes(8 * words << bits)
                self.table = ValueTable(bits, words)
            table = self.table
            result = watched(partial(run, table), table.states, table.stop, self.limits)
            if not table.overflowed:
                return result
            self.table, bits = None, table.bits + 2

    def duel(self, position: ExpressPosition, drawn: int, deck: Sequence[int], every: bool = True) -> Ints:
        """Return the margin to come of each action of the player to move, who holds `drawn`; `deck`: cards drawn next, in order.

        Margins are of the points still to come; add the lead in values so far for the final margin. Unless `every` margin
        is asked for, the first of the highest ones is exact and those after it are no higher: that is faster.
        """
        rest, values = np.array(deck[: position.plies - 1], np.int64), np.zeros((3, 2), np.int64)
        start = (position.plies, position.hand_with(drawn), *position.trains, position.weighed_lead, every)
        kernel: Any = duel_kernels.duel_actions

        def run(table: ValueTable) -> Ints:
            kernel(*start, rest, *position.rules.arrays, table.keys, table.meta, np.zeros((3, 2), np.int64), values)
            return values

        # A size that usually suffices without a caboose.
        bits = min(max(position.plies + 5, FEWEST_BITS), 17)
        return self._filled(run, bits, duel_kernels.VALUE + 1)

    def hidden(
        self, position: ExpressPosition, drawn: int, pool: Sequence[int], *, lead: int = 0, win: bool = False, tie: float = 0.0
    ) -> NDArray[np.float64]:
        """Return the expected value of each action when the deck is hidden: cards are drawn from `pool` (copies of each kind).

        The margin to come; with `win` the chance to win, for a player who leads by `lead` (an earlier game included) and for
        whom a tie is worth `tie`. A solver answers one such question.
        """
        lead, values = lead if win else position.weighed_lead, np.zeros((3, 2))
        start = (position.plies, position.hand_with(drawn), *position.trains, lead, tie, win, np.array(pool, np.int64))
        kernel: Any = duel_kernels.hidden_actions

        def run(table: ValueTable) -> NDArray[np.float64]:
            room = (table.keys, table.found, table.meta, np.zeros((3, 2), np.int64), values)
            kernel(*start, *position.rules.arrays, *room)
            return values

        bits = max(min(4 * position.plies, 20), FEWEST_BITS)
        return self._filled(run, bits, 3)


def play_out(
    position: ExpressPosition, deck: Sequence[int], number: int, seed: int, policy: int, earlier: Sequence[int], first: int
) -> tuple[Ints, Ints]:
    """Play a position before a draw out `number` times, the rest of the deck shuffled each time.

    Returns wins and the sum of leads over the best other player, for each player from the one to move on. `earlier`: points of
    an earlier game. `first`: the start player, counted from the one to move on; a tie goes to the player furthest from him.
    """
    players, rules = position.players, position.rules
    wins, sums = np.zeros(players, np.int64), np.zeros(players, np.int64)
    start = (number, *position.train_arrays, np.array(position.hand, np.int64), np.array(deck, np.int64), players, position.plies)
    policies, chance = np.full(players, policy, np.int64), np.array([seed | 1], np.uint64)
    room = (np.zeros((4, players + 1), np.int64), np.zeros((position.plies + 1, 2), np.int64))
    kernel: Any = playout_kernels.playouts
    kernel(*start, *rules.arrays, policies, np.array(earlier, np.int64), first, chance, *room, wins, sums)
    return wins, sums


# --------------------------------------------------------------------------------------------------------------------
# Warm-up


def warm_up_duel(rules: Rules) -> None:
    """Load or compile the kernel of known decks of two players."""
    Solver().duel(ExpressPosition(rules, (ENGINE, ENGINE), (0, 0), (0, 1), 1), 2, [])


def warm_up(rules: Rules) -> None:
    """Load or compile every kernel of positions."""
    warm_up_duel(rules)
    Solver().hidden(ExpressPosition(rules, (ENGINE, ENGINE), (0, 0), (0, 1), 1), 2, [1] * len(rules.cards))
    three = ExpressPosition(rules, (ENGINE,) * 3, (0, 0, 0), (0, 1, 2), 1)
    play_out(three, [3, 4], 1, 1, playout_kernels.GREEDY, (0, 0, 0), 0)

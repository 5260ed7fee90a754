"""Exact values of Yardmaster Express: two players with a known or a hidden deck, more players by max^n or paranoid play.

Values are those of single actions: an array with a row for each of the cards to choose from (sorted) and two columns, face up
and face down; illegal actions have `ILLEGAL`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shunt.cards.stop import Stop, StopKind
from shunt.games.express.engine import duel_kernels, playout_kernels, table_kernels
from shunt.games.express.engine.position import ExpressPosition, Ints, Rules, ValueTable
from shunt.games.express.engine.train_kernels import ENGINE
from shunt.games.express.engine.watched import watched
from shunt.search.core.limits import LimitReached, Limits

ILLEGAL = -1000
FEWEST_BITS, MOST_BITS = 10, 28
ROW_BYTES = 64  # of a table of three and more players, about


class Solver:
    """Solves positions of one known deck; what it learns is kept from call to call.

    `limits` bounds states, memory and time; `LimitReached` is raised at one.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits
        self.table: ValueTable | None = None
        self._pair = np.zeros((3, 2), np.int64)

    @property
    def states(self) -> int:
        """The number of states stored."""
        return self.table.states() if self.table else 0

    def duel(self, position: ExpressPosition, drawn: int, deck: Sequence[int], every: bool = True) -> Ints:
        """Return the margin to come of each action of the player to move, who holds `drawn`; `deck`: cards drawn next, in order.

        Margins are of the points still to come; add the lead in values so far for the final margin. Unless `every` margin
        is asked for, the first of the highest ones is exact and those after it are no higher: that is faster.
        """
        hand = np.array(sorted((*position.hand, drawn)), np.int64)
        rest = np.array(deck[: position.plies - 1], np.int64)
        lead = position.values[0] - position.values[1] if position.rules.row[2] == 7 else 0
        values = np.zeros((3, 2), np.int64)
        bits = self.table.bits if self.table else _bits_for(position.plies)
        while True:
            if self.table is None:
                self.table = self._new_table(bits, duel_kernels.VALUE + 1, 24)
            table = self.table
            start = (position.plies, hand, *position.trains, lead, every)
            room = (table.keys, table.meta, self._pair, values)
            kernel: Any = duel_kernels.duel_actions
            work = partial(kernel, *start, rest, *position.rules.arrays, *room)
            watched(work, table.states, table.stop, self.limits)
            if not table.overflowed:
                return values
            self.table, bits = None, bits + 2

    def _new_table(self, bits: int, words: int, row: int, dtype: Any = np.int16, columns: int = 1) -> ValueTable:
        if bits > MOST_BITS:
            raise LimitReached(Stop(StopKind.STATES, 1 << MOST_BITS))
        if self.limits:
            self.limits.allow_states(1 << bits - 2 if bits > 18 else 0)
            self.limits.allow_bytes(row << bits)
        return ValueTable(bits, words, dtype, columns)

    def max_n(self, position: ExpressPosition, deck: Sequence[int]) -> Ints:
        """Return what each player, from the one to move on, still gets when everybody maximises his own total.

        `deck` begins with the card that the player to move draws.
        """
        players, plies, rules = position.players, position.plies, position.rules
        order = np.array(deck[:plies], np.int64)
        bits = min(6 + 2 * plies, 18)
        while True:
            if self.table is None:
                self.table = self._new_table(bits, table_kernels.WORDS, ROW_BYTES, np.int16, 5)
            hands, out = np.zeros((plies + 1, 6), np.int64), np.zeros((plies + 1, 6), np.int64)
            hands[plies, :players] = position.hand
            table = self.table
            start = (plies, hands, *position.train_arrays, players, 0)
            room = (table.keys, table.found, table.meta, np.zeros((plies + 1, 4), np.int64), out)
            work: Any = partial(table_kernels.max_n, *start, order, *rules.arrays, *room)
            whole = watched(work, table.states, table.stop, self.limits)
            if whole:
                return out[plies, :players].copy()
            self.table, bits = None, bits + 2

    def paranoid(self, position: ExpressPosition, deck: Sequence[int], me: int, most_states: int) -> int:
        """Return the lead of player `me` (0 = to move) over the best other one when all others work against him.

        `position.values` are points so far, those of an earlier game included.
        """
        players, plies, rules = position.players, position.plies, position.rules
        hands = np.zeros((plies + 1, 6), np.int64)
        hands[plies, :players] = position.hand
        meta = np.array([0, most_states, 0], np.int64)
        start = (plies, hands, *position.train_arrays, players, 0, me, -999, 999)
        order, room = np.array(deck[:plies], np.int64), np.zeros(6, np.int64)
        work: Any = partial(table_kernels.paranoid, *start, order, *rules.arrays, meta, room)
        lead = watched(work, lambda: int(meta[0]), lambda: meta.__setitem__(1, 0), self.limits)
        if meta[2]:
            raise LimitReached(Stop(StopKind.STATES, most_states))
        return int(lead)


def _bits_for(plies: int) -> int:
    """Return the size of a table that usually suffices for this many plies without a caboose."""
    return min(max(plies + 5, FEWEST_BITS), 17)


def hidden_actions(
    position: ExpressPosition, drawn: int, pool: Sequence[int], *, lead: int = 0, win: bool = False, tie: float = 0.0
) -> NDArray[np.float64]:
    """Return the expected value of each action when the deck is hidden: cards are drawn from `pool` (copies of each kind).

    The margin to come; with `win` the chance to win, for a player who leads by `lead` (an earlier game included) and for whom a
    tie is worth `tie`.
    """
    rules = position.rules
    hand = np.array(sorted((*position.hand, drawn)), np.int64)
    if not win:
        lead = position.values[0] - position.values[1] if rules.row[2] == 7 else 0
    values, bits = np.zeros((3, 2)), min(4 * position.plies, 20)
    bits = max(bits, FEWEST_BITS)
    while True:
        table = ValueTable(bits, 3, np.float64)
        start = (position.plies, hand, *position.trains, lead, tie, win)
        room = (table.keys, table.found, table.meta, np.zeros((3, 2), np.int64), values)
        kernel: Any = duel_kernels.hidden_actions
        kernel(*start, np.array(pool, np.int64), *rules.arrays, *room)
        if not table.overflowed:
            return values
        bits += 2


# --------------------------------------------------------------------------------------------------------------------
# Playouts


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


def whole_games(rules: Rules, deck: Sequence[int], players: int, number: int, seed: int, policies: Sequence[int]) -> Ints:
    """Play whole games; returns rows of wins, sums of totals, of their squares, of face-down cards, and the number of ties.

    Players are numbered from the start player on. `policies`: `RANDOM` or `GREEDY` for each.
    """
    plies = players * (9 - players)
    figures = np.zeros((5, players), np.int64)
    start = (number, np.array(deck, np.int64), players, plies)
    chance = np.array([seed | 1], np.uint64)
    room = (np.zeros((4, players + 1), np.int64), np.zeros((plies, 2), np.int64))
    kernel: Any = playout_kernels.whole_games
    kernel(*start, *rules.arrays, np.array(policies, np.int64), chance, *room, figures)
    return figures


# --------------------------------------------------------------------------------------------------------------------
# Warm-up


def warm_up_duel(rules: Rules) -> None:
    """Load or compile the kernel of known decks of two players."""
    Solver().duel(ExpressPosition(rules, (ENGINE, ENGINE), (0, 0), (0, 1), 1), 2, [])


def warm_up(rules: Rules) -> None:
    """Load or compile every kernel of positions."""
    warm_up_duel(rules)
    hidden_actions(ExpressPosition(rules, (ENGINE, ENGINE), (0, 0), (0, 1), 1), 2, [1] * len(rules.cards))
    three = ExpressPosition(rules, (ENGINE,) * 3, (0, 0, 0), (0, 1, 2), 1)
    Solver().max_n(three, [3])
    play_out(three, [3, 4], 1, 1, playout_kernels.GREEDY, (0, 0, 0), 0)

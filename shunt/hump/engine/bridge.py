"""The orders that take one move more than both ends of a search have reached, found without storing another level.

Extending one end by a move stores a level that is ten to forty times as large as the last one. Here each move between the two
last levels is computed, joined with the states on both its sides, and dropped: an order of F + 1 + B moves consists of a state at
exactly F moves from the source, a move, and a state at exactly B moves from the exit. This needs no memory. In particular it
finds the orders with the most moves, for which the largest levels would have to be stored.
"""

from __future__ import annotations

import numpy as np

from shunt.hump.engine.kernels import make_room, more_room
from shunt.hump.engine.meeting_kernels import Bank, RankTables, Wanted, bridge_states
from shunt.hump.engine.occupancies import OccupancyBook
from shunt.hump.engine.words import Ints
from shunt.search.core.machine import core_count
from shunt.search.core.threads import Part, by_threads, parts_of

PARTS = 500  # parts into which the work of a thread is divided
BROAD = 150
"""The number of pairs of states that are joined in the time in which a move of a state is computed and stored. A bridge with more
pairs per move takes longer than extending an end."""
FAIR = 1.0  # moves for each state after which the cost is compared: a few percent of them


class TooBroad(Exception):
    """A bridge takes longer than extending an end by a move."""


def bank_of(states: Ints, book: OccupancyBook) -> Bank:
    """Return a level, which is sorted, with the place where each occupancy begins in it."""
    bits = 4 * book.codec.cars
    beyond = 1 + int(states[-1] >> bits) if len(states) else 0
    book.limits.allow_bytes(8 * 2 * (beyond + 1))
    return Bank(states, np.searchsorted(states, np.arange(beyond + 1) << bits))


class Bridge:
    """Moves forward, or back, to `inner`, the last level of one end (sorted), from states of the other end."""

    def __init__(self, book: OccupancyBook, ranks: RankTables, inner: Ints, forward: bool) -> None:
        self.book, self.ranks, self.forward = book, ranks, forward
        self._bits = 4 * book.codec.cars
        self._bank = bank_of(inner, book)
        self._threads = core_count()
        self._rooms = [make_room(book.codec.tables) for _ in range(self._threads)]
        self._work = np.zeros((self._threads, 2), np.int64)

    def cross(self, outer: Ints, length: int, optima: Ints, orders: Ints, must: bool = True) -> None:
        """Enter `length` in `optima`, by rank, for every unknown order that consists of a state of `outer` (sorted), a move, and
        a state of `inner`. `orders` contains all orders by rank, inverted if the bridge leads forward.

        Raise `TooBroad`, unless it `must` be crossed, and `LimitReached`. The results entered until then are correct but may be
        incomplete.
        """
        book, occupancies = self.book, self.book.numbered
        book.limits.allow_bytes(8 * 3 * len(outer))
        edges = np.append(np.flatnonzero(np.diff(outer >> self._bits, prepend=-1)), len(outer))
        self._work[:] = 0

        def work(thread: int, part: Part) -> None:
            """Join the states of some occupancies."""
            unknown = np.flatnonzero(optima == 0)
            wanted = Wanted(orders[unknown], unknown)
            begin, end = int(edges[part[0]]), int(edges[part[1]])
            while begin < end and len(unknown):
                room = self._rooms[thread]
                begin = int(
                    bridge_states(
                        book.codec.tables, room, occupancies, self.ranks, outer, begin, end, self._bank, wanted,
                        self.forward, length, optima, self._work[thread],
                    )
                )  # fmt: skip
                if begin < end:
                    self._rooms[thread] = more_room(book.codec.tables, room)

        def watch() -> None:
            """Check the limits, and whether the work is still worth its cost."""
            book.limits.allow_states(0)
            pairs, moves = self._work.sum(axis=0).tolist()
            if not must and moves > FAIR * len(outer) and pairs > BROAD * moves:
                raise TooBroad

        by_threads(self._threads, parts_of(len(edges) - 1, self._threads, chunks=PARTS), work, watch)

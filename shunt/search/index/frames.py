"""The data for `frame_kernels.py`: the numbered frames of a board with two locomotives, and room for their moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np

from shunt.rules.position import Roster
from shunt.search.core.arrays import WORD, Bits, Ints
from shunt.search.core.threads import Part
from shunt.search.index.frame_kernels import _pull_frames
from shunt.search.index.perfect import Arrangements
from shunt.search.trains.codec import Codec
from shunt.search.trains.records import Tables, Work
from shunt.search.trains.scratch import make_work

MOST_OTHERS = 7  # pieces that stand: all their orders are listed
SAMPLE = 512  # rows of which a level is judged


class Frames(NamedTuple):
    """The numbering of frames, and the effect of their moves on rows.

    `others`: the pieces that do not move, including the second locomotive. `sets`: the number of sets of spaces that they may
    occupy. `without` (others!, others): an order of all of them (by lexicographic rank) as an order of the cars, with one of them
    left out.
    """

    others: int
    sets: int
    without: Ints


class Gathering(NamedTuple):
    """Room for the moves of a frame. Rows are numbered by second locomotive, by which of the two moves, and by heading."""

    sums: Ints
    own: Ints
    rows: Ints
    orders: Ints
    missing: Ints
    gathered: Ints
    touched: Ints


def _without(others: int) -> Ints:
    """Return, for each order of `others` things (by rank), the order without each of them."""
    ranks = {order: rank for rank, order in enumerate(permutations(range(others - 1)))}
    found = [
        [
            ranks[tuple(place - (place > order[left]) for which, place in enumerate(order) if which != left)]
            for left in range(others)
        ]
        for order in permutations(range(others))
    ]
    return np.array(found, np.int64)


# --------------------------------------------------------------------------------------------------------------------
# A level


class Pulling:
    """A level that is searched from the states not yet reached, by threads that each take some frames. `count` is the number of
    frames. `tables` belong to the same board with locomotives as its only pieces, of which the first moves."""

    def __init__(self, arrangements: Arrangements, tables: Tables, threads: int, forwards: bool) -> None:
        self._index, self._tables, self._forwards = arrangements.index, tables, forwards
        others, places = tables.pieces - 1, len(self._index.space)
        self._frames = Frames(others, comb(places - 1, others), _without(others))
        self.count = len(arrangements.codec.settings.positions) * places * self._frames.sets << tables.has_headings
        self._rooms = [1] * threads
        self._scratch = [self._room(1) for _ in range(threads)]

    @classmethod
    def of(cls, arrangements: Arrangements, threads: int, forwards: bool) -> Pulling | None:
        """Return the search of a puzzle, or None if moves depend on more than the frame, or frames would save nothing."""
        index, tables, rules = arrangements.index, arrangements.codec.tables, arrangements.codec.rules
        locomotives, others = rules.roster.locomotives, index.cars + 1
        alike = any(set(group) & set(locomotives) for group in rules.roster.interchangeable)
        if len(locomotives) != 2 or alike or rules.train_rules.changed or rules.access.partly or rules.plan.exclusive:
            return None
        if tables.by_hand.shape[2] or not len(index.sextets):
            return None
        if not 2 <= others <= MOST_OTHERS or len(index.space) <= others:
            return None
        every = tuple(f"piece {number}" for number in range(others + 1))
        free = Codec.for_rules(replace(rules, roster=Roster(every, ())))
        return None if free.words > 1 else cls(arrangements, free.tables._replace(movers=1), threads, forwards)

    def _room(self, room: int) -> tuple[Work, Ints, Gathering]:
        """Return scratch memory for one thread, `room` times as much as most moves need."""
        others, orders = self._frames.others, len(self._index.action)
        kinds, most = 4 * others, 512 * room
        gathering = Gathering(
            np.zeros((4, others + 1), np.int64),
            np.zeros((kinds, 1), np.int64),
            np.zeros((kinds, most), np.int64),
            np.zeros((others, most), np.int64),
            np.zeros((kinds, 2), np.int64),
            np.zeros((orders, 2), np.int64),
            np.zeros(orders, np.int64),
        )
        return make_work(self._tables, room), np.zeros((4, others + 2), np.int64), gathering

    def pull(self, thread: int, part: Part, frontier: Bits, reached: Bits) -> None:
        """Search the rows of the frames in a part, and set the new states in `frontier`."""
        at, last = part
        while at < last:
            bits = frontier, reached
            at = _pull_frames(self._tables, self._index, self._frames, *self._scratch[thread], *bits, at, last, self._forwards)
            if at < last:
                self._rooms[thread] *= 4
                self._scratch[thread] = self._room(self._rooms[thread])


def rows_with_bits(bits: Bits, permutations: int, inverted: bool = False) -> float:
    """Return the share of rows with at least one set bit (or, if `inverted`, at least one bit that is not set), estimated from a
    sample."""
    rows = np.linspace(0, bits.size * WORD // permutations - 1, SAMPLE).astype(np.int64)
    numbers = rows[:, None] * permutations + np.arange(permutations)
    found = bits[numbers >> 6] >> (numbers & 63) & 1
    return float((found == (not inverted)).any(axis=1).mean())

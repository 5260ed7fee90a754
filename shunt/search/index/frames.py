"""The data for `frame_kernels.py`: the numbered frames of a board with two locomotives, and room for their moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.rules.position import Roster
from shunt.search.core.arrays import WORD
from shunt.search.core.threads import Part
from shunt.search.index.frame_kernels import _pull_frames
from shunt.search.index.perfect import Arrangements
from shunt.search.trains.codec import Codec
from shunt.search.trains.records import Work
from shunt.search.trains.scratch import make_work

MOST_OTHERS = 7  # pieces that stand: all their orders are listed
SAMPLE = 512  # rows of which a level is judged

Bits = NDArray[np.int64]


class Frames(NamedTuple):
    """The numbering of frames, and the effect of their moves on rows.

    `others`: the pieces that do not move, including the second locomotive. `sets`: the number of sets of spaces that they may
    occupy. `without` (others!, others): an order of all of them (by lexicographic rank) as an order of the cars, with one of them
    left out.
    """

    others: int
    sets: int
    without: NDArray[np.int64]


class Gathering(NamedTuple):
    """Room for the moves of a frame. Rows are numbered by second locomotive, by which of the two moves, and by heading."""

    sums: NDArray[np.int64]
    own: NDArray[np.int64]
    rows: NDArray[np.int64]
    orders: NDArray[np.int64]
    missing: NDArray[np.int64]
    gathered: NDArray[np.int64]
    touched: NDArray[np.int64]


@dataclass(frozen=True)
class FrameIndex:
    """The frames of a puzzle. `codec` belongs to the same board with locomotives as its only pieces."""

    codec: Codec
    frames: Frames
    count: int
    orders: int

    @classmethod
    def of(cls, arrangements: Arrangements) -> FrameIndex | None:
        """Return the frames of a puzzle, or None if moves depend on more than the frame, or frames would save nothing."""
        codec, index = arrangements.codec, arrangements.index
        rules, tables = codec.rules, codec.tables
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
        if free.words > 1:
            return None
        sets = comb(len(index.space) - 1, others)
        frames = Frames(others, sets, _without(others))
        count = len(codec.settings.positions) * len(index.space) * sets << rules.has_headings
        return cls(free, frames, count, len(index.action))

    def room(self, room: int = 1) -> tuple[Work, NDArray[np.int64], Gathering]:
        """Return scratch memory for one thread, `room` times as much as most moves need."""
        others, work = self.frames.others, make_work(self.codec.tables, room)
        kinds, most = 4 * others, 512 * room
        gathering = Gathering(
            np.zeros((4, others + 1), np.int64),
            np.zeros((kinds, 1), np.int64),
            np.zeros((kinds, most), np.int64),
            np.zeros((others, most), np.int64),
            np.zeros((kinds, 2), np.int64),
            np.zeros((self.orders, 2), np.int64),
            np.zeros(self.orders, np.int64),
        )
        return work, np.zeros((4, self.codec.tables.pieces + 1), np.int64), gathering


def _without(others: int) -> NDArray[np.int64]:
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
    """A level that is searched from the states not yet reached, by threads that each take some frames."""

    def __init__(self, arrangements: Arrangements, frames: FrameIndex, threads: int, forwards: bool) -> None:
        self._arrangements, self._frames, self._forwards = arrangements, frames, forwards
        self._rooms = [1] * threads
        self._scratch = [frames.room() for _ in range(threads)]

    @property
    def count(self) -> int:
        """Return the number of frames."""
        return self._frames.count

    def pull(self, thread: int, part: Part, frontier: Bits, reached: Bits) -> None:
        """Search the rows of the frames in a part, and set the new states in `frontier`."""
        at, last = part
        while at < last:
            work, places, gathering = self._scratch[thread]
            at = _pull_frames(
                self._frames.codec.tables,
                self._arrangements.index,
                self._frames.frames,
                work,
                places,
                gathering,
                frontier,
                reached,
                at,
                last,
                self._forwards,
            )
            if at < last:
                self._rooms[thread] *= 4
                self._scratch[thread] = self._frames.room(self._rooms[thread])


def rows_with_bits(bits: Bits, permutations: int, inverted: bool = False) -> float:
    """Return the share of rows with at least one set bit (or, if `inverted`, at least one bit that is not set), estimated from a
    sample."""
    rows = np.linspace(0, bits.size * WORD // permutations - 1, SAMPLE).astype(np.int64)
    numbers = rows[:, None] * permutations + np.arange(permutations)
    found = bits[numbers >> 6] >> (numbers & 63) & 1
    return float((found == (not inverted)).any(axis=1).mean())

"""Floods over the perfect index, with two bit sets (the reached states, and the frontier with the states that follow it),
expanded by all cores.

Threads take ranges of the frontier and set bits atomically. The result therefore does not depend on their number or speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import Bits, Ints
from shunt.search.core.limits import Limits
from shunt.search.core.machine import core_count
from shunt.search.core.threads import Part, by_threads, parts_of
from shunt.search.index.frames import Pulling, rows_with_bits
from shunt.search.index.occupancy_kernels import ROWS
from shunt.search.index.perfect import Arrangements, Index
from shunt.search.index.push_kernels import _close_level, _expand_rows
from shunt.search.trains.scratch import make_work

BYTES_A_SLOT = 2 / 8
PUSH, PULL = "rows", "pull"  # ways to search a level: from the frontier, or from what is not reached yet
# Set by `benchmarks/floods.py`.
GAIN = 8  # rows that are pulled in the time in which one is pushed
LEAST_SLOTS = 1 << 24  # below that a level is too short to judge it
KEPT_SHARE = 0.125  # bytes a slot for moves that are kept, half of what the bit sets take
LEAST_KEPT = 3 << 20  # bytes of them that small boards may take
STEP_BITS = 32
PIECE = 1 << 17  # words of a bit set that are counted, read or written at once


class KeptMoves(NamedTuple):
    """The steps of the rows, or pairs of rows, whose moves are computed once: `lengths` of them from `first` on; 0 means none."""

    first: NDArray[np.uint32]
    lengths: NDArray[np.uint8]
    steps: NDArray[np.uint32]

    @classmethod
    def of(cls, index: Index, rows: int, bit_sets: int, limits: Limits) -> KeptMoves:
        """Return room for the moves of some or all of `rows`, or none if the `bit_sets` bytes of a flood fill much of the
        memory."""
        budget = max(LEAST_KEPT, int(KEPT_SHARE * index.occupancies * index.permutations))
        room = (budget - 5 * rows) // 4
        fits = shift_of(index) + (len(index.action) - 1).bit_length() <= STEP_BITS
        if not fits or room <= 0 or limits.bytes_left < 2 * (bit_sets + budget):
            rows = room = 0
        return cls(np.zeros(rows, np.uint32), np.zeros(rows, np.uint8), np.zeros(room, np.uint32))

    def shares(self, threads: int) -> list[Ints]:
        """Return the range in which each thread may store the steps that it keeps: the next index and the end."""
        edges = np.linspace(0, len(self.steps), threads + 1).astype(np.int64)
        return [edges[thread : thread + 2].copy() for thread in range(threads)]


def shift_of(index: Index) -> int:
    """Return the bit at which the order begins in a step."""
    return (8 * index.occupancies - 1).bit_length()


class RowMoves(NamedTuple):
    """Room for the moves of a row: the places of its pieces, its permutations in the frontier, and the output of
    `_list_steps`."""

    at: Ints
    permutations: Ints
    targets: Ints
    steps: Ints
    chains: Ints
    ends: Ints


class Scratch:
    """The scratch memory of one thread. Call `grow` if a kernel reports that there is no room."""

    def __init__(self, arrangements: Arrangements) -> None:
        self._arrangements, self._room = arrangements, 1
        self._make()

    def _make(self) -> None:
        tables, index = self._arrangements.codec.tables, self._arrangements.index
        self.work = make_work(tables, self._room)
        outcomes = len(self.work.outcome) + tables.by_hand.shape[2]
        self.moves = RowMoves(
            np.zeros((ROWS, tables.pieces + 1), np.int64),
            np.zeros(index.permutations, np.int64),
            np.zeros((outcomes, 2), np.int64),
            np.zeros(outcomes, np.int64),
            np.zeros((2, outcomes), np.int64),
            np.full(len(index.action), -1, np.int64),
        )

    def grow(self) -> None:
        """Make the room four times as large."""
        self._room *= 4
        self._make()


def bits_in(bits: Bits, without: Bits | None = None) -> int:
    """Return the number of set bits (that are not set in `without`)."""
    count = 0
    for at in range(0, bits.size, PIECE):
        piece = bits[at : at + PIECE]
        if without is not None:
            piece = piece & ~without[at : at + PIECE]
        count += int(np.bitwise_count(piece.view(np.uint64)).sum())
    return count


class DenseSearch:
    """Levels of a breadth-first search as bit sets over all arrangements. `step` computes the next level.

    `frontier` is the last level. During a step it also contains the next level, which consists of the bits that are not in
    `reached`. After a step that was interrupted, `way` says how the current level is searched, and `done` which parts of it are
    finished; the next call of `step` continues there.
    """

    def __init__(
        self, arrangements: Arrangements, start: Iterable[int], limits: Limits, forwards: bool = True, threads: int | None = None
    ) -> None:
        self.arrangements, self.limits, self.forwards = arrangements, limits, forwards
        words = -(-arrangements.slots // 64)
        limits.allow_bytes(2 * 8 * words)
        self.reached = np.zeros(words, np.int64)
        self.frontier = np.zeros(words, np.int64)
        for number in start:
            bit = np.int64(np.uint64(1 << (number & 63)).view(np.int64))
            self.frontier[number >> 6] |= bit
            self.reached[number >> 6] |= bit
        self._threads = threads or core_count()
        self._scratch = [Scratch(arrangements) for _ in range(self._threads)]
        rules = arrangements.codec.rules
        self._headings = 2 if rules.has_headings and len(rules.roster.locomotives) == 1 else 1
        self._kept_moves = KeptMoves.of(arrangements.index, self._rows_pushed(), 2 * 8 * words, limits)
        self._shares = self._kept_moves.shares(self._threads)
        self._pulling: Pulling | None = None
        self.way, self.done = "", list[Part]()

    def step(self, watch: Callable[[], None] = lambda: None) -> int:
        """Expand the frontier; return the number of new states. `watch` is called between parts and may raise an exception."""
        self.way = self.way or self._best_way()
        pulling = self._pulling if self.way == PULL else None
        length = self._rows_pushed() if pulling is None else pulling.count

        def work(thread: int, part: Part) -> None:
            """Search a part of the level."""
            if pulling is None:
                self._expand(thread, part)
            else:
                pulling.pull(thread, part, self.frontier, self.reached)

        by_threads(self._threads, parts_of(length, self._threads, self.done), work, watch, self.done.append)
        new = int(_close_level(self.frontier, self.reached, 0, len(self.frontier)))
        self.way, self.done = "", []
        return new

    def kept(self) -> dict[str, Bits]:
        """Return the arrays that a checkpoint must contain, in the order in which they must be written."""
        return {"frontier": self.frontier, "reached": self.reached}

    def resume(self, kept: Mapping[str, Bits], levels: Sequence[int], way: str, done: Sequence[Part]) -> None:
        """Continue with the arrays of a checkpoint; raise `ValueError` if they are not those of this search and these levels."""
        if {name: array.size for name, array in kept.items()} != {name: array.size for name, array in self.kept().items()}:
            raise ValueError("other arrays")
        self.frontier, self.reached, self.way, self.done = kept["frontier"], kept["reached"], way, list(done)
        edges = [edge for part in sorted(done) for edge in part]
        length = 0 if not way else self._rows_pushed() if way == PUSH else self.frames_pulled()
        if edges != sorted(edges) or edges and edges[-1] > length:
            raise ValueError("other parts")
        following = bits_in(self.frontier, self.reached)
        if (bits_in(self.reached), bits_in(self.frontier) - following) != (sum(levels), levels[-1]):
            raise ValueError("other counts")
        if following and not way:
            raise ValueError("bits beyond the last level")
        beyond = self.arrangements.slots & 63
        if beyond and any(int(array.view(np.uint64)[-1]) >> beyond for array in kept.values()):
            raise ValueError("numbers beyond the last")

    def frames_pulled(self) -> int:
        """Return the number of frames for a search of a level from the states not yet reached, or 0 if that is not possible."""
        self._pulling = self._pulling or Pulling.of(self.arrangements, self._threads, self.forwards)
        return self._pulling.count if self._pulling else 0

    def _best_way(self) -> str:
        """Return the way to search the next level that computes fewer moves, judged by a sample of the rows."""
        if self.arrangements.slots < LEAST_SLOTS or not self.frames_pulled():
            return PUSH
        permutations = self.arrangements.index.permutations
        unreached = rows_with_bits(self.reached, permutations, inverted=True)
        return PULL if GAIN * rows_with_bits(self.frontier, permutations) > unreached else PUSH

    def _rows_pushed(self) -> int:
        """Return the number of rows from which a level is pushed, or of pairs of rows if the only locomotive has a heading."""
        return self.arrangements.index.occupancies // self._headings

    def _expand(self, thread: int, part: Part) -> None:
        """Push the frontier of some rows. Moves are computed once for both headings of the only locomotive."""
        own, tables, index = self._scratch[thread], self.arrangements.codec.tables, self.arrangements.index
        kept = self._kept_moves, self._shares[thread]
        rows = self._headings, int(tables.couples_both_ways or self._headings == 1), shift_of(index), self.frontier, self.reached
        if self._headings == 2:
            tables = tables._replace(couples_both_ways=1)
        at, last = part
        while at < last:
            at = _expand_rows(tables, index, own.work, own.moves, *kept, *rows, at, last, self.forwards)
            if at < last:
                own.grow()

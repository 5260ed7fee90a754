"""Floods over the perfect index: three bit sets (reached, frontier, what follows), expanded by all cores.

The threads take ranges of the frontier and set bits atomically, so what is found depends neither on their number nor on
their pace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.limits import Limits, core_count
from shunt.search.index.occupancy_kernels import _close_level, _expand_words
from shunt.search.index.perfect import Arrangements
from shunt.search.trains.scratch import Work, make_work

Bits = NDArray[np.int64]
CHUNKS = 64  # parts into which a level is divided: few enough to cost nothing, enough to keep the threads busy
BYTES_A_SLOT = 3 / 8


class Scratch:
    """What one thread needs for itself; `grow` when a kernel says that it has no room."""

    def __init__(self, arrangements: Arrangements) -> None:
        self._arrangements = arrangements
        self._room = 1
        self.at = np.zeros((4, arrangements.codec.tables.pieces + 1), np.int64)
        self.permutations = np.zeros(arrangements.index.permutations, np.int64)
        self._make()

    def _make(self) -> None:
        tables = self._arrangements.codec.tables
        self.work: Work = make_work(tables, self._room)
        self.targets = np.zeros((len(self.work.outcome) + tables.by_hand.shape[2], 2), np.int64)

    def grow(self) -> None:
        """Four times the room."""
        self._room *= 4
        self._make()


Part = tuple[int, int]


def by_threads(threads: int, length: int, work: Callable[[int, Part], None], watch: Callable[[], None]) -> None:
    """Call `work(thread, part)` for parts of range(length) on `threads` threads; `watch` between parts may raise."""
    edges = np.linspace(0, length, min(CHUNKS * threads, length) + 1).astype(np.int64).tolist()
    todo = iter(list(pairwise(edges)))
    stopping = False

    def loop(thread: int) -> None:
        """Take parts until there are none, or another thread has failed."""
        nonlocal stopping
        try:
            for part in todo:  # a list iterator hands out each part once, to whichever thread asks
                if stopping:
                    return
                work(thread, part)
                if thread == 0:
                    watch()
        except BaseException:
            stopping = True
            raise

    if threads == 1:
        loop(0)
        return
    with ThreadPoolExecutor(threads - 1) as pool:
        others = [pool.submit(loop, thread) for thread in range(1, threads)]
        loop(0)  # on the main thread, so that an interrupt ends it
        for other in others:
            other.result()


class DenseSearch:
    """Levels of a breadth-first search as bit sets over all arrangements; `step` makes the next one."""

    def __init__(
        self, arrangements: Arrangements, start: Iterable[int], limits: Limits, forwards: bool = True, threads: int | None = None
    ) -> None:
        self.arrangements, self.limits, self.forwards = arrangements, limits, forwards
        words = -(-arrangements.slots // 64)
        limits.allow_bytes(3 * 8 * words)
        self.reached = np.zeros(words, np.int64)
        self.frontier = np.zeros(words, np.int64)
        self._following = np.zeros(words, np.int64)
        for number in start:
            bit = np.int64(np.uint64(1 << (number & 63)).view(np.int64))
            self.frontier[number >> 6] |= bit
            self.reached[number >> 6] |= bit
        self._threads = threads or core_count()
        self._scratch = [Scratch(arrangements) for _ in range(self._threads)]

    def step(self, watch: Callable[[], None] = lambda: None) -> int:
        """Expand the frontier; returns how many states are new. `watch` is called between parts and may raise."""
        words = len(self.frontier)
        by_threads(self._threads, words, self._expand, watch)
        new = int(_close_level(self.frontier, self.reached, self._following, 0, words))
        self.frontier, self._following = self._following, self.frontier
        return new

    def _expand(self, thread: int, part: Part) -> None:
        own = self._scratch[thread]
        while (
            _expand_words(
                self.arrangements.codec.tables,
                self.arrangements.index,
                own.work,
                own.at,
                own.permutations,
                own.targets,
                self.frontier,
                self.reached,
                self._following,
                *part,
                self.forwards,
            )
            < 0
        ):
            own.grow()

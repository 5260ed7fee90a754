"""Floods over the perfect index: three bit sets (reached, frontier, what follows), expanded by all cores.

The threads take ranges of the frontier and set bits atomically, so what is found depends neither on their number nor on
their pace.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from shunt.search.index import Arrangements
from shunt.search.index_kernels import _close_level, _expand_words
from shunt.search.limits import Limits
from shunt.search.train_work import Work, make_work

Bits = NDArray[np.int64]
CHUNKS = 64  # a level is handed out in so many parts: few enough to cost nothing, enough to keep the threads busy
BYTES_A_SLOT = 3 / 8


def default_threads() -> int:
    """As many as this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Scratch:
    """What one thread needs for itself."""

    def __init__(self, arrangements: Arrangements, room: int = 1) -> None:
        tables = arrangements.codec.tables
        self.work: Work = make_work(tables, room)
        self.at = np.zeros((4, tables.pieces + 1), np.int64)
        self.labels = np.zeros(arrangements.index.labels, np.int64)
        self.targets = np.zeros((len(self.work.outcome) + tables.by_hand.shape[2], 2), np.int64)


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
        self._threads = threads or default_threads()
        self._scratch = [_Scratch(arrangements) for _ in range(self._threads)]
        self._room = [1] * self._threads

    def step(self, watch: Callable[[], None] = lambda: None) -> int:
        """Expand the frontier; returns how many states are new. `watch` is called between parts and may raise."""
        words = len(self.frontier)
        edges = np.linspace(0, words, min(CHUNKS * self._threads, words) + 1).astype(np.int64)
        parts = list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
        if self._threads == 1:
            for part in parts:
                self._expand(0, part)
                watch()
        else:
            self._expand_by_threads(parts, watch)
        new = int(_close_level(self.frontier, self.reached, self._following, 0, words))
        self.frontier, self._following = self._following, self.frontier
        return new

    def _expand_by_threads(self, parts: list[tuple[int, int]], watch: Callable[[], None]) -> None:
        todo = iter(parts)

        def work(thread: int) -> None:
            for part in todo:  # a list iterator hands out each part once, to whichever thread asks
                self._expand(thread, part)
                if thread == 0:
                    watch()

        with ThreadPoolExecutor(self._threads) as pool:
            for done in [pool.submit(work, thread) for thread in range(self._threads)]:
                done.result()

    def _expand(self, thread: int, part: tuple[int, int]) -> None:
        while True:
            own = self._scratch[thread]
            status = _expand_words(
                self.arrangements.codec.tables,
                self.arrangements.index,
                own.work,
                own.at,
                own.labels,
                own.targets,
                self.frontier,
                self.reached,
                self._following,
                *part,
                self.forwards,
            )
            if status == 0:
                return
            self._room[thread] *= 4
            self._scratch[thread] = _Scratch(self.arrangements, self._room[thread])

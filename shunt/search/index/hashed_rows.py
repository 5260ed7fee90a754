"""Floods over hashed rows: for boards whose index is too large for memory while few of its rows are ever reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from shunt.search.core.arrays import FULLEST, grown
from shunt.search.core.limits import Limits, core_count
from shunt.search.index.bitsets import Part, Scratch, by_threads
from shunt.search.index.hashed_row_kernels import _close_rows, _expand_rows, _move_rows
from shunt.search.index.perfect import Arrangements

FRONTIER, REACHED, FOLLOWING = 0, 1, 2
LEAST_ROWS = 1 << 12


class RowSearch:
    """Levels of a breadth-first search, a bit set over the labels for every row that was reached; `step` makes the next one."""

    def __init__(
        self, arrangements: Arrangements, start: Iterable[int], limits: Limits, forwards: bool = True, threads: int | None = None
    ) -> None:
        self._arrangements, self._limits, self._forwards = arrangements, limits, forwards
        self._threads = threads or core_count()
        self._scratch = [Scratch(arrangements) for _ in range(self._threads)]
        self._words = -(-arrangements.index.labels // 64)
        self._keys = np.full(LEAST_ROWS, -1, np.int64)
        self._bits = np.zeros((3, LEAST_ROWS, self._words), np.int64)
        self._order = [FRONTIER, REACHED, FOLLOWING]
        self._rows = 0
        for number in start:
            self._put(*divmod(number, arrangements.index.labels))

    def step(self, watch: Callable[[], None] = lambda: None) -> int:
        """Expand the frontier; returns how many states are new. `watch` is called between parts and may raise."""
        while not self._expand_all(watch):
            self._grow(grown(len(self._keys)))
        reached, following = (self._bits[part] for part in self._order[1:])
        new = int(_close_rows(self._keys, reached, following))
        self._order[FRONTIER], self._order[FOLLOWING] = self._order[FOLLOWING], self._order[FRONTIER]
        return new  # the old frontier is all zeros: what is expanded is cleared at once

    def _put(self, row: int, label: int) -> None:
        if self._rows + 1 > FULLEST * len(self._keys):
            self._grow(grown(len(self._keys)))
        one = np.zeros((3, 1, self._words), np.int64)
        bit = np.uint64(1 << (label & 63)).view(np.int64)
        for part in (FRONTIER, REACHED):
            one[part, 0, label >> 6] = bit
        at = np.flatnonzero(self._keys == row)
        if len(at):
            self._bits[:, at[0]] |= one[:, 0]
        else:
            _move_rows(np.array([row], np.int64), one, self._keys, self._bits)
            self._rows += 1

    def _expand_all(self, watch: Callable[[], None]) -> bool:
        """Expand what is left of the frontier; False where the table became too full to go on."""
        room = max(0, int(FULLEST * len(self._keys)) - self._rows) // self._threads
        left = [room] * self._threads
        finished = [True] * self._threads
        frontier, reached, following = (self._bits[part] for part in self._order)

        def work(thread: int, part: Part) -> None:
            """Expand a part, or as much of it as there is room for."""
            own = self._scratch[thread]
            at, last = part
            while at < last and finished[thread]:
                at, added, status = _expand_rows(
                    self._arrangements.codec.tables,
                    self._arrangements.index,
                    own.work,
                    own.at,
                    own.labels,
                    own.targets,
                    self._keys,
                    frontier,
                    reached,
                    following,
                    following.reshape(-1),
                    at,
                    last,
                    left[thread],
                    self._forwards,
                )
                left[thread] -= added
                if status < 0:
                    own.grow()
                elif at < last:
                    finished[thread] = False

        by_threads(self._threads, len(self._keys), work, watch)
        self._rows += sum(room - rest for rest in left)
        return all(finished)

    def _grow(self, capacity: int) -> None:
        self._limits.allow_bytes(8 * capacity * (1 + 3 * self._words))
        keys = np.full(capacity, -1, np.int64)
        bits = np.zeros((3, capacity, self._words), np.int64)
        _move_rows(self._keys, self._bits, keys, bits)
        self._keys, self._bits = keys, bits

"""Floods over hashed occupancies, for boards whose index is too large for memory although few occupancies are ever reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from shunt.search.core.arrays import FULLEST, Bits, grown
from shunt.search.core.limits import Limits
from shunt.search.core.machine import core_count
from shunt.search.core.threads import Part, by_threads, parts_of
from shunt.search.index.bitsets import Scratch, bits_in
from shunt.search.index.hashed_occupancy_kernels import _close_occupancies, _expand_occupancies, _move_occupancies
from shunt.search.index.perfect import Arrangements

LEAST_OCCUPANCIES = 1 << 12
MOST_SLOTS = 1 << 31  # of a hash table


class OccupancySearch:
    """Levels of a breadth-first search, with a bit set of permutations for every occupancy that was reached. `step` computes the
    next level.

    It begins at a few arrangements with different occupancies.
    """

    def __init__(self, arrangements: Arrangements, start: Iterable[int], limits: Limits, threads: int | None = None) -> None:
        self._arrangements, self._limits = arrangements, limits
        self._threads = threads or core_count()
        self._scratch = [Scratch(arrangements) for _ in range(self._threads)]
        self._words = -(-arrangements.index.permutations // 64)
        self._keys, self._bits = self._table(LEAST_OCCUPANCIES)
        self.way, self.done = "", list[Part]()  # a level is continued only where it was not begun
        self._occupancies = 0
        for number in start:
            occupancy, permutation = divmod(number, arrangements.index.permutations)
            one, nothing = np.zeros((2, 1, self._words), np.int64)
            one[0, permutation >> 6] = np.uint64(1 << (permutation & 63)).view(np.int64)
            _move_occupancies(np.array([occupancy], np.int64), (one, one, nothing), self._keys, tuple(self._bits))
            self._occupancies += 1

    def step(self, watch: Callable[[], None] = lambda: None) -> int:
        """Expand the frontier; return the number of new states. `watch` is called between parts and may raise an exception."""
        while not self._expand_all(watch):
            self._grow(grown(len(self._keys)))
        frontier, reached, following = self._bits
        new = int(_close_occupancies(self._keys, reached, following))
        self._bits = [following, reached, frontier]  # the old frontier is all zeros: what is expanded is cleared at once
        return new

    def kept(self) -> dict[str, Bits]:
        """Return the arrays that a checkpoint must contain after a level."""
        frontier, reached, _ = self._bits
        return {"keys": self._keys, "frontier": frontier, "reached": reached}

    def resume(self, kept: Mapping[str, Bits], levels: Sequence[int], way: str, done: Sequence[Part]) -> None:
        """Continue with the arrays of a checkpoint; raise `ValueError` if they are not those of this search and these levels."""
        sizes = {name: array.size for name, array in kept.items()}
        capacity, index = sizes.get("keys", 0), self._arrangements.index
        wanted = {"keys": capacity, "frontier": capacity * self._words, "reached": capacity * self._words}
        if sizes != wanted or not LEAST_OCCUPANCIES <= capacity < MOST_SLOTS or way or done:
            raise ValueError("other arrays")
        self._limits.allow_bytes(8 * capacity * self._words)
        frontier, reached = (kept[name].reshape(capacity, self._words) for name in ("frontier", "reached"))
        self._keys, self._bits = kept["keys"], [frontier, reached, np.zeros(frontier.shape, np.int64)]
        self._occupancies = int(np.count_nonzero(self._keys != -1))
        if self._keys.min() < -1 or self._keys.max() >= index.occupancies or self._occupancies > FULLEST * len(self._keys):
            raise ValueError("other occupancies")
        beyond = np.uint64(index.permutations & 63)
        if (bits_in(reached.reshape(-1)), bits_in(frontier.reshape(-1))) != (sum(levels), levels[-1]):
            raise ValueError("other counts")
        if beyond and any((array.view(np.uint64)[:, -1] >> beyond).any() for array in (frontier, reached)):
            raise ValueError("permutations beyond the last")

    def _expand_all(self, watch: Callable[[], None]) -> bool:
        """Expand the rest of the frontier; return False if the table became too full to continue."""
        room = max(0, int(FULLEST * len(self._keys)) - self._occupancies) // self._threads
        budget = [room] * self._threads
        finished = [True] * self._threads
        frontier, reached, following = self._bits
        tables, index = self._arrangements.codec.tables, self._arrangements.index

        def work(thread: int, part: Part) -> None:
            """Expand a part, as far as there is room."""
            own = self._scratch[thread]
            at, last = part
            while at < last and finished[thread]:
                given = own.work, own.moves, self._keys, frontier, reached, following, following.reshape(-1)
                at, added, status = _expand_occupancies(tables, index, *given, at, last, budget[thread])
                budget[thread] -= added
                if status < 0:
                    own.grow()
                elif at < last:
                    finished[thread] = False

        by_threads(self._threads, parts_of(len(self._keys), self._threads), work, watch)
        self._occupancies += sum(room - rest for rest in budget)
        return all(finished)

    def _table(self, capacity: int) -> tuple[Bits, list[Bits]]:
        """Return an empty table of this many occupancies: keys, frontier, reached and following states."""
        return np.full(capacity, -1, np.int64), [np.zeros((capacity, self._words), np.int64) for _ in range(3)]

    def _grow(self, capacity: int) -> None:
        self._limits.allow_bytes(8 * capacity * (1 + 3 * self._words))
        keys, bits = self._table(capacity)
        _move_occupancies(self._keys, tuple(self._bits), keys, tuple(bits))
        self._keys, self._bits = keys, bits

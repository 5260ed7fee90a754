"""The patterns of one yard, numbered as they turn up, and the moves between them, each worked out once.

The kernels in `hump_kernels` answer for a single pattern; here every pattern gets a number and a list of packed *links*:
`target pattern << 4 n | shuffle` for a move, `-1 - order` for an exit. A link serves every labelling of its pattern.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shunt.errors import TooLargeError
from shunt.search.core.limits import Limits
from shunt.search.hump.codec import HumpCodec
from shunt.search.hump.kernels import make_room
from shunt.search.hump.pattern_kernels import Links, Patterns, link, numbered, refill, unpack_slots

Ints = NDArray[np.int64]


class PatternBook:
    """The patterns of one yard and train length, with their successors (`ahead`) and predecessors (`back`).

    Arrays grow as needed; at a limit of memory growing raises `LimitReached`.
    """

    def __init__(self, codec: HumpCodec, limits: Limits) -> None:
        self.codec = codec
        self.limits = limits
        self._room = make_room(codec.tables)
        self.patterns = Patterns(np.zeros((1 << 12, 2), np.int64), np.full(1 << 13, -1, np.int64), np.zeros(1, np.int64))
        self.ahead = self._no_links()
        self.back = self._no_links()

    def __len__(self) -> int:
        return int(self.patterns.filled[0])

    def number(self, slots: Ints) -> int:
        """Return the number of a pattern (new or known)."""
        self._make_way(1, 0)
        return int(numbered(self.patterns, slots[None, :], 0))

    def slots(self, number: int) -> Ints:
        """Return the slots of a pattern."""
        slots = np.empty(self.codec.cars, dtype=np.int64)
        unpack_slots(self.patterns.words, number, slots)
        return slots

    def work_out(self, wanted: Ints, forward: bool) -> None:
        """See to it that every pattern in `wanted` has its links in `ahead` (or `back`)."""
        done, status = 0, 1
        while status:
            links = self.ahead if forward else self.back
            done, status = link(self.codec.tables, self._room, self.patterns, links, wanted, done, forward)
            if status == 2:
                self._room = make_room(self.codec.tables, 2 * len(self._room.node_end), 2 * len(self._room.out_leaves))
            elif status == 1:
                self._make_way(len(self._room.out_leaves), len(self._room.out_leaves))

    def _no_links(self) -> Links:
        rows = len(self.patterns.words)
        return Links(np.zeros(rows, np.int64), np.full(rows, -1, np.int64), np.zeros(1 << 14, np.int64), np.zeros(1, np.int64))

    def _make_way(self, patterns: int, links: int) -> None:
        """Grow every array that lacks room for `patterns` more patterns or `links` more links."""
        count, rows = len(self), len(self.patterns.words)
        if 2 * (count + patterns + 1) > len(self.patterns.buckets) or count + patterns + 1 > rows:
            while 2 * (count + patterns + 1) > rows:
                rows *= 2
            if count + patterns > self.codec.most_patterns:
                raise TooLargeError(f"more than {self.codec.most_patterns} patterns: {self.codec.cars} cars leave no more bits")
            self.limits.allow_bytes(8 * 10 * rows)
            buckets = np.full(2 * rows, -1, np.int64)
            refill(self.patterns, buckets)
            self.patterns = Patterns(_longer(self.patterns.words, rows), buckets, self.patterns.filled)
            self.ahead = self.ahead._replace(first=_longer(self.ahead.first, rows), number=_longer(self.ahead.number, rows, -1))
            self.back = self.back._replace(first=_longer(self.back.first, rows), number=_longer(self.back.number, rows, -1))
        for name in ("ahead", "back"):
            part: Links = getattr(self, name)
            if int(part.used[0]) + links > len(part.links):
                self.limits.allow_bytes(8 * (3 * len(part.links) + links))
                setattr(self, name, part._replace(links=_longer(part.links, 2 * len(part.links) + links)))


def _longer(array: Ints, rows: int, value: int = 0) -> Ints:
    """Return the array with more rows, the new ones filled with `value`."""
    if rows <= len(array):
        return array
    result = np.full((rows, *array.shape[1:]), value, dtype=np.int64)
    result[: len(array)] = array
    return result

"""How far every placement of the cars is from given starts, wherever the locomotives end: exact distributions in moves.

A start is a position; a placement says where the cars stand and nothing of the locomotives. Cars are distinct by name and
exchanging their names exchanges placements, so the starts that matter are the *rows* of the perfect index (which spaces are
taken): `every_start` gives one position for each. 64 starts are flooded at once, a bit for each in every state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shunt.classics.spread_kernels import _count_placements, _next_level, _occupancy_moves, _spread_many
from shunt.rules.position import Position
from shunt.search.core.arrays import WORD
from shunt.search.core.limits import Limits, limits_or_default
from shunt.search.index.occupancy_kernels import ROWS
from shunt.search.index.perfect import Arrangements
from shunt.search.trains.codec import Codec
from shunt.search.trains.scratch import make_work


@dataclass(frozen=True)
class Distribution:
    """Placements by their distance from one start: `counts[d]` of them take d moves, at the least."""

    start: Position
    counts: tuple[int, ...]

    @property
    def placements(self) -> int:
        """Return how many placements can be reached."""
        return sum(self.counts)

    @property
    def farthest(self) -> int:
        """Return the most moves that any placement takes."""
        return len(self.counts) - 1

    @property
    def mean(self) -> float:
        """Return the mean over all placements that can be reached."""
        return sum(distance * count for distance, count in enumerate(self.counts)) / self.placements


class Spread:
    """All moves between all arrangements of one puzzle, listed once, and floods over them."""

    def __init__(self, codec: Codec, limits: Limits | None = None) -> None:
        self.arrangements = Arrangements.of(codec)
        self.limits = limits_or_default(limits)
        index = self.arrangements.index
        self.limits.allow_bytes(4 * 8 * index.occupancies * index.permutations)
        self._list_moves()
        self._placement = self._placements()

    def every_start(self) -> Iterator[Position]:
        """Yield a position for every occupancy: every place of the locomotives and every set of spaces for the cars, in order."""
        for occupancy in range(self.arrangements.index.occupancies):
            yield self.arrangements.position(occupancy * self.arrangements.index.permutations)

    def distributions(self, starts: Sequence[Position]) -> Iterator[Distribution]:
        """Yield the distribution from each start, in order."""
        for first in range(0, len(starts), WORD):
            yield from self._flood(starts[first : first + WORD])

    def _flood(self, starts: Sequence[Position]) -> Iterator[Distribution]:
        index = self.arrangements.index
        frontier = np.zeros(index.occupancies * index.permutations, np.int64)
        for bit, start in enumerate(starts):
            frontier[self.arrangements.number(start)] |= np.int64(np.uint64(1 << bit).view(np.int64))
        reached, following = frontier.copy(), np.zeros_like(frontier)
        seen = np.zeros((int(self._placement.max()) + 1) * index.permutations, np.int64)
        levels: list[NDArray[np.int64]] = []
        some, missing = -1, len(starts) * len(seen)
        while some and missing:
            counts = np.zeros(WORD, np.int64)
            missing -= int(_count_placements(frontier, self._placement, index.permutations, seen, counts))
            levels.append(counts)
            self.limits.allow_states(0)
            _spread_many(self._first, self._moves, index.action, index.permutations, frontier, following)
            some = int(_next_level(frontier, reached, following))
        for bit, start in enumerate(starts):
            shown = [int(level[bit]) for level in levels]
            while not shown[-1]:
                shown.pop()
            yield Distribution(start, tuple(shown))

    def _list_moves(self) -> None:
        """List every occupancy's moves, each once."""
        arrangements, room = self.arrangements, 1
        tables, index = arrangements.codec.tables, arrangements.index
        work, at = make_work(tables), np.zeros((ROWS, tables.pieces + 1), np.int64)
        lists = []
        occupancy = 0
        while occupancy < index.occupancies:
            targets = np.zeros((len(work.outcome) + tables.by_hand.shape[2], 2), np.int64)
            packed = np.zeros(len(targets), np.int64)
            found = int(_occupancy_moves(tables, index, work, at, occupancy, targets, packed))
            if found < 0:
                room *= 4
                work = make_work(tables, room)
                continue
            lists.append(np.unique(packed[:found]))
            occupancy += 1
        self._first = np.cumsum([0, *map(len, lists)], dtype=np.int64)
        self._moves = np.concatenate(lists)

    def _placements(self) -> NDArray[np.int64]:
        """Return the number of the set of spaces that the cars of an occupancy take, whatever stands elsewhere."""
        number: dict[frozenset[str], int] = {}
        locomotives = len(self.arrangements.codec.rules.roster.locomotives)
        sets = [frozenset(start.places[locomotives:]) for start in self.every_start()]
        return np.array([number.setdefault(taken, len(number)) for taken in sets], np.int64)

"""Moves of rows that a flood keeps, so that they are made once and not at every level: see `push_kernels.py`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.limits import Limits
from shunt.search.index.perfect import Index

SHARE = 0.125  # bytes a slot for what is kept, half of what the bit sets take
LEAST = 3 << 20  # bytes that small boards may take
WORD = 32  # bits of a step


class KeptMoves(NamedTuple):
    """The steps of the rows, or pairs of rows, whose moves are kept: `lengths` of them from `first` on; 0 is none."""

    first: NDArray[np.uint32]
    lengths: NDArray[np.uint8]
    steps: NDArray[np.uint32]

    @classmethod
    def of(cls, index: Index, rows: int, bit_sets: int, limits: Limits) -> KeptMoves:
        """Return room for the moves of some or all of `rows`, none where the `bit_sets` bytes of a flood fill much of memory."""
        budget = max(LEAST, int(SHARE * index.occupancies * index.permutations))
        room = (budget - 5 * rows) // 4
        fits = shift_of(index) + (len(index.action) - 1).bit_length() <= WORD
        if not fits or room <= 0 or limits.bytes_left < 2 * (bit_sets + budget):
            rows = room = 0
        return cls(np.zeros(rows, np.uint32), np.zeros(rows, np.uint8), np.zeros(room, np.uint32))

    def shares(self, threads: int) -> list[NDArray[np.int64]]:
        """Return where each thread may put the steps that it keeps: the next place and the end."""
        edges = np.linspace(0, len(self.steps), threads + 1).astype(np.int64)
        return [edges[thread : thread + 2].copy() for thread in range(threads)]


def shift_of(index: Index) -> int:
    """Return where the order begins in a step."""
    return (8 * index.occupancies - 1).bit_length()

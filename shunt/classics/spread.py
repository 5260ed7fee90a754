"""The distance of every placement of the cars from a start, wherever the locomotives end: exact distributions in moves.

A start is a position. A placement gives the places of the cars only, and not those of the locomotives.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shunt.rules.position import Position
from shunt.search.core.limits import Limits, limits_or_default
from shunt.search.index.distances import UNREACHED, distances_to
from shunt.search.index.perfect import Arrangements
from shunt.search.trains.codec import Codec


@dataclass(frozen=True)
class Distribution:
    """Placements by their distance from one start: `counts[d]` is the number of placements that take d moves."""

    counts: tuple[int, ...]

    @property
    def placements(self) -> int:
        """Return the number of placements that can be reached."""
        return sum(self.counts)

    @property
    def farthest(self) -> int:
        """Return the maximum number of moves that any placement takes."""
        return len(self.counts) - 1

    @property
    def mean(self) -> float:
        """Return the mean number of moves over all placements that can be reached."""
        return sum(distance * count for distance, count in enumerate(self.counts)) / self.placements


class Spread:
    """The arrangements of one puzzle, and for each occupancy the number of the set of spaces that its cars occupy."""

    def __init__(self, codec: Codec, limits: Limits | None = None) -> None:
        self.arrangements = Arrangements.of(codec)
        self.limits = limits_or_default(limits)
        number: dict[frozenset[str], int] = {}
        locomotives = len(codec.rules.roster.locomotives)
        taken = (frozenset(start.places[locomotives:]) for start in self.every_start())
        self._placement = np.array([number.setdefault(spaces, len(number)) for spaces in taken], np.int64)

    def every_start(self) -> list[Position]:
        """Return a position for every occupancy. Only these starts matter, because exchanging names of cars exchanges
        placements."""
        index = self.arrangements.index
        return [self.arrangements.position(occupancy * index.permutations) for occupancy in range(index.occupancies)]

    def distribution(self, start: Position) -> Distribution:
        """Return the distribution from a start; raise `LimitReached`."""
        distances = distances_to(self.arrangements, [self.arrangements.number(start)], self.limits, forwards=True)
        rows = distances.reshape(len(self._placement), -1)
        nearest: NDArray[np.uint8] = np.full((int(self._placement.max()) + 1, rows.shape[1]), UNREACHED, np.uint8)
        for placement, row in zip(self._placement.tolist(), rows, strict=True):
            np.minimum(nearest[placement], row, out=nearest[placement])
        return Distribution(tuple(np.bincount(nearest[nearest != UNREACHED]).tolist()))

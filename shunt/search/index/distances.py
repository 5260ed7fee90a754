"""Exact distances to a goal for every arrangement: a backward flood over the perfect index, with one byte per slot."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from shunt.errors import TooLargeError
from shunt.search.core.limits import Limits
from shunt.search.index.bitsets import DenseSearch
from shunt.search.index.distance_kernels import _note_level
from shunt.search.index.perfect import Arrangements

UNREACHED = 255

Distances = NDArray[np.uint8]


def distances_to(
    arrangements: Arrangements,
    goals: Iterable[int],
    limits: Limits,
    level: Callable[[int, int, Distances], None] = lambda depth, found, distances: None,
    forwards: bool = False,
) -> Distances:
    """Return the number of moves from every arrangement to the nearest of `goals` (numbers), or `UNREACHED` if there is no path.

    With `forwards`, return the number of moves from the nearest of `goals` to every arrangement.

    `level` is called after each level with its depth, its arrangements, and the distances so far. Raise `LimitReached` if a limit
    is reached, and `TooLargeError` if a distance does not fit into a byte.
    """
    limits.allow_bytes(arrangements.slots)
    distances = np.full(arrangements.slots, UNREACHED, np.uint8)
    search = DenseSearch(arrangements, goals, limits, forwards=forwards)
    _note_level(search.frontier, distances, 0)
    depth, found = 0, 1

    def watch() -> None:
        limits.allow_states(found)
        limits.progress("distances", depth, found)

    while new := search.step(watch):
        depth, found = depth + 1, found + new
        if depth == UNREACHED:
            raise TooLargeError(f"some arrangement is {UNREACHED} moves or more away from the goal: more than a table can hold")
        _note_level(search.frontier, distances, depth)
        level(depth, new, distances)
    return distances

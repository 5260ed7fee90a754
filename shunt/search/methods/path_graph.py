"""The graph of all shortest paths from one state to a goal. Paths are counted exactly, numbered, and chosen at random.

The states on shortest paths form a graph of levels: level i has the states i moves from the start and n − i moves from the goal.
The graph can be used to count sequences of states, and lists of moves (there may be several moves from one state to the next).
Paths are numbered from 0. These numbers are their *ranks*. Paths are ordered by the states they pass (by index, level by level),
and then by the moves between these. The counts convert a rank to its path, so listing needs no search and random choices are
uniform.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

Steps = Sequence[Sequence[tuple[int, int]]]
"""The steps from one level to the next. For each state, in order: the index in the next level that a step leads to, and the
number of different moves that make it."""


@dataclass
class PathGraph:
    """The states on shortest paths. `levels[i]` contains those i moves from the start, sorted; `levels[0]` contains only the
    start.

    If there is no path, there are no levels.
    """

    levels: Sequence[Any]
    steps: Sequence[Steps] = field(repr=False)

    @cached_property
    def counts(self) -> list[list[int]]:
        """The number of lists of moves from every state of every level to the goal."""
        return self._counted(moves=True)

    @property
    def count(self) -> int:
        """The number of lists of moves."""
        return self.counts[0][0] if self.levels else 0

    @property
    def paths(self) -> int:
        """The number of sequences of states."""
        return self._counted(moves=False)[0][0] if self.levels else 0

    def _counted(self, moves: bool) -> list[list[int]]:
        counts = [[1] * len(self.levels[-1])]
        for steps in reversed(self.steps):
            ahead = counts[-1]
            counts.append([sum([number * ahead[to] if moves else ahead[to] for to, number in row]) for row in steps])
        return counts[::-1]

    def walk(self, rank: int) -> Iterator[tuple[int, int]]:
        """Yield the index in its level of each state that the path with this rank passes, one after each move.

        Each is paired with the number of the move among the moves to the same state.
        """
        current = 0
        for level in range(len(self.steps)):
            current, which, rank = self._step(level, current, rank)
            yield current, which

    def draw(self, chance: random.Random) -> Iterator[int]:
        """Yield the indices of the states of a random path. All paths are equally likely, and each move uses one random
        number."""
        current = 0
        for level in range(len(self.steps)):
            current, _, _ = self._step(level, current, chance.randrange(self.counts[level][current]))
            yield current

    def _step(self, level: int, state: int, rank: int) -> tuple[int, int, int]:
        """Return the next state from `state` on the path with this rank, the move that leads to it, and the rank of the rest."""
        for to, moves in self.steps[level][state]:
            count = self.counts[level + 1][to]
            if rank < count * moves:
                return to, *divmod(rank, count)
            rank -= count * moves
        raise IndexError("a rank beyond the last path")

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
from itertools import pairwise
from typing import Any, NamedTuple


class Steps(NamedTuple):
    """The steps from one level to the next. Those from state s are [first[s] : first[s + 1]], in order of the index of the state
    they lead to in the next level. `moves` gives the number of different moves that make each step."""

    first: list[int]
    to: list[int]
    moves: list[int]

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[tuple[int, int]]]) -> Steps:
        """Return the steps for each state, as the index that a step leads to and the number of moves that make it."""
        first = [0]
        for row in rows:
            first.append(first[-1] + len(row))
        return cls(first, [place for row in rows for place, _ in row], [moves for row in rows for _, moves in row])

    def of(self, state: int) -> list[int]:
        """Return the indices in the next level of the states that a state's steps lead to."""
        return self.to[self.first[state] : self.first[state + 1]]


@dataclass
class PathGraph:
    """The states on shortest paths. `levels[i]` contains those i moves from the start, sorted; `levels[0]` contains only the
    start.

    If there is no path, there are no levels.
    """

    levels: Sequence[Any]
    steps: list[Steps] = field(repr=False)

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
            each = steps.moves if moves else [1] * len(steps.to)
            products = [number * counts[-1][to] for number, to in zip(each, steps.to, strict=True)]
            counts.append([sum(products[a:b]) for a, b in pairwise(steps.first)])
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
        steps = self.steps[level]
        for k in range(steps.first[state], steps.first[state + 1]):
            count = self.counts[level + 1][steps.to[k]]
            if rank < count * steps.moves[k]:
                return steps.to[k], *divmod(rank, count)
            rank -= count * steps.moves[k]
        raise IndexError("a rank beyond the last path")

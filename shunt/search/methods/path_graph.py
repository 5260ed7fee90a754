"""The graph of all shortest paths from one state to a goal: paths counted exactly, numbered, and drawn at random.

The states on shortest paths are a graph of levels: those i moves from the start and n − i from the goal. Two things can be
counted in it: sequences of states, and lists of moves, of which there may be several from one state to the next. Paths have
numbers from 0 on, their *ranks*: ordered by the states they pass (by their places, level by level), then by the moves between
these. A rank is turned into its path by the counts, so listing needs no search and a draw is uniform.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple


class Steps(NamedTuple):
    """The steps from one level to the next: those from state s are [first[s] : first[s + 1]], in order of the state they lead
    to (its place in the next level); `moves` says how many different moves make the step."""

    first: list[int]
    to: list[int]
    moves: list[int]

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[int]]) -> Steps:
        """Return the steps to the places in each row, one for each state; every step is one move."""
        first = [0]
        for row in rows:
            first.append(first[-1] + len(row))
        return cls(first, [place for row in rows for place in row], [1] * first[-1])

    def of(self, state: int) -> list[int]:
        """Return the places in the next level that a state's steps lead to."""
        return self.to[self.first[state] : self.first[state + 1]]


@dataclass
class PathGraph:
    """The states on shortest paths. `levels[i]`: those i moves from the start, sorted; `levels[0]` has the start alone.

    Without a path there are no levels.
    """

    levels: Sequence[Any]
    steps: list[Steps] = field(repr=False)

    @cached_property
    def counts(self) -> list[list[int]]:
        """The number of lists of moves from every state of every level to the goal."""
        return self._counted(moves=True)

    @property
    def count(self) -> int:
        """Number of lists of moves."""
        return self.counts[0][0] if self.levels else 0

    @property
    def paths(self) -> int:
        """Number of sequences of states."""
        return self._counted(moves=False)[0][0] if self.levels else 0

    def _counted(self, moves: bool) -> list[list[int]]:
        counts = [[1] * len(self.levels[-1])]
        for steps in reversed(self.steps):
            each = steps.moves if moves else [1] * len(steps.to)
            products = [number * counts[-1][to] for number, to in zip(each, steps.to, strict=True)]
            counts.append([sum(products[a:b]) for a, b in pairwise(steps.first)])
        return counts[::-1]

    def walk(self, rank: int) -> Iterator[tuple[int, int]]:
        """Yield the states that the path of a rank passes after each move, as their places in their levels.

        Each is paired with the number of its move among those to the same state.
        """
        current = 0
        for level in range(len(self.steps)):
            current, which, rank = self._step(level, current, rank)
            yield current, which

    def draw(self, chance: random.Random) -> Iterator[int]:
        """Yield the places of the states that a random path passes, all being equally likely; each move draws one number."""
        current = 0
        for level in range(len(self.steps)):
            current, _, _ = self._step(level, current, chance.randrange(self.counts[level][current]))
            yield current

    def _step(self, level: int, state: int, rank: int) -> tuple[int, int, int]:
        """Return the next state on the path of this rank from `state`, which move leads there, and the rank of the rest."""
        steps = self.steps[level]
        for k in range(steps.first[state], steps.first[state + 1]):
            count = self.counts[level + 1][steps.to[k]]
            if rank < count * steps.moves[k]:
                return steps.to[k], *divmod(rank, count)
            rank -= count * steps.moves[k]
        raise IndexError("a rank beyond the last path")

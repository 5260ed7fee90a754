"""The state graph in memory: its rows, distances along them, and walks in it. Only the walks need a kernel."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import States

if TYPE_CHECKING:
    import scipy.sparse

    from shunt.search.core.table import Numbered

Ints = NDArray[np.int64]
Rows = NDArray[np.int32]


class SortedStates:
    """The numbers of states, looked up in their sorted list. It replaces `Numbered` if no kernel is loaded."""

    def __init__(self, states: States) -> None:
        self._order = np.argsort(states)
        self._sorted = states[self._order]

    def values_of(self, states: States) -> Ints:
        """Return the numbers of `states`, or −1 for those that are not in the list."""
        at = np.minimum(np.searchsorted(self._sorted, states), len(self._sorted) - 1)
        found: Ints = np.where(self._sorted[at] == states, self._order[at], -1)
        return found


@dataclass
class StateGraph:
    """All states that can be reached from given states, with the edges between them.

    S states, E edges: `states` (S) in order of number; the distinct successors of state i, without i itself, are to[first[i] :
    first[i + 1]]. The states from which a search began have the lowest numbers.
    """

    states: States
    first: Ints
    to: Rows
    numbered: Numbered | SortedStates = field(repr=False)
    _back: tuple[Ints, Rows] | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.states)

    @property
    def back(self) -> tuple[Ints, Rows]:
        """Return the rows of predecessors, as (first, to)."""
        if self._back is None:
            turned = self._matrix().tocsc()
            self._back = turned.indptr.astype(np.int64), turned.indices
        return self._back

    def _matrix(self) -> scipy.sparse.csr_matrix:
        import scipy.sparse

        return scipy.sparse.csr_matrix((np.ones(len(self.to), np.int8), self.to, self.first), shape=(len(self), len(self)))

    def row(self, number: int) -> Rows:
        """Return the numbers of a state's successors."""
        return self.to[self.first[number] : self.first[number + 1]]

    def distances_to(self, goals: Ints) -> Rows:
        """Return, for every state, the fewest moves to one of the states numbered `goals`, or −1 if none can be reached."""
        first, to = self.back
        distance = np.full(len(self), -1, np.int32)
        level, moves = goals, 0
        while len(level):
            distance[level] = moves
            near = to[_rows_of(first, level)]
            level, moves = np.unique(near[distance[near] < 0]), moves + 1
        return distance

    @cached_property
    def largest_part(self) -> int:
        """The number of states in the largest strongly connected part, in which all states can be reached from each other."""
        from scipy.sparse.csgraph import connected_components

        return int(np.bincount(connected_components(self._matrix(), connection="strong")[1]).max())

    def wander(self, distance: Rows, how: Wandering, start: int = 0) -> Walks:
        """Simulate the wandering solver from state `start`. `distance` (S) is the distance to the goal, or −1 if it cannot be
        reached."""
        from shunt.generator.state_graph_kernels import _wander_rows

        lengths, state = np.zeros(how.budget, np.int64), np.array([how.seed], np.int64)
        weight, begin = np.empty(int(np.diff(self.first).max())), np.int64(start)
        settings = float(how.bonus), how.worse, float(how.chance), how.budget
        done, made = _wander_rows(self.first, self.to, distance, begin, *settings, weight, state, lengths)
        return Walks(lengths[:done].copy(), int(made))


def _rows_of(first: Ints, numbers: Ints) -> Ints:
    """Return the indices of the entries of these rows, row by row."""
    begin, degree = first[numbers], first[numbers + 1] - first[numbers]
    ends = np.cumsum(degree)
    rows: Ints = np.arange(ends[-1]) + np.repeat(begin - ends + degree, degree)
    return rows


@dataclass(frozen=True)
class Wandering:
    """Settings of a simulated solver that wanders for about `budget` moves. `seed` is a positive integer.

    `bonus` is a whole number: how much more often the solver makes a move that leads nearer to the goal. From a state at distance
    `worse` or more, the next move leads back to the start with probability `chance`.
    """

    bonus: float
    worse: int
    chance: float
    budget: int
    seed: int


@dataclass(frozen=True)
class Walks:
    """Simulated walks to the goal: their lengths, and the total number of moves made (including unfinished walks)."""

    lengths: Ints
    made: int

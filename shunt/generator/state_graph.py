"""The state graph in memory: its rows, distances along them, and walks in it. Only the walks need a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import Ints, Ints32, States, keys_of, places_among, sorted_once

if TYPE_CHECKING:
    import scipy.sparse

BONUS = 25.0  # B of the wandering solver; about 25 fitted three transport puzzles (Jarušek & Pelánek 2011)
WORSE = 3  # a state this much farther from the goal than the start is clearly worse …
RESTART = 0.1  # … and from it the solver starts again with this chance; from a dead state always
WALK_SEED = 20  # of the simulated walks


@dataclass
class StateGraph:
    """All states that can be reached from given states, with the edges between them.

    S states, E edges: `states` (S) in order of number; the distinct successors of state i, without i itself, are to[first[i] :
    first[i + 1]]. The states from which a search began have the lowest numbers.
    """

    states: States
    first: Ints
    to: Ints32

    def __len__(self) -> int:
        return len(self.states)

    @cached_property
    def back(self) -> tuple[Ints, Ints32]:
        """The rows of predecessors, as (first, to)."""
        turned = self._matrix().tocsc()
        return turned.indptr.astype(np.int64), turned.indices

    @cached_property
    def by_state(self) -> tuple[Ints, NDArray[Any]]:
        """The numbers of all states in the order of their keys, and the sorted keys."""
        keys = keys_of(self.states)
        order = np.argsort(keys)
        return order, keys[order]

    def numbers_of(self, states: States) -> Ints:
        """Return the numbers of `states`, which must be in the graph."""
        order, keys = self.by_state
        numbers: Ints = order[places_among(keys, states)[0]]
        return numbers

    def _matrix(self) -> scipy.sparse.csr_matrix:
        import scipy.sparse

        return scipy.sparse.csr_matrix((np.ones(len(self.to), np.int8), self.to, self.first), shape=(len(self), len(self)))

    def row(self, number: int) -> Ints32:
        """Return the numbers of a state's successors."""
        return self.to[self.first[number] : self.first[number + 1]]

    def distances_to(self, goals: Ints) -> Ints32:
        """Return, for every state, the fewest moves to one of the states numbered `goals`, or −1 if none can be reached."""
        first, to = self.back
        distance = np.full(len(self), -1, np.int32)
        level, moves = goals, 0
        while len(level):
            distance[level] = moves
            near = to[rows_of(first, level)]
            level, moves = np.unique(near[distance[near] < 0]), moves + 1
        return distance

    @cached_property
    def largest_part(self) -> int:
        """The number of states in the largest strongly connected part, in which all states can be reached from each other."""
        from scipy.sparse.csgraph import connected_components

        return int(np.bincount(connected_components(self._matrix(), connection="strong")[1]).max())


@dataclass(frozen=True)
class GoalGraph:
    """A state graph with the distance (S) of every state to a goal, or −1 if the goal cannot be reached.

    It answers like a `DistanceMap` without a border.
    """

    graph: StateGraph
    distance: Ints32
    radius: ClassVar[int] = 1 << 20  # farther than any state

    def of(self, states: States) -> Ints:
        """Return the distances of `states`, which must be in the graph."""
        return self.distance[self.graph.numbers_of(states)].astype(np.int64)

    def successors(self, states: States) -> list[States]:
        """Return the successors of every state, sorted, without duplicates and without the state itself."""
        graph = self.graph
        return [sorted_once(graph.states[graph.row(int(number))]) for number in graph.numbers_of(states)]

    def wander(self, optimum: int, moves: int, start: int = 0) -> Walks:
        """Simulate the wandering solver for about `moves` moves from state `start`, at distance `optimum`."""
        from shunt.generator.state_graph_kernels import _wander_rows

        graph, lengths, state = self.graph, np.zeros(moves, np.int64), np.array([WALK_SEED], np.int64)
        weight, begin = np.empty(int(np.diff(graph.first).max())), np.int64(start)
        settings = BONUS, optimum + WORSE, RESTART, moves
        done, made = _wander_rows(graph.first, graph.to, self.distance, begin, *settings, weight, state, lengths)
        return Walks(lengths[:done].copy(), int(made))


def rows_of(first: Ints, numbers: Ints) -> Ints:
    """Return the indices of the entries of these rows, row by row."""
    begin, degree = first[numbers], first[numbers + 1] - first[numbers]
    ends = np.cumsum(degree)
    rows: Ints = np.arange(ends[-1]) + np.repeat(begin - ends + degree, degree)
    return rows


@dataclass(frozen=True)
class Walks:
    """Simulated walks to the goal: their lengths, and the total number of moves made (including unfinished walks)."""

    lengths: Ints
    made: int

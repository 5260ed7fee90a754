"""Sidings as a domain for searches: packed states, the moves between them, goals, and lower bounds.

A state consists of a word of kinds (see `graph.py`) and the number of an occupancy. If both fit, they share one integer, with the
occupancy above the word. Otherwise there are two: the low one has the lowest 63 bits of the word, and the high one has the
occupancy and, as its lowest bit, the word's highest bit. Every move can be undone by a move, so predecessors are successors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from shunt.search.core.arrays import BATCH, LARGEST, USABLE_BITS, Ints, Mask, States, numbers_of, places_of, room_for
from shunt.search.core.domain import Domain, NextStates
from shunt.search.core.limits import Limits
from shunt.sidings.rules.referee import SidingsMove, SidingsPosition
from shunt.sidings.search import kernels
from shunt.sidings.search.bounds import Bound, goal_bound
from shunt.sidings.search.graph import SidingsProblem, State, count_permutations, goal_at


class Moves(NamedTuple):
    """The occupancy graph as flat int64 arrays, with the swaps of blocks as shifts and masks of a word.

    Block one is `(word >> low) & first_mask` and is moved to bit `to`. Block two is `(word >> mid) & second_mask` and is moved to
    `low`. `keep` masks the bits that stay. `width`: the number of bits of a word.
    """

    width: int
    first: Ints
    target: Ints
    low: Ints
    mid: Ints
    to: Ints
    first_mask: Ints
    second_mask: Ints
    keep: Ints


class SidingsNeighbours(NextStates):
    """The states one move away from given ones."""

    def __init__(self, moves: Moves, words: int) -> None:
        super().__init__(words)
        self._moves = moves
        self._out = room_for(max(BATCH, int(np.diff(moves.first).max(initial=1))), words)
        self._ends = np.empty(BATCH, np.int64)

    def rows(self, states: States, forwards: bool = True) -> tuple[States, Ints]:
        """Return the neighbours of the first of `states`, as many as fit, and the end of each state's part."""
        done, end = kernels.write_neighbours(self._moves, states, self._out, self._ends)
        return self._out[:end], self._ends[:done]


@dataclass(frozen=True)
class SidingsGoals:
    """The states that meet a goal. There are few, because all cars that the goal leaves free are of one kind."""

    domain: SidingsDomain

    @property
    def most(self) -> int:
        """Return an upper bound on the number of states that meet the goal."""
        problem = self.domain.problem
        return sum(count_permutations(problem.rest(wanted)) for _, wanted in problem.goal_occupancies())

    @cached_property
    def _all(self) -> States:
        domain, problem = self.domain, self.domain.problem
        parts = (domain.packed(problem.words(wanted), occupancy) for occupancy, wanted in problem.goal_occupancies())
        return np.concatenate([domain.states([]), *parts])

    def met_by(self, states: States) -> Mask:
        """Return a mask of those of `states` that meet the goal."""
        met = np.zeros(len(states), np.bool_)
        met[places_of(states, self._all)] = True
        return met

    def states(self) -> States:
        """Return every state that meets the goal, occupancy by occupancy."""
        return self._all


@dataclass(frozen=True)
class SidingsEstimates:
    """Estimates for beams: the lower bound of a state, which is the number of missing pairs of neighbours."""

    domain: SidingsDomain

    def of(self, states: States) -> Ints:
        """Return an estimate for each of `states`."""
        return self.domain.bounds(states, True)


@dataclass(frozen=True)
class SidingsDomain(Domain):
    """One puzzle, searched from one position; see `Domain`."""

    problem: SidingsProblem
    position: SidingsPosition

    @cached_property
    def moves(self) -> Moves:
        """Return the moves of the yard."""
        bits, rows = self.problem.bits, list[tuple[int, ...]]()
        for edge in self.problem.graph.edges:
            low, mid, high = edge.swap
            if not low < mid < high:
                rows.append((edge.target, 0, 0, 0, 0, 0, -1))
                continue
            keep = ~(((1 << bits * (high - low)) - 1) << bits * low) & ((1 << 64) - 1)
            keep -= (1 << 64) if keep >> 63 else 0
            masks = [(1 << bits * length) - 1 for length in (mid - low, high - mid)]
            rows.append((edge.target, bits * low, bits * mid, bits * (low + high - mid), *masks, keep))
        columns = np.array(rows, np.int64).reshape(-1, 7).T.copy()
        return Moves(bits * len(self.problem.rules.cars), self.problem.graph.first, *columns)

    @cached_property
    def words(self) -> int:
        """Return the number of words per state."""
        return 1 if self.moves.width + (len(self.problem.graph.occupancies) - 1).bit_length() <= USABLE_BITS else 2

    @property
    def start(self) -> int:
        """Return the packed position."""
        occupancy, row = self.problem.encode(self.position)
        return numbers_of(self.packed(self.problem.words(row), occupancy))[0]

    @cached_property
    def goals(self) -> SidingsGoals:
        """Return the states that meet the goal."""
        return SidingsGoals(self)

    def packed(self, words: Ints, occupancy: int) -> States:
        """Return the states of one occupancy with these words."""
        if self.words == 1:
            return words | occupancy << self.moves.width
        return np.stack([words & LARGEST, occupancy << 1 | (words >> USABLE_BITS & 1)], axis=1)

    def neighbours(self, limits: Limits) -> SidingsNeighbours:
        """Return the object that computes the states one move away."""
        return SidingsNeighbours(self.moves, self.words)

    @cached_property
    def _bounds(self) -> tuple[Bound, Bound]:
        problem = self.problem
        return goal_bound(problem, problem.goal), goal_bound(problem, goal_at(problem.rules, self.position))

    def bounds(self, states: States, forwards: bool) -> Ints:
        """Return lower bounds on the moves from `states` to the goal, or back to the start."""
        found = np.empty(len(states), np.int64)
        kernels.bounds_of(states, self.moves.width, self._bounds[0 if forwards else 1], found)
        return found

    def decoded(self, states: States) -> list[State]:
        """Return states as occupancies and rows."""
        if self.words == 1:
            words, occupancies = states & (1 << self.moves.width) - 1, states >> self.moves.width
        else:
            words, occupancies = states[:, 0] | states[:, 1] << USABLE_BITS, states[:, 1] >> 1
        return list(zip(occupancies.tolist(), map(tuple, self.problem.rows(words).tolist()), strict=True))

    def moves_along(self, path: Sequence[int]) -> tuple[SidingsMove, ...]:
        """Return the moves that lead through packed states."""
        return self.problem.moves_along(self.decoded(self.states(path)))

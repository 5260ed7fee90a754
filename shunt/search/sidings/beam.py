"""Beam search of one `sidings` puzzle: level by level, but only the most promising states of each level are kept.

What is promising says the lower bound (`bounds.py`): the neighbourhoods that are wanted and missing. A solution that is found
is legal and may be longer than the shortest; nothing is proved by it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from shunt.rules.sidings import SidingsPosition
from shunt.search.core.arrays import States
from shunt.search.core.limits import Limits, Progress, no_progress
from shunt.search.core.search import Search
from shunt.search.core.table import StateTable
from shunt.search.sidings import kernels
from shunt.search.sidings.bounds import Bound, goal_bound
from shunt.search.sidings.graph import Ints, SidingsProblem
from shunt.search.sidings.search import Moves, Side, goal_words, moves_of_problem


@dataclass
class SidingsBeam(Search):
    """A search from a position to the goal that keeps `width` states a level, for paths of at most `longest` moves.

    Its path is a list of states, (word, occupancy).
    """

    problem: SidingsProblem
    start: SidingsPosition
    width: int
    limits: Limits
    progress: Progress = no_progress
    longest: int = 60
    _kept: StateTable | None = None
    _parents: list[Ints] = field(default_factory=list)
    _levels: list[States] = field(default_factory=list)

    @property
    def lower_bound(self) -> int:
        """Nothing is proved."""
        return 0

    @property
    def states(self) -> int:
        """Return how many states were kept."""
        return len(self._kept) if self._kept is not None else 0

    def _search(self) -> None:
        self._moves: Moves = moves_of_problem(self.problem)
        self._bound: Bound = goal_bound(self.problem)
        self._most = int(np.diff(self._moves.first).max(initial=1))
        self._kept = StateTable(self.limits, words=2, dtype=np.int8)
        goals = self._goals()
        occupancy, row = self.problem.encode(self.start)
        level = np.array([(occupancy, self.problem.word(row))], np.int64)
        self._keep(level, np.array([-1], np.int64))
        while len(level) and len(self._levels) <= self.longest and self.path is None:
            level = self._expand(level, goals)
            self.limits.allow_states(self.states)
            self.progress("beam", len(self._levels), self.states)

    def _goals(self) -> Side:
        """Return all states that meet the goal; they are few, as what the goal leaves open is of one kind."""
        side, count = Side.of(1 << 6), 0
        for occupancy, words in goal_words(self.problem):
            while count + len(words) > side.room:
                self.limits.allow_bytes(2 * side.words.nbytes)
                side = side.grown(count)
            count = int(kernels.insert_states(side, count, words, occupancy, -1))
        return side

    def _expand(self, level: States, goals: Side) -> States:
        """Make the successors of a level; keep the best that are new, and the path if one of them meets the goal."""
        room = 1 << (len(level) * (self._most + 1)).bit_length()
        self.limits.allow_bytes(24 * room)
        side, count = Side.of(room), len(level)
        side.words[:count], side.occupancies[:count], side.parents[:count] = level[:, 1], level[:, 0], -1
        kernels.rehash(side, count)
        result = np.zeros(4, dtype=np.int64)
        end = int(kernels.expand_side(side, count, 0, count, goals, self._moves, self._bound, -1, 1, result))
        self.expanded += count
        if result[1] >= 0:
            met = int(result[2])
            self.path = [*self._walk(int(result[1])), (int(goals.words[met]), int(goals.occupancies[met]))]
            return level[:0]
        found = np.stack([side.occupancies[count:end].astype(np.int64), side.words[count:end]], axis=1)
        needed = np.empty(len(found), np.int64)
        kernels.bounds_of(side, count, end, self._bound, needed)
        assert self._kept is not None
        fresh = np.flatnonzero(~self._is_kept(found))
        mixed = found[fresh, 1].view(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + found[fresh, 0].view(np.uint64)
        best = fresh[np.lexsort((mixed ^ (mixed >> np.uint64(29)), needed[fresh]))[: self.width]]
        following = np.ascontiguousarray(found[best])
        self._keep(following, side.parents[count:end][best].astype(np.int64))
        return following

    def _is_kept(self, states: States) -> NDArray[np.bool_]:
        assert self._kept is not None
        kept: NDArray[np.bool_] = self._kept.values_of(states) == 0
        return kept

    def _keep(self, states: States, parents: Ints) -> None:
        """Keep a level; `parents` are places in the level before it."""
        assert self._kept is not None
        self._kept.put(states, np.zeros(len(states), np.int8))
        self._levels.append(states)
        self._parents.append(parents)

    def _walk(self, place: int) -> list[tuple[int, int]]:
        """Return the states from the start to one of the last level."""
        path = []
        for states, parents in zip(reversed(self._levels), reversed(self._parents), strict=True):
            path.append((int(states[place, 1]), int(states[place, 0])))
            place = int(parents[place])
        return path[::-1]

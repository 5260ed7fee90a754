"""Breadth-first search from the start, from the goal, or from both until they meet.

Levels are finished before they are compared, so the first meeting is a shortest solution: with f levels exhausted from the
start and b from the goal, no solution has f + b moves or fewer unless the two sets share a state. A turntable's position is
part of a state, so the sides can only meet where it is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import holds, shared, smallest, words_of
from shunt.search.core.limits import Limits, Progress, no_progress
from shunt.search.core.search import Search
from shunt.search.methods.anytime import Scout
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours, States, StateSet, joined

FEW_GOALS = 50_000  # a goal set this small is always searched from
SEARCHED = 300_000  # states after which a search is long enough to look for a smaller budget
MOST_GOALS = 20_000_000  # one larger than this is never listed


class Goals(Protocol):
    """The states that meet a goal: a test, an upper bound on how many they are, and all of them (see `GoalSet`)."""

    @property
    def most(self) -> int:
        """Return an upper bound on how many states meet the goal."""

    def met_by(self, states: States) -> NDArray[np.bool_]:
        """Which of `states` meet the goal."""

    def states(self) -> States:
        """Return every state that meets the goal, sorted."""


@dataclass
class Side:
    """One side of the search: its levels, the last being the frontier, and the set of all its states."""

    forwards: bool
    levels: list[States]
    reached: StateSet

    @property
    def depth(self) -> int:
        """Return how many moves the frontier is away from where this side began."""
        return len(self.levels) - 1

    @property
    def frontier(self) -> States:
        """Return the states of the last level."""
        return self.levels[-1]

    @classmethod
    def begin(cls, states: States, limits: Limits, forwards: bool) -> Side:
        """Return a side that begins at `states`."""
        reached = StateSet(limits, max(1 << 12, 2 * len(states)), words_of(states))
        return cls(forwards, [reached.add(states)], reached)


@dataclass
class PathSearch(Search):
    """A search for a shortest path from `start` to any state of `goals`, level by level.

    `method`: "bidirectional", or "forward" to search from the start alone. `budget`: a limit on states of this search alone;
    `sooner`, asked once `SEARCHED` states are reached, returns a budget in its place. `scout` looks for solutions on the way;
    a path of its that is proven best ends the search.
    """

    codec: Codec
    start: int
    goals: Goals
    limits: Limits
    progress: Progress = no_progress
    method: str = "bidirectional"
    sides: list[Side] = field(default_factory=list)
    excluded: int = -1
    budget: int | None = None
    scout: Scout | None = None
    sooner: Callable[[], int] | None = None

    @property
    def lower_bound(self) -> int:
        """No solution has fewer moves."""
        return self.excluded + 1

    @property
    def states(self) -> int:
        """Return how many states were reached, both sides together."""
        return sum(len(side.reached) for side in self.sides)

    @property
    def proof(self) -> dict[str, list[int]]:
        """Return the states of every level that was searched whole, on either side."""
        return {f"levels from the {name}": self._counts(forwards) for name, forwards in (("start", True), ("goal", False))}

    def _counts(self, forwards: bool) -> list[int]:
        return [len(level) for side in self.sides if side.forwards == forwards for level in side.levels]

    def _search(self) -> None:
        self._neighbours = Neighbours(self.codec, self.limits)
        forward = Side.begin(self.codec.states([self.start]), self.limits, forwards=True)
        self.sides.append(forward)
        backward: Side | None = None
        meeting = forward.frontier[self.goals.met_by(forward.frontier)]
        while not len(meeting):
            self.excluded = forward.depth + (backward.depth if backward else 0)
            if not all(len(side.frontier) for side in self.sides):
                self.exhausted = True
                return
            if self.scout is not None and self.scout.keep_up(self.states, self.lower_bound):
                self.path = self.scout.path
                return
            if backward is None and self.method == "bidirectional" and self._goals_are_few(forward):
                self.limits.allow_bytes(60 * self.codec.words * self.goals.most)
                backward = Side.begin(self.goals.states(), self.limits, forwards=False)
                self.sides.append(backward)
                continue
            side = min(self.sides, key=lambda side: len(side.frontier))
            self._expand(side)
            if backward is None:
                meeting = forward.frontier[self.goals.met_by(forward.frontier)]
            else:
                other = backward if side is forward else forward
                meeting = other.reached.common(side.frontier)
        self.path = self._path(smallest(meeting), forward, backward)

    def _goals_are_few(self, forward: Side) -> bool:
        """Return whether it pays to begin from the goal: a large goal set waits until the other side is as large."""
        return self.goals.most <= max(FEW_GOALS, min(MOST_GOALS, len(forward.reached)))

    def _expand(self, side: Side) -> None:
        """Add the next level to a side."""
        fresh = []
        for batch in self._neighbours.of(side.frontier, side.forwards):
            fresh.append(side.reached.add(batch))
            self.limits.allow_states(self.states)
            if self.sooner is not None and self.states > SEARCHED:
                self.budget, self.sooner = self.sooner(), None
            self.limits.allow_budget(self.states, self.budget)
            if self.scout is not None:
                self.scout.keep_up(self.states, self.lower_bound)
            self.progress("from the start" if side.forwards else "from the goal", self.lower_bound, self.states)
        self.expanded += len(side.frontier)
        side.levels.append(joined(fresh, self.limits) if fresh else side.frontier[:0])

    def _path(self, meeting: int, forward: Side, backward: Side | None) -> list[int]:
        """Walk from the meeting state down the levels of both sides."""
        path = list(self._walk(meeting, forward))[::-1]
        return path + (list(self._walk(meeting, backward))[1:] if backward else [])

    def _walk(self, state: int, side: Side) -> Iterator[int]:
        """Yield the state, then one of each level before it, down to where the side began (the smallest, to be deterministic)."""
        yield state
        depth = next(depth for depth, level in enumerate(side.levels) if holds(level, state))
        for level in reversed(side.levels[:depth]):
            before = self._neighbours.all_of(state, forwards=not side.forwards)
            state = smallest(shared(level, before))
            yield state

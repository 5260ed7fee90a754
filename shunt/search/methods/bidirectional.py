"""Breadth-first search from the start, from the goal, or from both until they meet.

Levels are finished before they are compared, so the first meeting is a shortest solution: with f levels exhausted from the
start and b from the goal, no solution has f + b moves or fewer unless the two sets share a state. A turntable's position is
part of a state, so the sides can only meet where it is the same.

Small levels are made state by state. Large ones are made on all cores (`trains/sharing.py`). Where a solution is known that is
only one move longer than what is excluded next, the next level is compared with the other side and not kept: it is the last one.

A large search that knows a solution of U moves builds databases for both ends (`index/corridor.py`), and leaves out the states
of its frontiers that are on no solution of fewer than U moves. Whether they are in the sets of what is reached does not matter:
sides that meet in such a state would have met in a path of U moves or more, and the search has ended before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from shunt.cards.stop import StopKind
from shunt.errors import TooLargeError
from shunt.search.core.arrays import holds, shared, smallest, sorted_once, words_of
from shunt.search.core.limits import LimitReached, Limits, Progress, no_progress
from shunt.search.core.search import Search
from shunt.search.methods.anytime import Scout
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours, States, StateSet, joined

if TYPE_CHECKING:
    from shunt.search.index.corridor import Corridor
    from shunt.search.trains.sharing import SharedNeighbours, SplitSet

MANY = 20_000  # states of a level that are worth the threads
FEW_GOALS = 50_000  # a goal set this small is always searched from
SEARCHED = 300_000  # states after which a search is long enough to look for a smaller budget
MOST_GOALS = 20_000_000  # one larger than this is never listed
GROWTH = 5  # states of the next level, for each of a frontier (measured: 4 to 5)
LEAST_GAIN = 2  # how much more states must be to come than databases cost
MOST_ACROSS = 100_000  # states of a frontier from which one more move is made only to choose among solutions


class Goals(Protocol):
    """The states that meet a goal: a test, an upper bound on how many they are, and all of them (see `GoalSet`)."""

    @property
    def most(self) -> int:
        """Return an upper bound on how many states meet the goal."""

    def met_by(self, states: States) -> NDArray[np.bool_]:
        """Which of `states` meet the goal."""

    def states(self) -> States:
        """Return every state that meets the goal, sorted."""


@dataclass(frozen=True)
class Narrowing:
    """Databases of both ends that a search builds when it comes to `states` states, if `LEAST_GAIN` times as many are to come."""

    states: int
    build: Callable[[], Corridor]


@dataclass
class Side:
    """One side of the search: its levels, the last being the frontier, and the set of all its states.

    `by_occupancy`: the depth of the level sorted last. `narrowed`: the depth of the level narrowed last, and what for.
    """

    forwards: bool
    levels: list[States]
    reached: StateSet | SplitSet
    by_occupancy: int = -1
    narrowed: tuple[int, ...] = ()

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

    def split(self, limits: Limits) -> SplitSet:
        """Return the set of all its states, split into parts that threads can fill."""
        from shunt.search.trains.sharing import SplitSet

        if isinstance(self.reached, StateSet):
            self.reached = SplitSet.of(self.reached, self.levels, limits)
        return self.reached


@dataclass
class PathSearch(Search):
    """A search for a shortest path from `start` to any state of `goals`, level by level.

    `method`: "bidirectional", or "forward" to search from the start alone. `budget`: a limit on states of this search alone;
    `sooner`, asked once `SEARCHED` states are reached, returns a budget in its place. `scout` looks for solutions on the way;
    a path of its that is proven best ends the search. `narrowings`: databases of both ends, the least first.
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
    narrowings: list[Narrowing] = field(default_factory=list)
    _corridor: Corridor | None = None
    _least: int = 0  # states of the smaller frontier
    _meeting: States | None = None
    _across: int = -1  # the side that the states where they met are a move beyond, not in its last level; −1 for none

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
                self._end_without_meeting()
                return
            self._least = min(len(side.frontier) for side in self.sides)
            if self.scout is not None and self.scout.keep_up(self.states, self.lower_bound, self._least):
                self.path = self.scout.path
                return
            if backward is None and self.method == "bidirectional" and self._goals_are_few(forward):
                self.limits.allow_bytes(60 * self.codec.words * self.goals.most)
                backward = Side.begin(self.goals.states(), self.limits, forwards=False)
                self.sides.append(backward)
                continue
            self._narrow()
            side = min(self.sides, key=lambda side: len(side.frontier))
            if backward is None:
                self._expand(side)
                meeting = forward.frontier[self.goals.met_by(forward.frontier)]
                continue
            other = backward if side is forward else forward
            if len(side.frontier) >= MANY and self.scout is not None and self.scout.attains(self.lower_bound + 1):
                meeting, self._across = self._meetings(side, other), self.sides.index(side)
                if not len(meeting):
                    self.excluded += 1
                    self.path = self.scout.path
                    return
            else:
                self._expand(side)
                meeting = other.reached.common(side.frontier)
        self._meeting = meeting
        self.path = self._path(smallest(meeting), forward, backward)

    def _end_without_meeting(self) -> None:
        """Note that no solution is better than the scout's, or, where nothing was left out for it, that none exists."""
        if self._corridor is None or self.scout is None or self.scout.path is None:
            self.exhausted = True
        else:
            self.path = self.scout.path
            self.excluded = len(self.path) - 2

    def _narrow(self) -> None:
        """Leave out the states of large frontiers that are on no path shorter than the best known."""
        known = self.scout.upper_bound if self.scout is not None else None
        if known is None or len(self.sides) < 2:
            return
        expected = self.states + GROWTH * self._least
        worth = min(expected, self._states_to_come(known) // LEAST_GAIN)
        while self.narrowings and self.narrowings[0].states <= worth:
            self._build(self.narrowings.pop(0))
        if self._corridor is None:
            return
        for side in self.sides:
            purpose = side.depth, known, len(self.narrowings)
            if side.narrowed != purpose and len(side.frontier) >= MANY:
                self._sort(side)
                given = side.frontier, side.forwards, known - 1 - side.depth
                side.levels[-1] = self._corridor.within(*given, lambda: self.limits.allow_states(self.states))
                side.narrowed = purpose

    def _states_to_come(self, known: int) -> int:
        """Return about how many states it takes to exclude all paths of fewer than `known` moves, as the search is."""
        sizes, states = [len(side.frontier) for side in self.sides], 0
        for _ in range(self.excluded + 1, known):
            sizes.sort()
            sizes[0] *= GROWTH
            states += sizes[0]
        return states

    def _build(self, narrowing: Narrowing) -> None:
        """Build databases of both ends, where they fit into memory and their distances into a byte.

        With them no other method does better, so the search has no budget then.
        """
        try:
            self._corridor, self.budget, self.sooner = narrowing.build(), None, None
        except TooLargeError:
            return
        except LimitReached as limit:
            if limit.stop.kind is not StopKind.MEMORY:
                raise

    def shortest_levels(self, most: int) -> list[States] | None:
        """Return the states on all shortest paths.

        None too where the path is the scout's, and the frontiers are too large or states were left out that are no better.
        """
        if self.path is None or not self.sides:
            return None
        met, across = self._meeting, self._across
        if met is None and self._corridor is not None:
            return None
        if met is None:
            met, across = self._met_by_one_move_more()
        if not len(met):
            return None
        met = sorted_once(met)
        parts = [self._on_paths(side, number == across, met, most) for number, side in enumerate(self.sides)]
        before, after = [*parts, []][:2]
        if before is None or after is None or len(met) + sum(map(len, [*before, *after])) > most:
            return None
        return [*reversed(before), met, *after]

    def _met_by_one_move_more(self) -> tuple[States, int]:
        """Return the states of one side's frontier that are a move away from the other's, and the number of that other side.

        The sides have not met, but the scout's path is one move longer than their levels; none where that is not so, or where
        both frontiers are large.
        """
        across = min(range(len(self.sides)), key=lambda number: len(self.sides[number].frontier))
        side, nothing = self.sides[across], self.sides[0].frontier[:0]
        is_next = len(self.sides) == 2 and len(self.path or ()) == sum(side.depth for side in self.sides) + 2
        if not is_next or len(side.frontier) > MOST_ACROSS:
            return nothing, across
        found = [nothing]
        for batch in self._neighbours.of(side.frontier, side.forwards):
            found.append(self.sides[1 - across].reached.common(batch))
            self.limits.allow_states(0)
        return joined(found, self.limits), across

    def _on_paths(self, side: Side, is_across: bool, states: States, most: int) -> list[States] | None:
        """Return the states of every level of a side that are on a path to `states`, nearest first.

        `states` are in its last level, or, with `is_across`, one move beyond it.
        """
        found, count = list[States](), len(states)
        for level in reversed(side.levels if is_across else side.levels[:-1]):
            if count > most:
                return None
            batches = [side.reached.common(batch) for batch in self._neighbours.of(states, forwards=not side.forwards)]
            states = shared(level, joined(batches, self.limits))
            found.append(states)
            count += len(states)
            self.limits.allow_states(0)
        return found

    def _goals_are_few(self, forward: Side) -> bool:
        """Return whether it pays to begin from the goal: a large goal set waits until the other side is as large."""
        return self.goals.most <= max(FEW_GOALS, min(MOST_GOALS, len(forward.reached)))

    def _expand(self, side: Side) -> None:
        """Add the next level to a side."""
        if len(side.frontier) >= MANY:
            self._expand_many(side)
            return
        fresh = []
        for batch in self._neighbours.of(side.frontier, side.forwards):
            fresh.append(side.reached.add(batch))
            self._watch(side)
        self.expanded += len(side.frontier)
        side.levels.append(joined(fresh, self.limits) if fresh else side.frontier[:0])

    def _expand_many(self, side: Side) -> None:
        """Add the next level to a side, on all cores."""
        from shunt.search.trains.sharing import next_level

        reached, neighbours = side.split(self.limits), self._shared
        self._sort(side)
        level = next_level(neighbours, side.frontier, reached, side.forwards, lambda: self._watch(side), self.limits)
        self.expanded += len(side.frontier)
        side.levels.append(level)

    def _meetings(self, side: Side, other: Side) -> States:
        """Return the states of the next level of a side that the other one has reached, without keeping that level."""
        from shunt.search.trains.sharing import meetings

        reached, neighbours = other.split(self.limits), self._shared
        self._sort(side)
        met = meetings(neighbours, side.frontier, reached, side.forwards, lambda: self._watch(side))
        self.expanded += len(side.frontier)
        return met

    def _sort(self, side: Side) -> None:
        """Sort the frontier of a side by occupancy, once."""
        if side.by_occupancy != side.depth:
            side.levels[-1] = self._shared.by_occupancy(side.frontier)
            side.by_occupancy = side.depth

    @cached_property
    def _shared(self) -> SharedNeighbours:
        """What makes large levels."""
        from shunt.search.trains.sharing import SharedNeighbours

        return SharedNeighbours(self.codec, self.limits)

    def _watch(self, side: Side) -> None:
        """Look at the limits, and at what the scout has found, while a side is expanded."""
        self.limits.allow_states(self.states)
        if self.sooner is not None and self.states > SEARCHED:
            self.budget, self.sooner = self.sooner(), None
        self.limits.allow_budget(self.states, self.budget)
        if self.scout is not None:
            self.scout.keep_up(self.states, self.lower_bound, self._least)
        self.progress("from the start" if side.forwards else "from the goal", self.lower_bound, self.states)

    def _path(self, meeting: int, forward: Side, backward: Side | None) -> list[int]:
        """Walk from the meeting state down the levels of both sides."""
        path = list(self._walk(meeting, forward))[::-1]
        return path + (list(self._walk(meeting, backward))[1:] if backward else [])

    def _walk(self, state: int, side: Side) -> Iterator[int]:
        """Yield the state, then one of each level before it, down to where the side began (the smallest, to be deterministic).

        A state of no level is of the one that was not kept.
        """
        yield state
        depth = next((depth for depth, level in enumerate(side.levels) if holds(level, state)), len(side.levels))
        for level in reversed(side.levels[:depth]):
            before = self._neighbours.all_of(state, forwards=not side.forwards)
            state = smallest(shared(level, before))
            yield state

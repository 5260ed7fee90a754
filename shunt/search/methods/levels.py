"""The levels of a domain from both ends, in the form that `breadth_first.py` needs, and a path through the states where they
meet.

A turntable's position is part of a state, so the sides can meet only if it is the same. Small levels are computed state by state,
and large ones on all cores.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from shunt.cards.evidence import End
from shunt.search.core.arrays import Mask, States, holds, places_of, shared, sorted_once, words_of
from shunt.search.core.domain import Domain, Goals, NextStates, walk_back
from shunt.search.core.limits import Limits
from shunt.search.core.table import StateSet, joined
from shunt.search.methods.breadth_first import Levels, SearchByLevels, from_both_ends

if TYPE_CHECKING:
    from shunt.search.trains.sharing import SharedNeighbours, SplitSet

# Set by `benchmarks/searches.py`.
FEW_GOALS = 50_000  # a goal set this small is always searched from
MOST_GOALS = 20_000_000  # one larger than this is never listed
MOST_ACROSS = 100_000  # states of a frontier from which one more move is made only to choose among solutions


class Side(Levels):
    """One side of the search."""

    reached: StateSet | SplitSet

    @property
    def forwards(self) -> bool:
        """Return whether this side began at the start."""
        return self.name == "start"

    @classmethod
    def begin(cls, name: End, states: States, limits: Limits) -> Side:
        """Return a side that begins at `states`."""
        reached = StateSet(limits, max(1 << 12, 2 * len(states)), words_of(states))
        return cls(name, [reached.add(states)], reached)

    def walk(self, state: int, domain: Domain, neighbours: NextStates) -> Iterator[int]:
        """Yield the state, and then one state of each earlier level, down to the start of the side.

        A state that is in no level belongs to the level that was not stored.
        """
        yield state
        depth = next((depth for depth, level in enumerate(self.levels) if holds(level, state)), len(self.levels))
        yield from walk_back(domain, neighbours, self.levels[:depth], state, self.forwards)


@dataclass
class LevelSearch(SearchByLevels):
    """The levels of a domain from a start and from its goals.

    `is_whole`: the level in which the sides meet is completed, so that all meetings are known. `across`: the side whose last
    level is one move before the meeting, or −1 if both sides contain the meeting. `beyond`: the number of states that were
    reached in the same batch as the meeting, but after it.
    """

    domain: Domain
    start: int
    goals: Goals
    limits: Limits
    is_whole: bool = field(default=True, kw_only=True)
    across: int = field(default=-1, init=False)
    beyond: int = field(default=0, init=False)

    @abstractmethod
    def _watch(self, side: Side) -> None:
        """Do what is due after a batch of states of the side that is expanded. This may raise an exception."""

    @cached_property
    def neighbours(self) -> NextStates:
        """Return the object that computes successors and predecessors."""
        return self.domain.neighbours(self.limits)

    @property
    def states(self) -> int:
        """Return the number of states reached on both sides together."""
        return super().states - self.beyond

    @property
    def depth(self) -> int:
        """Return the sum of the depths of both sides."""
        return sum(side.depth for side in self.sides)

    @property
    def smaller(self) -> Side:
        """Return the side to expand next."""
        smaller: Side = min(self.sides, key=lambda side: len(side.frontier))
        return smaller

    @property
    def has_ended(self) -> bool:
        """Return whether a side has no more states."""
        return not all(len(side.frontier) for side in self.sides)

    def until_met(self, is_forward: bool = False) -> Iterator[States]:
        """Search; yield after each level the states that both sides have reached. With `is_forward`, search from the start
        alone."""
        forward = Side.begin("start", self.domain.states([self.start]), self.limits)
        self.sides.append(forward)
        met = forward.frontier[self.goals.met_by(forward.frontier)]
        return from_both_ends(self.sides, met, (lambda: None) if is_forward else self._from_goal, self.expand)

    def _from_goal(self) -> Side | None:
        """Return the side that begins at the goals. A large goal set waits until the other side is as large."""
        if self.goals.most > max(FEW_GOALS, min(MOST_GOALS, len(self.sides[0].reached))):
            return None
        self.limits.allow_bytes(60 * self.domain.words * self.goals.most)
        return Side.begin("goal", self.goals.states(), self.limits)

    def other(self, side: Side) -> Side | None:
        """Return the other side, or None if it has not begun."""
        return next((other for other in self.sides if other is not side), None)

    def expand(self, side: Side) -> States:
        """Add the next level to a side, and return its states that the other side has reached.

        If levels are not completed, the level ends with the first batch in which the sides meet, and it is not added.
        """
        other, many = self.other(side), len(side.frontier) >= self.limits.sizes.large_level
        if many and self._shared is not None:
            reached = self._split(self._shared, side)
            level = self._shared.next_level(side.frontier, reached, side.forwards, lambda: self._watch(side))
        else:
            fresh = [side.frontier[:0]]
            for batch in self._near(side):
                fresh.append(side.reached.add(batch))
                if not self.is_whole and other is not None and len(met := other.reached.common(fresh[-1])):
                    self.across = self.sides.index(side)
                    self.beyond = len(fresh[-1]) - 1 - int(places_of(fresh[-1], met[:1])[0])
                    return met
                self._watch(side)
            level = joined(fresh, self.limits)
        self.expanded += len(side.frontier)
        side.levels.append(level)
        if other is None:
            return level[self.goals.met_by(level)]
        return other.reached.common(level) if self.is_whole else level[:0]

    def compare(self, side: Side, other: Side) -> States:
        """Return the states of the next level of a side that the other side has reached, without storing that level."""
        self.across = self.sides.index(side)
        if self._shared is not None:
            reached = self._split(self._shared, other)
            met = self._shared.meetings(side.frontier, reached, side.forwards, lambda: self._watch(side))
        else:
            found = [side.frontier[:0]]
            for batch in self._near(side):
                found.append(other.reached.common(batch))
                self._watch(side)
                if len(found[-1]) and not self.is_whole:
                    break
            met = joined(found, self.limits)
        self.expanded += len(side.frontier)
        return met

    def _near(self, side: Side) -> Iterator[States]:
        """Yield the neighbours of a side's frontier, batch by batch."""
        return self.neighbours.of(side.frontier, side.forwards)

    @cached_property
    def _shared(self) -> SharedNeighbours | None:
        """Return the object that computes large levels."""
        return self.domain.shared(self.limits)

    def _split(self, levels: SharedNeighbours, side: Side) -> SplitSet:
        """Return the set of all states of a side, split into parts that threads can fill."""
        if isinstance(side.reached, StateSet):
            side.reached = levels.split(side.reached, side.levels)
        return side.reached

    # ----------------------------------------------------------------------------------------------------------- the path

    def _path(self, met: States) -> list[int]:
        """Return a path through one of the states in which the sides have met (see `Domain.first`)."""
        meeting = self.domain.first(met)
        before, *after = [list(side.walk(meeting, self.domain, self.neighbours)) for side in self.sides]
        return before[::-1] + (after[0][1:] if after else [])

    # ----------------------------------------------------------------------------------------------------- all shortest paths

    def _on_paths(self, met: States, across: int, most: int) -> list[States] | None:
        """Return the states on all shortest paths through `met`, level by level. Return None if there are none, or more than
        `most`.

        `across`: the side whose last level is one move before `met`, or −1 if both sides contain these states.
        """
        if not len(met):
            return None
        met = sorted_once(met)
        parts = [self._back(side, number == across, met, most) for number, side in enumerate(self.sides)]
        before, after = [*parts, []][:2]
        if before is None or after is None or len(met) + sum(map(len, [*before, *after])) > most:
            return None
        return [*reversed(before), met, *after]

    def _back(self, side: Side, is_across: bool, states: States, most: int) -> list[States] | None:
        """Return the states of every level of a side that are on a path to `states`, nearest first.

        `states` are in its last level or, with `is_across`, one move beyond it.
        """
        found, count = list[States](), len(states)
        for level in reversed(side.levels if is_across else side.levels[:-1]):
            if count > most:
                return None
            batches = [side.reached.common(batch) for batch in self.neighbours.of(states, forwards=not side.forwards)]
            states = shared(level, joined(batches, self.limits))
            found.append(states)
            count += len(states)
            self.limits.allow_states(0)
        return found

    def _one_move_more(self, moves: int) -> tuple[States, int]:
        """Return the states of one side's frontier that are one move away from the other side's, and the number of that other
        side.

        The sides have not met, but a path is known that is one move longer than their levels. Return no states if there is no
        such path or both frontiers are large.
        """
        across = min(range(len(self.sides)), key=lambda number: len(self.sides[number].frontier))
        side, nothing = self.sides[across], self.sides[0].frontier[:0]
        if len(self.sides) < 2 or moves != self.depth + 1 or len(side.frontier) > MOST_ACROSS:
            return nothing, across
        found = [nothing]
        for batch in self.neighbours.of(side.frontier, side.forwards):
            found.append(self.sides[1 - across].reached.common(batch))
            self.limits.allow_states(0)
        return joined(found, self.limits), across


@dataclass(frozen=True)
class Perimeter:
    """The states that a search has reached from the goal. From each of them, the rest of a path is known."""

    side: Side
    domain: Domain
    neighbours: NextStates

    @property
    def depth(self) -> int:
        """The number of moves to the goal from every state of the last complete level."""
        return self.side.depth

    def met_by(self, states: States) -> Mask:
        """Return a mask of those of `states` that were reached."""
        is_met = np.zeros(len(states), np.bool_)
        is_met[places_of(states, self.side.reached.common(states))] = True
        return is_met

    def rest(self, state: int) -> list[int]:
        """Return the shortest path from a state that was reached to the goal."""
        return list(self.side.walk(state, self.domain, self.neighbours))

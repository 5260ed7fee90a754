"""The search of `solve` by levels: from both ends of a domain until they meet, and a path through the states where they meet.

When f levels have been searched from the start and b from the goal, no solution has f + b moves or fewer unless the two sets
share a state. Between two levels, beams look for solutions (`anytime.py`). If a known solution is only one move longer than the
number that is excluded next, the next level is the last one. It is compared with the other side and not kept.

A turntable's position is part of a state, so the sides can meet only if it is the same. Small levels are computed state by state,
and large ones on all cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from shunt.cards.evidence import End, Evidence, LevelsApart
from shunt.search.anytime import AnytimeSearch
from shunt.search.core.arrays import Mask, States, holds, places_of, shared, sorted_once, words_of
from shunt.search.core.domain import Domain, NextStates, walk_back
from shunt.search.core.limits import Limits
from shunt.search.core.table import StateSet, joined
from shunt.search.methods.breadth_first import Levels, SearchByLevels, from_both_ends

if TYPE_CHECKING:
    from shunt.search.trains.sharing import SharedNeighbours, SplitSet

# Set by `benchmarks/searches.py`.
FEW_GOALS = 50_000  # a goal set this small is always searched from
MOST_GOALS = 20_000_000  # one larger than this is never listed
MOST_ACROSS = 100_000  # states of a frontier from which one more move is made only to choose among solutions
BRANCHING = 4  # states of a level, about, for each state of the level before it
SEARCHED = 300_000  # states after which a search is long enough to ask for its budget


@dataclass(eq=False)
class Side(Levels):
    """One side of the search. It is a goal for beams, since the rest of the path is known from each of its states."""

    reached: StateSet | SplitSet
    domain: Domain
    neighbours: NextStates

    @property
    def forwards(self) -> bool:
        """Return whether this side began at the start."""
        return self.name == "start"

    def met_by(self, states: States) -> Mask:
        """Return a mask of those of `states` that this side has reached."""
        is_met = np.zeros(len(states), np.bool_)
        is_met[places_of(states, self.reached.common(states))] = True
        return is_met

    def walk(self, state: int) -> Iterator[int]:
        """Yield the state, and then one state of each earlier level, down to the start of the side.

        A state that is in no level belongs to the level that was not stored.
        """
        yield state
        depth = next((depth for depth, level in enumerate(self.levels) if holds(level, state)), len(self.levels))
        yield from walk_back(self.domain, self.neighbours, self.levels[:depth], state, self.forwards)


@dataclass
class PathSearch(SearchByLevels):
    """A search for a shortest path from the start to the goals of a domain, level by level.

    `method`: "bidirectional", or "forward" to search from the start alone. `budget_of` returns a limit on states for this search
    alone; it is called when `SEARCHED` states are reached. `anytime` looks for solutions at the same time, and the search ends
    when one of them is proven to be the best.

    `is_whole`: the level in which the sides meet is completed, so that all meetings are known. `across`: the side whose last
    level is one move before the meeting, or −1 if both sides contain the meeting. `beyond`: the number of states that were
    reached in the same batch as the meeting, but after it.
    """

    domain: Domain
    limits: Limits
    method: str = "bidirectional"
    anytime: AnytimeSearch | None = None
    budget_of: Callable[[], int | None] = lambda: None
    is_whole: bool = field(default=True, kw_only=True)
    across: int = field(default=-1, init=False)
    beyond: int = field(default=0, init=False)
    _met: States | None = None

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

    def _begin(self, name: End, states: States) -> Side:
        """Return a side that begins at `states`."""
        reached = StateSet(self.limits, max(1 << 12, 2 * len(states)), words_of(states))
        return Side(name, [reached.add(states)], reached, self.domain, self.neighbours)

    def _search(self) -> None:
        """Search until the sides meet, one side has no more states, or the best known path is proven to be the best."""
        forward = self._begin("start", self.domain.states([self.domain.start]))
        self.sides.append(forward)
        solved = forward.frontier[self.domain.goals.met_by(forward.frontier)]
        for met in from_both_ends(self.sides, solved, self._from_goal, self._expand):
            if len(met):
                self._meet(met)
                return
            self._note(self._apart())
            if not all(len(side.frontier) for side in self.sides):
                break
            if self._is_over():
                return
            if len(self.sides) == 2 and self._has_known_last_level():
                return
        self._end()

    def _from_goal(self) -> Side | None:
        """Return the side that begins at the goals. A large goal set waits until the other side is as large."""
        goals = self.domain.goals
        if self.method == "forward" or goals.most > max(FEW_GOALS, min(MOST_GOALS, len(self.sides[0].reached))):
            return None
        self.limits.allow_bytes(60 * self.domain.words * goals.most)
        side = self._begin("goal", goals.states())
        if self.anytime is not None and self.anytime.task.shares_states:
            self.anytime.perimeter = side
        return side

    def _expand(self, side: Side) -> States:
        """Add the next level to a side, and return its states that the other side has reached.

        If levels are not completed, the level ends with the first batch in which the sides meet, and it is not added.
        """
        other: Side | None = next((other for other in self.sides if other is not side), None)
        if len(side.frontier) >= self.limits.sizes.large_level and self._shared is not None:
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
            return level[self.domain.goals.met_by(level)]
        return other.reached.common(level) if self.is_whole else level[:0]

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

    # ------------------------------------------------------------------------------------------------------- between two levels

    def _meet(self, met: States) -> None:
        """Store a path through one of the states in which the sides have met (see `Domain.first`)."""
        self._met, meeting = met, self.domain.first(met)
        before, *after = [list(side.walk(meeting)) for side in self.sides]
        self.path = before[::-1] + (after[0][1:] if after else [])

    def _apart(self, compared: Side | None = None, ended: End | None = None) -> LevelsApart:
        """Return the fact that the sides have not met, either with the stored levels or with one more level of a side."""
        depths = [side.depth + (side is compared) for side in self.sides]
        name = None if compared is None else compared.name
        return LevelsApart(depths[0], sum(depths[1:]), name, ended, self._under)

    def _note(self, evidence: Evidence) -> None:
        """Store evidence that proves more than the known evidence."""
        if evidence.at_least is None or evidence.at_least > self.lower_bound:
            self._evidence = evidence

    @property
    def _under(self) -> int | None:
        """Return the number of moves below which no state of a solution was left out, or None if nothing was left out."""
        return None

    def _is_over(self) -> bool:
        """Return whether the best known path is proven to be the best."""
        expected = self.states + BRANCHING * len(self.smaller.frontier)  # a beam may make the next level the last one
        if self.anytime is None or not self.anytime.keep_up(expected, self.lower_bound):
            return False
        self.path = self.anytime.path
        return True

    def _has_known_last_level(self) -> bool:
        """If the best known path is as long as a path through the next level would be, compare that level with the other side;
        return whether this was done."""
        is_large = len(self.smaller.frontier) >= self.limits.sizes.large_level
        if not is_large or self.anytime is None or not self.anytime.attains(self.depth + 2):
            return False
        if not self._meets_next():
            self.path = self.anytime.path
        return True

    def _meets_next(self) -> bool:
        """Compare the next level of the smaller side with the other side, without storing it; return whether they meet."""
        side, other = sorted(self.sides, key=lambda side: len(side.frontier))
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
        if len(met):
            self._meet(met)
        else:
            self._note(self._apart(compared=side))
        return len(met) > 0

    def _end(self) -> None:
        """Note that no solution is better than the best known one or, if no states were left out for it, that there is no
        solution."""
        ended = next((side for side in self.sides if not len(side.frontier)), self.sides[0])
        evidence = self._apart(ended=ended.name)
        if evidence.at_least is None:
            self.exhausted = True
        elif self.anytime is not None and self.anytime.attains(evidence.at_least):
            self.path = self.anytime.path
        self._note(evidence)

    def _watch(self, side: Side) -> None:
        """Check the limits and run due beams while a side is expanded."""
        self.limits.allow_states(self.states)
        if self.states > SEARCHED:
            self.limits.allow_budget(self.states, self.budget_of())
        if self.anytime is not None:
            self.anytime.keep_up(self.states, self.lower_bound)
        self.limits.progress(f"from the {side.name}", self.lower_bound, self.states)

    # ----------------------------------------------------------------------------------------------------- all shortest paths

    def shortest_levels(self, most: int) -> list[States] | None:
        """Return the states on all shortest paths.

        Return None also if the anytime search found the path and the frontiers are too large.
        """
        if self.path is None:
            return None
        met, across = (self._met, self.across) if self._met is not None else self._one_move_more(len(self.path) - 1)
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

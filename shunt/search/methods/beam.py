"""Beam search: level by level, but only the most promising states of each level are kept. Fast, and not optimal.

What is promising says an estimate (`estimating`). A path that is found is legal and may be longer than the shortest; nothing
is proved by it. A wider beam takes longer and finds better paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal
from shunt.rules.position import Position
from shunt.search.core.arrays import shared, smallest
from shunt.search.core.limits import Limits, Progress, core_count, no_progress
from shunt.search.core.search import Search
from shunt.search.core.threads import Part, by_threads, parts_of
from shunt.search.methods.estimating.car_estimates import Estimates
from shunt.search.methods.estimating.pair_estimates import PairEstimates
from shunt.search.methods.estimating.reversals import Reversals
from shunt.search.methods.shortening import OneState
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours, States, StateSet
from shunt.search.trains.walking import walked
from shunt.track.plan import LARGE

if TYPE_CHECKING:
    from shunt.search.methods.bidirectional import Goals
    from shunt.search.trains.sharing import SharedNeighbours

ROOM = 4  # times the width: candidates held before the best are chosen
MANY = 4096  # states of a level that are worth the threads
UNCROWDED = 1 << 40
ROUND = 2  # parts of such a level between two choices: the sooner it is known what is too poor, the less is kept

KINDS = 3  # of beams: from the start, from the goal, from the start with locomotives that reach their own goals
EMPHASIS = (1, 2)  # how much more the goals of locomotives count, in turn
LATER = 100_000  # states of all beams from which more tables are worth their cost
MOST_ENDS = 64  # states that a beam may begin at backwards
PATIENCE = 20  # levels


@dataclass
class BeamSearch(Search):
    """A search from `start` to any state of `goals` that keeps `width` states a level, for paths of at most `longest` moves.

    After `crowded` new states of a level only those are looked at that are better than the worst of the best. `ends`: the states
    to search from backwards, to `start`; None to search from `start` to `goals`. It ends after `patience` levels without a state
    that seems nearer than all before.
    """

    codec: Codec
    start: int
    goals: Goals
    estimates: PairEstimates | Estimates | Reversals
    width: int
    limits: Limits
    progress: Progress = no_progress
    longest: int = 250
    crowded: int = UNCROWDED
    ends: States | None = None
    patience: int = 1 << 40
    levels: list[States] = field(default_factory=list)
    _seen: StateSet | None = None
    _nearest: list[int] = field(default_factory=list)

    @property
    def lower_bound(self) -> int:
        """Nothing is proved."""
        return 0

    @property
    def _is_forwards(self) -> bool:
        return self.ends is None

    @property
    def states(self) -> int:
        """Return how many states were kept."""
        return self._seen.count if self._seen else 0

    def _search(self) -> None:
        self._neighbours = Neighbours(self.codec, self.limits)
        self._seen = StateSet(self.limits, words=self.codec.words)
        frontier = self._seen.add(self.codec.states([self.start]) if self.ends is None else self.ends)
        self.levels, self._nearest = [frontier], [int(self.estimates.of(frontier).min())]
        met = frontier[self.goals.met_by(frontier)]
        while not len(met) and len(frontier) and len(self.levels) <= self.longest and self._is_nearing():
            met, frontier = self._expand(frontier)
            self.levels.append(frontier)
        if len(met):
            self.path = self._walk(smallest(met))

    def _is_nearing(self) -> bool:
        """Return whether a state of the last levels seems nearer than all before."""
        last = self._nearest[-self.patience :]
        return len(last) == len(self._nearest) or min(last) < min(self._nearest[: -self.patience])

    def _expand(self, frontier: States) -> tuple[States, States]:
        """Return the successors that meet the goal, and the best of the others that are new."""
        assert self._seen is not None
        fresh = StateSet(self.limits, words=self.codec.words)
        held: list[States] = []
        scores: list[NDArray[np.int64]] = []
        count, fine = 0, 0
        worst: int | None = None
        for batches in self._rounds(frontier):
            met = np.concatenate([batch[self.goals.met_by(batch)] for batch in batches])
            if len(met):
                return met, frontier[:0]
            least = worst if worst is None or fine < self.crowded else worst - 1
            if least is not None and self.crowded < UNCROWDED:
                batches = [batch[self.estimates.of(batch) < least] for batch in batches]
            new = [self._seen.missing(fresh.add(batch)) for batch in batches]
            for states, estimates in zip(new, self._estimated(new), strict=True):
                near = slice(None) if least is None else estimates < least
                held.append(states[near])
                scores.append(estimates[near])
                count += len(scores[-1])
                fine += len(scores[-1])
            if count > ROOM * self.width:
                held, scores = self._best(held, scores)
                count, worst = len(held[0]), int(scores[0][-1]) + 1
            self.limits.allow_states(self.states + count)
            self.progress("beam", len(self.levels), self.states)
        self.expanded += len(frontier)
        if not count:
            return frontier[:0], frontier[:0]
        held, scores = self._best(held, scores)
        self._nearest.append(int(scores[0][0]))
        return frontier[:0], self._seen.add(held[0])

    def _estimated(self, batches: list[States]) -> list[NDArray[np.int64]]:
        """Return the estimates of the states of each batch."""
        found = [np.empty(0, np.int64)] * len(batches)

        def estimate(thread: int, span: Part) -> None:
            """Estimate some batches."""
            for number in range(*span):
                found[number] = self.estimates.of(batches[number])

        threads = min(len(batches), core_count())
        by_threads(threads, parts_of(len(batches), threads), estimate, lambda: None)
        return found

    def _rounds(self, frontier: States) -> Iterator[list[States]]:
        """Yield the successors of a level in batches, many of them from several threads where it is large."""
        if len(frontier) < MANY:
            for batch in self._neighbours.of(frontier, self._is_forwards):
                yield [batch]
            return
        for batches in self._shared.rounds(self._shared.by_occupancy(frontier), self._is_forwards, ROUND):
            if batches:
                yield [batch.states for batch in batches]

    @cached_property
    def _shared(self) -> SharedNeighbours:
        """What makes the successors of large levels."""
        from shunt.search.trains.sharing import SharedNeighbours

        return SharedNeighbours(self.codec, self.limits)

    def _best(self, held: list[States], scores: list[NDArray[np.int64]]) -> tuple[list[States], list[NDArray[np.int64]]]:
        """Return the `width` states of the least estimates; of equals, those that come first in a shuffled order."""
        states, estimates = np.concatenate(held), np.concatenate(scores)
        if len(states) <= self.width:
            order = np.argsort(estimates, kind="stable")
        else:
            order = np.lexsort((_mixed(states), estimates))[: self.width]
        return [states[order]], [estimates[order]]

    def _walk(self, state: int) -> list[int]:
        """Return the path from the start through the levels, of which `state` is in the last."""
        if self._is_forwards and len(self.codec.rules.plan.spaces) >= LARGE:
            return walked(self._neighbours, self.codec, self.levels[:-1], state)
        path = [state]
        for level in reversed(self.levels[:-1]):  # the last level is empty, or the start itself
            path.append(smallest(shared(level, self._neighbours.all_of(path[-1], forwards=not self._is_forwards))))
        return path[::-1] if self._is_forwards else path


def _mixed(states: States) -> NDArray[np.uint64]:
    """Return a number for each state that does not depend on where its pieces are."""
    words = states.view(np.uint64) if states.ndim == 1 else states.view(np.uint64).sum(axis=1)
    return (words * np.uint64(0x9E3779B97F4A7C15)) ^ (words >> np.uint64(29))


@dataclass
class BeamMaker:
    """Makes the beams of a card of the train rules, each ordered by another variant of the estimates.

    Beams that differ find more than beams that are only wider. `start`: the packed `position`. Every third one that varies
    searches backwards, from the goal, if few states meet it; some solutions are found much sooner so. In the others of these
    but the first of three, locomotives are to reach their own goals in every table. Tables for these kinds are built only
    when `LATER` states were spent; those for searches backwards also while no path is known.
    `_longest`: the moves that paths may have before one is known.
    """

    codec: Codec
    start: int
    position: Position
    goals: GoalSet
    goal: Goal
    phase: int
    limits: Limits
    progress: Progress
    _made: int = 0
    _states: int = 0
    _longest: int = 0

    def plain(self, width: int, longest: int) -> BeamSearch | None:
        """Make a beam from the start for paths of at most `longest` moves; None if the goal names nothing to estimate."""
        return self._made_of(self._base, None, width, longest)

    def varied(self, width: int, longest: int) -> BeamSearch | None:
        """Make a beam of the next kind."""
        number, is_late = self._made, self._states + width * longest >= LATER
        self._longest = self._longest or longest
        ends = self._ends if number % KINDS == 1 and (is_late or longest >= self._longest) else None
        base = self._base if ends is None else self._from_start
        if isinstance(base, PairEstimates) and number % KINDS and is_late:
            base = self._parking(ends is not None) or base
        return self._made_of(base, ends, width, longest)

    def _made_of(
        self, base: PairEstimates | Estimates | Reversals | None, ends: States | None, width: int, longest: int
    ) -> BeamSearch | None:
        """Return a beam ordered by the next variant of some estimates."""
        if base is None:
            return None
        if isinstance(base, PairEstimates):
            base = base.variant(self._made, EMPHASIS[self._made // KINDS % len(EMPHASIS)])
        self._made += 1
        self._states += width * longest
        goals = self.goals if ends is None else OneState(self.codec, self.start)
        given = self.codec, self.start, goals, base, width, self.limits, self.progress, longest
        return BeamSearch(*given, ends=ends, patience=PATIENCE)

    @cached_property
    def _base(self) -> PairEstimates | Estimates | Reversals | None:
        """What all variants are of, where there are any."""
        given = self.codec, self.goal, self.phase, self.limits, self.progress
        return PairEstimates.for_goal(*given) or Estimates.for_goal(*given)

    @cached_property
    def _ends(self) -> States | None:
        """The states that meet the goal, if they are few and there are estimates for a search from them."""
        return self.goals.states() if self.goals.most <= MOST_ENDS and self._from_start is not None else None

    @cached_property
    def _from_start(self) -> PairEstimates | None:
        """Estimates of how far a position is from the start."""
        roster, where = self.codec.rules.roster, self.position
        headings = dict(zip(roster.locomotives, where.headings, strict=True)) if self.codec.rules.has_headings else {}
        goal = Goal(dict(zip(roster.pieces, where.places, strict=True)), headings)
        return PairEstimates.for_goal(self.codec, goal, self.phase, self.limits, self.progress, forwards=True)

    def _parking(self, is_backwards: bool) -> PairEstimates | None:
        """Return the estimates in which locomotives reach their own goals too."""
        return self._parking_at_start if is_backwards else self._parking_at_goal

    @cached_property
    def _parking_at_goal(self) -> PairEstimates | None:
        assert isinstance(self._base, PairEstimates)
        return self._base.with_parking(self.limits, self.progress)

    @cached_property
    def _parking_at_start(self) -> PairEstimates | None:
        assert self._from_start is not None
        return self._from_start.with_parking(self.limits, self.progress)

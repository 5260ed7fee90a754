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

from shunt.search.core.arrays import shared, smallest
from shunt.search.core.limits import Limits, Progress, core_count, no_progress
from shunt.search.core.search import Search
from shunt.search.core.threads import Part, by_threads, parts_of
from shunt.search.methods.estimating.car_estimates import Estimates
from shunt.search.methods.estimating.pair_estimates import PairEstimates
from shunt.search.methods.estimating.reversals import Reversals
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours, States, StateSet

if TYPE_CHECKING:
    from shunt.search.trains.sharing import SharedNeighbours

ROOM = 4  # times the width: candidates held before the best are chosen
MANY = 4096  # states of a level that are worth the threads
ROUND = 2  # parts of such a level between two choices: the sooner it is known what is too poor, the less is kept


@dataclass
class BeamSearch(Search):
    """A search from `start` to any state of `goals` that keeps `width` states a level, for paths of at most `longest` moves.

    After `crowded` new states of a level only those are looked at that are better than the worst of the best.
    """

    codec: Codec
    start: int
    goals: GoalSet
    estimates: PairEstimates | Estimates | Reversals
    width: int
    limits: Limits
    progress: Progress = no_progress
    longest: int = 250
    crowded: int = 1 << 40
    levels: list[States] = field(default_factory=list)
    _seen: StateSet | None = None

    @property
    def lower_bound(self) -> int:
        """Nothing is proved."""
        return 0

    @property
    def states(self) -> int:
        """Return how many states were kept."""
        return self._seen.count if self._seen else 0

    def _search(self) -> None:
        self._neighbours = Neighbours(self.codec, self.limits)
        self._seen = StateSet(self.limits, words=self.codec.words)
        frontier = self._seen.add(self.codec.states([self.start]))
        self.levels = [frontier]
        met = frontier[self.goals.met_by(frontier)]
        while not len(met) and len(frontier) and len(self.levels) <= self.longest:
            met, frontier = self._expand(frontier)
            self.levels.append(frontier)
        if len(met):
            self.path = self._walk(smallest(met))

    def _expand(self, frontier: States) -> tuple[States, States]:
        """Return the successors that meet the goal, and the best of the others that are new."""
        assert self._seen is not None
        fresh = StateSet(self.limits, words=self.codec.words)
        held: list[States] = []
        scores: list[NDArray[np.int64]] = []
        count = 0
        worst: int | None = None
        for batches in self._rounds(frontier):
            least = worst if worst is None or len(fresh) < self.crowded else worst - 1
            fine, met = self._sifted(batches, least)
            if len(met):
                return met, frontier[:0]
            for batch in fine:
                new = self._seen.missing(fresh.add(batch))
                held.append(new)
                scores.append(self.estimates.of(new))
                count += len(new)
            if count > ROOM * self.width:
                held, scores = self._best(held, scores)
                count, worst = len(held[0]), int(scores[0][-1]) + 1
            self.limits.allow_states(self.states + count)
            self.progress("beam", len(self.levels), self.states)
        self.expanded += len(frontier)
        if not count:
            return frontier[:0], frontier[:0]
        held, scores = self._best(held, scores)
        return frontier[:0], self._seen.add(held[0])

    def _rounds(self, frontier: States) -> Iterator[list[States]]:
        """Yield the successors of a level in batches, many of them from several threads where it is large."""
        if len(frontier) < MANY:
            for batch in self._neighbours.of(frontier):
                yield [batch]
            return
        for batches in self._shared.rounds(self._shared.by_occupancy(frontier), length=ROUND):
            if batches:
                yield [batch.states for batch in batches]

    def _sifted(self, batches: list[States], least: int | None) -> tuple[list[States], States]:
        """Return those of the batches whose estimates are below `least`, and all that meet the goal."""
        fine, met = list(batches), list(batches)

        def sift(thread: int, span: Part) -> None:
            """Sift some batches."""
            for number in range(*span):
                batch = batches[number]
                met[number] = batch[self.goals.met_by(batch)]
                if least is not None:
                    fine[number] = batch[self.estimates.of(batch) < least]

        threads = min(len(batches), core_count())
        by_threads(threads, parts_of(len(batches), threads), sift, lambda: None)
        return fine, np.concatenate(met)

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
        """Return the path to `state` through the levels."""
        path = [state]
        for level in reversed(self.levels[:-1]):  # the last level is empty, or the start itself
            path.append(smallest(shared(level, self._neighbours.all_of(path[-1], forwards=False))))
        return path[::-1]


def _mixed(states: States) -> NDArray[np.uint64]:
    """Return a number for each state that does not depend on where its pieces are."""
    words = states.view(np.uint64) if states.ndim == 1 else states.view(np.uint64).sum(axis=1)
    return (words * np.uint64(0x9E3779B97F4A7C15)) ^ (words >> np.uint64(29))

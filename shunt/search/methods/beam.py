"""Beam search: a search by levels that keeps only the most promising states of each level. It is fast, but not optimal.

An estimate (`estimating`) ranks the states. A path that is found is legal, but may not be the shortest, and nothing is proved. A
wider beam takes longer and finds better paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import Ints, States
from shunt.search.core.domain import Domain, Estimated, GoalTest, walk_back
from shunt.search.core.limits import Limits
from shunt.search.core.machine import core_count
from shunt.search.core.search import Search
from shunt.search.core.threads import Part, found_by_threads, spans
from shunt.search.trains.sharing import SET_PARTS, SharedNeighbours, Sorted, SplitSet

# Set by `benchmarks/anytime.py`.
ROOM = 4  # candidates that are held before the best are chosen, as a multiple of the width
SUCCESSORS = 32  # the approximate number of new successors of a state
ROUND = 8  # parts of a large level, after each of which the best states are chosen; more parts keep fewer poor states


class Looked(NamedTuple):
    """New states of a level: those that meet the goal, and those worth keeping, with their estimates."""

    met: States
    states: States
    estimates: Ints


@dataclass
class Best:
    """The best known states of a level: `width` of them at the end, and at most `ROOM` times as many before.

    `worst`: states with this estimate or a larger one are not among the best.
    """

    width: int
    states: States
    estimates: Ints = field(default_factory=lambda: np.empty(0, np.int64))
    worst: int | None = None

    def hold(self, parts: Sequence[Looked]) -> None:
        """Hold more states, and drop the worst if there are too many."""
        self.states = np.concatenate([self.states, *(part.states for part in parts)])
        self.estimates = np.concatenate([self.estimates, *(part.estimates for part in parts)])
        if len(self.states) > ROOM * self.width:
            self.choose()
            self.worst = int(self.estimates.max()) + 1

    def choose(self) -> None:
        """Drop all but the `width` states with the smallest estimates. Of equal ones, those that come first in a shuffled order
        remain."""
        if len(self.states) > self.width:
            edge = np.partition(self.estimates, self.width - 1)[self.width - 1]
            is_best, equal = self.estimates < edge, np.flatnonzero(self.estimates == edge)
            more = self.width - int(is_best.sum())
            is_best[equal[np.argpartition(_mixed(self.states[equal]), more - 1)[:more]]] = True
            self.states, self.estimates = self.states[is_best], self.estimates[is_best]


@dataclass
class BeamSearch(Search):
    """A search from the start of a domain to any state of `goals`. It keeps `width` states per level and looks for paths of at
    most `longest` moves.

    The search ends after `patience` levels in which no state seems nearer to the goal than all earlier ones.
    """

    domain: Domain
    goals: GoalTest
    estimates: Estimated
    width: int
    limits: Limits
    longest: int
    patience: int = 1 << 40
    levels: list[States] = field(default_factory=list)
    _nearest: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._seen = SplitSet(self.limits, self.domain.words)

    @property
    def states(self) -> int:
        """Return the number of states that were kept."""
        return len(self._seen)

    def _search(self) -> None:
        self._neighbours = self.domain.neighbours(self.limits)
        frontier = self._seen.add(self.domain.states([self.domain.start]))
        self.levels, self._nearest = [frontier], [int(self.estimates.of(frontier).min())]
        met = frontier[self.goals.met_by(frontier)]
        near = self._nearest
        while not len(met) and len(frontier) and len(self.levels) <= self.longest:
            if len(near) - near.index(min(near)) > self.patience:
                break
            met, frontier = self._expand(frontier)
            self.levels.append(frontier)
        if len(met):
            self.path = self._walk(self.domain.first(met))

    def _expand(self, frontier: States) -> tuple[States, States]:
        """Return the successors that meet the goal, and the best of the other new ones."""
        fresh = SplitSet(self.limits, self.domain.words, SUCCESSORS * len(frontier))
        best = Best(self.width, self.domain.states([]))
        for batches in self._rounds(frontier):
            found = self._looked_at(batches, fresh, best.worst)
            met = np.concatenate([part.met for part in found])
            if len(met):
                return met, frontier[:0]
            best.hold(found)
            self.limits.allow_states(self.states + len(best.states))
            self.limits.progress("beam", len(self.levels), self.states)
        self.expanded += len(frontier)
        best.choose()
        if not len(best.states):
            return frontier[:0], frontier[:0]
        order = np.argsort(best.estimates, kind="stable")
        self._nearest.append(int(best.estimates[order[0]]))
        return frontier[:0], self._seen.add(best.states[order])

    def _looked_at(self, batches: list[Sorted], fresh: SplitSet, worst: int | None) -> list[Looked]:
        """Add batches of successors to `fresh`, the set of the next level; return the new ones that are better than `worst`."""

        def look(thread: int, span: Part) -> Looked:
            """Process the successors that belong to one part of the set."""
            states = np.concatenate([batch.part(span[0]) for batch in batches])
            new = self._seen.parts[span[0]].missing(fresh.parts[span[0]].add(states))
            met, estimates = new[self.goals.met_by(new)], self.estimates.of(new)
            near = slice(None) if worst is None else estimates < worst
            return Looked(met, new[near], estimates[near])

        threads = core_count() if sum(len(batch.states) for batch in batches) >= self.limits.sizes.large_beam_level else 1
        return found_by_threads(threads, spans(SET_PARTS, 1), look)

    def _rounds(self, frontier: States) -> Iterator[list[Sorted]]:
        """Yield the successors of a level in batches. For a large level, several threads compute many of them at a time."""
        shared = self._shared if len(frontier) >= self.limits.sizes.large_beam_level else None
        if shared is None:
            yield from ([Sorted.of(batch)] for batch in self._neighbours.of(frontier))
        else:
            yield from filter(None, shared.rounds(frontier, True, ROUND, len(frontier) // ROUND))

    @cached_property
    def _shared(self) -> SharedNeighbours | None:
        """Return the object that computes the successors of large levels, if the domain has one."""
        return self.domain.shared(self.limits)

    def _walk(self, state: int) -> list[int]:
        """Return the path from the start through the levels to `state`, which is in the last level."""
        before = walk_back(self.domain, self._neighbours, self.levels[:-1], state)
        path = [state, *before]  # the last level is empty, or the start itself
        return path[::-1]


def _mixed(states: States) -> NDArray[np.uint64]:
    """Return a number for each state that does not depend on where its pieces are."""
    words = states.view(np.uint64) if states.ndim == 1 else states.view(np.uint64).sum(axis=1)
    return (words * np.uint64(0x9E3779B97F4A7C15)) ^ (words >> np.uint64(29))

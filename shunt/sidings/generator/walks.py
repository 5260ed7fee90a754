"""Walks of the wandering solver in yards with too many positions to hold, over the distances that are known near the goal.

Many walks go side by side, each a move at a time, so that a step is a few operations on whole arrays and needs no kernel. The
solver is that of `landscape.py`; no position of a yard is dead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shunt.generator.rating.landscape import MOST_GOALS
from shunt.generator.state_graph import Ints, Walks, Wandering
from shunt.search.core.arrays import States, sorted_once
from shunt.search.core.limits import Limits
from shunt.search.core.table import Numbered
from shunt.sidings.search.domain import SidingsDomain, SidingsNeighbours

WALKERS = 64  # walks side by side


@dataclass(frozen=True)
class NearGoal:
    """The positions up to `radius` moves from the goal: states by number, with their distances."""

    domain: SidingsDomain
    limits: Limits
    numbered: Numbered
    distance: Ints
    radius: int

    @classmethod
    def around(cls, domain: SidingsDomain, limits: Limits, most: int) -> NearGoal | None:
        """Search back from the goal until there are `most` positions; None if too many meet it. Raises `LimitReached`."""
        if domain.goals.most > MOST_GOALS:
            return None
        numbered = Numbered(limits, words=domain.words)
        numbered.add_new(sorted_once(domain.goals.states()))
        levels = [0, numbered.count]
        while levels[-1] > levels[-2] and numbered.count < most:
            for batch in domain.neighbours(limits).of(numbered.states[levels[-2] : levels[-1]]):
                numbered.gather(batch)
                limits.allow_states(numbered.count)
                if numbered.count > 2 * most:  # an unfinished level would hold distances that are not all there
                    break
            else:
                levels.append(numbered.count)
                limits.progress("from the goal", len(levels) - 2, numbered.count)
                continue
            break
        radius = len(levels) - 2
        distance = np.full(numbered.count, radius + 1, np.int64)
        distance[: levels[-1]] = np.repeat(np.arange(radius + 1), np.diff(levels))
        return cls(domain, limits, numbered, distance, radius)

    @cached_property
    def _neighbours(self) -> SidingsNeighbours:
        return self.domain.neighbours(self.limits)

    def of(self, states: States) -> Ints:
        """Return distances of `states`, radius + 1 for those that are farther."""
        numbers = self.numbered.values_of(states)
        return np.where(numbers >= 0, self.distance[np.maximum(numbers, 0)], self.radius + 1)

    def wander(self, begins: States, how: Wandering, returns: bool = False) -> Walks:
        """Simulate the wandering solver from `begins` in turn.

        Positions farther than `radius` count as one move farther. With `returns`, one that has no neighbour within it leads back
        to the last position that had.
        """
        chance, beyond, homes = np.random.Generator(np.random.PCG64(how.seed)), self.radius + 1, self.of(begins)
        walk = np.arange(WALKERS) % len(begins)
        begun, made, lengths = WALKERS, 0, [np.empty(0, np.int64)]
        state, away, length = begins[walk], homes[walk], np.zeros(WALKERS, np.int64)
        edge, at_edge = state.copy(), away.copy()
        while made < how.budget:
            self.limits.allow_states(0)
            length += 1
            made += WALKERS
            again = (away >= how.worse) & (chance.random(WALKERS) < how.chance)
            following, distance, nearest = self._step(state, away, how.bonus, chance.random(WALKERS))
            if returns:
                outside = ~again & (away == beyond)
                lost = outside & (nearest == beyond)
                at_border = outside & ~lost
                edge[at_border], at_edge[at_border] = state[at_border], beyond
                following[lost], distance[lost] = edge[lost], at_edge[lost]
            following[again], distance[again] = begins[walk[again]], homes[walk[again]]
            ended = distance == 0
            count = int(ended.sum())
            lengths.append(length[ended])
            walk[ended] = (begun + np.arange(count)) % len(begins)
            begun += count
            length[ended], following[ended], distance[ended] = 0, begins[walk[ended]], homes[walk[ended]]
            edge[ended], at_edge[ended] = following[ended], distance[ended]
            state, away = following, distance
        return Walks(np.concatenate(lengths), made)

    def _step(self, states: States, away: Ints, bonus: float, drawn: np.ndarray) -> tuple[States, Ints, Ints]:
        """Return for each state the one that the solver goes to, its distance, and the least distance of all neighbours."""
        degrees = np.diff(self.domain.moves.first)[self.domain.unpacked(states)[1]]
        after = np.concatenate([batch.copy() for batch in self._neighbours.of(states)])
        distance, here = self.of(after), np.repeat(away, degrees)
        weight = here + bonus * (distance < here)
        end, total = np.cumsum(degrees), np.cumsum(weight)
        first = end - degrees
        before = total[first] - weight[first]
        chosen = np.searchsorted(total, before + drawn * (total[end - 1] - before), side="right")
        chosen = np.minimum(chosen, end - 1)
        return after[chosen], distance[chosen], np.minimum.reduceat(distance, first)

"""Maps of the states near a goal, and random walks of the wandering solver over the known distances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shunt.generator.state_graph import BONUS, RESTART, WALK_SEED, WORSE, Walks
from shunt.generator.state_graph_kernels import _draw
from shunt.search.core.arrays import Ints, Ints32, States, free_slots, keys_of, sorted_once, words_of
from shunt.search.core.domain import NextStates
from shunt.search.core.limits import Limits
from shunt.search.core.table import Numbered

WALKERS = 64  # walks side by side


@dataclass(frozen=True)
class DistanceMap:
    """Distances to a goal for the states near it. All distances up to `radius` are known exactly.

    `complete`: the map contains every state from which the goal can be reached. Otherwise, a state that is not in it is farther
    away than `radius`, or the goal cannot be reached from it.
    """

    neighbours: NextStates
    limits: Limits
    numbered: Numbered
    distance: Ints32
    radius: int
    complete: bool

    @classmethod
    def back_from(cls, neighbours: NextStates, goals: States, limits: Limits, most: int, radius: int = 1 << 20) -> DistanceMap:
        """Search back from `goals` level by level until `radius`, or until a level would exceed `most` states."""
        numbered = Numbered(limits, words=words_of(goals))
        numbered.add_new(sorted_once(goals))
        levels = [0, numbered.count]
        while levels[-1] > levels[-2] and len(levels) - 2 < radius and numbered.count < most:
            source, stop = levels[-2:]
            while source < stop and numbered.count <= 2 * most:
                raw, ends = neighbours.rows(numbered.states[source:stop], forwards=False)
                numbered.gather(raw)
                source += len(ends)
                limits.allow_states(numbered.count)
            if source < stop:  # an unfinished level would hold distances that are not all there
                break
            levels.append(numbered.count)
            limits.progress("from the goal", len(levels) - 2, numbered.count)
        complete = levels[-1] == levels[-2]
        distance = np.repeat(np.arange(len(levels) - 1, dtype=np.int32), np.diff(levels))
        return cls(neighbours, limits, numbered, distance, len(levels) - (3 if complete else 2), complete)

    def of(self, states: States) -> Ints:
        """Return the distances of `states`: −1 if the goal cannot be reached, and −2 if that is not known or it is farther away
        than `radius`."""
        numbers = self.numbered.values_of(states)
        known = (numbers >= 0) & (numbers < len(self.distance))
        found = np.full(len(states), -1 if self.complete else -2, np.int64)
        found[known] = self.distance[numbers[known]]
        return found

    def level(self, distance: int) -> States:
        """Return the states at this distance."""
        low, high = np.searchsorted(self.distance, [distance, distance + 1])
        return self.numbered.states[low:high]

    def _rows(self, states: States) -> tuple[States, Ints]:
        """Return the successors of all `states`, row by row, and the number of successors of each. There may be duplicates."""
        batches, degrees, done = [states[:0]], [np.empty(0, np.int64)], 0
        while done < len(states):
            raw, ends = self.neighbours.rows(states[done:])
            batches.append(raw.copy())
            degrees.append(np.diff(ends, prepend=0))
            done += len(ends)
        return np.concatenate(batches), np.concatenate(degrees)

    def successors(self, states: States) -> list[States]:
        """Return the successors of every state, sorted, without duplicates and without the state itself."""
        after, degrees = self._rows(states)
        rows = map(sorted_once, np.split(after, np.cumsum(degrees)[:-1]))
        return [row[keys_of(row) != key] for row, key in zip(rows, keys_of(states), strict=True)]

    def next_to(self, states: States) -> States:
        """Return the states one move after any of `states`, without duplicates."""
        return sorted_once(self._rows(states)[0])

    def wander(self, begins: States, optimum: int, moves: int, returns: bool = False) -> Walks:
        """Simulate the wandering solver for about `moves` moves from `begins` in turn. Many walks are done side by side, and each
        step is on whole arrays. `optimum`: the distance of the card's start.

        From a state that is not in a complete map, or that has no moves, the next move leads back to the start. States beyond an
        incomplete map count as one move farther than its radius. With `returns`, a state without neighbours within the radius
        leads back to the last one that had some.
        """
        chance, beyond = np.random.Generator(np.random.PCG64(WALK_SEED)), -1 if self.complete else self.radius + 1
        homes = self._away(begins, beyond)
        walk = np.arange(WALKERS) % len(begins)
        begun, made, lengths = WALKERS, 0, [np.empty(0, np.int64)]
        state, away, length = begins[walk], homes[walk], np.zeros(WALKERS, np.int64)
        edge, at_edge = state.copy(), away.copy()
        while made < moves:
            self.limits.allow_states(0)
            length += 1
            made += WALKERS
            again = (away >= optimum + WORSE) & (chance.random(WALKERS) < RESTART)
            following, distance, nearest, stays = self._step(state, away, beyond, chance.random(WALKERS))
            again |= stays
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

    def _away(self, states: States, beyond: int) -> Ints:
        found = self.of(states)
        return np.where(found < 0, beyond, found)

    def _step(self, states: States, away: Ints, beyond: int, drawn: np.ndarray) -> tuple[States, Ints, Ints, np.ndarray]:
        """Return four arrays: the next state of the solver from each state, its distance, the smallest distance of the state and
        its neighbours, and whether the solver stays because no neighbour has any weight."""
        after, degrees = self._rows(states)
        following, distance, nearest, stays = states.copy(), away.copy(), away.copy(), np.ones(len(states), np.bool_)
        known = self.numbered.keys, self.numbered.values, self.distance, beyond, BONUS
        scratch = free_slots(2 * int(degrees.max()) + 2, words_of(states)), np.empty(len(after)), np.empty(len(after), np.int64)
        _draw(*known, states, after, np.cumsum(degrees), drawn, *scratch, following, distance, nearest, stays)
        return following, distance, nearest, stays

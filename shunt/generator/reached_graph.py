"""The graph of states by kernels: floods that keep every edge, and maps of the states near a goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shunt.generator.state_graph import Ints, Rows, StateGraph, Walks, Wandering
from shunt.generator.state_graph_kernels import _link, _wander
from shunt.search.core.arrays import BATCH, PART, States, room_for, sorted_once
from shunt.search.core.limits import Limits
from shunt.search.core.table import Numbered
from shunt.search.trains.codec import Codec
from shunt.search.trains.scratch import make_work
from shunt.search.trains.successors import Neighbours

LEAST = 1 << 10  # neighbours of a state that a walk has room for at first


def each_neighbours(neighbours: Neighbours, states: States) -> list[States]:
    """Return for every state its successors, sorted, each once, without the state itself."""
    found: list[States] = []
    while len(found) < len(states):
        begin, (raw, ends) = len(found), neighbours.rows(states[len(found) :])
        for row, near in enumerate(np.split(raw, ends[:-1])):
            near = sorted_once(near)
            other = near != states[begin + row]
            found.append(near[other if near.ndim == 1 else other.any(axis=1)])
    return found


def reached_graph(codec: Codec, seeds: States, limits: Limits) -> StateGraph:
    """Flood from `seeds` and keep every edge; raises `LimitReached` at a limit."""
    numbered = Numbered(limits, max(1 << 14, 2 * len(seeds)), codec.words)
    numbered.add_new(sorted_once(seeds))
    neighbours = Neighbours(codec, limits)
    first = np.zeros(max(1 << 14, numbered.count + 1), np.int64)
    stamp = np.full(len(numbered.states), -1, np.int64)
    to = np.empty(BATCH, np.int32)
    source = edges = 0
    while source < numbered.count:
        stop = min(numbered.count, source + PART)
        raw, ends = neighbours.rows(numbered.states[source:stop])
        at = source + len(ends)
        numbered.make_room(len(raw))
        if len(stamp) < len(numbered.states):
            stamp = np.concatenate([stamp, np.full(len(numbered.states) - len(stamp), -1, np.int64)])
        if edges + len(raw) > len(to):
            limits.allow_bytes(8 * (edges + len(raw)))
            to = np.concatenate([to[:edges], np.empty(edges + 2 * len(raw), np.int32)])
        if at + 1 > len(first):
            first = np.concatenate([first, np.zeros(at + 1, np.int64)])
        table = numbered.keys, numbered.values, numbered.states, numbered.count
        numbered.count, edges = _link(*table, raw, ends, source, at - source, stamp, to, edges)
        first[source + 1 : at + 1] = ends
        source = at
        limits.allow_states(numbered.count)
        limits.progress("graph", source, numbered.count)
    states = numbered.states[: numbered.count].copy()
    return StateGraph(states, first[: numbered.count + 1].copy(), to[:edges].copy(), numbered)


@dataclass
class DistanceMap:
    """Distances to a goal for the states near it: all that are known exactly up to `radius`.

    `complete`: every state from which the goal can be reached is here. Otherwise one that is missing is farther than
    `radius`, or the goal cannot be reached from it.
    """

    codec: Codec
    limits: Limits
    numbered: Numbered
    distance: Rows
    radius: int
    complete: bool

    @classmethod
    def back_from(cls, codec: Codec, goals: States, limits: Limits, most: int, radius: int) -> DistanceMap:
        """Search back from `goals` level by level until `radius`, or until a level would pass `most` states."""
        numbered = Numbered(limits, words=codec.words)
        numbered.add_new(sorted_once(goals))
        levels = [0, numbered.count]
        neighbours = Neighbours(codec, limits)
        while levels[-1] > levels[-2] and len(levels) - 2 < radius and numbered.count < most:
            source, stop = levels[-2:]
            while source < stop:
                raw, ends = neighbours.rows(numbered.states[source:stop], forwards=False)
                numbered.gather(raw)
                source += len(ends)
                limits.allow_states(numbered.count)
                if numbered.count > 2 * most:
                    break
            if source < stop:  # an unfinished level would hold distances that are not all there
                return cls(codec, limits, numbered, _levelled(levels), len(levels) - 2, False)
            levels.append(numbered.count)
            limits.progress("from the goal", len(levels) - 2, numbered.count)
        complete = levels[-1] == levels[-2]
        return cls(codec, limits, numbered, _levelled(levels), len(levels) - (3 if complete else 2), complete)

    def of(self, states: States) -> Ints:
        """Return distances of `states`, −1 for those that are not known."""
        numbers = self.numbered.values_of(states)
        known = (numbers >= 0) & (numbers < len(self.distance))
        found = np.full(len(states), -1, np.int64)
        found[known] = self.distance[numbers[known]]
        return found

    def level(self, distance: int) -> States:
        """Return the states at this distance."""
        low, high = np.searchsorted(self.distance, [distance, distance + 1])
        return self.numbered.states[low:high]

    @cached_property
    def _neighbours(self) -> Neighbours:
        return Neighbours(self.codec, self.limits)

    def successors(self, states: States) -> list[States]:
        """Return for every state its successors, sorted, each once, without the state itself."""
        return each_neighbours(self._neighbours, states)

    def wander(self, begins: Sequence[int], how: Wandering, returns: bool = False) -> Walks:
        """Simulate the wandering solver from packed states in turn.

        From a state that is not in a complete map the next move leads back to the start. States beyond an incomplete map count as
        one move farther than its radius; with `returns`, one that is farther leads back to the last one that is not.
        """
        codec, beyond, padded = self.codec, -1 if self.complete else self.radius + 1, self.distance
        start, lengths = self.codec.states(begins), np.zeros(how.budget, np.int64)
        if self.numbered.count > len(padded):
            padded = np.concatenate([padded, np.full(self.numbered.count - len(padded), beyond, np.int32)])
        room = 1
        while True:
            self.limits.allow_bytes(room * 100_000)
            work, out = make_work(codec.tables, room), room_for(room * LEAST, codec.words)
            state = np.array([how.seed], np.int64)
            done, made = _wander(
                codec.tables, work, bool(codec.rules.roster.interchangeable), self.numbered.keys, self.numbered.values,
                padded, beyond, start, returns, float(how.bonus), how.worse, float(how.chance), how.budget,
                out, np.empty(len(out)), state, lengths,
            )  # fmt: skip
            if done >= 0:
                return Walks(lengths[:done].copy(), int(made))
            room *= 4

    def next_to(self, states: States) -> States:
        """Return the states that one move leads to from any of `states`, each once."""
        return sorted_once(np.concatenate([batch.copy() for batch in self._neighbours.of(states)] or [states[:0]]))


def _levelled(levels: list[int]) -> Rows:
    """Return distances by number, from where each level ends."""
    return np.repeat(np.arange(len(levels) - 1, dtype=np.int32), np.diff(levels))

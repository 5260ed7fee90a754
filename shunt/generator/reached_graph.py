"""The graph of states by kernels: floods that keep every edge, and maps of the states near a goal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shunt.generator.state_graph import Ints, Rows, StateGraph, Walks, Wandering
from shunt.generator.state_graph_kernels import _link, _rows, _wander
from shunt.search.core.arrays import BATCH, PART, States, room_for, sorted_once, words_of
from shunt.search.core.limits import Limits
from shunt.search.core.table import Numbered
from shunt.search.trains.codec import Codec
from shunt.search.trains.scratch import make_work


class Expander:
    """Rows of raw successors (or predecessors) for a batch of states: what `StateGraph` and its users build on."""

    def __init__(self, codec: Codec, limits: Limits) -> None:
        self.tables = codec.tables
        self.grouped = bool(codec.rules.roster.interchangeable)
        self.room = 1
        self.work = make_work(codec.tables)
        self.out = room_for(BATCH, codec.words)
        self.ends = np.empty(PART, np.int64)
        self._limits = limits

    def enlarge(self) -> None:
        """Make the scratch memory larger: it was too small for one state."""
        self.room *= 4
        self._limits.allow_bytes(self.room * 100_000 + 2 * self.out.nbytes)
        self.work = make_work(self.tables, self.room)
        self.out = room_for(2 * len(self.out), words_of(self.out))

    def rows(self, states: States, start: int, stop: int, forwards: bool = True) -> tuple[int, States]:
        """Return raw rows of states[start:stop], as many as fit: (first state not done, neighbours); `ends` has the ends."""
        back = None if forwards else 1
        while True:
            at, end, status = _rows(self.tables, self.work, states, start, stop, back, self.grouped, self.out, self.ends)
            if at > start or start == stop:
                return at, self.out[:end]
            assert status <= 0
            self.enlarge()

    def each(self, states: States, forwards: bool = True) -> list[States]:
        """Return for every state its neighbours, sorted, each once, without the state itself."""
        found: list[States] = []
        start = 0
        while start < len(states):
            at, raw = self.rows(states, start, len(states), forwards)
            begin = 0
            for row in range(at - start):
                near = sorted_once(raw[begin : self.ends[row]])
                other = near != states[start + row]
                found.append(near[other if near.ndim == 1 else other.any(axis=1)])
                begin = int(self.ends[row])
            start = at
        return found


def reached_graph(codec: Codec, seeds: States, limits: Limits) -> StateGraph:
    """Flood from `seeds` and keep every edge; raises `LimitReached` at a limit."""
    numbered = Numbered(limits, max(1 << 14, 2 * len(seeds)), codec.words)
    numbered.add_new(sorted_once(seeds))
    expander = Expander(codec, limits)
    first = np.zeros(max(1 << 14, numbered.count + 1), np.int64)
    stamp = np.full(len(numbered.states), -1, np.int64)
    to = np.empty(BATCH, np.int32)
    source = edges = 0
    while source < numbered.count:
        stop = min(numbered.count, source + PART)
        at, raw = expander.rows(numbered.states[: numbered.count], source, stop)
        numbered.make_room(len(raw))
        if len(stamp) < len(numbered.states):
            stamp = np.concatenate([stamp, np.full(len(numbered.states) - len(stamp), -1, np.int64)])
        if edges + len(raw) > len(to):
            limits.allow_bytes(8 * (edges + len(raw)))
            to = np.concatenate([to[:edges], np.empty(edges + 2 * len(raw), np.int32)])
        if at + 1 > len(first):
            first = np.concatenate([first, np.zeros(at + 1, np.int64)])
        ends = expander.ends[: at - source]
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
        expander = Expander(codec, limits)
        while levels[-1] > levels[-2] and len(levels) - 2 < radius and numbered.count < most:
            source, stop = levels[-2:]
            while source < stop:
                source, raw = expander.rows(numbered.states[: numbered.count], source, stop, forwards=False)
                numbered.gather(raw)
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
    def _expander(self) -> Expander:
        return Expander(self.codec, self.limits)

    def successors(self, states: States) -> list[States]:
        """Return for every state its successors, sorted, each once, without the state itself."""
        return self._expander.each(states)

    def wander(self, start: int, how: Wandering) -> Walks:
        """Simulate the wandering solver from packed state `start`.

        From a state that is not in a complete map the next move leads back to the start. States beyond an incomplete map count as
        one move farther than its radius.
        """
        expander, beyond, padded = self._expander, -1 if self.complete else self.radius + 1, self.distance
        begin, lengths = self.codec.states([start]), np.zeros(how.budget, np.int64)
        if self.numbered.count > len(padded):
            padded = np.concatenate([padded, np.full(self.numbered.count - len(padded), beyond, np.int32)])
        while True:
            state = np.array([how.seed], np.int64)
            done, made = _wander(
                expander.tables, expander.work, expander.grouped, self.numbered.keys, self.numbered.values,
                padded, beyond, begin, float(how.bonus), how.worse, float(how.chance), how.budget,
                expander.out, np.empty(len(expander.out)), state, lengths,
            )  # fmt: skip
            if done >= 0:
                return Walks(lengths[:done].copy(), int(made))
            expander.enlarge()


def _levelled(levels: list[int]) -> Rows:
    """Return distances by number, from where each level ends."""
    return np.repeat(np.arange(len(levels) - 1, dtype=np.int32), np.diff(levels))

"""Levels of many states, computed on all cores: neighbours that share their moves, and sets of states in parts.

A level is expanded in rounds of parts. Each thread computes the neighbours of some parts, sorted by the parts of a `SplitSet`.
Then each thread adds them to some parts of the set. The result and its order depend on the parts, and therefore neither on the
number of threads nor on their speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np

from shunt.search.core.arrays import BATCH, PART, Ints, States, blocks, words_of
from shunt.search.core.limits import Limits
from shunt.search.core.machine import core_count
from shunt.search.core.table import StateSet, joined
from shunt.search.core.threads import Part, by_threads, found_by_threads, parts_of, spans
from shunt.search.trains.codec import Codec
from shunt.search.trains.sharing_kernels import INDEX_BITS, _note_occupancies, _sort_by_part
from shunt.search.trains.successors import Neighbours

# Set by `benchmarks/floods.py` and `benchmarks/searches.py`.
FIRST_PART = 64  # states whose neighbours a thread makes before it is known how many they are
ROUND = 16  # parts between two looks at the limits
SORTED = 1 << INDEX_BITS  # states that are sorted at a time: some 0.3 s, in which no limit is looked at
SET_PARTS = 16
LEAST = 1 << 8  # states that a part has room for at first


class Sorted(NamedTuple):
    """States sorted by the parts of a split set. Part p begins at `ends[p]` (whose length is the number of parts plus one)."""

    states: States
    ends: Ints

    def part(self, number: int) -> States:
        """Return the states of one part."""
        return self.states[self.ends[number] : self.ends[number + 1]]

    @classmethod
    def of(cls, states: States) -> Sorted:
        """Sort `states`."""
        ends = np.empty(SET_PARTS + 1, np.int64)
        rising = np.empty_like(states)
        _sort_by_part(np.ascontiguousarray(states), len(states), ends, rising)
        return cls(rising, ends)


class SplitSet:
    """A set of states in `SET_PARTS` parts, each of which one thread may fill. Raise `LimitReached` if it does not fit."""

    def __init__(self, limits: Limits, words: int, capacity: int = 1 << 16) -> None:
        limits.allow_bytes(8 * words * capacity)
        self.parts = [StateSet(limits, max(LEAST, capacity // SET_PARTS), words) for _ in range(SET_PARTS)]

    def __len__(self) -> int:
        return sum(part.count for part in self.parts)

    def add(self, states: States) -> States:
        """Add `states`; return those that were new, without duplicates."""
        given = Sorted.of(states)
        return np.concatenate([part.add(given.part(number)) for number, part in enumerate(self.parts)])

    def add_all(self, batches: list[Sorted], threads: int) -> list[States]:
        """Add batches of states on several threads; return those that were new, without duplicates."""

        def enter(thread: int, span: Part) -> list[States]:
            """Fill some parts."""
            return [self.parts[number].add(batch.part(number)) for number in range(*span) for batch in batches]

        fresh = found_by_threads(threads, parts_of(len(self.parts), threads), enter)
        return [states for part in fresh for states in part if len(states)]

    def common(self, states: States) -> States:
        """Return those of `states` that are in the set. If there are many, they are looked up on all cores."""

        def look(thread: int, part: Part) -> States:
            """Look some states up."""
            return self.common_of(Sorted.of(states[slice(*part)]))

        parts = spans(len(states), BATCH)
        found = found_by_threads(max(1, min(core_count(), len(parts))), parts, look)
        return np.concatenate(found) if found else states

    def common_of(self, given: Sorted) -> States:
        """Return those of sorted states that are in the set."""
        return np.concatenate([part.common(given.part(number)) for number, part in enumerate(self.parts)])

    @classmethod
    def of(cls, states: StateSet, levels: list[States], limits: Limits) -> SplitSet:
        """Return the states of a set, which are those of `levels`, in parts."""
        split = cls(limits, words_of(states.keys), 2 * len(states))
        for level in levels:
            for block in blocks(level):
                split.add(block)
        return split


class SharedNeighbours:
    """The states one move after (or before) those of large levels, on all cores."""

    def __init__(self, codec: Codec, limits: Limits) -> None:
        self._tables, self._limits = codec.tables, limits
        self.threads = core_count()
        self._neighbours = [Neighbours(codec, limits) for _ in range(self.threads)]

    def split(self, states: StateSet, levels: list[States]) -> SplitSet:
        """Return the states of a set, which are those of `levels`, in parts."""
        return SplitSet.of(states, levels, self._limits)

    def _by_occupancy(self, states: States) -> States:
        """Return at most `SORTED` states in an order in which those with the same occupancy follow each other."""
        self._limits.allow_bytes(8 * len(states) + states.nbytes)
        keys, ordered = np.empty(len(states), np.int64), np.empty_like(states)
        parts = parts_of(len(states), self.threads, chunks=1)

        def place(thread: int, part: Part) -> None:
            """Put some states in their places."""
            ordered[slice(*part)] = states[keys[slice(*part)] & (SORTED - 1)]

        by_threads(self.threads, parts, lambda thread, part: _note_occupancies(self._tables, states, *part, keys))
        keys.sort()
        by_threads(self.threads, parts, place)
        return ordered

    def rounds(self, states: States, forwards: bool = True, length: int = ROUND, most: int = PART) -> Iterator[list[Sorted]]:
        """Yield the successors (or predecessors) of states, in rounds of `length` parts of states with similar occupancies.

        There may be duplicates. Parts have `most` states, or fewer if states have many neighbours, so that a round takes little
        memory.
        """
        most = max(1, min(self._limits.sizes.part, most))
        size = min(most, FIRST_PART)
        for some in (self._by_occupancy(states[slice(*span)]) for span in spans(len(states), SORTED)):
            begin = 0
            while begin < len(some):
                end = min(begin + size * length, len(some))
                batches = self._round([some[at : at + size] for at in range(begin, end, size)], forwards)
                yield batches
                made = sum(len(batch.states) for batch in batches)
                size = min(most, max(1, BATCH * (end - begin) // max(1, made)))
                begin = end

    def _round(self, parts: list[States], forwards: bool) -> list[Sorted]:
        """Return the successors (or predecessors) of parts, in their order."""

        def make(thread: int, span: Part) -> list[Sorted]:
            """Compute the neighbours of some parts."""
            return [Sorted.of(batch) for part in parts[slice(*span)] for batch in self._neighbours[thread].of(part, forwards)]

        return list(chain(*found_by_threads(self.threads, parts_of(len(parts), self.threads), make)))

    def next_level(self, level: States, reached: SplitSet, forwards: bool, watch: Callable[[], None]) -> States:
        """Add the next level to `reached` and return it. `watch` is called after each round and may raise an exception."""
        fresh = [level[:0]]
        for batches in self.rounds(level, forwards):
            fresh += reached.add_all(batches, self.threads)
            watch()
        return joined(fresh, self._limits)

    def meetings(self, level: States, other: SplitSet, forwards: bool, watch: Callable[[], None]) -> States:
        """Return the states of the next level that are in `other`, without storing that level."""
        met = [level[:0]]
        for batches in self.rounds(level, forwards):

            def look(thread: int, span: Part, batches: list[Sorted] = batches) -> list[States]:
                """Look some batches up."""
                return [other.common_of(batch) for batch in batches[slice(*span)]]

            met += chain(*found_by_threads(self.threads, parts_of(len(batches), self.threads), look))
            watch()
        return np.concatenate(met)

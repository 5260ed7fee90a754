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
from numpy.typing import NDArray

from shunt.search.core.arrays import BATCH, PART, States, blocks, words_of
from shunt.search.core.limits import Limits
from shunt.search.core.machine import core_count
from shunt.search.core.table import StateSet, joined
from shunt.search.core.threads import Part, by_threads, found_by_threads, parts_of, spans
from shunt.search.trains.codec import Codec
from shunt.search.trains.sharing_kernels import (
    CAR_BITS,
    DIGIT,
    HIGH_BITS,
    _count_digits,
    _occupancies,
    _place_by_digit,
    _sort_by_part,
    _sort_groups,
)
from shunt.search.trains.successors import Neighbours

# Set by `benchmarks/floods.py` and `benchmarks/searches.py`.
FIRST_PART = 64  # states whose neighbours a thread makes before it is known how many they are
ROUND = 16  # parts between two looks at the limits
SORTED = 1 << 23  # states that are sorted at a time: some 0.3 s, in which no limit is looked at
MANY_SORTED = 1 << 16  # states that are worth the threads
SET_PARTS = 16
LEAST = 1 << 8  # states that a part has room for at first


class Sorted(NamedTuple):
    """States sorted by the parts of a split set. Part p begins at `ends[p]` (whose length is the number of parts plus one)."""

    states: States
    ends: NDArray[np.int64]

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
        standing = codec.setting_width + sum(codec.width[: len(codec.rules.roster.locomotives)])
        self._key_bits = CAR_BITS + min(HIGH_BITS, standing)
        self.threads = core_count()
        self._neighbours = [Neighbours(codec, limits) for _ in range(self.threads)]

    def split(self, states: StateSet, levels: list[States]) -> SplitSet:
        """Return the states of a set, which are those of `levels`, in parts."""
        return SplitSet.of(states, levels, self._limits)

    def by_occupancy(self, states: States) -> States:
        """Return `states` sorted so that those with the same occupancy follow each other, `SORTED` of them at a time."""
        self._limits.allow_bytes(states.nbytes + (16 + 8 * words_of(states)) * min(SORTED, len(states)))
        rising = np.empty_like(states)
        for begin in range(0, len(states), SORTED):
            self._sort(states[begin : begin + SORTED], rising[begin : begin + SORTED])
            self._limits.allow_states(0)
        return rising

    def _sort(self, states: States, rising: States) -> None:
        """Write `states` to `rising`, sorted by occupancy. If there are many, they are sorted by the highest digit of its number
        first, then in groups."""
        threads, bits = (self.threads, self._key_bits - DIGIT) if len(states) >= MANY_SORTED else (1, self._key_bits)
        keys, places = np.empty((2, len(states)), np.int64), np.empty((threads, 1 << DIGIT), np.int64)
        given, other = np.empty_like(states), rising
        if -(-bits // DIGIT) % 2 == 0:  # sorted from the one to the other as many times, they end in `rising`
            given, other = other, given
        if bits < self._key_bits:
            begins = self._divide(states, bits, keys, given)
        else:
            begins, given[:] = np.array([0, len(states)]), states
            _occupancies(self._tables, states, keys[0])

        def sort(thread: int, part: Part) -> None:
            """Sort some groups."""
            _sort_groups(begins, *part, bits, keys[0], given, keys[1], other, places[thread])

        by_threads(threads, parts_of(len(begins) - 1, threads), sort)

    def _divide(self, states: States, shift: int, keys: NDArray[np.int64], divided: States) -> NDArray[np.int64]:
        """Write `states` to `divided` in groups with the same highest digit, and their keys to `keys[0]`; return where the groups
        begin."""
        parts = parts_of(len(states), self.threads, chunks=1)
        counts = np.empty((len(parts), 1 << DIGIT), np.int64)
        numbers = {part: number for number, part in enumerate(parts)}

        def count(thread: int, part: Part) -> None:
            """Number the occupancies of some states, and count them by the highest digit."""
            _occupancies(self._tables, states[slice(*part)], keys[1, slice(*part)])
            _count_digits(keys[1], *part, shift, counts[numbers[part]])

        def place(thread: int, part: Part) -> None:
            """Put these states in their places."""
            _place_by_digit(keys[1], states, *part, shift, places[numbers[part]], keys[0], divided)

        by_threads(self.threads, parts, count)
        places = np.ascontiguousarray((counts.T.cumsum().reshape(counts.T.shape) - counts.T).T)
        begins = np.append(places[0], len(states))
        by_threads(self.threads, parts, place)
        return begins

    def rounds(self, states: States, forwards: bool = True, length: int = ROUND, most: int = PART) -> Iterator[list[Sorted]]:
        """Yield the successors (or predecessors) of states sorted by occupancy, in rounds of `length` parts.

        There may be duplicates. Parts have `most` states, or fewer if states have many neighbours, so that a round takes little
        memory.
        """
        most = max(1, min(self._limits.sizes.part, most))
        begin, size = 0, min(most, FIRST_PART)
        while begin < len(states):
            end = min(begin + size * length, len(states))
            batches = self._round([states[at : at + size] for at in range(begin, end, size)], forwards)
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

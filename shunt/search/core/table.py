"""Growing hash tables of packed states, with a value for each state or with numbered states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import BATCH, FULLEST, Ints, Mask, States, free_slots, grown, room_for, words_of
from shunt.search.core.hashtable import _add, _gather, _move_entries, _note_contained, _put, _values_of
from shunt.search.core.limits import Limits


def joined(parts: Sequence[States], limits: Limits, room: int = 1) -> States:
    """Return `parts` (at least one) as one array; raise `LimitReached` if `room` arrays of that size are too large."""
    limits.allow_bytes(room * sum(part.nbytes for part in parts))
    return np.concatenate(parts)


class StateTable:
    """States of `words` words (by slot in `keys`) and, if a `dtype` is given, the value of each (in `values`).

    Kernels that add states return their number, and the caller adds it to `count`.
    """

    def __init__(self, limits: Limits, capacity: int = 1 << 12, words: int = 1, dtype: Any = None) -> None:
        self._limits = limits
        self.keys = free_slots(capacity, words)
        self.values: Any = None if dtype is None else np.zeros(capacity, dtype)
        self.count = 0

    def __len__(self) -> int:
        return self.count

    @property
    def room(self) -> int:
        """Return how many more states fit before the table must grow."""
        return int(FULLEST * len(self.keys)) - self.count

    def make_room(self, more: int) -> None:
        """Grow if there is no room for `more` states; raise `LimitReached` if the memory limit is reached."""
        needed = self.count + more
        if needed <= FULLEST * len(self.keys):
            return
        capacity, words = grown(len(self.keys), needed), words_of(self.keys)
        self._limits.allow_bytes((8 * words + (0 if self.values is None else self.values.itemsize)) * capacity)
        keys = free_slots(capacity, words)
        values = None if self.values is None else np.zeros(capacity, self.values.dtype)
        _move_entries(self.keys, self.values, keys, values)
        self.keys, self.values = keys, values

    def put(self, states: States, values: NDArray[Any]) -> None:
        """Give `states` these values; states that are not in the table are added."""
        self.make_room(len(states))
        self.count += int(_put(self.keys, self.values, states, values))

    def values_of(self, states: States, missing: int = -1) -> Ints:
        """Return the values of `states`, and `missing` for those that are not in the table."""
        found = np.empty(len(states), np.int64)
        _values_of(self.keys, self.values, np.ascontiguousarray(states), missing, found)
        return found


class StateSet(StateTable):
    """A growing hash set of packed states of `words` words."""

    def __init__(self, limits: Limits, capacity: int = 1 << 12, words: int = 1) -> None:
        super().__init__(limits, capacity, words)
        self._fresh = room_for(BATCH, words)

    def add(self, states: States) -> States:
        """Add `states`; return those that were new, in order of first appearance and without duplicates."""
        self.make_room(len(states))
        if len(states) > len(self._fresh):
            self._fresh = np.empty_like(states)
        added = _add(self.keys, states, len(states), self._fresh)
        self.count += added
        return self._fresh[:added].copy()

    def contains(self, states: States) -> Mask:
        """Return a mask of those of `states` that are in the set."""
        found = np.empty(len(states), np.bool_)
        _note_contained(self.keys, states, found)
        return found

    def common(self, states: States) -> States:
        """Return those of `states` that are in the set."""
        return states[self.contains(states)]

    def missing(self, states: States) -> States:
        """Return those of `states` that are not in the set."""
        return states[~self.contains(states)]


class Numbered(StateTable):
    """Numbered states: `states` in the order of their numbers, and a table from states to numbers."""

    def __init__(self, limits: Limits, capacity: int = 1 << 14, words: int = 1) -> None:
        super().__init__(limits, 2 * capacity, words, np.int32)
        self.states = room_for(capacity, words)

    def make_room(self, more: int) -> None:
        """Make room for `more` states in the table and in the array."""
        super().make_room(more)
        needed = self.count + more
        if needed > len(self.states):
            words = words_of(self.states)
            self._limits.allow_bytes(8 * words * 2 * needed)
            self.states = np.concatenate([self.states[: self.count], room_for(2 * needed - self.count, words)])

    def add_new(self, states: States) -> None:
        """Number `states`, which must be different and not in the table."""
        begin, end = self.count, self.count + len(states)
        self.put(states, np.arange(begin, end, dtype=np.int32))
        self.states[begin:end] = states

    def gather(self, states: States) -> None:
        """Number the new ones of `states`, in order of first appearance."""
        self.make_room(len(states))
        self.count = int(_gather(self.keys, self.values, self.states, self.count, states))

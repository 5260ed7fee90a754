"""The hash table of packed states, of one word or two: open addressing, linear probing, −1 for an empty slot.

What belongs to a state (a total, a number) is kept in arrays beside the table, at the same place. The capacity need not be a
power of two: 32 mixed bits are scaled to it, so a table may grow by less than doubling.
"""

import numpy as np

from shunt.search.core.jit import inlined, lean
from shunt.search.core.state_kernels import _folded, _holds, _is_free, _load, _store


@inlined
def _slot_of(state, capacity):
    """Where the search for `state` begins in a table of `capacity` < 2³¹ slots."""
    mixed = np.uint64(state) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xD6E8FEB86659FD93)
    return np.int64((mixed >> np.uint64(32)) * np.uint64(capacity) >> np.uint64(32))


@inlined
def _find(table, state):
    """The slot of `state`, or the empty one where it would go."""
    capacity = table.shape[0]
    at = _slot_of(_folded(state), capacity)
    while not _is_free(table, at) and not _holds(table, at, state):
        at += 1
        if at == capacity:
            at = 0
    return at


@lean
def _add(table, states, stop, fresh):
    """Add states[:stop] to the table; write those that were not in it to `fresh`. Returns how many."""
    added = 0
    for k in range(stop):
        state = _load(states, k)
        at = _find(table, state)
        if _is_free(table, at):
            _store(table, at, state)
            _store(fresh, added, state)
            added += 1
    return added


@lean
def _common(table, states, found):
    """Write to `found` those of `states` that the table holds; returns how many."""
    count = 0
    for k in range(states.shape[0]):
        state = _load(states, k)
        if _holds(table, _find(table, state), state):
            _store(found, count, state)
            count += 1
    return count


@lean
def _missing(table, states, found):
    """Write to `found` those of `states` that the table does not hold; returns how many."""
    count = 0
    for k in range(states.shape[0]):
        state = _load(states, k)
        if _is_free(table, _find(table, state)):
            _store(found, count, state)
            count += 1
    return count


@lean
def _move_all(old, table):
    """Add every state of the table `old`, which holds each once, to the empty `table`."""
    for k in range(old.shape[0]):
        if not _is_free(old, k):
            state = _load(old, k)
            _store(table, _find(table, state), state)


@lean
def _move_entries(old, old_values, table, values):
    """Add every state of the table `old`, with its value, to the empty `table`."""
    for k in range(old.shape[0]):
        if not _is_free(old, k):
            state = _load(old, k)
            at = _find(table, state)
            _store(table, at, state)
            values[at] = old_values[k]

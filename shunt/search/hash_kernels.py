"""Kernels of the hash set of packed states: open addressing, linear probing, −1 for an empty slot.

The capacity need not be a power of two: 32 mixed bits are scaled to it, so a table may grow by less than doubling.
"""

import numpy as np

from shunt.search.jit import inlined, lean


@inlined
def _slot_of(state, capacity):
    """Where the search for `state` begins in a table of `capacity` < 2³¹ slots."""
    mixed = np.uint64(state) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xD6E8FEB86659FD93)
    return np.int64((mixed >> np.uint64(32)) * np.uint64(capacity) >> np.uint64(32))


@lean
def _add(table, states, stop, fresh):
    """Add states[:stop] to the table; write those that were not in it to `fresh`. Returns how many."""
    capacity = table.size
    added = 0
    for k in range(stop):
        state = states[k]
        at = _slot_of(state, capacity)
        while table[at] != -1 and table[at] != state:
            at += 1
            if at == capacity:
                at = 0
        if table[at] == -1:
            table[at] = state
            fresh[added] = state
            added += 1
    return added


@lean
def _common(table, states, found):
    """Write to `found` those of `states` that the table holds; returns how many."""
    capacity = table.size
    count = 0
    for k in range(states.size):
        at = _slot_of(states[k], capacity)
        while table[at] != -1 and table[at] != states[k]:
            at += 1
            if at == capacity:
                at = 0
        if table[at] != -1:
            found[count] = states[k]
            count += 1
    return count


@lean
def _move_all(old, table):
    """Add every state of the table `old`, which holds each once, to the empty `table`."""
    capacity = table.size
    for k in range(old.size):
        if old[k] != -1:
            at = _slot_of(old[k], capacity)
            while table[at] != -1:
                at += 1
                if at == capacity:
                    at = 0
            table[at] = old[k]

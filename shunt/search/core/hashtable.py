"""Kernels of the hash table, for keys of one or two words: open addressing, linear probing, and −1 for an empty slot.

The value of a key (a total, a depth, a number) is in an array beside the table, at the same slot. The capacity does not have to
be a power of two, because 32 mixed bits are scaled to it. A table can therefore grow by less than doubling. The classes are in
`table.py`.

Three other tables have their own probing, for these reasons. Several threads may enter the same occupancy at once, and claim it
with a compare-and-swap (`index/hashed_occupancy_kernels.py`). Routes of a cut are chains of up to 16 ends in a tree that is
discarded after each cut (`hump/engine/kernels.py`). Keys of Yardmaster Express have up to four words, and its tables begin as
zeros, whose pages are not touched until they are used (`games/express/engine/row_kernels.py`).
"""

import numpy as np

from shunt.search.core.jit import inlined, lean
from shunt.search.core.state_kernels import _folded, _holds, _is_free, _load, _store


@inlined
def _slot_of(state, capacity):
    """Return the first slot to probe for `state` in a table of `capacity` < 2³¹ slots."""
    mixed = np.uint64(state) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xD6E8FEB86659FD93)
    return np.int64((mixed >> np.uint64(32)) * np.uint64(capacity) >> np.uint64(32))


@inlined
def _find(table, state):
    """Return the slot of `state`, or the empty slot where it would be put."""
    capacity = table.shape[0]
    at = _slot_of(_folded(state), capacity)
    while not _is_free(table, at) and not _holds(table, at, state):
        at += 1
        if at == capacity:
            at = 0
    return at


@lean
def _add(table, states, stop, fresh):
    """Add states[:stop] to the table; write the new ones to `fresh` and return their number."""
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
def _note_contained(table, states, found):
    """Write to `found`, for each of `states`, whether it is in the table."""
    for k in range(states.shape[0]):
        found[k] = not _is_free(table, _find(table, _load(states, k)))


@inlined
def _value_of(table, values, state, missing):
    """Return the value of `state`, or `missing` if it is not in the table."""
    at = _find(table, state)
    return missing if _is_free(table, at) else np.int64(values[at])


@lean
def _values_of(table, values, states, missing, found):
    """Write the values of `states` to `found`, and `missing` for states that are not in the table."""
    for k in range(states.shape[0]):
        found[k] = _value_of(table, values, _load(states, k), missing)


@lean
def _put(table, values, states, given):
    """Give each of `states` its value in `given`; return the number of states that were not in the table."""
    added = 0
    for k in range(states.shape[0]):
        state = _load(states, k)
        at = _find(table, state)
        if _is_free(table, at):
            _store(table, at, state)
            added += 1
        values[at] = given[k]
    return added


@lean
def _lower(table, totals, states, cost, stop, total, lowered):
    """Lower the totals of states[:stop] to total + cost where that is less; write the numbers of these states to `lowered`.

    Return the number of lowered states, and how many of them are new.
    """
    count = 0
    added = 0
    for k in range(stop):
        state = _load(states, k)
        at = _find(table, state)
        if _is_free(table, at):
            _store(table, at, state)
            added += 1
        elif totals[at] <= total + cost[k]:
            continue
        totals[at] = total + cost[k]
        lowered[count] = k
        count += 1
    return count, added


@inlined
def _numbered(table, numbers, states, count, state):
    """Return the number of `state`, and the number of states afterwards. A new state gets the next number, `count`."""
    at = _find(table, state)
    if not _is_free(table, at):
        return np.int64(numbers[at]), count
    _store(table, at, state)
    _store(states, count, state)
    numbers[at] = count
    return count, count + 1


@lean
def _gather(table, numbers, states, count, found):
    """Number the new states of `found`, in order of first appearance; return the number of states afterwards."""
    for k in range(found.shape[0]):
        _, count = _numbered(table, numbers, states, count, _load(found, k))
    return count


@lean
def _move_entries(old, old_values, table, values):
    """Add every key of the table `old` to the empty `table`, with its value if there are values (otherwise None)."""
    for k in range(old.shape[0]):
        if not _is_free(old, k):
            state = _load(old, k)
            at = _find(table, state)
            _store(table, at, state)
            if old_values is not None:
                values[at] = old_values[k]

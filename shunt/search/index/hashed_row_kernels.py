"""Kernels of floods over hashed rows: like those of the index, but only rows that were reached take memory.

A table has `keys` (−1 for an empty slot, else the number of a row) and, a row of words beside each key, three bit sets over
the labels of that row. Threads claim slots and set bits atomically.
"""

import numpy as np

from shunt.search.core.bits import bit_count, claim, lowest_bit, set_bits
from shunt.search.core.hashtable import _slot_of
from shunt.search.core.jit import inlined, lean
from shunt.search.index.row_kernels import _targets


@lean
def _claim_row(keys, row):
    """The slot of `row`, made if need be. Returns slot · 2 + (1 if it is new)."""
    capacity = keys.size
    at = _slot_of(row, capacity) + np.int64(0)
    while True:
        key = keys[at]
        if key == row:
            return at * 2
        if key == -1:
            before = claim(keys, at, np.int64(-1), row)
            if before == -1:
                return at * 2 + 1
            if before == row:
                return at * 2
        else:
            at += 1
            if at == capacity:
                at = np.int64(0)


@inlined
def _take_labels(frontier, at, labels):
    """Write the labels in the frontier of one slot to `labels`; returns how many."""
    count = 0
    for word in range(frontier.shape[1]):
        bits = frontier[at, word]
        while bits:
            labels[count] = 64 * word + lowest_bit(bits)
            bits &= bits - 1
            count += 1
    return count


@lean
def _expand_rows(T, X, W, scratch, labels, targets, keys, frontier, reached, following, flat, first, last, room, forwards):
    """Expand the frontier of the slots `first` … `last` − 1 and clear it, as long as no more than `room` rows are added.

    `flat` is `following` as one row. Returns (the first slot not done, rows added, status): status −1 where the scratch memory
    has no room.
    """
    added = 0
    words = frontier.shape[1]
    for at in range(first, last):
        if keys[at] == -1:
            continue
        count = _take_labels(frontier, at, labels)
        if count == 0:
            continue
        found = _targets(T, X, W, scratch, keys[at], forwards, targets)
        if found < 0:
            return at, added, -1
        if added + found > room:
            return at, added, 0
        for k in range(found):
            claimed = _claim_row(keys, targets[k, 0])
            added += claimed & 1
            there = claimed >> 1
            order = targets[k, 1]
            for j in range(count):
                label = np.int64(X.action[order, labels[j]])
                word = label >> 6
                bit = np.int64(1) << (label & 63)
                if (reached[there, word] | following[there, word]) & bit == 0:
                    set_bits(flat, there * words + word, bit)
        for part in range(words):
            frontier[at, part] = 0
    return last, added, 0


@lean
def _close_rows(keys, reached, following):
    """Add what follows to what is reached; returns how many states are new."""
    new = np.int64(0)
    for at in range(keys.size):
        if keys[at] != -1:
            for word in range(reached.shape[1]):
                bits = following[at, word]
                if bits:
                    new += bit_count(bits)
                    reached[at, word] |= bits
    return new


@lean
def _move_rows(old_keys, old_bits, keys, bits):
    """Copy every row and its bit sets (3, slots, words) to a larger, empty table."""
    for at in range(old_keys.size):
        if old_keys[at] != -1:
            there = _claim_row(keys, old_keys[at]) >> 1
            for part in range(3):
                for word in range(bits.shape[2]):
                    bits[part, there, word] = old_bits[part, at, word]

"""Kernels of floods over hashed occupancies. They are like those of the index, but only occupancies that were reached take
memory.

A table has `keys` (the number of an occupancy, or −1 for an empty slot) and, beside each key, a row of words with three bit sets
over the permutations of that occupancy. Threads claim slots and set bits atomically.
"""

import numpy as np

from shunt.search.core.bits import bit_count, claim, lowest_bit, set_bits
from shunt.search.core.hashtable import _slot_of
from shunt.search.core.jit import inlined, inner, lean
from shunt.search.index.occupancy_kernels import _targets


@inner
def _claim_occupancy(keys, occupancy):
    """Return 2 · the slot of `occupancy`, plus 1 if it is new and was added."""
    capacity = keys.size
    at = _slot_of(occupancy, capacity) + np.int64(0)
    while True:
        key = keys[at]
        if key == occupancy:
            return at * 2
        if key == -1:
            before = claim(keys, at, np.int64(-1), occupancy)
            if before == -1:
                return at * 2 + 1
            if before == occupancy:
                return at * 2
        else:
            at += 1
            if at == capacity:
                at = np.int64(0)


@inlined
def _take_permutations(frontier, at, permutations):
    """Write the permutations in the frontier of one slot to `permutations`; return their number."""
    count = 0
    for word in range(frontier.shape[1]):
        bits = frontier[at, word]
        while bits:
            permutations[count] = 64 * word + lowest_bit(bits)
            bits &= bits - 1
            count += 1
    return count


@lean
def _expand_occupancies(T, X, W, R, keys, frontier, reached, following, flat, first, last, room):
    """Expand the frontier of the slots `first` … `last` − 1 and clear it, as long as at most `room` occupancies are added.

    `flat` is `following` as one row. Return (the first slot not done, occupancies added, status). The status is −1 if the scratch
    memory has no room.
    """
    added = 0
    words = frontier.shape[1]
    for slot in range(first, last):
        if keys[slot] == -1:
            continue
        count = _take_permutations(frontier, slot, R.permutations)
        if count == 0:
            continue
        found = _targets(T, X, W, R.at, keys[slot], True, R.targets)
        if found < 0:
            return slot, added, -1
        if added + found > room:
            return slot, added, 0
        for k in range(found):
            claimed = _claim_occupancy(keys, R.targets[k, 0])
            added += claimed & 1
            target = claimed >> 1
            order = R.targets[k, 1]
            for j in range(count):
                permutation = np.int64(X.action[order, R.permutations[j]])
                word = permutation >> 6
                bit = np.int64(1) << (permutation & 63)
                if (reached[target, word] | following[target, word]) & bit == 0:
                    set_bits(flat, target * words + word, bit)
        for part in range(words):
            frontier[slot, part] = 0
    return last, added, 0


@lean
def _close_occupancies(keys, reached, following):
    """Add the next level to the reached states; return the number of new states."""
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
def _move_occupancies(old_keys, old_bits, keys, bits):
    """Copy every occupancy and its three bit sets (slots, words) to another table that has room for them."""
    for at in range(old_keys.size):
        if old_keys[at] != -1:
            target = _claim_occupancy(keys, old_keys[at]) >> 1
            for part in range(3):
                for word in range(bits[part].shape[1]):
                    bits[part][target, word] = old_bits[part][at, word]

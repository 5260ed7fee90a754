"""Kernels that build tablebases: the goal's arrangements, levels in bytes, and bytes in packed words."""

import numpy as np

from shunt.search.core.jit import inlined, lean
from shunt.search.index.occupancy_kernels import _set_occupancy
from shunt.search.trains.move_kernels import _space


@inlined
def _may_be(T, W):
    """Return whether the row set out in `W.slots` is one that positions have.

    Groups are in rising order, and no space is taken that is excluded or closed to the piece.
    """
    for piece in range(T.pieces if T.is_limited else 0):
        if T.closed[_space(T, piece, W.slots[piece])] >> piece & 1:
            return False
    for piece in range(T.locomotives):
        for other in range(piece):
            if T.group[piece] >= 0 and T.group[other] == T.group[piece] and W.slots[other] > W.slots[piece]:
                return False
    if T.has_exclusive:
        for piece in range(T.pieces):
            space = _space(T, piece, W.slots[piece])
            for k in range(T.first_partner[space], T.first_partner[space + 1]):
                for other in range(T.pieces):
                    if other != piece and _space(T, other, W.slots[other]) == T.partners[k]:
                        return False
    return True


@inlined
def _fit(W, needed, counting, seats, order):
    """Return whether as many pieces as each condition needs are in slots that count, if the pieces have the seats of an order."""
    for condition in range(needed.size):
        done = 0
        for piece in range(W.slots.size):
            done += counting[condition, seats[order, piece], W.slots[piece]]
        if done < needed[condition]:
            return False
    return True


@lean
def _mark_goals(T, X, W, at, needed, counting, seats, bits, first, last):
    """Set the bit of every arrangement in rows `first` … `last` − 1 that meets the goal; return how many there are.

    The goal is conditions that need a number of pieces in slots that count. `counting` (conditions, seats + 1, slots) has 1 where
    they do; in the last row of a condition, if any car would count. `seats` (permutations + 1, pieces): the seats of the pieces
    in each permutation, and for any cars the number of that last row.
    """
    count = np.int64(0)
    for row in range(first, last):
        _set_occupancy(T, X, W, at, np.int64(row))
        if not _fit(W, needed, counting, seats, X.permutations) or not _may_be(T, W):
            continue
        for permutation in range(X.permutations):
            if _fit(W, needed, counting, seats, permutation):
                number = np.int64(row) * X.permutations + permutation
                bits[number >> 6] |= np.int64(1) << (number & 63)
                count += 1
    return count


@lean
def _pack(values, count, bits, words):
    """Pack values[:count], `bits` each, into `words`, 64 // bits to a word."""
    a_word = 64 // bits
    for word in range(words.size):
        packed = np.int64(0)
        for k in range(min(a_word, count - word * a_word)):
            packed |= np.int64(values[word * a_word + k]) << (k * bits)
        words[word] = packed

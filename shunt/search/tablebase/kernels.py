"""Kernels that build tablebases: the goal's arrangements, levels in bytes, and bytes in packed words."""

import numpy as np

from shunt.search.core.bits import lowest_bit
from shunt.search.core.jit import inlined, lean
from shunt.search.index.occupancy_kernels import BEFORE, _set_occupancy


@inlined
def _space_of(T, W, piece):
    slot = W.slots[piece]
    return slot >> 1 if T.has_headings and piece < T.locomotives else slot


@inlined
def _may_be(T, W):
    """Whether the row set out in `W.slots` is one that positions have: groups in rising order, no excluded space taken."""
    for piece in range(T.locomotives):
        for other in range(piece):
            if T.group[piece] >= 0 and T.group[other] == T.group[piece] and W.slots[other] > W.slots[piece]:
                return False
    if T.has_exclusive:
        for piece in range(T.pieces):
            space = _space_of(T, W, piece)
            for k in range(T.first_partner[space], T.first_partner[space + 1]):
                for other in range(T.pieces):
                    if other != piece and _space_of(T, W, other) == T.partners[k]:
                        return False
    return True


@inlined
def _locomotives_fit(T, W, locomotives):
    """Whether every row (bit set of seats, slot, slot) of `locomotives` has one of its seats on one of its slots."""
    for want in range(locomotives.shape[0]):
        fits = False
        for piece in range(T.locomotives):
            slot = W.slots[piece]
            if locomotives[want, 0] >> piece & 1 and (slot == locomotives[want, 1] or slot == locomotives[want, 2]):
                fits = True
        if not fits:
            return False
    return True


@lean
def _mark_goals(T, X, W, at, locomotives, cars, orders, wanted, bits, first, last):
    """Set the bit of every arrangement in rows `first` … `last` − 1 that meets the goal; returns how many there are.

    `locomotives` (·, 3): see `_locomotives_fit`. `cars` (·, 2): the legal number of a space, and the kind of car that must
    stand there. `orders` (permutations, cars): the kinds of a permutation. `wanted` (cars): scratch memory.
    """
    count = np.int64(0)
    for row in range(first, last):
        _set_occupancy(T, X, W, at, np.int64(row))
        if not _locomotives_fit(T, W, locomotives) or not _may_be(T, W):
            continue
        found = 0
        for k in range(X.cars):
            wanted[k] = -1
            for want in range(cars.shape[0]):
                if at[BEFORE, k] == cars[want, 0]:
                    wanted[k] = cars[want, 1]
                    found += 1
        if found < cars.shape[0]:
            continue
        for permutation in range(X.permutations):
            fits = True
            for k in range(X.cars):
                if wanted[k] >= 0 and wanted[k] != orders[permutation, k]:
                    fits = False
                    break
            if fits:
                number = np.int64(row) * X.permutations + permutation
                bits[number >> 6] |= np.int64(1) << (number & 63)
                count += 1
    return count


@lean
def _note_values(frontier, first, last, values, value):
    """Write `value` for every bit that is set in words `first` … `last` − 1 of `frontier`; `values` begins at the first."""
    for word in range(first, last):
        bits = frontier[word]
        while bits:
            values[(np.int64(word) - first) * 64 + lowest_bit(bits)] = value
            bits &= bits - 1


@lean
def _take_up(values, first, value, reached, frontier):
    """Set the bits of what is reached up to `value`, and of what has it; later values are cleared. Returns how many were."""
    cleared = np.int64(0)
    for k in range(values.size):
        if values[k] > value:
            values[k] = 0
            cleared += 1
        elif values[k]:
            bit = np.int64(1) << (k & 63)
            reached[first + (k >> 6)] |= bit
            if values[k] == value:
                frontier[first + (k >> 6)] |= bit
    return cleared


@lean
def _pack(values, count, bits, words):
    """Pack values[:count], `bits` each, into `words`, 64 // bits to a word."""
    a_word = 64 // bits
    for word in range(words.size):
        packed = np.int64(0)
        for k in range(min(a_word, count - word * a_word)):
            packed |= np.int64(values[word * a_word + k]) << (k * bits)
        words[word] = packed

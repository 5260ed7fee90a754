"""Kernels that write and read tables of distances."""

import numpy as np

from shunt.search.core.bits import lowest_bit
from shunt.search.core.jit import inlined, lean
from shunt.search.core.state_kernels import _load, _setting_in, _slot_in


@lean
def _note_level(frontier, distances, level):
    """Write `level` for every arrangement whose bit is set in `frontier`."""
    for word in range(frontier.size):
        bits = frontier[word]
        while bits:
            distances[np.int64(word) * 64 + lowest_bit(bits)] = level
            bits &= bits - 1


@inlined
def _begin_row(B, state, beside):
    """Return the number of the arrangements in which the locomotives are as in `state` and the cars are on the first spaces.

    `beside` is set to the number of each piece's space among the legal spaces beside the locomotives.
    """
    n = B.legal_spaces
    prefix = _setting_in(state, B.setting_shift)
    for piece in range(B.locomotives):
        slot = _slot_in(state, B.shift[piece], B.width[piece])
        number = B.legal[slot >> B.has_headings]
        below = np.int64(0)
        for other in range(piece):
            below += beside[other] < number
        beside[piece] = number
        prefix = prefix * (n - piece) + number - below
        if B.has_headings:
            prefix = prefix << 1 | slot & 1
    for piece in range(B.locomotives, beside.size):
        number = B.legal[_slot_in(state, B.shift[piece], B.width[piece])]
        below = np.int64(0)
        for other in range(B.locomotives):
            below += beside[other] < number
        beside[piece] = number - below
    return prefix * B.row


@inlined
def _distance_in(B, p, begin, beside):
    """Return the distance of a state in database p."""
    code = np.int64(0)
    for k in range(B.seats.shape[1]):
        code = code * (B.legal_spaces - B.locomotives) + beside[B.seats[p, k]]
    return np.int64(B.distances[p, begin + B.numbers[code]])


@lean
def _lower_bounds(B, states, count, beside, bounds):
    """Write the largest distance in any database to `bounds`, for each of states[:count]."""
    for s in range(count):
        begin = _begin_row(B, _load(states, s), beside)
        best = np.int64(0)
        for p in range(B.seats.shape[0]):
            best = max(best, _distance_in(B, p, begin, beside))
        bounds[s] = best

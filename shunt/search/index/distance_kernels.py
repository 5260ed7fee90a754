"""Kernels that write and read tables of distances."""

import numpy as np

from shunt.search.core.bits import lowest_bit
from shunt.search.core.jit import inlined, lean
from shunt.search.core.state_kernels import _load, _phase_in, _slot_in


@lean
def _note_level(frontier, distances, level):
    """Write `level` for every arrangement whose bit is set in `frontier`."""
    for word in range(frontier.size):
        bits = frontier[word]
        while bits:
            distances[np.int64(word) * 64 + lowest_bit(bits)] = level
            bits &= bits - 1


@inlined
def _sorted_places(B, state, p, place, order, locomotive):
    """Legal numbers of the cars of database p among the spaces beside the locomotives, rising, and whose they are."""
    for k in range(B.seats.shape[1]):
        seat = B.seats[p, k]
        number = B.legal[_slot_in(state, B.shift[seat], B.width[seat])]
        below = np.int64(0)
        for other in range(B.locomotives):
            below += locomotive[other] < number
        number -= below
        j = k
        while j > 0 and place[j - 1] > number:
            place[j] = place[j - 1]
            order[j] = order[j - 1]
            j -= 1
        place[j] = number
        order[j] = k


@lean
def _lower_bounds(B, states, count, place, order, locomotive, bounds):
    """Write to `bounds`, for each of states[:count], the greatest distance that any database gives it."""
    n = B.choose.shape[0] - 1
    cars = B.seats.shape[1]
    for s in range(count):
        state = _load(states, s)
        prefix = _phase_in(state, B.phase_shift)
        for piece in range(B.locomotives):
            slot = _slot_in(state, B.shift[piece], B.width[piece])
            number = B.legal[slot >> B.has_headings]
            below = np.int64(0)
            for other in range(piece):
                below += locomotive[other] < number
            locomotive[piece] = number
            prefix = prefix * (n - piece) + number - below
            if B.has_headings:
                prefix = prefix << 1 | slot & 1
        best = np.int64(0)
        for p in range(B.seats.shape[0]):
            _sorted_places(B, state, p, place, order, locomotive)
            chosen = np.int64(0)
            rank = np.int64(0)
            for k in range(cars):
                chosen += B.choose[place[k], k + 1]
                smaller = np.int64(0)
                for later in range(k + 1, cars):
                    smaller += order[later] < order[k]
                rank = rank * (cars - k) + smaller
            distance = np.int64(B.distances[p, (prefix * B.sets + chosen) * B.permutations + rank])
            if distance > best:
                best = distance
        bounds[s] = best

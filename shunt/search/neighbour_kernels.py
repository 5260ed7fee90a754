"""Kernels from outcomes of train moves to packed states: the successors and predecessors of states."""

import numpy as np

from shunt.search.jit import inlined, lean
from shunt.search.train_kernels import _backward, _forward, _slot
from shunt.search.train_work import LENGTH


@inlined
def _unpack(T, W, state):
    """The slots of `state`."""
    for piece in range(T.pieces):
        W.slots[piece] = state >> T.shift[piece] & ((1 << T.width[piece]) - 1)


@lean
def _canonical(T, state):
    """The state with the members of every interchangeable group in rising order of slot."""
    for piece in range(1, T.pieces):
        group = T.group[piece]
        if group < 0:
            continue
        mask = (1 << T.width[piece]) - 1
        here = piece
        for other in range(piece - 1, -1, -1):
            if T.group[other] == group:
                a = state >> T.shift[other] & mask
                b = state >> T.shift[here] & mask
                if a <= b:
                    break
                state ^= (a ^ b) << T.shift[other] | (a ^ b) << T.shift[here]
                here = other
    return state


@lean
def _neighbours(T, W, state, forwards, grouped, out, at):
    """Write the successors (`forwards`) or predecessors of `state` to `out` from `at` on; some may come twice.

    Returns the new end, −1 where W has no room, −2 where `out` has none.
    """
    _unpack(T, W, state)
    phase = state >> T.phase_shift
    there = T.phase[phase, 0 if forwards else 1]
    base = state & ((1 << T.phase_shift) - 1) | there << T.phase_shift
    found = _forward(T, W, phase, base) if forwards else _backward(T, W, there, base)
    if found < 0:
        return -1
    if at + found + T.by_hand.shape[2] > out.size:
        return -2
    for k in range(found):
        c = W.outcome[k, 0]
        i = W.outcome[k, 1]
        packed = W.base[c]
        for place in range(W.composition[c, LENGTH]):
            piece = W.train[c, place, 0]
            packed |= _slot(T, piece, np.int64(T.sides[i, place]), W.train[c, place, 1]) << T.shift[piece]
        out[at + k] = _canonical(T, packed) if grouped else packed
    at += found
    for m in range(T.by_hand.shape[2]):
        out[at] = state & ((1 << T.phase_shift) - 1) | T.by_hand[phase, 0 if forwards else 1, m] << T.phase_shift
        at += 1
    return at


@lean
def _neighbours_of_many(T, W, states, start, stop, forwards, grouped, out):
    """Write the successors (or predecessors) of states[start:stop], as many as fit, to `out`.

    Returns (the first state not done, the end of what was written, 0 or −1 where W is too small for that state).
    """
    at = 0
    for k in range(start, stop):
        end = _neighbours(T, W, states[k], forwards, grouped, out, at)
        if end < 0:
            return k, at, -1 if end == -1 else 0
        at = end
    return stop, at, 0

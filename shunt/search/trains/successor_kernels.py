"""Kernels from outcomes of train moves to packed states."""

import numpy as np

from shunt.search.core.jit import inlined, inner
from shunt.search.core.state_kernels import _changed, _replaced, _slot_in, _with_slot, _without_slot
from shunt.search.trains.move_kernels import _slot_after
from shunt.search.trains.records import LENGTH


@inlined
def _unpack(T, W, state):
    """Write the slots of `state` into `W.slots`."""
    for piece in range(T.pieces):
        W.slots[piece] = _slot_in(state, T.shift[piece], T.width[piece])


@inlined
def _with_slots_swapped(T, state, a, b):
    """Return `state` with the slots of the pieces a and b exchanged."""
    one = _slot_in(state, T.shift[a], T.width[a])
    other = _slot_in(state, T.shift[b], T.width[b])
    state = _without_slot(_without_slot(state, T.shift[a], T.width[a]), T.shift[b], T.width[b])
    return _with_slot(_with_slot(state, T.shift[a], other), T.shift[b], one)


@inlined
def _bit(state, bit):
    """Return whether a bit of `state` is set: 0 or 1."""
    return _slot_in(state, bit, 1)


@inlined
def _flipped(state, bit, by):
    """Return `state`, with a bit changed if `by` is 1."""
    flip = np.int64(by) << (bit & 63)
    return (state[0] ^ flip, state[1]) if bit < 64 else (state[0], state[1] ^ flip)


@inlined
def _swapped_bits(state, i, j):
    """Return `state` with bits i and j exchanged."""
    differ = _bit(state, i) ^ _bit(state, j)
    return _flipped(_flipped(state, i, differ), j, differ)


@inner
def _swap(T, M, state, a, b):
    """Return `state` with the pieces a and b (of one kind) exchanged, including their memories if there are any."""
    state = _with_slots_swapped(T, state, a, b)
    if M is None:
        return state
    if a < T.locomotives and M.has_ran:
        state = _swapped_bits(state, M.ran_shift + a, M.ran_shift + b)
        if M.has_sense:
            state = _swapped_bits(state, M.sense_shift + a, M.sense_shift + b)
        if M.last_width:
            last = _slot_in(state, M.last_shift, M.last_width)
            now = b + 1 if last == a + 1 else a + 1 if last == b + 1 else last
            state = _replaced(state, M.last_shift, M.last_width, now)
    if M.has_joints:
        for other in range(T.pieces):
            if other != a and other != b:
                state = _swapped_bits(state, M.joint[a, other], M.joint[b, other])
    return state


@inner
def _canonical(T, M, state):
    """Return the state with the members of every interchangeable group in rising order of slot.

    `M`: the places of the memories that are moved with them (`metrics/plan.py`), or None.
    """
    for piece in range(1, T.pieces):
        if T.group[piece] < 0:
            continue
        current = np.int64(piece)
        for other in range(piece - 1, -1, -1):
            if T.group[other] == T.group[piece]:
                slot = _slot_in(state, T.shift[other], T.width[other])
                if slot <= _slot_in(state, T.shift[current], T.width[current]):
                    break
                state = _swap(T, M, state, np.int64(other), current)
                current = np.int64(other)
    return state


@inlined
def _after(T, W, k, before):
    """Return the state that outcome k makes of `before`, which has the slots `W.slots` and the setting after the move."""
    c = W.outcome[k, 0]
    i = W.outcome[k, 1]
    for place in range(W.composition[c, LENGTH]):
        piece = W.train[c, place, 0]
        before = _changed(before, T.shift[piece], _slot_after(T, W, c, i, place) - W.slots[piece])
    return before

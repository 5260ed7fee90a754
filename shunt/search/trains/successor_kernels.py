"""Kernels from outcomes of train moves to packed states: the successors and predecessors of states."""

import numpy as np

from shunt.search.core.jit import inlined, inner
from shunt.search.core.state_kernels import _load, _setting_in, _slot_in, _store, _with_setting, _with_slot, _without_slot
from shunt.search.trains.move_kernels import _forward, _slot
from shunt.search.trains.records import LENGTH


@inlined
def _unpack(T, W, state):
    """Write the slots of `state` into `W.slots`."""
    for piece in range(T.pieces):
        W.slots[piece] = _slot_in(state, T.shift[piece], T.width[piece])


@inner
def _canonical(T, state):
    """Return the state with the members of every interchangeable group in rising order of slot."""
    for piece in range(1, T.pieces):
        group = T.group[piece]
        if group < 0:
            continue
        current = piece
        for other in range(piece - 1, -1, -1):
            if T.group[other] == group:
                a = _slot_in(state, T.shift[other], T.width[other])
                b = _slot_in(state, T.shift[current], T.width[current])
                if a <= b:
                    break
                state = _without_slot(_without_slot(state, T.shift[other], T.width[other]), T.shift[current], T.width[current])
                state = _with_slot(_with_slot(state, T.shift[other], b), T.shift[current], a)
                current = other
    return state


@inlined
def _after(T, W, k, grouped):
    """Return the state that outcome k leads to."""
    c = W.outcome[k, 0]
    i = W.outcome[k, 1]
    packed = _load(W.base, c)
    for place in range(W.composition[c, LENGTH]):
        piece = W.train[c, place, 0]
        slot = _slot(T, piece, np.int64(T.sides[i, place]), W.train[c, place, 1])
        packed = _with_slot(packed, T.shift[piece], slot)
    return _canonical(T, packed) if grouped else packed


@inner
def _successors(T, W, state, grouped, out, at):
    """Write the successors of `state` to `out` from `at` on. There may be duplicates.

    Return the new end, −1 if W has no room, or −2 if `out` has none.
    """
    _unpack(T, W, state)
    setting = _setting_in(state, T.setting_shift)
    found = _forward(T, W, None, setting, _with_setting(state, T.setting_shift, T.setting[setting, 0]))
    if found < 0:
        return -1
    if at + found + T.by_hand.shape[2] > out.shape[0]:
        return -2
    for k in range(found):
        _store(out, at + k, _after(T, W, np.int64(k), grouped))
    at += found
    for m in range(T.by_hand.shape[2]):
        _store(out, at, _with_setting(state, T.setting_shift, T.by_hand[setting, 0, m]))
        at += 1
    return at

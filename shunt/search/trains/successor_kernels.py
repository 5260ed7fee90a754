"""Kernels from outcomes of train moves to packed states."""

from shunt.search.core.jit import inlined, inner
from shunt.search.core.state_kernels import _changed, _slot_in, _with_slot, _without_slot
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


@inner
def _canonical(T, state):
    """Return the state with the members of every interchangeable group in rising order of slot."""
    for piece in range(1, T.pieces):
        if T.group[piece] < 0:
            continue
        current = piece
        for other in range(piece - 1, -1, -1):
            if T.group[other] == T.group[piece]:
                slot = _slot_in(state, T.shift[other], T.width[other])
                if slot <= _slot_in(state, T.shift[current], T.width[current]):
                    break
                state = _with_slots_swapped(T, state, other, current)
                current = other
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

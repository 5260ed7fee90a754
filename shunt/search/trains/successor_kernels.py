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
def _after(T, W, k, before):
    """Return the state that outcome k makes of `before`, which has the slots `W.slots` and the setting after the move."""
    c = W.outcome[k, 0]
    i = W.outcome[k, 1]
    for place in range(W.composition[c, LENGTH]):
        piece = W.train[c, place, 0]
        before = _changed(before, T.shift[piece], _slot_after(T, W, c, i, place) - W.slots[piece])
    return before

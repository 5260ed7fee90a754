"""Kernels for counting solutions: successors, with a number for each move that the Yard Guide distinguishes."""

import numpy as np

from shunt.search.core.jit import inlined, lean
from shunt.search.core.state_kernels import _load, _setting_in, _store, _with_setting
from shunt.search.trains.move_kernels import _forward
from shunt.search.trains.records import LEADER
from shunt.search.trains.successor_kernels import _after, _unpack

EXACT = 15  # pieces: fewer can be written with a digit each
MIXING = np.int64(0x5851F42D4C957F2D)  # odd, so that no digit is lost


@inlined
def _name(T, W, c, stop):
    """Return a number for the locomotive of composition c, what it has coupled (nearest first), and where it stops.

    Up to 14 pieces, or 15 on 16 spaces, 64 bits take any of them; with more it is a hash of 64 bits, which
    distinguishes only moves between the same two states. The outcome gives the destination only where locomotives are not
    interchangeable.
    """
    name = np.int64(0)
    base = np.int64(T.pieces + 1) if T.pieces < EXACT or T.spaces <= EXACT + 1 else MIXING
    for place in range(W.composition[c, LEADER], -1, -1):
        name = name * base + W.train[c, place, 0] + 1
    return name * T.spaces + (T.sides[stop, W.composition[c, LEADER]] >> 1)


@lean
def _named_successors(T, W, states, start, stop, grouped, sources, out, names):
    """Write, for each move from states[start:stop], which state it is from, the state after it, and the move's name.

    A name stands for locomotive, couplings and destination, or (below 0) the turntable turned by hand. Moves by several ways to
    one outcome come several times. Returns (the first state not done, the end of what was written, 0 or −1 where W is too
    small for it).
    """
    at = 0
    for s in range(start, stop):
        state = _load(states, s)
        _unpack(T, W, state)
        setting = _setting_in(state, T.setting_shift)
        found = _forward(T, W, None, setting, _with_setting(state, T.setting_shift, T.setting[setting, 0]))
        if found < 0:
            return s, at, -1
        if at + found + T.by_hand.shape[2] > out.shape[0]:
            return s, at, 0
        for k in range(found):
            c = W.outcome[k, 0]
            sources[at] = s
            _store(out, at, _after(T, W, np.int64(k), grouped))
            names[at] = _name(T, W, c, W.outcome[k, 1])
            at += 1
        for m in range(T.by_hand.shape[2]):
            sources[at] = s
            _store(out, at, _with_setting(state, T.setting_shift, T.by_hand[setting, 0, m]))
            names[at] = -1 - m
            at += 1
    return stop, at, 0

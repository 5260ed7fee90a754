"""Kernels for counting solutions: successors, with a number for each move that the Yard Guide distinguishes."""

import numpy as np

from shunt.search.core.jit import inlined, lean
from shunt.search.core.state_kernels import _load, _setting_in, _store, _with_setting
from shunt.search.trains.move_kernels import _forward
from shunt.search.trains.records import LEADER
from shunt.search.trains.successor_kernels import _after, _canonical, _unpack

EXACT = 15  # pieces: fewer can be written with a digit each
MIXING = np.int64(0x5851F42D4C957F2D)  # odd, so that no digit is lost


@inlined
def _name(T, W, c, stop):
    """Return a number for the locomotive of composition c, its coupled pieces (nearest first), and its destination.

    64 bits suffice for up to 14 pieces, or 15 on 16 spaces. With more pieces, the number is a 64-bit hash, which only has to
    distinguish moves between the same two states. The destination is included because it does not follow from the outcome if
    locomotives are interchangeable.
    """
    name = np.int64(0)
    base = np.int64(T.pieces + 1) if T.pieces < EXACT or T.spaces <= EXACT + 1 else MIXING
    for place in range(W.composition[c, LEADER], -1, -1):
        name = name * base + W.train[c, place, 0] + 1
    return name * T.spaces + (T.sides[stop, W.composition[c, LEADER]] >> 1)


@lean
def _named_successors(T, W, states, start, stop, grouped, sources, out, names):
    """For each move from states[start:stop], write its state, the state after it, and the move's name.

    A name represents locomotive, couplings and destination, or (if negative) the turntable turned by hand. A move that reaches an
    outcome by several paths is written several times. Return (the first state not done, the end of the output, 0 or −1 if W is
    too small for it).
    """
    at = 0
    for s in range(start, stop):
        state = _load(states, s)
        setting = _setting_in(state, T.setting_shift)
        _unpack(T, W, state)
        found = _forward(T, W, W.distances, setting)
        if found < 0 or at + found + T.by_hand.shape[2] > out.shape[0]:
            return s, at, -1 if found < 0 else 0
        base = _with_setting(state, T.setting_shift, T.setting[setting, 0])
        for k in range(found):
            after = _after(T, W, np.int64(k), base)
            _store(out, at + k, _canonical(T, None, after) if grouped else after)
            names[at + k] = _name(T, W, W.outcome[k, 0], W.outcome[k, 1])
        for m in range(T.by_hand.shape[2]):
            _store(out, at + found + m, _with_setting(state, T.setting_shift, T.by_hand[setting, 0, m]))
            names[at + found + m] = -1 - m
        end = at + found + T.by_hand.shape[2]
        sources[at:end] = s
        at = end
    return stop, at, 0

"""Kernels that compute the neighbours of many states at once. States that occupy the same spaces share the moves.

The possible moves depend on which spaces are occupied and where the locomotives are, but not on which car is which. The moves of
the first state of an *occupancy* are found as for any state (`move_kernels.py`), and recorded as changes: the slot of each car
grows by some amount. For the following states of the same occupancy, the same changes are applied to the cars that are in the
places of those of the first state. For this purpose, large levels are sorted by occupancy (`sharing.py`).
"""

from __future__ import annotations

import numpy as np

from shunt.search.core.jit import inlined, inner, lean
from shunt.search.core.state_kernels import (
    _changed,
    _folded,
    _load,
    _setting_in,
    _slot_in,
    _store,
    _with_setting,
)
from shunt.search.trains.move_kernels import _forward, _slot_after
from shunt.search.trains.predecessor_kernels import _backward
from shunt.search.trains.records import DROPPED, LENGTH
from shunt.search.trains.successor_kernels import _canonical, _unpack

MIXING = 0x9E3779B97F4A7C15
HIGH_BITS = 16  # of the number of an occupancy: setting and locomotives
CAR_BITS = 24  # those below them
INDEX_BITS = 23  # of the key of a state, below the number of its occupancy


@inlined
def _mixed(number):
    """Return a number such that sums over different sets are almost never equal."""
    mixed = (np.uint64(number) + np.uint64(1)) * np.uint64(MIXING)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ mixed >> np.uint64(32)


@lean
def _note_occupancies(T, states, first, last, keys):
    """Write a key to `keys` for each of states[first:last]: a number for its occupancy and, in the lowest bits, its index.

    The number is the same for states with the same occupancy, and almost never for others. Above `CAR_BITS` bits for the cars, it
    contains the setting and the places of the locomotives, as far as `HIGH_BITS` hold them. States that are next to each other in
    a database are then also next to each other when sorted.
    """
    for k in range(first, last):
        state = _load(states, k)
        standing = _setting_in(state, T.setting_shift)
        cars = np.uint64(0)
        for piece in range(T.pieces):
            slot = _slot_in(state, T.shift[piece], T.width[piece])
            if piece < T.locomotives:
                standing = (standing << T.width[piece]) + slot
            else:
                cars += _mixed(slot)
        mixed = (cars + (_mixed(standing) >> np.uint64(HIGH_BITS))) >> np.uint64(64 - CAR_BITS)
        number = (standing & ((1 << HIGH_BITS) - 1)) << CAR_BITS | np.int64(mixed)
        keys[k] = number << INDEX_BITS | np.int64(k)


@inner
def _stands_alike(T, W, state, standing):
    """Return whether `state` occupies the same spaces as `W.slots`. For each piece there, `standing` is set to the piece in its
    place."""
    for piece in range(T.pieces):
        slot = _slot_in(state, T.shift[piece], T.width[piece])
        if piece < T.locomotives:
            if slot != W.slots[piece]:
                return False
            standing[piece] = piece
        else:
            there = W.occupant[slot]
            if there < T.locomotives:  # no car stands there
                return False
            standing[there] = piece
    return True


@inlined
def _apply(T, C, k, base, standing):
    """Return the state that change k makes of `base`, in which the pieces `standing` are in the places of those that change."""
    for e in range(C.first[k], C.first[k + 1]):
        base = _changed(base, T.shift[standing[C.piece[e]]], C.amount[e])
    return base


@inner
def _note_changes(T, W, C, found):
    """Write the changes that each of `found` outcomes makes to W.slots to C; return False if there is no room."""
    end = np.int64(0)
    for k in range(found):
        c, i = W.outcome[k, 0], W.outcome[k, 1]
        moved = W.composition[c, LENGTH] + W.composition[c, DROPPED]
        if k + 1 >= C.first.size or end + moved > C.piece.size:
            return False
        C.first[k] = end
        for place in range(moved):
            piece = W.train[c, place, 0]
            amount = _slot_after(T, W, c, i, place) - W.slots[piece]
            if amount != 0:
                C.piece[end] = piece
                C.amount[end] = amount
                end += 1
        C.first[k + 1] = end
    return True


@lean
def _neighbours_of_many(T, W, C, states, forwards, grouped, out, ends):
    """Write the successors (or predecessors) of `states`, as many as fit, to `out`. There may be duplicates.

    Those of states[k] end at ends[k]. States with the same occupancy share their moves if they follow each other. Return (the
    first state not done, the end of the output, 0 or −1 if W or C is too small for that state).
    """
    at, changes = np.int64(0), np.int64(-1)
    setting, before = np.int64(0), np.int64(-1)
    count = min(states.shape[0], ends.size)
    for k in range(count):
        state = _load(states, k)
        setting = _setting_in(state, T.setting_shift)
        after = T.setting[setting, 0 if forwards else 1]
        base = _with_setting(state, T.setting_shift, after)
        if changes < 0 or T.cars_differ or setting != before or not _stands_alike(T, W, state, C.standing):
            _unpack(T, W, state)
            found = _forward(T, W, W.distances, setting) if forwards else _backward(T, W, W.distances, after)
            if found < 0 or not _note_changes(T, W, C, found):
                return k, at, -1
            changes, before = np.int64(found), setting
            for piece in range(T.pieces):
                C.standing[piece] = piece
        if at + changes + T.by_hand.shape[2] > out.shape[0]:
            return k, at, 0
        for e in range(changes):
            made = _apply(T, C, e, base, C.standing)
            _store(out, at, _canonical(T, None, made) if grouped else made)
            at += 1
        for m in range(T.by_hand.shape[2]):
            _store(out, at, _with_setting(state, T.setting_shift, T.by_hand[setting, 0 if forwards else 1, m]))
            at += 1
        ends[k] = at
    return count, at, 0


@inlined
def _part_of(state, parts):
    """Return the part of a split set that a state belongs to."""
    mixed = np.uint64(_folded(state)) * np.uint64(MIXING)
    return np.int64((mixed >> np.uint64(40)) % np.uint64(parts))


@lean
def _sort_by_part(states, count, ends, out):
    """Write states[:count] to `out`, sorted by part, and the beginning of each part to `ends` (parts + 1)."""
    parts = ends.size - 1
    ends[:] = 0
    for k in range(count):
        ends[_part_of(_load(states, k), parts) + 1] += 1
    for part in range(1, parts):
        ends[part + 1] += ends[part]
    for k in range(count):
        state = _load(states, k)
        part = _part_of(state, parts)
        _store(out, ends[part], state)
        ends[part] += 1
    for part in range(parts, 0, -1):
        ends[part] = ends[part - 1]
    ends[0] = 0

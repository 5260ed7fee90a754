"""Kernels of the train rules in reverse: every state from which one train move leads to a given one.

A train rolls back rigidly. It may leave the piece at its head at any place on the way, because a push does not show where it
began. Compositions, seeds and outcomes are as in `move_kernels.py`.
"""

from __future__ import annotations

import numpy as np

from shunt.search.core.jit import inlined, inner
from shunt.search.trains.move_kernels import (
    _add_seed,
    _contact_at,
    _copy_train,
    _enqueue,
    _is_allowed,
    _longer,
    _may_stand_there,
    _new_composition,
    _queued_at,
    _seed_at,
    _seed_is_next,
    _set_out,
    _slot,
    _space,
    _stand_ready,
    _stop_if_kept_out,
)
from shunt.search.trains.records import (
    BRANCHES,
    COMPOSITIONS,
    DROPPED,
    ENTERS,
    FULL,
    JOKER,
    LEADER,
    LENGTH,
    MAY_STOP,
    MEETS,
    MEMBERS,
    OUTCOMES,
    PREFIX,
    SEEDS,
    SEEDS_END,
    STAMP,
)


@inlined
def _add_pushed(T, W, D):
    """For every composition, add those with 1, 2, … of the pieces in a row in front of its head, as pieces that were pushed."""
    c = np.int64(0)
    while c < W.tally[COMPOSITIONS] and W.tally[FULL] == 0:
        if W.composition[c, SEEDS] == W.composition[c, SEEDS_END]:  # nothing moves so
            c += 1
            continue
        i = W.seed[W.composition[c, SEEDS]]
        for k in range(T.stretch[i, BRANCHES], T.stretch[i + 1, BRANCHES]):
            piece = W.occupant[T.branch[k, ENTERS]]
            longer = np.int64(T.branch[k, MEETS])
            if longer >= 0 and T.stretch[longer, MAY_STOP] and _may_stand_there(T, W, c, piece):
                pushing = _longer(T, W, D, c, np.int64(0), piece, longer, np.int64(0))
                _stop_if_kept_out(T, W, pushing, longer, np.int64(0))
        c += 1


@inlined
def _is_dropped_on(T, W, c, space):
    """Return whether composition c has left a piece on `space`."""
    n = W.composition[c, LENGTH]
    for k in range(n, n + W.composition[c, DROPPED]):
        if W.train[c, k, 0] != JOKER and _space(T, W.train[c, k, 0], W.train[c, k, 1]) == space:
            return True
    return False


@inner
def _is_kept_out(T, W, c, space):
    """Return whether a piece that composition c does not move is on a space that excludes `space`."""
    for k in range(T.first_partner[space], T.first_partner[space + 1]):
        piece = W.occupant[T.partners[k]]
        if piece >= 0 and W.composition[c, MEMBERS] >> piece & 1 == 0 or _is_dropped_on(T, W, c, np.int64(T.partners[k])):
            return True
    return False


@inlined
def _drop(T, W, D, old, slot, stretch, distance):
    """Return the composition `old` without its head, which now has the slot `slot`; the rest is on `stretch`."""
    n = W.composition[old, LENGTH]
    c = _new_composition(W, old, n - 1)
    if W.tally[FULL] == 0:
        dropped = W.composition[old, DROPPED]
        _copy_train(W, c, np.int64(0), old, n + dropped)
        W.train[c, n - 1, 1] = slot
        W.composition[c, DROPPED] = dropped + 1
        _add_seed(W, D, c, stretch, distance)
    return c


@inlined
def _note_drop(T, W, D, c, i, distance, drops):
    """Note that composition c may have met its head's piece in its current place, on stretch i; return drops + 1."""
    last = W.composition[c, LENGTH] - 1
    side = np.int64(T.sides[i, last])
    if not T.stretch[side, MAY_STOP]:  # it stood there before the move
        return drops
    piece = W.train[c, last, 0]
    # Where a joker is left is forgotten, so that all the places where it may be are one composition.
    W.contact[drops, 0] = 0 if piece == JOKER else _slot(T, piece, side, W.train[c, last, 1])
    W.contact[drops, 1] = T.stretch[i, PREFIX]
    if D is not None:
        D.contact_distance[drops] = distance
    return drops + 1


@inlined
def _roll_back(T, W, D, c):
    """Roll composition c back along all possible paths; note the outcomes, and the pieces that it may have met there.

    Stretches are taken in the same order as in `_roll_forward`.
    """
    if W.tally[OUTCOMES] + T.stretch.shape[0] > W.outcome.shape[0]:
        W.tally[FULL] = 1
        return
    members = W.composition[c, MEMBERS]
    n = W.composition[c, LENGTH]
    may_drop = n - 1 > W.composition[c, LEADER]
    has_dropped = W.composition[c, DROPPED] > 0
    W.tally[STAMP] += 1
    stamp = W.tally[STAMP]
    seed, last = W.composition[c, SEEDS], W.composition[c, SEEDS_END]
    outcomes = W.tally[OUTCOMES]
    drops, at, end = np.int64(0), np.int64(0), np.int64(0)
    while at < end or seed < last:
        begins = seed < last and _seed_is_next(D, seed, at, end)
        if begins:
            i, so_far = _seed_at(W, D, seed)
            seed += 1
            if W.seeded[i] == stamp:
                continue
        else:
            i, so_far = _queued_at(W, D, at)
            at += 1
        if has_dropped or not begins:  # a row of pieces that the train met at one contact is left at once
            W.seeded[i] = stamp
            if may_drop:
                drops = _note_drop(T, W, D, c, i, so_far, drops)
        if T.has_exclusive and _is_kept_out(T, W, c, np.int64(T.sides[i, n - 1] >> 1)):
            continue
        for k in range(T.first_back[i], T.first_back[i + 1]):
            j = np.int64(T.back[k])
            space = np.int64(T.sides[j, 0] >> 1)
            piece = W.occupant[space]
            if W.visited[j] == stamp or piece >= 0 and members >> piece & 1 == 0 or _is_dropped_on(T, W, c, space):
                continue
            if T.has_exclusive and _is_kept_out(T, W, c, space):
                continue
            if T.is_limited and not _is_allowed(T, W, c, j, so_far + 1):
                continue
            W.visited[j] = stamp
            if T.stretch[j, MAY_STOP]:
                W.outcome[outcomes, 0] = c
                W.outcome[outcomes, 1] = j
                outcomes += 1
            if W.seeded[j] != stamp:
                W.seeded[j] = stamp
                end = _enqueue(W, D, end, j, so_far + 1)
    W.tally[OUTCOMES] = outcomes
    for k in range(drops):
        slot = W.contact[k, 0]
        if slot >= 0 and W.tally[FULL] == 0:
            shorter = _drop(T, W, D, c, slot, *_contact_at(W, D, k))
            for other in range(k + 1, drops):
                if W.contact[other, 0] == slot:
                    _add_seed(W, D, shorter, *_contact_at(W, D, other))
                    W.contact[other, 0] = -1


@inlined
def _ends_in_joker(W, c):
    """Return whether composition c has a joker at an end, and has left nothing behind that this joker may have pushed."""
    last = W.composition[c, LENGTH] - 1
    return W.train[c, 0, 0] == JOKER or W.train[c, last, 0] == JOKER and W.composition[c, DROPPED] == 0


@inlined
def _backward(T, W, D, before):
    """Find every outcome of taking back one train move from `W.slots`, and fill W.outcome.

    `before`: the setting before the move; `D`: as in `_forward`. Return the number of outcomes, or −1 if W has no room. Jokers at
    an end of the train are not needed, because without them the other pieces can come from the same places.
    """
    _set_out(T, W)
    _stand_ready(T, W, D, before * 2 * T.spaces)
    _add_pushed(T, W, D)
    c = np.int64(0)
    while c < W.tally[COMPOSITIONS] and W.tally[FULL] == 0:
        if not _ends_in_joker(W, c):
            _roll_back(T, W, D, c)
        c += 1
    return -1 if W.tally[FULL] else W.tally[OUTCOMES]

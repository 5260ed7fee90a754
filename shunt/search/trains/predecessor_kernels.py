"""Kernels of the train rules in reverse: every state from which one train move leads to a given one.

A train rolls back rigidly. It may leave the piece at its head at any place on the way, because a push does not show where it
began. Compositions, seeds and outcomes are as in `move_kernels.py`.
"""

from __future__ import annotations

import numpy as np

from shunt.search.core.jit import inlined, inner
from shunt.search.trains.move_kernels import (
    _add_seed,
    _copy_train,
    _is_allowed,
    _longer,
    _may_stand_there,
    _new_composition,
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
def _add_pushed(T, W):
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
                _stop_if_kept_out(T, W, _longer(T, W, c, np.int64(0), piece, longer), longer)
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
def _drop(T, W, old, slot, stretch):
    """Return the composition `old` without its head, which now has the slot `slot`; the rest is on `stretch`."""
    n = W.composition[old, LENGTH]
    c = _new_composition(W, old, n - 1)
    if W.tally[FULL] == 0:
        dropped = W.composition[old, DROPPED]
        _copy_train(W, c, np.int64(0), old, n + dropped)
        W.train[c, n - 1, 1] = slot
        W.composition[c, DROPPED] = dropped + 1
        _add_seed(W, c, stretch)
    return c


@inlined
def _note_drop(T, W, c, i, drops):
    """Note that composition c may have met its head's piece in its current place, on stretch i; return drops + 1."""
    last = W.composition[c, LENGTH] - 1
    side = np.int64(T.sides[i, last])
    if not T.stretch[side, MAY_STOP]:  # it stood there before the move
        return drops
    piece = W.train[c, last, 0]
    # Where a joker is left is forgotten, so that all the places where it may be are one composition.
    W.contact[drops, 0] = 0 if piece == JOKER else _slot(T, piece, side, W.train[c, last, 1])
    W.contact[drops, 1] = T.stretch[i, PREFIX]
    return drops + 1


@inlined
def _enqueue_seeds(W, c, stamp):
    """Put the seeds of composition c in the queue, without duplicates; return the end of the queue."""
    end = 0
    for k in range(W.composition[c, SEEDS], W.composition[c, SEEDS_END]):
        i = W.seed[k]
        if W.seeded[i] != stamp:
            W.seeded[i] = stamp
            W.queue[end] = i
            end += 1
    return end


@inlined
def _roll_back(T, W, c):
    """Roll composition c back along all possible paths; note the outcomes, and the pieces that it may have met there."""
    if W.tally[OUTCOMES] + T.stretch.shape[0] > W.outcome.shape[0]:
        W.tally[FULL] = 1
        return
    members = W.composition[c, MEMBERS]
    n = W.composition[c, LENGTH]
    may_drop = n - 1 > W.composition[c, LEADER]
    W.tally[STAMP] += 1
    stamp = W.tally[STAMP]
    end = _enqueue_seeds(W, c, stamp)
    outcomes = W.tally[OUTCOMES]
    drops = np.int64(0)
    if may_drop and W.composition[c, DROPPED]:  # a row of pieces that the train met at one contact is left at once
        for k in range(end):
            drops = _note_drop(T, W, c, W.queue[k], drops)
    at = 0
    while at < end:
        i = W.queue[at]
        at += 1
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
            if T.is_limited and not _is_allowed(T, W, c, j):
                continue
            W.visited[j] = stamp
            if T.stretch[j, MAY_STOP]:
                W.outcome[outcomes, 0] = c
                W.outcome[outcomes, 1] = j
                outcomes += 1
            if may_drop:
                drops = _note_drop(T, W, c, j, drops)
            if W.seeded[j] != stamp:
                W.queue[end] = j
                end += 1
    W.tally[OUTCOMES] = outcomes
    for k in range(drops):
        slot = W.contact[k, 0]
        if slot >= 0 and W.tally[FULL] == 0:
            shorter = _drop(T, W, c, slot, W.contact[k, 1])
            for other in range(k + 1, drops):
                if W.contact[other, 0] == slot:
                    _add_seed(W, shorter, W.contact[other, 1])
                    W.contact[other, 0] = -1


@inlined
def _ends_in_joker(W, c):
    """Return whether composition c has a joker at an end, and has left nothing behind that this joker may have pushed."""
    last = W.composition[c, LENGTH] - 1
    return W.train[c, 0, 0] == JOKER or W.train[c, last, 0] == JOKER and W.composition[c, DROPPED] == 0


@inlined
def _backward(T, W, before):
    """Find every outcome of taking back one train move from `W.slots`, and fill W.outcome.

    `before`: the setting before the move. Return the number of outcomes, or −1 if W has no room. Jokers at an end of the train
    are not needed, because without them the other pieces can come from the same places.
    """
    _set_out(T, W)
    _stand_ready(T, W, before * 2 * T.spaces)
    _add_pushed(T, W)
    c = np.int64(0)
    while c < W.tally[COMPOSITIONS] and W.tally[FULL] == 0:
        if not _ends_in_joker(W, c):
            _roll_back(T, W, c)
        c += 1
    return -1 if W.tally[FULL] else W.tally[OUTCOMES]

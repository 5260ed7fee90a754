"""Kernels of the train rules (`switcher`, `railway`): every state one move away, forwards and backwards.

Both directions work alike. A *composition* is an ordered train (tail first) together with the seeds, the stretches on which
it begins to roll. Compositions wait in a list; each is rolled over the tables of stretches, every stretch visited once, and
whatever its head meets (forwards) or leaves behind (backwards) makes longer or shorter compositions that join the list. An
outcome is a pair (composition, stretch); `neighbour_kernels.py` makes states of them, `index_kernels.py` rows of an index.
Recursion and copying are not needed anywhere.
"""

from __future__ import annotations

import numpy as np

from shunt.search.core.jit import inlined, lean
from shunt.search.core.state_kernels import _load, _store, _with_slot, _without_slot
from shunt.search.trains.scratch import (
    COMPOSITIONS,
    DROPPED,
    FULL,
    JOKER,
    JOKERS,
    LEADER,
    LENGTH,
    MEMBERS,
    OUTCOMES,
    SEED_COUNT,
    SEEDS,
    SEEDS_END,
    STAMP,
)
from shunt.search.trains.stretch_kernels import BRANCHES, ENTERS, MAY_STOP, MEETS, PREFIX, ROLLS


@lean
def _set_out(T, W):
    """Put the pieces where `W.slots` says, and forget what was there before."""
    for space in range(T.spaces):
        W.occupant[space] = -1
    for piece in range(T.pieces):
        slot = W.slots[piece]
        W.occupant[slot >> 1 if T.has_headings and piece < T.locomotives else slot] = piece
    W.tally[COMPOSITIONS] = 0
    W.tally[SEED_COUNT] = 0
    W.tally[OUTCOMES] = 0
    W.tally[FULL] = 0


@inlined
def _has_heading(T, piece):
    return T.has_headings and piece < T.locomotives


@inlined
def _slot(T, piece, side, flip):
    """The slot of `piece` on `side`: with its heading where it has one."""
    return side ^ flip if _has_heading(T, piece) else side >> 1


@inlined
def _flip(T, W, piece, side):
    """1 where `piece`, which stands on `side`, has a heading against that direction of travel."""
    return (side ^ W.slots[piece]) & 1 if piece != JOKER and _has_heading(T, piece) else 0


@inlined
def _add_seed(W, stretch):
    if W.tally[SEED_COUNT] < W.seed.size:
        W.seed[W.tally[SEED_COUNT]] = stretch
        W.tally[SEED_COUNT] += 1
    else:
        W.tally[FULL] = 1


@lean
def _new_composition(T, W, old, length):
    """Append a composition with the members of `old` and no seeds yet; returns its row (row 0 when there is no room)."""
    c = W.tally[COMPOSITIONS]
    if c >= W.base.shape[0]:
        W.tally[FULL] = 1
        return 0
    W.tally[COMPOSITIONS] = c + 1
    W.composition[c, LENGTH] = length
    W.composition[c, MEMBERS] = W.composition[old, MEMBERS]
    W.composition[c, SEEDS] = W.tally[SEED_COUNT]
    W.composition[c, SEEDS_END] = W.tally[SEED_COUNT]
    W.composition[c, LEADER] = W.composition[old, LEADER]
    W.composition[c, DROPPED] = W.composition[old, DROPPED]
    W.composition[c, JOKERS] = W.composition[old, JOKERS]
    _store(W.base, c, _load(W.base, old))
    return c


@inlined
def _join(T, W, c, place, piece, side):
    """Put `piece`, which stands on `side`, at `place` in the train of composition c, and take it off the base state."""
    W.train[c, place, 0] = piece
    W.train[c, place, 1] = _flip(T, W, piece, side)
    if piece == JOKER:
        W.composition[c, JOKERS] += 1
        return
    W.composition[c, MEMBERS] |= 1 << piece
    _store(W.base, c, _without_slot(_load(W.base, c), T.shift[piece], T.width[piece]))


@inlined
def _copy_train(W, c, place, old, n):
    """Copy n pieces of the train of composition `old` to that of c, from `place` on."""
    for k in range(n):
        W.train[c, place + k, 0] = W.train[old, k, 0]
        W.train[c, place + k, 1] = W.train[old, k, 1]


@lean
def _meet(T, W, old, piece, stretch):
    """The composition `old` with `piece` added at the head; its first seed is `stretch`."""
    n = W.composition[old, LENGTH]
    c = _new_composition(T, W, old, n + 1)
    if W.tally[FULL] == 0:
        _copy_train(W, c, 0, old, n)
        _join(T, W, c, n, piece, np.int64(T.sides[stretch, n]))
        _add_seed(W, stretch)
        W.composition[c, SEEDS_END] = W.tally[SEED_COUNT]
    return c


@lean
def _couple(T, W, old, piece, stretch):
    """The composition `old` with `piece` added at the tail, standing on `stretch`."""
    n = W.composition[old, LENGTH]
    c = _new_composition(T, W, old, n + 1)
    if W.tally[FULL] == 0:
        _copy_train(W, c, 1, old, n)
        _join(T, W, c, np.int64(0), piece, np.int64(T.sides[stretch, 0]))
        W.composition[c, LEADER] += 1
        _add_seed(W, stretch)
        W.composition[c, SEEDS_END] = W.tally[SEED_COUNT]
    return c


@inlined
def _may_stand_there(T, W, c, occupant):
    """Whether composition c may take along what stands on a space: a piece not yet in it, or a joker where no piece is."""
    if occupant == JOKER:
        return W.composition[c, JOKERS] < T.jokers
    return W.composition[c, MEMBERS] >> occupant & 1 == 0


@lean
def _stand_ready(T, W, base, singles):
    """List the compositions of every locomotive, direction and coupled chain, each on the stretch where it stands.

    `base`: the state with the phase it will have after the move (backwards: before it). `singles`: number of the stretch of
    side 0 in the phase whose joins the move uses.
    """
    for locomotive in range(T.locomotives):
        for way in range(2):
            side = W.slots[locomotive] ^ way if T.has_headings else 2 * W.slots[locomotive] + way
            first = W.tally[COMPOSITIONS]
            c = _new_composition(T, W, first, np.int64(1))
            if W.tally[FULL]:
                return
            W.composition[c, MEMBERS] = 0
            W.composition[c, LEADER] = 0
            W.composition[c, DROPPED] = 0
            W.composition[c, JOKERS] = 0
            _store(W.base, c, base)
            _join(T, W, c, np.int64(0), locomotive, side)
            _add_seed(W, singles + side)
            W.composition[c, SEEDS_END] = W.tally[SEED_COUNT]
            if way == 1 and T.couples_both_ways == 0:
                continue
            while c < W.tally[COMPOSITIONS] and W.tally[FULL] == 0:
                i = W.seed[W.composition[c, SEEDS]]
                for k in range(T.first_behind[i], T.first_behind[i + 1]):
                    longer = np.int64(T.behind[k])
                    piece = W.occupant[T.sides[longer, 0] >> 1]
                    if T.stretch[longer, MAY_STOP] and _may_stand_there(T, W, c, piece):
                        _couple(T, W, c, piece, longer)
                c += 1


@inlined
def _is_excluded(T, W, space, members):
    """Whether a piece outside `members` stands on a space that excludes `space`."""
    for k in range(T.first_partner[space], T.first_partner[space + 1]):
        piece = W.occupant[T.partners[k]]
        if piece >= 0 and members >> piece & 1 == 0:
            return True
    return False


@inlined
def _enqueue_seeds(W, c, stamp):
    """Put the seeds of composition c in the queue, each once; returns the end of the queue."""
    end = 0
    for k in range(W.composition[c, SEEDS], W.composition[c, SEEDS_END]):
        i = W.seed[k]
        if W.seeded[i] != stamp:
            W.seeded[i] = stamp
            W.queue[end] = i
            end += 1
    return end


@lean
def _roll_forward(T, W, c):
    """Roll composition c wherever its head may go; note its outcomes, and the compositions that begin at a contact."""
    if W.tally[OUTCOMES] + T.stretch.shape[0] > W.outcome.shape[0]:
        W.tally[FULL] = 1
        return
    members = W.composition[c, MEMBERS]
    n = W.composition[c, LENGTH]
    W.tally[STAMP] += 1
    stamp = W.tally[STAMP]
    end = _enqueue_seeds(W, c, stamp)
    outcomes = W.tally[OUTCOMES]
    contacts = 0
    at = 0
    while at < end:
        i = W.queue[at]
        at += 1
        for k in range(T.stretch[i, BRANCHES], T.stretch[i + 1, BRANCHES]):
            space = np.int64(T.branch[k, ENTERS])
            piece = W.occupant[space]
            if piece >= 0 and members >> piece & 1 == 0:
                longer = np.int64(T.branch[k, MEETS])
                W.contact[contacts, 0] = 2 * piece + _flip(T, W, piece, np.int64(T.sides[longer, n]))
                W.contact[contacts, 1] = longer
                contacts += 1
                continue
            j = T.branch[k, ROLLS]
            if j < 0 or W.visited[j] == stamp or (T.has_exclusive and _is_excluded(T, W, space, members)):
                continue
            W.visited[j] = stamp
            if T.stretch[j, MAY_STOP]:
                W.outcome[outcomes, 0] = c
                W.outcome[outcomes, 1] = j
                outcomes += 1
            if W.seeded[j] != stamp:
                W.queue[end] = j
                end += 1
    W.tally[OUTCOMES] = outcomes
    # The same piece met on several stretches makes one composition with several seeds, if it faces the same way in all.
    for k in range(contacts):
        met = W.contact[k, 0]
        if met >= 0 and W.tally[FULL] == 0:
            with_it = _meet(T, W, c, met >> 1, W.contact[k, 1])
            for other in range(k + 1, contacts):
                if W.contact[other, 0] == met:
                    _add_seed(W, W.contact[other, 1])
                    W.contact[other, 0] = -1
            W.composition[with_it, SEEDS_END] = W.tally[SEED_COUNT]


@lean
def _forward(T, W, phase, base):
    """Find every outcome of one train move from `W.slots` in `phase`; fills W.outcome.

    `base`: the packed state as it is but with the phase after the move. Returns how many, −1 if W has no room.
    """
    _set_out(T, W)
    _stand_ready(T, W, base, phase * 2 * T.spaces)
    c = np.int64(0)
    while c < W.tally[COMPOSITIONS] and W.tally[FULL] == 0:
        _roll_forward(T, W, c)
        c += 1
    return -1 if W.tally[FULL] else W.tally[OUTCOMES]


# --------------------------------------------------------------------------------------------------------------------
# Backwards: the train rolls back rigidly, and may leave the piece at its head standing wherever it has come back to.


@lean
def _add_pushed(T, W):
    """To every composition, add those with 1, 2, … of the pieces that stand in a row before its head: they were pushed."""
    c = np.int64(0)
    while c < W.tally[COMPOSITIONS] and W.tally[FULL] == 0:
        i = W.seed[W.composition[c, SEEDS]]
        for k in range(T.stretch[i, BRANCHES], T.stretch[i + 1, BRANCHES]):
            piece = W.occupant[T.branch[k, ENTERS]]
            longer = np.int64(T.branch[k, MEETS])
            if longer >= 0 and T.stretch[longer, MAY_STOP] and _may_stand_there(T, W, c, piece):
                _meet(T, W, c, piece, longer)
        c += 1


@inlined
def _is_dropped_on(T, W, c, space):
    """Whether composition c has left a piece on `space`."""
    n = W.composition[c, LENGTH]
    for k in range(n, n + W.composition[c, DROPPED]):
        slot = W.train[c, k, 1]
        if W.train[c, k, 0] != JOKER and (slot >> 1 if _has_heading(T, W.train[c, k, 0]) else slot) == space:
            return True
    return False


@lean
def _is_kept_out(T, W, c, space):
    """Whether a piece that composition c is not moving stands on a space that excludes `space`."""
    for k in range(T.first_partner[space], T.first_partner[space + 1]):
        piece = W.occupant[T.partners[k]]
        if piece >= 0 and W.composition[c, MEMBERS] >> piece & 1 == 0 or _is_dropped_on(T, W, c, np.int64(T.partners[k])):
            return True
    return False


@lean
def _drop(T, W, old, slot, stretch):
    """The composition `old` without its head, which now stands with `slot`; the rest stands on `stretch`."""
    n = W.composition[old, LENGTH]
    c = _new_composition(T, W, old, n - 1)
    if W.tally[FULL] == 0:
        dropped = W.composition[old, DROPPED]
        _copy_train(W, c, 0, old, n + dropped)
        piece = W.train[c, n - 1, 0]
        W.train[c, n - 1, 1] = slot
        W.composition[c, DROPPED] = dropped + 1
        if piece != JOKER:
            _store(W.base, c, _with_slot(_load(W.base, c), T.shift[piece], slot))
        _add_seed(W, stretch)
        W.composition[c, SEEDS_END] = W.tally[SEED_COUNT]
    return c


@inlined
def _note_drop(T, W, c, i, drops):
    """Note that composition c may have met its head's piece where that stands now, on stretch i; returns drops + 1."""
    last = W.composition[c, LENGTH] - 1
    side = np.int64(T.sides[i, last])
    if not T.stretch[side, MAY_STOP]:  # it stood there before the move
        return drops
    piece = W.train[c, last, 0]
    # Where a joker is left is forgotten, so that all the places where it may be are one composition.
    W.contact[drops, 0] = 0 if piece == JOKER else _slot(T, piece, side, W.train[c, last, 1])
    W.contact[drops, 1] = T.stretch[i, PREFIX]
    return drops + 1


@lean
def _roll_back(T, W, c):
    """Roll composition c back wherever it may have come from; note the outcomes, and what it may have picked up there."""
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
    drops = 0
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
                    _add_seed(W, W.contact[other, 1])
                    W.contact[other, 0] = -1
            W.composition[shorter, SEEDS_END] = W.tally[SEED_COUNT]


@lean
def _backward(T, W, before, base):
    """Find every outcome of taking one train move back from `W.slots`; fills W.outcome.

    `before`: the phase before the move; `base`: the packed state with that phase. Returns how many, −1 if W has no room.
    """
    _set_out(T, W)
    _stand_ready(T, W, base, before * 2 * T.spaces)
    _add_pushed(T, W)
    c = np.int64(0)
    while c < W.tally[COMPOSITIONS] and W.tally[FULL] == 0:
        _roll_back(T, W, c)
        c += 1
    return -1 if W.tally[FULL] else W.tally[OUTCOMES]

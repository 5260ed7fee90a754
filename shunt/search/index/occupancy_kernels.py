"""Kernels that expand whole occupancies of the perfect index. Moves are computed once for all permutations of the cars."""

import numpy as np

from shunt.search.core.bits import bit_count
from shunt.search.core.jit import inlined, lean
from shunt.search.trains.move_kernels import _forward, _slot_after
from shunt.search.trains.predecessor_kernels import _backward
from shunt.search.trains.records import DROPPED, JOKER, LENGTH, OUTCOMES

# Rows of the scratch memory `at` (ROWS, pieces + 1). SLOTS: slots of the locomotives after a move; PLACES: legal numbers of
# their spaces after it; BESIDE: the number of the set of the cars' spaces, where one locomotive has 0, 1, 2 … of them before
# it; BEFORE and AFTER: legal numbers of the cars' spaces before the move, rising, and after it.
SLOTS, PLACES, BESIDE, BEFORE, AFTER, ROWS = range(6)


@inlined
def _beside(at, number, locomotives):
    """Return the legal number of a space with this number among those without the first `locomotives`, which are in
    `at[SLOTS]`."""
    place = number
    for _ in range(locomotives):
        before = 0
        for other in range(locomotives):
            before += at[SLOTS, other] <= place
        place = number + before
    return place


@inlined
def _set_occupancy(T, X, W, at, occupancy):
    """Put the pieces of `occupancy` into `W.slots` (cars in order of place) and `at[BEFORE]`; return the setting."""
    chosen = occupancy % X.sets
    occupancy //= X.sets
    n = X.space.size
    for piece in range(T.locomotives - 1, -1, -1):
        heading = occupancy & 1 if T.has_headings else 0
        occupancy >>= T.has_headings
        W.slots[piece] = occupancy % (n - piece) << 1 | heading
        occupancy //= n - piece
    for piece in range(T.locomotives):
        place = _beside(at, W.slots[piece] >> 1, piece)
        at[SLOTS, piece] = place
        heading = W.slots[piece] & 1
        W.slots[piece] = X.space[place] << 1 | heading if T.has_headings else X.space[place]
    free = n - T.locomotives - 1
    for k in range(X.cars - 1, -1, -1):
        while X.choose[free, k + 1] > chosen:
            free -= 1
        chosen -= X.choose[free, k + 1]
        place = _beside(at, free, T.locomotives)
        at[BEFORE, k] = place
        W.slots[T.locomotives + k] = X.space[place]
        free -= 1
    return occupancy


@inlined
def _sort_locomotives(T, at):
    """Sort the members of every group of locomotives by slot, in rising order."""
    for piece in range(1, T.locomotives):
        current = piece
        for other in range(piece - 1, -1, -1):
            if T.group[piece] >= 0 and T.group[other] == T.group[piece] and at[SLOTS, other] > at[SLOTS, current]:
                slot = at[SLOTS, other]
                at[SLOTS, other] = at[SLOTS, current]
                at[SLOTS, current] = slot
                current = other


@inlined
def _number_beside(X, at):
    """Fill `at[BESIDE]` for the cars in `at[BEFORE]` and the place of one locomotive, which is not yet known."""
    number = np.int64(0)
    for car in range(X.cars):
        number += X.choose[at[BEFORE, car], car + 1]
    for car in range(X.cars - 1, -1, -1):
        at[BESIDE, car + 1] = number
        place = at[BEFORE, car]
        if place:  # else nothing is before it
            number += X.choose[place - 1, car + 1] - X.choose[place, car + 1]
    at[BESIDE, 0] = number


@inlined
def _goes_alone(T, W, k):
    """Return whether only the single locomotive moves in outcome k."""
    c = W.outcome[k, 0]
    return T.locomotives == 1 and W.composition[c, LENGTH] + W.composition[c, DROPPED] == 1


@inlined
def _number_alone(T, X, W, at, setting, k):
    """Return the occupancy after outcome k, in which only the single locomotive moves."""
    c = W.outcome[k, 0]
    slot = _slot_after(T, W, c, W.outcome[k, 1], np.int64(0))
    place = X.legal[slot >> T.has_headings]
    below = 0
    for car in range(X.cars):
        below += at[BEFORE, car] < place
    occupancy = setting * X.space.size + place
    if T.has_headings:
        occupancy = occupancy << 1 | slot & 1
    return occupancy * X.sets + at[BESIDE, below]


@inlined
def _move_pieces(T, X, W, at, k):
    """Store where the pieces are after outcome k: slots of locomotives in `at[SLOTS]`, places of cars in `at[AFTER]`."""
    for piece in range(T.locomotives):
        at[SLOTS, piece] = W.slots[piece]
    for car in range(X.cars):
        at[AFTER, car] = at[BEFORE, car]
    if k >= W.tally[OUTCOMES]:  # a turntable is turned by hand
        return
    c = W.outcome[k, 0]
    i = W.outcome[k, 1]
    for place in range(W.composition[c, LENGTH] + W.composition[c, DROPPED]):
        piece = W.train[c, place, 0]
        if piece == JOKER:
            continue
        slot = _slot_after(T, W, c, i, place)
        if piece < T.locomotives:
            at[SLOTS, piece] = slot
        else:
            at[AFTER, piece - T.locomotives] = X.legal[slot]


@inlined
def _number_locomotives(T, X, at, setting):
    """Return the part of the occupancy number that the locomotives in `at[SLOTS]` contribute. Their legal numbers are written to
    `at[PLACES]`."""
    occupancy = setting
    for piece in range(T.locomotives):
        slot = at[SLOTS, piece]
        place = X.legal[slot >> T.has_headings]
        at[PLACES, piece] = place
        below = 0
        for other in range(piece):
            below += at[PLACES, other] < place
        occupancy = occupancy * (X.space.size - piece) + place - below
        if T.has_headings:
            occupancy = occupancy << 1 | slot & 1
    return occupancy


@inlined
def _number_cars(T, X, at):
    """Return the number of the set of spaces with cars, and the lexicographic rank of the order of the cars on them."""
    chosen = np.int64(0)
    rank = np.int64(0)
    as_word = X.space.size <= 64
    taken = np.int64(0)
    earlier = np.int64(0)
    if as_word:
        for car in range(X.cars):
            taken |= np.int64(1) << at[AFTER, car]
    for car in range(X.cars):
        place = at[AFTER, car]
        below = np.int64(0)
        behind = np.int64(0)  # cars that were before this one and no longer are
        if as_word:
            bit = np.int64(1) << place
            below = bit_count(taken & (bit - 1))
            behind = bit_count(earlier & -bit)
            earlier |= bit
        else:
            for other in range(X.cars):
                is_below = at[AFTER, other] < place
                below += is_below
                behind += other < car and not is_below
        rank += behind * X.factorials[X.cars - 1 - below]
        beside = place
        for piece in range(T.locomotives):
            beside -= at[PLACES, piece] < place
        chosen += X.choose[beside, below + 1]
    return chosen, rank


@lean
def _targets(T, X, W, at, occupancy, forwards, targets):
    """Write to `targets` (·, 2) the occupancy and the order of every move from `occupancy` (or back to it).

    Return their number, or −1 if the scratch memory has no room.
    """
    setting = _set_occupancy(T, X, W, at, occupancy)
    after = T.setting[setting, 0 if forwards else 1]
    found = _forward(T, W, W.distances, setting) if forwards else _backward(T, W, W.distances, after)
    by_hand = T.by_hand.shape[2]
    if found < 0 or found + by_hand > targets.shape[0]:
        return -1
    if T.locomotives == 1:
        _number_beside(X, at)
    for k in range(found + by_hand):
        if k < found and _goes_alone(T, W, k):
            targets[k, 0] = _number_alone(T, X, W, at, after, k)
            targets[k, 1] = 0
            continue
        if k >= found:
            after = T.by_hand[setting, 0 if forwards else 1, k - found]
        _move_pieces(T, X, W, at, k)
        _sort_locomotives(T, at)
        number = _number_locomotives(T, X, at, after)
        chosen, rank = _number_cars(T, X, at)
        targets[k, 0] = number * X.sets + chosen
        targets[k, 1] = rank
    return found + by_hand

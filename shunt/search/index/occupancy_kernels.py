"""Kernels that expand whole occupancies of the perfect index: moves are made once, for all permutations of the cars."""

import numpy as np

from shunt.search.core.bits import bit_count, lowest_bit, set_bits
from shunt.search.core.jit import inlined, inner, lean
from shunt.search.core.state_kernels import NOTHING
from shunt.search.trains.move_kernels import _forward, _slot
from shunt.search.trains.predecessor_kernels import _backward
from shunt.search.trains.scratch import DROPPED, JOKER, LENGTH

# Rows of the scratch memory `at` (4, pieces + 1).
SLOTS = 0  # slots of the locomotives after a move
PLACES = 1  # legal numbers of the cars' spaces after it, rising
ORDER = 2  # which of the cars (by place before the move) stands there
AS_BITS = 8  # permutations from which on they are taken along six at a time (measured: faster from five to eight on)
BEFORE = 3  # legal numbers of the cars' spaces before the move, rising


@inner
def _set_occupancy(T, X, W, at, occupancy):
    """Put the pieces of `occupancy` in `W.slots` (cars in order of place) and `at[BEFORE]`; returns the phase."""
    chosen = occupancy % X.sets
    occupancy //= X.sets
    n = X.space.size
    for piece in range(T.locomotives - 1, -1, -1):
        heading = occupancy & 1 if T.has_headings else 0
        occupancy >>= T.has_headings
        W.slots[piece] = occupancy % (n - piece) << 1 | heading
        occupancy //= n - piece
    for piece in range(T.locomotives):  # from its number among the free spaces to its legal number
        place = W.slots[piece] >> 1
        for _ in range(piece):
            taken = 0
            for other in range(piece):
                taken += at[SLOTS, other] <= place
            if place - taken == W.slots[piece] >> 1:
                break
            place = (W.slots[piece] >> 1) + taken
        at[SLOTS, piece] = place
        heading = W.slots[piece] & 1
        W.slots[piece] = X.space[place] << 1 | heading if T.has_headings else X.space[place]
    free = n - T.locomotives - 1
    for k in range(X.cars - 1, -1, -1):
        while X.choose[free, k + 1] > chosen:
            free -= 1
        chosen -= X.choose[free, k + 1]
        place = free
        for _ in range(T.locomotives):
            taken = 0
            for other in range(T.locomotives):
                taken += at[SLOTS, other] <= place
            if place - taken == free:
                break
            place = free + taken
        at[BEFORE, k] = place
        W.slots[T.locomotives + k] = X.space[place]
        free -= 1
    return occupancy


@inlined
def _occupancy(T, X, at, phase):
    """The occupancy of the locomotives in `at[SLOTS]` and the cars in `at[PLACES]`, which rise."""
    n = X.space.size
    occupancy = phase
    for piece in range(T.locomotives):
        slot = at[SLOTS, piece]
        place = X.legal[slot >> T.has_headings]
        below = 0
        for other in range(piece):
            below += X.legal[at[SLOTS, other] >> T.has_headings] < place
        occupancy = occupancy * (n - piece) + place - below
        if T.has_headings:
            occupancy = occupancy << 1 | slot & 1
    chosen = np.int64(0)
    for k in range(X.cars):
        place = at[PLACES, k]
        below = 0
        for piece in range(T.locomotives):
            below += X.legal[at[SLOTS, piece] >> T.has_headings] < place
        chosen += X.choose[place - below, k + 1]
    return occupancy * X.sets + chosen


@inlined
def _order_rank(X, at):
    """Lexicographic rank of the permutation in `at[ORDER]`."""
    rank = np.int64(0)
    for k in range(X.cars):
        smaller = 0
        for later in range(k + 1, X.cars):
            smaller += at[ORDER, later] < at[ORDER, k]
        rank = rank * (X.cars - k) + smaller
    return rank


@inlined
def _put(T, X, at, piece, slot):
    """Note where one piece stands there the move."""
    if piece == JOKER:
        return
    if piece < T.locomotives:
        at[SLOTS, piece] = slot
    else:
        at[PLACES, piece - T.locomotives] = X.legal[slot]


@inlined
def _sort_cars(X, at):
    """Bring the cars in `at[PLACES]` in rising order, `at[ORDER]` with them; returns whether anything changed."""
    changed = False
    for k in range(1, X.cars):
        place = at[PLACES, k]
        which = at[ORDER, k]
        j = k
        while j > 0 and at[PLACES, j - 1] > place:
            at[PLACES, j] = at[PLACES, j - 1]
            at[ORDER, j] = at[ORDER, j - 1]
            j -= 1
            changed = True
        at[PLACES, j] = place
        at[ORDER, j] = which
    return changed


@inlined
def _sort_locomotives(T, at):
    """Bring the members of every group of locomotives in rising order of slot."""
    for piece in range(1, T.locomotives):
        current = piece
        for other in range(piece - 1, -1, -1):
            if T.group[piece] >= 0 and T.group[other] == T.group[piece] and at[SLOTS, other] > at[SLOTS, current]:
                slot = at[SLOTS, other]
                at[SLOTS, other] = at[SLOTS, current]
                at[SLOTS, current] = slot
                current = other


@lean
def _targets(T, X, W, at, occupancy, forwards, targets):
    """Write to `targets` (·, 2) the occupancy and the order of every move from `occupancy` (or back to it).

    Returns how many, −1 where the scratch memory has no room.
    """
    phase = _set_occupancy(T, X, W, at, occupancy)
    after = T.phase[phase, 0 if forwards else 1]
    found = _forward(T, W, None, phase, NOTHING) if forwards else _backward(T, W, after, NOTHING)
    by_hand = T.by_hand.shape[2]
    if found < 0 or found + by_hand > targets.shape[0]:
        return -1
    for k in range(found + by_hand):
        for piece in range(T.locomotives):
            at[SLOTS, piece] = W.slots[piece]
        for car in range(X.cars):
            at[PLACES, car] = at[BEFORE, car]
            at[ORDER, car] = car
        if k < found:
            c = W.outcome[k, 0]
            i = W.outcome[k, 1]
            n = W.composition[c, LENGTH]
            for place in range(n):
                piece = W.train[c, place, 0]
                side = np.int64(T.sides[i, place])
                _put(T, X, at, piece, _slot(T, piece, side, W.train[c, place, 1]))
            for place in range(n, n + W.composition[c, DROPPED]):
                _put(T, X, at, W.train[c, place, 0], W.train[c, place, 1])
        else:
            after = T.by_hand[phase, 0 if forwards else 1, k - found]
        _sort_locomotives(T, at)
        targets[k, 1] = _order_rank(X, at) if _sort_cars(X, at) else 0
        targets[k, 0] = _occupancy(T, X, at, after)
    return found + by_hand


@inlined
def _moved(X, order, low, high):
    """Where an order takes a set of permutations, the first sixty in `low` and the others in `high`; two words of 64 bits."""
    first = np.int64(0)
    second = np.int64(0)
    sextet = 0
    while low:
        bits = low & 63
        first |= X.sextets[order, sextet, bits, 0]
        second |= X.sextets[order, sextet, bits, 1]
        low >>= 6
        sextet += 1
    sextet = 10
    while high:
        bits = high & 63
        first |= X.sextets[order, sextet, bits, 0]
        second |= X.sextets[order, sextet, bits, 1]
        high >>= 6
        sextet += 1
    return first, second


@inlined
def _set_new(bits, word, reached, following):
    """Set those of `bits` in a word of `following` that are not reached."""
    bits &= ~(reached[word] | following[word])
    if bits:
        set_bits(following, word, bits)


@lean
def _spread(X, targets, found, permutations, count, reached, following):
    """Take `count` permutations along `found` moves: set the bits of what is new in `following`."""
    if count < AS_BITS or X.sextets.shape[0] == 0:
        for k in range(found):
            base = targets[k, 0] * X.permutations
            order = targets[k, 1]
            for j in range(count):
                number = base + X.action[order, permutations[j]]
                word = number >> 6
                bit = np.int64(1) << (number & 63)
                if (reached[word] | following[word]) & bit == 0:
                    set_bits(following, word, bit)
        return
    low = np.int64(0)
    high = np.int64(0)
    for j in range(count):
        permutation = permutations[j]
        if permutation < 60:
            low |= np.int64(1) << permutation
        else:
            high |= np.int64(1) << (permutation - 60)
    for k in range(found):
        first, second = _moved(X, targets[k, 1], low, high)
        base = targets[k, 0] * X.permutations
        word = base >> 6
        shift = base & 63
        _set_new(first << shift, word, reached, following)
        if shift:  # a shift by 64 would be none
            carried = np.int64(np.uint64(first) >> np.uint64(64 - shift)) | second << shift
            if carried:
                _set_new(carried, word + 1, reached, following)
            carried = np.int64(np.uint64(second) >> np.uint64(64 - shift))
            if carried:
                _set_new(carried, word + 2, reached, following)
        elif second:
            _set_new(second, word + 1, reached, following)


@lean
def _expand_words(T, X, W, at, permutations, targets, frontier, reached, following, first, last, forwards):
    """Expand the states whose bits are set in words `first` … `last` − 1 of `frontier`; what is new goes to `following`.

    Returns 0, or −1 where the scratch memory has no room; then nothing is lost, and the call may be repeated.
    """
    occupancy = np.int64(-1)
    occupancy_end = np.int64(0)
    count = np.int64(0)
    word = first
    bits = np.int64(0)
    while True:
        while bits == 0 and word < last:
            bits = frontier[word]
            word += 1
        number = (word - 1) * 64 + lowest_bit(bits) if bits else np.int64(-1)
        if count and (bits == 0 or number >= occupancy_end):
            found = _targets(T, X, W, at, occupancy, forwards, targets)
            if found < 0:
                return -1
            _spread(X, targets, found, permutations, count, reached, following)
            count = np.int64(0)
        if bits == 0:
            return 0
        bits &= bits - 1
        if number >= occupancy_end:
            occupancy = number // X.permutations
            occupancy_end = (occupancy + 1) * X.permutations
        permutations[count] = number - occupancy * X.permutations
        count += 1


@lean
def _close_level(frontier, reached, following, first, last):
    """Add `following` to `reached` and clear `frontier` for its next use, in a range of words; returns how many are new."""
    new = np.int64(0)
    for word in range(first, last):
        bits = following[word]
        frontier[word] = 0
        if bits:
            new += bit_count(bits)
            reached[word] |= bits
    return new

"""Kernels that search a level from the states not yet reached, on boards with two locomotives.

A *frame* consists of the moving locomotive, with its heading, and the spaces of all other pieces. The possible moves depend on
nothing else: not on which of the other pieces is the second locomotive, nor on which of the two locomotives moves. The moves of a
frame are therefore computed once for 4 · (cars + 1) rows of the index (2 · (cars + 1) without headings). Each row with states
that are not yet reached then takes the frontier states of the rows one move away.

The tables T of these kernels belong to a puzzle whose pieces are all locomotives. Only piece 0 moves (`T.movers`), and the others
have heading 0. A heading of 1 after a move therefore means that the piece has turned.
"""

import numpy as np

from shunt.search.core.jit import inlined, lean
from shunt.search.index.occupancy_kernels import BEFORE, PLACES, SLOTS
from shunt.search.index.push_kernels import _reordered, _row_bits, _set_new_row
from shunt.search.trains.move_kernels import _forward, _slot_after
from shunt.search.trains.predecessor_kernels import _backward
from shunt.search.trains.records import DROPPED, LENGTH

ORDER = 2  # row of the scratch memory `at`: which of the others, by place before the move, comes there in order of place

# Rows of the scratch memory `sums` (4, others + 1). UP_TO: part of the number of a set of cars, of those on spaces before a
# place; FROM: and of those behind it, which count one less; POSITION: where each of the others comes in order of place; TURNS:
# 1 for what turns its heading.
UP_TO, FROM, POSITION, TURNS = range(4)


@inlined
def _set_frame(T, X, F, W, at, frame):
    """Put the pieces of a frame into `W.slots` and the places of the others into `at[BEFORE]`; return the setting and the
    place."""
    chosen = frame % F.sets
    frame //= F.sets
    heading = frame & 1 if T.has_headings else np.int64(0)
    frame >>= T.has_headings
    n = X.space.size
    own = frame % n
    free = n - 2
    for k in range(F.others - 1, -1, -1):
        while X.choose[free, k + 1] > chosen:
            free -= 1
        chosen -= X.choose[free, k + 1]
        place = free + (free >= own)
        at[BEFORE, k] = place
        W.slots[1 + k] = X.space[place] << T.has_headings
        free -= 1
    W.slots[0] = X.space[own] << T.has_headings | heading
    return frame // n, own, heading


@inlined
def _sort_others(F, at):
    """Put the others into `at[ORDER]` in order of their places; return whether that is a different order than before."""
    changed = False
    for k in range(F.others):
        place = at[PLACES, k]
        j = k
        while j > 0 and at[PLACES, at[ORDER, j - 1]] > place:
            at[ORDER, j] = at[ORDER, j - 1]
            j -= 1
            changed = True
        at[ORDER, j] = k
    return changed


@inlined
def _number_rows(T, X, F, at, sums, setting, own, heading, rows, orders, column):
    """Write the rows of the frame with the others at `at[PLACES]` to a column of `rows`, one row for each locomotive and heading.

    `orders`: for each of the others as the second locomotive, the order of the cars before.
    """
    changed = _sort_others(F, at)
    m = F.others
    total = np.int64(0)
    for i in range(m):
        place = at[PLACES, at[ORDER, i]]
        sums[POSITION, at[ORDER, i]] = i
        sums[UP_TO, i] = total
        total += X.choose[place - (own < place), i + 1]
    total = np.int64(0)
    for i in range(m - 1, -1, -1):
        place = at[PLACES, at[ORDER, i]]
        sums[FROM, i] = total
        if i:
            total += X.choose[place - (own < place) - 1, i]
    rank = np.int64(0)
    if changed:
        for k in range(m):
            smaller = 0
            for later in range(k + 1, m):
                smaller += sums[POSITION, later] < sums[POSITION, k]
            rank = rank * (m - k) + smaller
    n = X.space.size
    h = T.has_headings
    for j in range(m):
        i = sums[POSITION, j]
        chosen = sums[UP_TO, i] + sums[FROM, i]
        place = at[PLACES, j]
        turns = sums[TURNS, j]
        orders[j, column] = F.without[rank, j]
        first = (((setting * n + own) << h | heading) * (n - 1) + place - (own < place)) << h
        rows[(2 * j) << h, column] = (first | turns) * X.sets + chosen
        second = setting * n + place
        rest = own - (place < own)
        rows[(2 * j + 1) << h, column] = ((((second << h | turns) * (n - 1) + rest) << h) | heading) * X.sets + chosen
        if h:
            rows[4 * j + 1, column] = (first | 1 - turns) * X.sets + chosen
            rows[4 * j + 3, column] = ((((second << h | 1 - turns) * (n - 1) + rest) << h) | heading) * X.sets + chosen


@inlined
def _number_move(T, X, F, W, at, sums, k, setting, rows, orders):
    """Write the rows to which outcome k takes the rows of a frame to column k of `rows`."""
    for piece in range(F.others + 1):
        at[SLOTS, piece] = W.slots[piece]
    c = W.outcome[k, 0]
    i = W.outcome[k, 1]
    for place in range(W.composition[c, LENGTH] + W.composition[c, DROPPED]):
        at[SLOTS, W.train[c, place, 0]] = _slot_after(T, W, c, i, place)
    own = at[SLOTS, 0]
    for other in range(F.others):
        slot = at[SLOTS, other + 1]
        at[PLACES, other] = X.legal[slot >> T.has_headings]
        sums[TURNS, other] = slot & 1 if T.has_headings else 0
    heading = own & 1 if T.has_headings else np.int64(0)
    _number_rows(T, X, F, at, sums, setting, X.legal[own >> T.has_headings], heading, rows, orders, k)


@inlined
def _missing(X, frontier, reached, number):
    """Return the states not yet reached of the row that begins at `number`, as two words."""
    low, high = _row_bits(reached, number)
    more_low, more_high = _row_bits(frontier, number)
    return ~(low | more_low) & X.mask_low, ~(high | more_high) & X.mask_high


@inlined
def _gather(X, A, frontier, reached, rows, orders, found):
    """Return, as two words, the states that a row takes from `found` rows of the frontier, each with its order. `A.gathered` is
    reset to zeros."""
    touched = 0
    for k in range(found):
        low, high = _row_bits(frontier, rows[k] * X.permutations)
        low &= X.mask_low
        high &= X.mask_high
        if low | high:
            known_low, known_high = _row_bits(reached, rows[k] * X.permutations)
            low &= known_low
            high &= known_high
        if low | high:
            order = orders[k]
            if A.gathered[order, 0] | A.gathered[order, 1] == 0:
                A.touched[touched] = order
                touched += 1
            A.gathered[order, 0] |= low
            A.gathered[order, 1] |= high
    first = np.int64(0)
    second = np.int64(0)
    for k in range(touched):
        order = A.touched[k]
        low = A.gathered[order, 0]
        high = A.gathered[order, 1]
        A.gathered[order, 0] = 0
        A.gathered[order, 1] = 0
        low, high = _reordered(X, order, low, high)
        first |= low
        second |= high
    return first, second


@lean
def _pull_frames(T, X, F, W, at, A, frontier, reached, first, last, forwards):
    """Set in `frontier` the states one move away from it, in the rows of the frames `first` … `last` − 1; see `push_kernels.py`.

    `forwards` is the direction of the flood; moves are computed in the other direction. Return the first frame that is not done:
    `last`, or a frame for which the scratch memory has no room.
    """
    kinds = (2 * F.others) << T.has_headings
    for frame in range(first, last):
        setting, own, heading = _set_frame(T, X, F, W, at, np.int64(frame))
        for other in range(F.others):
            at[PLACES, other] = at[BEFORE, other]
            A.sums[TURNS, other] = 0
        _number_rows(T, X, F, at, A.sums, setting, own, heading, A.own, A.orders, np.int64(0))
        some = np.int64(0)
        for kind in range(kinds):
            low, high = _missing(X, frontier, reached, A.own[kind, 0] * X.permutations)
            A.missing[kind, 0] = low
            A.missing[kind, 1] = high
            some |= low | high
        if some == 0:
            continue
        before = T.setting[setting, 1 if forwards else 0]
        found = _backward(T, W, None, before) if forwards else _forward(T, W, None, setting)
        if found < 0 or found > A.rows.shape[1]:
            return frame
        for k in range(found):
            _number_move(T, X, F, W, at, A.sums, k, before, A.rows, A.orders)
        for kind in range(kinds):
            if A.missing[kind, 0] | A.missing[kind, 1]:
                low, high = _gather(X, A, frontier, reached, A.rows[kind], A.orders[kind >> 1 >> T.has_headings], found)
                low &= A.missing[kind, 0]
                high &= A.missing[kind, 1]
                if low | high:
                    _set_new_row(A.own[kind, 0] * X.permutations, low, high, frontier, reached)
    return last

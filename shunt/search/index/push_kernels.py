"""Kernels that push a level of a flood over the perfect index: the frontier states of each row are taken along its moves.

Two bit sets contain all arrangements: `reached`, which does not change during a level, and `frontier`. During the search of a
level, the next level is also set in `frontier`; it consists of the bits that are not in `reached`. Threads therefore need no
third bit set.

The moves of a row are listed as *steps*: order << shift | occupancy after the move << 3 | heading after it << 2 | a bit for each
heading before it. Steps with the same order follow each other, so that it is applied once. The steps of the rows reached first
are kept.
"""

import numpy as np

from shunt.search.core.bits import bit_count, set_bits
from shunt.search.core.jit import inlined, lean
from shunt.search.index.occupancy_kernels import _targets
from shunt.search.trains.records import LEADER, OUTCOMES

SIXTY = (1 << 60) - 1  # a word of permutations, without those of a sextet that it holds in part
MOST_KEPT = 255  # steps of a row that are kept, as many as a byte counts


@inlined
def _row_bits(bits, number):
    """Return the 128 bits from `number` on, as two words. Bits beyond the last word are undefined."""
    word = number >> 6
    shift = np.uint64(number & 63)
    left = np.uint64(63) - shift
    last = bits.size - 1
    first = np.uint64(bits[word])
    second = np.uint64(bits[min(word + 1, last)])
    third = np.uint64(bits[min(word + 2, last)])
    low = first >> shift | (second << np.uint64(1)) << left
    high = second >> shift | (third << np.uint64(1)) << left
    return np.int64(low), np.int64(high)


@inlined
def _sextets_reordered(X, order, sextet, rest):
    """Return, as two words, the permutations to which an order takes those in `rest`, of which the lowest six are number
    `sextet`."""
    first = np.int64(0)
    second = np.int64(0)
    while rest:
        bits = rest & 63
        first |= X.sextets[order, sextet, bits, 0]
        second |= X.sextets[order, sextet, bits, 1]
        rest >>= 6
        sextet += 1
    return first, second


@inlined
def _reordered(X, order, low, high):
    """Return, as two words, the permutations to which an order takes a set of permutations, the first 64 in `low` and the others
    in `high`."""
    if order == 0:
        return low, high
    first, second = _sextets_reordered(X, order, 0, low & SIXTY)
    third, fourth = _sextets_reordered(X, order, 10, low >> 60 & 15 | high << 4)
    return first | third, second | fourth


@inlined
def _set_new(bits, word, frontier, reached):
    """Set those of `bits` in a word of `frontier` that are not yet reached."""
    bits &= ~(reached[word] | frontier[word])
    if bits:
        set_bits(frontier, word, bits)


@inlined
def _set_new_row(number, low, high, frontier, reached):
    """Set those bits of a row that begins at `number` in `frontier` that are not yet reached."""
    word = number >> 6
    shift = np.uint64(number & 63)
    left = np.uint64(63) - shift
    bits = np.int64(np.uint64(low) << shift)
    if bits:
        _set_new(bits, word, frontier, reached)
    bits = np.int64((np.uint64(low) >> np.uint64(1)) >> left | np.uint64(high) << shift)
    if bits:
        _set_new(bits, word + 1, frontier, reached)
    bits = np.int64((np.uint64(high) >> np.uint64(1)) >> left)
    if bits:
        _set_new(bits, word + 2, frontier, reached)


@inlined
def _step(T, W, targets, k, both_ways, headings, shift):
    """Return move k as a step; see the module docstring."""
    heading = np.int64(0)
    takers = np.int64(3)
    if headings == 2 and k < W.tally[OUTCOMES]:
        c = W.outcome[k, 0]
        leader = W.composition[c, LEADER]
        turned = W.train[c, leader, 1]
        heading = (T.sides[W.outcome[k, 1], leader] ^ turned) & 1
        if leader and not both_ways:  # cars that only one heading has coupled
            takers = np.int64(1) << turned
    return targets[k, 1] << shift | targets[k, 0] << 3 | heading << 2 | takers


@inlined
def _list_steps(T, W, R, found, both_ways, headings, shift):
    """Write `found` moves to `R.steps`, with equal orders next to each other.

    `R.chains` (2, ·): for each move, the previous one with the same order, and the orders met. `R.ends`: the last move of each
    order, or −1; it is reset to −1.
    """
    orders = 0
    for k in range(found):
        order = R.targets[k, 1]
        if R.ends[order] < 0:
            R.chains[1, orders] = order
            orders += 1
        R.chains[0, k] = R.ends[order]
        R.ends[order] = k
    count = 0
    for group in range(orders):
        order = R.chains[1, group]
        k = R.ends[order]
        R.ends[order] = -1
        while k >= 0:
            R.steps[count] = _step(T, W, R.targets, k, both_ways, headings, shift)
            count += 1
            k = R.chains[0, k]


@inlined
def _keep(K, room, unit, steps, found):
    """Store the steps of a row if there is room for them."""
    if unit < K.lengths.size and found <= MOST_KEPT and room[0] + found <= room[1]:
        for k in range(found):
            K.steps[room[0] + k] = steps[k]
        K.first[unit] = room[0]
        K.lengths[unit] = found
        room[0] += found


@inlined
def _listed(X, frontier, reached, base, permutations):
    """Write the permutations that a row has in the frontier to `permutations`; return their number."""
    count = 0
    for permutation in range(X.permutations):
        word = (base + permutation) >> 6
        if (frontier[word] & reached[word]) >> ((base + permutation) & 63) & 1:
            permutations[count] = permutation
            count += 1
    return count


@inlined
def _spread(X, K, steps, first, count, shift, heading, permutations, base, frontier, reached):
    """Take the frontier states of the row from number `base` on along its steps, and set the new ones.

    The steps are `count` of the stored ones from `first` on. If `first` is −1, they are in `steps`.
    """
    low = np.int64(0)
    high = np.int64(0)
    listed = 0
    as_bits = X.sextets.shape[0] > 0
    if as_bits:
        low, high = _row_bits(frontier, base)
        known_low, known_high = _row_bits(reached, base)
        low &= known_low & X.mask_low
        high &= known_high & X.mask_high
    else:
        listed = _listed(X, frontier, reached, base, permutations)
    if listed == 0 and low | high == 0:
        return
    after_low = np.int64(0)
    after_high = np.int64(0)
    last_order = np.int64(-1)
    for k in range(count):
        step = steps[k] if first < 0 else np.int64(K.steps[first + k])
        if step >> heading & 1 == 0:
            continue
        target = (step & ((1 << shift) - 1)) >> 3
        if heading:
            target += X.sets - 2 * X.sets * (step >> 2 & 1)
        order = step >> shift
        to = target * X.permutations
        if as_bits:
            if order != last_order:
                after_low, after_high = _reordered(X, order, low, high)
                last_order = order
            _set_new_row(to, after_low, after_high, frontier, reached)
            continue
        for j in range(listed):
            number = to + X.action[order, permutations[j]]
            _set_new(np.int64(1) << (number & 63), number >> 6, frontier, reached)


@inlined
def _has_bits(X, frontier, reached, row):
    """Return whether a row has any bit in the frontier."""
    first = row * X.permutations
    last = first + X.permutations - 1
    word = first >> 6
    end = last >> 6
    from_first = np.int64(-1) << (first & 63)
    to_last = np.int64(np.uint64(0xFFFFFFFFFFFFFFFF) >> np.uint64(63 - (last & 63)))
    if word == end:
        return frontier[word] & reached[word] & from_first & to_last != 0
    if frontier[word] & reached[word] & from_first or frontier[end] & reached[end] & to_last:
        return True
    for between in range(word + 1, end):
        if frontier[between] & reached[between]:
            return True
    return False


@lean
def _expand_rows(T, X, W, R, K, room, headings, both_ways, shift, frontier, reached, first, last, forwards):
    """Expand the states whose bits are set in rows of the frontier, and set the new states in `frontier`.

    Moves are computed once for `headings` rows at a distance of `X.sets`. If there are 2, they belong to the headings of the only
    locomotive; the tables `T` then belong to a puzzle that couples both ways, and `both_ways` says whether this one does. `first`
    … `last` − 1 are numbers of rows, or of such pairs. `K` contains the stored steps, as many as there is `room` for (2: the next
    index, and the end). Return the first row that is not done: `last`, or a row for which the scratch memory has no room.
    """
    for unit in range(first, last):
        row = np.int64(unit)
        row += row // X.sets * X.sets * (headings - 1)
        some = False
        for heading in range(headings):
            some |= _has_bits(X, frontier, reached, row + heading * X.sets)
        if not some:
            continue
        kept = np.int64(-1)
        found = np.int64(0)
        if unit < K.lengths.size and K.lengths[unit]:
            kept = np.int64(K.first[unit])
            found = np.int64(K.lengths[unit])
        else:
            found = np.int64(_targets(T, X, W, R.at, row, forwards, R.targets))
            if found < 0:
                return unit
            _list_steps(T, W, R, found, both_ways, headings, shift)
            _keep(K, room, unit, R.steps, found)
        for heading in range(headings):
            base = (row + heading * X.sets) * X.permutations
            _spread(X, K, R.steps, kept, found, shift, heading, R.permutations, base, frontier, reached)
    return last


@lean
def _close_level(frontier, reached, first, last):
    """Make the next level the frontier and add it to `reached`, in a range of words; return the number of new states."""
    new = np.int64(0)
    for word in range(first, last):
        bits = frontier[word]
        if bits:
            bits &= ~reached[word]
            frontier[word] = bits
            new += bit_count(bits)
            reached[word] |= bits
    return new

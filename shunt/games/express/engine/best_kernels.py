"""Kernel of the best train: branch and bound over the kinds of cards, in any order, with the longest run counted once.

A train is extended at its end by every kind of card that is left and fits. What r more cards can add is bounded by the values
of the r best cards left plus a run: either the longest so far, or one that goes through m cards of one colour, which has at
most 2 m + 2 railcars (one more on each side), or as many more than the run at the end as 2 m + 1. Those m cards then take
the places of better ones. A face-down card is any card that is not used otherwise; there are enough as long as the train is no
longer than the cards given.

A beginning of a train matters by the copies left, its end, its run and its longest run alone. When one best train is asked for,
beginnings seen before are not followed again: a subset dynamic program, as far as the bound lets it grow.
"""

import numpy as np

from shunt.games.express.engine.codes import ENGINE
from shunt.games.express.engine.row_kernels import row_of
from shunt.games.express.engine.train_kernels import fits, played
from shunt.search.core.jit import inlined, lean


@inlined
def _best_values(slots, copies, order, rules, downs):
    """Return the highest sum of values of `slots` more cards, face-down ones among them; −1 if there are not enough cards."""
    total, cards, down = 0, rules.cards, 2 * rules.wild
    for place in range(order.shape[0]):
        kind = order[place]
        value = cards[kind, 1] + cards[kind, 3]
        if slots == 0 or value <= down and downs >= slots:
            break
        if value <= down and downs > 0:
            total += down * downs
            slots -= downs
            downs = 0
        number = min(copies[kind], slots)
        total += number * value
        slots -= number
    if slots == 0:
        return total
    return total + down * slots if downs >= slots else np.int64(-1)


@inlined
def _bound(slots, copies, order, rules, downs, train, weights):
    """Return an upper bound on what `slots` more cards add to the value and the longest run, by their `weights`; −1: too few."""
    cards, highest = rules.cards, _best_values(slots, copies, order, rules, downs)
    if highest < 0:
        return np.int64(-1)
    result = weights[0] * highest + weights[1] * max((train >> 8) & 15, 2)
    for colour in range(5):
        at_end = (train >> 4) & 15 if train & 15 != ENGINE and (train & 15) // 3 == colour else 0
        through, count = 0, 0
        result = max(result, weights[0] * highest + weights[1] * (at_end + 1))
        for place in range(order.shape[0]):
            kind = order[place]
            if cards[kind, 0] != colour or cards[kind, 2] != colour:
                continue
            for _ in range(min(copies[kind], slots - count)):
                count += 1
                through += cards[kind, 1] + cards[kind, 3]
                others = max(0, _best_values(slots - count, copies, order, rules, downs))
                longest = max(2 * count + 2, at_end + 2 * count + 1)
                result = max(result, weights[0] * (through + others) + weights[1] * longest)
    return result


@inlined
def _keep(total, value, run, length, stack, totals, trains):
    """Put a train among the best ones found, sorted by total; equal ones stay behind those found first."""
    place = totals.shape[0] - 1
    if total <= totals[place, 0]:
        return
    while place > 0 and totals[place - 1, 0] < total:
        for column in range(3):
            totals[place, column] = totals[place - 1, column]
        for step in range(length):
            trains[place, step] = trains[place - 1, step]
        place -= 1
    totals[place, 0], totals[place, 1], totals[place, 2] = total, value, run
    for step in range(length):
        trains[place, step] = stack[step]


@inlined
def _seen(seen, copies, train, downs, meta):
    """Return whether this beginning has been followed before; if not it is noted, as long as there is room (none in no rows)."""
    mask = seen.shape[0] - 1
    if mask < 0:
        return False
    word, other = np.int64(0), np.int64(1) | (train << 1) | (downs << 13)
    for kind in range(copies.shape[0]):
        word = (word << 2) | copies[kind]
    row = row_of(seen, (other, word))
    if seen[row, 0] != 0:
        return True
    if meta[3] * 2 < mask:
        seen[row, 0], seen[row, 1] = other, word
        meta[3] += 1
    return False


@lean
def extend(
    depth, length, train, value, copies, downs, order, rules, weights, stack, totals, trains, seen, meta
):  # fmt: skip
    """Try every way to lengthen a train of `depth` cards to `length`; the best of all are kept in `totals` and `trains`.

    `copies`: copies of each kind not used yet, `downs`: cards that may be laid face down. `totals` has rows of what is maximised,
    value and longest run, −1 where none was found. `weights`: of a point of value and of the longest run. `seen` is a hash table
    of two words a row, or has no rows. meta[0] counts trains looked at, meta[1] is the most of them, meta[2] ends the search,
    and meta[3] counts rows. Returns whether the search is complete.
    """
    meta[0] += 1
    if meta[0] > meta[1] or meta[2] != 0:
        return False
    if depth == length:
        best = (train >> 8) & 15
        paid = best if best >= rules.smallest_run else 0
        _keep(weights[0] * value + weights[1] * paid, value, best, length, stack, totals, trains)
        return True
    bound = _bound(length - depth, copies, order, rules, downs, train, weights)
    if bound < 0 or weights[0] * value + bound <= totals[totals.shape[0] - 1, 0]:
        return True
    if length - depth > 2 and _seen(seen, copies, train, downs, meta):
        return True
    for place in range(order.shape[0] + 1):
        kind = order[place] if place < order.shape[0] else np.int64(-1)
        left = copies[kind] if kind >= 0 else downs
        if left == 0 or kind >= 0 and not fits(train, kind, rules):
            continue
        gain, longer = played(train, 1 if kind < 0 else 0, kind, rules)
        stack[depth] = kind
        if kind >= 0:
            copies[kind] -= 1
        whole = extend(
            depth + 1, length, longer, value + gain, copies, downs - 1 if kind < 0 else downs,
            order, rules, weights, stack, totals, trains, seen, meta,
        )  # fmt: skip
        if kind >= 0:
            copies[kind] += 1
        if not whole:
            return False
    return True

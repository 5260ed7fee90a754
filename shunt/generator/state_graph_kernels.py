"""Kernels of the state graph: rows of successors, their numbers, and walks through it.

A graph is stored in compressed rows: the successors of state i are to[first[i]] … to[first[i + 1] − 1]. States are numbered in
the order in which they are found, so those from which the search began come first.
"""

import numpy as np

from shunt.search.core.hashtable import _find, _value_of
from shunt.search.core.jit import inlined, lean
from shunt.search.core.state_kernels import _is_free, _load, _store


@lean
def _link(keys, numbers, states, count, raw, ends, source, stamp, to):
    """Convert raw neighbours to rows of numbers, without duplicates and without the state itself.

    The rows are those of the states `source` …; `keys` and `numbers` are the hash table from states to their numbers. States that
    it does not contain get the next numbers. Return (number of states, end of `to`); the end of each row in `to` is written to
    ends[row].
    """
    begin = 0
    at = 0
    for row in range(len(ends)):
        stamp[source + row] = source + row
        for k in range(begin, ends[row]):
            state = _load(raw, k)
            slot = _find(keys, state)
            if _is_free(keys, slot):
                _store(keys, slot, state)
                numbers[slot] = count
                _store(states, count, state)
                stamp[count] = -1
                count += 1
            number = numbers[slot]
            if stamp[number] != source + row:
                stamp[number] = source + row
                to[at] = number
                at += 1
        begin = ends[row]
        ends[row] = at
    return count, at


@inlined
def _random(seed):
    """Return the next number of a xorshift generator (Marsaglia, 2003), in [0, 1); `seed` has its 64-bit state."""
    x = np.uint64(seed[0])
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    seed[0] = np.int64(x)
    return np.float64(np.int64(x >> np.uint64(11))) / 9007199254740992.0


@lean
def _wander_rows(first, to, distance, start, bonus, worse, chance, budget, weight, seed, lengths):
    """Walk from `start` as the wandering solver does, repeatedly, for about `budget` moves.

    All numbers are numbers of states. `distance` is −1 for dead states, and `weight` has room for the longest row. A dead state
    leads back to the start, and so does, with probability `chance`, a state that is `worse` or farther from the goal. Write the
    lengths of the walks that reached the goal; return (their number, moves made).
    """
    done = 0
    made = 0
    home = distance[start]
    state = start
    length = 0
    d = home
    while made < budget and done < lengths.size:
        if d == 0:
            lengths[done] = length
            done += 1
            state = start
            length = 0
            d = home
            continue
        length += 1
        made += 1
        begin = first[state]
        kept = first[state + 1] - begin
        if d < 0 or d >= worse and _random(seed) < chance or kept == 0:
            state = start
            d = home
            continue
        total = 0.0
        for k in range(kept):
            after = distance[to[begin + k]]
            total += d + bonus if after >= 0 and after < d else np.float64(d)
            weight[k] = total
        drawn = _random(seed) * total
        k = 0
        while k < kept - 1 and weight[k] <= drawn:
            k += 1
        state = np.int64(to[begin + k])
        d = distance[state]
    return done, made


@lean
def _draw(
    keys, numbers, known, beyond, bonus, states, after, ends, drawn, seen, total, reached, following, distance, nearest, stays
):
    """Draw the next step of each of `states` with the weights of `_wander_rows`.

    The successors of `states[row]` in `after` end before index `ends[row]`. The distance of a successor is in `known`, or is
    `beyond` if it is not stored. Repeated successors and the state itself have no weight. `nearest` is always updated, and
    `following`, `distance` and `stays` only if a successor has a weight. `seen` (an empty hash table), `total` and `reached` are
    scratch memory.
    """
    begin = 0
    before = 0.0
    for row in range(ends.size):
        here = np.float64(max(distance[row], 0))
        end = ends[row]
        weight = before
        seen[:] = -1
        state = _load(states, row)
        _store(seen, _find(seen, state), state)
        for k in range(begin, end):
            state = _load(after, k)
            number = _value_of(keys, numbers, state, np.int64(-1))
            d = np.int64(known[number]) if 0 <= number < known.size else np.int64(beyond)
            nearest[row] = min(nearest[row], d)
            slot = _find(seen, state)
            if _is_free(seen, slot):
                _store(seen, slot, state)
                weight += here + bonus if 0 <= d < here else here
            total[k] = weight
            reached[k] = d
        aim = before + drawn[row] * (weight - before)
        k = begin
        while k < end and total[k] <= aim:
            k += 1
        if k < end:
            _store(following, row, _load(after, k))
            distance[row] = reached[k]
            stays[row] = False
        begin = end
        before = weight

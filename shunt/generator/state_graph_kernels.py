"""Kernels of the graph of states: rows of successors, their numbers, and walks through it.

A graph is held in compressed rows: the successors of state i are to[first[i]] … to[first[i + 1] − 1]. States are numbered in
the order in which they are found, so the first ones are those that the search began with.
"""

import numpy as np

from shunt.search.core.hashtable import _find, _value_of
from shunt.search.core.jit import inlined, lean
from shunt.search.core.state_kernels import _holds, _is_free, _load, _store
from shunt.search.trains.successor_kernels import _successors


@lean
def _link(keys, numbers, states, count, raw, ends, source, rows, stamp, to, at):
    """Turn raw neighbours into rows of numbers: each once, none that is the state itself.

    The rows are those of the states `source` …; `keys` and `numbers` are the hash table from states to their numbers, and
    states that it does not hold get the next numbers. Returns (count of states, end of `to`); to[first] of the next row is
    written to ends[row].
    """
    begin = 0
    for row in range(rows):
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


@inlined
def _weight_of(after, distance, bonus):
    """Return how likely a move is taken that leads from `distance` to a state at `after` (−1: dead)."""
    return distance + bonus if after >= 0 and after < distance else np.float64(distance)


@inlined
def _distance_of(keys, numbers, distance, state, beyond):
    """Return a state's distance to the goal, `beyond` for one that the table does not hold."""
    number = _value_of(keys, numbers, state, np.int64(-1))
    return np.int64(distance[number]) if number >= 0 else np.int64(beyond)


@inlined
def _weighted(keys, numbers, distance, beyond, out, end, state, d, bonus, weight):
    """Keep each of out[:end] once, and not the state itself; cumulate their weights. Returns (how many, the least distance)."""
    total = 0.0
    kept = 0
    nearest = np.int64(d)
    for k in range(end):
        after = _load(out, k)
        if _holds(out, k, state) or _came_before(out, kept, after):
            continue
        _store(out, kept, after)
        away = _distance_of(keys, numbers, distance, after, beyond)
        nearest = min(nearest, away)
        total += _weight_of(away, d, bonus)
        weight[kept] = total
        kept += 1
    return kept, nearest


@inlined
def _drawn(weight, kept, drawn):
    """Return the first of `kept` moves whose cumulated weight passes `drawn`."""
    k = 0
    while k < kept - 1 and weight[k] <= drawn:
        k += 1
    return k


@lean
def _wander(
    T, W, grouped, keys, numbers, distance, beyond, start, returns, bonus, worse, chance, budget, out, weight, seed, lengths
):  # fmt: skip
    """Walk from the states of `start` in turn as the wandering solver does, again and again, for about `budget` moves.

    distance[number] is a state's distance to the goal, `beyond` what is taken for states that the table does not hold (−1:
    they are dead). A dead state leads back to the start, and with probability `chance` so does one that is `worse` or
    farther from the goal. With `returns` a state that is not held, and from which no move leads to one that is, leads back to the
    last one that was left from which some move does. Writes the lengths of the walks that came to the goal; returns (how many,
    moves made), or (−1, −1) where W or `out` has no room.
    """
    done = 0
    made = 0
    begin = _load(start, 0)
    home = _distance_of(keys, numbers, distance, begin, beyond)
    state, edge = begin, begin
    d, at_edge = home, home
    length = 0
    while made < budget and done < lengths.size:
        if d == 0:
            lengths[done] = length
            done += 1
            begin = _load(start, done % len(start))
            home = _distance_of(keys, numbers, distance, begin, beyond)
            state, edge = begin, begin
            d, at_edge = home, home
            length = 0
            continue
        length += 1
        made += 1
        if d < 0 or d >= worse and _random(seed) < chance:
            state = begin
            d = home
            continue
        end = _successors(T, W, state, grouped, out, np.int64(0))
        if end < 0:
            return -1, -1
        kept, nearest = _weighted(keys, numbers, distance, beyond, out, end, state, d, bonus, weight)
        if returns and d == beyond:
            if nearest == d:
                state = edge
                d = at_edge
                continue
            edge = state
            at_edge = d
        if kept == 0:
            state = begin
            d = home
            continue
        k = _drawn(weight, kept, _random(seed) * weight[kept - 1])
        state = _load(out, k)
        d = _distance_of(keys, numbers, distance, state, beyond)
    return done, made


@lean
def _wander_rows(first, to, distance, start, bonus, worse, chance, budget, weight, seed, lengths):
    """Wander as `_wander` does, along the rows of a held graph: the same walks, since rows keep the order of the successors.

    All numbers are those of states; `weight` has room for the longest row.
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
            total += _weight_of(distance[to[begin + k]], d, bonus)
            weight[k] = total
        k = _drawn(weight, kept, _random(seed) * total)
        state = np.int64(to[begin + k])
        d = distance[state]
    return done, made


@inlined
def _came_before(out, stop, state):
    """Return whether `state` is among out[:stop]."""
    for k in range(stop):
        if _holds(out, k, state):
            return True
    return False

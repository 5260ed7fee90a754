"""Kernels of `sidings`: the perfect index with its table of distances, moves of packed states, and bounds.

A permutation is a row of kinds, car by car; see `graph.py`. The perfect index numbers the permutations in lexicographic order. A
move makes the same swap of blocks in the row whatever the labels, so one array per swap ("rank → rank after it") is enough for
every occupancy and for all kinds of cars.
"""

from __future__ import annotations

import numpy as np

from shunt.search.core.jit import inlined, lean

# ------------------------------------------------------------------------------------------------------ the perfect index


@lean
def fill_neighbour_swap(rows, at, begins, table):
    """Write rank → rank after the cars at seats `at` and `at + 1` have been exchanged into `table` (int32[N]).

    `rows` are all permutations. Those that are equal before `at` are a run of ranks. In it, those with a, b at the two seats are
    a block with the same length and order as the block with b, a. `begins` int64[kinds, kinds] (scratch): the beginnings of
    blocks.
    """
    last = 0
    while last < rows.shape[0]:
        first = last
        while last < rows.shape[0] and (last == first or _is_alike(rows, last, at)):
            if last == first or not _is_alike(rows, last, at + 2):
                begins[rows[last, at], rows[last, at + 1]] = last
            last += 1
        for r in range(first, last):
            table[r] = r - begins[rows[r, at], rows[r, at + 1]] + begins[rows[r, at + 1], rows[r, at]]


@inlined
def _is_alike(rows, r, seats):
    """Return whether the first `seats` of row r equal those of the row before it."""
    for i in range(seats):
        if rows[r, i] != rows[r - 1, i]:
            return False
    return True


# ------------------------------------------------------------------------------------------------- the table of distances


@lean
def expand_occupancy(distance, unseen, depth, moves, occupancy, active, missing, following, ranks):
    """Reach all states one move after the states of one occupancy at distance `depth`.

    `distance` [occupancies, N]; `moves`: see `TableMoves`. By occupancy (int64), `active` and `following` count the states at the
    present and at the next depth, `missing` the unseen ones; `ranks` int32[N] is scratch.
    """
    distances = distance[occupancy]
    size = 0
    for r in range(distances.size):
        ranks[size] = r
        size += distances[r] == depth
        if size == active[occupancy]:
            break
    for e in range(moves.first[occupancy], moves.first[occupancy + 1]):
        q = moves.target[e]
        if missing[q] == 0:
            continue
        if moves.swap[e] < 0:
            new = _reach(distance[q], unseen, depth + 1, ranks, size, None)
        else:
            new = _reach(distance[q], unseen, depth + 1, ranks, size, moves.ranks_after[moves.swap[e]])
        missing[q] -= new
        following[q] += new


@inlined
def _reach(target, unseen, depth, ranks, size, table):
    new = 0
    for i in range(size):
        r = ranks[i] if table is None else table[ranks[i]]
        if target[r] == unseen:
            target[r] = depth
            new += 1
    return new


# -------------------------------------------------------------------------------------------------------- moves and bounds


@inlined
def _unpacked(states, k, width):
    """Return the word and the occupancy of states[k], whose word has `width` bits; see `domain.py`."""
    if states.ndim == 1:
        return states[k] & ((np.int64(1) << width) - 1), states[k] >> width
    else:
        return states[k, 0] | states[k, 1] << 63, states[k, 1] >> 1


@inlined
def _pack(states, k, word, occupancy, width):
    """Write a state to states[k]."""
    if states.ndim == 1:
        states[k] = word | occupancy << width
    else:
        states[k, 0] = word & ((np.int64(1) << 63) - 1)
        states[k, 1] = occupancy << 1 | (word >> 63 & 1)


@lean
def write_neighbours(moves, states, out, ends):
    """Write the states one move away from `states` to `out`, with those of each state in the order of its moves, and the end of
    each part.

    Stop if those of the next state do not fit. Return (the first state not done, the number written).
    """
    at = 0
    for k in range(states.shape[0]):
        word, occupancy = _unpacked(states, k, moves.width)
        if k == ends.size or at + moves.first[occupancy + 1] - moves.first[occupancy] > out.shape[0]:
            return k, at
        for e in range(moves.first[occupancy], moves.first[occupancy + 1]):
            a = (word >> moves.low[e]) & moves.first_mask[e]
            b = (word >> moves.mid[e]) & moves.second_mask[e]
            swapped = (word & moves.keep[e]) | (b << moves.low[e]) | (a << moves.to[e])
            _pack(out, at, swapped, moves.target[e], moves.width)
            at += 1
        ends[k] = at
    return states.shape[0], at


@lean
def moves_needed(word, occupancy, bound):
    """Return a lower bound on the number of moves from a state to the goal of `bound`; see `bounds.py`."""
    mask = (1 << bound.bits) - 1
    shift = 0
    missing = bound.total
    links = 0
    for track in range(bound.lengths.shape[1]):
        length = bound.lengths[occupancy, track]
        if length == 0:
            continue
        before = (word >> shift) & mask
        shift += bound.bits
        if track == 0:
            missing -= bound.wanted[bound.locomotive, before]
            links = 1
        for _ in range(length - 1):
            kind = (word >> shift) & mask
            shift += bound.bits
            linked = bound.wanted[before, kind]
            missing -= linked
            if track == 0:
                links = (links << 1) | linked
            before = kind
        if track > 0:
            missing -= bound.wanted[before, bound.locomotive + track]
    if bound.legs == 0:
        return bound.moves[min(links, bound.moves.shape[0] - 1), missing]
    return 2 * missing - (1 if missing > 0 and bound.places[occupancy] == 0 else 0)


@lean
def bounds_of(states, width, bound, found):
    """Write the lower bound of each of `states` to `found` (int64)."""
    for k in range(states.shape[0]):
        word, occupancy = _unpacked(states, k, width)
        found[k] = moves_needed(word, occupancy, bound)

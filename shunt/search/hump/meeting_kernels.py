"""Kernels that find the optima of all orders from both ends: sets of permutations pushed through links, and where they meet.

A set of permutations is a row of bits by rank (see `table_kernels.py`). A permutation from the source says which car stands in
a slot; one from the exit says as which car of the train it will leave.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.jit import inner, lean
from shunt.search.hump.table_kernels import rank_of, rank_size

Ints = NDArray[np.int64]


class Sets(NamedTuple):
    """Of every occupancy the permutations seen, those of the last level, and those of the level being made; `touched` marks the
    occupancies that have some of the latter."""

    seen: Ints
    now: Ints
    ahead: Ints
    touched: NDArray[np.int8]


@inner
def ranks_in(rows, row, ranks):
    """Write the ranks whose bits are set in `rows[row]`; returns how many there are."""
    count = 0
    for word in range(rows.shape[1]):
        bits, rank = np.uint64(rows[row, word]), 64 * word
        while bits != np.uint64(0):
            if bits & np.uint64(1):
                ranks[count] = rank
                count += 1
            bits >>= np.uint64(1)
            rank += 1
    return count


@lean
def push_level(cars, links, sets, frontier, composed, ranks):
    """Push the permutations `now` of the occupancies in `frontier` through their links (without exits); returns how many are
    new."""
    low, fresh = (np.int64(1) << (4 * cars)) - 1, 0
    for occupancy in frontier:
        count = ranks_in(sets.now, occupancy, ranks)
        for entry in range(links.first[occupancy], links.first[occupancy] + links.number[occupancy]):
            packed = links.links[entry]
            if packed < 0:
                continue
            to, turn = packed >> (4 * cars), rank_of(packed & low, cars)
            for index in range(count):
                after = composed[turn, ranks[index]]
                word, bit = after >> 6, np.int64(1) << (after & 63)
                if sets.seen[to, word] & bit == 0:
                    sets.seen[to, word] |= bit
                    sets.ahead[to, word] |= bit
                    sets.touched[to] = 1
                    fresh += 1
    return fresh


@lean
def meet(front, back, frontier, met, length, optima, ranks, others):
    """Enter `length` for every order not known yet that a permutation from each end makes, at one occupancy of `frontier`;
    returns how many these are."""
    found = 0
    for occupancy in frontier:
        if occupancy >= len(back.now):
            continue
        count = ranks_in(back.now, occupancy, others)
        if count == 0:
            continue
        for index in range(ranks_in(front.now, occupancy, ranks)):
            for other in range(count):
                order = met[others[other], ranks[index]]
                if optima[order] == 0:
                    optima[order] = length
                    found += 1
    return found


@lean
def ranks_met(permutations, met):
    """met[c, a] = rank of the order in which the car that permutation `a` puts in a slot leaves as permutation `c` says."""
    cars = 1
    while cars < 16 and rank_size(cars) < len(permutations):
        cars += 1
    for c in range(len(permutations)):
        for a in range(len(permutations)):
            order = np.int64(0)
            for slot in range(cars):
                order |= ((permutations[a] >> (4 * slot)) & 15) << (4 * ((permutations[c] >> (4 * slot)) & 15))
            met[c, a] = rank_of(order, cars)

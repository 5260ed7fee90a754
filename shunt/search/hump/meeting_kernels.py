"""Kernels that find the optima of all orders from both ends: sets of labellings pushed through links, and where they meet.

A set of labellings is a row of bits by rank (see `hump_table_kernels`). Labels from the source say which car stands in a slot;
labels from the exit say as which car of the train it will leave.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.jit import kernel, lean
from shunt.search.hump.table_kernels import rank_of, rank_size

Ints = NDArray[np.int64]


class Sets(NamedTuple):
    """Of every pattern the labellings seen, those of the last level, and those of the level being made; `touched` marks the
    patterns that have some of the latter."""

    seen: Ints
    now: Ints
    ahead: Ints
    touched: NDArray[np.int8]


@lean
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
    """Push the labellings `now` of the patterns in `frontier` through their links (exits left out); returns how many are new."""
    low, fresh = (np.int64(1) << (4 * cars)) - 1, 0
    for pattern in frontier:
        count = ranks_in(sets.now, pattern, ranks)
        for entry in range(links.first[pattern], links.first[pattern] + links.number[pattern]):
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
    """Enter `length` for every order not known yet that a labelling from each end, at one pattern of `frontier`, makes; returns
    how many these are."""
    found = 0
    for pattern in frontier:
        if pattern >= len(back.now):
            continue
        count = ranks_in(back.now, pattern, others)
        if count == 0:
            continue
        for index in range(ranks_in(front.now, pattern, ranks)):
            for other in range(count):
                order = met[others[other], ranks[index]]
                if optima[order] == 0:
                    optima[order] = length
                    found += 1
    return found


@kernel
def ranks_met(labels, met):
    """met[c, a] = rank of the order in which the car that labels `a` put in a slot leaves as labels `c` say."""
    cars = 1
    while cars < 16 and rank_size(cars) < len(labels):
        cars += 1
    for c in range(len(labels)):
        for a in range(len(labels)):
            order = np.int64(0)
            for slot in range(cars):
                order |= ((labels[a] >> (4 * slot)) & 15) << (4 * ((labels[c] >> (4 * slot)) & 15))
            met[c, a] = rank_of(order, cars)

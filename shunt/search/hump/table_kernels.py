"""Kernels of the table of orders: ranks of permutations, and one level of the flood over sets of them."""

import numpy as np

from shunt.search.core.jit import kernel, lean


@lean
def rank_of(labels, cars):
    """Lexicographic rank of distinct labels (slot 0 first)."""
    rank, used = 0, 0
    for slot in range(cars):
        label = (labels >> (4 * slot)) & 15
        smaller = label
        for other in range(label):
            smaller -= (used >> other) & 1
        rank = rank * (cars - slot) + smaller
        used |= 1 << label
    return rank


@kernel
def rank_size(cars):
    """How many permutations of so many cars there are."""
    size = 1
    for factor in range(2, cars + 1):
        size *= factor
    return size


@kernel
def compose_rows(labels, shuffles, rows):
    """rows[i, r] = rank of the labels of rank r after shuffle i."""
    cars = 1
    while cars < 16 and rank_size(cars) < len(labels):
        cars += 1
    for index in range(len(shuffles)):
        for rank in range(len(labels)):
            result = 0
            for slot in range(cars):
                old = (shuffles[index] >> (4 * slot)) & 15
                result |= ((labels[rank] >> (4 * old)) & 15) << (4 * slot)
            rows[index, rank] = rank_of(result, cars)


@kernel
def push(pattern, here, first, number, target, row, rows, seen, ahead, touched, optima, level, found):
    """Push the permutations `here` of one pattern through its links; returns how many states are new.

    Bits of `seen` and `ahead` are set, patterns with new ones marked in `touched`, exits entered in `optima` (and counted
    in `found[0]`).
    """
    fresh = 0
    for index in range(first, first + number):
        turn, to = rows[row[index]], target[index]
        for rank in here:
            after = turn[rank]
            if to < 0:
                if optima[after] == 0:
                    optima[after] = level
                    found[0] += 1
                continue
            word, bit = after >> 6, np.int64(1) << (after & 63)
            if seen[to, word] & bit == 0:
                seen[to, word] |= bit
                ahead[to, word] |= bit
                touched[to] = 1
                fresh += 1
    return fresh


@kernel
def flood_level(first, number, target, row, rows, seen, now, ahead, active, touched, optima, level, found, begin, end):
    """Push the frontier `now` of the patterns begin … end-1 and empty it; returns how many states are new."""
    fresh, ranks = 0, np.empty(len(optima), dtype=np.int64)
    for pattern in range(begin, end):
        if active[pattern] == 0:
            continue
        active[pattern] = 0
        count = 0
        for word in range(now.shape[1]):
            bits = now[pattern, word]
            if bits != 0:
                now[pattern, word] = 0
                for bit in range(64):
                    if (bits >> bit) & 1:
                        ranks[count] = 64 * word + bit
                        count += 1
        fresh += push(
            pattern, ranks[:count], first[pattern], number[pattern], target, row, rows, seen, ahead, touched, optima, level, found
        )
    return fresh


@kernel
def lead_on(first, number, target, useful):
    """Mark every pattern with a link to a useful one; returns how many were marked (repeat until none is)."""
    marked = 0
    for back in range(len(first)):
        pattern = len(first) - 1 - back
        if useful[pattern] == 0:
            for index in range(first[pattern], first[pattern] + number[pattern]):
                if target[index] < 0 or useful[target[index]] == 1:
                    useful[pattern] = 1
                    marked += 1
                    break
    return marked

"""Kernels of the table of orders: ranks of permutations, and one level of the flood over sets of them."""

import numpy as np

from shunt.search.core.jit import inner, kernel, lean


@lean
def rank_of(permutation, cars):
    """Lexicographic rank of a permutation of distinct cars (slot 0 first)."""
    rank, used = 0, 0
    for slot in range(cars):
        car = (permutation >> (4 * slot)) & 15
        smaller = car
        for other in range(car):
            smaller -= (used >> other) & 1
        rank = rank * (cars - slot) + smaller
        used |= 1 << car
    return rank


@inner
def rank_size(cars):
    """How many permutations a train has."""
    size = 1
    for factor in range(2, cars + 1):
        size *= factor
    return size


@lean
def compose_rows(permutations, shuffles, rows):
    """rows[i, r] = rank of the permutation of rank r after shuffle i."""
    cars = 1
    while cars < 16 and rank_size(cars) < len(permutations):
        cars += 1
    for index in range(len(shuffles)):
        for rank in range(len(permutations)):
            result = 0
            for slot in range(cars):
                old = (shuffles[index] >> (4 * slot)) & 15
                result |= ((permutations[rank] >> (4 * old)) & 15) << (4 * slot)
            rows[index, rank] = rank_of(result, cars)


@lean
def push(ranks, first, number, target, row, rows, seen, ahead, touched, optima, level, found):
    """Push the permutations `ranks` of one occupancy through its links; returns how many states are new.

    Bits of `seen` and `ahead` are set, occupancies with new ones marked in `touched`, exits entered in `optima` (and counted
    in `found[0]`).
    """
    fresh = 0
    for index in range(first, first + number):
        turn, to = rows[row[index]], target[index]
        for rank in ranks:
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
    """Push the frontier `now` of the occupancies begin … end-1 and empty it; returns how many states are new."""
    fresh, ranks = 0, np.empty(len(optima), dtype=np.int64)
    for occupancy in range(begin, end):
        if active[occupancy] == 0:
            continue
        active[occupancy] = 0
        count = 0
        for word in range(now.shape[1]):
            bits = now[occupancy, word]
            if bits != 0:
                now[occupancy, word] = 0
                for bit in range(64):
                    if (bits >> bit) & 1:
                        ranks[count] = 64 * word + bit
                        count += 1
        fresh += push(
            ranks[:count], first[occupancy], number[occupancy], target, row, rows, seen, ahead, touched, optima, level, found
        )
    return fresh


@lean
def lead_on(first, number, target, useful):
    """Mark every occupancy with a link to a useful one; returns how many were marked (repeat until none is)."""
    marked = 0
    for back in range(len(first)):
        occupancy = len(first) - 1 - back
        if useful[occupancy] == 0:
            for index in range(first[occupancy], first[occupancy] + number[occupancy]):
                if target[index] < 0 or useful[target[index]] == 1:
                    useful[occupancy] = 1
                    marked += 1
                    break
    return marked

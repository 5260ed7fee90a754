"""Kernels that flood from 64 starts at once over the perfect index: a state holds a bit for every start that has reached it."""

import numpy as np

from shunt.search.core.bits import lowest_bit
from shunt.search.core.jit import lean
from shunt.search.index.occupancy_kernels import _targets


@lean
def _occupancy_moves(T, X, W, at, occupancy, targets, packed):
    """Write every move from `occupancy` to `packed`, as (occupancy after) << 32 | order; returns how many, −1: no room."""
    found = _targets(T, X, W, at, occupancy, True, targets)
    for k in range(max(0, found)):
        packed[k] = targets[k, 0] << 32 | targets[k, 1]
    return found


@lean
def _spread_many(first, moves, action, permutations, frontier, following):
    """Take every bit of `frontier` along moves[first[occupancy] …], the moves of its occupancy as packed above."""
    for occupancy in range(first.size - 1):
        base = occupancy * permutations
        bits = np.int64(0)
        for permutation in range(permutations):
            bits |= frontier[base + permutation]
        if bits == 0:
            continue
        for k in range(first[occupancy], first[occupancy + 1]):
            target = (moves[k] >> 32) * permutations
            order = moves[k] & 0xFFFFFFFF
            for permutation in range(permutations):
                following[target + action[order, permutation]] |= frontier[base + permutation]


@lean
def _next_level(frontier, reached, following):
    """Make `following`, without what was reached before, the frontier; returns all its bits in one word."""
    some = np.int64(0)
    for number in range(frontier.size):
        bits = following[number] & ~reached[number]
        following[number] = 0
        reached[number] |= bits
        frontier[number] = bits
        some |= bits
    return some


@lean
def _count_placements(frontier, placement_of_occupancy, permutations, seen, counts):
    """Count, for every start, the placements of the cars that the frontier reaches first; returns how many that are."""
    new = np.int64(0)
    for occupancy in range(placement_of_occupancy.size):
        base = occupancy * permutations
        target = placement_of_occupancy[occupancy] * permutations
        for permutation in range(permutations):
            bits = frontier[base + permutation] & ~seen[target + permutation]
            seen[target + permutation] |= bits
            while bits:
                counts[lowest_bit(bits)] += 1
                bits &= bits - 1
                new += 1
    return new

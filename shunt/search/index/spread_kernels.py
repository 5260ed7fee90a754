"""Kernels that flood from 64 starts at once over the perfect index: a state holds a bit for every start that has reached it."""

import numpy as np

from shunt.search.core.bits import lowest_bit
from shunt.search.core.jit import lean
from shunt.search.index.row_kernels import _targets


@lean
def _row_moves(T, X, W, at, row, targets, packed):
    """Write every move from `row` to `packed`, as (row after) << 32 | order; returns how many, −1 for want of room."""
    found = _targets(T, X, W, at, row, True, targets)
    for k in range(max(0, found)):
        packed[k] = targets[k, 0] << 32 | targets[k, 1]
    return found


@lean
def _spread_many(first, moves, action, labels, frontier, following):
    """Take every bit of `frontier` along all moves of its row: `moves[first[row] …]`, packed as `_row_moves` does."""
    for row in range(first.size - 1):
        base = row * labels
        bits = np.int64(0)
        for label in range(labels):
            bits |= frontier[base + label]
        if bits == 0:
            continue
        for k in range(first[row], first[row + 1]):
            target = (moves[k] >> 32) * labels
            order = moves[k] & 0xFFFFFFFF
            for label in range(labels):
                following[target + action[order, label]] |= frontier[base + label]


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
def _count_placements(frontier, placement_of_row, labels, seen, counts):
    """Count, for every start, the placements of the cars that the frontier reaches first; returns how many that are."""
    new = np.int64(0)
    for row in range(placement_of_row.size):
        base = row * labels
        there = placement_of_row[row] * labels
        for label in range(labels):
            bits = frontier[base + label] & ~seen[there + label]
            seen[there + label] |= bits
            while bits:
                counts[lowest_bit(bits)] += 1
                bits &= bits - 1
                new += 1
    return new

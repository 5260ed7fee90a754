"""Kernels of many floods over one perfect index at once: moves are listed once, and a bit of a word belongs to each flood."""

import numpy as np

from shunt.search.core.bits import lowest_bit
from shunt.search.core.hashtable import _slot_of
from shunt.search.core.jit import lean
from shunt.search.index.occupancy_kernels import _targets


@lean
def _list_steps(T, X, W, at, targets, seen, first, last, counts, steps, filled):
    """List the moves that lead to occupancies `first` … `last` − 1, each once, in `steps` from `filled` on: as many as fit.

    A step is the occupancy before the move · orders + the order in which the move backwards takes the cars. `counts`: how many
    there are for each occupancy. `seen` (·, 2): keys with the occupancy that has entered them, plus one.
    Returns the first occupancy not done, the end of what was written, and −1 where W is too small for it, else 0.
    """
    orders = X.action.shape[0]
    room = seen.shape[0]
    for occupancy in range(first, last):
        found = _targets(T, X, W, at, occupancy, False, targets)
        if found < 0:
            return occupancy, filled, -1
        if filled + found > steps.shape[0]:
            return occupancy, filled, 0
        begin = filled
        for k in range(found):
            step = targets[k, 0] * orders + targets[k, 1]
            slot = _slot_of(step, room)
            while seen[slot, 1] == occupancy + 1 and seen[slot, 0] != step:
                slot = slot + 1 if slot + 1 < room else 0
            if seen[slot, 1] != occupancy + 1:
                seen[slot, 0] = step
                seen[slot, 1] = occupancy + 1
                steps[filled] = step
                filled += 1
        counts[occupancy] = filled - begin
    return last, filled, 0


@lean
def _turn_steps(begins, steps, inverse, ends, turned):
    """Write the same steps seen from the other end to `turned`: those from occupancy o end before `ends[o + 1]`.

    `inverse`: the order that undoes each. `ends` is all 0 at first and has one entry more than `begins`.
    """
    orders = inverse.size
    for k in range(steps.size):
        ends[steps[k] // orders + 2] += 1
    for row in range(2, ends.size):
        ends[row] += ends[row - 1]
    for row in range(begins.size - 1):
        for k in range(begins[row], begins[row + 1]):
            before = steps[k] // orders
            turned[ends[before + 1]] = row * orders + inverse[steps[k] - before * orders]
            ends[before + 1] += 1


@lean
def _pull_words(
    action, begins, steps, wanted, level, gathered, first, last, live, frontier, reached, new_live, following, distances
):
    """Take to occupancies `first` … `last` − 1 what their neighbours have in the frontier, and note `level` for what is new.

    Words have a bit for each flood, those in `wanted`. `live`, `new_live`: all the bits of an occupancy. Returns whether
    anything is new.
    """
    orders, permutations = action.shape
    going = False
    for occupancy in range(first, last):
        base = occupancy * permutations
        missing = np.int64(0)
        for w in range(permutations):
            missing |= wanted & ~reached[base + w]
            gathered[w] = 0
        if missing:
            for k in range(begins[occupancy], begins[occupancy + 1]):
                step = np.int64(steps[k])
                before = step // orders
                if live[before] & missing == 0:
                    continue
                order = step - before * orders
                for w in range(permutations):
                    gathered[w] |= frontier[before * permutations + action[order, w]]
        all_new = np.int64(0)
        for w in range(permutations):
            new = gathered[w] & ~reached[base + w]
            following[base + w] = new
            reached[base + w] |= new
            all_new |= new
            while new:
                distances[lowest_bit(new), base + w] = level
                new &= new - 1
        new_live[occupancy] = all_new
        going = going or all_new != 0
    return going

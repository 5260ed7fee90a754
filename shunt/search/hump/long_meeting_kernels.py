"""Kernels of the tables of long trains: states pushed through links into a hash table, and the orders that two ends make.

A state is `occupancy << 4 n | permutation`, as in `words.py`. The rank of a permutation of up to eight cars is the sum of two
entries of `Ranks`: one for its first four slots, one for the others, whose order among themselves is all that matters.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.hashtable import _find
from shunt.search.core.jit import inlined, lean, shared
from shunt.search.hump.kernels import shuffled

Ints = NDArray[np.int64]
HALF = 4  # slots of the first table of ranks


class Ranks(NamedTuple):
    """What the first four slots of a permutation add to its rank, and what the others do, by their bits."""

    first: Ints
    rest: Ints


@shared
def rank_by(ranks, permutation):
    """The lexicographic rank of a permutation."""
    return ranks.first[permutation & ((1 << 4 * HALF) - 1)] + ranks.rest[permutation >> 4 * HALF]


@lean
def push_states(cars, links, states, begin, keys, room, fresh):
    """Push states[begin:] through their links (without exits); those that are new go into the table `keys` and to `fresh`.

    Stops where `room` new states may not suffice for the next one. Returns (how far it came, how many are new).
    """
    low, count = (np.int64(1) << (4 * cars)) - 1, 0
    for index in range(begin, len(states)):
        occupancy, permutation = states[index] >> (4 * cars), states[index] & low
        number = links.number[occupancy]
        if count + number > room:
            return index, count
        for entry in range(links.first[occupancy], links.first[occupancy] + number):
            packed = links.links[entry]
            if packed < 0:
                continue
            state = (packed & ~low) | shuffled(permutation, packed & low, cars)
            at = _find(keys, (state, np.int64(0)))
            if keys[at] < 0:
                keys[at] = state
                fresh[count] = state
                count += 1
    return len(states), count


@inlined
def order_made(cars, source, exit):
    """The order in which the cars that permutation `source` puts in the slots leave as permutation `exit` says."""
    order = np.int64(0)
    for slot in range(cars):
        order |= ((source >> (4 * slot)) & 15) << (4 * ((exit >> (4 * slot)) & 15))
    return order


@lean
def meet_states(cars, ranks, front, back, seen, missing, length, optima):
    """Enter `length` for every order not known yet that a state of `front` and one of `back` (both sorted) make.

    `seen`: the table of all states of the exit's side; `missing`: the orders not known, each inverted (at four bits a car its
    place in the order). Returns how many are found.
    """
    low = (np.int64(1) << (4 * cars)) - 1
    found, left = 0, len(missing)
    f, b = 0, 0
    while f < len(front) and b < len(back) and left:
        occupancy = front[f] >> (4 * cars)
        if back[b] >> (4 * cars) < occupancy:
            b += 1
            continue
        if back[b] >> (4 * cars) > occupancy:
            f += 1
            continue
        end = b
        while end < len(back) and back[end] >> (4 * cars) == occupancy:
            end += 1
        while f < len(front) and front[f] >> (4 * cars) == occupancy:
            source = front[f] & low
            if end - b <= 4 * left:
                for other in range(b, end):
                    rank = rank_by(ranks, order_made(cars, source, back[other] & low))
                    if optima[rank] == 0:
                        optima[rank] = length
                        found += 1
            else:  # few orders are missing: look up what the exit's side would have to be for each
                index = 0
                while index < left:
                    wanted = shuffled(missing[index], source, cars)
                    rank = rank_by(ranks, order_made(cars, source, wanted))
                    if optima[rank] == 0:
                        state = occupancy << (4 * cars) | wanted
                        if seen[_find(seen, (state, np.int64(0)))] < 0:
                            index += 1
                            continue
                        optima[rank] = length
                        found += 1
                    left -= 1
                    missing[index] = missing[left]
            f += 1
        b = end
    return found

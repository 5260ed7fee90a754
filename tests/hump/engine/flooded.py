"""A second implementation of the tables of orders: one flood from the source over single states, with NumPy."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from shunt.hump.engine.codec import HumpCodec
from shunt.hump.engine.occupancies import OccupancyBook
from shunt.hump.rules import Hump, Stop
from shunt.hump.yard import Yard
from shunt.search.core.limits import Limits

Ints = NDArray[np.int64]


def flooded(yard: Yard, cars: int, stop: Stop = "farthest", returns: bool = False) -> Ints:
    """Return the optimum of every order by rank, 0 for an impossible one."""
    rules, bits = Hump.on(yard, [str(car) for car in range(cars)], stop, returns), 4 * cars
    codec = HumpCodec.of(rules)
    book, optima = OccupancyBook(codec, Limits()), dict[int, int]()
    slots, permutation = codec.slots(rules.start)
    level = np.array([book.number(slots) << bits | permutation])
    seen, moves = level, 0
    while len(level):
        moves += 1
        book.work_out(np.unique(level >> bits), True)
        number = book.ahead.number[level >> bits]
        first = book.ahead.first[level >> bits]
        links = np.concatenate([book.ahead.links[a : a + count] for a, count in zip(first, number, strict=True)])
        after = _shuffled(np.repeat(level, number), np.where(links < 0, -1 - links, links), cars)
        for order in np.unique(after[links < 0]).tolist():
            optima.setdefault(order, moves)
        level = np.setdiff1d(links[links >= 0] >> bits << bits | after[links >= 0], seen)
        seen = np.concatenate([seen, level])
    orders = permutations(range(cars))
    return np.array([optima.get(sum(car << 4 * place for place, car in enumerate(order)), 0) for order in orders])


def _shuffled(states: Ints, shuffles: Ints, cars: int) -> Ints:
    """Return the permutations of states after a shuffle each."""
    result = np.zeros_like(states)
    for slot in range(cars):
        result |= (states >> 4 * (shuffles >> 4 * slot & 15) & 15) << 4 * slot
    return result

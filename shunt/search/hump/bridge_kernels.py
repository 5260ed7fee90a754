"""Kernels that join the last levels of both ends over a move between them, which is worked out and not kept."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.hashtable import _value_of
from shunt.search.core.jit import inlined, kernel
from shunt.search.hump.kernels import moves, shuffled
from shunt.search.hump.long_meeting_kernels import order_made, rank_by
from shunt.search.hump.occupancy_kernels import packed, unpack_slots

Ints = NDArray[np.int64]
SEARCHED = 8  # an order that is looked for costs as much as this number of orders that are made


class Bank(NamedTuple):
    """The end that is joined to: its last level, sorted, and where each occupancy begins in it (one entry more than those)."""

    states: Ints
    first: Ints


class Wanted(NamedTuple):
    """The orders not known yet: packed (from the source's side inverted, at four bits a car its place), and their ranks."""

    orders: Ints
    ranks: Ints


@inlined
def holds(states, begin, end, wanted):
    """Whether states[begin:end], which are sorted, have `wanted` among them."""
    while begin < end:
        middle = (begin + end) >> 1
        if states[middle] < wanted:
            begin = middle + 1
        elif states[middle] > wanted:
            end = middle
        else:
            return True
    return False


@inlined
def enter_orders(cars, ranks, own, bank, begin, end, forward, length, optima):
    """Enter `length` for the unknown orders that permutation `own` makes with each of bank.states[begin:end]."""
    for state in bank.states[begin:end]:
        rank = rank_by(ranks, order_made(cars, own, state) if forward else order_made(cars, state, own))
        if optima[rank] == 0:
            optima[rank] = length


@inlined
def look_for(cars, own, bank, begin, end, wanted, length, optima):
    """Do the same by looking in bank.states[begin:end] for what each wanted order needs."""
    occupancy = bank.states[begin] & ~((np.int64(1) << (4 * cars)) - 1)
    for index in range(len(wanted.orders)):
        rank = wanted.ranks[index]
        if optima[rank] == 0 and holds(bank.states, begin, end, occupancy | shuffled(wanted.orders[index], own, cars)):
            optima[rank] = length


@kernel
def bridge_states(tables, room, occupancies, ranks, outer, begin, end, bank, wanted, forward, length, optima, work):
    """Enter `length` for every unknown order of a state in outer[begin:end] (sorted), one move, and a state of `bank`.

    The move leads from `outer` to the bank (`forward`) or the other way. `work` is added to: pairs joined, moves made. Returns
    how far it came, less than `end` where `room` is short.
    """
    cars = tables.shape[0]
    low = (np.int64(1) << (4 * cars)) - 1
    slots = np.empty(cars, dtype=np.int64)
    while begin < end:
        occupancy, stop = outer[begin] >> (4 * cars), begin + 1
        while stop < end and outer[stop] >> (4 * cars) == occupancy:
            stop += 1
        unpack_slots(occupancies.words, occupancy, slots)
        count = moves(tables, slots, room, forward)
        if count < 0:
            return begin
        for outcome in range(count):
            if room.out_leaves[outcome] == 1:
                continue
            to = _value_of(occupancies.keys, occupancies.numbers, packed(room.out_slots, outcome), np.int64(-1))
            if to < 0 or to + 1 >= len(bank.first) or bank.first[to] == bank.first[to + 1]:
                continue
            first, last = bank.first[to], bank.first[to + 1]
            work[0] += (stop - begin) * (last - first)
            for index in range(begin, stop):
                own = shuffled(outer[index] & low, room.out_shuffle[outcome], cars)
                if last - first <= SEARCHED * len(wanted.orders):
                    enter_orders(cars, ranks, own, bank, first, last, forward, length, optima)
                else:
                    look_for(cars, own, bank, first, last, wanted, length, optima)
        work[1] += (stop - begin) * count
        begin = stop
    return end

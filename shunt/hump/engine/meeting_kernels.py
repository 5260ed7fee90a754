"""Kernels that find the optima of all orders from both ends, by sets of permutations, by single states, and over a bridge.

A permutation from the source says which car stands in a slot; one from the exit says as which car of the train it will leave.
A set of permutations is a row of bits by rank. A single state is `occupancy << 4 n | permutation`, as in `words.py`. The rank of
a permutation of up to eight cars is the sum of two entries of `RankTables`: one for its first four slots, one for the others,
whose order among themselves is all that matters. A bridge joins the last levels of both ends over a move between them, which is
worked out and not kept.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.hump.engine.kernels import moves, permutation_mask, shuffled
from shunt.hump.engine.occupancy_kernels import packed, unpack_slots
from shunt.hump.engine.words import Ints
from shunt.search.core.hashtable import _value_of
from shunt.search.core.jit import inlined, inner, kernel, lean

HALF = 4  # slots of the first table of ranks
LOW = (1 << 4 * HALF) - 1  # the bits of these slots


class RankTables(NamedTuple):
    """What the first four slots of a permutation add to its rank, and what the others do, by their bits."""

    first: Ints
    rest: Ints


@lean
def rank_by(ranks, permutation):
    """Return the lexicographic rank of a permutation."""
    return ranks.first[permutation & LOW] + ranks.rest[permutation >> 4 * HALF]


class Sets(NamedTuple):
    """Of every occupancy the permutations seen, those of the last level, and those of the level being made; `touched` marks the
    occupancies that have some of the latter."""

    seen: Ints
    now: Ints
    ahead: Ints
    touched: NDArray[np.int8]


@inner
def ranks_in(rows, row, ranks):
    """Write the ranks whose bits are set in `rows[row]`; return how many there are."""
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
def push_sets(cars, tables, links, sets, frontier, composed, ranks):
    """Push the permutations `now` of the occupancies in `frontier` through their links; return how many are
    new."""
    low, fresh = permutation_mask(cars), 0
    for occupancy in frontier:
        count = ranks_in(sets.now, occupancy, ranks)
        for entry in range(links.first[occupancy], links.first[occupancy] + links.number[occupancy]):
            packed = links.links[entry]
            to, turn = packed >> (4 * cars), rank_by(tables, packed & low)
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
def meet_sets(front, back, frontier, met, length, optima, ranks, others):
    """Enter `length` for every order not known yet that a permutation from each end makes, at one occupancy of `frontier`."""
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


@inlined
def order_made(cars, source, exit):
    """Return the order in which the cars that permutation `source` puts in the slots leave as permutation `exit` says."""
    order = np.int64(0)
    for slot in range(cars):
        order |= ((source >> (4 * slot)) & 15) << (4 * ((exit >> (4 * slot)) & 15))
    return order


class Bank(NamedTuple):
    """The end that is joined to: its last level, sorted, and where each occupancy begins in it (one entry more than those)."""

    states: Ints
    first: Ints


@inlined
def held_at(bank, occupancy):
    """Return where the states of an occupancy begin in `bank`, and where they end."""
    if occupancy < 0 or occupancy + 1 >= len(bank.first):
        return np.int64(0), np.int64(0)
    return bank.first[occupancy], bank.first[occupancy + 1]


@inlined
def join(cars, ranks, own, bank, begin, end, forward, length, optima):
    """Enter `length` for the unknown orders that permutation `own` makes with one of bank.states[begin:end], at one occupancy.

    All of these orders are made. (To look up those that are missing instead, when they are few, saved 2 % of the time.)
    """
    for state in bank.states[begin:end]:
        rank = rank_by(ranks, order_made(cars, own, state) if forward else order_made(cars, state, own))
        if optima[rank] == 0:
            optima[rank] = length


@lean
def meet_states(cars, ranks, front, bank, length, optima):
    """Enter `length` for every unknown order of a state of `front` and a state of `bank` at the same occupancy."""
    for state in front:
        begin, end = held_at(bank, state >> (4 * cars))
        if begin < end:
            join(cars, ranks, state, bank, begin, end, True, length, optima)


@kernel
def bridge_states(tables, room, occupancies, ranks, outer, begin, end, bank, forward, length, optima):
    """Enter `length` for every unknown order of a state in outer[begin:end] (sorted), one move, and a state of `bank`.

    The move leads from `outer` to the bank (`forward`) or the other way. Return the first state not done, which is less
    than `end` if there is too little `room`.
    """
    cars = tables.cars
    low = permutation_mask(cars)
    slots = np.empty(cars, np.int64)
    while begin < end:
        occupancy, stop = outer[begin] >> (4 * cars), begin + 1
        while stop < end and outer[stop] >> (4 * cars) == occupancy:
            stop += 1
        unpack_slots(occupancies.words, occupancy, slots)
        count = moves(tables, slots, room, forward)
        if count < 0:
            return begin
        for outcome in range(count):
            to = _value_of(occupancies.keys, occupancies.numbers, packed(room.out_slots, outcome), np.int64(-1))
            first, last = held_at(bank, to)
            if first == last:
                continue
            for index in range(begin, stop):
                own = shuffled(outer[index] & low, room.out_shuffle[outcome], cars)
                join(cars, ranks, own, bank, first, last, forward, length, optima)
        begin = stop
    return end

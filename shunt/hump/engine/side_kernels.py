"""Kernels of the search for one order: lower bounds, and where its sides meet.

`words.py` says what a state is. The bounds rest on one fact: a cut that rolls leaves at most one car behind it (one
contact broken) and stops at most at one car before it (one contact made); only in a closed ring could its tail meet
anything, and there its head and tail are the two. So a move breaks at most one contact and makes at most one.
"""

from __future__ import annotations

import numpy as np

from shunt.hump.engine.kernels import car_at, clear, permutation_mask, set_up
from shunt.hump.engine.occupancy_kernels import unpack_slots
from shunt.search.core.hashtable import _value_of
from shunt.search.core.jit import inlined, inner, kernel, lean


@kernel
def write_contacts(tables, room, words, contacts, wanted):
    """Write for each occupancy: number of contacts, number of cars in the queue, then pairs of slots (16 · a + b) in contact."""
    cars = tables.cars
    slots = np.empty(cars, np.int64)
    for number in wanted:
        unpack_slots(words, number, slots)
        set_up(tables, slots, room)
        count, queued = 0, 0
        for slot in range(cars):
            queued += slots[slot] >= tables.queue
            for end in range(2):
                other = car_at(tables, room, 2 * slots[slot] + end)
                if other >= 0 and room.at[other >> 1] > slot:
                    contacts[number, 2 + count] = 16 * slot + room.at[other >> 1]
                    count += 1
        contacts[number, 0], contacts[number, 1] = count, queued
        clear(tables, slots, room)


@inlined
def pair_at(contacts, index, permutation):
    """Return the two cars of a contact, the smaller first."""
    a = (permutation >> (4 * (contacts[2 + index] >> 4))) & 15
    b = (permutation >> (4 * (contacts[2 + index] & 15))) & 15
    return min(a, b), max(a, b)


@inner
def in_common(contacts, permutation, pairs):
    """Return how many contacts of a state are among the wanted `pairs` (each used as often as it is wanted)."""
    common = 0
    for index in range(contacts[0]):
        low, high = pair_at(contacts, index, permutation)
        common += pairs[low, high] > 0
        pairs[low, high] -= 1
    for index in range(contacts[0]):
        low, high = pair_at(contacts, index, permutation)
        pairs[low, high] += 1
    return common


@lean
def bound(tables, goal, queue, contacts, state, forward):
    """Return a lower bound on the moves to the exit in the wanted order, or (not `forward`) back to the start; 99 = impossible.

    To the exit: a move for every wanted contact that is missing, and the exit itself. `goal` says how often each pair of
    permutation (smaller first) is in contact in the wanted train, `queue` is the permutation of the queue. (Contacts made and
    contacts of the queue broken would bound the moves from the start. They hold back no states that matter: 17 kinds of orders
    took the same states and time without.)
    """
    cars = tables.cars
    permutation = state & permutation_mask(cars)
    if forward:
        return cars - in_common(contacts, permutation, goal)
    # Cars leave the source from its front only: those in the queue are the last of the train, in its order.
    high = 4 * (cars - contacts[1])
    return 1 if tables.returns or (permutation >> high) == (queue >> high) else 99


@lean
def settle(tables, goal, queue, contacts, fresh, keys, depths, depth, forward, remaining, met):
    """Settle fresh states: `remaining` = bound on the moves to come; `met` = (fewest moves in all, state) where the sides meet.

    `keys` and `depths` are the table of the other side.
    """
    cars = tables.cars
    for index in range(len(fresh)):
        state = fresh[index]
        remaining[index] = bound(tables, goal, queue, contacts[state >> (4 * cars)], state, forward)
        beyond = _value_of(keys, depths, (state, np.int64(0)), np.int64(-1))
        if beyond >= 0 and depth + beyond < met[0]:
            met[0], met[1] = depth + beyond, state

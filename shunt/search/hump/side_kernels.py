"""Kernels of the search for one order: one side's hash table, its lower bounds, and the expansion of a batch of states.

States are those of `hump_words`. The bounds rest on one fact: a cut that rolls leaves at most one car behind it (one
contact broken) and stops at most at one car before it (one contact made); only in a closed ring could its tail meet
anything, and there its head and tail are the two. So a move breaks at most one contact and makes at most one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.jit import kernel
from shunt.search.hump.kernels import car_at, clear, mixed, set_up, shuffled
from shunt.search.hump.pattern_kernels import unpack_slots

Ints = NDArray[np.int64]


class Visited(NamedTuple):
    """States seen by one side: open addressing, -1 = empty; `depth` beside it. `filled` (how many) has one entry."""

    keys: Ints
    depth: NDArray[np.int8]
    filled: Ints


class Bounds(NamedTuple):
    """What the bounds compare with: `goal` and `source` say how often each pair of labels (smaller first) is in contact
    in the wanted train and in the queue; `start` is the start's state and the labels of the queue."""

    goal: Ints
    source: Ints
    start: Ints


@kernel
def find(visited, key):
    """The place of `key`, or of the empty entry where it belongs."""
    mask = len(visited.keys) - 1
    place = mixed(key) & mask
    while visited.keys[place] != key and visited.keys[place] >= 0:
        place = (place + 1) & mask
    return place


@kernel
def depth_of(visited, key):
    """The depth of a state, -1 if it was not seen."""
    place = find(visited, key)
    return np.int64(visited.depth[place]) if visited.keys[place] >= 0 else np.int64(-1)


@kernel
def rehash(old, new):
    """Enter every state of one hash table into another."""
    for index in range(len(old.keys)):
        if old.keys[index] >= 0:
            place = find(new, old.keys[index])
            new.keys[place] = old.keys[index]
            new.depth[place] = old.depth[index]
    new.filled[0] = old.filled[0]


@kernel
def write_contacts(tables, room, patterns, contacts, wanted):
    """For each pattern: number of contacts, number of cars in the queue, then pairs of slots (16 · a + b) in contact."""
    cars = tables.shape[0]
    slots = np.empty(cars, dtype=np.int64)
    for number in wanted:
        unpack_slots(patterns.words, number, slots)
        set_up(tables, slots, room)
        count, queued = 0, 0
        for slot in range(cars):
            queued += slots[slot] >= tables.shape[1]
            for end in range(2):
                other = car_at(tables, room, 2 * slots[slot] + end)
                if other >= 0 and room.at[other >> 1] > slot:
                    contacts[number, 2 + count] = 16 * slot + room.at[other >> 1]
                    count += 1
        contacts[number, 0], contacts[number, 1] = count, queued
        clear(tables, slots, room)


@kernel
def in_common(contacts, labels, pairs):
    """How many contacts of a state are among the wanted `pairs` (each used as often as it is wanted)."""
    common = 0
    for index in range(contacts[0]):
        a = (labels >> (4 * (contacts[2 + index] >> 4))) & 15
        b = (labels >> (4 * (contacts[2 + index] & 15))) & 15
        low, high = min(a, b), max(a, b)
        common += pairs[low, high] > 0
        pairs[low, high] -= 1
    for index in range(contacts[0]):
        a = (labels >> (4 * (contacts[2 + index] >> 4))) & 15
        b = (labels >> (4 * (contacts[2 + index] & 15))) & 15
        pairs[min(a, b), max(a, b)] += 1
    return common


@kernel
def bound(tables, bounds, contacts, state, forward):
    """Moves that are at least left: to the exit in the wanted order, or (not `forward`) back to the start; 99 = no way.

    To the exit: a move for every wanted contact that is missing, and the exit itself. From the start: a move for every
    contact made, and one more where the first move cannot make any (`bounds.start[2]`: 1, else 0); and no fewer than contacts
    of the queue broken.
    """
    cars = tables.shape[0]
    labels = state & ((np.int64(1) << (4 * cars)) - 1)
    if forward:
        return cars - in_common(contacts, labels, bounds.goal)
    if state == bounds.start[0]:
        return 0
    if tables.shape[3] == 0:
        # Cars leave the source from its front only: those in the queue are the last of the train, in its order.
        high = 4 * (cars - contacts[1])
        if (labels >> high) != (bounds.start[1] >> high):
            return 99
    kept = in_common(contacts, labels, bounds.source)
    return max(1, bounds.start[2] + contacts[0] - kept, cars - 1 - kept)


@kernel
def target_states(tables, links, states, begin, depth, own, fresh):
    """Expand states[begin:]: successors not yet seen at `depth` or less go into `own` and `fresh`.

    Returns (how far it came, how many are fresh); stops early where `own` or `fresh` would be too full.
    """
    cars, count = tables.shape[0], 0
    low = (np.int64(1) << (4 * cars)) - 1
    for index in range(begin, len(states)):
        pattern, labels = states[index] >> (4 * cars), states[index] & low
        number = links.number[pattern]
        if count + number > len(fresh) or 2 * (own.filled[0] + number) > len(own.keys):
            return index, count
        for entry in range(links.first[pattern], links.first[pattern] + number):
            packed = links.links[entry]
            if packed < 0:
                continue
            state = (packed & ~low) | shuffled(labels, packed & low, cars)
            place = find(own, state)
            if own.keys[place] < 0:
                own.keys[place] = state
                own.filled[0] += 1
            elif own.depth[place] <= depth:
                continue
            own.depth[place] = depth
            fresh[count] = state
            count += 1
    return len(states), count


@kernel
def settle(tables, bounds, contacts, fresh, other, depth, forward, left, met):
    """For fresh states: `left` = bound on what remains; `met` = (fewest moves in all, state) where both sides meet."""
    cars = tables.shape[0]
    for index in range(len(fresh)):
        state = fresh[index]
        left[index] = bound(tables, bounds, contacts[state >> (4 * cars)], state, forward)
        beyond = depth_of(other, state)
        if beyond >= 0 and depth + beyond < met[0]:
            met[0], met[1] = depth + beyond, state


@kernel
def still_at(visited, states, depth, keep):
    """Mark the states that have not been reached by fewer moves since."""
    for index in range(len(states)):
        keep[index] = depth_of(visited, states[index]) == depth


@kernel
def enter(visited, states, depth):
    """Enter states at `depth` (there must be room)."""
    for state in states:
        place = find(visited, state)
        if visited.keys[place] < 0:
            visited.filled[0] += 1
        visited.keys[place], visited.depth[place] = state, depth

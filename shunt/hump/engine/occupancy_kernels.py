"""Kernels that number occupancies, write down the links between them, and push states through these; see `occupancies.py`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.hump.engine.kernels import moves, permutation_mask, shuffled
from shunt.hump.engine.words import SLOT_BITS, SLOTS_IN_WORD, Ints
from shunt.search.core.hashtable import _find, _numbered
from shunt.search.core.jit import inlined, kernel, lean


class Occupancies(NamedTuple):
    """Occupancy number → two words of slots, and the hash table the other way: see `Numbered`."""

    words: Ints
    keys: Ints
    numbers: NDArray[np.int32]


class Links(NamedTuple):
    """Of every occupancy the first entry in `links` and their number (-1: not worked out yet); `used` has one entry."""

    first: Ints
    number: Ints
    links: Ints
    used: Ints


@lean
def unpack_slots(words, row, slots):
    """Read slots from two words."""
    for slot in range(len(slots)):
        slots[slot] = (words[row, slot // SLOTS_IN_WORD] >> (SLOT_BITS * (slot % SLOTS_IN_WORD))) & ((1 << SLOT_BITS) - 1)


@inlined
def packed(rows, row):
    """Return the slots in rows[row] as two words."""
    low, high = np.int64(0), np.int64(0)
    for slot in range(rows.shape[1]):
        if slot < SLOTS_IN_WORD:
            low |= rows[row, slot] << (SLOT_BITS * slot)
        else:
            high |= rows[row, slot] << (SLOT_BITS * (slot - SLOTS_IN_WORD))
    return low, high


@kernel
def link(tables, room, occupancies, known, most, links, wanted, begin, forward):
    """Work out the links of the occupancies `wanted[begin:]`, `known` occupancies being numbered and at most `most` to be.

    Return (the first one not done, the number of known occupancies, 0 done | 1 arrays full | 2 too little room).
    """
    slots = np.empty(tables.cars, np.int64)
    for index in range(begin, len(wanted)):
        number = wanted[index]
        if links.number[number] >= 0:
            continue
        unpack_slots(occupancies.words, number, slots)
        count = moves(tables, slots, room, forward)
        if count < 0:
            return index, known, 2
        used = links.used[0]
        if used + count > len(links.links) or known + count > most:
            return index, known, 1
        for outcome in range(count):
            words = packed(room.out_slots, outcome)
            to, known = _numbered(occupancies.keys, occupancies.numbers, occupancies.words, known, words)
            links.links[used + outcome] = (to << (4 * tables.cars)) | room.out_shuffle[outcome]
        links.links[used : used + count].sort()
        kept = 0
        for outcome in range(count):
            if outcome == 0 or links.links[used + outcome] != links.links[used + outcome - 1]:
                links.links[used + kept] = links.links[used + outcome]
                kept += 1
        links.first[number], links.number[number], links.used[0] = used, kept, used + kept
    return len(wanted), known, 0


@lean
def reach(cars, links, states, begin, depth, keys, depths, fresh):
    """Push states[begin:] through their links; those that are new go into the table `keys` and to `fresh`.

    If the table has `depths` (otherwise None), states seen at more than `depth` are new too. Return (the first state not done,
    the number of fresh states, the number of these that are new to the table, which has room for all of `fresh`). Stop early if
    `fresh` is too short.
    """
    count, added = 0, 0
    low = permutation_mask(cars)
    for index in range(begin, len(states)):
        occupancy, permutation = states[index] >> (4 * cars), states[index] & low
        number = links.number[occupancy]
        if count + number > len(fresh):
            return index, count, added
        for entry in range(links.first[occupancy], links.first[occupancy] + number):
            packed = links.links[entry]
            state = (packed & ~low) | shuffled(permutation, packed & low, cars)
            at = _find(keys, (state, np.int64(0)))
            if keys[at] < 0:
                keys[at] = state
                added += 1
            elif depths is None:
                continue
            elif depths[at] <= depth:
                continue
            if depths is not None:
                depths[at] = depth
            fresh[count] = state
            count += 1
    return len(states), count, added

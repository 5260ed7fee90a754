"""Kernels that number patterns and write down the links between them; see `hump_patterns`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.hump_kernels import mixed, moves
from shunt.search.hump_words import SLOT_BITS, SLOTS_IN_WORD
from shunt.search.jit import kernel

Ints = NDArray[np.int64]


class Patterns(NamedTuple):
    """Pattern number → two words of slots; `buckets` is the hash table of numbers (-1: empty), `filled` says how many."""

    words: Ints
    buckets: Ints
    filled: Ints


class Links(NamedTuple):
    """Of every pattern the first entry in `links` and their number (-1: not worked out yet); `used` has one entry."""

    first: Ints
    number: Ints
    links: Ints
    used: Ints


@kernel
def pack_slots(slots, words, row):
    """Write slots as two words."""
    words[row, 0] = words[row, 1] = 0
    for slot in range(len(slots)):
        words[row, slot // SLOTS_IN_WORD] |= slots[slot] << (SLOT_BITS * (slot % SLOTS_IN_WORD))


@kernel
def unpack_slots(words, row, slots):
    """Read slots from two words."""
    for slot in range(len(slots)):
        slots[slot] = (words[row, slot // SLOTS_IN_WORD] >> (SLOT_BITS * (slot % SLOTS_IN_WORD))) & ((1 << SLOT_BITS) - 1)


@kernel
def numbered(patterns, slots):
    """The number of a pattern; a new one takes the next number (the caller sees to it that there is room)."""
    fresh = patterns.filled[0]
    pack_slots(slots, patterns.words, fresh)
    a, b = patterns.words[fresh, 0], patterns.words[fresh, 1]
    mask = len(patterns.buckets) - 1
    place = mixed(a + mixed(b + 1)) & mask
    while patterns.buckets[place] >= 0:
        other = patterns.buckets[place]
        if patterns.words[other, 0] == a and patterns.words[other, 1] == b:
            return other
        place = (place + 1) & mask
    patterns.buckets[place] = fresh
    patterns.filled[0] = fresh + 1
    return fresh


@kernel
def refill(patterns, buckets):
    """Enter every pattern into a larger hash table."""
    mask = len(buckets) - 1
    for number in range(patterns.filled[0]):
        place = mixed(patterns.words[number, 0] + mixed(patterns.words[number, 1] + 1)) & mask
        while buckets[place] >= 0:
            place = (place + 1) & mask
        buckets[place] = number


@kernel
def link(tables, room, patterns, links, wanted, begin, forward):
    """Work out the links of the patterns `wanted[begin:]`. Returns (how far it came, 0 done | 1 arrays full | 2 room short)."""
    cars = tables.shape[0]
    slots = np.empty(cars, dtype=np.int64)
    for index in range(begin, len(wanted)):
        number = wanted[index]
        if links.number[number] >= 0:
            continue
        unpack_slots(patterns.words, number, slots)
        count = moves(tables, slots, room, forward)
        if count < 0:
            return index, 2
        used = links.used[0]
        if used + count > len(links.links) or 2 * (patterns.filled[0] + count + 1) > len(patterns.buckets):
            return index, 1
        for outcome in range(count):
            shuffle = room.out_shuffle[outcome]
            if room.out_leaves[outcome] == 1:
                links.links[used + outcome] = -1 - shuffle
            else:
                links.links[used + outcome] = (numbered(patterns, room.out_slots[outcome]) << (4 * cars)) | shuffle
        links.links[used : used + count] = np.sort(links.links[used : used + count])
        kept = 0
        for outcome in range(count):
            if outcome == 0 or links.links[used + outcome] != links.links[used + outcome - 1]:
                links.links[used + kept] = links.links[used + outcome]
                kept += 1
        links.first[number], links.number[number], links.used[0] = used, kept, used + kept
    return len(wanted), 0

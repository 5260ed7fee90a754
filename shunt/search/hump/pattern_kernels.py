"""Kernels that number patterns and write down the links between them; see `hump_patterns`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.jit import inlined, kernel, lean
from shunt.search.hump.kernels import mixed, moves
from shunt.search.hump.words import SLOT_BITS, SLOTS_IN_WORD

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


@inlined
def unpack_slots(words, row, slots):
    """Read slots from two words."""
    for slot in range(len(slots)):
        slots[slot] = (words[row, slot // SLOTS_IN_WORD] >> (SLOT_BITS * (slot % SLOTS_IN_WORD))) & ((1 << SLOT_BITS) - 1)


@lean
def numbered(patterns, rows, row):
    """The number of the pattern whose slots are `rows[row]`; a new one takes the next number (the caller sees to it that there
    is room)."""
    fresh, a, b = patterns.filled[0], np.int64(0), np.int64(0)
    for slot in range(rows.shape[1]):
        if slot < SLOTS_IN_WORD:
            a |= rows[row, slot] << (SLOT_BITS * slot)
        else:
            b |= rows[row, slot] << (SLOT_BITS * (slot - SLOTS_IN_WORD))
    mask = len(patterns.buckets) - 1
    place = mixed(a + mixed(b + 1)) & mask
    while patterns.buckets[place] >= 0:
        other = patterns.buckets[place]
        if patterns.words[other, 0] == a and patterns.words[other, 1] == b:
            return other
        place = (place + 1) & mask
    patterns.words[fresh, 0], patterns.words[fresh, 1] = a, b
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


@lean
def write_links(tables, patterns, room, links, count):
    """Write the `count` outcomes of one pattern behind the links at hand, their targets numbered."""
    cars, used = tables.shape[0], links.used[0]
    for outcome in range(count):
        shuffle = room.out_shuffle[outcome]
        if room.out_leaves[outcome] == 1:
            links.links[used + outcome] = -1 - shuffle
        else:
            links.links[used + outcome] = (numbered(patterns, room.out_slots, outcome) << (4 * cars)) | shuffle


@kernel
def link(tables, room, patterns, links, wanted, begin, forward):
    """Work out the links of the patterns `wanted[begin:]`. Returns (how far it came, 0 done | 1 arrays full | 2 room short)."""
    slots = np.empty(tables.shape[0], dtype=np.int64)
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
        write_links(tables, patterns, room, links, count)
        links.links[used : used + count] = np.sort(links.links[used : used + count])
        kept = 0
        for outcome in range(count):
            if outcome == 0 or links.links[used + outcome] != links.links[used + outcome - 1]:
                links.links[used + kept] = links.links[used + outcome]
                kept += 1
        links.first[number], links.number[number], links.used[0] = used, kept, used + kept
    return len(wanted), 0

"""The patterns of one yard, numbered as they turn up, and the moves between them, each worked out once.

The kernels in `hump_kernels` answer for a single pattern; here every pattern gets a number and a list of packed *links*:
`target pattern << 4 n | shuffle` for a move, `-1 - order` for an exit. A link serves every labelling of its pattern.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.errors import TooLargeError
from shunt.search.hump_codec import LABEL_BITS, SLOT_BITS, SLOTS_IN_WORD, HumpCodec
from shunt.search.hump_kernels import make_room, mixed, moves
from shunt.search.jit import kernel
from shunt.search.limits import Limits

Ints = NDArray[np.int64]


class Patterns(NamedTuple):
    """Pattern number → two words of slots; `buckets` is the hash table of numbers (-1: empty), `count` has one entry."""

    words: Ints
    buckets: Ints
    count: Ints


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
    fresh = patterns.count[0]
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
    patterns.count[0] = fresh + 1
    return fresh


@kernel
def refill(patterns, buckets):
    """Enter every pattern into a larger hash table."""
    mask = len(buckets) - 1
    for number in range(patterns.count[0]):
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
        if used + count > len(links.links) or 2 * (patterns.count[0] + count + 1) > len(patterns.buckets):
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


class PatternBook:
    """The patterns of one yard and train length, with their successors (`ahead`) and predecessors (`back`).

    Arrays grow as needed; at a limit of memory growing raises `LimitReached`.
    """

    def __init__(self, codec: HumpCodec, limits: Limits) -> None:
        self.codec = codec
        self.limits = limits
        self._room = make_room(codec.tables)
        self.patterns = Patterns(np.zeros((1 << 12, 2), np.int64), np.full(1 << 13, -1, np.int64), np.zeros(1, np.int64))
        self.ahead = self._no_links()
        self.back = self._no_links()

    def __len__(self) -> int:
        return int(self.patterns.count[0])

    def number(self, slots: Ints) -> int:
        """The number of a pattern (new or known)."""
        self._make_way(1, 0)
        return int(numbered(self.patterns, slots))

    def slots(self, number: int) -> Ints:
        """The slots of a pattern."""
        slots = np.empty(self.codec.cars, dtype=np.int64)
        unpack_slots(self.patterns.words, number, slots)
        return slots

    def work_out(self, wanted: Ints, forward: bool) -> None:
        """See to it that every pattern in `wanted` has its links in `ahead` (or `back`)."""
        done, status = 0, 1
        while status:
            links = self.ahead if forward else self.back
            done, status = link(self.codec.tables, self._room, self.patterns, links, wanted, done, forward)
            if status == 2:
                self._room = make_room(self.codec.tables, 2 * len(self._room.node_end), 2 * len(self._room.out_leaves))
            elif status == 1:
                self._make_way(len(self._room.out_leaves), len(self._room.out_leaves))

    def _no_links(self) -> Links:
        rows = len(self.patterns.words)
        return Links(np.zeros(rows, np.int64), np.full(rows, -1, np.int64), np.zeros(1 << 14, np.int64), np.zeros(1, np.int64))

    def _make_way(self, patterns: int, links: int) -> None:
        """Grow whatever has not room for so many more."""
        count, rows = len(self), len(self.patterns.words)
        if 2 * (count + patterns + 1) > len(self.patterns.buckets) or count + patterns + 1 > rows:
            while 2 * (count + patterns + 1) > rows:
                rows *= 2
            if count + patterns > self.codec.most_patterns:
                raise TooLargeError(f"more than {self.codec.most_patterns} patterns: no state of {LABEL_BITS * self.codec.cars} bits of labels fits")
            self.limits.allow_bytes(8 * 10 * rows)
            buckets = np.full(2 * rows, -1, np.int64)
            refill(self.patterns, buckets)
            self.patterns = Patterns(_longer(self.patterns.words, rows), buckets, self.patterns.count)
            self.ahead = self.ahead._replace(first=_longer(self.ahead.first, rows), number=_longer(self.ahead.number, rows, -1))
            self.back = self.back._replace(first=_longer(self.back.first, rows), number=_longer(self.back.number, rows, -1))
        for name in ("ahead", "back"):
            part: Links = getattr(self, name)
            if int(part.used[0]) + links > len(part.links):
                self.limits.allow_bytes(8 * (3 * len(part.links) + links))
                setattr(self, name, part._replace(links=_longer(part.links, 2 * len(part.links) + links)))


def _longer(array: Ints, rows: int, value: int = 0) -> Ints:
    """The array with more rows, the new ones filled with `value`."""
    if rows <= len(array):
        return array
    result = np.full((rows, *array.shape[1:]), value, dtype=np.int64)
    result[: len(array)] = array
    return result

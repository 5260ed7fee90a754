"""The occupancies of one yard, numbered as they turn up, and the moves between them, each worked out once.

The kernels of `kernels.py` answer for a single occupancy; here every occupancy gets a number and a list of packed *links*:
`target occupancy << 4 n | shuffle`. A link serves every permutation of its occupancy. The exit has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from shunt.errors import TooLargeError
from shunt.hump.engine.codec import HumpCodec
from shunt.hump.engine.kernels import make_room, more_room, moves
from shunt.hump.engine.occupancy_kernels import Links, Occupancies, link, reach, unpack_slots
from shunt.hump.engine.words import CAR_BITS, SLOT_BITS, SLOTS_IN_WORD, USABLE_BITS, Ints
from shunt.rules.position import Position
from shunt.search.core.limits import Limits
from shunt.search.core.table import Numbered, StateTable

AT_ONCE = 1 << 11  # occupancies worked out between two looks at the clock
PUSHED = 1 << 18  # new states between two looks at the clock, at most
SHARE = 8  # … and at most one for so many slots of their table


class OccupancyBook:
    """The occupancies of one yard and train length, with the links of those that were worked out, by direction.

    Arrays grow as needed. If the memory limit does not allow this, `LimitReached` is raised.
    """

    def __init__(self, codec: HumpCodec, limits: Limits) -> None:
        self.codec = codec
        self.limits = limits
        self._room = make_room(codec.tables)
        self._numbered = Numbered(limits, 1 << 12, words=2)
        rows = len(self.words)
        self.links = {
            forward: Links(np.zeros(rows, np.int64), np.full(rows, -1), np.zeros(1 << 14, np.int64), np.zeros(1, np.int64))
            for forward in (True, False)
        }

    def __len__(self) -> int:
        return self._numbered.count

    @property
    def words(self) -> Ints:
        """Return the two words of slots of every occupancy, by number; rows past the last occupancy hold anything."""
        return self._numbered.states

    @property
    def numbered(self) -> Occupancies:
        """Return the occupancies and their numbers, for a kernel that adds none."""
        return Occupancies(self._numbered.states, self._numbered.keys, self._numbered.values)

    def state(self, position: Position) -> int:
        """Return a position as a state; its occupancy is numbered if it is new."""
        slots, permutation = self.codec.slots(position)
        return int(self.numbers(slots[None, :])[0]) << CAR_BITS * self.codec.cars | permutation

    def position(self, state: int) -> Position:
        """Return the position of a state."""
        slots, bits = np.empty(self.codec.cars, np.int64), CAR_BITS * self.codec.cars
        unpack_slots(self.words, state >> bits, slots)
        return self.codec.position(slots, state & (1 << bits) - 1)

    def numbers(self, rows: Ints) -> Ints:
        """Return the numbers of occupancies (new or known), given a row of slots each."""
        self._make_room(len(rows), 0)
        words = np.zeros((len(rows), 2), np.int64)
        for slot in range(rows.shape[1]):
            words[:, slot // SLOTS_IN_WORD] |= rows[:, slot] << SLOT_BITS * (slot % SLOTS_IN_WORD)
        self._numbered.gather(words)
        return self._numbered.values_of(words)

    def goals(self, order: Sequence[str]) -> Ints:
        """Return every state from which the train can leave in `order` in one move, sorted."""
        cars, tables = self.codec.cars, self.codec.tables
        while (count := moves(tables, self.codec.sink, self._room, False)) < 0:
            self._room = more_room(tables, self._room)
        occupancies, which = np.unique(self._room.out_slots[:count], axis=0, return_inverse=True)
        names, shifts = np.array([self.codec.colours.index(name) for name in order]), 4 * np.arange(cars)
        permutations = (names[self._room.out_shuffle[:count, None] >> shifts & 15] << shifts).sum(axis=1)
        return np.unique(self.numbers(occupancies)[which.ravel()] << 4 * cars | permutations)

    def beyond(self, states: Ints, forward: bool, table: StateTable, check: Callable[[], None], depth: int = 0) -> Iterator[Ints]:
        """Yield in parts the states one move after (or before) `states` (sorted) that are new to `table`, and enter them there.

        If the table has values, these are depths: states seen at more than `depth` are new too. `check` is called before each
        part and may raise an error.
        """
        occupancies = states >> CAR_BITS * self.codec.cars
        occupancies = occupancies[np.diff(occupancies, prepend=-1) != 0]
        links, done = self.links_of(occupancies, forward, check), 0
        most = int(links.number[occupancies].max(initial=0))
        while done < len(states):
            check()
            table.make_room(most)
            fresh = np.empty(min(table.room, max(most, min(PUSHED, len(table.keys) // SHARE))), np.int64)
            done, count, added = reach(self.codec.cars, links, states, done, depth, table.keys, table.values, fresh)
            table.count += int(added)
            yield fresh[:count].copy()

    def links_of(self, wanted: Ints, forward: bool, check: Callable[[], None]) -> Links:
        """Return the moves forward (or back), with those of the occupancies `wanted` worked out. `check` is called now and then
        and may raise an error."""
        done, numbered = 0, self._numbered
        while done < len(wanted):
            check()
            links, part = self.links[forward], wanted[: done + AT_ONCE]
            most = min(len(links.first), numbered.count + numbered.room)
            done, numbered.count, status = link(
                self.codec.tables, self._room, self.numbered, numbered.count, most, links, part, done, forward
            )
            if status == 2:
                self._room = more_room(self.codec.tables, self._room)
            elif status == 1:
                self._make_room(len(self._room.out_shuffle), len(self._room.out_shuffle))
        return self.links[forward]

    def _make_room(self, occupancies: int, links: int) -> None:
        """Grow every array that lacks room for `occupancies` more occupancies or `links` more links."""
        most = 1 << USABLE_BITS - CAR_BITS * self.codec.cars  # the numbers that a state can hold beside the permutation
        if len(self) + occupancies > most:
            raise TooLargeError(f"more than {most} occupancies: {self.codec.cars} cars leave no more bits")
        self._numbered.make_room(occupancies)
        rows = len(self.words)
        for forward, part in self.links.items():
            if rows > len(part.first):
                self.limits.allow_bytes(8 * 2 * rows)
                part = part._replace(first=longer(part.first, rows), number=longer(part.number, rows, -1))
            if int(part.used[0]) + links > len(part.links):
                self.limits.allow_bytes(8 * (3 * len(part.links) + links))
                part = part._replace(links=longer(part.links, 2 * len(part.links) + links))
            self.links[forward] = part


def longer(array: Ints, rows: int, value: int = 0) -> Ints:
    """Return the array with more rows, the new ones filled with `value`."""
    result = np.full((rows, *array.shape[1:]), value, np.int64)
    result[: len(array)] = array
    return result

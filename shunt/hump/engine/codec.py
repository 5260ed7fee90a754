"""Hump Yard positions ↔ occupancies and packed states (laid out in `words.py`): the only place that converts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from shunt.errors import TooLargeError
from shunt.hump.engine.words import CAR_BITS, SLOT_BITS, USABLE_BITS, HumpTables, Ints
from shunt.hump.rules import Hump
from shunt.hump.tiles import SEGMENTS, may_share
from shunt.rules.position import Position
from shunt.track.plan import End


@dataclass(frozen=True)
class HumpCodec:
    """The conversions of one yard and train; `HumpCodec.of` raises `TooLargeError` if a yard has too many spaces."""

    rules: Hump
    tables: HumpTables
    colours: tuple[str, ...]
    spaces: tuple[str, ...]

    @classmethod
    def of(cls, rules: Hump) -> HumpCodec:
        """Compile the rules on their yard."""
        track, yard = rules.track, len(rules.track.plan.spaces) - len(rules.train)
        sink = tuple(f"sink{number}" for number in range(len(rules.train)))
        spaces = (*track.plan.spaces[:yard], *sink, *track.queue)
        if len(spaces) >= 1 << SLOT_BITS:
            raise TooLargeError(f"the yard has {len(spaces)} spaces, and at most {(1 << SLOT_BITS) - 1} can be packed")
        return cls(rules, _tables(rules, spaces, sink), tuple(dict.fromkeys(rules.train)), spaces)

    @property
    def cars(self) -> int:
        """Return the number of cars in the train."""
        return len(self.rules.train)

    @property
    def most_occupancies(self) -> int:
        """Return how many occupancy numbers fit into a state beside the permutation."""
        return 1 << (USABLE_BITS - CAR_BITS * self.cars)

    def slots(self, position: Position) -> tuple[Ints, int]:
        """Return a position as (slots of its occupancy in rising order, permutation)."""
        cars = sorted((self.spaces.index(space), name) for space, name in zip(position.places, self.rules.train, strict=True))
        return np.array([number for number, _ in cars], np.int64), self.packed(name for _, name in cars)

    @property
    def sink(self) -> Ints:
        """Return the slots of the train in the sink, lead car first."""
        return np.arange(self.cars, dtype=np.int64) + self.tables.queue - self.cars

    def packed(self, names: Iterable[str]) -> int:
        """Return the permutation that has cars of these names in slots 0, 1, 2 …"""
        return sum(self.colours.index(name) << CAR_BITS * slot for slot, name in enumerate(names))

    def position(self, slots: Ints, permutation: int) -> Position:
        """Return the position of a state; of interchangeable cars the first in the train takes the lowest slot."""
        free = {name: [seat for seat, other in enumerate(self.rules.train) if other == name] for name in self.colours}
        places = [""] * self.cars
        for slot, space in enumerate(slots):
            name = self.colours[permutation >> (CAR_BITS * slot) & 15]
            places[free[name].pop(0)] = self.spaces[int(space)]
        return Position(tuple(places))


def _tables(rules: Hump, spaces: Sequence[str], sink: Sequence[str]) -> HumpTables:
    numbers = {space: number for number, space in enumerate(spaces)}
    joins = dict(rules.track.plan.fixed)
    for ahead, behind in pairwise(sink):
        joins |= {End(ahead, 0): (End(behind, 1),), End(behind, 1): (End(ahead, 0),)}
    joins |= {End(sink[-1], 0): tuple(sorted(rules.track.exits))} | dict.fromkeys(rules.track.exits, (End(sink[-1], 0),))
    first, to = [0], []
    for space in spaces:
        for end in (0, 1):
            to += [2 * numbers[other.space] + other.end for other in joins.get(End(space, end), ())]
            first.append(len(to))
    tiles: dict[str, int] = {}
    tile, bit, clash, names = [], [], [], [*SEGMENTS, "end"]
    for space in spaces:
        cell, _, segment = space.rpartition(".")
        tile.append(tiles.setdefault(cell or space, len(tiles)))
        own = segment if cell and segment in SEGMENTS else "end"
        bit.append(1 << names.index(own))
        clash.append(sum(1 << index for index, name in enumerate(names) if not may_share(own, name)))
    columns = (np.array(column, np.int64) for column in (first, to, tile, bit, clash))
    join_first, join_to, tile_of, bits, clashes = columns
    queue, any_stop = numbers[rules.track.queue[0]], rules.stop == "any"
    return HumpTables(join_first, join_to, tile_of, bits, clashes, len(rules.train), queue, any_stop, rules.returns, len(tiles))

"""Hump Yard positions ↔ occupancies and packed states (laid out in `words.py`): the only place that converts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from shunt.errors import TooLargeError
from shunt.hump.engine.words import CAR_BITS, SLOT_BITS, HumpTables, Ints
from shunt.hump.rules import Hump
from shunt.rules.position import Position
from shunt.track.plan import End


class HumpCodec:
    """The conversions of one yard and train."""

    def __init__(self, rules: Hump) -> None:
        """Compile the rules on their yard; raise `TooLargeError` if it has too many spaces."""
        self.rules, self.cars = rules, len(rules.train)
        self.colours = tuple(dict.fromkeys(rules.train))
        sink = tuple(f"sink{number}" for number in range(self.cars))
        self.spaces = (*rules.track.plan.spaces[: -self.cars], *sink, *rules.track.queue)
        if len(self.spaces) >= 1 << SLOT_BITS:
            raise TooLargeError(f"the yard has {len(self.spaces)} spaces, and at most {(1 << SLOT_BITS) - 1} can be packed")
        self.tables = _tables(rules, self.spaces, sink)

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
    track, numbers = rules.track, {space: number for number, space in enumerate(spaces)}
    joins = dict(track.plan.fixed)
    for ahead, behind in pairwise(sink):
        joins |= {End(ahead, 0): (End(behind, 1),), End(behind, 1): (End(ahead, 0),)}
    joins |= {End(sink[-1], 0): tuple(sorted(track.exits))} | dict.fromkeys(track.exits, (End(sink[-1], 0),))
    first, to = [0], []
    for space in spaces:
        for end in (0, 1):
            to += [2 * numbers[other.space] + other.end for other in joins.get(End(space, end), ())]
            first.append(len(to))
    tiles: dict[str, int] = {}
    tile = [tiles.setdefault(space.rpartition(".")[0] or space, len(tiles)) for space in spaces]
    # A tile has at most six spaces, numbered consecutively, so each has its own bit of eight.
    bit = [1 << number % 8 for number in range(len(spaces))]
    clash = [sum(bit[numbers[other]] for other in (space, *track.partners.get(space, ()))) for space in spaces]
    join_first, join_to, tile_of, bits, clashes = (np.array(column, np.int64) for column in (first, to, tile, bit, clash))
    queue, any_stop = numbers[track.queue[0]], rules.stop == "any"
    return HumpTables(join_first, join_to, tile_of, bits, clashes, len(rules.train), queue, any_stop, rules.returns, len(tiles))

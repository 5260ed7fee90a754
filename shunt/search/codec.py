"""Position ↔ packed state: the only place that converts.

A state is one signed 64-bit integer with 63 usable bits (−1 marks an empty slot of a hash table). From the low end: a slot
for every piece, then the phase (the combination of turntable positions). The slot of a locomotive with a heading is
2 · space + heading, that of any other piece is its space. Members of an interchangeable group stand in rising order of slot.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from shunt.errors import TooLargeError
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.tables import Phases, Tables, build_tables, phases_of

USABLE_BITS = 63


@dataclass(frozen=True)
class Codec:
    """The bit plan of one puzzle, and the tables that go with it.

    `Codec.for_rules` raises `TooLargeError` where a state needs more than 63 bits.
    """

    rules: Switcher
    shift: tuple[int, ...]
    width: tuple[int, ...]
    phase_shift: int
    phases: Phases
    tables: Tables
    _number: dict[str, int] = field(repr=False)

    @classmethod
    def for_rules(cls, rules: Switcher, jokers: int = 0) -> Codec:
        """Plan the bits of a state and compile the tables; `jokers` pieces are no part of it (see `bounds.py`)."""
        place_bits = max(1, (len(rules.plan.spaces) - 1).bit_length())
        width = [
            place_bits + (rules.has_headings and seat < len(rules.roster.locomotives)) for seat in range(len(rules.roster.pieces))
        ]
        shift = [sum(width[:seat]) for seat in range(len(width))]
        phases = phases_of(rules)
        bits = sum(width) + (len(phases.positions) - 1).bit_length()
        if bits > USABLE_BITS:
            fits = (USABLE_BITS - (bits - sum(width)) - rules.has_headings * len(rules.roster.locomotives)) // place_bits
            raise TooLargeError(
                f"{len(width)} pieces on {len(rules.plan.spaces)} spaces need {bits} bits a state, and {USABLE_BITS} are there: "
                f"at most {fits} pieces fit on this layout"
            )
        tables = build_tables(rules, shift, width, sum(width), jokers)
        return cls(rules, tuple(shift), tuple(width), sum(width), phases, tables, {s: i for i, s in enumerate(rules.plan.spaces)})

    def pack(self, position: Position) -> int:
        """The packed state of a position (canonical under interchangeable pieces)."""
        slots = [self._number[space] for space in position.places]
        for seat, heading in enumerate(position.headings):
            slots[seat] = 2 * slots[seat] + heading
        for group in self.rules.roster.interchangeable:
            seats = sorted(self.rules.roster.pieces.index(name) for name in group)
            for seat, slot in zip(seats, sorted(slots[seat] for seat in seats), strict=True):
                slots[seat] = slot
        state = self.phases.number[position.turntables] << self.phase_shift
        for slot, shift in zip(slots, self.shift, strict=True):
            state |= slot << shift
        return state

    def pack_all(self, positions: Iterable[Position]) -> NDArray[np.int64]:
        """Packed states of many positions, sorted, each once."""
        return np.unique(np.fromiter((self.pack(position) for position in positions), np.int64))

    def unpack(self, state: int) -> Position:
        """The position of a packed state."""
        state = int(state)
        slots = [state >> shift & (1 << width) - 1 for shift, width in zip(self.shift, self.width, strict=True)]
        spaces = self.rules.plan.spaces
        locomotives = len(self.rules.roster.locomotives) if self.rules.has_headings else 0
        places = tuple(spaces[slot >> 1] if seat < locomotives else spaces[slot] for seat, slot in enumerate(slots))
        headings = tuple(slot & 1 for slot in slots[:locomotives])
        return self.rules.roster.canonical(Position(places, headings, self.phases.positions[state >> self.phase_shift]))

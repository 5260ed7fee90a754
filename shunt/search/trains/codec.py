"""Position ↔ packed state. Only this module converts between the two and determines the layout of a state.

A state is one or two words: signed 64-bit integers of 63 usable bits (−1 marks an empty slot of a hash table). From the low end
of the first word, there is a slot for every piece. The setting (the combination of turntable positions) is at the top of the last
word. The slot of a locomotive with a heading is 2 · space + heading, and that of any other piece is its space. Members of an
interchangeable group are in rising order of slot. No slot is split between two words.

Two words are used if one is too small. The rest of the code is written once for both:

- As a Python integer, a state is low word + 2⁶⁴ · high word; `pack` and `unpack`, starts and paths use these integers. Shifts
  count 64 bits per word: bit b of the state is bit b mod 64 of word b div 64, and bit 63 of each word is never set.
- Arrays of n states have the shape (n,) for one word and (n, 2) for two. `core/arrays.py` adds the operations that NumPy lacks
  for rows: sorting, finding, reading slots. Code that only passes arrays on and takes rows by number is the same for both.
- In kernels a state is a pair of integers. `core/state_kernels.py` loads pairs from arrays and stores them, by the rank of the
  array, which is known when a kernel is compiled; so a kernel for one word is compiled as if there were no second.

Metrics store more than places in a state (`metrics/plan.py`). Their memory uses the free bits of either word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from shunt.errors import Fault, TooLargeError
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import USABLE_BITS, WORD, Slots, States, slots_of, sorted_once, states_of
from shunt.search.trains.records import Tables
from shunt.search.trains.tables import TurntableSettings, build_tables, settings_of

MOST_WORDS = 2


class BitPlan(NamedTuple):
    """The places of the fields of a state. `shift` and `width` have one entry per piece, and a last one for the setting."""

    shift: tuple[int, ...]
    width: tuple[int, ...]
    words: int

    @classmethod
    def of(cls, width: Sequence[int], words: int) -> BitPlan | None:
        """Return a plan for fields of these widths in this many words, or None if they do not fit.

        If there are two words, the first one gets the number of pieces that leaves most room in the fuller word.
        """
        if words == 1:
            return cls(_ends(width, 0), tuple(width), 1) if sum(width) <= USABLE_BITS else None
        if sum(width) > words * USABLE_BITS:
            return None
        fullest, cut = min((max(sum(width[:cut]), sum(width[cut:])), cut) for cut in range(len(width)))
        return cls(_ends(width[:cut], 0) + _ends(width[cut:], WORD), tuple(width), words) if fullest <= USABLE_BITS else None

    @property
    def mask(self) -> int:
        """A word in which all bits that slots use are set."""
        return sum((1 << width) - 1 << shift for shift, width in zip(self.shift, self.width, strict=True))

    @property
    def free(self) -> list[int]:
        """The bits that are not used, in rising order."""
        mask = self.mask
        return [bit for bit in range(WORD * self.words) if bit % WORD < USABLE_BITS and not mask >> bit & 1]


def _ends(fields: Sequence[int], first: int) -> tuple[int, ...]:
    """Return the first bit of each field if the fields follow each other from bit `first` on."""
    return tuple(first + sum(fields[:number]) for number in range(len(fields)))


def legal_spaces(rules: Switcher) -> list[int]:
    """Return the numbers of the spaces where some piece may be."""
    return [rules.plan.numbers[space] for space in rules.access.stopping]


def field_widths(rules: Switcher, settings: TurntableSettings) -> list[int]:
    """Return the number of bits of each piece and, last, of the setting."""
    place_bits = max(1, (len(rules.plan.spaces) - 1).bit_length())
    pieces = range(len(rules.roster.pieces))
    width = [place_bits + (rules.has_headings and seat < len(rules.roster.locomotives)) for seat in pieces]
    return [*width, (len(settings.positions) - 1).bit_length()]


@dataclass(frozen=True)
class Codec:
    """The bit plan of one puzzle, and the tables that go with it.

    `shift`, `width` (one entry per piece): the first bit and the number of bits of a slot; `setting_shift`, `setting_width`: the
    same for the setting; `words`: the number of words per state.
    """

    rules: Switcher
    shift: tuple[int, ...]
    width: tuple[int, ...]
    setting_shift: int
    setting_width: int
    words: int
    settings: TurntableSettings
    jokers: int

    @classmethod
    def for_rules(
        cls,
        rules: Switcher,
        jokers: int = 0,
        words: int | None = None,
        settings: TurntableSettings | None = None,
        is_lazy: bool = False,
    ) -> Codec:
        """Plan the bits of a state and compile the tables. `jokers` is the number of pieces that are not part of it
        (`pattern_databases.py`).

        `words`: 1 or 2 for states of that many words, or None for as few as hold the puzzle. `settings`: the turntable positions
        that states can have, closed under moves (`settings_from`), or None for all. `is_lazy`: tables are compiled when they are
        first used. Raise `TooLargeError` if the puzzle does not fit.
        """
        settings, bits = settings or settings_of(rules), None
        width = field_widths(rules, settings)
        for count in range(1, MOST_WORDS + 1) if words is None else (words,):
            bits = bits or BitPlan.of(width, count)
        if bits is None:
            raise TooLargeError(_too_large(rules, width, words or MOST_WORDS))
        *shift, setting_shift = bits.shift
        made = cls(rules, tuple(shift), tuple(width[:-1]), setting_shift, width[-1], bits.words, settings, jokers)
        if not is_lazy:
            _ = made.tables
        return made

    @cached_property
    def tables(self) -> Tables:
        """Return the data about the rules that kernels use."""
        return build_tables(self)

    @property
    def bits(self) -> BitPlan:
        """Return the places of the fields of a state."""
        return BitPlan((*self.shift, self.setting_shift), (*self.width, self.setting_width), self.words)

    @property
    def sides(self) -> int:
        """Return the number of slots of a locomotive on each space, which is one for each heading."""
        return 2 if self.rules.has_headings else 1

    def has_heading(self, seat: int) -> bool:
        """Return whether the slots of a piece include its heading."""
        return self.rules.has_headings and seat < len(self.rules.roster.locomotives)

    def slots_on(self, seat: int, spaces: Iterable[str], headings: Sequence[int] = (0, 1)) -> tuple[int, ...]:
        """Return the slots of one piece on these spaces, with each of the headings if it has one."""
        numbers = [self.rules.plan.numbers[space] for space in spaces]
        return tuple(2 * number + end for number in numbers for end in headings) if self.has_heading(seat) else tuple(numbers)

    def slots(self, states: States, seat: int) -> Slots:
        """Return the slot of one piece in each of `states`."""
        return slots_of(states, self.shift[seat], self.width[seat])

    def spaces(self, states: States, seat: int) -> Slots:
        """Return the number of the space of one piece in each of `states`."""
        return self.slots(states, seat) >> self.has_heading(seat)

    def pack(self, position: Position) -> int:
        """Return the packed state of a position (canonical under interchangeable pieces)."""
        slots = [self.rules.plan.numbers[space] for space in position.places]
        for seat, heading in enumerate(position.headings):
            slots[seat] = 2 * slots[seat] + heading
        for seats in self.rules.roster.seats_alike:
            for seat, slot in zip(seats, sorted(slots[seat] for seat in seats), strict=True):
                slots[seat] = slot
        state = self.settings.number[position.turntables] << self.setting_shift
        for slot, shift in zip(slots, self.shift, strict=True):
            state |= slot << shift
        return state

    def states(self, numbers: Iterable[int]) -> States:
        """Return an array of states that are given as Python integers."""
        return states_of(numbers, self.words)

    def pack_all(self, positions: Iterable[Position]) -> States:
        """Return the packed states of many positions, sorted and without duplicates."""
        return sorted_once(self.states(self.pack(position) for position in positions))

    def unpack(self, state: int) -> Position:
        """Return the position of a packed state."""
        slots, spaces = self.slots_in(int(state)), self.rules.plan.spaces
        places = tuple(spaces[slot >> self.has_heading(seat)] for seat, slot in enumerate(slots))
        headings = tuple(slot & 1 for seat, slot in enumerate(slots) if self.has_heading(seat))
        turned = self.settings.positions[state >> self.setting_shift]
        return self.rules.roster.canonical(Position(places, headings, turned, self.rules.roster.pieces))

    def slots_in(self, state: int) -> list[int]:
        """Return the slot of every piece in a packed state."""
        return [state >> shift & (1 << width) - 1 for shift, width in zip(self.shift, self.width, strict=True)]


def _too_large(rules: Switcher, width: Sequence[int], words: int) -> Fault:
    """Return a message that a puzzle does not fit, and how many of its pieces would."""
    pieces = len(width) - 1
    fits = max((count for count in range(pieces) if BitPlan.of([*width[:count], width[-1]], words)), default=0)
    states = "a state of one word" if words == 1 else "a state"
    return Fault(
        "",
        f"{pieces} pieces on {len(rules.plan.spaces)} spaces are more than {states} can hold ({words * USABLE_BITS} bits)",
        f"at most {fits} pieces fit on this layout",
    )

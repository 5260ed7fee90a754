"""Position ↔ packed state: the only place that converts, and that decides how a state is laid out.

A state is one word or two: signed 64-bit integers of 63 usable bits (−1 marks an empty slot of a hash table). From the low end
of the first word there is a slot for every piece, then the phase (the combination of turntable positions), on top of the last
word. The slot of a locomotive with a heading is 2 · space + heading, that of any other piece is its space. Members of an
interchangeable group stand in rising order of slot. No slot lies partly in one word and partly in another.

Two words are taken where one is too small. Everything else is written once for both:

- As a Python integer a state is low word + 2⁶⁴ · high word; `pack` and `unpack`, starts and paths use these. So shifts count 64
  bits a word: bit b of the state is bit b mod 64 of word b div 64, and bit 63 of each word is never set.
- Arrays of n states have the shape (n,) for one word and (n, 2) for two. `core/arrays.py` does with them what NumPy does not
  do for rows: sort, find, read slots. Code that only passes arrays on and takes rows by number is the same for both.
- In kernels a state is a pair of integers. `core/state_kernels.py` loads pairs from arrays and stores them, by the rank of the
  array, which is known when a kernel is compiled; so a kernel for one word is compiled as if there were no second.

Metrics, which put more into a state than places (`metrics/plan.py`), ask for one word and refuse puzzles that need two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from shunt.errors import TooLargeError
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import WORD, States, sorted_once, states_of
from shunt.search.trains.tables import Phases, Tables, build_tables, phases_of

USABLE_BITS = 63
MOST_WORDS = 2


@dataclass(frozen=True)
class Codec:
    """The bit plan of one puzzle, and the tables that go with it.

    `shift`, `width` (a piece each): where a slot begins and how many bits it has; `phase_shift`, `phase_width`: the same for
    the phase; `words`: how many words a state has.
    """

    rules: Switcher
    shift: tuple[int, ...]
    width: tuple[int, ...]
    phase_shift: int
    phase_width: int
    words: int
    phases: Phases
    tables: Tables
    _number: dict[str, int] = field(repr=False)

    @classmethod
    def for_rules(cls, rules: Switcher, jokers: int = 0, words: int | None = None, phases: Phases | None = None) -> Codec:
        """Plan the bits of a state and compile the tables; `jokers` pieces are not part of it (`pattern_databases.py`).

        `words`: 1 or 2 for states of that many words, None for as few as hold the puzzle. `phases`: the combinations of turntable
        positions that states can have, closed under moves (`phases_from`); None for all. Raises `TooLargeError` where the puzzle
        does not fit.
        """
        place_bits = max(1, (len(rules.plan.spaces) - 1).bit_length())
        width = [
            place_bits + (rules.has_headings and seat < len(rules.roster.locomotives)) for seat in range(len(rules.roster.pieces))
        ]
        phases = phases or phases_of(rules)
        phase_width = (len(phases.positions) - 1).bit_length()
        shift = None
        for count in range(1, MOST_WORDS + 1) if words is None else (words,):
            shift = shift or _shifts(width, phase_width, count)
        if shift is None:
            raise TooLargeError(_too_large(rules, width, phase_width, words or MOST_WORDS))
        words = 1 + shift[-1] // WORD
        tables = build_tables(rules, shift[:-1], width, shift[-1], jokers, words, phases)
        number = {space: index for index, space in enumerate(rules.plan.spaces)}
        return cls(rules, tuple(shift[:-1]), tuple(width), shift[-1], phase_width, words, phases, tables, number)

    def pack(self, position: Position) -> int:
        """Return the packed state of a position (canonical under interchangeable pieces)."""
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

    def states(self, numbers: Iterable[int]) -> States:
        """Return an array of states that are given as Python integers."""
        return states_of(numbers, self.words)

    def pack_all(self, positions: Iterable[Position]) -> States:
        """Packed states of many positions, sorted, each once."""
        return sorted_once(self.states(self.pack(position) for position in positions))

    def unpack(self, state: int) -> Position:
        """Return the position of a packed state."""
        state = int(state)
        slots = [state >> shift & (1 << width) - 1 for shift, width in zip(self.shift, self.width, strict=True)]
        spaces = self.rules.plan.spaces
        locomotives = len(self.rules.roster.locomotives) if self.rules.has_headings else 0
        places = tuple(spaces[slot >> 1] if seat < locomotives else spaces[slot] for seat, slot in enumerate(slots))
        headings = tuple(slot & 1 for slot in slots[:locomotives])
        return self.rules.roster.canonical(Position(places, headings, self.phases.positions[state >> self.phase_shift]))


def _shifts(width: Sequence[int], phase_width: int, words: int) -> list[int] | None:
    """Return where the slot of every piece begins, and last the phase; None where they do not fit.

    Of two words the first has the number of pieces that leaves most room in the fuller of both.
    """
    fields = [*width, phase_width]
    if words == 1:
        return _ends(fields, 0) if sum(fields) <= USABLE_BITS else None
    fullest, cut = min((max(sum(fields[:cut]), sum(fields[cut:])), cut) for cut in range(len(fields)))
    return _ends(fields[:cut], 0) + _ends(fields[cut:], WORD) if fullest <= USABLE_BITS else None


def _ends(fields: Sequence[int], first: int) -> list[int]:
    """Return where each of the fields begins, one behind the other from bit `first` on."""
    return [first + sum(fields[:number]) for number in range(len(fields))]


def _too_large(rules: Switcher, width: Sequence[int], phase_width: int, words: int) -> str:
    """Return what to say of a puzzle that does not fit: how many of its pieces would."""
    fits = max((count for count in range(len(width)) if _shifts(width[:count], phase_width, words)), default=0)
    states = "a state of one word" if words == 1 else "a state"
    return (
        f"{len(width)} pieces on {len(rules.plan.spaces)} spaces are more than {states} can hold "
        f"({words * USABLE_BITS} bits): at most {fits} pieces fit on this layout"
    )

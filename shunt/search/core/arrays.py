"""Arrays of packed states. NumPy lacks these operations for states of two words.

An array of n one-word states has the shape (n,), and an array of n two-word states has the shape (n, 2), the low word first. As a
Python integer, a state is low word + 2⁶⁴ · high word, and states are sorted in this order. See `codec.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Mask = NDArray[np.bool_]  # which elements of another array are chosen
States = Ints  # packed
Slots = Ints  # of one piece each, taken from states
Bits = Ints  # the words of a bit set
WORD = 64
USABLE_BITS = WORD - 1  # of a word: none below zero is a state
LARGEST = int(np.iinfo(np.int64).max)
LOW = (1 << WORD) - 1
BATCH = 1 << 18  # states that one kernel call makes or looks at: 5 to 10 ms, so that Ctrl-C and limits are never far
BATCH_ROWS = 1 << 16  # rows of a table that one kernel call makes: at most some 80 ms
PART = 1 << 12  # states that a thread expands at a time
FULLEST = 0.7  # load at which a hash table grows
GROWTH = 1.6


def words_of(states: States) -> int:
    """Return the number of words per state."""
    return 1 if states.ndim == 1 else states.shape[1]


def room_for(count: int, words: int) -> States:
    """Return an array of the shape of `count` states, not initialised."""
    return np.empty(count if words == 1 else (count, words), np.int64)


def free_slots(count: int, words: int) -> States:
    """Return an empty hash table of states."""
    return np.full(count if words == 1 else (count, words), -1, np.int64)


def grown(capacity: int, entries: int = 0) -> int:
    """Return the next capacity of a hash table that has `capacity` slots and must hold `entries`."""
    return int(max(GROWTH * capacity, entries / FULLEST + 1))


def states_of(numbers: Iterable[int], words: int) -> States:
    """Return states given as Python integers, as an array."""
    if words == 1:
        return np.array(list(numbers), np.int64)
    return np.array([(number & LOW, number >> WORD) for number in numbers], np.int64).reshape(-1, words)


def numbers_of(states: States) -> list[int]:
    """Return an array of states as Python integers."""
    if states.ndim == 1:
        return [int(state) for state in states.tolist()]
    return [low | high << WORD for low, high in states.tolist()]


def slots_of(states: States, shift: int, width: int) -> Slots:
    """Return the slots that consist of the `width` bits from bit `shift` on."""
    word: Slots = states if states.ndim == 1 else states[:, shift // WORD]
    return word >> shift % WORD & (1 << width) - 1


def with_slots(states: States, shift: int, width: int, slots: Slots | int) -> States:
    """Return copies of `states` with other slots."""
    changed = states.copy()
    word = changed if states.ndim == 1 else changed[:, shift // WORD]
    word &= ~((1 << width) - 1 << shift % WORD)
    word |= slots << shift % WORD
    return changed


def keys_of(states: States) -> NDArray[Any]:
    """Return for each state a value that NumPy sorts in the order of states: the state itself, or its two words as bytes."""
    if states.ndim == 1:
        return states
    return np.ascontiguousarray(states[:, ::-1].astype(">i8")).view("S16").ravel()


def sorted_once(states: States) -> States:
    """Return the states in rising order, without duplicates."""
    # Not np.unique: it asks whether the array is masked, and imports numpy.ma for that (40 ms).
    rising = np.sort(states) if states.ndim == 1 else states[np.lexsort((states[:, 0], states[:, 1]))]
    differs = np.ones(len(rising), np.bool_)
    changes = rising[1:] != rising[:-1]
    differs[1:] = changes if changes.ndim == 1 else changes.any(axis=1)
    return rising[differs]


def blocks(states: States) -> Iterator[States]:
    """Yield `states` in parts, so that intermediate results need little memory."""
    for begin in range(0, len(states), BATCH):
        yield states[begin : begin + BATCH]


def places_of(states: States, few: States) -> Ints:
    """Return the indices of those of `states` that are among `few` others. `states` are neither sorted nor copied."""
    if not len(few):
        return np.empty(0, np.int64)
    known = np.sort(few if few.ndim == 1 else few[:, 0])
    found = [np.flatnonzero(places_among(known, part if part.ndim == 1 else part[:, 0])[1]) for part in blocks(states)]
    places = np.concatenate([part + number * BATCH for number, part in enumerate(found)]) if found else np.empty(0, np.int64)
    return places if states.ndim == 1 else places[np.isin(keys_of(states[places]), keys_of(few))]


def shared(states: States, few: States) -> States:
    """Return the states that are in both arrays, in rising order and without duplicates. `few` should be the smaller array."""
    return sorted_once(states[places_of(states, few)])


def places_among(keys: NDArray[Any], states: States) -> tuple[Ints, Mask]:
    """Return the indices of states among sorted ones, whose keys (`keys_of`) are given, and whether each state is there."""
    wanted = keys_of(states)
    places = np.searchsorted(keys, wanted)
    places[places == len(keys)] = 0
    return places, keys[places] == wanted


def holds(states: States, number: int) -> bool:
    """Return whether the state `number` is among `states`."""
    wanted = states_of([number], words_of(states))
    return any(bool((part == wanted if part.ndim == 1 else (part == wanted).all(axis=1)).any()) for part in blocks(states))


def smallest(states: States) -> int:
    """Return the smallest of `states` as a Python integer."""
    if states.ndim == 1:
        return int(states.min())
    high = states[:, 1].min()
    return int(states[states[:, 1] == high, 0].min()) | int(high) << WORD

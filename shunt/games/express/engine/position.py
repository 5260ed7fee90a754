"""Positions of Yardmaster Express as the arrays that its kernels work on.

Cards are numbers: places in the sorted list of all different cards. Players are numbered from the one to move, in the order
of turns. Nothing here knows names, seats or files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shunt.games.express.engine.codes import CONDITION, LOWEST_VALUE, MATCHED, RULES

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Rules:
    """What scoring depends on. `cards`: a row of colour, value, colour, value for each card; `row` as the kernels read it."""

    cards: Ints
    row: Ints
    sequence: Ints

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints]:
        """The arrays in the order in which kernels take them."""
        return self.cards, self.row, self.sequence

    @classmethod
    def from_numbers(cls, cards: Sequence[Sequence[int]], row: Sequence[int], sequence: Sequence[Sequence[int]] | None) -> Rules:
        """Make the arrays; without a sequence its automaton stays in state 0."""
        if len(row) != RULES:
            raise ValueError(f"a row of rules has {RULES} numbers")
        table = sequence if sequence is not None else [[0] * 4] * (MATCHED + 1)
        return cls(np.array(cards, np.int64), np.array(row, np.int64), np.array(table, np.int64))


@dataclass(frozen=True)
class ExpressPosition:
    """A game before a draw or after it: trains and values from the player to move on, and the hand received."""

    rules: Rules
    trains: tuple[int, ...]
    values: tuple[int, ...]
    hand: tuple[int, ...]
    plies: int
    """Plies to the end of the game."""

    @property
    def players(self) -> int:
        """The number of trains."""
        return len(self.trains)

    @property
    def weighed_lead(self) -> int:
        """The lead in values so far, or 0 if the caboose does not compare values."""
        return self.values[0] - self.values[1] if self.rules.row[CONDITION] == LOWEST_VALUE else 0

    def hand_with(self, drawn: int) -> Ints:
        """Return the hand and the card drawn, sorted."""
        return np.array(sorted((*self.hand, drawn)), np.int64)

    @property
    def train_arrays(self) -> tuple[Ints, Ints]:
        """Trains and values as new arrays, which kernels change."""
        return np.array(self.trains, np.int64), np.array(self.values, np.int64)


class ValueTable:
    """A hash table for `duel` or `hidden`: 2^bits rows of keys (`words` each) and what `hidden` has found for each."""

    def __init__(self, bits: int, words: int) -> None:
        self.bits, size = bits, 1 << bits
        self.keys = np.zeros((size, words), np.int64)
        self.found = np.zeros(size)
        self.meta = np.array([0, size - 1, 0], np.int64)

    def states(self) -> int:
        """Return the number of states stored."""
        return int(self.meta[0])

    def stop(self) -> None:
        """Have the kernel that works on this table end; what it returns is void."""
        self.meta[2] = 2

    @property
    def overflowed(self) -> bool:
        """Return whether the table was too small, which makes the result void."""
        return bool(self.meta[2])

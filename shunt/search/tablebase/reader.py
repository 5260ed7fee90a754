"""Tablebases: exact distances to a goal for every arrangement, read from a file.

The file is mapped, and a block is verified when the first slot in it is asked for. See `format.py` for what is in a
file and `builder.py` for how it is made.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal, RouteCard
from shunt.files.reading import open_regular, reason_of
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import States
from shunt.search.core.search import Search
from shunt.search.index.bitsets import Scratch
from shunt.search.index.occupancy_kernels import _targets
from shunt.search.index.perfect import Arrangements
from shunt.search.tablebase.files import table_files
from shunt.search.tablebase.format import (
    BLOCK_WORDS,
    DIGEST,
    Header,
    TablebaseError,
    block_digest,
    key_of,
    puzzle_of,
    read_head,
    refused,
    rules_from,
)
from shunt.search.tablebase.puzzle_check import check_places, check_slots
from shunt.search.trains.codec import Codec

MOST_ON_PATHS = 2000  # positions on shortest solutions: each costs some 50 µs


@dataclass
class Tablebase:
    """A table opened for reading; make one with `Tablebase.open`."""

    file: str
    header: Header
    rules: Switcher
    goal: Goal
    arrangements: Arrangements
    _words: NDArray[np.int64] = field(repr=False)
    _digests: bytes = field(repr=False)
    _is_verified: bytearray = field(repr=False)
    _scratch: Scratch = field(repr=False)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Tablebase:
        """Open a file; raises `TablebaseError` where it is not a whole tablebase that this program understands."""
        header, digests = _head_of(path)
        try:
            rules, goal = rules_from(header.puzzle)
            check_places(rules)
            codec = Codec.for_rules(rules)
            check_slots(codec, header.slots)
            arrangements = Arrangements.of(codec)
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError, RecursionError):
            raise refused(path, "the header does not describe a puzzle of this table") from None
        if not 0 < arrangements.slots == header.slots or sum(header.levels) > header.slots:
            raise refused(path, f"the puzzle has {arrangements.slots:,} arrangements, but the table is of {header.slots:,}")
        words = np.memmap(path, "<i8", "r", header.data_begins, (header.words,)) if header.words else np.empty(0, np.int64)
        return cls(
            os.fspath(path), header, rules, goal, arrangements, words, digests, bytearray(header.blocks), Scratch(arrangements)
        )

    def verify(self) -> None:
        """Read every block; raises `TablebaseError` at the first that is damaged."""
        for block in range(self.header.blocks):
            self._verify(block)

    def distance(self, position: Position) -> int | None:
        """Return the fewest moves from `position` to the goal; None where it cannot be reached.

        The position must be one of the puzzle: `rules.faults_of` says what is wrong with one that is not.
        """
        return self._at(self.arrangements.number(position))

    def __getitem__(self, position: Position) -> int | None:
        return self.distance(position)

    def path(self, position: Position) -> list[Position] | None:
        """Return the positions of a shortest solution, `position` first; None where there is none.

        Of several best moves it takes the one to the smallest number. Positions are canonical under interchangeable pieces.
        """
        number = self.arrangements.number(position)
        distance = self._at(number)
        if distance is None:
            return None
        numbers = [number]
        while distance:
            distance -= 1
            numbers.append(self._one_of(numbers[-1], distance))
        positions = [self.arrangements.position(number) for number in numbers]
        if not self.goal.is_met(self.rules.roster, positions[-1]):
            raise refused(self.file, f"slot {numbers[-1]:,} should meet the goal and does not")
        return positions

    def levels(self, position: Position) -> Iterator[list[Position]]:
        """The positions on all shortest solutions from `position`: itself, those after one move, … (none without solution)."""
        numbers = [self.arrangements.number(position)]
        distance = self._at(numbers[0])
        while distance is not None:
            yield [self.arrangements.position(number) for number in numbers]
            distance = distance - 1 if distance else None
            numbers = sorted({after for number in numbers for after in self._successors(number) if self._at(after) == distance})

    def best(self, position: Position) -> Position | None:
        """Return the position after a best move; None where the goal is met or cannot be reached."""
        number = self.arrangements.number(position)
        distance = self._at(number)
        if not distance:
            return None
        return self.arrangements.position(self._one_of(number, distance - 1))

    def _at(self, number: int) -> int | None:
        word, place = divmod(number, self.header.a_word)
        block = word // BLOCK_WORDS
        if not self._is_verified[block]:
            self._verify(block)
        bits = self.header.bits
        value = int(self._words[word]) >> place * bits & (1 << bits) - 1
        if value > len(self.header.levels):
            raise refused(self.file, f"slot {number:,} holds a distance that the header does not know")
        return value - 1 if value else None

    def _verify(self, block: int) -> None:
        data = self._words[block * BLOCK_WORDS : (block + 1) * BLOCK_WORDS]
        if block_digest(data.data.cast("B")) != self._digests[block * DIGEST : (block + 1) * DIGEST]:
            slots = BLOCK_WORDS * self.header.a_word
            first, last = block * slots, min((block + 1) * slots, self.header.slots) - 1
            raise refused(self.file, f"the data has been changed or damaged in block {block:,} (slots {first:,} to {last:,})")
        self._is_verified[block] = 1

    def _one_of(self, number: int, distance: int) -> int:
        """Return the first slot one move after `number` with such a distance."""
        found = next((after for after in self._successors(number) if self._at(after) == distance), None)
        if found is None:
            raise refused(self.file, f"no move leads from slot {number:,} to one that is {distance} moves away, as it should")
        return found

    def _successors(self, number: int) -> list[int]:
        """Return the numbers one move after `number`, rising, each once."""
        index, own = self.arrangements.index, self._scratch
        row, permutation = divmod(number, index.permutations)
        while (found := _targets(self.arrangements.codec.tables, index, own.work, own.at, row, True, own.targets)) < 0:
            own.grow()
        rows, orders = own.targets[:found].T
        return [int(after) for after in np.unique(rows * index.permutations + index.action[orders, permutation])]


def _head_of(path: str | os.PathLike[str]) -> tuple[Header, bytes]:
    try:
        with open_regular(path) as file:
            return read_head(file, path, os.fstat(file.fileno()).st_size)
    except (OSError, ValueError) as error:
        if isinstance(error, TablebaseError):
            raise
        raise refused(path, f"the file cannot be read: {reason_of(error)}", "name a file that `tablebase build` wrote") from None


def open_for(rules: Switcher, goal: Goal, path: str | os.PathLike[str]) -> Tablebase:
    """Open the table in `path`, which must be of this puzzle; raises `TablebaseError` otherwise."""
    header, _ = _head_of(path)
    if header.key != key_of(puzzle_of(rules, goal)):
        raise _foreign(path)
    return Tablebase.open(path)


def _foreign(path: str | os.PathLike[str]) -> TablebaseError:
    return refused(path, "this table is of another puzzle: board, pieces, rules or goal differ", "build one for this card")


def is_of(path: str | os.PathLike[str], rules: Switcher, goal: Goal) -> bool:
    """Return whether a file is a table of this puzzle, by its header."""
    try:
        return _head_of(path)[0].key == key_of(puzzle_of(rules, goal))
    except TablebaseError:
        return False


def find(card: RouteCard, folder: str | os.PathLike[str] | None = None) -> tuple[Tablebase | None, list[TablebaseError]]:
    """Return the tablebase of a card, if there is one, and what is wrong with files that should be it and are not.

    It may be beside the card's file, under the card's name in the current folder (where tablebases of shipped cards are built),
    or in `folder` (see `table_files`). Files in the folder are chosen by the puzzle in their header, whatever their names; sound
    tablebases of other puzzles are ignored there. Raises `InputError` if `folder` is not a folder.
    """
    named, others = table_files(card, folder)
    if not named and not others:
        return None, []
    key, faults = key_of(puzzle_of(card.rules, card.goal)), list[TablebaseError]()
    for path in (*named, *others):
        try:
            if _head_of(path)[0].key == key:
                return Tablebase.open(path), faults
            if path in named:
                faults.append(_foreign(path))
        except TablebaseError as error:
            faults.append(error)
    return None, faults


# --------------------------------------------------------------------------------------------------------------------
# For `solve`


@dataclass
class TableSearch(Search):
    """A shortest solution looked up in a table, from one start."""

    table: Tablebase
    start: Position

    @property
    def lower_bound(self) -> int:
        """No solution is shorter."""
        return len(self.path) - 1 if self.path else 0

    @property
    def states(self) -> int:
        """Return how many positions the path has: nothing else was reached."""
        return len(self.path or [0])

    @property
    def proof(self) -> dict[str, str]:
        """Return the table that the answer rests on."""
        return {"argument": f"the tablebase {self.table.file} holds the exact distance of every arrangement"}

    def shortest_levels(self, most: int) -> list[States] | None:
        """Return the states on all shortest paths; positions are made one by one here, so few are taken."""
        found, codec = list[States](), self.table.arrangements.codec
        for positions in self.table.levels(self.start):
            found.append(codec.pack_all(positions))
            if sum(map(len, found)) > min(most, MOST_ON_PATHS):
                return None
        return found

    def _search(self) -> None:
        positions = self.table.path(self.start)
        self.exhausted = positions is None
        if positions is not None:
            self.path = [self.table.arrangements.codec.pack(position) for position in positions]
            self.expanded = len(positions) - 1

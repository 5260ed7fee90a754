"""Tablebases: exact distances to a goal for every arrangement, read from a file.

The file is mapped into memory, and a block is verified when its first slot is read. The contents are described in `format.py`;
the wing `tablebases` builds the files.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from shunt.cards.card import Goal, RouteCard
from shunt.cards.evidence import NOTHING, DistanceStored, Evidence
from shunt.cards.files import card_in
from shunt.cards.stop import Stop, StopKind
from shunt.errors import InputError
from shunt.files.container import DIGEST, block_digest
from shunt.files.document import parse_text
from shunt.files.reading import StrPath
from shunt.rules.guide import describe, run_between
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import Ints, States
from shunt.search.core.limits import Limits
from shunt.search.core.search import Search
from shunt.search.index.bitsets import Scratch
from shunt.search.index.occupancy_kernels import _targets
from shunt.search.index.perfect import Arrangements, can_index, occupancies_of, permutations_of
from shunt.search.tablebase.format import (
    BLOCK_WORDS,
    Header,
    TablebaseError,
    key_of_card,
    read_head,
    refused,
)
from shunt.search.trains.codec import Codec


@dataclass
class Tablebase:
    """A tablebase that is open for reading. Open one with `Tablebase.open`."""

    file: str
    header: Header
    rules: Switcher
    goal: Goal
    arrangements: Arrangements
    _words: Ints = field(repr=False)
    _digests: bytes = field(repr=False)
    _is_verified: bytearray = field(repr=False)
    _scratch: Scratch = field(repr=False)

    @classmethod
    def open(cls, path: StrPath) -> Tablebase:
        """Open the file `path`; raise `TablebaseError` if it is damaged, or not a tablebase that this program understands."""
        header, digests = read_head(path)
        try:
            card = _card_in(header)
            codec = Codec.for_rules(card.rules)
            if not can_index(codec) or occupancies_of(codec) * permutations_of(codec) != header.slots or header.unreached < 0:
                raise InputError("other arrangements")
        except InputError:
            raise refused(path, "the header does not describe a puzzle of this table") from None
        arrangements = Arrangements.of(codec)
        words = np.memmap(path, "<i8", "r", header.data_begins, (header.words,))
        is_verified, scratch = bytearray(header.blocks), Scratch(arrangements)
        return cls(os.fspath(path), header, card.rules, card.goal, arrangements, words, digests, is_verified, scratch)

    def verify(self) -> None:
        """Read every block; raise `TablebaseError` at the first damaged one."""
        for block in range(self.header.blocks):
            self._verify(block)

    def distance(self, position: Position) -> int | None:
        """Return the fewest moves from `position` to the goal, or None if the goal cannot be reached. The position must fit the
        puzzle. `rules.faults_of` lists the faults of any other position.
        """
        return self._at(self.arrangements.number(position))

    def __getitem__(self, position: Position) -> int | None:
        return self.distance(position)

    def path(self, position: Position) -> list[Position] | None:
        """Return the positions of a shortest solution, beginning with `position`, or None if there is no solution.

        If there are several best moves, the one to the position with the smallest number is used. Interchangeable pieces are in
        canonical order.
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
        if not self.rules.is_met(self.goal, positions[-1]):
            raise refused(self.file, f"slot {numbers[-1]:,} should meet the goal and does not")
        return positions

    def levels(self, position: Position) -> Iterator[list[Position]]:
        """Return the positions on all shortest solutions from `position`, level by level. The result is empty if `position`
        has no solution."""
        numbers = [self.arrangements.number(position)]
        distance = self._at(numbers[0])
        while distance is not None:
            yield [self.arrangements.position(number) for number in numbers]
            distance = distance - 1 if distance else None
            numbers = sorted({after for number in numbers for after in self._successors(number) if self._at(after) == distance})

    def best(self, position: Position) -> Position | None:
        """Return the position after a best move, or None if the goal is met or cannot be reached."""
        number = self.arrangements.number(position)
        distance = self._at(number)
        if not distance:
            return None
        return self.arrangements.position(self._one_of(number, distance - 1))

    def best_move(self, position: Position) -> str | None:
        """Return a best move in notation, or None if the goal is met or cannot be reached."""
        after = self.best(position)
        if after is None:
            return None
        run = run_between(self.rules, position, after)
        return f"{run}+1" if isinstance(run, str) else str(describe(self.rules, position, run))

    def _at(self, number: int) -> int | None:
        word, place = divmod(number, self.header.a_word)
        block = word // BLOCK_WORDS
        if not self._is_verified[block]:
            self._verify(block)
        bits = self.header.bits
        value = int(self._words[word]) >> place * bits & (1 << bits) - 1
        if value > len(self.header.levels):
            raise refused(self.file, f"slot {number:,} holds a distance beyond those of the header")
        return value - 1 if value else None

    def _verify(self, block: int) -> None:
        data = self._words[block * BLOCK_WORDS : (block + 1) * BLOCK_WORDS]
        if block_digest(data.data.cast("B")) != self._digests[block * DIGEST : (block + 1) * DIGEST]:
            slots = BLOCK_WORDS * self.header.a_word
            first, last = block * slots, min((block + 1) * slots, self.header.slots) - 1
            raise refused(self.file, f"the data has been changed or damaged in block {block:,} (slots {first:,} to {last:,})")
        self._is_verified[block] = 1

    def _one_of(self, number: int, distance: int) -> int:
        """Return the first slot one move after `number` that has the required distance."""
        found = next((after for after in self._successors(number) if self._at(after) == distance), None)
        if found is None:
            raise refused(self.file, f"no move leads from slot {number:,} to one {distance} moves from the goal, and one must")
        return found

    def _successors(self, number: int) -> list[int]:
        """Return the numbers one move after `number`, in rising order and without duplicates."""
        index, tables, own = self.arrangements.index, self.arrangements.codec.tables, self._scratch
        row, permutation = divmod(number, index.permutations)
        while (found := _targets(tables, index, own.work, own.moves.at, row, True, own.moves.targets)) < 0:
            own.grow()
        rows, orders = own.moves.targets[:found].T
        return [int(after) for after in np.unique(rows * index.permutations + index.action[orders, permutation])]


def _card_in(header: Header) -> RouteCard:
    """Return the card in a header; raise `InputError` if there is none, or if it is not of the table's puzzle.

    A digest shows that a file is unchanged, not that this program wrote it. Kernels read arrays without bounds checks, so the
    card is checked like any other, and the key says in which order its spaces and pieces are numbered.
    """
    document = parse_text("", json.dumps(header.puzzle))
    is_inline = isinstance(document.data.get("layout"), dict)  # a name would have another file read
    card = card_in(document) if is_inline else None
    if not isinstance(card, RouteCard) or key_of_card(card) != header.key:
        raise InputError("another puzzle")
    return card


def open_for(card: RouteCard, path: StrPath) -> Tablebase:
    """Open the table in `path`, which must be of this card's puzzle; raise `TablebaseError` otherwise."""
    if read_head(path)[0].key != key_of_card(card):
        raise _foreign(path)
    return Tablebase.open(path)


def _foreign(path: StrPath) -> TablebaseError:
    return refused(path, "this table is of another puzzle: board, pieces, rules or goal differ", "build one for this card")


def choose(card: RouteCard, named: list[Path], others: list[Path]) -> tuple[Tablebase | None, list[TablebaseError]]:
    """Return the first usable tablebase of a card, and the faults of the files before it.

    Files in `named` have the card's name and should belong to it; `others` are chosen by the puzzle in their header.
    """
    key, faults = key_of_card(card), list[TablebaseError]()
    for path in (*named, *others):
        try:
            if read_head(path)[0].key == key:
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
    """A shortest solution from one start, looked up in a table. If the table is damaged, the search ends, or an error is raised
    if `is_asked`."""

    table: Tablebase
    start: Position
    limits: Limits
    is_asked: bool = True

    @property
    def states(self) -> int:
        """Return the number of positions on the path, because no others were reached."""
        return len(self.path or [0])

    @property
    def evidence(self) -> Evidence:
        """Return the distance of the start in the table."""
        if not self.is_answer:
            return NOTHING
        return DistanceStored(str(self.table.file), None if self.path is None else len(self.path) - 1)

    def shortest_levels(self, most: int) -> list[States] | None:
        """Return the states on all shortest paths."""
        found, codec = list[States](), self.table.arrangements.codec
        for positions in self.table.levels(self.start):
            found.append(codec.pack_all(positions))
            self.limits.allow_states(0)
            if sum(map(len, found)) > most:
                return None
        return found

    def _search(self) -> None:
        try:
            positions = self.table.path(self.start)
        except TablebaseError as error:
            if self.is_asked:
                raise
            self.stopped = Stop(StopKind.REFUSED, detail=str(error))
            return
        self.exhausted = positions is None
        if positions is not None:
            self.path = [self.table.arrangements.codec.pack(position) for position in positions]
            self.expanded = len(positions) - 1

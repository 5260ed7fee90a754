"""Building a tablebase: a flood backwards from the goal, with its levels written to a work file of one byte per slot.

Only the bit sets of the flood are in memory. After every level, the byte of each new slot is set in `TARGET.part`. Then
`TARGET.part.json`, which contains the number of slots of each finished level, is renamed into place. A build that was killed
continues from there: bytes written after the last finished level are cleared, and the bit sets are computed from the bytes. If a
crash of the machine has lost some bytes, the counts show it, and the build continues from the last complete level. At the end,
the bytes are packed into another file, which is renamed to the target. Until then, an earlier table stays unchanged.

The work file is read and written in pieces, not mapped. On a full disk, a write then fails with an error, while a write to mapped
memory would kill the process. It also takes no memory from the flood.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BufferedRandom
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal, RouteCard
from shunt.cards.models import CARD_SCHEMA
from shunt.cards.writing import bare_table
from shunt.errors import Fault, InputError, TooLargeError
from shunt.files.atomic import lock, replacing
from shunt.files.container import block_digest, canonical
from shunt.files.printable import printable
from shunt.files.reading import StrPath, read_regular, reason_of
from shunt.search.core.arrays import BATCH_ROWS, Bits, Ints
from shunt.search.core.limits import Limits, limits_or_default
from shunt.search.core.threads import spans
from shunt.search.index.bitsets import BYTES_A_SLOT, PIECE, DenseSearch, bits_in
from shunt.search.index.distance_kernels import _note_level
from shunt.search.index.occupancy_kernels import ROWS
from shunt.search.index.perfect import Arrangements, can_index, occupancies_of, permutations_of, why_no_index
from shunt.search.tablebase.format import (
    BLOCK,
    BLOCK_WORDS,
    TABLEBASE,
    Header,
    TablebaseError,
    key_of_card,
    read_head,
)
from shunt.search.tablebase.lookup import FOLDER_VARIABLE, SUFFIX, beside
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.scratch import make_work
from shunt.tablebases.kernels import _mark_goals, _pack

MOST_LEVELS = 254

Values = NDArray[np.uint8]


def build(
    card: RouteCard,
    target: StrPath,
    limits: Limits | None = None,
    threads: int | None = None,
    program: str = "",
) -> Header:
    """Write the exact distance of every arrangement to the goal of a card to the file `target`; return its header.

    If a build of the same table was stopped or killed, it is continued. Raise `LimitReached` if a limit is reached,
    `TooLargeError` if the puzzle cannot be indexed, and `InputError` if the file cannot be written. In each case, an earlier
    table is left unchanged, and the levels finished so far are kept for the next build.
    """
    codec = Codec.for_rules(card.rules)
    if not can_index(codec):
        raise TooLargeError(why_no_index(codec))
    path = _resolved(target)  # what is written beside it and renamed must not take the place of a link
    limits = limits_or_default(limits)
    limits.allow_bytes(memory_for(codec))  # before anything is written
    with _reported(path), _WorkFile.open(path, Arrangements.of(codec), key_of_card(card), card.goal) as work:
        _flood(work, limits, threads)
        while work.levels and not work.levels[-1]:
            work.levels.pop()
        puzzle = {"schema": CARD_SCHEMA, "name": card.name} | bare_table(card)
        header = Header(work.key, puzzle, work.arrangements.slots, tuple(work.levels), program)
        _write_table(work, header, limits)
        work.remove()
    return header


def _resolved(target: StrPath) -> Path:
    """Return the file to write, with links followed; raise `InputError` if a table cannot be written there."""
    shown = printable(os.fspath(target))
    try:
        path = Path(target).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        what = f"the table cannot be written: {reason_of(error)}"
        raise InputError(Fault("", what, "name another file", shown)) from None
    if os.path.isdir(path):
        raise InputError(Fault("", "this is a folder", "name the file to write", shown))
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError(Fault("", "a tablebase cannot be written to a device or a pipe", "name the file to write", shown))
    return path


@contextlib.contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Report an error of the system."""
    try:
        yield
    except OSError as error:
        kept = _note_path(path).exists()
        if not kept:  # there was not even room to begin
            with contextlib.suppress(OSError):
                _work_path(path).unlink()
        again = "; the finished levels are kept: the same command resumes there" if kept else ""
        what = f"the table cannot be written: {error.strerror or error}{again}"
        raise InputError(Fault("", what, "free some space, or name another place", printable(str(path)))) from None


def memory_for(codec: Codec) -> int:
    """Return the number of bytes of memory that a build of all arrangements takes. It also takes one byte of disk for each
    arrangement."""
    return int(BYTES_A_SLOT * occupancies_of(codec) * permutations_of(codec))


def levels_kept(target: StrPath) -> int:
    """Return the number of levels that an earlier build of `target` finished and kept."""
    try:
        return len(_read_note(Path(target).resolve())[1])
    except (OSError, RuntimeError, ValueError):
        return 0


def _read_note(target: Path) -> tuple[str, list[int]]:
    """Return the key and the finished levels in the note of a build; raise `ValueError` for anything else."""
    try:
        note = json.loads(read_regular(_note_path(target)))
        key, levels = note["key"], note["levels"]
    except (KeyError, TypeError, RecursionError):
        raise ValueError("not a note") from None
    if not isinstance(key, str) or not isinstance(levels, list) or len(levels) > MOST_LEVELS:
        raise ValueError("not a note")
    if not all(type(count) is int and count >= 0 for count in levels):
        raise ValueError("not a note")
    return key, levels


def _opened(path: Path) -> int:
    """Open a file of the build, and create it if needed. It must not be a link or have another name."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), 0o666)
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        os.close(handle)
        raise OSError(22, f"{printable(path.name)} is not a file of a build")
    return handle


def _work_path(target: Path) -> Path:
    return target.with_name(target.name + ".part")


def _note_path(target: Path) -> Path:
    return target.with_name(target.name + ".part.json")


# --------------------------------------------------------------------------------------------------------------------
# The work file


@dataclass
class _WorkFile:
    """The bytes of a build in progress, and the number of slots of each finished level."""

    target: Path
    arrangements: Arrangements
    key: str
    goal: Goal
    file: BufferedRandom
    levels: list[int] = field(default_factory=list)

    @classmethod
    @contextlib.contextmanager
    def open(cls, target: Path, arrangements: Arrangements, key: str, goal: Goal) -> Iterator[_WorkFile]:
        """Continue the work file of this table, or begin one. Nobody else may be building it."""
        with os.fdopen(_opened(_work_path(target)), "r+b") as file:
            _lock(file, target)
            work = cls(target, arrangements, key, goal, file)
            work.levels = work._finished_levels()
            try:
                if not work.levels:
                    work._begin()
                yield work
            finally:
                if not work.levels:  # nothing that a next try could take up
                    with contextlib.suppress(OSError):
                        _work_path(target).unlink()

    @property
    def words(self) -> int:
        """The number of words in a bit set over all slots."""
        return -(-self.arrangements.slots // 64)

    @property
    def size(self) -> int:
        """The size of the work file in bytes."""
        return 64 * self.words

    def pieces(self) -> Iterator[tuple[int, int, Values]]:
        """Yield the first and last word of every piece with its bytes. Changes are lost unless `put` writes them back."""
        for first, last in spans(self.words, PIECE):
            yield first, last, self.get(64 * first, 64 * last)

    def get(self, first: int, last: int) -> Values:
        """Return the bytes of slots `first` … `last` − 1. Bytes beyond the end of the file are zeros."""
        values = np.zeros(last - first, np.uint8)
        self.file.seek(first)
        self.file.readinto(values.data)
        return values

    def put(self, first: int, values: Values) -> None:
        """Write bytes back, from slot `first` on."""
        self.file.seek(first)
        self.file.write(values.data)
        self.file.flush()

    def note(self, frontier: Bits) -> None:
        """Write the next level, whose slots are set in `frontier`, and then record that it is finished."""
        value = len(self.levels) + 1
        count = 0
        for first, last in spans(self.words, PIECE):
            if new := bits_in(frontier[first:last]):
                count += new
                values = self.get(64 * first, 64 * last)
                _note_level(frontier[first:last], values, value)
                self.put(64 * first, values)
        self.levels.append(count)
        self.save()

    def save(self) -> None:
        """Rename the record of finished levels into place."""
        with replacing(_note_path(self.target)) as file:
            file.write(canonical({"key": self.key, "levels": self.levels}))

    def remove(self) -> None:
        """Remove all files, which are no longer needed."""
        _note_path(self.target).unlink(missing_ok=True)
        _work_path(self.target).unlink(missing_ok=True)

    def _begin(self) -> None:
        _note_path(self.target).unlink(missing_ok=True)
        self.file.truncate(0)
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(self.file.fileno(), 0, max(1, self.size))  # a disk that is too full is reported now
        self.file.truncate(self.size)

    def _finished_levels(self) -> list[int]:
        """Return the number of slots of each complete level in the file. The list is empty if there is nothing to continue."""
        try:
            key, levels = _read_note(self.target)
        except (OSError, ValueError):
            return []
        if key != self.key or os.fstat(self.file.fileno()).st_size != self.size:
            return []
        found = np.zeros(256, np.int64)
        for _, _, values in self.pieces():
            found += np.bincount(values, minlength=256)
        whole = [int(found[level + 1]) == count for level, count in enumerate(levels)]
        return levels[: whole.index(False)] if False in whole else levels


def _lock(file: BufferedRandom, target: Path) -> None:
    """Prevent others from building the same file."""
    try:
        lock(file.fileno())
    except BlockingIOError:
        raise InputError(
            Fault("", "another build of this tablebase is under way", "wait for it, or name another file", str(target))
        ) from None


# --------------------------------------------------------------------------------------------------------------------
# The flood


def _flood(work: _WorkFile, limits: Limits, threads: int | None) -> None:
    """Find and record every level that is still missing."""
    if work.levels and not work.levels[-1]:
        return
    search = DenseSearch(work.arrangements, [], limits, forwards=False, threads=threads)
    if work.levels:
        _resume(work, search, limits)
    else:
        mark_goals(work.arrangements, work.goal, search.frontier, limits)
        search.reached[:] = search.frontier
        work.note(search.frontier)

    def watch() -> None:
        limits.allow_states(sum(work.levels))
        limits.progress("tablebase", len(work.levels), sum(work.levels))

    while search.step(watch):
        if len(work.levels) == MOST_LEVELS:
            raise TooLargeError(f"some arrangement is {MOST_LEVELS} moves or more away from the goal: more than a table can hold")
        work.note(search.frontier)
    work.note(search.frontier)  # an empty level says that nothing is left but to pack


def _resume(work: _WorkFile, search: DenseSearch, limits: Limits) -> None:
    """Return the bit sets as they were after the last finished level."""
    value = len(work.levels)
    for first, last, values in work.pieces():
        is_later = values > value
        if is_later.any():
            values[is_later] = 0
            work.put(64 * first, values)
        for bits, is_set in ((search.reached, values > 0), (search.frontier, values == value)):
            bits[first:last] = np.packbits(is_set, bitorder="little").view(np.int64)
        limits.progress("taking up", value, sum(work.levels))


def mark_goals(arrangements: Arrangements, goal: Goal, bits: Bits, limits: Limits) -> int:
    """Set the bit of every arrangement that meets `goal`, at any turntable positions; return their number."""
    codec, index = arrangements.codec, arrangements.index
    if goal.trains:
        return _mark_trains(arrangements, goal, bits, limits)
    tables, conditions, count = codec.tables, _conditions(arrangements, goal), 0
    for part in spans(index.occupancies, BATCH_ROWS):
        limits.progress("goals", 0, count)
        work, at = make_work(tables), np.zeros((ROWS, tables.pieces + 1), np.int64)
        count += _mark_goals(tables, index, work, at, *conditions, bits, *part)
    return count


def _mark_trains(arrangements: Arrangements, goal: Goal, bits: Bits, limits: Limits) -> int:
    """Set the bit of every arrangement that meets a goal with trains, which cannot be written as one set of conditions."""
    codec = arrangements.codec
    found = np.zeros(0, np.int64)
    for turntables in codec.settings.positions:
        goals = GoalSet.of(codec, goal, turntables)
        limits.allow_bytes(60 * codec.words * goals.most)
        found = np.union1d(found, np.array(arrangements.numbers_of(goals.states()), np.int64))
    np.bitwise_or.at(bits, found >> 6, np.int64(1) << (found & 63))
    return len(found)


def _conditions(arrangements: Arrangements, goal: Goal) -> tuple[Ints, Ints, Ints]:
    """Return the conditions of a goal, and the seats of the pieces in every permutation, as `_mark_goals` takes them."""
    codec, roster = arrangements.codec, arrangements.codec.rules.roster
    engines, any_car = len(roster.locomotives), len(roster.pieces)
    found = GoalSet.of(codec, goal).conditions
    counting = np.zeros((len(found), any_car + 1, codec.sides * len(codec.rules.plan.spaces)), np.int64)
    for number, (_, slots) in enumerate(found):
        for seat, where in slots.items():
            counting[number, seat, list(where)] = 1
            if seat >= engines:
                counting[number, any_car, list(where)] = 1
    orders = [[engines + kind for kind in kinds] for kinds in arrangements.words] + [[any_car] * len(roster.cars)]
    seats = [[*range(engines), *order] for order in orders]
    return np.array([needed for needed, _ in found], np.int64), counting, np.array(seats, np.int64)


# --------------------------------------------------------------------------------------------------------------------
# The table


def _write_table(work: _WorkFile, header: Header, limits: Limits) -> None:
    """Pack the bytes into another file and rename it to the target."""
    with replacing(work.target) as file:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, header.file_size)
        file.seek(header.data_begins)
        digests = bytearray()
        for data in _packed(work, header, limits):
            file.write(data)
            digests += b"".join(block_digest(data[at : at + BLOCK]) for at in range(0, len(data), BLOCK))
        file.seek(0)
        file.write(TABLEBASE.head(header, bytes(digests)))


def _packed(work: _WorkFile, header: Header, limits: Limits) -> Iterator[memoryview]:
    """Yield the data in runs of whole blocks."""
    for first, last in spans(header.words, 64 * BLOCK_WORDS):
        words, begin = np.empty(last - first, "<i8"), first * header.a_word
        end = min(begin + len(words) * header.a_word, header.slots)
        _pack(work.get(begin, end), end - begin, header.bits, words)
        limits.progress("packing", len(header.levels), begin)
        yield words.data.cast("B")


def default_file(card: RouteCard, is_shipped: bool) -> str:
    """Return the file for a card's table: in the folder of tablebases, or beside the card, or in the current folder.

    `solve` finds it there. Nothing is written beside a shipped card. Cards with the same name have different tables.
    """
    folder, own = os.environ.get(FOLDER_VARIABLE), beside(card)
    if not folder and own is not None and not is_shipped:
        return str(own)
    target = Path(folder or ".") / (card.name + SUFFIX)
    if target.exists() and not _is_of(target, card):
        target = target.with_name(f"{card.name}-{key_of_card(card)[:8]}{SUFFIX}")
    return str(target)


def _is_of(path: Path, card: RouteCard) -> bool:
    """Return whether a file is the table of a card, according to its header."""
    try:
        return read_head(path)[0].key == key_of_card(card)
    except TablebaseError:
        return False

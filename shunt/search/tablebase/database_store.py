"""Pattern databases kept on disk, so that the next card on a board need not build those that an earlier one has built.

A file is a container (`files/container.py`) with the distances of one database, compressed; its header holds its name. The name
is a hash of all that the distances depend on: board, rules, goals of the locomotives and of the kept cars, how many cars are
jokers, and the sources of the program. Names of pieces are no part of it. A file is read only if it is whole and this user's
own; otherwise a remark is made and the database computed again. Files are written beside and renamed; those used longest ago
are removed when all of them would take more than `MOST_BYTES`.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from shunt.cards.card import Goal
from shunt.errors import InputError
from shunt.files.atomic import write_bytes_atomically
from shunt.files.container import Container, ContainerError, ContainerHeader, block_digest, canonical
from shunt.files.folders import cache_root
from shunt.files.printable import printable
from shunt.files.reading import reason_of
from shunt.search.core.clock import cache_remarks
from shunt.search.core.kernel_cache import UnusableFileError, open_own, source_hash
from shunt.search.index.distances import UNREACHED, Distances
from shunt.search.tablebase.format import puzzle_of
from shunt.search.trains.codec import Codec

SUFFIX = ".distances"
DATABASE = Container(b"SHUNT\x1aPD", 1, "a pattern database", "remove it", "remove it")
MOST_BYTES = 1_000_000_000  # of all files of a folder together
FOLDER_VARIABLE = "SHUNT_DATABASES"
SOURCE = "shunt.search.methods.pattern_databases"  # the module from which all that computes databases is imported


def databases_folder(folder: str | os.PathLike[str] | None) -> Path | None:
    """Return the folder of databases: `folder`, else the one in SHUNT_DATABASES, else one in the user's cache.

    Return None if databases are not kept: SHUNT_DATABASES is empty, or the user has no home. Raise `InputError` for a file.
    """
    if folder is not None:
        shown = os.fspath(folder)
        if not shown or "\0" in shown or (os.path.exists(shown) and not os.path.isdir(shown)):
            raise InputError("databases", f"{printable(shown)} is not a folder", "name a folder")
        return Path(shown)
    named = os.environ.get(FOLDER_VARIABLE)
    if named is not None:
        return Path(named) if named else None
    root = cache_root()
    return root and root / "databases"


def key_of_database(small: Codec, goal: Goal, settings: Iterable[int], jokers: int) -> str:
    """Return the hash of what a database depends on; names of pieces do not matter, nor does what the other cars' goals are.

    `small`, `goal`: the puzzle of the kept pieces, whose cars are in the order of their goals' spaces; `settings`: those of
    turntables in which the goal may be met.
    """
    roster = small.rules.roster
    seats = {name: seat for seat, name in enumerate(roster.pieces)}
    wants = [[sorted(seats[name] for name in want.pieces), sorted(want.spaces), want.count] for want in goal.wants]
    trains = [[[seats[name] for name in train.pieces], train.along, list(train.spaces)] for train in goal.trains]
    puzzle: dict[str, Any] = puzzle_of(small.rules, goal) | {
        "locomotives": len(roster.locomotives),
        "cars": len(roster.cars),
        "interchangeable": sorted(sorted(seats[name] for name in group) for group in roster.interchangeable),
        "goal": sorted([seats[name], space, goal.headings.get(name, -1)] for name, space in goal.places.items()) + wants + trains,
        "jokers": jokers,
        "settings": sorted(settings),
        "program": source_hash(SOURCE),
    }
    return hashlib.blake2b(canonical(puzzle), digest_size=16).hexdigest()


@dataclass(frozen=True)
class DatabaseHeader(ContainerHeader):
    """What the file of a database says of itself: its key, and how many bytes its distances take, compressed."""

    key: str
    size: int

    @property
    def blocks(self) -> int:
        """Return 1: a database is read whole."""
        return 1

    @property
    def data_size(self) -> int:
        """Return the bytes of the compressed distances."""
        return self.size

    @property
    def text(self) -> bytes:
        """Return the header as it is in the file."""
        return canonical({"schema": "shunt-database/1", "key": self.key, "bytes": self.data_size})


class DatabaseStore:
    """The databases in one folder; nothing that goes wrong with a file ever stops a search."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _file(self, key: str) -> Path:
        return self.folder / (key + SUFFIX)

    def holds(self, key: str) -> bool:
        """Return whether a file of this key is there, whole or not."""
        with suppress(OSError, ValueError):
            return self._file(key).is_file()
        return False

    def read(self, key: str, slots: int, goals: Iterable[int]) -> Distances | None:
        """Return the distances of `slots` arrangements, 0 at exactly `goals`; None where they must be computed."""
        file = self._file(key)
        try:
            if not file.is_file():
                return None
            distances = _distances_in(_content_of(file, key), slots, goals)
        except UnusableFileError as error:
            cache_remarks.remark(f"a pattern database on disk {error}; it is computed again")
            with suppress(OSError):
                file.unlink()
            return None
        except (OSError, ValueError) as error:
            cache_remarks.remark(f"pattern databases on disk cannot be read: {reason_of(error)}")
            return None
        with suppress(OSError):
            os.utime(file)  # it was used now
        return distances

    def write(self, key: str, distances: Distances) -> None:
        """Keep a database; where that is impossible make a remark."""
        data = zlib.compress(distances.tobytes(), 1)
        content = DATABASE.packed(DatabaseHeader(key, len(data)), data)
        file = self._file(key)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if len(content) <= MOST_BYTES:
                self._make_room(len(content))
                write_bytes_atomically(file, content)
        except InputError as error:
            cache_remarks.remark(f"pattern databases are not kept: {error.faults[0].what}")
        except (OSError, ValueError) as error:
            cache_remarks.remark(f"pattern databases are not kept: {reason_of(error)}")

    def files(self) -> list[tuple[Path, os.stat_result]]:
        """Return the files of databases with what the system knows of each, those used longest ago first."""
        found = []
        with suppress(OSError, ValueError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX) and entry.is_file(follow_symlinks=False):
                    with suppress(OSError):
                        found.append((Path(entry.path), entry.stat(follow_symlinks=False)))
        return sorted(found, key=lambda pair: (pair[1].st_mtime, pair[0]))

    def clear(self) -> int:
        """Remove all databases; return how many. Raise `InputError` where the system refuses."""
        removed = 0
        for file, _ in self.files():
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                what = f"a database cannot be removed: {reason_of(error)}"
                raise InputError("databases", what, "name a folder that you may write to") from None
            removed += 1
        return removed

    def _make_room(self, size: int) -> None:
        """Remove the databases used longest ago, until one of `size` bytes fits."""
        files = self.files()
        taken = sum(status.st_size for _, status in files)
        for file, status in files:
            if taken + size <= MOST_BYTES:
                return
            with suppress(OSError):
                file.unlink()
            taken -= status.st_size


def _content_of(file: Path, key: str) -> bytes:
    """Return the data of a file; raise `UnusableFileError` if it is damaged, of another key, or may be somebody else's."""
    with open_own(str(file)) as opened:
        try:
            header, digest = DATABASE.read_head(opened, lambda values: DatabaseHeader(values["key"], int(values["bytes"])))
        except ContainerError:
            raise UnusableFileError("is damaged") from None
        opened.seek(header.data_begins)
        data = opened.read()
    if header.key != key or block_digest(data) != digest:
        raise UnusableFileError("is damaged")
    return data


def _distances_in(content: bytes, slots: int, goals: Iterable[int]) -> Distances:
    """Return the distances in a file; raise `UnusableFileError` if they cannot be those of the database asked for."""
    unpacking = zlib.decompressobj()
    try:
        unpacked = unpacking.decompress(content, slots + 1)
    except zlib.error:
        raise UnusableFileError("is damaged") from None
    distances = np.frombuffer(unpacked, np.uint8)
    if len(distances) != slots or not unpacking.eof:
        raise UnusableFileError("has another size than its board")
    if not np.array_equal(np.flatnonzero(distances == 0), np.unique(np.fromiter(goals, np.int64))):
        raise UnusableFileError("has other goals than its card")
    levels = np.bincount(distances, minlength=UNREACHED + 1)[:UNREACHED]
    if not levels[: int(np.flatnonzero(levels).max(initial=0))].all():
        raise UnusableFileError("lacks a distance")
    return distances

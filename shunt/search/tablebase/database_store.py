"""Pattern databases on disk, so that databases built for one card can be used again for the next card on the same board.

A file contains a digest, as in the cache of kernels (`kernel_cache.py`), and the compressed distances of one database. Its name
is a hash of everything on which the distances depend: board, rules, goals of the locomotives and of the kept cars, number of
jokers, and the sources of the program. Names of pieces are not included. A file is used only if it is complete and belongs to
this user. Otherwise a remark is made and the database is computed again. Files are written under another name and then renamed.
The least recently used files are removed when all of them together would take more than `MOST_BYTES`.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from shunt.cards.card import Goal
from shunt.errors import InputError
from shunt.files.atomic import write_bytes_atomically
from shunt.files.folders import cache_root
from shunt.files.printable import printable
from shunt.files.reading import StrPath, reason_of
from shunt.search.core.clock import cache_remarks
from shunt.search.core.kernel_cache import UnusableFileError, checked_content, digest_of, source_hash
from shunt.search.index.distances import Distances
from shunt.search.tablebase.format import key_of, puzzle_of
from shunt.search.trains.codec import Codec

SUFFIX = ".distances"
MOST_BYTES = 1_000_000_000  # of all files of a folder together
FOLDER_VARIABLE = "SHUNT_DATABASES"
SOURCE = "shunt.search.methods.pattern_databases"  # the module from which all that computes databases is imported


def databases_folder(folder: StrPath | None) -> Path | None:
    """Return the folder of databases: `folder`, or the one in SHUNT_DATABASES, or one in the user's cache.

    Return None if databases are not stored: SHUNT_DATABASES is empty, or the user has no home. Raise `InputError` if it is a
    file.
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


def key_of_database(small: Codec, goal: Goal, settings: Iterable[int]) -> str:
    """Return the hash of everything on which a database depends. Names of pieces and the goals of the other cars do not matter.

    `small`, `goal`: the puzzle of the kept pieces, whose cars are in the order of their goals' spaces. `settings`: the turntable
    positions in which the goal may be met.
    """
    roster, kept_out = small.rules.roster, small.rules.access.kept_out
    names = {name: str(seat) for seat, name in enumerate(roster.pieces)}
    closed = {space: {names[name] for name in pieces} for space, pieces in kept_out.items()}
    puzzle = puzzle_of(replace(small.rules, roster=roster.renamed(names), closed=closed), goal.renamed(names))
    return key_of(puzzle | {"jokers": small.jokers, "settings": sorted(settings), "program": source_hash(SOURCE)})


class DatabaseStore:
    """The databases in one folder. Problems with files never stop a search."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _file(self, key: str) -> Path:
        return self.folder / (key + SUFFIX)

    def holds(self, key: str) -> bool:
        """Return whether a file with this key exists, complete or not."""
        with suppress(OSError, ValueError):
            return self._file(key).is_file()
        return False

    def read(self, key: str, slots: int) -> Distances | None:
        """Return the distances of `slots` arrangements, or None if they must be computed."""
        file = self._file(key)
        if not self.holds(key):
            return None
        try:
            unpacking = zlib.decompressobj()  # which unpacks no more than is asked for
            distances = np.frombuffer(unpacking.decompress(checked_content(str(file)), slots + 1), np.uint8)
            if len(distances) != slots or not unpacking.eof or unpacking.unused_data:
                raise UnusableFileError("has another size than its board")
        except (UnusableFileError, zlib.error) as error:
            what = "is damaged" if isinstance(error, zlib.error) else error
            cache_remarks.remark(f"a pattern database on disk {what}; it is computed again")
            with suppress(OSError):
                file.unlink()
            return None
        except OSError as error:
            cache_remarks.remark(f"pattern databases on disk cannot be read: {reason_of(error)}")
            return None
        with suppress(OSError):
            os.utime(file)  # it was used now
        return distances

    def write(self, key: str, distances: Distances) -> None:
        """Store a database; if that is not possible, make a remark."""
        file, data = self._file(key), zlib.compress(distances.tobytes(), 1)
        content = digest_of(file.name, data) + data
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
        """Return the files of databases, each with its system status, the least recently used first."""
        found = []
        with suppress(OSError, ValueError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX) and entry.is_file(follow_symlinks=False):
                    with suppress(OSError):
                        found.append((Path(entry.path), entry.stat(follow_symlinks=False)))
        return sorted(found, key=lambda pair: (pair[1].st_mtime, pair[0]))

    def clear(self) -> int:
        """Remove all databases; return their number. Raise `InputError` if the system does not allow it."""
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
        """Remove the least recently used databases until one of `size` bytes fits."""
        files = self.files()
        taken = sum(status.st_size for _, status in files)
        for file, status in files:
            if taken + size <= MOST_BYTES:
                return
            with suppress(OSError):
                file.unlink()
            taken -= status.st_size

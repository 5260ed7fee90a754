"""Checkpoints of floods: a file with everything that has been reached, from which the same flood is resumed.

The file is a container (`files/container.py`) with the arrays of the search, as 64-bit words, one after another. A block of zeros
is left out if the file system supports holes. A checkpoint is written to a second file, which is then renamed. If the process is
killed at any moment, the previous checkpoint remains. Both files take room during the writing.

Threads of the search may set bits during the writing. That is harmless: every set bit is correct, and a part of a level counts as
done only if it was done before the first array was written.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from pydantic import Field

from shunt.cards.card import Goal
from shunt.errors import Fault, InputError
from shunt.files.atomic import written_whole
from shunt.files.container import DIGEST, Container, ContainerError, ContainerHeader, block_digest, canonical
from shunt.files.printable import printable
from shunt.files.reading import StrPath, open_regular, reason_of
from shunt.files.version import program_version
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import Ints
from shunt.search.core.limits import Limits
from shunt.search.core.threads import Part
from shunt.search.tablebase.format import key_of, puzzle_of

SCHEMA = "shunt-checkpoint/1"
BLOCK = 1 << 20
MOST_LEVELS = 1 << 14
ANOTHER = "name another file, or remove this one to begin again"
Count = Annotated[int, Field(ge=0, lt=1 << 62)]
SHARE = 20  # a level under way is written only when that takes less than this part of the time: one in 20
LEAST_SECONDS = 30.0  # between two checkpoints of a level under way
CHECKPOINT = Container(b"SHUNT\x1aFC", 1, "a checkpoint of a flood", "name another file", ANOTHER)


@dataclass(frozen=True)
class Head(ContainerHeader):
    """The header of a checkpoint: the `levels` that are finished, and `arrays` (name and number of words) in order.

    `way` says how the current level is searched, and `done` which parts of it are finished. Both are empty after a level.
    """

    key: str
    method: str
    levels: Annotated[tuple[Annotated[Count, Field(gt=0)], ...], Field(min_length=1, max_length=MOST_LEVELS)]
    exhausted: bool = False
    arrays: tuple[tuple[str, Count], ...] = ()
    way: str = ""
    done: tuple[tuple[Count, Count], ...] = ()
    program: str = field(default_factory=program_version)

    @property
    def text(self) -> bytes:
        """Return the header as written in the file."""
        names = ("program", "key", "method", "levels", "exhausted", "arrays", "way", "done")
        return canonical({"schema": SCHEMA, "block": BLOCK} | {name: getattr(self, name) for name in names})

    @property
    def blocks(self) -> int:
        """The number of blocks in all arrays; each array begins a new block."""
        return sum(-(-8 * words // BLOCK) for _, words in self.arrays)

    @property
    def data_size(self) -> int:
        """Return the size of all arrays in bytes."""
        return 8 * sum(words for _, words in self.arrays)


def key_of_flood(rules: Switcher, start: Position) -> str:
    """Return the hash of everything on which a flood depends: board, pieces, rules, and start."""
    start = rules.roster.canonical(start)
    return key_of(puzzle_of(rules, Goal({})) | {"start": (start.places, start.headings, start.turntables)})


class Checkpoint:
    """The file of one flood, written after each level, and at intervals during a long one. Without a path, nothing is written.

    `head`: the header of an existing file, or None for a new one. If a checkpoint cannot be written, the previous one is kept and
    the flood continues. `fault` gives the reason until a checkpoint is written. `every`: the minimum number of seconds between
    two checkpoints of a level. With 0, a checkpoint is written at every possible point.

    Raise `InputError` if it cannot be used: it is not a checkpoint, is damaged, or belongs to another puzzle, start or program.
    """

    def __init__(self, path: StrPath | None, key: str, every: float = LEAST_SECONDS) -> None:
        self._is_kept, self.path = path is not None, os.fspath(path or "")
        self.key, self.every = key, every
        self.fault: Fault | None = None
        self._ended, self._seconds, self._digests = time.perf_counter(), 0.0, b""
        self.head = self._read_head() if self._is_kept else None

    @property
    def is_due(self) -> bool:
        """Return whether the current level should be written now."""
        waited = time.perf_counter() - self._ended
        return self._is_kept and waited >= (max(self.every, SHARE * self._seconds) if self.every else 0.0)

    def read(self, head: Head, limits: Limits) -> dict[str, Ints]:
        """Return the arrays that the header lists; raise `InputError` if a block is damaged."""
        limits.allow_bytes(head.data_size)
        arrays, block = {name: np.empty(words, np.int64) for name, words in head.arrays}, 0
        try:
            with open_regular(self.path) as file:
                file.seek(head.data_begins)
                for name, _ in head.arrays:
                    for piece in _blocks(arrays[name]):
                        data = file.read(len(piece))
                        if block_digest(data) != self._digests[DIGEST * block : DIGEST * (block + 1)]:
                            raise self._refused(f"damaged between the bytes {file.tell() - len(data):,} and {file.tell():,}")
                        piece[:] = data
                        block += 1
        except OSError as error:
            raise self._refused(f"the checkpoint cannot be read: {reason_of(error)}", "give a readable file") from None
        return arrays

    def write(
        self,
        method: str,
        levels: Sequence[int],
        arrays: Mapping[str, Ints],
        watch: Callable[[], None],
        way: str = "",
        done: Sequence[Part] = (),
    ) -> None:
        """Write a checkpoint, if there is a file for it. If there are no `arrays`, the flood has ended."""
        if not self._is_kept:
            return
        sizes = tuple((name, array.size) for name, array in arrays.items())
        head = Head(self.key, method, tuple(levels), not arrays, sizes, way, tuple(sorted(done)))
        began = time.perf_counter()
        try:
            self._replace(head, arrays, watch)
            self.fault = None
        except InputError as error:
            self.fault = error.faults[0]
        finally:
            self._ended = time.perf_counter()
            self._seconds = self._ended - began

    def _replace(self, head: Head, arrays: Mapping[str, Ints], watch: Callable[[], None]) -> None:
        """Replace the file. `watch` is called for each block and may raise an exception; the file then stays unchanged.

        Raise `InputError` if the system does not allow it.
        """
        zeros = bytes(BLOCK)
        digest_of_zeros = block_digest(zeros)
        with written_whole(self.path) as file:
            digests = bytearray()
            file.seek(head.data_begins)
            for name, _ in head.arrays:
                for piece in _blocks(arrays[name]):
                    watch()
                    copy = bytes(piece)  # threads may set bits meanwhile, and the digest must be of what is written
                    if copy == zeros:
                        file.seek(BLOCK, os.SEEK_CUR)
                        digests += digest_of_zeros
                    else:
                        file.write(copy)
                        digests += block_digest(copy)
            file.truncate(head.file_size)
            file.seek(0)
            file.write(CHECKPOINT.head(head, bytes(digests)))

    def _refused(self, what: str, remedy: str = ANOTHER) -> InputError:
        return InputError(Fault("", what, remedy, printable(self.path)))

    def _read_head(self) -> Head | None:
        try:
            with open_regular(self.path) as file:
                head, self._digests = CHECKPOINT.read_head(file, Head)
        except FileNotFoundError:
            return None
        except ContainerError as error:
            raise self._refused(error.what, error.remedy) from None
        except (OSError, ValueError) as error:
            what = f"the checkpoint cannot be read: {reason_of(error)}"
            raise self._refused(what, "give a file in an existing folder that you may write to") from None
        if head.program != program_version():
            what = f"checkpoints of different versions cannot be combined (shunt {head.program} and {program_version()})"
            raise self._refused(what, "use that program, or remove the file to begin again")
        if head.key != self.key:
            raise self._refused("a checkpoint of another board, other pieces, rules or another start")
        return head


def _blocks(array: Ints) -> Iterator[memoryview]:
    """Yield an array's memory block by block."""
    view = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
    for at in range(0, len(view), BLOCK):
        yield view[at : at + BLOCK]

"""The file of a tablebase: what stands where, and everything that may be wrong with one.

    magic (8) · format version (4) · bytes of the header (4) · digest (32) · header, JSON · digests of the blocks (8 each)
    · zeros up to a multiple of 4,096 · 64-bit words

Numbers are little-endian; digests are BLAKE2b. The first covers header and digests of blocks, so a block of 16 KiB is
verified when it is first read, in some 20 µs, and opening a table of any size costs next to nothing. A slot holds 0 where the
goal cannot be reached, else the distance + 1, in the fewest bits that take the greatest; a word has 64 // bits slots from
the low end, so that none lies across two words.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, BinaryIO

from shunt.cards.card import Goal
from shunt.errors import Fault, InputError
from shunt.files.printable import printable
from shunt.rules.position import Roster
from shunt.rules.switcher import Switcher
from shunt.search.tablebase.puzzle_check import check_puzzle
from shunt.track.plan import End, Plan
from shunt.track.turntable import Turntable

MAGIC = b"SHUNT\x1aTB"
VERSION = 1
SCHEMA = "shunt-tablebase/1"
NUMBERING = 1  # raise it when `index.py` numbers arrangements in another way
PREFIX = struct.Struct("<8sII32s")
BLOCK_WORDS = 2048
BLOCK = 8 * BLOCK_WORDS
DIGEST = 8  # bytes of a block's digest
PAGE = 4096
LONGEST_HEADER = 1 << 20


class TablebaseError(InputError):
    """A tablebase that cannot be used: truncated, edited, foreign, or of another puzzle."""


def refused(path: object, what: str, remedy: str = "build it again") -> TablebaseError:
    """Return the error that names the file, what is wrong with it, and what to do."""
    return TablebaseError(Fault("", what, remedy, printable(str(path))))


@dataclass(frozen=True)
class Header:
    """What a tablebase says of itself. `levels[d]`: how many slots are d moves away from the goal."""

    puzzle: Mapping[str, Any]
    slots: int
    levels: tuple[int, ...]
    program: str

    @cached_property
    def key(self) -> str:
        """Return the hash by which cards and tables are matched."""
        return key_of(self.puzzle)

    @property
    def bits(self) -> int:
        """Bits a slot."""
        return max(1, len(self.levels).bit_length())

    @property
    def a_word(self) -> int:
        """Slots in a word of 64 bits."""
        return 64 // self.bits

    @property
    def words(self) -> int:
        """Words of data."""
        return -(-self.slots // self.a_word)

    @property
    def blocks(self) -> int:
        """Blocks of data, the last perhaps a short one."""
        return -(-self.words // BLOCK_WORDS)

    @property
    def unreached(self) -> int:
        """Slots from which the goal cannot be reached, or that no position has."""
        return self.slots - sum(self.levels)

    @property
    def text(self) -> bytes:
        """Return the header as it stands in the file."""
        values = {
            "schema": SCHEMA,
            "program": self.program,
            "puzzle": self.puzzle,
            "key": self.key,
            "slots": self.slots,
            "bits": self.bits,
            "levels": self.levels,
            "unreached": self.unreached,
            "block": BLOCK,
        }
        return canonical(values)

    @property
    def data_begins(self) -> int:
        """Return where the first word lies in the file."""
        return -(-(PREFIX.size + len(self.text) + DIGEST * self.blocks) // PAGE) * PAGE

    @property
    def file_size(self) -> int:
        """Bytes of the whole file."""
        return self.data_begins + 8 * self.words


def canonical(value: Any) -> bytes:
    """JSON in the one form that is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def key_of(puzzle: Mapping[str, Any]) -> str:
    """The hash of a puzzle (board, pieces, rules and goal; not the start, nor what anything is called but pieces and spaces)."""
    return hashlib.blake2b(canonical(puzzle), digest_size=16).hexdigest()


def block_digest(block: bytes | memoryview) -> bytes:
    """Return the digest of one block."""
    return hashlib.blake2b(block, digest_size=DIGEST).digest()


# --------------------------------------------------------------------------------------------------------------------
# The puzzle


def puzzle_of(rules: Switcher, goal: Goal) -> dict[str, Any]:
    """Return everything that distances depend on, in one canonical form."""
    plan, roster = rules.plan, rules.roster
    joins = sorted((end.space, end.end, other.space, other.end) for end, others in plan.fixed.items() for other in others)
    drags = {"drags_coupled": True} if rules.drags_coupled else {}  # so that the keys of all other puzzles stay as they were
    return drags | {
        "numbering": NUMBERING,
        "couples_both_ways": rules.couples_both_ways,
        "has_headings": rules.has_headings,
        "spaces": list(plan.spaces),
        "joins": [list(join) for join in joins],
        "turntables": [
            {
                "name": table.name,
                "bridge": list(table.bridge),
                "positions": [list(ends) for ends in table.positions],
                "rotation": table.rotation,
            }
            for table in plan.turntables
        ],
        "no_stop": sorted(plan.no_stop),
        "exclusive": sorted(sorted(group) for group in plan.exclusive),
        "broken": sorted(rules.broken),
        "locomotives": list(roster.locomotives),
        "cars": list(roster.cars),
        "interchangeable": sorted(sorted(group) for group in roster.interchangeable),
        "goal": {"places": dict(goal.places), "headings": dict(goal.headings)},
    }


def rules_from(puzzle: Mapping[str, Any]) -> tuple[Switcher, Goal]:
    """Return the rules and the goal that `puzzle_of` wrote; raises `KeyError`, `TypeError` or `ValueError` for anything else."""
    check_puzzle(puzzle)
    joins: dict[End, list[End]] = {}
    for space, end, other, other_end in puzzle["joins"]:
        joins.setdefault(End(space, end), []).append(End(other, other_end))
    tables = tuple(
        Turntable(table["name"], tuple(table["bridge"]), tuple((a, b) for a, b in table["positions"]), table["rotation"])
        for table in puzzle["turntables"]
    )
    fixed = {end: tuple(sorted(others)) for end, others in joins.items()}
    exclusive = tuple(frozenset(group) for group in puzzle["exclusive"])
    plan = Plan("tablebase", tuple(puzzle["spaces"]), fixed, (), tables, frozenset(puzzle["no_stop"]), exclusive)
    groups = tuple(tuple(group) for group in puzzle["interchangeable"])
    roster = Roster(tuple(puzzle["locomotives"]), tuple(puzzle["cars"]), groups)
    both_ways, headings = (bool(puzzle[key]) for key in ("couples_both_ways", "has_headings"))
    rules = Switcher(plan, roster, frozenset(puzzle["broken"]), both_ways, headings, bool(puzzle.get("drags_coupled", False)))
    goal = Goal(dict(puzzle["goal"]["places"]), dict(puzzle["goal"]["headings"]))
    if puzzle_of(rules, goal) != puzzle:
        raise ValueError("not in canonical form")
    return rules, goal


# --------------------------------------------------------------------------------------------------------------------
# Reading and writing the head of a file


def write_head(file: BinaryIO, header: Header, digests: bytes) -> None:
    """Write all that comes before the data at the beginning of `file`."""
    text = header.text
    digest = hashlib.blake2b(text + digests, digest_size=32).digest()
    head = PREFIX.pack(MAGIC, VERSION, len(text), digest) + text + digests
    file.seek(0)
    file.write(head.ljust(header.data_begins, b"\0"))


def read_head(file: BinaryIO, path: object, size: int) -> tuple[Header, bytes]:
    """Return the header and the digests of the blocks; raises `TablebaseError` with the first thing that is wrong.

    `size`: how many bytes the file has.
    """
    prefix = file.read(PREFIX.size)
    if prefix[: len(MAGIC)] != MAGIC:
        raise refused(
            path, "this is not a tablebase" if prefix else "this file is empty", "name a file that `tablebase build` wrote"
        )
    if len(prefix) < PREFIX.size:
        raise refused(path, f"truncated: only {size:,} bytes are there")
    _, version, length, digest = PREFIX.unpack(prefix)
    if version != VERSION:
        newer = "a newer program wrote it" if version > VERSION else "an older program wrote it"
        raise refused(
            path,
            f"format version {version}, and this program reads version {VERSION}: {newer}",
            "build it again, or use that program",
        )
    if length > LONGEST_HEADER:
        raise refused(path, "the header has been changed or damaged")
    text = file.read(length)
    if len(text) < length:
        raise refused(path, f"truncated: only {size:,} bytes are there")
    header = _parsed(text, path)
    digests = file.read(DIGEST * header.blocks) if DIGEST * header.blocks <= size else b""
    if len(digests) < DIGEST * header.blocks:
        raise refused(path, f"truncated: only {size:,} of {header.file_size:,} bytes are there")
    if hashlib.blake2b(text + digests, digest_size=32).digest() != digest or header.text != text:
        raise refused(path, "the header has been changed or damaged")
    if size != header.file_size:
        what = "truncated: only" if size < header.file_size else "something was added:"
        raise refused(path, f"{what} {size:,} bytes are there, and it should be {header.file_size:,}")
    return header, digests


def _parsed(text: bytes, path: object) -> Header:
    try:
        values = json.loads(text)
        header = Header(values["puzzle"], values["slots"], tuple(values["levels"]), values["program"])
        numbers = [header.slots, *header.levels]
        if not all(type(number) is int and number >= 0 for number in numbers) or len(header.levels) > 254:
            raise ValueError
        if not isinstance(header.program, str) or not isinstance(header.puzzle, dict) or not header.text:
            raise TypeError
        return header
    except (ValueError, KeyError, TypeError, RecursionError, MemoryError):
        raise refused(path, "the header has been changed or damaged") from None

"""The file of a tablebase: a container (`files/container.py`) whose header describes the puzzle and whose data are words.

A block of 16 KiB is verified when it is first read, which takes some 20 µs. A slot contains the distance + 1, or 0 if the goal
cannot be reached, in the smallest number of bits that fits the largest value. A word has 64 // bits slots from the low end, so no
slot is split between two words.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from pydantic import Field, NonNegativeInt

from shunt.cards.card import Goal, RouteCard
from shunt.errors import Fault, InputError
from shunt.files.container import Container, ContainerError, ContainerHeader, canonical
from shunt.files.printable import printable
from shunt.files.reading import StrPath, open_regular, reason_of
from shunt.rules.switcher import Switcher

TABLEBASE = Container(b"SHUNT\x1aTB", 2, "a tablebase", "name a file that `tablebase build` wrote", "build it again")
SCHEMA = "shunt-tablebase/1"
NUMBERING = 1  # raise it when `index/perfect.py` numbers arrangements in another way
BLOCK_WORDS = 2048
BLOCK = 8 * BLOCK_WORDS


class TablebaseError(InputError):
    """A file cannot be used, because it is damaged, is not a tablebase, or belongs to another puzzle."""


def refused(path: object, what: str, remedy: str = "build it again") -> TablebaseError:
    """Return the error that names the file, what is wrong with it, and what to do."""
    return TablebaseError(Fault("", what, remedy, printable(str(path))))


@dataclass(frozen=True)
class Header(ContainerHeader):
    """The header of a tablebase. `levels[d]` is the number of slots that are d moves away from the goal.

    `puzzle` is a card of the puzzle as the table of a file, and `key` its `key_of_card`.
    """

    key: str
    puzzle: Mapping[str, Any]
    slots: NonNegativeInt
    levels: Annotated[tuple[NonNegativeInt, ...], Field(max_length=254)]
    program: str

    @property
    def bits(self) -> int:
        """The number of bits per slot."""
        return max(1, len(self.levels).bit_length())

    @property
    def a_word(self) -> int:
        """The number of slots in a 64-bit word."""
        return 64 // self.bits

    @property
    def words(self) -> int:
        """The number of data words."""
        return -(-self.slots // self.a_word)

    @property
    def blocks(self) -> int:
        """The number of data blocks, of which the last may be shorter."""
        return -(-self.words // BLOCK_WORDS)

    @property
    def unreached(self) -> int:
        """The number of slots that have no position, or a position from which the goal cannot be reached."""
        return self.slots - sum(self.levels)

    @property
    def text(self) -> bytes:
        """Return the header as written in the file, where the pieces of the puzzle keep their order."""
        table = self._figures | {"puzzle": self.puzzle, "block": BLOCK}
        return json.dumps(table, separators=(",", ":"), ensure_ascii=False).encode()

    @property
    def _figures(self) -> dict[str, Any]:
        found = {"schema": SCHEMA, "key": self.key, "program": self.program, "slots": self.slots, "bits": self.bits}
        return found | {"levels": list(self.levels), "unreached": self.unreached}

    def as_json(self) -> dict[str, Any]:
        """Return the figures of the table in the form of `shunt tablebase info --json`."""
        return self._figures | {"bytes": self.file_size}

    @property
    def data_size(self) -> int:
        """Return the size of all words in bytes."""
        return 8 * self.words


def key_of(puzzle: Mapping[str, Any]) -> str:
    """Return the hash of a puzzle (board, pieces, rules and goal; not the start, and no names but those of pieces and spaces)."""
    return hashlib.blake2b(canonical(puzzle), digest_size=16).hexdigest()


def key_of_card(card: RouteCard) -> str:
    """Return the hash by which cards and tables are matched."""
    return key_of(puzzle_of(card.rules, card.goal))


def puzzle_of(rules: Switcher, goal: Goal) -> dict[str, Any]:
    """Return everything on which distances depend, in one canonical form."""
    plan, roster = rules.plan, rules.roster
    joins = sorted((end.space, end.end, other.space, other.end) for end, others in plan.fixed.items() for other in others)
    closed = {space: sorted(pieces) for space, pieces in rules.access.kept_out.items() if space not in rules.broken}
    wants = [(want.spaces, want.pieces, want.count) for want in goal.wants]
    trains = [(train.pieces, train.along, train.spaces) for train in goal.trains]
    return {
        **rules.train_rules.changed,
        "closed": closed,
        "numbering": NUMBERING,
        "couples_both_ways": rules.couples_both_ways,
        "has_headings": rules.has_headings,
        "spaces": plan.spaces,
        "joins": joins,
        "turntables": [asdict(table) for table in plan.turntables],
        "no_stop": sorted(plan.no_stop),
        "exclusive": sorted(sorted(group) for group in plan.exclusive),
        "broken": sorted(rules.broken),
        "locomotives": roster.locomotives,
        "cars": roster.cars,
        "interchangeable": sorted(sorted(group) for group in roster.interchangeable),
        "goal": {"places": dict(goal.places), "headings": dict(goal.headings), "wants": wants, "trains": trains},
    }


# --------------------------------------------------------------------------------------------------------------------
# Reading the head of a file


def read_head(path: StrPath) -> tuple[Header, bytes]:
    """Return the header of a file and the digests of its blocks; raise `TablebaseError` for the first fault found."""
    try:
        with open_regular(path) as file:
            return TABLEBASE.read_head(file, Header)
    except ContainerError as error:
        raise refused(path, error.what, error.remedy) from None
    except (OSError, ValueError) as error:
        raise refused(path, f"the file cannot be read: {reason_of(error)}", TABLEBASE.another) from None

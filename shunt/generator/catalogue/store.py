"""The catalogue: cards by canonical id in one SQLite file, and the finished shards of each run.

Every change is one transaction. The cards of a shard and the record that it is done are written in the same transaction. A run
that is stopped at any point, even by a power cut or by `kill -9`, therefore continues with the remaining shards, and no card is
lost or duplicated.

The stored form of a puzzle does not depend on the order of writing. Cards from before a run are kept, and within a run the shard
with the lowest number wins. Any number of workers thus gives the same cards.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

from shunt.errors import Fault, InputError
from shunt.files.reading import StrPath
from shunt.generator.catalogue.query import Queries
from shunt.generator.catalogue.rows import CARD_COLUMNS, KIND_COLUMNS, CardRow
from shunt.generator.catalogue.schema import connect

BATCH = 5_000  # cards in one transaction, for cards that do not come from shards

_KIND = (*KIND_COLUMNS, "board")
_INSERT_KIND = (
    f"INSERT INTO kinds ({', '.join(_KIND)}) VALUES ({', '.join('?' * len(_KIND))}) "
    "ON CONFLICT DO UPDATE SET board = board RETURNING kind"
)
_CARD = ("kind", "run", "shard", *CARD_COLUMNS)
_INSERT = f"INSERT INTO cards ({', '.join(_CARD)}) VALUES ({', '.join('?' * len(_CARD))}) ON CONFLICT (id) DO NOTHING"


@dataclass(frozen=True)
class Added:
    """The numbers of new cards and of puzzles that the catalogue already had. `was_done`: the shard had been done before."""

    new: int
    known: int
    was_done: bool = False


def board_number(name: str, layout: str) -> int:
    """Return the number of a board, which is the same in every catalogue: 63 bits of a hash of its name and its layout."""
    return int.from_bytes(hashlib.sha256(f"{name}\n{layout}".encode()).digest()[:8]) >> 1


class Catalogue(Queries):
    """An open catalogue. Use it in a `with` statement, and in only one thread at a time. Several programs may read while
    one writes."""

    def __init__(self, path: StrPath, create: bool = False) -> None:
        """Open the file `path`, creating it if needed and `create` is true; raise `InputError` for a foreign or newer file."""
        self.path = os.fspath(path)
        self.connection = connect(path, create)
        self._kind_numbers: dict[tuple[int | str, ...], int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        """Close the file."""
        self.connection.close()

    # ---------------------------------------------------------------------------------------------------------- writing

    def add(self, rows: Iterable[CardRow]) -> Added:
        """Write `rows` in transactions of `BATCH` cards. Puzzles that the catalogue already has stay as they are."""
        new = seen = 0
        rows = iter(rows)
        while batch := list(islice(rows, BATCH)):
            with self._writing():
                new += self._insert(batch, None, None)
            seen += len(batch)
        return Added(new, seen - new)

    def run(self, key: str, version: str, seed: str) -> int:
        """Return the number of the run with this `key`; create the run if there is none. The same spec continues the same run.

        `key` covers everything that the cards depend on, including the version.
        """
        with self._writing():
            insert = "INSERT INTO runs (key, version, seed) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET key = key RETURNING run"
            return int(self.connection.execute(insert, (key, version, seed)).fetchone()[0])

    def done(self, run: int) -> frozenset[int]:
        """Return the finished shards of `run`."""
        return frozenset(shard for (shard,) in self.read("SELECT shard FROM shards WHERE run = ?", (run,)))

    def made_by(self, run: int) -> tuple[int, int]:
        """Return how many cards `run` has made, and the last shard that made one (-1 if none did)."""
        (found,) = self.read("SELECT count(*), ifnull(max(shard), -1) FROM cards WHERE run = ?", (run,))
        return found[0], found[1]

    def add_shard(self, run: int, shard: int, rows: Sequence[CardRow]) -> Added:
        """Write the cards of `shard` and mark it as done, in one transaction. A shard that is already done is ignored."""
        with self._writing():
            insert = "INSERT INTO shards (run, shard, cards) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            if self.connection.execute(insert, (run, shard, len(rows))).rowcount == 0:
                return Added(0, len(rows), was_done=True)
            later = "DELETE FROM cards WHERE id = ? AND run = ? AND shard > ?"
            replaced = self.connection.executemany(later, [(row.id, run, shard) for row in rows]).rowcount
            new = self._insert(rows, run, shard) - max(0, replaced)
        return Added(new, len(rows) - new)

    def _insert(self, rows: Sequence[CardRow], run: int | None, shard: int | None) -> int:
        """Insert rows within a transaction; return the number of new ones."""
        values = [(self._kind(row), run, shard, *(getattr(row, name) for name in CARD_COLUMNS)) for row in rows]
        return max(0, self.connection.executemany(_INSERT, values).rowcount)

    def _kind(self, row: CardRow) -> int:
        """Return the number of the row's kind, creating it and its board if needed."""
        number = self._kind_numbers.get(row.kind)
        if number is None:
            board = board_number(row.board, row.layout)
            insert = "INSERT INTO boards (board, name, layout) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            self.connection.execute(insert, (board, row.board, row.layout))
            values: tuple[Any, ...] = (*row.kind[2:], board)
            number = self._kind_numbers[row.kind] = int(self.connection.execute(_INSERT_KIND, values).fetchone()[0])
        return number

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Run the block as one transaction."""
        try:
            with self.reading(), self.connection:
                self.connection.execute("BEGIN IMMEDIATE")
                yield
        except BaseException:
            self._kind_numbers.clear()  # numbers given within the transaction are gone
            raise

    def problems(self) -> list[Fault]:
        """Check the whole file (pages, indices, references, counts, words) and return the faults."""
        found = [text for (text,) in self.read("PRAGMA integrity_check") if text != "ok"]
        found += [
            f"table {table}: a reference to {parent} leads nowhere"
            for table, _, parent, _ in self.read("PRAGMA foreign_key_check")
        ]
        counts = "SELECT kind FROM kinds k WHERE cards <> (SELECT count(*) FROM cards c WHERE c.kind = k.kind)"
        found += [f"kind {kind} is miscounted" for (kind,) in self.read(counts)]
        orphans = (
            "SELECT DISTINCT run, shard FROM cards WHERE run IS NOT NULL AND (run, shard) NOT IN (SELECT run, shard FROM shards)"
        )
        found += [f"shard {shard} of run {run} has cards but is not done" for run, shard in self.read(orphans)]
        try:
            if not self.read("PRAGMA query_only")[0][0]:  # SQLite checks the words only in a file that it may write
                with self._writing():
                    self.connection.execute("INSERT INTO words (words, rank) VALUES ('integrity-check', 1)")
        except InputError as error:
            found += [f"words: {fault.what}" for fault in error.faults]
        return [Fault("", text, "restore the file from a copy", self.path) for text in found]

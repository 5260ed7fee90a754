"""Queries of a catalogue: filters, pages of cards in a fixed order, counts, and statistics.

Cards are ordered by tier, optimum, board (by a hash), ruleset and pieces. Cards that agree in these form a kind, and within a
kind cards are ordered by canonical id. The order does not depend on when a card was written or on the workers. One statement
lists the numbers of the matching cards in that order along the indices of kinds and cards, without sorting, from where the last
page ended. Each card is then read by its number. Only cards that are found by words are sorted.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Any

from shunt.errors import InputError
from shunt.files.printable import printable
from shunt.generator.catalogue.filters import EVERYTHING, NUMBERED_TIERS, Filters
from shunt.generator.catalogue.rows import CARD_COLUMNS, KIND_COLUMNS, CardRow, DamagedError, checked_row
from shunt.generator.catalogue.schema import SQLITE_ERRORS, refusal

_COLUMNS = ("board", "layout", *KIND_COLUMNS, *CARD_COLUMNS)
_CARD = (
    f"SELECT k.kind, b.name, b.layout, {', '.join(f'k.{name}' for name in KIND_COLUMNS)}, "
    f"{', '.join(f'c.{name}' for name in CARD_COLUMNS)} "
    "FROM cards c CROSS JOIN kinds k USING (kind) CROSS JOIN boards b USING (board) WHERE c.number = ?"
)
_ORDER = "tier, optimum, board, ruleset, metric, locomotives, k.cars, broken, turntables, is_unique"


@dataclass(frozen=True)
class Page:
    """Some of the matching cards. `after` is where the next page begins, or "" after the last one."""

    rows: tuple[CardRow, ...]
    after: str = ""


@dataclass(frozen=True)
class Stats:
    """The numbers of matching cards by tier, board, optimum and grade.

    `grades`: (tier by name, optimum, grade) → number of cards, with the grade rounded to a half. Only rated cards are included.
    """

    cards: int
    tiers: Mapping[str, int]
    boards: Mapping[str, Mapping[str, int]]
    optima: Mapping[int, int]
    grades: Mapping[tuple[str, int, float], int]
    runs: int
    shards: int

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as a document of the schema `shunt-catalogue-stats/1`."""
        numbers = vars(self) | {"optima": {str(optimum): cards for optimum, cards in self.optima.items()}}
        del numbers["grades"]
        return {"schema": "shunt-catalogue-stats/1", **numbers}


def tier_name(tier: int) -> str:
    """Return the name of a tier by its number; raise `DamagedError` if it has none."""
    if not 0 <= tier < len(NUMBERED_TIERS):
        raise DamagedError("", f"the catalogue is damaged: {tier} is not a tier", "restore it from a copy")
    return NUMBERED_TIERS[tier]


class Queries:
    """All read access to a catalogue."""

    path: str
    connection: sqlite3.Connection

    def __len__(self) -> int:
        return self.count()

    def find(self, filters: Filters = EVERYTHING, limit: int = 50, after: str = "") -> Page:
        """Return the next `limit` cards after `after`, from the previous page; raise `InputError` if it comes from another
        query."""
        found = list(islice(self.found(filters, after), limit + 1))
        return Page(tuple(row for _, row in found[:limit]), found[limit - 1][0] if len(found) > limit else "")

    def every(self, filters: Filters = EVERYTHING) -> Iterator[CardRow]:
        """Yield every matching card, in order."""
        return (row for _, row in self.found(filters, ""))

    def beginning(self, card_id: str) -> list[CardRow]:
        """Return at most two cards whose ids begin with this text. Return none if no id can begin with it."""
        if not set(card_id) <= set("0123456789abcdef") or not card_id:
            return []
        numbers = self.read("SELECT number FROM cards WHERE id >= ? AND id < ? ORDER BY id LIMIT 2", (card_id, card_id + "g"))
        with self.reading():
            return [self._card(number)[1] for (number,) in numbers]

    def get(self, card_id: str) -> CardRow | None:
        """Return the card with this canonical id, or None."""
        return next((row for row in self.beginning(card_id) if row.id == card_id), None)

    def found(self, filters: Filters, after: str) -> Iterator[tuple[str, CardRow]]:
        """Yield the matching cards after the end of a page, each with the end of a page after it."""
        condition, values = filters.condition()
        with self.reading():
            if after:
                kind, card_id = self._read_after(after)
                condition += f" AND ({_ORDER}) >= (SELECT {_ORDER} FROM kinds k WHERE kind = ?) AND (k.kind <> ? OR c.id > ?)"
                values += [kind, kind, card_id]
            numbers = f"SELECT c.number FROM {filters.source} WHERE {condition} ORDER BY {_ORDER}, c.id"
            for (number,) in self.connection.execute(numbers, values):
                kind, row = self._card(number)
                yield f"{kind}-{row.id}", row

    def boards(self) -> list[str]:
        """Return the names of the boards, sorted."""
        return [name for (name,) in self.read("SELECT DISTINCT name FROM boards ORDER BY name")]

    def feature_names(self) -> list[str]:
        """Return the names of all features of all ratings, sorted."""
        found = self.read("SELECT DISTINCT f.key FROM cards, json_each(rating, '$.features') f WHERE rating <> '{}' ORDER BY 1")
        return [name for (name,) in found]

    def count(self, filters: Filters = EVERYTHING) -> int:
        """Return the number of matching cards."""
        condition, values = filters.condition()
        if filters.by_kind_alone:  # their numbers are enough
            query = f"SELECT ifnull(sum(k.cards), 0) FROM kinds k WHERE {condition}"
        elif filters == Filters(grade=filters.grade):  # an index is enough
            query = "SELECT count(*) FROM cards WHERE grade BETWEEN ? AND ?"
            values = [end if bound is None else bound for bound, end in zip(filters.grade, (-inf, inf), strict=True)]
        else:
            query = f"SELECT count(*) FROM {filters.source} WHERE {condition}"
        ((cards,),) = self.read(query, values)
        return int(cards)

    def stats(self, filters: Filters = EVERYTHING) -> Stats:
        """Return the statistics of the matching cards; raise `InputError` if there are filters by words or grade."""
        if not filters.by_kind_alone:
            raise InputError("", "statistics cannot be filtered by words or by grade", "filter by tier instead")
        condition, values = filters.condition()
        in_order = "GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
        counts = "SELECT b.name, k.tier, k.optimum, sum(k.cards) FROM kinds k CROSS JOIN boards b USING (board)"
        grades = "SELECT k.tier, k.optimum, round(c.grade * 2) / 2, count(*) FROM kinds k CROSS JOIN cards c USING (kind)"
        tiers, boards, optima = dict.fromkeys(NUMBERED_TIERS, 0), dict[str, dict[str, int]](), Counter[int]()
        with self.reading():
            for board, tier, optimum, cards in self.read(f"{counts} WHERE {condition} {in_order}", values):
                boards.setdefault(board, dict.fromkeys(NUMBERED_TIERS, 0))[tier_name(tier)] += cards
                tiers[tier_name(tier)] += cards
                optima[optimum] += cards
            graded = self.read(f"{grades} WHERE {condition} AND c.grade IS NOT NULL {in_order}", values)
            rounded = {(tier_name(tier), optimum, grade): cards for tier, optimum, grade, cards in graded}
            runs, shards = (self.read(f"SELECT count(*) FROM {table}")[0][0] for table in ("runs", "shards"))
        return Stats(sum(tiers.values()), tiers, boards, dict(sorted(optima.items())), rounded, runs, shards)

    def read(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a statement."""
        with self.reading():
            return self.connection.execute(statement, values).fetchall()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Convert SQLite's errors in the block to an `InputError` that names the file."""
        try:
            yield
        except DamagedError as error:
            raise InputError(fault.at(printable(self.path)) for fault in error.faults) from None
        except SQLITE_ERRORS as error:
            raise refusal(self.path, error) from error

    # ---------------------------------------------------------------------------------------------------------- cards

    def _card(self, number: int) -> tuple[int, CardRow]:
        """Return the card with this number in the file, and the number of its kind; raise `DamagedError` if there is none."""
        found = self.connection.execute(_CARD, (number,)).fetchone()
        if found is None:
            raise DamagedError("", "the catalogue is damaged: a reference leads nowhere", "restore it from a copy")
        kind, *row = found
        return kind, checked_row(dict(zip(_COLUMNS, row, strict=True)))

    def _read_after(self, after: str) -> tuple[int, str]:
        """Return the kind and the id of the end of a page."""
        kind, _, card_id = after.partition("-")
        if kind.isascii() and kind.isdigit() and len(kind) < 18:
            place = int(kind), card_id
            if self.connection.execute("SELECT 1 FROM cards WHERE kind = ? AND id = ?", place).fetchone() is not None:
                return place
        what = f"{after!r} is not the end of a page of this catalogue"
        raise InputError("after", what, "use the end printed by the previous page")

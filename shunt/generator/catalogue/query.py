"""Queries of a catalogue: filters, pages of cards in a fixed order, counts, and statistics.

Cards are ordered by tier, optimum, board (by a hash), ruleset and pieces. Cards that agree in these form a kind, and within a
kind cards are ordered by canonical id. The order does not depend on when a card was written or on the workers. A filter first
selects kinds, of which there are thousands for millions of cards. A page is then read kind by kind from where the last page
ended, each with its index.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import islice
from math import inf
from typing import Any

from shunt.cards.tiers import TIERS
from shunt.errors import InputError
from shunt.files.printable import printable
from shunt.generator.catalogue.rows import NUMBERED_TIERS, CardRow, DamagedError, checked_row
from shunt.generator.catalogue.schema import SQLITE_ERRORS, refusal
from shunt.generator.constraints import constraint, constraints_of, faults_of

Range = tuple[int | None, int | None]
"""The minimum and the maximum. Either may be None."""
OPEN: Range = (None, None)
RULESETS = ("switcher", "railway", "sidings")

FEW = 5_000  # in a range of grades, cards up to this number are picked one by one
FEW_TO_COUNT = 20_000  # the same for counts, where all of them are read anyway
_KIND_COLUMNS = ("tier", "optimum", "ruleset", "metric", "locomotives", "cars", "broken", "turntables", "is_unique")
_CARD_COLUMNS = ("id", "name", "title", "grade", "guide", "proof", "rating", "card", "source")
ORDER = "k.tier, k.optimum, k.board, k.ruleset, k.metric, k.locomotives, k.cars, k.broken, k.turntables, k.is_unique"
_CARDS = f"SELECT {', '.join(_CARD_COLUMNS)} FROM cards WHERE kind = ? AND id > ?"


@dataclass(frozen=True)
class Filters:
    """The filters of a query. A default does not filter. `text`: words, each of which must be the beginning of a word in the name
    or title."""

    boards: tuple[str, ...] = constraint(
        (), "several", option="board", metavar="NAME", find="Only cards on this board. Repeat the option for more boards."
    )
    tiers: tuple[str, ...] = constraint(
        (),
        "several",
        "unknown tier",
        choices=TIERS,
        option="tier",
        find="Only cards of this tier. Repeat the option for more tiers.",
    )
    ruleset: str | None = constraint(None, "choice", choices=RULESETS, find="Only cards of this ruleset.")
    optimum: Range = constraint(OPEN, "open range", column="optimum", find="Only cards with this optimum: 6, 6-9, 6- or -9.")
    locomotives: Range = constraint(OPEN, "open range", column="locomotives", find="Number of locomotives.")
    cars: Range = constraint(OPEN, "open range", column="cars", find="Number of cars.")
    broken: Range = constraint(OPEN, "open range", column="broken", find="Number of broken tracks.")
    turntable: bool | None = constraint(
        None, "either", option="turntable/no-turntable", find="Only boards with a turntable, or only boards without one."
    )
    unique: bool | None = constraint(
        None,
        "either",
        option="unique/several",
        find="Only cards with one shortest solution, or only cards with several. "
        "Solutions that differ only in the order of their moves count as one.",
    )
    grade: tuple[float | None, float | None] = constraint(
        OPEN, "open real range", of_kinds=False, find="Only cards with a grade in this range, from 0 to 10."
    )
    text: str = constraint(
        "",
        "text",
        metavar="WORDS",
        of_kinds=False,
        find="Only cards whose name or title contains these words or word prefixes.",
    )

    def __post_init__(self) -> None:
        if faults := faults_of(self):
            raise InputError(faults)

    @property
    def by_kind_alone(self) -> bool:
        """Return whether all cards of a kind are included or excluded together."""
        return not self.text and self.grade == (None, None)

    @property
    def bounds(self) -> dict[str, tuple[Any, Any]]:
        """The minimum and maximum of the columns of `CardRow` that cards of one kind share, or None if they are not limited."""
        found = {one.column: getattr(self, name) for name, one in constraints_of(self).items() if one.column}
        found["ruleset"] = (self.ruleset, self.ruleset)
        if self.turntable is not None:
            found["turntables"] = (1, None) if self.turntable else (None, 0)
        if self.unique is not None:
            found["is_unique"] = (int(self.unique), int(self.unique))
        return found

    def kinds(self) -> tuple[str, list[Any]]:
        """Return the condition on `kinds k` with its values."""
        terms: list[str] = ["k.cards > 0"]
        values: list[Any] = []
        if self.boards:
            terms.append(f"k.board IN (SELECT board FROM boards WHERE name IN ({', '.join('?' * len(self.boards))}))")
            values += self.boards
        if self.tiers:
            terms.append(f"k.tier IN ({', '.join('?' * len(self.tiers))})")
            values += [NUMBERED_TIERS.index(tier) for tier in self.tiers]
        bounds = self.bounds | {"most_grade": (self.grade[0], None), "least_grade": (None, self.grade[1])}
        for column, limits in bounds.items():
            for sign, bound in zip((">=", "<="), limits, strict=True):
                if bound is not None:
                    terms.append(f"k.{column} {sign} ?")
                    values.append(bound)
        return " AND ".join(terms), values

    def grades(self) -> tuple[str, list[float]]:
        """Return the condition on a card's grade, beginning with AND, with its values."""
        given = [(sign, bound) for sign, bound in zip((">=", "<="), self.grade, strict=True) if bound is not None]
        return "".join(f" AND grade {sign} ?" for sign, _ in given), [bound for _, bound in given]


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

    @classmethod
    def from_counts(
        cls, counts: Iterable[tuple[str, int, int, int]], grades: Iterable[tuple[int, int, float, int]], runs: int, shards: int
    ) -> Stats:
        """Return the statistics from sorted numbers of cards by board, tier and optimum, and by tier, optimum and grade."""
        tiers, boards, optima = dict.fromkeys(NUMBERED_TIERS, 0), dict[str, dict[str, int]](), dict[int, int]()
        for board, tier, optimum, cards in counts:
            name = tier_name(tier)
            boards.setdefault(board, dict.fromkeys(NUMBERED_TIERS, 0))[name] += cards
            tiers[name] += cards
            optima[optimum] = optima.get(optimum, 0) + cards
        rounded: dict[tuple[str, int, float], int] = {}
        for tier, optimum, grade, cards in grades:
            place = tier_name(tier), optimum, grade
            rounded[place] = rounded.get(place, 0) + cards
        return cls(sum(tiers.values()), tiers, boards, dict(sorted(optima.items())), rounded, runs, shards)

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as a document of the schema `shunt-catalogue-stats/1`."""
        return {
            "schema": "shunt-catalogue-stats/1",
            "cards": self.cards,
            "tiers": dict(self.tiers),
            "boards": {board: dict(tiers) for board, tiers in self.boards.items()},
            "optima": {str(optimum): cards for optimum, cards in self.optima.items()},
            "runs": self.runs,
            "shards": self.shards,
        }


def tier_name(tier: int) -> str:
    """Return the name of a tier by its number; raise `DamagedError` if it has none."""
    if not 0 <= tier < len(NUMBERED_TIERS):
        raise DamagedError("", f"the catalogue is damaged: {tier} is not a tier", "restore it from a copy")
    return NUMBERED_TIERS[tier]


def phrases(text: str) -> list[str]:
    """Return the words of a filter; `card-77-12` is a phrase of several words. Raise `InputError` if there is none."""
    words = ["".join(letter if letter.isalnum() else " " for letter in word).strip() for word in text.split()]
    if not any(words):
        raise InputError("text", f"{text!r} has no word in it", "write words, or the beginnings of some")
    return [word for word in words if word]


EVERYTHING = Filters()


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
        return self._with_digits(card_id) if card_id and set(card_id) <= set("0123456789abcdef") else []

    def get(self, card_id: str) -> CardRow | None:
        """Return the card with this canonical id, or None."""
        return next((row for row in self.beginning(card_id) if row.id == card_id), None)

    def found(self, filters: Filters, after: str) -> Iterator[tuple[str, CardRow]]:
        """Yield the cards after a kind and an id."""
        with self.reading():
            yield from ((f"{kind}-{row.id}", row) for kind, row in self._matches(filters, after))

    def _with_digits(self, digits: str) -> list[CardRow]:
        places = self.read("SELECT kind, id FROM cards WHERE id >= ? AND id < ? ORDER BY id LIMIT 2", (digits, digits + "g"))
        with self.reading():
            found = [row for kind, card_id in places for _, row in self._matches(EVERYTHING, among={kind: [card_id]})]
            if len(found) < len(places):
                raise _damaged()
            return found

    def boards(self) -> list[str]:
        """Return the names of the boards, sorted."""
        return [name for (name,) in self.read("SELECT DISTINCT name FROM boards ORDER BY name")]

    def feature_names(self) -> list[str]:
        """Return the names of all features of all ratings, sorted."""
        found = self.read("SELECT DISTINCT f.key FROM cards, json_each(rating, '$.features') f WHERE rating <> '{}' ORDER BY 1")
        return [name for (name,) in found]

    def count(self, filters: Filters = EVERYTHING) -> int:
        """Return the number of matching cards."""
        with self.reading():
            return self._count(filters)

    def stats(self, filters: Filters = EVERYTHING) -> Stats:
        """Return the statistics of the matching cards; raise `InputError` if there are filters by words or grade."""
        if not filters.by_kind_alone:
            raise InputError("", "statistics cannot be filtered by words or by grade", "filter by tier instead")
        condition, values = filters.kinds()
        in_order = "GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
        counts = "SELECT b.name, k.tier, k.optimum, sum(k.cards) FROM kinds k CROSS JOIN boards b USING (board)"
        grades = "SELECT k.tier, k.optimum, round(c.grade * 2) / 2, count(*) FROM kinds k CROSS JOIN cards c USING (kind)"
        with self.reading():
            counted = self.read(f"{counts} WHERE {condition} {in_order}", values)
            graded = self.read(f"{grades} WHERE {condition} AND c.grade IS NOT NULL {in_order}", values)
            runs, shards = (self.read(f"SELECT count(*) FROM {table}")[0][0] for table in ("runs", "shards"))
            return Stats.from_counts(counted, graded, runs, shards)

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

    # ---------------------------------------------------------------------------------------------------------- kinds

    def _matches(
        self, filters: Filters, after: str = "", among: Mapping[int, list[str]] | None = None
    ) -> Iterator[tuple[int, CardRow]]:
        """Yield the cards after `after`, each with the number of its kind. `among`: only these ids of these kinds."""
        first, last_id = self._read_after(after)
        wanted = self._singled(filters, FEW) if among is None else among
        graded, grades = filters.grades()
        for kind, shared in self._kinds(filters, first, wanted):
            begin = last_id if kind == first else ""
            found: Iterable[Any]
            if wanted is None:
                found = self.connection.execute(f"{_CARDS}{graded} ORDER BY id", [kind, begin, *grades])
            else:
                ids = [card_id for card_id in wanted[kind] if card_id > begin]
                found = (self._one(f"{_CARDS} AND id = ?", (kind, "", card_id)) for card_id in ids)
            for row in found:
                yield kind, checked_row(shared | dict(zip(_CARD_COLUMNS, row, strict=True)))

    def _kinds(self, filters: Filters, first: int | None, among: Collection[int] | None) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the matching kinds and their values, in order, from the kind `first` on. If `among` is given, only those in
        it."""
        condition, values = filters.kinds()
        begun = (0, 0)
        if among is not None:
            condition += " AND k.kind IN (SELECT value FROM json_each(?))"
            values.append(str(list(among)))
        if first is not None:
            condition += f" AND ({ORDER}) >= (SELECT {ORDER} FROM kinds k WHERE k.kind = ?)"
            values.append(first)
            tier, optimum = self._one("SELECT tier, optimum FROM kinds WHERE kind = ?", (first,))
            begun = (tier, optimum)
        columns = ", ".join(f"k.{name}" for name in _KIND_COLUMNS)
        # Reading the kinds in the order of that index spares sorting them, and a page ends long before the last of them.
        by = "INDEXED BY kinds_in_order" if not filters.boards and among is None else ""
        boards: dict[int, tuple[Any, ...]] = {}
        rungs = self._rungs(filters) if by else None
        for rung in [()] if rungs is None else [rung for rung in rungs if rung >= begun]:
            within = " AND (k.tier, k.optimum) = (?, ?)" if rung else ""
            query = f"SELECT k.kind, k.board, {columns} FROM kinds k {by} WHERE {condition}{within} ORDER BY {ORDER}"
            for kind, board, *row in self.connection.execute(query, [*values, *rung]):
                if board not in boards:
                    boards[board] = self._one("SELECT name, layout FROM boards WHERE board = ?", (board,))
                yield kind, dict(zip(("board", "layout", *_KIND_COLUMNS), (*boards[board], *row), strict=True))

    def _one(self, statement: str, values: Sequence[Any]) -> tuple[Any, ...]:
        """Return the row for a reference; raise `DamagedError` if there is none."""
        row: tuple[Any, ...] | None = self.connection.execute(statement, values).fetchone()
        if row is None:
            raise _damaged()
        return row

    def _rungs(self, filters: Filters) -> list[tuple[int, int]] | None:
        """Return the pairs of tier and optimum, in order, that have cards in the range of grades. Return None if there is no such
        range.

        Most kinds are far from a narrow range of grades, and are skipped by their tier and optimum.
        """
        bounds = zip(("most_grade >= ?", "least_grade <= ?"), filters.grade, strict=True)
        given = {condition: bound for condition, bound in bounds if bound is not None}
        if not given:
            return None
        query = f"SELECT tier, optimum FROM rungs WHERE {' AND '.join(given)} ORDER BY 1, 2"
        return self.connection.execute(query, [*given.values()]).fetchall()

    def _read_after(self, after: str) -> tuple[int | None, str]:
        """Return the kind and the id of the end of a page."""
        if not after:
            return None, ""
        kind, _, card_id = after.partition("-")
        if kind.isascii() and kind.isdigit() and len(kind) < 18:
            place = int(kind), card_id
            if self.connection.execute("SELECT 1 FROM cards WHERE kind = ? AND id = ?", place).fetchone() is not None:
                return place
        what = f"{after!r} is not the end of a page of this catalogue"
        raise InputError("after", what, "use the end printed by the previous page")

    def _singled(self, filters: Filters, few: int) -> dict[int, list[str]] | None:
        """Return a mapping from kinds to the ids, in order, of their cards that match the words and the grade of the filters.

        Return None if there are no words and the grade matches more than `few` cards. Whole kinds are then read.
        """
        graded, grades = filters.grades()
        values: list[Any] = []
        if filters.text:  # each word as the beginning of a word; `card-77-12` is a phrase whose last word may be longer
            source = "words w CROSS JOIN cards c ON c.number = w.rowid WHERE words MATCH ?"
            values = [" ".join(f'"{word}" *' for word in phrases(filters.text))]
        elif grades:
            source = "cards c INDEXED BY cards_by_grade WHERE grade IS NOT NULL"
            found_few = self._one(f"SELECT count(*) FROM (SELECT 1 FROM {source}{graded} LIMIT {few + 1})", grades)
            if found_few[0] > few:
                return None
        else:
            return None
        found: dict[int, list[str]] = {}
        for kind, card_id in self.connection.execute(f"SELECT c.kind, c.id FROM {source}{graded}", [*values, *grades]):
            found.setdefault(kind, []).append(card_id)
        return {kind: sorted(ids) for kind, ids in found.items()}

    def _count(self, filters: Filters) -> int:
        """Return the number of matching cards, from the numbers of their kinds if that is enough."""
        condition, values = filters.kinds()
        in_kinds = f"SELECT ifnull(sum(k.cards), 0) FROM kinds k WHERE {condition}"
        if filters.by_kind_alone:
            return int(self._one(in_kinds, values)[0])
        graded, grades = filters.grades()
        if filters == Filters(grade=filters.grade):
            by_grade = f"SELECT count(*) FROM cards INDEXED BY cards_by_grade WHERE grade IS NOT NULL{graded}"
            return int(self._one(by_grade, grades)[0])
        singled = self._singled(filters, FEW_TO_COUNT)
        if singled is not None:
            among = f"SELECT k.kind FROM kinds k WHERE {condition} AND k.kind IN (SELECT value FROM json_each(?))"
            return sum(len(singled[kind]) for (kind,) in self.connection.execute(among, [*values, str(list(singled))]))
        # Most kinds are wholly within the range of grades; only cards of those at its edges, or without a rating, are read.
        least, most = (end if bound is None else bound for bound, end in zip(filters.grade, (-inf, inf), strict=True))
        within = "k.tier > 0 AND k.least_grade >= ? AND k.most_grade <= ?"
        on_rung = "(k.tier, k.optimum) = (?, ?)"
        cards = "SELECT count(*) FROM kinds k CROSS JOIN cards c USING (kind)"
        at_edges = f"{cards} WHERE {condition} AND {on_rung} AND NOT ({within}){graded}"
        total = 0
        for rung in self._rungs(filters) or []:
            total += self._one(f"{in_kinds} AND {on_rung} AND {within}", [*values, *rung, least, most])[0]
            total += self._one(at_edges, [*values, *rung, least, most, *grades])[0]
        return total


def _damaged() -> DamagedError:
    return DamagedError("", "the catalogue is damaged: a reference leads nowhere", "restore it from a copy")


assert {one.name for one in fields(CardRow)} == {"board", "layout", *_KIND_COLUMNS, *_CARD_COLUMNS}

"""Queries of a catalogue: filters, pages of cards in a fixed order, counts, and statistics.

Cards are ordered by tier, optimum, board (by a hash), ruleset and pieces, the order of their kinds; within a kind by canonical
id. The order does not depend on when a card was written or on the workers. A filter first picks kinds, of which there are
thousands for millions of cards. A page then reads kind after kind, each by its index, from where the last page ended.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from math import inf
from typing import Any, Protocol

from shunt.cards.tiers import TIERS
from shunt.errors import Fault, InputError
from shunt.generator.catalogue.rows import NUMBERED_TIERS, CardRow, DamagedError, checked_row
from shunt.generator.constraints import constraint, constraints_of, faults_of

Range = tuple[int | None, int | None]
"""The least and the most, either open."""
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
    """The filters of a query; a default does not filter. `text`: words, each the beginning of a word in name or title."""

    boards: tuple[str, ...] = constraint(
        (), "several", option="board", metavar="NAME", find="Cards on this board; may be given again."
    )
    tiers: tuple[str, ...] = constraint(
        (), "several", "unknown tier", choices=TIERS, option="tier", find="Cards of this tier; may be given again."
    )
    ruleset: str | None = constraint(None, "choice", choices=RULESETS, find="Cards of this ruleset.")
    optimum: Range = constraint(OPEN, "open range", column="k.optimum", find="Fewest moves: 6, 6-9, 6- or -9.")
    locomotives: Range = constraint(OPEN, "open range", column="k.locomotives", find="Number of locomotives.")
    cars: Range = constraint(OPEN, "open range", column="k.cars", find="Number of cars.")
    broken: Range = constraint(OPEN, "open range", column="k.broken", find="Number of broken tracks.")
    turntable: bool | None = constraint(
        None, "either", option="turntable/no-turntable", find="Boards with a turntable, or without."
    )
    unique: bool | None = constraint(
        None, "either", option="unique/several", find="One shortest solution up to reordering, or several."
    )
    grade: tuple[float | None, float | None] = constraint(OPEN, "open real range", of_kinds=False, find="Grade, from 0 to 10.")
    text: str = constraint("", "text", metavar="WORDS", of_kinds=False, find="Words of name and title, or how they begin.")

    def __post_init__(self) -> None:
        if faults := faults_of(self):
            raise InputError(faults)

    @property
    def by_kind_alone(self) -> bool:
        """Return whether all cards of a kind are in or out together."""
        return not self.text and self.grade == (None, None)

    def kinds(self) -> tuple[str, list[Any]]:
        """Return the condition on `kinds k`, and its values."""
        terms: list[str] = ["k.cards > 0"]
        values: list[Any] = []
        if self.boards:
            terms.append(f"k.board IN (SELECT board FROM boards WHERE name IN ({', '.join('?' * len(self.boards))}))")
            values += self.boards
        if self.tiers:
            terms.append(f"k.tier IN ({', '.join('?' * len(self.tiers))})")
            values += [NUMBERED_TIERS.index(tier) for tier in self.tiers]
        columns = {name: one.column for name, one in constraints_of(self).items() if one.column}
        ranges: dict[str, Range] = {column: getattr(self, name) for name, column in columns.items()}
        if self.turntable is not None:
            ranges["k.turntables"] = (1, None) if self.turntable else (None, 0)
        bounds: list[tuple[str, str, Any]] = [("k.ruleset", "=", self.ruleset)]
        bounds += [
            (column, sign, bound) for column, limits in ranges.items() for sign, bound in zip((">=", "<="), limits, strict=True)
        ]
        bounds += [("k.most_grade", ">=", self.grade[0]), ("k.least_grade", "<=", self.grade[1])]
        bounds.append(("k.is_unique", "=", None if self.unique is None else int(self.unique)))
        for column, sign, bound in bounds:
            if bound is not None:
                terms.append(f"{column} {sign} ?")
                values.append(bound)
        return " AND ".join(terms), values

    def grades(self) -> tuple[str, list[float]]:
        """Return the condition on a card's grade, beginning with AND, and its values."""
        given = [(sign, bound) for sign, bound in zip((">=", "<="), self.grade, strict=True) if bound is not None]
        return "".join(f" AND grade {sign} ?" for sign, _ in given), [bound for _, bound in given]


@dataclass(frozen=True)
class Page:
    """Some of the cards found; `after` is where the next page begins, "" after the last."""

    rows: tuple[CardRow, ...]
    after: str = ""


class CardSource(Protocol):
    """What answers queries: a catalogue in one SQLite file, or in a folder of Parquet files."""

    def find(self, filters: Filters = ..., limit: int = ..., after: str = ...) -> Page:
        """Return the next `limit` cards after `after`, which the previous page gave."""

    def every(self, filters: Filters = ...) -> Iterator[CardRow]:
        """Yield every card found, in an order that does not depend on when it was written."""

    def beginning(self, card_id: str) -> list[CardRow]:
        """Return at most two cards whose ids begin with these digits."""

    def count(self, filters: Filters = ...) -> int:
        """Return the number of cards found."""

    def stats(self, filters: Filters = ..., step: float = ...) -> Stats:
        """Return the numbers of cards by tier, board, optimum and grade."""

    def boards(self) -> list[str]:
        """Return the names of the boards, sorted."""

    def feature_names(self) -> list[str]:
        """Return the names of all features of all ratings, sorted."""

    def problems(self) -> list[Fault]:
        """Check the files themselves; return the faults."""


@dataclass(frozen=True)
class _Kind:
    """A row of `kinds` with its board."""

    kind: int
    values: Mapping[str, Any]


def find(connection: sqlite3.Connection, filters: Filters, limit: int = 50, after: str = "") -> Page:
    """Return the next `limit` cards; `after`: from the previous page. Raise `InputError` for an `after` from elsewhere."""
    rows: list[CardRow] = []
    for kind, row in _matches(connection, filters, after):
        if len(rows) == limit:
            return Page(tuple(rows), after)
        rows.append(row)
        after = f"{kind}-{row.id}"
    return Page(tuple(rows))


def every(connection: sqlite3.Connection, filters: Filters) -> Iterator[CardRow]:
    """Yield every card found, in order."""
    return (row for _, row in _matches(connection, filters, ""))


def _matches(connection: sqlite3.Connection, filters: Filters, after: str) -> Iterator[tuple[int, CardRow]]:
    """Yield the cards after `after`, each with the number of its kind."""
    first, last_id = _read_after(connection, after)
    wanted = _singled(connection, filters, FEW)
    graded, grades = filters.grades()
    for kind in _kinds(connection, filters, first, wanted):
        begin = last_id if kind.kind == first else ""
        found: Iterable[Any]
        if wanted is None:
            found = connection.execute(f"{_CARDS}{graded} ORDER BY id", [kind.kind, begin, *grades])
        else:
            ids = (card_id for card_id in wanted[kind.kind] if card_id > begin)
            found = (_one(connection.execute(f"{_CARDS} AND id = ?", (kind.kind, "", card_id))) for card_id in ids)
        for row in found:
            yield kind.kind, checked_row(dict(kind.values) | dict(zip(_CARD_COLUMNS, row, strict=True)))


def _one(cursor: sqlite3.Cursor) -> tuple[Any, ...]:
    """Return the row that a reference leads to; raise `DamagedError` if it leads nowhere."""
    row: tuple[Any, ...] | None = cursor.fetchone()
    if row is None:
        raise DamagedError(Fault("", "the catalogue is damaged: a reference leads nowhere", "restore it from a copy"))
    return row


def tier_name(tier: int) -> str:
    """Return the name of a tier by its number; raise `DamagedError` if it has none."""
    if not 0 <= tier < len(NUMBERED_TIERS):
        raise DamagedError(Fault("", f"the catalogue is damaged: {tier} is not a tier", "restore it from a copy"))
    return NUMBERED_TIERS[tier]


def card_at(connection: sqlite3.Connection, kind: int, card_id: str) -> CardRow:
    """Return one card, by the number of its kind and its id."""
    columns = ", ".join(f"k.{name}" for name in _KIND_COLUMNS)
    query = f"SELECT b.name, b.layout, {columns} FROM kinds k JOIN boards b USING (board) WHERE kind = ?"
    values = dict(zip(("board", "layout", *_KIND_COLUMNS), _one(connection.execute(query, (kind,))), strict=True))
    row = _one(connection.execute(f"SELECT {', '.join(_CARD_COLUMNS)} FROM cards WHERE id = ?", (card_id,)))
    return checked_row(values | dict(zip(_CARD_COLUMNS, row, strict=True)))


def _kinds(connection: sqlite3.Connection, filters: Filters, first: int | None, among: Collection[int] | None) -> Iterator[_Kind]:
    """Yield the kinds found, in order, from the kind `first` on; only those in `among`, if it is given."""
    condition, values = filters.kinds()
    begun = (0, 0)
    if among is not None:
        condition += " AND k.kind IN (SELECT value FROM json_each(?))"
        values.append(str(list(among)))
    if first is not None:
        condition += f" AND ({ORDER}) >= (SELECT {ORDER} FROM kinds k WHERE k.kind = ?)"
        values.append(first)
        tier, optimum = _one(connection.execute("SELECT tier, optimum FROM kinds WHERE kind = ?", (first,)))
        begun = (tier, optimum)
    columns = ", ".join(f"k.{name}" for name in _KIND_COLUMNS)
    # Reading the kinds in the order of that index spares sorting them, and a page ends long before the last of them.
    by = "INDEXED BY kinds_in_order" if not filters.boards and among is None else ""
    boards: dict[int, tuple[str, str]] = {}
    rungs = _rungs(connection, filters) if by else None
    for rung in [()] if rungs is None else [rung for rung in rungs if rung >= begun]:
        within = " AND (k.tier, k.optimum) = (?, ?)" if rung else ""
        query = f"SELECT k.kind, k.board, {columns} FROM kinds k {by} WHERE {condition}{within} ORDER BY {ORDER}"
        for kind, board, *row in connection.execute(query, [*values, *rung]):
            if board not in boards:
                name, layout = _one(connection.execute("SELECT name, layout FROM boards WHERE board = ?", (board,)))
                boards[board] = (name, layout)
            yield _Kind(kind, dict(zip(("board", "layout", *_KIND_COLUMNS), (*boards[board], *row), strict=True)))


def _rungs(connection: sqlite3.Connection, filters: Filters) -> list[tuple[int, int]] | None:
    """Return the pairs of tier and optimum, in order, with cards in the range of grades; None without such a range.

    Most kinds are far from a narrow range of grades; they are skipped by their tier and optimum.
    """
    given = [
        (column, bound)
        for column, bound in zip(("most_grade >=", "least_grade <="), filters.grade, strict=True)
        if bound is not None
    ]
    if not given:
        return None
    condition = " AND ".join(f"{column} ?" for column, _ in given)
    found = connection.execute(f"SELECT tier, optimum FROM rungs WHERE {condition} ORDER BY 1, 2", [bound for _, bound in given])
    return found.fetchall()


def _read_after(connection: sqlite3.Connection, after: str) -> tuple[int | None, str]:
    if not after:
        return None, ""
    kind, _, card_id = after.partition("-")
    known = kind.isascii() and kind.isdigit() and len(kind) < 18
    if not known or connection.execute("SELECT 1 FROM cards WHERE kind = ? AND id = ?", (int(kind), card_id)).fetchone() is None:
        raise no_end_of_page(after)
    return int(kind), card_id


def no_end_of_page(after: str) -> InputError:
    """Return the error for the end of a page of another catalogue."""
    what = f"{after!r} is not the end of a page of this catalogue"
    return InputError(Fault("after", what, "use the end printed by the previous page"))


def _singled(connection: sqlite3.Connection, filters: Filters, few: int) -> dict[int, list[str]] | None:
    """Map kinds to the ids, in order, of their cards with the words and the grade of the filters.

    None if there are no words and the grade leaves more than `few` cards: then whole kinds are read.
    """
    graded, grades = filters.grades()
    if filters.text:
        source = "words w CROSS JOIN cards c ON c.number = w.rowid WHERE words MATCH ?"
        values: list[Any] = [_words(filters.text)]
    elif grades:
        source, values = "cards c INDEXED BY cards_by_grade WHERE grade IS NOT NULL", []
        found_few = connection.execute(f"SELECT count(*) FROM (SELECT 1 FROM {source}{graded} LIMIT {few + 1})", grades)
        if found_few.fetchone()[0] > few:
            return None
    else:
        return None
    found: dict[int, list[str]] = {}
    for kind, card_id in connection.execute(f"SELECT c.kind, c.id FROM {source}{graded}", [*values, *grades]):
        found.setdefault(kind, []).append(card_id)
    for ids in found.values():
        ids.sort()
    return found


def _words(text: str) -> str:
    """Return the query for FTS5: each word as the beginning of a word; `card-77-12` is a phrase whose last word may be longer."""
    return " ".join(f'"{word}" *' for word in phrases(text))


def phrases(text: str) -> list[str]:
    """Return the words of a filter, `card-77-12` as a phrase of several; raise `InputError` if there is none."""
    words = ["".join(letter if letter.isalnum() else " " for letter in word).strip() for word in text.split()]
    if not any(words):
        raise InputError(Fault("text", f"{text!r} has no word in it", "write words, or the beginnings of some"))
    return [word for word in words if word]


# --------------------------------------------------------------------------------------------------------------------
# Numbers


def count(connection: sqlite3.Connection, filters: Filters) -> int:
    """Return the number of cards found."""
    condition, values = filters.kinds()
    in_kinds = f"SELECT ifnull(sum(k.cards), 0) FROM kinds k WHERE {condition}"
    if filters.by_kind_alone:
        return int(connection.execute(in_kinds, values).fetchone()[0])
    if filters == Filters(grade=filters.grade):
        graded, grades = filters.grades()
        by_grade = f"SELECT count(*) FROM cards INDEXED BY cards_by_grade WHERE grade IS NOT NULL{graded}"
        return int(connection.execute(by_grade, grades).fetchone()[0])
    singled = _singled(connection, filters, FEW_TO_COUNT)
    if singled is not None:
        among = f"SELECT k.kind FROM kinds k WHERE {condition} AND k.kind IN (SELECT value FROM json_each(?))"
        return sum(len(singled.get(kind, ())) for (kind,) in connection.execute(among, [*values, str(list(singled))]))
    # Most kinds are wholly within the range of grades; only cards of those at its edges, or without a rating, are read.
    graded, grades = filters.grades()
    least, most = (bound if bound is not None else open_end for bound, open_end in zip(filters.grade, (-inf, inf), strict=True))
    within = "k.tier > 0 AND k.least_grade >= ? AND k.most_grade <= ?"
    on_rung = "(k.tier, k.optimum) = (?, ?)"
    at_edges = f"SELECT count(*) FROM kinds k CROSS JOIN cards c USING (kind) WHERE {condition} AND {on_rung} AND NOT ({within})"
    total = 0
    for rung in _rungs(connection, filters) or []:
        total += connection.execute(f"{in_kinds} AND {on_rung} AND {within}", [*values, *rung, least, most]).fetchone()[0]
        total += connection.execute(f"{at_edges}{graded}", [*values, *rung, least, most, *grades]).fetchone()[0]
    return total


@dataclass(frozen=True)
class Stats:
    """The numbers of the cards found by tier, board, optimum and grade.

    `grades`: (tier by name, optimum, grade) → cards, the grade rounded to a multiple of `step`; rated cards only.
    """

    cards: int
    tiers: Mapping[str, int]
    boards: Mapping[str, Mapping[str, int]]
    optima: Mapping[int, int]
    grades: Mapping[tuple[str, int, float], int]
    step: float
    runs: int
    shards: int

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


def check_stats(filters: Filters) -> None:
    """Raise `InputError` for filters that statistics do not know."""
    if not filters.by_kind_alone:
        raise InputError(Fault("", "statistics cannot be filtered by words or by grade", "filter by tier instead"))


def stats(connection: sqlite3.Connection, filters: Filters, step: float = 0.5) -> Stats:
    """Return the statistics of the cards found; raise `InputError` for filters by words or grade."""
    check_stats(filters)
    condition, values = filters.kinds()
    source = f"kinds k CROSS JOIN boards b USING (board) {{}} WHERE {condition}"
    tiers, boards, optima = dict.fromkeys(NUMBERED_TIERS, 0), dict[str, dict[str, int]](), dict[int, int]()
    query = f"SELECT b.name, k.tier, k.optimum, sum(k.cards) FROM {source.format('')} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
    for board, tier, optimum, cards in connection.execute(query, values):
        tiers[tier_name(tier)] += cards
        on_board = boards.setdefault(board, dict.fromkeys(NUMBERED_TIERS, 0))
        on_board[NUMBERED_TIERS[tier]] += cards
        optima[optimum] = optima.get(optimum, 0) + cards
    query = f"SELECT k.tier, k.optimum, round(c.grade / ?), count(*) FROM {source.format('CROSS JOIN cards c USING (kind)')}"
    graded = connection.execute(f"{query} AND c.grade IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3", [step, *values])
    return Stats(
        cards=sum(tiers.values()),
        tiers=tiers,
        boards=boards,
        optima=dict(sorted(optima.items())),
        grades={(tier_name(tier), optimum, grade * step): cards for tier, optimum, grade, cards in graded},
        step=step,
        runs=connection.execute("SELECT count(*) FROM runs").fetchone()[0],
        shards=connection.execute("SELECT count(*) FROM shards").fetchone()[0],
    )


assert {one.name for one in fields(CardRow)} == {"board", "layout", *_KIND_COLUMNS, *_CARD_COLUMNS}

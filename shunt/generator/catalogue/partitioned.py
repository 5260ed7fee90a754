"""Queries of a catalogue in a folder of Parquet files: the same answers, in the same order, as from one SQLite file.

Where many are found, cards are read rung by rung, in the order of tier and optimum: one rung is sorted in memory at a time. A
query reads the columns it needs of all partitions, since filters do not ask for ids; a card is looked up in its own partition.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from shunt.errors import Fault, InputError
from shunt.files.printable import printable
from shunt.generator.catalogue import query
from shunt.generator.catalogue.partitions import (
    AT_ONCE,
    OWN,
    arrow,
    is_partitioned,
    partition_file,
    partition_names,
    read_head,
    reading_parquet,
    schema,
)
from shunt.generator.catalogue.query import EVERYTHING, CardSource, Filters, Stats
from shunt.generator.catalogue.rows import NUMBERED_TIERS, CardRow, checked_row
from shunt.generator.catalogue.store import Catalogue

ORDER = [part.strip().removeprefix("k.").replace("board", "board_number") for part in query.ORDER.split(",")] + ["id"]
"""The columns that cards are ordered by."""


def opened(path: str | os.PathLike[str]) -> Catalogue | PartitionedCatalogue:
    """Open a catalogue to be read, whichever form it has; use it in a `with` statement."""
    return PartitionedCatalogue(path) if is_partitioned(path) else Catalogue(path)


class PartitionedCatalogue(CardSource):
    """A catalogue of Parquet files, opened to be read; it is filled by `fill_partitions`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open the folder; raise `InputError` if it is not a whole catalogue."""
        arrow()
        import pyarrow.dataset as ds

        self.path = os.fspath(path)
        self.head = read_head(Path(path))
        if not self.head.shards:
            what, remedy = "the run that fills this catalogue has not ended", "repeat its command to resume it"
            raise InputError(Fault("", what, remedy, printable(self.path)))
        self._files = {name: str(partition_file(Path(path), name)) for name in partition_names(self.head.digits)}
        if lost := [file for file in self._files.values() if not os.path.isfile(file)]:
            raise InputError(Fault("", "this part of the catalogue is missing", "restore it from a copy", printable(lost[0])))
        with reading_parquet(self.path):
            self._cards = ds.dataset(list(self._files.values()), schema=schema(), format="parquet")

    def __exit__(self, *raised: object) -> None:
        """Do nothing: no file stays open between queries."""

    def with_digits(self, digits: str) -> list[CardRow]:
        """Return at most two cards, which are in one partition if its name is given."""
        return [self._row(record) for record in self._with_id(digits, digits + "g")[:2]]

    def count(self, filters: Filters = EVERYTHING) -> int:
        """Return the number of cards found."""
        with reading_parquet(self.path):
            if filters.text:
                return sum(len(part) for part in self._batches(filters, ["name", "title"]))
            return int(self._cards.count_rows(filter=_condition(filters)))

    def stats(self, filters: Filters = EVERYTHING) -> Stats:
        """Return the numbers of cards by tier, board, optimum and grade."""
        query.check_stats(filters)
        counts = self._grouped(filters, ["board", "tier", "optimum"]).items()
        graded = self._grouped(filters, ["tier", "optimum", "grade"]).items()
        grades = ((tier, optimum, int(grade * 2 + 0.5) / 2, n) for (tier, optimum, grade), n in graded if grade is not None)
        return Stats.from_counts(((*one, n) for one, n in counts), grades, 1, self.head.shards)

    def boards(self) -> list[str]:
        """Return the names of the boards, sorted."""
        return [name for (name,) in self._grouped(EVERYTHING, ["board"])]

    def feature_names(self) -> list[str]:
        """Return the names of all features of all ratings, sorted."""
        names: set[str] = set()
        with reading_parquet(self.path):
            for batch in self._cards.to_batches(columns=["rating"]):
                for rating in batch["rating"].to_pylist():
                    names.update(json.loads(rating).get("features", {}))
        return sorted(names)

    def problems(self) -> list[Fault]:
        """Read every card of every partition; return the faults."""
        found: list[Fault] = []
        for name, file in self._files.items():
            try:
                with reading_parquet(file):
                    _, pq = arrow()
                    records = pq.read_table(file, schema=schema()).to_pylist()
                ids = [self._row(record).id for record in records]
                if ids != sorted(set(ids)) or any(not one.startswith(name) for one in ids):
                    found.append(Fault("", "ids are not in order, or of another part", "restore the file from a copy", file))
            except InputError as error:
                found += [fault.at(file) for fault in error.faults]
        return found

    # ---------------------------------------------------------------------------------------------------------- reading

    def found(self, filters: Filters, after: str) -> Iterator[tuple[str, CardRow]]:
        """Yield the cards after a place, which is an id, in order."""
        import pyarrow.compute as pc

        begin = self._place(after) if after else None
        rungs = {
            rung: cards for rung, cards in self._grouped(filters, ["tier", "optimum"]).items() if not begin or rung >= begin[:2]
        }
        whole = sum(rungs.values()) <= AT_ONCE
        for tier, optimum in [*rungs][:1] if whole else rungs:
            rung = None if whole else (pc.field("tier") == tier) & (pc.field("optimum") == optimum)
            with reading_parquet(self.path):
                table = self._table(filters, rung).sort_by([(column, "ascending") for column in ORDER])
            for batch in table.to_batches(max_chunksize=1_000):
                for record in batch.to_pylist():
                    if begin is None or _place_of(record) > begin:
                        yield record["id"], self._row(record)

    def _place(self, card_id: str) -> tuple[Any, ...]:
        """Return the place of a card in the order; raise `InputError` for one that is not in the catalogue."""
        found = [record for record in self._with_id(card_id, card_id + "g") if record["id"] == card_id]
        if not found:
            raise query.no_end_of_page(card_id)
        return _place_of(found[0])

    def _with_id(self, least: str, below: str) -> list[dict[str, Any]]:
        """Return the cards from one id on and below another, in order; those of one partition where its name is given."""
        _, pq = arrow()
        files = [file for name, file in self._files.items() if least[: len(name)] <= name < below] or list(self._files.values())
        found: list[dict[str, Any]] = []
        for file in files:
            with reading_parquet(file):
                found += pq.read_table(file, filters=[("id", ">=", least), ("id", "<", below)]).to_pylist()
            if len(found) > 1:
                break
        return found

    def _table(self, filters: Filters, within: Any) -> Any:
        pa, _ = arrow()
        if not filters.text:
            return self._cards.to_table(filter=_and(_condition(filters), within))
        return pa.Table.from_batches(self._batches(filters, None, within), schema())

    def _batches(self, filters: Filters, columns: list[str] | None, within: Any = None) -> Iterator[Any]:
        """Yield the cards found, those with the words of the filters."""
        pa, _ = arrow()
        wanted = [_tokens(phrase) for phrase in query.phrases(filters.text)]
        for batch in self._cards.to_batches(columns=columns, filter=_and(_condition(filters), within)):
            names = zip(batch["name"].to_pylist(), batch["title"].to_pylist(), strict=True)
            yield batch.filter(pa.array([_has(wanted, [_tokens(one) for one in both]) for both in names], pa.bool_()))

    def _grouped(self, filters: Filters, columns: list[str]) -> dict[tuple[Any, ...], int]:
        """Return how many cards found have the same values in these columns, in the order of the values."""
        with reading_parquet(self.path):
            if filters.text:
                pa, _ = arrow()
                read = [*dict.fromkeys([*columns, "name", "title"])]
                table = pa.Table.from_batches(self._batches(filters, read), pa.schema([schema().field(one) for one in read]))
            else:
                table = self._cards.to_table(columns=columns, filter=_condition(filters))
            counted = table.group_by(columns).aggregate([([], "count_all")])
            counted = counted.sort_by([(column, "ascending") for column in columns])
        found = {tuple(row[column] for column in columns): row["count_all"] for row in counted.to_pylist()}
        return found

    def _row(self, record: dict[str, Any]) -> CardRow:
        try:
            return checked_row({name: value for name, value in record.items() if name not in OWN})
        except InputError as error:
            raise InputError(fault.at(printable(self.path)) for fault in error.faults) from None


def _place_of(record: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(record[column] for column in ORDER)


def _condition(filters: Filters) -> Any:
    """Return the condition of filters without their words, None if they have no other."""
    import pyarrow.compute as pc

    terms: list[Any] = []
    if filters.boards:
        terms.append(pc.field("board").isin(list(filters.boards)))
    if filters.tiers:
        terms.append(pc.field("tier").isin([NUMBERED_TIERS.index(tier) for tier in filters.tiers]))
    bounds = filters.bounds | {"grade": filters.grade}
    for column, (least, most) in bounds.items():
        terms += [] if least is None else [pc.field(column) >= least]
        terms += [] if most is None else [pc.field(column) <= most]
    return _and(*terms)


def _and(*terms: Any) -> Any:
    """Return the conjunction of conditions, without those that are None."""
    whole = None
    for term in terms:
        if term is not None:
            whole = term if whole is None else whole & term
    return whole


def _tokens(text: str) -> list[str]:
    """Return the words of a text as FTS5 splits it: letters and digits, without case and accents."""
    plain = (letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    return "".join(letter.lower() if letter.isalnum() else " " for letter in plain).split()


def _has(wanted: list[list[str]], texts: list[list[str]]) -> bool:
    """Return whether each phrase is in one of the texts; its last word may be the beginning of one."""
    return all(any(_is_in(phrase, text) for text in texts) for phrase in wanted)


def _is_in(phrase: list[str], text: list[str]) -> bool:
    last = len(phrase) - 1
    return any(
        text[at : at + last] == phrase[:last] and text[at + last].startswith(phrase[last]) for at in range(len(text) - last)
    )


assert {one.name for one in fields(CardRow)} >= set(ORDER) - set(OWN)

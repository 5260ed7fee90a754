"""Exports of a catalogue: JSON Lines, CSV, Parquet or card files.

The order, and thus the bytes, do not depend on when or by which worker a card was written.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

from shunt.cards.card import Card
from shunt.cards.files import card_in
from shunt.cards.writing import card_text
from shunt.errors import Fault, InputError, faults_into
from shunt.files.atomic import write_text_atomically, written_whole
from shunt.files.document import Document, parse_document
from shunt.files.printable import csv_cell, printable
from shunt.files.reading import LARGEST, check_file_name, open_regular, reason_of
from shunt.files.version import to_install
from shunt.generator.catalogue.filters import Filters
from shunt.generator.catalogue.query import Queries
from shunt.generator.catalogue.rows import COLUMNS, CardRow, card_of_row, card_record

FORMATS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".parquet": "parquet"}
NO_CARD = ("this line is not a card", 'an object with the card under "card"')
AT_ONCE = 10_000  # rows of a Parquet row group

_INTEGERS = ("optimum", "locomotives", "cars", "broken", "turntables")


def export(catalogue: Queries, target: str, how: str, filters: Filters) -> int:
    """Write the matching cards to `target` in the format `how`: jsonl, csv, parquet, or cards (a folder of files); return their
    number.

    Files are written completely or not at all (see `written_whole`). For `-`, JSON Lines or CSV is written to standard output.
    Raise `InputError` if this is not possible.
    """
    if how == "cards":
        return _card_files(catalogue.every(filters), Path(target))
    no_parquet = InputError("target", "Parquet cannot be written to a terminal or a pipe", "name a file")
    if target == "-" and how == "parquet":
        raise no_parquet
    if target == "-" and getattr(sys.stdout, "buffer", None) is None:
        raise InputError("target", "the standard output is closed", "name a file")
    with written_whole(target) as file:
        if how == "parquet" and not file.seekable():
            raise no_parquet
        return _WRITERS[how](catalogue, catalogue.every(filters), file)


def document_of(row: CardRow) -> Document:
    """Return the card of a row as a file, which is not checked yet."""
    table = card_of_row(row)
    return Document(f"card {row.id}", json.dumps(table), table, is_json=True)


def card_of(row: CardRow) -> Card:
    """Return the row as a card, checked like one from a file."""
    return card_in(document_of(row))


def _json_lines(catalogue: Queries, rows: Iterable[CardRow], file: IO[bytes]) -> int:
    """Write one object per line, with the whole card."""
    return sum(bool(file.write(json.dumps(card_record(row), ensure_ascii=False).encode() + b"\n")) for row in rows)


def _csv(catalogue: Queries, rows: Iterable[CardRow], file: IO[bytes]) -> int:
    """Write one line per card, with one column per feature, and the Yard Guide with ; between its moves."""
    features, written = catalogue.feature_names(), 0
    text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    try:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*COLUMNS, "unique", "guide", *(csv_cell(f"feature.{name}") for name in features)])
        for record in map(card_record, rows):
            written += 1
            known = record["features"]
            values = [record[column] for column in COLUMNS] + [record["unique"], "; ".join(record["guide"])]
            values += [known.get(name) for name in features]
            writer.writerow([csv_cell(value) if isinstance(value, str) else value for value in values])
        text.flush()
    finally:
        text.detach()
    return written


def _parquet(catalogue: Queries, rows: Iterable[CardRow], file: IO[bytes]) -> int:
    """Write the columns of the CSV, and the whole card as JSON in the column `card`."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise InputError("target", "Parquet needs pyarrow", f"{to_install('tables')}, or write .csv or .jsonl") from None
    features, written = catalogue.feature_names(), 0
    types: dict[str, Any] = {column: pa.int32() if column in _INTEGERS else pa.string() for column in COLUMNS}
    types |= {"grade": pa.float64(), "unique": pa.bool_(), "guide": pa.list_(pa.string()), "card": pa.string()}
    schema = pa.schema([*types.items(), *((f"feature.{name}", pa.float64()) for name in features)])
    with pq.ParquetWriter(file, schema) as writer:
        found = map(card_record, rows)
        while records := list(islice(found, AT_ONCE)):
            for record in records:
                record["card"] = json.dumps(record["card"], ensure_ascii=False)
                record |= {f"feature.{name}": record["features"].get(name) for name in features}
            writer.write_table(pa.Table.from_pylist(records, schema=schema))
            written += len(records)
    return written


def _card_files(rows: Iterable[CardRow], folder: Path) -> int:
    """Write a file for each card, named by its id, with its layout."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("target", f"the folder {folder} cannot be created: {error.strerror}", "name another one") from None
    written = 0
    for row in rows:
        written += 1
        name = check_file_name(row.id, "id")
        write_text_atomically(folder / f"{name}.toml", card_text(card_of(row), inline_layout=True))
    return written


_WRITERS = {"jsonl": _json_lines, "csv": _csv, "parquet": _parquet}


def exported_cards(path: str, faults: list[Fault]) -> Iterator[Document]:
    """Yield the cards of an exported file of JSON Lines, each as a document; add the faults of the other lines to `faults`."""
    shown = printable(path)
    try:
        with open_regular(path) as file:
            for number, line in enumerate(iter(partial(file.readline, LARGEST + 1), b""), 1):
                if len(line) > LARGEST:
                    what = f"the line is longer than {LARGEST / 1e6:g} MB"
                    faults.append(Fault("", what, "the lines after it are not read", shown, number))
                    return
                if line.strip():
                    with faults_into(faults):
                        place = f"{shown}:{number}"
                        card = parse_document(place, line).data.get("card") if line.lstrip().startswith(b"{") else None
                        if not isinstance(card, dict):
                            raise InputError(Fault("", *NO_CARD, shown, number))
                        yield Document(place, json.dumps(card), card, is_json=True)
    except OSError as error:
        faults.append(Fault("", f"the file cannot be read: {reason_of(error)}", "give a readable file", shown))

"""Catalogues and exports from strangers: damaged rows, foreign tables, names that lead elsewhere, cells that are formulas."""

import csv
import sqlite3
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.generator.catalogue.exports import export
from shunt.generator.catalogue.filters import Filters
from shunt.generator.catalogue.imports import Refused, rows_of
from shunt.generator.catalogue.rows import card_row
from shunt.generator.catalogue.store import Catalogue
from tests.generator.catalogue.test_catalogue import proven

EVERYTHING = Filters()
NONSENSE = ["'../../x'", "'/tmp/x'", "x'00ff'", "'" + "a" * 20 + "\n'", "char(27) || ']0;mine'"]
TEXTS = ["'null'", "'[]'", "'{'", "'3'", "''", "replace(hex(zeroblob(50000)), '0', '[')", "x'ff'", "'{\"features\": 3}'"]


def made(path: Path) -> Path:
    with Catalogue(path, create=True) as catalogue:
        catalogue.add([card_row(proven("first-swap")), card_row(proven("run-round"))])
    return path


def damaged(path: Path, *statements: str) -> Path:
    """Change the file below the checks of its tables."""
    connection = sqlite3.connect(made(path), isolation_level=None)
    connection.execute("PRAGMA foreign_keys = OFF")
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path


def everything(path: Path, folder: Path) -> None:
    """All that reads a catalogue."""
    with Catalogue(path) as catalogue:
        catalogue.find(EVERYTHING)
        catalogue.count(EVERYTHING)
        catalogue.stats(EVERYTHING)
        catalogue.feature_names()
        export(catalogue, str(folder / "out.jsonl"), "jsonl", EVERYTHING)
        export(catalogue, str(folder / "cards"), "cards", EVERYTHING)


@pytest.mark.parametrize("value", NONSENSE)
def test_an_id_that_is_not_one_never_becomes_a_path(value, tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    path = damaged(inner / "c", f"UPDATE OR IGNORE cards SET id = CAST({value} AS TEXT) WHERE number = 1")
    with pytest.raises(InputError) as caught:
        everything(path, inner)
    assert str(caught.value).isprintable()
    assert not list(tmp_path.glob("*.toml"))
    refused = Refused()
    assert len(list(rows_of([str(path)], None, refused))) <= 1
    assert refused.faults


@pytest.mark.parametrize("value", TEXTS)
@pytest.mark.parametrize("column", ["guide", "proof", "rating", "card"])
def test_a_damaged_row_is_a_fault(column, value, tmp_path):
    path = damaged(tmp_path / "c", f"UPDATE cards SET {column} = CAST({value} AS TEXT) WHERE number = 1")
    if (column, value) == ("guide", "'[]'"):
        assert everything(path, tmp_path) is None
        return
    with pytest.raises(InputError) as caught:
        everything(path, tmp_path)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "statements",
    [
        ["PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = CAST(x'435245415445ff' AS TEXT) WHERE name = 'cards'"],
        ["UPDATE words_data SET block = x'00000000ffffff7fffffff7f00' WHERE id = 10"],
        ["UPDATE words_data SET block = x'0000000001020200ffffff7f' WHERE id = 10"],
        ["DELETE FROM words_data WHERE id = 10"],
    ],
)
def test_tables_that_sqlite_itself_cannot_read(statements, tmp_path):
    path = damaged(tmp_path / "c", *statements)
    with pytest.raises(InputError, match="damaged"):
        Catalogue(path)


LINES = [
    b"\xff\xfe",
    b'{"card": ' + b"[" * 100_000,
    b'{"card": {"name": "\\ud800"}}',
    b"null",
    b"3",
    b'{"card": 3}',
    b"{",
    b"\x00",
]


@pytest.mark.parametrize("line", LINES, ids=[repr(line[:12]) for line in LINES])
def test_lines_that_are_not_cards(line, tmp_path):
    path = made(tmp_path / "c")
    with Catalogue(path) as catalogue:
        export(catalogue, str(tmp_path / "good.jsonl"), "jsonl", EVERYTHING)
    good = (tmp_path / "good.jsonl").read_bytes()
    (tmp_path / "a.jsonl").write_bytes(line + b"\n" + good)
    refused = Refused()
    assert len(list(rows_of([str(tmp_path / "a.jsonl")], None, refused))) == 2
    assert [fault.file for fault in refused.faults][:1] != []
    assert ":1" in str(refused.faults[0])


def test_no_cell_is_a_formula(tmp_path):
    from dataclasses import replace

    card = proven()
    titles = ["=1+1", "+cmd|x", "-2+3", "@sum(a)", "\t=1", "\x1b[31m", "plain, with a comma"]
    with Catalogue(tmp_path / "c", create=True) as catalogue:
        rows = [card_row(replace(card, about={"title": title}), card_id=f"{number:020x}") for number, title in enumerate(titles)]
        catalogue.add(rows)
        export(catalogue, str(tmp_path / "out.csv"), "csv", EVERYTHING)
    found = [row["title"] for row in csv.DictReader((tmp_path / "out.csv").read_text("utf-8").splitlines())]
    assert found == ["'=1+1", "'+cmd|x", "'-2+3", "'@sum(a)", "'\\u0009=1", "\\u001b[31m", "plain, with a comma"]

"""The catalogue: no puzzle twice, filters as a plain scan has them, foreign and newer files refused, exports that read back."""

import csv
import json
import os
import sqlite3
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.generator.canonical import canonical_id
from shunt.generator.catalogue.exports import card_of, export
from shunt.generator.catalogue.filters import Filters
from shunt.generator.catalogue.imports import Refused, rows_of
from shunt.generator.catalogue.rows import card_of_row, card_row
from shunt.generator.catalogue.schema import VERSION
from shunt.generator.catalogue.store import Catalogue
from tests.effort import examples
from tests.generator.catalogue.questions import filters, order, wanted
from tests.generator.shard_work import made_row

ROWS = [made_row(number) for number in range(200)]


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    with Catalogue(tmp_path_factory.mktemp("catalogue") / "full", create=True) as catalogue:
        catalogue.add(ROWS)
        yield catalogue


def proven(name: str = "first-swap"):
    card = load_card(name)
    return replace(card, proof={"status": "optimal", "optimum": 6}, guide=("A A1>B3",))


# ------------------------------------------------------------------------------------------------------------------ writing


def test_no_puzzle_is_in_it_twice(tmp_path):
    with Catalogue(tmp_path / "a", create=True) as catalogue:
        assert catalogue.add(ROWS[:10]).new == 10
        again = catalogue.add([*ROWS[:10], *ROWS[5:15]])
        assert (again.new, again.known) == (5, 15)
        assert len(catalogue) == 15
        assert catalogue.problems() == []


def test_a_card_comes_back_as_it_went_in(tmp_path):
    cards = [proven(), replace(load_card("inglenook-533"), proof={"status": "optimal", "optimum": 15})]
    rows = [card_row(card, "a.toml") for card in cards]
    with Catalogue(tmp_path / "a", create=True) as catalogue:
        catalogue.add(rows)
        assert list(catalogue.every()) == rows
    for card, back in zip(cards, map(card_of, rows), strict=True):
        for name in ("puzzle", "proof", "guide", "ranks", "limit", "about"):
            assert getattr(back, name) == getattr(card, name)
    assert rows[0].id == canonical_id(cards[0])
    shown = ("board", "ruleset", "metric", "locomotives", "cars", "broken", "turntables", "optimum", "tier", "is_unique")
    assert [getattr(rows[0], name) for name in shown] == ["wye-18", "switcher", "moves", 1, 2, 1, 0, 6, 0, -1]
    assert [getattr(rows[1], name) for name in shown] == ["5-3-3", "sidings", "pulls", 1, 8, 0, 0, 15, 0, -1]


def test_nothing_of_a_shard_is_written_where_it_fails(tmp_path):
    with Catalogue(tmp_path / "a", create=True) as catalogue:
        run = catalogue.run("key", "1", "0")
        with pytest.raises(InputError):
            catalogue.add_shard(run, 0, [ROWS[0], replace(ROWS[1], name=None)])
        assert len(catalogue) == 0
        assert catalogue.done(run) == frozenset()
        assert catalogue.add_shard(run, 0, ROWS[:2]).new == 2
        assert catalogue.problems() == []


# ------------------------------------------------------------------------------------------------------------------ reading


@given(asked=filters(), size=st.integers(1, 60))
@example(asked=Filters(grade=(2, 4)), size=10)
@settings(max_examples=examples(40))
def test_filters_and_pages_agree_with_a_plain_scan(full, asked, size):
    expected = sorted((row for row in full.every() if wanted(row, asked)), key=order)
    assert list(full.every(asked)) == expected
    assert full.count(asked) == len(expected)
    page = full.find(asked, size)
    found, pages = [*page.rows], 1
    while page.after and pages < 3:
        page = full.find(asked, size, page.after)
        found, pages = [*found, *page.rows], pages + 1
    assert found == expected[: pages * size]
    assert bool(page.after) == (len(expected) > pages * size)
    if asked.by_kind_alone:
        assert full.stats(asked).cards == len(expected)


def test_cards_are_found_by_how_their_ids_begin(full):
    row = next(iter(full.every()))
    assert full.get(row.id) == row == full.beginning(row.id[:12])[0]
    assert len(full.beginning("0")) == 2
    assert full.get("no such id") is None
    assert full.beginning("%") == full.beginning("") == []


def test_stats_count_what_is_there(full):
    numbers = full.stats(Filters(boards=("board-1",)))
    rows = [row for row in ROWS if row.board == "board-1"]
    assert {sum(one.values()) for one in (numbers.tiers, numbers.optima, numbers.grades)} == {numbers.cards} == {len(rows)}
    assert numbers.tiers["red"] == sum(row.tier == 4 for row in rows) == numbers.boards["board-1"]["red"]
    assert numbers.as_json()["optima"] == {str(key): value for key, value in numbers.optima.items()}


# -------------------------------------------------------------------------------------------------------------------- files


def test_files_that_are_no_catalogue_are_refused(tmp_path):
    (tmp_path / "text").write_text("a text that is long enough to be looked at as a database " * 20)
    foreign = sqlite3.connect(tmp_path / "foreign")
    foreign.execute("CREATE TABLE songs (title)")
    foreign.execute("PRAGMA application_id = 42")
    foreign.commit()
    foreign.close()
    with Catalogue(tmp_path / "newer", create=True) as newer:
        newer.connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = {name: (tmp_path / name).read_bytes() for name in ("text", "foreign", "newer")}
    for create in (False, True):
        refused = {"text": "not an SQLite file", "foreign": "another program", "newer": "made by another", ".": "a folder"}
        for name, why in refused.items():
            with pytest.raises(InputError, match=why) as caught:
                Catalogue(tmp_path / name, create)
            assert caught.value.faults[0].file == str(tmp_path / name)
    with pytest.raises(InputError, match=": this catalogue does not exist \\(give an existing one"):
        Catalogue(tmp_path / "missing")
    with pytest.raises(InputError, match="create it first"):
        Catalogue(tmp_path / "no" / "where", create=True)
    assert before == {name: (tmp_path / name).read_bytes() for name in before}


# ------------------------------------------------------------------------------------------------------------------ exports


@pytest.mark.slow
def test_exports_hold_the_same_and_read_back(tmp_path):
    import pyarrow.parquet as pq

    cards = [proven(), replace(proven(), name="other", goal=replace(proven().goal, places={"red": "C2"}))]
    features = {"optimum": 6.0, "solutions": 1.0}
    cards[1] = replace(cards[1], rating={"grade": 3.5, "tier": "green", "features": features})
    rows = [card_row(card) for card in cards]
    for name, ordered in (("one", rows), ("two", rows[::-1])):
        with Catalogue(tmp_path / name, create=True) as catalogue:
            catalogue.add(ordered)
            for ending in ("jsonl", "csv", "parquet"):
                assert export(catalogue, str(tmp_path / f"{name}.{ending}"), ending, Filters()) == 2
            assert export(catalogue, str(tmp_path / f"{name}-cards"), "cards", Filters()) == 2
    for ending in ("jsonl", "csv", "parquet"):
        assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()
    records = [json.loads(line) for line in (tmp_path / "one.jsonl").read_text().splitlines()]
    assert [record["card"] for record in records] == [card_of_row(row) for row in sorted(rows, key=order)]
    with open(tmp_path / "one.csv", newline="") as file:
        table = list(csv.DictReader(file))
    columns = pq.read_table(tmp_path / "one.parquet").to_pylist()
    assert [line["id"] for line in table] == [line["id"] for line in columns] == [record["id"] for record in records]
    assert [table[1][name] for name in ("tier", "grade", "feature.solutions", "unique")] == ["green", "3.5", "1.0", "True"]
    assert (columns[1]["feature.solutions"], columns[0]["feature.solutions"], columns[1]["unique"]) == (1.0, None, True)
    for again in ("one.jsonl", "one-cards", "one"):
        refused = Refused()
        assert {row.id for row in rows_of([str(tmp_path / again)], None, refused)} == {row.id for row in rows}
        assert refused.faults == []


def test_what_cannot_be_read_is_told_and_the_rest_goes_in(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "broken.toml").write_text("schema = ")
    (tmp_path / "cards" / "notes.json").write_text('{"schema": "shunt-pack/1"}')
    (tmp_path / "cards" / "wrong.toml").write_text('schema = "shunt-card/1"\nname = "x"\nruleset = "switcher"\n')
    (tmp_path / "lines.jsonl").write_text('{"card": 3}\nnothing\n')
    refused = Refused()
    paths = [str(tmp_path / "cards"), str(tmp_path / "lines.jsonl"), str(tmp_path / "missing.toml")]
    assert list(rows_of(paths, None, refused)) == []
    told = {os.path.basename(fault.file) for fault in refused.faults}
    assert told == {"broken.toml", "wrong.toml", "lines.jsonl", "missing.toml"}

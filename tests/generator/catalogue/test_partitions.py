"""Catalogues of Parquet files: the answers of the SQLite file, the same bytes after any death, and what is refused."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shunt.errors import InputError
from shunt.generator.catalogue import partitions, query
from shunt.generator.catalogue.board_shards import BoardWork
from shunt.generator.catalogue.exports import export
from shunt.generator.catalogue.imports import Refused, rows_of
from shunt.generator.catalogue.partitioned import PartitionedCatalogue, opened
from shunt.generator.catalogue.query import Filters
from shunt.generator.catalogue.store import Catalogue
from shunt.generator.forge.boards import BoardSpec
from tests.cli.running import shunt
from tests.effort import examples
from tests.generator.catalogue.questions import filters, order, wanted
from tests.generator.shard_work import PUZZLES, do_shards, fill, light_shard

SHARDS = 60


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory):
    """The same run in one file and in a folder."""
    folder = tmp_path_factory.mktemp("partitions")
    with ThreadPoolExecutor(4) as threads, Catalogue(folder / "a.sqlite", create=True) as catalogue:
        do_shards(catalogue, light_shard, range(SHARDS), threads)
        fill(folder / "a.parquet", light_shard, SHARDS, threads)
        yield catalogue, PartitionedCatalogue(folder / "a.parquet")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ------------------------------------------------------------------------------------------------------------------ queries


@given(asked=filters(), size=st.integers(1, 60), few=st.sampled_from([5, 20_000]))
@example(asked=Filters(grade=(2, 4)), size=10, few=5)
@settings(max_examples=examples(60))
def test_filters_and_pages_agree_with_a_plain_scan(both, asked: Filters, size: int, few: int) -> None:
    expected = sorted((row for row in both[0].every() if wanted(row, asked)), key=order)
    with mock.patch.multiple(query, FEW=few, FEW_TO_COUNT=few):  # so that both ways of looking for grades are taken
        for catalogue in both:
            assert list(catalogue.every(asked)) == expected
            assert catalogue.count(asked) == len(expected)
            page = catalogue.find(asked, size)
            found, pages = [*page.rows], 1
            while page.after and pages < 3:
                page = catalogue.find(asked, size, page.after)
                found, pages = [*found, *page.rows], pages + 1
            assert found == expected[: pages * size]
            assert bool(page.after) == (len(expected) > pages * size)
    if asked.by_kind_alone:
        one, other = (catalogue.stats(asked) for catalogue in both)
        assert (one.cards, one.grades) == (len(expected), other.grades)
        assert one.as_json() | {"runs": 0} == other.as_json() | {"runs": 0}


def test_both_forms_hold_and_export_the_same(both, tmp_path: Path) -> None:
    one, other = both
    assert len(other) == len(one) > PUZZLES * 0.8
    assert other.boards() == one.boards()
    assert other.feature_names() == one.feature_names()
    assert other.problems() == []
    for number, catalogue in enumerate(both):
        for ending in ("jsonl", "csv", "parquet"):
            export(catalogue, str(tmp_path / f"{number}.{ending}"), ending, Filters())
    for ending in ("jsonl", "csv", "parquet"):
        assert (tmp_path / f"0.{ending}").read_bytes() == (tmp_path / f"1.{ending}").read_bytes()
    row = next(iter(one.every()))
    for catalogue in both:
        assert catalogue.get(row.id) == row == catalogue.beginning(row.id[:12])[0]
        assert len(catalogue.beginning("0")) == 2
        assert catalogue.get("no such id") is None
        assert catalogue.beginning("%") == catalogue.beginning("") == []
    assert list(opened(other.path).every(Filters(optimum=(6, 7)))) == list(one.every(Filters(optimum=(6, 7))))
    with pytest.raises(InputError, match="after"):
        other.find(after="1-2")


# --------------------------------------------------------------------------------------------------------------------- runs


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of thirty shards."""
    folder = tmp_path_factory.mktemp("partitions") / "once"
    with ThreadPoolExecutor(4) as threads:
        fill(folder, light_shard, 30, threads)
    return contents(folder)


class Stop(Exception):
    """Ends a run in the middle."""


@pytest.mark.parametrize("stops_at", ["shards", "blocks", "partitions"])
def test_a_run_stopped_in_any_phase_ends_with_the_same_bytes(
    stops_at: str, undisturbed: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partitions, "BLOCK", 8)
    head = partitions.PartitionHead(json.dumps({"run": "run"}), "test")

    def stop(what: str, state) -> None:
        if what == stops_at and state.done == 2:
            raise Stop

    with ThreadPoolExecutor(2) as threads, pytest.raises(Stop):
        partitions.fill_partitions(tmp_path / "a", head, light_shard, 30, threads, stop)
    with pytest.raises(InputError, match="has not ended"):
        PartitionedCatalogue(tmp_path / "a")
    with ThreadPoolExecutor(2) as threads:
        fill(tmp_path / "a", light_shard, 30, threads)
    assert contents(tmp_path / "a") == undisturbed


def test_a_shard_is_one_board_searched_until_it_gives_nothing_new() -> None:
    work = BoardWork(BoardSpec(None, (8, 9), "1"), {"cars": (1, 1)}, most=3)
    work.check()
    few, other = work(0), work(1)
    assert [row.id for row in few] == [row.id for row in work(0)]
    assert (len(few), len({row.board for row in few}), few[0].board != other[0].board) == (3, 1, True)
    assert work.key("1") != work.key("2") != BoardWork(work.boards, {"cars": (1, 2)}, most=3).key("2")
    with pytest.raises(InputError, match="has no turntable"):
        BoardWork(BoardSpec("wye", (8, 9), "1"), {"cars": (1, 1), "turntable": True}).check()


@pytest.mark.slow
def test_real_boards_are_the_same_in_both_forms_and_for_any_workers(tmp_path: Path) -> None:
    asked = ["make", "catalogue", "--boards", "2", "--spaces", "8-9", "--cars", "1", "--most", "3", "--json"]
    for name in ("a.sqlite", "a.parquet"):
        made = shunt(*asked, "-o", tmp_path / name)
        assert made.exit_code == 0, made.stderr
        assert json.loads(made.stdout)["cards"] == 6
    found = [shunt("catalogue", "find", "-c", tmp_path / name, "--json") for name in ("a.sqlite", "a.parquet")]
    cards = [json.loads(done.stdout)["cards"] for done in found]
    assert cards[0] == cards[1]
    assert len({card["board"] for card in cards[0]}) == 2
    again = json.loads(shunt(*asked, "-o", tmp_path / "a.parquet").stdout)
    assert (again["cards"], again["seconds"]) == (6, 0)
    refused = Refused()
    assert len(list(rows_of([str(tmp_path / "a.parquet")], None, refused))) == 6
    assert refused.faults == []


# ---------------------------------------------------------------------------------------------------------------- bad input

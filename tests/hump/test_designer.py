"""Judging yards, the search for good ones, the proof by trying all of them, and the record yards that are shipped."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.errors import InputError
from shunt.files.document import read_document
from shunt.files.library import file_meant
from shunt.hump.adviser import mean_moves
from shunt.hump.bids import bid_table
from shunt.hump.design_file import read_design, write_design
from shunt.hump.designer import Designer, DesignTask, EveryYard, design, run_design
from shunt.hump.engine.long_meeting import LongMeeting
from shunt.hump.evaluation import Judge, yard_key
from shunt.hump.lower_bounds import free_optima
from shunt.hump.rules import Hump, MoveRules
from shunt.hump.table_cache import TableStore
from shunt.hump.tiles import KINDS
from shunt.hump.yard import Yard
from shunt.hump.yard_file import find_yard
from tests.effort import examples
from tests.hump.engine.yards import BARE, ONE, yards


@settings(max_examples=examples(20), deadline=None)
@given(yards(8), st.integers(1, 4), st.sampled_from(["farthest", "any"]), st.integers(1, 500))
def test_the_judge_is_right_or_knows_enough(yard, cars, stop, below):
    table = bid_table(yard, cars=cars, rules=MoveRules(stop))
    total = mean_moves(table) * table.orders
    worth = Judge(cars, MoveRules(stop)).worth(yard, below)
    assert worth == total if total < below else below <= worth <= total
    assert Judge(cars, MoveRules(stop)).total(yard) == total


TASK = DesignTask(BARE, 3, 3, steps=20, seed=5, sample=30)


def test_a_search_is_repeatable_and_improves():
    found = design(tiles=2, cars=3, steps=5, seed=1)
    assert found == run_design(Designer(DesignTask(Yard(), 2, 3, steps=5, seed=1)))
    assert len(found.yard.tiles) == 2
    assert found.mean == mean_moves(bid_table(found.yard, cars=3)) < mean_moves(bid_table(BARE, cars=3))
    assert found.proven == (found.mean == Fraction(17, 6))  # what no yard can do
    with pytest.raises(InputError, match="tiles: 99 tiles"):
        design(tiles=99)


def test_a_search_can_be_left_and_gone_on_with(tmp_path):
    whole, parted = Designer(TASK), Designer(TASK)
    while not whole.over:
        whole.advance()
    while not parted.over:
        parted.advance()
        write_design(tmp_path / "search.json", parted)
        parted = read_design(tmp_path / "search.json")
    assert parted.trail == whole.trail


@pytest.mark.slow
def test_longer_trains_are_screened():
    searcher = Designer(DesignTask(find_yard("record-1"), 1, 6, steps=1))
    found = run_design(searcher)
    assert found.cars == 6
    assert found.mean == Fraction(searcher.judge.total(found.yard), 720)


def test_every_yard_of_one_tile(tmp_path):
    searcher = EveryYard(DesignTask(BARE, 1, 2))
    found, tables = run_design(searcher), TableStore()
    best = min(mean_moves(tables(BARE.built(tile), 2)) for tile in BARE.placements(KINDS))
    assert (found.proven, found.mean) == (True, best)
    write_design(tmp_path / "search.json", searcher)
    assert read_design(tmp_path / "search.json").over


def test_bad_tasks():
    with pytest.raises(InputError) as caught:
        DesignTask(ONE, 0, 8, steps=-1, sample=0, heat=0.5, patience=0)
    assert len(caught.value.faults) == 6
    with pytest.raises(InputError, match="the set has 4"):
        DesignTask(Yard.parse("5u_" + "_".join(f"62r1@{column},1" for column in range(5))), 5, 3)


TABLES = Path(__file__).parents[2] / "benchmarks" / "long_trains.json"
RECORDS = [f"record-{tiles}" for tiles in range(1, 21)]


def claims(name: str) -> dict[int, Fraction]:
    """What a record's file claims: cars → mean moves over all orders."""
    notes = read_document(file_meant("yards", name)).data["about"]["notes"]
    return {
        int(cars): Fraction(int(total), int(orders))
        for total, orders, cars in re.findall(r"(\d+) moves? for the (\d+) orders of (\d) cars?", notes.replace(",", ""))
    }


# Records of more than six tiles attain the bound of all yards, so that a search of the same kind proves each.
@pytest.mark.parametrize(
    ("name", "cars"),
    [
        pytest.param(name, cars, marks=pytest.mark.slow if cars == 6 or cars == 5 and at > 3 else ())
        for at, name in enumerate(RECORDS, 1)
        for cars in (4, 5, 6)
        if at == 20 and cars < 6 or (at % 4 == 1 if cars == 4 else at < 7 and (cars == 5 or at % 2 == 1))
    ],
)
def test_records_are_what_they_claim(name, cars):
    yard, judge = find_yard(name), Judge(cars)
    assert len(yard.tiles) == int(name.removeprefix("record-"))
    assert claims(name)[cars] == Fraction(judge.total(yard), judge.orders)


@pytest.mark.parametrize("cars", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_no_record_is_worse_than_one_with_fewer_tiles(cars):
    means = [claims(name)[cars] for name in RECORDS]
    assert cars == 6 or means == sorted(means, reverse=True)
    least = Fraction(sum(free_optima(cars).values()), len(free_optima(cars)))
    assert set(means[5:]) == {least}  # nothing better can be


@pytest.mark.slow
def test_seven_cars_in_the_record_of_eight_tiles():
    """Up to five moves, as many orders as the bound of all yards allows (`free_optima` takes seconds to say so)."""
    search = LongMeeting(Hump.on(find_yard("record-8"), "ABCDEFG"))
    assert np.bincount(search.run(lambda found, moves: moves == 5)).tolist() == [5_040 - 1_010, 1, 1, 25, 182, 801]
    assert claims("record-8")[7] == Fraction(31_941, 5_040)


def test_the_tables_of_seven_cars_are_of_these_yards_and_attain_the_bound():
    """`benchmarks/long_trains.py` has worked them out; yards that are the same to cars share one."""
    tables = {name: row for row in json.loads(TABLES.read_text()) if row["cars"] == 7 for name in row["yards"]}
    assert set(tables) == set(RECORDS[5:])
    for name, row in tables.items():
        assert yard_key(find_yard(name)) == yard_key(find_yard(row["yards"][0]))
        assert (row["impossible"], sum(row["optima"].values())) == (0, 5_040)
        moves = sum(int(moves) * orders for moves, orders in row["optima"].items())
        assert moves == (31_984 if name in {"record-6", "record-7"} else 31_941)
        assert claims(name).get(7, Fraction(moves, 5_040)) == Fraction(moves, 5_040)


@pytest.mark.slow
def test_the_record_of_one_tile_is_proven():
    assert run_design(EveryYard(DesignTask(BARE, 1, 5))).mean == claims("record-1")[5]


@pytest.mark.slow
def test_no_yard_is_better_than_the_record_of_two_tiles():
    """One yard of 150, tried with the record as the best so far; `shunt make yard --tiles 2 --every` tries them all."""
    searcher, record = EveryYard(DesignTask(BARE, 2, 5)), find_yard("record-2")
    searcher.bases = searcher.bases[::150]
    searcher.trail = replace(searcher.trail, best=record, best_total=searcher.judge.total(record))
    found = run_design(searcher)
    assert (found.proven, found.yard, found.mean) == (True, record, claims("record-2")[5])

"""The published tables of Inglenook Sidings, reproduced exactly; the perfect index; tables as files."""

import csv
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.classics.table_export import write_table
from shunt.errors import InputError
from shunt.sidings.rules.referee import Cars, Sidings, SidingsGoal, SidingsPosition, Way
from shunt.sidings.search.graph import sidings_problem
from shunt.sidings.search.table import DistanceTable, _with_room, build_table
from tests.effort import examples
from tests.rules.random_cards import sidings_card
from tests.rules.settings import distances

INGLENOOK = {"1": 5, "2": 3, "3": 3}
EIGHT = tuple("12345678")
FIXED = SidingsGoal({"1": EIGHT[:5], "2": EIGHT[5:]})
TRAIN = SidingsGoal(train=EIGHT[:5])


def table_of(headshunt: int, sidings: dict[str, int], cars: Cars, goal: SidingsGoal, metric: Way = "pulls") -> DistanceTable:
    return build_table(sidings_problem(Sidings(headshunt, sidings, cars, metric=metric), goal))


def mean(starts: tuple[int, ...]) -> float:
    return sum(moves * count for moves, count in enumerate(starts)) / sum(starts)


def test_inglenook_533_all_eight():
    table = table_of(3, INGLENOOK, EIGHT, FIXED)
    assert len(table.problem.graph.occupancies) == 53
    assert table.problem.states == 2_136_960
    assert table.exhausted
    assert table.levels == (
        *(1, 6, 18, 73, 267, 851, 2517, 6641, 15806, 34183, 65936, 121738, 203709, 298383, 385716, 397284, 325290, 190582),
        *(71974, 14475, 1499, 11),
    )
    starts = table.starts((0, 5, 3, 0))
    assert starts == (1, 0, 0, 0, 5, 10, 8, 88, 130, 445, 806, 1876, 3125, 5438, 7178, 8123, 7428, 3926, 1431, 294, 8)
    assert round(mean(starts), 4) == 14.4370


def test_inglenook_322():
    table = table_of(2, {"1": 3, "2": 2, "3": 2}, EIGHT[:5], SidingsGoal({"1": EIGHT[:3], "2": EIGHT[3:5]}))
    assert table.problem.states == 2640
    assert table.levels == (1, 4, 8, 21, 48, 92, 161, 257, 294, 365, 453, 411, 321, 137, 58, 9)
    assert table.starts((0, 3, 2, 0)) == (1, 0, 0, 0, 1, 2, 3, 11, 12, 17, 19, 28, 16, 5, 5)


@pytest.mark.parametrize(("metric", "average", "most"), [("pulls", 12.054, 17), ("legs", 17.618, 27)])
def test_the_five_car_train(metric, average, most):
    starts = table_of(3, INGLENOOK, EIGHT, TRAIN, metric).starts((0, 5, 3, 0))
    assert sum(starts) == 6720
    assert (round(mean(starts), 3), len(starts) - 1) == (average, most)


def test_in_pulls_the_train_is_the_classic_goal():
    classic = table_of(3, INGLENOOK, EIGHT, SidingsGoal({"1": EIGHT[:5]}))
    assert np.array_equal(classic.distance, table_of(3, INGLENOOK, EIGHT, TRAIN).distance)


def test_the_toy_yard():
    table = table_of(0, {"1": 4, "2": 4}, tuple("1234"), SidingsGoal({"1": (), "2": ()}, headshunt=tuple("4321")))
    assert table.optimum(SidingsPosition(tuple("1324"), ((), ()))) == 6


def by_hand(rules: Sidings, goal: SidingsGoal, table: DistanceTable) -> dict[SidingsPosition, int]:
    """Distances by the referee: backward over moves, each of which can be undone."""
    solved = [position for position in every_position(rules, table) if goal.is_met(rules, position)]
    return distances(lambda here: (after for _, after in rules.moves(here)), solved)


def every_position(rules: Sidings, table: DistanceTable) -> list[SidingsPosition]:
    positions = []
    for occupancy in table.problem.graph.occupancies:
        where = ["headshunt", *rules.capacities][occupancy.locomotive]
        for order in permutations(rules.cars):
            cars = iter(order)
            head, *tracks = (tuple(next(cars) for _ in range(length)) for length in occupancy.lengths)
            positions.append(SidingsPosition(head, tuple(tracks), where))
    return positions


def small_yards() -> st.SearchStrategy[tuple[Sidings, SidingsGoal]]:
    """The rules and the goals of small cards."""
    cards = st.integers(0, 1 << 32).map(lambda seed: sidings_card(Random(seed), most_cars=4))
    smallest = Sidings(1, {"1": 2}, ("a",)), SidingsGoal({"1": ("a",)})
    return st.just(smallest) | cards.map(lambda card: (card.rules, card.goal))


@given(small_yards())
@settings(deadline=None, max_examples=examples(60))
def test_the_table_agrees_with_the_referee(puzzle):
    rules, goal = puzzle
    table = build_table(sidings_problem(rules, goal))
    expected = by_hand(rules, goal, table)
    for position in every_position(rules, table):
        assert table.optimum(position) == expected.get(position)


@given(small_yards())
@settings(deadline=None, max_examples=examples(60))
def test_the_moves_of_the_graph_are_those_of_the_referee(puzzle):
    rules, goal = puzzle
    problem = sidings_problem(rules, goal)
    for position in every_position(rules, build_table(problem))[:: 1 + len(rules.cars)]:
        made = list(problem.moves(problem.encode(position)))
        assert made == [(move, problem.encode(after)) for move, after in rules.moves(position)]


def test_distances_past_253_take_two_bytes():
    few = np.array([3, 255], np.uint8)
    assert _with_room(few, 253) is few
    wide = _with_room(few, 254)
    assert (wide.dtype, wide.tolist()) == (np.uint16, [3, 65535])


def test_a_table_as_csv(tmp_path):
    table = table_of(1, {"1": 2, "2": 2}, ("a", "b", "cc"), SidingsGoal({"1": ("a", "b")}), "legs")
    write_table(table, tmp_path / "all.csv")
    with (tmp_path / "all.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == table.problem.states == len({row["state"] for row in rows})
    assert {row["state"]: row["distance"] for row in rows}["a b/cc"] == "0"
    assert sum(row["distance"] == "" for row in rows) == table.problem.states - sum(table.levels)
    (tmp_path / "link.csv").symlink_to("all.csv")
    write_table(table, tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    for name in ("all.txt", "no/such/folder.csv"):
        with pytest.raises(InputError):
            write_table(table, tmp_path / name)


@pytest.mark.slow
def test_a_table_as_parquet_holds_the_same(tmp_path):
    import pyarrow.parquet as parquet

    table = table_of(1, {"1": 2, "2": 2}, ("a", "b", "cc"), SidingsGoal({"1": ("a", "b")}), "legs")
    for ending in ("csv", "parquet"):
        write_table(table, tmp_path / f"all.{ending}")
    found = parquet.read_table(tmp_path / "all.parquet").to_pylist()
    for row in found:
        row["distance"] = "" if row["distance"] is None else str(row["distance"])
    with (tmp_path / "all.csv").open() as file:
        assert found == list(csv.DictReader(file))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.csv", "all.parquet"]

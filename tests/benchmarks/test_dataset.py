"""The data set: the sample reads back as cards with the optimum it says, and the instances are those of the shipped cards."""

import csv
from pathlib import Path

import pytest

import shunt
from shunt.classics.pddl.export import to_pddl
from shunt.generator.canonical import canonical_id

DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.mark.slow
def test_cards_of_the_sample_are_what_their_row_says():
    import pyarrow.parquet as pq

    table = pq.read_table(DATA / "shunt-cards" / "sample.parquet")
    ids = table["id"].to_pylist()
    assert len(ids) == len(set(ids)) == 2_000
    assert ids == sorted(ids)
    assert min(table["optimum"].to_pylist()) >= 1
    for row in table.slice(1000, 5).to_pylist():
        card = shunt.load(row["card"])
        assert (canonical_id(card), card.proof["optimum"], card.rating["tier"]) == (row["id"], row["optimum"], row["tier"])
        assert card.guide == tuple(row["guide"])
        assert len(card.guide) == row["optimum"] == row["feature.optimum"]
    for row in table.slice(0, 15).to_pylist():
        assert shunt.solve(shunt.load(row["card"])).optimum == row["optimum"]


def test_instances_are_those_of_the_shipped_cards():
    with (DATA / "planning" / "instances.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["instance"] for row in rows] == [str(number) for number in range(1, 61)]
    assert {row["status"] for row in rows} == {"proven", "open"}
    for row in rows:
        pddl = to_pddl(shunt.load(row["card"]))
        assert (DATA / "planning" / "domains" / f"domain-{row['instance']}.pddl").read_text("utf-8") == pddl.domain
        assert (DATA / "planning" / "instances" / f"instance-{row['instance']}.pddl").read_text("utf-8") == pddl.problem
        assert (row["status"] == "proven") == (row["lower_bound"] == row["upper_bound"])

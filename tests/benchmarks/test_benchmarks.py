"""The benchmarks' own sums: what they compare is the same work, and what they report is what was measured."""

import importlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import run
from benchmarks.flood import board, compiler, cpp_flood, flood_input
from benchmarks.measuring import BENCHMARKS, CannotRunError, Figure, Plan
from shunt.search.methods.flood import flood_position
from shunt.search.trains.codec import Codec


@pytest.mark.slow
def test_the_flood_in_cpp_is_of_the_same_rules():
    name = "turntable-19-1"
    flooded = board(name)
    numbers = [int(word) for word in flood_input(flooded).split()]
    assert numbers[:5] == [len(flooded.rules.plan.spaces), len(flooded.rules.plan.all_positions), len(flooded.start.places), 1, 0]
    if compiler() is not None:
        ours = flood_position(Codec.for_rules(flooded.rules), flooded.start)
        told = cpp_flood(name)
        assert (tuple(told["levels"]), told["states"]) == (ours.levels, ours.states)
        assert told["bytes"] > 1e6


def test_every_benchmark_finds_what_it_measures():
    modules = [path.stem for path in Path(run.__file__).parent.glob("*.py")]
    assert all(importlib.import_module(f"benchmarks.{module}") for module in modules)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["yardmaster", "express", "hump", "inglenook", "layout"])
def test_a_benchmark_runs_to_its_end(name, tmp_path):
    """With little work. Types do not say that kernels are given what they take."""
    assert run.main(["--quick", "--only", name, "--out", str(tmp_path)]) == 0


# ------------------------------------------------------------------------------------------------------------- the report


@pytest.fixture
def made_up(monkeypatch):
    def figures(plan: Plan) -> Iterator[Figure]:
        plan.points.append({"board": "wye-18-2", "method": "indexed", "states": 2318, "seconds": 0.01, "bytes": 5e6})
        yield Figure("a/time", "a time", 2.0, "s", samples=(1.5, 2.0, 9.0))
        yield Figure("a/ratio", "a ratio", 9.0, "×", "higher", "≥ 8 ×", True)
        yield Figure("a/miss", "a miss", 1.25, "s", "lower", "≤ 1 s", False, "by far")

    def lacking(plan: Plan) -> Iterator[Figure]:
        raise CannotRunError("a compiler")
        yield

    for name in list(BENCHMARKS):
        monkeypatch.delitem(BENCHMARKS, name)
    monkeypatch.setitem(BENCHMARKS, "made-up", ("Made up", figures))
    monkeypatch.setitem(BENCHMARKS, "lacking", ("Lacking", lacking))


@pytest.mark.usefixtures("made_up")
def test_a_run_writes_what_it_measured(tmp_path, capsys):
    assert run.main(["--quick", "--out", str(tmp_path)], modules=()) == 0
    printed = [Path(line) for line in capsys.readouterr().out.split()]
    assert {path.suffix for path in printed} == {".json", ".md"}
    told = json.loads(next(tmp_path.glob("*.json")).read_text())
    assert told["schema"] == "shunt-benchmark/1"
    assert [figure["key"] for figure in told["sections"][0]["figures"]] == ["a/time", "a/ratio", "a/miss"]
    report = (tmp_path / "RESULTS.md").read_text()
    for line in (
        "| a time | 2.00 s (1.50–9.00) |  |  |",
        "| a ratio | 9.00 × | ≥ 8 × | reached |",
        "| a miss (by far) | 1.25 s | ≤ 1 s | **missed** |",
        "**1 of 2 bars are reached.**",
        "Left out: it needs a compiler.",
    ):
        assert line in report.splitlines()
    assert str(told["machine"]["cores"]) in report


# ------------------------------------------------------------------------------------------------------------ comparing

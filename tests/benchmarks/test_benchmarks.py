"""The benchmarks' own sums: what they compare is the same work, and what they report is what was measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks import compare, run
from benchmarks.flood import board, compiler, cpp_flood, flood_input
from benchmarks.measuring import BENCHMARKS, CannotRunError, Figure, Plan
from shunt.search.methods.flood import flood_position
from shunt.search.trains.codec import Codec


@pytest.mark.parametrize("name", [pytest.param("wye-18-2", marks=pytest.mark.slow), "turntable-19-1"])
def test_the_flood_in_cpp_is_of_the_same_rules(name: str) -> None:
    flooded = board(name)
    numbers = [int(word) for word in flood_input(flooded).split()]
    assert numbers[:5] == [len(flooded.rules.plan.spaces), len(flooded.rules.plan.all_positions), len(flooded.start.places), 1, 0]
    if compiler() is not None:
        ours = flood_position(Codec.for_rules(flooded.rules), flooded.start)
        told = cpp_flood(name)
        assert (tuple(told["levels"]), told["states"]) == (ours.levels, ours.states)
        assert told["bytes"] > 1e6


# ------------------------------------------------------------------------------------------------------------- the report


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def figures(plan: Plan) -> Iterator[Figure]:
        plan.points.append({"board": "wye-18-2", "method": "indexed", "states": 2318, "seconds": 0.01, "bytes": 5e6})
        yield Figure("a/time", "a time", 2.0, "s", samples=(1.5, 2.0, 9.0))
        yield Figure("a/ratio", "a ratio", 9.0, "×", "higher", "≥ 8 ×", True)
        yield Figure("a/miss", "a miss", 1.25, "s", "lower", "≤ 1 s", False, "by far")

    def lacking(plan: Plan) -> Iterator[Figure]:
        raise CannotRunError("a compiler")
        yield

    monkeypatch.setattr(run, "MODULES", ())
    for name in list(BENCHMARKS):
        monkeypatch.delitem(BENCHMARKS, name)
    monkeypatch.setitem(BENCHMARKS, "made-up", ("Made up", figures))
    monkeypatch.setitem(BENCHMARKS, "lacking", ("Lacking", lacking))


@pytest.mark.usefixtures("made_up")
def test_a_run_writes_what_it_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--quick", "--out", str(tmp_path)]) == 0
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


@pytest.mark.usefixtures("made_up")
def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    def interrupted(plan: Plan) -> Iterator[Figure]:
        raise KeyboardInterrupt
        yield

    lacking = BENCHMARKS["lacking"]
    BENCHMARKS["lacking"] = ("Stopped", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.main(["--quick", "--out", str(tmp_path)])
    (kept,) = tmp_path.iterdir()
    BENCHMARKS["lacking"] = lacking
    before = json.loads(kept.read_text())
    assert run.main(["--resume", str(kept), "--out", str(tmp_path)]) == 0
    after = json.loads(kept.read_text())
    assert [section["name"] for section in after["sections"]] == ["made-up", "lacking"]
    assert after["sections"][0] == before["sections"][0]
    assert after["quick"]


# ------------------------------------------------------------------------------------------------------------ comparing


def ran(**values: tuple[float, str, list[float]]) -> dict[str, Any]:
    figures = [
        {"key": key.replace("__", "/"), "value": value, "unit": "s", "better": better, "samples": samples}
        for key, (value, better, samples) in values.items()
    ]
    machine = {"processor": "p", "cores": 2, "revision": "r"}
    return {"schema": "shunt-benchmark/1", "date": "d", "machine": machine, "sections": [{"figures": figures}]}


BEFORE = ran(a__x=(2.0, "lower", [1.9, 2.1]), a__y=(4.0, "higher", []), b__z=(1.0, "lower", [0.5, 3.0]), gone=(1.0, "lower", []))
AFTER = ran(a__x=(1.0, "lower", [0.9, 1.1]), a__y=(2.0, "higher", []), b__z=(2.0, "lower", [1.0, 2.0]), new=(1.0, "lower", []))


def test_comparing_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, made in (("before", BEFORE), ("after", AFTER)):
        (tmp_path / f"{name}.json").write_text(json.dumps(made))
    assert compare.main([str(tmp_path / "before.json"), str(tmp_path / "after.json")]) == 0
    printed = capsys.readouterr().out
    assert printed.index("biggest wins") < printed.index("a/x") < printed.index("biggest losses") < printed.index("~  0.500 ×")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(SystemExit, match="is not a run"):
        compare.main([str(tmp_path / "bad.json"), str(tmp_path / "after.json")])

"""`shunt solve --metric`: any metric of any card, and lists of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from shunt.cli import main
from shunt.files.library import shipped_file


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["solve", *args])
    told = capsys.readouterr()
    return int(left.value.code or 0), told.out, told.err


def test_lists_are_lexicographic(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "first-swap", "--metric", "moves,couplings", "--json")
    told = json.loads(out)
    assert status == 0
    assert told["metric"] == ["moves", "couplings"]
    assert told["moves"] == [told["counts"]["moves"], told["counts"]["couplings"]]
    assert told["moves"][0] == 6


@pytest.mark.parametrize("name", ["runs", "reversals", "couplings", "distance"])
def test_one_metric(capsys: pytest.CaptureFixture[str], name: str) -> None:
    _, out, _ = run(capsys, "first-swap", "--metric", name, "--json")
    told = json.loads(out)
    assert told["moves"] == told["lower_bound"] == told["counts"][name]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("first-swap", "--metric", "smiles"), "'smiles' is not counted under switcher"),
        (("first-swap", "--metric", "runs,runs"), "each metric once"),
        (("inglenook-322", "--metric", "moves"), "not counted under sidings"),
        (("first-swap", "--metric", "runs", "--save"), "another metric than the card's"),
        (("first-swap", "--metric", "runs", "--method", "astar"), "buckets"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], words: str) -> None:
    status, out, err = run(capsys, *args)
    assert (status, out) == (2, "")
    assert words in err


@pytest.mark.parametrize(
    ("before", "after", "status", "words"),
    [
        ("", "", 0, "optimum 0 proven by the Yard Guide"),
        ('"W R9>R26', '"W R9>R25', 1, "guide.moves does not end at the goal"),
        ("optimum = 0", "optimum = 1", 1, "proof.optimum says 1, but it is 0"),
        ('metric = "reversals"', 'metric = "runs"', 3, "not proven: counting runs of 34 pieces on 68 spaces"),
    ],
)
def test_a_card_too_large_to_search_is_checked_by_its_guide(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, before: str, after: str, status: int, words: str
) -> None:
    card = tmp_path / "muddle.toml"
    card.write_text(shipped_file("cards", "dudeney-muddle").read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["check", "--prove", str(card)])
    assert int(left.value.code or 0) == status
    assert words in capsys.readouterr().out


def test_a_guide_that_counts_nothing_is_the_answer_where_no_search_is(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "dudeney-muddle")
    assert status == 0
    assert "optimum 0 reversals, proven: the card's own Yard Guide, replayed by the rules, has the count 0" in out
    told = json.loads(run(capsys, "dudeney-muddle", "--json")[1])
    assert (told["status"], told["moves"], told["lower_bound"], told["method"]) == ("optimal", 0, 0, "guide")
    assert (len(told["solution"]), told["counts"]["reversals"]) == (10, 0)


@pytest.mark.parametrize("args", [("--metric", "runs"), ("--metric", "reversals,moves"), ("--method", "buckets")])
def test_a_guide_proves_nothing_else(capsys: pytest.CaptureFixture[str], args: tuple[str, ...]) -> None:
    status, out, err = run(capsys, "dudeney-muddle", *args)
    assert (status, out) == (2, "")
    assert re.search(
        r"counting .* of 34 pieces on 68 spaces needs \d+ bits a state, and a state holds 126 \(count fewer metrics, or", err
    )

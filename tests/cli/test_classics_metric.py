"""`shunt solve --metric`: any metric of any card, and lists of them."""

from __future__ import annotations

import json

import pytest

from shunt.cli import main


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

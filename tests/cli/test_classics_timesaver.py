"""`shunt timesaver`: set-outs given and drawn, and what is wrong with an input."""

from __future__ import annotations

import json

import pytest

from shunt.cli import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["timesaver", *args])
    told = capsys.readouterr()
    return int(left.value.code or 0), told.out, told.err


def test_a_seed_gives_the_same_puzzle_and_par(capsys: pytest.CaptureFixture[str]) -> None:
    first = [run(capsys, "--random", "--seed", "2", "--json")[:2] for _ in range(2)]
    told = [json.loads(out) for _, out in first]
    assert first[0][0] == 0
    assert told[0]["start"] == told[1]["start"]
    assert told[0]["moves"] == told[1]["moves"] == 12
    assert told[0]["goal"] == told[1]["goal"]


def test_the_distribution_of_three_cars(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "9/0 5 16", "--distribution", "--json")
    told = json.loads(out)
    assert status == 0
    assert told["placements"] == sum(told["optima"].values()) == 15 * 14 * 13


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), ["no set-out"]),
        (("9/0 1 x", "--goal", "1 2 3"), ["no space 'x'"]),
        (("9/0 0", "--goal", "1 1"), ["SETOUT: two pieces on 0", "--goal: two pieces on 1"]),
        (("9/0 1", "--goal", "5"), ["1 spot for 2 cars"]),
        (("9/0 1", "--goal", "* *"), ["no car must go anywhere"]),
        (("9 0 1", "--goal", "1 2"), ["is no set-out"]),
        (("9/0 1 2 4 5 6 8", "--distribution"), ["too many"]),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], words: list[str]) -> None:
    status, out, err = run(capsys, *args)
    assert (status, out) == (2, "")
    assert all(word in err for word in words)

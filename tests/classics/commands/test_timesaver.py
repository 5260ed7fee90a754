"""`shunt timesaver`: set-outs given and drawn, and what is wrong with an input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shunt.cards.files import load_card
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


def test_cars_are_letters_or_named(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run(capsys, "9/0 1", "--goal", "1 0", "--json")[1])
    assert told["start"] == {"A": "9", "a": "0", "b": "1"}
    assert told["goal"] == {"a": "1", "b": "0"}
    out = run(capsys, "9/0 1", "--goal", "1 0", "--names", "red blue")[1]
    assert "red on 0 · blue on 1" in out
    assert "+red" in out


@pytest.mark.parametrize("command", ["timesaver", "inglenook"])
def test_a_random_puzzle_is_printed_and_saved_without_its_solution(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    file = tmp_path / "card.toml"
    few = ["--cars", "2"] if command == "timesaver" else []
    for more in ([], ["--hide", "-o", str(file)], ["--hide", "--json"]):
        with pytest.raises(SystemExit) as left:
            main([command, "--random", "--seed", "3", *few, *more])
        assert left.value.code == 0
    shown, hidden, data = capsys.readouterr().out.split("seed 3\n")
    optimum = json.loads(data)["moves"]
    assert " 1. " in shown
    assert " 1. " not in hidden
    assert "goal:" in hidden
    assert "at the start" not in hidden
    assert f"{optimum} {'moves' if few else 'pulls'}" in hidden
    assert json.loads(data)["solution"] == []
    card = load_card(file)
    assert card.guide == ()
    assert card.proof["optimum"] == optimum
    assert "guide" not in file.read_text()


def test_a_seed_that_the_program_chose_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--random", "--cars", "1")[1]
    seed = out.splitlines()[-1].removeprefix("seed ")
    assert run(capsys, "--random", "--cars", "1", "--seed", seed)[1].splitlines()[:2] == out.splitlines()[:2]


def test_an_impossible_goal_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "0/1 2 4", "--goal", "16 * *")
    assert status == 1
    assert "without the car b it can be solved, in 3 moves" in out
    assert "without the cars b c" not in out  # one of them is enough


def test_the_distribution_of_three_cars(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "9/0 5 16", "--distribution", "--json")
    told = json.loads(out)
    assert status == 0
    assert told["placements"] == sum(told["optima"].values()) == 15 * 14 * 13


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), ["SETOUT: no set-out", "--goal: no goal"]),
        (("9/0 1 5 16 z",), ["--goal: no goal", "SETOUT: unknown space 'z' ("]),
        (("9 0 1", "--goal", "1 x"), ["is not a set-out", "--goal: unknown space 'x'"]),
        (("9/0 1", "--goal", "5 6", "--seed", "3"), ["--seed: nothing is random here"]),
        (("9/0 1", "--goal", "5 6", "--random", "--cars", "2"), ["--random: SETOUT and --goal are given", "--cars: SETOUT"]),
        (("9/0 1", "--goal", "5 6", "--replace"), ["--replace: no file is written"]),
        (("--random", "--output", "/nowhere/a.toml"), ["shunt: --output: /nowhere/a.toml: the file cannot be written"]),
        (("9/0 1 x", "--goal", "1 2 3"), ["unknown space 'x'"]),
        (("9/0 0", "--goal", "1 1"), ["SETOUT: two pieces on 0", "--goal: two pieces on 1"]),
        (("9/0 1", "--goal", "5"), ["1 spot for 2 cars"]),
        (("9/0 1", "--goal", "* *"), ["no car must go anywhere"]),
        (("9 0 1", "--goal", "1 2"), ["is not a set-out"]),
        (("9/0 1 2 4 5 6 8", "--distribution"), ["too many"]),
        (("9/0 3", "--goal", "14 *"), ["SETOUT: 3 is the number of a point", "--goal: 14 is the number of a point"]),
        (("9/0 1", "--goal", "5 6", "--names", "A x:y"), ["A is the locomotive", "'x:y' cannot be a car's name"]),
        (("9/0 1", "--goal", "5 6", "--names", "x x"), ["--names: the name 'x' is given twice"]),
        (("9/0 1", "--goal", "5 6", "--names", "x"), ["--names: 1 name for 2 cars"]),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], words: list[str]) -> None:
    status, out, err = run(capsys, *args)
    assert (status, out) == (2, "")
    assert all(word in err for word in words)


def test_a_file_is_replaced_only_when_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    puzzle = ("9/0 1", "--goal", "0 1", "--output", str(file))
    assert run(capsys, *puzzle)[0] == 0
    first = file.read_text()
    assert load_card(file).guide == ()
    file.write_text("precious")
    status, out, err = run(capsys, *puzzle)
    assert (status, out) == (2, "")
    assert err == f"shunt: --output: {file} exists already (name another file, or add --replace)\n"
    assert file.read_text() == "precious"
    assert run(capsys, *puzzle, "--replace")[0] == 0
    assert file.read_text() == first


def test_nothing_is_searched_that_could_not_be_saved(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def searched(*_: object, **__: object) -> None:
        raise AssertionError("it was searched")

    monkeypatch.setattr("shunt.search.solve.solve", searched)
    assert run(capsys, "--random", "--output", str(tmp_path / "no" / "a.toml"))[0] == 2


def test_a_search_that_was_stopped_saves_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    status, _, err = run(capsys, "--random", "--seed", "2", "--max-states", "1", "--output", str(file))
    assert (status, file.exists()) == (3, False)
    assert "nothing is saved" in err

"""`shunt timesaver`: set-outs given and drawn, and what is wrong with an input."""

import json

import pytest

from shunt.cards.files import load_card
from tests.cli.running import answer, check_refused, shunt


def test_a_seed_gives_the_same_puzzle_and_par():
    first, second = (answer("timesaver --random --seed 2") for _ in range(2))
    assert first["moves"] == 12
    for name in ("start", "goal", "moves"):
        assert first[name] == second[name]


@pytest.mark.parametrize(("command", "unit"), [("timesaver --cars 2", "moves"), ("inglenook", "pulls")])
def test_a_random_puzzle_is_printed_and_saved_without_its_solution(tmp_path, command, unit):
    file = tmp_path / "card.toml"
    drawn = f"{command} --random --seed 3"
    shown, hidden, data = (shunt(f"{drawn} {more}").stdout for more in ("", f"--hide -o {file}", "--hide --json"))
    optimum = json.loads(data)["moves"]
    assert " 1. " in shown
    assert " 1. " not in hidden
    assert "goal:" in hidden
    assert "at the start" not in hidden
    assert f"{optimum} {unit}" in hidden
    assert hidden.splitlines()[-1] == "seed 3"
    assert json.loads(data)["solution"] == []
    card = load_card(file)
    assert card.guide == ()
    assert card.proof["optimum"] == optimum
    assert "guide" not in file.read_text()


def test_an_impossible_goal_is_explained():
    done = shunt("timesaver '0/1 2 4' --goal '16 * *'")
    assert done.exit_code == 1
    assert "without the car b it can be solved, in 3 moves" in done.stdout
    assert "without the cars b c" not in done.stdout  # one of them is enough


def test_the_distribution_of_three_cars():
    told = answer("timesaver '9/0 5 16' --distribution")
    assert told["placements"] == sum(told["optima"].values()) == 15 * 14 * 13
    stopped = shunt("timesaver '9/0 5 16' --distribution --max-states 100")
    assert (stopped.exit_code, stopped.stdout) == (3, "")
    assert "stopped at the limit of states (100)" in stopped.stderr


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", ["SETOUT: no set-out", "--goal: no goal"]),
        ("'9/0 1 5 16 z'", ["--goal: no goal", "SETOUT: unknown space 'z' ("]),
        ("'9 0 1' --goal '1 x'", ["is not a set-out", "--goal: unknown space 'x'"]),
        ("'9/0 1' --goal '5 6' --seed 3", ["--seed: nothing is random here"]),
        ("'9/0 1' --goal '5 6' --random --cars 2", ["--random: SETOUT and --goal are given", "--cars: SETOUT"]),
        ("'9/0 1' --goal '5 6' --replace", ["--replace: no file is written"]),
        ("--random --output /nowhere/a.toml", ["shunt: --output: /nowhere/a.toml: the file cannot be written"]),
        ("'9/0 0' --goal '1 1'", ["SETOUT: two pieces on 0", "--goal: two pieces on 1"]),
        ("'9/0 1' --goal 5", ["1 spot for 2 cars"]),
        ("'9/0 1' --goal '* *'", ["no car has a goal"]),
        ("'9/0 1 2 4 5 6 8' --distribution", ["too many"]),
        ("'9/0 3' --goal '14 *'", ["SETOUT: 3 is the number of a point", "--goal: 14 is the number of a point"]),
        ("'9/0 1' --goal '5 6' --names 'A x:y'", ["A is the locomotive", "'x:y' cannot be a car's name"]),
        ("'9/0 1' --goal '5 6' --names 'x x'", ["--names: the name 'x' is given twice"]),
        ("'9/0 1' --goal '5 6' --names x", ["--names: 1 name for 2 cars"]),
    ],
)
def test_bad_input(line, words):
    check_refused(shunt(f"timesaver {line}"), *words)


def test_a_search_that_was_stopped_saves_nothing(tmp_path):
    file = tmp_path / "a.toml"
    done = shunt("timesaver --random --seed 2 --max-states 1 --output", file)
    assert (done.exit_code, file.exists()) == (3, False)
    assert "nothing was saved" in done.stderr

"""`shunt inglenook`: starts typed by people, the whole table, and every sort of bad input."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from shunt.cards.files import load_card
from shunt.cli import main
from shunt.search.solve import solve

Captured = pytest.CaptureFixture[str]


def run(capsys: Captured, *args: str) -> tuple[int, str, str]:
    """Exit status, stdout, stderr."""
    with pytest.raises(SystemExit) as leaving:
        main(["inglenook", *args])
    out, err = capsys.readouterr()
    status = leaving.value.code
    assert isinstance(status, int)
    return status, out, err


def test_a_typed_start(capsys: Captured) -> None:
    status, out, _ = run(capsys, "57218/346")
    assert status == 0
    assert out.splitlines()[0] == "57218/346/–  start"
    assert out.splitlines()[-4].endswith("1+2  12345/678/–")
    assert out.splitlines()[-3].startswith("15 pulls, proven the fewest")
    assert "1-3 pulls 3 cars from siding 1 onto the headshunt" in out


def test_the_answer_as_json(capsys: Captured) -> None:
    status, out, _ = run(capsys, "57218/346", "--train", "1 2 3 4 5", "--metric", "legs", "--json")
    told = json.loads(out)
    assert (status, told["status"], told["moves"], told["metric"]) == (0, "optimal", 17, "legs")
    assert told["start"] == {"headshunt": "", "1": "5 7 2 1 8", "2": "3 4 6", "3": "", "locomotive": "headshunt"}
    assert told["solution"][-1]["after"]["locomotive"] == "3"


def test_a_seed_gives_the_same_start(capsys: Captured) -> None:
    outs = [json.loads(run(capsys, "--random", "--seed", str(seed), "--json")[1]) for seed in (7, 7, 8)]
    assert outs[0]["start"] == outs[1]["start"] != outs[2]["start"]
    assert outs[0]["solution"] == outs[1]["solution"]


def test_a_train_is_drawn_by_its_seed(capsys: Captured) -> None:
    drawn = ("57218/346", "--train", "random", "--seed")
    goals = [json.loads(run(capsys, *drawn, seed, "--json")[1])["goal"]["train"] for seed in ("4", "4", "5")]
    assert goals[0] == goals[1] != goals[2]
    assert len(goals[0].split()) == len(set(goals[0].split()) & set("12345678")) == 5
    out = run(capsys, "57218/346", "--train", "random")[1]
    seed = out.splitlines()[-1].removeprefix("seed ")
    assert run(capsys, *drawn, seed)[1].splitlines()[0] == out.splitlines()[0]


def test_the_start_of_a_seed_does_not_depend_on_the_train(capsys: Captured) -> None:
    starts = [run(capsys, "--random", "--seed", "1", *more)[1].splitlines() for more in ((), ("--train", "random"))]
    assert next(line for line in starts[1] if "start" in line) == starts[0][0]


def test_a_puzzle_is_saved_as_a_card(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert run(capsys, "57218/346", "--train", "1 2 3", "--output", str(file))[0] == 0
    card = load_card(file)
    assert (card.name, card.proof["optimum"], len(card.guide)) == ("mine", solve(card).optimum, len(card.guide))
    assert card.names(card.start) == {"headshunt": "", "1": "5 7 2 1 8", "2": "3 4 6", "3": ""}
    assert str(card.goal) == "the locomotive with 1 2 3 in front of it in any siding"
    assert run(capsys, "57218/346", "-o", str(file))[0] == 2
    assert run(capsys, "57218/346", "-o", str(file), "--replace")[0] == 0
    unproven = tmp_path / "unproven.toml"
    assert run(capsys, "57218/346", "--max-states", "5", "-o", str(unproven))[0] == 3
    assert not unproven.exists()


def test_what_is_printed_can_be_typed(capsys: Captured) -> None:
    shown = run(capsys, "57218/346", "--max-states", "1")[1].split()[0]
    assert shown == "57218/346/–"
    assert run(capsys, shown, "--goal", shown)[1].splitlines()[1].startswith("0 pulls")
    assert run(capsys, "57218/346/-", "--goal", "57218/346/-")[1].splitlines()[1].startswith("0 pulls")


def test_a_large_table_announces_its_cost(capsys: Captured) -> None:
    status, out, err = run(capsys, "--yard", "6-4-4", "--max-memory", "2000M")
    assert (status, out) == (3, "")
    assert "states, about" in err
    assert "of memory, and" in err


def test_goals_by_sidings(capsys: Captured) -> None:
    assert run(capsys, "57218/346", "--goal", "57218/346")[1].splitlines()[-1].startswith("0 pulls")
    assert run(capsys, "10 7/3 4 6", "--yard", "3-3-3", "--goal", "*/3 ? 10/")[0] == 0


def test_an_impossible_order_is_proved_so(capsys: Captured) -> None:
    status, out, _ = run(capsys, "54321/678", "--headshunt", "1")
    assert status == 1
    assert "unsolvable, proven: everything that can be reached was searched" in out
    assert "with a headshunt that holds 3 cars it can be solved, in 11 pulls" in out


def test_a_limit_is_no_answer(capsys: Captured) -> None:
    status, out, _ = run(capsys, "57218/346", "--max-states", "500")
    assert status == 3
    assert "unknown: stopped at the limit of states (500); at least" in out
    assert run(capsys, "--max-memory", "1M")[0] == run(capsys, "--max-states", "9")[0] == 3


def test_the_distribution(capsys: Captured) -> None:
    status, out, _ = run(capsys, "--yard", "3-2-2", "--headshunt", "2")
    assert status == 0
    assert "mean 9.8583, most 14" in out
    told = json.loads(run(capsys, "--yard", "3-2-2", "--headshunt", "2", "--json")[1])
    assert (told["states"], told["most"], told["starts"]["14"], told["levels"][-1]) == (2640, 14, 5, 9)
    short = run(capsys, "--headshunt", "1", "--yard", "3-2-2")[1]
    assert "cannot be solved" in short
    assert "with a headshunt that holds 2 cars all of them can (--headshunt 2)" in short


def test_the_table_and_the_histogram_as_files(capsys: Captured, tmp_path: Path) -> None:
    table, picture = tmp_path / "all.csv", tmp_path / "all.svg"
    yard = ("--yard", "3-2-2", "--headshunt", "2")
    assert run(capsys, *yard, "--table", str(table), "--plot", str(picture))[0] == 0
    assert len(table.read_text().splitlines()) == 2641
    assert "123/45/,0" in table.read_text()
    first = picture.read_bytes()
    ElementTree.fromstring(first)
    run(capsys, *yard, "--plot", str(picture))
    assert picture.read_bytes() == first


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["112/34"], "shunt: START: the car '1' is named twice"),
        (["123456/78"], "shunt: START, siding 1: 6 cars, but it holds 5"),
        (["123|45678/9ab/cdef"], "START, siding 3: 4 cars, but it holds 3"),
        (["1234|5/"], "START, headshunt: 4 cars, but it holds 3"),
        (["1234|56789/abc/def/g"], "START: '1234|56789/abc/def/g' names 4 sidings, but the yard has 3"),
        (["123456789|abcde/fgh/ijk"], "START: 20 cars, but the whole yard holds 14"),
        (["57218/346", "--goal", "1234X"], "shunt: --goal: unknown car 'X'"),
        (["57218/346", "--goal", "123456"], "shunt: --goal, siding 1: 6 cars, but it holds 5"),
        (["57218/346", "--goal", "1/2/3/4"], "shunt: --goal: '1/2/3/4' names 4 sidings"),
        (["57218/346", "--goal", "11"], "the car '1' is named twice"),
        (["57218/346", "--train", "1 2 2"], "shunt: --train: the car '2' is named twice"),
        (["57218/346", "--train", "1 2 3 4 5 6"], "shunt: --train: 6 cars, but no siding can take more than 5"),
        (["57218/346", "--train", "1", "--goal", "1"], "--train gives a goal already"),
        (["57218/346", "--random"], "leave out START or --random"),
        (["57218/346", "--seed", "3"], "--seed: START gives the cars and their places already (leave out START or --seed)"),
        (["57218/346", "--cars", "12"], "leave out START or --cars"),
        (["12|34567/89a/bcd"], "--goal: 13 cars cannot be set out in order: the sidings hold 11"),
        (["57218/346", "--table", "x.csv"], "leave out START"),
        (["--seed", "3"], "add --random"),
        (["--output", "x.toml"], "shunt: --output: the whole table has no single start to save"),
        (["57218/346", "--replace"], "shunt: --replace: no file is written"),
        (["57218/346", "--random", "--train", "random"], "leave out START or --random"),
        (["--yard", "5-x"], "'5-x' is not a yard"),
        (["--yard", "5-0"], "shunt: --yard, siding 2: a siding cannot hold 0 cars"),
        (["--cars", "123456789abc"], "12 cars, but the sidings hold 11"),
        (["--table", "x.txt"], "neither CSV nor Parquet"),
        (["--plot", "x.jpg"], "ends in .svg or .png"),
        (["--table", "/nowhere/at/all/x.csv"], "shunt: --table: /nowhere/at/all/x.csv: the file cannot be written"),
        (["--plot", "/nowhere/at/all/x.svg"], "shunt: --plot: /nowhere/at/all/x.svg: the file cannot be written"),
        (["--headshunt", "-1"], "-1"),
        (["/"], "START: no cars"),
        (["5:7/3"], "shunt: START: ':' cannot be a car's name"),
        (["--cars", "1 1"], "shunt: --cars: the car '1' is named twice"),
    ],
)
def test_bad_input_has_its_own_answer(capsys: Captured, args: list[str], said: str) -> None:
    status, out, err = run(capsys, *args)
    assert (status, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_faults_of_start_and_goal_are_told_at_once(capsys: Captured) -> None:
    _, _, err = run(capsys, "1234567/8", "--goal", "1/2/3/4")
    assert err.splitlines()[0].startswith("shunt: START, siding 1: 7 cars, but it holds 5")
    assert err.splitlines()[1].startswith("shunt: --goal: '1/2/3/4' names 4 sidings")

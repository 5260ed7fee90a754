"""`shunt inglenook`: starts typed by people, the whole table, and every sort of bad input."""

import pytest
from click.testing import Result

from shunt.cards.files import load_card
from shunt.search.solve import solve
from tests.cli.running import answer, check_refused, shunt


def run(line: str) -> Result:
    return shunt(f"inglenook {line}")


def test_a_typed_start():
    lines = run("57218/346").stdout.splitlines()
    assert lines[0] == "57218/346/–  start"
    assert lines[-4].endswith("1+2  12345/678/–")
    assert lines[-3].startswith("15 pulls, proven the fewest")
    assert "1-3 pulls 3 cars from siding 1 onto the headshunt" in "\n".join(lines)


def test_the_answer_as_json():
    told = answer("inglenook 57218/346 --train '1 2 3 4 5' --metric legs")
    assert (told["status"], told["moves"], told["metric"]) == ("optimal", 17, "legs")
    assert told["start"] == {"headshunt": "", "1": "5 7 2 1 8", "2": "3 4 6", "3": "", "locomotive": "headshunt"}
    assert told["solution"][-1]["after"]["locomotive"] == "3"


def test_a_seed_gives_the_same_start_and_train():
    random, train = "--yard 3-2-2 --random", "--yard 3-2-2 132/54 --train random"
    drawn = [answer(f"inglenook {random} --seed", seed) for seed in "778"]
    assert drawn[0]["start"] == drawn[1]["start"] != drawn[2]["start"]
    assert drawn[0]["solution"] == drawn[1]["solution"]
    goals = [answer(f"inglenook {train} --seed", seed)["goal"]["train"] for seed in "445"]
    assert goals[0] == goals[1] != goals[2]
    assert len(goals[0].split()) == len(set(goals[0].split()) & set("12345")) == 3
    lines = run(train).stdout.splitlines()
    assert run(f"{train} --{lines[-1]}").stdout.splitlines()[0] == lines[0]
    assert answer(f"inglenook {random} --seed 7 --train random")["start"] == drawn[0]["start"]


def test_a_puzzle_is_saved_as_a_card(tmp_path):
    file, unproven = tmp_path / "mine.toml", tmp_path / "unproven.toml"
    assert run(f"57218/346 --train '1 2 3' --output {file}").exit_code == 0
    card = load_card(file)
    assert (card.name, card.proof["optimum"], len(card.guide)) == ("mine", solve(card).optimum, len(card.guide))
    assert card.names(card.start) == {"headshunt": "", "1": "5 7 2 1 8", "2": "3 4 6", "3": ""}
    assert str(card.goal) == "the locomotive with 1 2 3 in front of it in any siding"
    assert run(f"57218/346 --max-states 5 -o {unproven}").exit_code == 3
    assert not unproven.exists()


def test_an_impossible_order_is_proved_so():
    done = run("--yard 3-2-2 321/45 --headshunt 1")
    assert done.exit_code == 1
    assert "unsolvable, proven: everything that can be reached was searched" in done.stdout
    assert "with a headshunt that holds 2 cars it can be solved, in 7 pulls" in done.stdout


def test_the_distribution():
    yard = "--yard 3-2-2 --headshunt 2"
    assert "mean 9.8583, most 14" in run(yard).stdout
    told = answer(f"inglenook {yard}")
    assert (told["states"], told["most"], told["starts"]["14"], told["levels"][-1]) == (2640, 14, 5, 9)
    short = run("--headshunt 1 --yard 3-2-2").stdout
    assert "cannot be solved" in short
    assert "with a headshunt that holds 2 cars all of them can (--headshunt 2)" in short


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("112/34", "shunt: START: the car '1' is named twice"),
        ("123456/78", "shunt: START, siding 1: 6 cars, but it holds 5"),
        ("'1234|5/'", "START, headshunt: 4 cars, but it holds 3"),
        ("'1234|56789/abc/def/g'", "START: '1234|56789/abc/def/g' names 4 sidings, but the yard has 3"),
        ("'123456789|abcde/fgh/ijk'", "START: 20 cars, but the whole yard holds 14"),
        ("57218/346 --goal 1234X", "shunt: --goal: unknown car 'X'"),
        ("57218/346 --goal 123456", "shunt: --goal, siding 1: 6 cars, but it holds 5"),
        ("57218/346 --goal 1/2/3/4", "shunt: --goal: '1/2/3/4' names 4 sidings"),
        ("57218/346 --train '1 2 2'", "shunt: --train: the car '2' is named twice"),
        ("57218/346 --train '1 2 3 4 5 6'", "shunt: --train: 6 cars, but no siding can take more than 5"),
        ("57218/346 --train 1 --goal 1", "--train gives a goal already"),
        ("57218/346 --random", "leave out START or --random"),
        ("57218/346 --seed 3", "--seed: START gives the cars and their places already (leave out START or --seed)"),
        ("57218/346 --cars 12", "leave out START or --cars"),
        ("'12|34567/89a/bcd'", "--goal: 13 cars cannot be set out in order: the sidings hold 11"),
        ("57218/346 --table x.csv", "leave out START"),
        ("--seed 3", "add --random"),
        ("--output x.toml", "shunt: --output: the whole table has no single start to save"),
        ("57218/346 --replace", "shunt: --replace: no file is written"),
        ("--yard 5-x", "'5-x' is not a yard"),
        ("--yard 5-0", "shunt: --yard, siding 2: a siding cannot hold 0 cars"),
        ("--cars 123456789abc", "12 cars, but the sidings hold 11"),
        ("--table x.txt", "neither CSV nor Parquet"),
        ("--plot x.jpg", "ends in .svg or .png"),
        ("--table /nowhere/at/all/x.csv", "shunt: --table: /nowhere/at/all/x.csv: the file cannot be written"),
        ("--plot /nowhere/at/all/x.svg", "shunt: --plot: /nowhere/at/all/x.svg: the file cannot be written"),
        ("--headshunt -1", "-1"),
        ("/", "START: no cars"),
        ("5:7/3", "shunt: START: ':' cannot be a car's name"),
        ("--cars '1 1'", "shunt: --cars: the car '1' is named twice"),
    ],
)
def test_bad_input_has_its_own_answer(line, said):
    check_refused(run(line), said)

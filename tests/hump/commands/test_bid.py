"""`shunt bid` and `shunt yard`: machine output, exit statuses, and clear messages for bad input."""

import shlex

import pytest

from shunt.hump import adviser
from shunt.hump.yard_file import find_yard
from tests.cli.running import answer, check_refused, shunt

CAB = "bid check two-storeys --train 'A B C' --order 'C A B'"
LONG = "bid check two-storeys --train 'A B C D E' --order 'E B D A C'"
ADVICE = "bid advise two-storeys --train 'red blue'"


def test_table_json():
    told = answer("bid table two-storeys --cars 3 --orders")
    assert (told["status"], told["orders"], told["optima"], told["impossible"]) == ("optimal", 6, {"1": 1, "4": 4, "5": 1}, 0)
    assert told["by_order"]["C A B"] == 5
    assert told["states"] > 0


def test_check_json():
    told = answer(f"{CAB} --bid 6")
    assert (told["status"], told["optimum"], told["holds"], len(told["solution"])) == ("optimal", 5, True, 5)
    moves = shlex.join(move["notation"] for move in told["solution"])
    assert shunt(f"bid referee two-storeys {moves} --train 'A B C' --order 'C A B' --bid 6").exit_code == 0
    blanks = shunt(CAB)
    assert shunt("bid check two-storeys --train A,B,C --order 'C, A, B'").stdout == blanks.stdout
    assert blanks.stdout.startswith("5 moves")


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (f"{CAB} --bid 4", 1),
        ("bid check bare --train 'A B' --order 'B A'", 1),
        (f"{LONG} --max-states 50", 3),
        ("bid referee two-storeys 'A q0>3.0.WE' --train 'A B' --order 'B A' --bid 4", 1),
        (f"{ADVICE} --opponent one-straight=2:4! --tiles 62 --tile-cars 2", 0),
        ("yard check two-storeys 5u_62@1,1", 0),
        ("make yard --tiles 1 --cars 2 --sample 20 --steps 5 --json", 0),
        ("make yard --tiles 1 --cars 2 --every", 0),
    ],
)
def test_exit_status(line, status):
    done = shunt(line)
    assert done.exit_code == status, done.output


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("bid table 5u_62@1,1_60@1,1 --cars 2", "overlaps"),
        ("bid check bare --train 'A;B' --order 'A;B'", "'A;B' is not a name of a car"),
        ("bid table bare --cars 11", "more than the source allows"),
        ("bid table bare --cars 0", "not a train"),
        ("bid check bare --train 'A B' --order 'A B' --bid -3", "-3 is below 1"),
        ("bid advise bare --train red --opponent bare=x", "is not a bid"),
        (
            "bid advise bare --train 'a b c d e f g h i j k'",
            "shunt: train: 11 cars are more than the source allows (at most 10)\n",
        ),
        (f"{ADVICE} --longest 1", "longest"),
        (f"{ADVICE} --tiles 62 --tile-cars 0", "--tile-cars"),
        (f"{ADVICE} --nerve 2", "--nerve: '2' is not a chance"),
        (f"{ADVICE} --nerve x", "--nerve: 'x' is not a chance"),
        (f"{ADVICE} --nerve 1e-999999999", "--nerve: '1e-999999999' is not a chance"),
        ("make yard --tiles 2 --cars 9 --heat 0", "9 cars"),
        ("make yard --tiles 2 --from two-storeys", "10 to 60"),
        ("make yard", "--tiles"),
        ("make yard --resume nowhere.json", "nowhere.json"),
    ],
)
def test_bad_input_is_told(line, word):
    check_refused(shunt(line), word)


def interrupted_at(monkeypatch, owner, name, number):
    """Have the `number`th call of a method be interrupted as by Ctrl-C."""
    real, calls = getattr(owner, name), []

    def method(*args, **options):
        calls.append(1)
        if len(calls) == number:
            raise KeyboardInterrupt
        return real(*args, **options)

    monkeypatch.setattr(owner, name, method)


def test_interrupted_advice_is_what_was_weighed(monkeypatch):
    line = "bid advise two-storeys --train 'red blue green' --tiles 62 --tile-cars 2"
    whole = answer(line)
    interrupted_at(monkeypatch, adviser, "mean_moves", 4)
    told = answer(line, status=130)
    assert (told["stopped"], told["bids"], len(told["tiles"])) == ("interrupted", whole["bids"], 2)
    assert all(tile in whole["tiles"] for tile in told["tiles"])
    interrupted_at(monkeypatch, adviser, "length_advice", 2)
    done = shunt(line)
    assert done.exit_code == 130
    assert done.stdout.startswith("2 cars: ")
    assert done.stdout.endswith("not everything was examined, only 1 length of the train and 0 places\n")
    assert "interrupted" in done.stderr


def test_a_design_is_kept_and_gone_on_with(tmp_path):
    best, kept = tmp_path / "best.toml", tmp_path / "search.json"
    task = "make yard --tiles 2 --cars 3 --sample 20 --steps 10"
    whole = answer(task)
    done = shunt(f"{task} --max-states 5 -o {best} --save {kept}")
    assert (done.exit_code, f"resume it with: shunt make yard --resume {kept}" in done.stderr) == (3, True)
    assert not best.exists()  # there is no best yard before it has all its tiles
    told = answer(f"make yard --resume {kept} -o {best}")
    assert {**told, "judged": 0} == {**whole, "judged": 0}
    assert str(find_yard(str(best))) == told["yard"]


def test_advice_ends_with_a_bottom_line_and_says_why_a_longer_trains_mean_is_above_its_rows():
    assert shunt(ADVICE).stdout.splitlines()[-1] == "best: bid 2 moves on 2 cars: 2.000 cards expected"
    lines = shunt(f"{ADVICE} --longest 3").stdout.splitlines()
    assert lines[3].endswith("the bid chosen when the further car can be seen; with new colours, the worst case:")
    assert lines[-1] == "best: ask for 1 more car, then bid on 3 cars: 3.000 cards expected"
    assert shunt("bid advise bare --train 'red blue' --opponent bare=2:1!").stdout.splitlines()[-1] == "best: pass"
    assert answer(ADVICE)["best"] == {"action": "bid", "cars": 2, "bid": 2, "expected": 2.0}
    assert answer(f"{ADVICE} --longest 3")["best"] == {"action": "extend", "cars": 3, "bid": None, "expected": 3.0}

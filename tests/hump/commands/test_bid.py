"""`shunt bid` and `shunt yard`: machine output, exit statuses, and clear messages for bad input."""

import json

import pytest

from shunt.cli import main
from shunt.hump import adviser
from shunt.hump.designer import Designer
from shunt.hump.engine import search as hump_search
from shunt.hump.engine.meeting import SetMeeting
from shunt.hump.yard_file import find_yard


@pytest.fixture
def run(capsys):
    def call(*args):
        with pytest.raises(SystemExit) as left:
            main(list(args))
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return call


def test_table_json(run):
    status, out, _ = run("bid", "table", "two-storeys", "--cars", "3", "--orders", "--json")
    told = json.loads(out)
    assert status == 0
    assert (told["status"], told["orders"], told["optima"], told["impossible"]) == ("optimal", 6, {"1": 1, "4": 4, "5": 1}, 0)
    assert told["by_order"]["C A B"] == 5
    assert told["states"] > 0


def test_check_json(run):
    status, out, _ = run("bid", "check", "two-storeys", "--train", "A B C", "--order", "C A B", "--bid", "6", "--json")
    told = json.loads(out)
    assert status == 0
    assert (told["status"], told["optimum"], told["holds"], len(told["solution"])) == ("optimal", 5, True, 5)
    moves = [move["notation"] for move in told["solution"]]
    assert run("bid", "referee", "two-storeys", *moves, "--train", "A B C", "--order", "C A B", "--bid", "6")[0] == 0


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["bid", "check", "two-storeys", "--train", "A B C", "--order", "C A B", "--bid", "4"], 1),
        (["bid", "check", "bare", "--train", "A B", "--order", "B A"], 1),
        (["bid", "check", "two-storeys", "--train", "A B C D E", "--order", "E B D A C", "--max-states", "50"], 3),
        (["bid", "table", "two-storeys", "--cars", "5", "--max-states", "50"], 3),
        (["bid", "referee", "two-storeys", "A q0>3.0.WE", "--train", "A B", "--order", "B A", "--bid", "4"], 1),
        (
            [
                "bid",
                "advise",
                "two-storeys",
                "--train",
                "red blue",
                "--opponent",
                "one-straight=2:4!",
                "--tiles",
                "62",
                "--tile-cars",
                "2",
            ],
            0,
        ),
        (["yard", "show", "two-storeys"], 0),
        (["yard", "check", "two-storeys", "5u_62@1,1"], 0),
        (["yard", "design", "--tiles", "1", "--cars", "2", "--sample", "20", "--steps", "5", "--json"], 0),
        (["yard", "design", "--tiles", "1", "--cars", "2", "--every"], 0),
        (["yard", "design", "--tiles", "2", "--cars", "3", "--max-states", "5"], 3),
    ],
)
def test_exit_status(run, args, status):
    found, _, err = run(*args)
    assert found == status, err


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["bid", "table", "5u_62@1,1_60@1,1", "--cars", "2"], "overlaps"),
        (["bid", "table", "5u_61@1,1", "--cars", "2"], "unknown tile 61"),
        (["bid", "table", "5u_62@7,7", "--cars", "2"], "not connected"),
        (["bid", "check", "bare", "--train", "A B", "--order", "A C"], "the same cars as in the train"),
        (["bid", "check", "bare", "--train", "A B", "--order", "A A"], "the same cars as in the train"),
        (["bid", "check", "bare", "--train", "A;B", "--order", "A;B"], "'A;B' is not a name of a car"),
        (["bid", "table", "bare", "--cars", "11"], "more than the source allows"),
        (["bid", "table", "bare", "--cars", "0"], "not a train"),
        (["bid", "check", "bare", "--train", "A B C D E F G H I J K", "--order", "A"], "more than the source allows"),
        (["bid", "check", "bare", "--train", "A B", "--order", "A B", "--bid", "0"], "0 is below 1"),
        (["bid", "check", "bare", "--train", "A B", "--order", "A B", "--bid", "-3"], "-3 is below 1"),
        (["bid", "referee", "bare", "nonsense", "--train", "A", "--order", "A", "--bid", "1"], "is not a move"),
        (["bid", "advise", "bare", "--train", "red", "--opponent", "bare=x"], "is not a bid"),
        (["bid", "advise", "bare", "--train", "red", "--opponent", "bare", "--nerve", "2"], "is not a chance"),
        (["bid", "advise", "bare", "--train", "red blue", "--longest", "1"], "longest"),
        (["bid", "advise", "bare", "--train", "red blue", "--tiles", "62", "--tile-cars", "0"], "--tile-cars"),
        (["bid", "advise", "bare", "--train", "red blue", "--nerve", "x"], "--nerve: 'x' is not a chance"),
        (["yard", "show", "nowhere"], "no yard called"),
        (["yard", "design", "--tiles", "99"], "99 tiles"),
        (["yard", "design", "--tiles", "2", "--cars", "9", "--heat", "0"], "9 cars"),
        (["yard", "design", "--tiles", "2", "--from", "two-storeys"], "10 to 60"),
        (["yard", "design", "--tiles", "2", "--steps", "-1"], "at least 0"),
        (["yard", "design"], "--tiles"),
        (["yard", "design", "--resume", "nowhere.json"], "nowhere.json"),
    ],
)
def test_bad_input_is_told(run, args, word):
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert word in err
    assert "Traceback" not in err


def test_a_train_that_is_too_long_is_one_fault(run):
    _, _, err = run("bid", "advise", "bare", "--train", "a b c d e f g h i j k")
    assert err == "shunt: train: 11 cars are more than the source allows (at most 10)\n"


def interrupted_at(monkeypatch, owner, name, number):
    """Have the `number`th call of a method be interrupted as by Ctrl-C."""
    real, calls = getattr(owner, name), []

    def method(*args, **options):
        calls.append(1)
        if len(calls) == number:
            raise KeyboardInterrupt
        return real(*args, **options)

    monkeypatch.setattr(owner, name, method)


@pytest.mark.parametrize("how", ["limit", "interrupted"])
def test_a_table_that_is_stopped_tells_all_orders_of_few_moves(run, monkeypatch, how):
    command = ["bid", "table", "two-storeys", "--cars", "5", "--orders"]
    whole = json.loads(run(*command, "--json")[1])
    if how == "limit":
        command += ["--max-states", "5000"]
    else:
        interrupted_at(monkeypatch, SetMeeting, "_widen", 5)
    status, out, err = run(*command, "--json")
    told = json.loads(out)
    upto = told["known_up_to"]
    assert (status, told["status"], told["impossible"]) == (3 if how == "limit" else 130, "unknown", None)
    assert upto >= 4
    assert told["by_order"] == {order: moves for order, moves in whole["by_order"].items() if moves <= upto}
    assert told["chances"] == {bid: chance for bid, chance in whole["chances"].items() if int(bid) <= upto}
    assert ("states" if how == "limit" else "interrupted") in err


def test_a_stopped_table_in_words(run):
    status, out, _ = run("bid", "table", "two-storeys", "--cars", "5", "--max-states", "50")
    assert status == 3
    assert out.startswith(
        "A B C D E: 120 orders, 119 of them take more than 3 moves or are impossible (the search is not complete)"
    )


def test_interrupted_advice_is_what_was_weighed(run, monkeypatch):
    command = ["bid", "advise", "two-storeys", "--train", "red blue green", "--tiles", "62", "--tile-cars", "2"]
    whole = json.loads(run(*command, "--json")[1])
    interrupted_at(monkeypatch, adviser, "mean_moves", 4)
    status, out, _ = run(*command, "--json")
    told = json.loads(out)
    assert (status, told["stopped"], told["bids"], len(told["tiles"])) == (130, "interrupted", whole["bids"], 2)
    assert all(tile in whole["tiles"] for tile in told["tiles"])
    interrupted_at(monkeypatch, adviser, "_advice", 2)
    status, out, err = run(*command)
    assert status == 130
    assert out.startswith("2 cars: ")
    assert out.endswith("not everything was examined, only 1 length of the train and 0 places\n")
    assert "interrupted" in err


def test_an_interrupted_order_tells_its_bound(run, monkeypatch):
    interrupted_at(monkeypatch, hump_search.OrderSearch, "_widen", 3)
    command = ["bid", "check", "two-storeys", "--train", "A B C D E", "--order", "E B D A C"]
    status, out, err = run(*command)
    assert (status, out) == (130, "not proven: at least 4 moves\n")
    assert "interrupted" in err


def test_an_interrupted_design_is_the_best_so_far(run, monkeypatch, tmp_path):
    interrupted_at(monkeypatch, Designer, "advance", 4)
    best = tmp_path / "best.toml"
    command = ["yard", "design", "--tiles", "2", "--cars", "3", "--steps", "30", "-o", str(best)]
    status, out, err = run(*command)
    assert status == 130
    assert out.splitlines()[0] == str(find_yard(str(best)))
    assert "interrupted; this is the best yard so far" in err


def test_names_may_be_parted_by_commas(run):
    blanks = run("bid", "check", "two-storeys", "--train", "A B C", "--order", "C A B")
    assert run("bid", "check", "two-storeys", "--train", "A,B,C", "--order", "C, A, B") == blanks
    assert blanks[1].startswith("5 moves")


def test_a_design_is_kept_and_gone_on_with(run, tmp_path):
    best, kept = tmp_path / "best.toml", tmp_path / "search.json"
    task = ["yard", "design", "--tiles", "2", "--cars", "3", "--steps", "30"]
    whole = run(*task, "--json")[1]
    status, _, err = run(*task, "--max-states", "5", "-o", str(best), "--save", str(kept))
    assert (status, f"resume it with: shunt make yard --resume {kept}" in err) == (3, True)
    assert run("yard", "check", str(best))[0] in (0, 2)  # there is no best yard before it has all its tiles
    status, out, _ = run("yard", "design", "--resume", str(kept), "-o", str(best), "--json")
    assert status == 0
    told, before = json.loads(out), json.loads(whole)
    assert {**told, "judged": 0} == {**before, "judged": 0}
    assert run("yard", "check", str(best))[0] == 0
    assert str(find_yard(str(best))) == told["yard"]


def test_advice_ends_with_a_bottom_line_and_says_why_a_longer_trains_mean_is_above_its_rows(run):
    assert run("bid", "advise", "two-storeys", "--train", "red blue")[1].splitlines()[-1] == (
        "best: bid 2 moves on 2 cars: 2.000 cards expected"
    )
    lines = run("bid", "advise", "two-storeys", "--train", "red blue", "--longest", "3")[1].splitlines()
    assert lines[3].endswith("the bid chosen when the further car can be seen; with new colours, the worst case:")
    assert lines[-1] == "best: ask for 1 more car, then bid on 3 cars: 3.000 cards expected"
    assert run("bid", "advise", "bare", "--train", "red blue", "--opponent", "bare=2:1!")[1].splitlines()[-1] == "best: pass"
    told = json.loads(run("bid", "advise", "two-storeys", "--train", "red blue", "--json")[1])
    assert told["best"] == {"action": "bid", "cars": 2, "bid": 2, "expected": 2.0}
    told = json.loads(run("bid", "advise", "two-storeys", "--train", "red blue", "--longest", "3", "--json")[1])
    assert told["best"] == {"action": "extend", "cars": 3, "bid": None, "expected": 3.0}

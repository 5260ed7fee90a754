"""`shunt yardmaster`: payments, loadings, games and logs at the command line."""

import json

import pytest

from tests.cli.running import answer, check_refused, shunt


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_payments():
    assert answer("yardmaster pay C3 --hand '2C 2L' --token L") == {
        "car": "C3",
        "payments": [["C", "C", "L", "L"], ["L", "L", "C", "C"]],
    }
    assert shunt("yardmaster pay c3 --hand '2C pay-1-less'").stdout == "pay-1-less 2C\n"
    none = shunt("yardmaster pay C3 --hand 2C")
    assert (none.exit_code, none.stdout) == (1, "this hand does not pay for C3\n")
    assert answer("yardmaster pay C3 --hand ''", status=1)["payments"] == []


def test_loading():
    assert answer("yardmaster load --end C2 --yard 'T4 L3 O4'") == {"points": 0, "order": [], "all": False}
    assert answer("yardmaster load --end T2 --yard 'T4 L3 O4'") == {"points": 8, "order": ["T4", "O4"], "all": False}
    assert answer("yardmaster load --end - --yard 'T4 O4'") == {"points": 8, "order": ["O4", "T4"], "all": True}
    assert answer("yardmaster load --end C2 --yard ''") == {"points": 0, "order": [], "all": True}
    assert shunt("yardmaster load --end T2 --yard T4,L3,O4").stdout == "8 points: …-[T2]-[T4]-[O4]\nnot loaded: L3\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("pay Q3 --hand C", "'Q3' is not a railcar"),
        ("pay C5 --hand C", "'C5' is not a railcar"),
        ("pay C3 --hand C --token draw-2", "is not an exchange token"),
        ("pay C3 --hand 'plus-1 plus-1 plus-1'", "there are 2"),
        ("pay C3 --hand X", "'X' is not a cargo card"),
        ("pay C3 --hand 13C", "13"),
        ("pay C3 --hand C --token Z", "'Z' is not"),
        ("load --end C2 --yard T9", "'T9' is not a railcar"),
        (f"load --end C2 --yard '{'T2 ' * 11}'", "11 railcars T2"),
        ("play --split 9", "is not a split"),
        ("play --bots greedy,greedy,greedy,greedy,greedy", "2 to 5"),
        ("play --start-player 3", "no player 3 at a table of 2 (1 to 2)"),
    ],
)
def test_bad_input(line, why):
    check_refused(shunt(f"yardmaster {line}"), why)


def test_illegal_actions_are_answered_with_the_legal_ones(tmp_path):
    done = shunt("yardmaster play --bots greedy --seed 3 --start-player 1", text="fly\nbuy C3 for C\npay T2\nlist\n")
    assert "'fly' is not an action" in done.stdout
    assert "legal: " in done.stdout
    assert "draw pile" in done.stdout
    assert done.exit_code == 0
    file = tmp_path / "yardmaster.json"
    saved = json.loads(file.read_text())
    assert saved["options"]["first"] == 0
    file.write_text(json.dumps(saved | {"actions": ["load C3"]}))
    check_refused(shunt("yardmaster play --resume", file), "C3 is not in your sorting yard")


def test_the_start_player_is_numbered_from_one(tmp_path):
    done = shunt("yardmaster play --people 2 --bots '' --start-player 2", text="quit\n")
    assert done.exit_code == 0, "leaving by quit is no failure"
    assert json.loads((tmp_path / "yardmaster.json").read_text())["options"]["first"] == 1
    assert "player 2: press Enter" in done.stderr


def test_bots_play_at_the_terminal():
    done = shunt("yardmaster play --seats greedy,greedy --goal 6")
    assert done.exit_code == 0
    assert "Game over." in done.stdout


def test_a_log_is_kept(tmp_path):
    done = shunt("yardmaster follow --players 3", text="tokens C L O\nbuy C2 for 2C\nload C2\nquit\n")
    assert done.exit_code == 0
    assert "[engine]-[C2]" in done.stdout
    assert "not in the sorting yard" in done.stderr
    assert json.loads((tmp_path / "yardmaster-log.json").read_text())["entries"] == ["tokens C L O", "buy C2 for 2C"]

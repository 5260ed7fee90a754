"""`shunt games`: the list of games, and set-ups at random."""

import io
import json

import pytest

from shunt.cli import main
from shunt.errors import Fault, InputError
from shunt.games.registry import GAMES, make_game


@pytest.fixture
def run(capsys):
    def call(*args):
        with pytest.raises(SystemExit) as end:
            main(["games", *args])
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return call


def test_every_game_is_listed(run):
    status, out, _ = run()
    assert status == 0
    data = json.loads(run("--json")[1])
    assert [row["name"] for row in data["games"]] == sorted(GAMES)
    for row in data["games"]:
        assert row["title"]
        assert row["summary"].endswith(".")
        assert f"{row['name']}: {row['title']}" in out
        assert f"shunt {row['command']} play" in out
        assert {"random", "greedy", "ismcts"} <= set(row["bots"])
    assert "ismcts:iterations=500" in out


@pytest.mark.parametrize("name", sorted(GAMES))
def test_set_ups_follow_from_the_seed(run, name):
    status, out, _ = run("setup", name, "--seed", "4")
    assert status == 0
    assert run("setup", name, "--seed", "4")[1] == out
    assert run("setup", name, "--seed", "5")[1] != out
    data = json.loads(run("setup", name, "--seed", "4", "--json")[1])
    game = make_game(name, data["players"], **data["options"])
    state = game.initial()
    for draw in data["draws"]:
        state = game.act(state, game.parse_action(draw))
    assert game.state_to_json(state) == data["state"]
    assert game.to_act(state) >= 0


def test_nothing_is_shown_of_a_train_that_cannot_be_written(monkeypatch, capsys, tmp_path):
    def full(path, text):
        raise InputError(Fault(str(path), "no space left on device", "make room"))

    monkeypatch.setattr("shunt.files.atomic.write_text_atomically", full)
    with pytest.raises(SystemExit) as end:
        main(["tiles", "show", "R4", "R3B1 2 straight", "-o", str(tmp_path / "train.svg")])
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert (out, "no space left" in err) == ("", True)


def test_a_set_up_without_a_seed_prints_one(run):
    _, out, _ = run("setup", "express", "--players", "3", "--option", "caboose=random")
    seed = out.splitlines()[0].rpartition(" ")[2]
    assert run("setup", "express", "--players", "3", "--option", "caboose=random", "--seed", seed)[1] == out


def test_a_real_game_is_followed(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def typed(text, *args):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return run("follow", "express", *args)

    status, out, err = typed("list\nplayer 2 starts\ndeal R3|G3\nstart 0\nundo\nshow\n", "--players", "3")
    assert status == 0
    assert "  player 1 starts\n  player 2 starts\n  player 3 starts\n" in out
    assert "taken back: deal R3|G3" in out
    assert "now: deal" in err
    status, out, err = typed("log\n?\nquit\n")
    assert status == 0
    assert "resumed express-log.json with 1 entry" in err
    assert "   1  player 2 starts" in out
    assert "undo" in out
    assert json.loads((tmp_path / "express-log.json").read_text())["settings"]["players"] == 3
    status, out, err = typed("log\n", "--new", "--save", "express-log.json")
    assert (status, json.loads((tmp_path / "express-log.json").read_text())["entries"]) == (0, [])
    (tmp_path / "express-log.json").write_text("{}")
    status, out, err = typed("log\n")
    assert (status, out) == (2, "")
    assert "schema" in err


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["setup", "chess"], "unknown game 'chess'"),
        (["setup", "express", "--players", "9"], "2 to 5"),
        (["setup", "yardmaster", "--option", "colour=1"], "colour: unknown option"),
        (["setup", "hump-yard", "--option", "turns=99"], "turns"),
        (["setup", "express", "--option", "start=x"], "start"),
        (["setup", "express", "--option", "wild_vale=1"], "did you mean wild_value"),
        (["setup", "express", "--players", "9"], "has 2 to 5 players, not 9"),
    ],
)
def test_bad_input(run, args, word):
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert word in err

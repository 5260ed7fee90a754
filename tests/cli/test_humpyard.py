"""`shunt humpyard`: a person at the table (input from a pipe), games saved and resumed, simulations; pictures of yards."""

import io
import json
from xml.etree import ElementTree as ET

import pytest

from shunt.cli import main


@pytest.fixture
def run(capsys, monkeypatch):
    def call(*args, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main(["humpyard", *args] if args[0] in ("play", "simulate") else list(args))
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return call


def first_build(out):
    """The first action that `list` told."""
    return next(line for line in out.splitlines() if line.startswith("build ")).split("  ")[0]


def test_a_game_is_saved_resumed_and_ends_as_if_never_left(run, tmp_path):
    saved = str(tmp_path / "game.json")
    arguments = ["--bots", "random,reader", "--turns", "2", "--seed", "5"]
    status, out, err = run("play", *arguments, "--save", saved, typed="list\n")
    assert status == 130
    assert f"--resume {saved}" in err
    build = first_build(out)
    typed = f"{build}\nbid 2:20\n"
    assert run("play", *arguments, "--save", saved, typed=typed)[0] == 130
    status, out, _ = run("play", "--resume", saved, typed="list\n")
    assert status == 130
    assert len(json.loads((tmp_path / "game.json").read_text())["actions"]) >= 4
    rest = f"{first_build(out)}\n?\ntable\nyard 1\ntiles\nbid 2:0\npass\n"
    status, resumed, _ = run("play", "--resume", saved, typed=rest)
    assert status == 0
    assert "Game over" in resumed
    status, whole, _ = run("play", *arguments, "--save", saved, typed=typed + rest)
    assert status == 0
    assert whole.splitlines()[-1] == resumed.splitlines()[-1]


def test_sorting_by_hand(run, tmp_path):
    arguments = ["--bots", "random", "--turns", "1", "--seed", "5", "--by-hand", "--save", str(tmp_path / "game.json")]
    build = first_build(run("play", *arguments, typed="list\n")[1])
    typed = f"{build}\nbid 2:1\nnonsense\nundo\ngive up\n"
    status, out, _ = run("play", *arguments, typed=typed)
    assert status in (0, 130)
    assert "is not a move" in out or "Game over" in out


def test_simulations_tell_intervals(run):
    arguments = ["simulate", "--bots", "reader,random", "--games", "6", "--turns", "3", "--seed", "2", "--workers", "1"]
    status, out, _ = run(*arguments, "--json")
    told = json.loads(out)
    assert status == 0
    assert {row["bot"] for row in told["standings"]} == {"reader", "random"}
    for row in told["standings"]:
        assert 0 <= row["low"] <= row["wins"] <= row["high"] <= 1
    assert run(*arguments, "--json")[1] == out
    assert "95 % interval" in run(*arguments)[1]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["simulate", "--bots", "reader"], "players"),
        (["simulate", "--bots", "reader,nobody"], "no bot"),
        (["simulate", "--turns", "99"], "turns"),
        (["play", "--bots", "a"], "no bot"),
        (["play", "--resume", "nowhere.json"], "nowhere.json"),
        (["play", "--resume", __file__], "test_humpyard.py"),
    ],
)
def test_bad_input(run, args, word):
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert word in err
    assert "Traceback" not in err


def test_pictures(run, tmp_path):
    yard, chart, folder = tmp_path / "yard.svg", tmp_path / "chart.svg", tmp_path / "pictures"
    assert run("yard", "show", "full-set", "--svg", str(yard), "--sites")[0] == 0
    assert run("bid", "table", "two-storeys", "--cars", "3", "--svg", str(chart))[0] == 0
    check = ["bid", "check", "two-storeys", "--train", "A B C", "--order", "C A B"]
    assert run(*check, "--pictures", str(folder))[0] == 0
    drawn = sorted(path.name for path in folder.iterdir())
    assert drawn == [f"{number:02}.svg" for number in range(6)]
    for path in [yard, chart, *folder.iterdir()]:
        assert ET.parse(path).getroot().tag.endswith("svg")
    first = (folder / "03.svg").read_text()
    run(*check, "--pictures", str(folder))
    assert (folder / "03.svg").read_text() == first
    assert run(*check, "--pictures", str(yard))[0] == 2

"""The terminal that every game is played at: hidden hands, refusals, undo, files, people and bots in any seat."""

import json
import re

import pytest

from shunt.games.commands.yardmaster import YardmasterFront
from shunt.games.table import GameTable
from tests.cli.running import check_refused, shunt


@pytest.fixture
def run(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def call(line, typed="", game="express", status=0):
        usual = "" if re.search("simulate|--(bots|seats|resume)", line) else "--bots greedy"
        done = shunt(f"{game} {line} {usual}", text=typed)
        assert done.exit_code == status, done.output
        return done

    return call


@pytest.fixture
def saved(run, tmp_path):
    """Play a few turns, and return the saved game and what resumes a changed one."""
    run("play --seed 8 --save a.json", typed="1\n1\n1\n")
    file = tmp_path / "a.json"

    def resumed(data):
        file.write_text(json.dumps(data, indent=1))
        return run("play --resume a.json", status=2)

    return json.loads(file.read_text()), resumed


def test_a_whole_game_against_a_bot(run):
    out = run("play --seed 3", typed="1\n" * 7).stdout
    assert re.search(r"^Game over\. Points: you \d+, player 2 \(greedy\) \d+\. Won by ", out, re.MULTILINE)
    assert run("play --seed 3", typed="1\n" * 7).stdout == out


def test_what_others_draw_and_bury_is_not_shown(run):
    out = run("play --start-player 2 --seed 4 --bots random", typed="1\n" * 3).stdout
    table = GameTable.resumed("express.json", "express")
    steps = [step for event in table.events[1:] for step in event.steps]
    buried = [action for actor, state, action in steps if actor == 1 and action.down and state.drawn == action.name]
    assert not any(table.game.action_text(action) in out for action in buried)
    assert "a card is drawn" in out
    assert table.seats == ("person", "random")


def test_people_at_one_terminal_see_their_own_hands_alone(run, monkeypatch):
    shown = []

    def picture(front, seat, names):
        shown.append(seat)
        return [f"player {seat.player} looks"]

    monkeypatch.setattr(YardmasterFront, "picture", picture)
    turn = "draw pile\ndraw pile\nend\n"
    typed = f"\n{turn}\n{turn}\n"
    done = run("play --seats person:Anna,person:Ben --seed 1", typed=typed, game="yardmaster")
    players = [player for _, _, player in shown]
    first, other = players[0], 1 - players[0]
    assert players[:6] == [first] * 3 + [other] * 3
    for game, view, player in shown:
        assert game.view(view, player) == view
        assert game.view(view, 1 - player) != view
    name = ("Anna", "Ben")
    one, two = done.stdout.split("─" * 40)[1:3]
    assert f"{name[first]}: press Enter" in done.stderr
    assert f"player {first} looks" in one
    assert f"player {first} looks" not in two
    assert f"{name[first]}: draw pile" in two  # what happened since the other's last turn
    assert two.count("a hidden card") > one.count("a hidden card")


def test_words(run):
    out = run("play --start-player 1", typed="nonsense\n99\n?\nlist\nundo\nshow\nhint\n").stdout
    assert out.count("legal: ") >= 2
    assert out.count("--practice") >= 2
    assert all(words in out for words in ("lay this card face up", "list ", "    1  ", "Hand: "))


def test_undo_in_practice_gives_the_same_again(run, tmp_path):
    run("play --practice --start-player 1 --seed 2 --save a.json", typed="1\n1\n")
    undone = run("play --practice --start-player 1 --seed 2 --save b.json", typed="undo\n2\nundo\n1\n2\nundo\n1\n")
    assert "first decision" in undone.stdout
    assert json.loads((tmp_path / "a.json").read_text()) == json.loads((tmp_path / "b.json").read_text())


def test_hints_in_practice(run):
    out = run("play --practice --start-player 1 --seed 2", typed="list\nhint greedy\nhint random\nhint wizard\n").stdout
    hints = dict(re.findall(r"^   (greedy|random): (.*)$", out, re.MULTILINE))
    assert set(hints) == {"greedy", "random"}
    assert all(f"  {text}\n" in out for text in hints.values())
    assert "unknown bot 'wizard'" in out


def test_games_are_saved_and_resumed(run, tmp_path):
    first = run("play --seed 8 --save a.json", typed="1\n1\nsave b.json\n1\n")
    assert "play --resume b.json" in first.stderr
    second = run("play --resume b.json --save c.json", typed="1\n" * 4)
    whole = run("play --seed 8", typed="1\n" * 7)
    assert second.stdout.splitlines()[-1] == whole.stdout.splitlines()[-1]


def test_an_interrupt_saves(run, monkeypatch):
    typed = iter(["1", "1"])

    def interrupted():
        for text in typed:
            return text
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert "play --resume a.json" in run("play --seed 8 --save a.json", status=130).stderr
    assert [event.player for event in GameTable.resumed("a.json", "express").events].count(0) == 2


def test_bots_alone(run):
    out = run("play --people 0 --bots greedy,random,greedy --seed 5").stdout
    assert "player 2 (random): " in out
    assert "Game over" in out


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"seats": ["person"]}, "seats"),
        ({"seats": ["person", "nobody"]}, "seats[1]"),
        ({"game": "humpyard"}, "game"),
        ({"colour": 1}, "colour"),
        ({"bot_options": [1]}, "bot_options"),
        ({"practice": "yes"}, "practice"),
        ({"options": {"start": 7}}, "options.start"),
        ({"actions": ["play nonsense"]}, "actions[0]"),
        ({"schema": "shunt-card/1"}, "schema"),
    ],
)
def test_edited_files_are_refused_with_the_place(saved, change, place):
    data, resumed = saved
    done = resumed(data | change)
    check_refused(done)
    assert re.search(rf"^a\.json:\d+: {re.escape(place)}: ", done.stderr), done.stderr


def test_an_exchanged_action_is_refused_with_its_place(saved, tmp_path):
    data, resumed = saved
    data["actions"].insert(3, data["actions"][0])
    line = int(re.match(r"a\.json:(\d+): actions\[3\]: ", resumed(data).stderr)[1])
    assert data["actions"][0] in (tmp_path / "a.json").read_text().splitlines()[line - 1]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("play --people 7", "players"),
        ("play --seats person,wizard", "wizard"),
        ("play --bots ismcts:iterations=0", "iterations"),
        ("play --resume none.json", "none.json"),
        ("play --save none/x.json", "none/x.json"),
        ("play --start-player 7", "--start-player"),
        ("simulate --plot x.txt", ".svg"),
        ("simulate --csv none/x.csv", "none/x.csv"),
        ("simulate --bots greedy", "players"),
    ],
)
def test_bad_input(tmp_path, monkeypatch, line, word):
    monkeypatch.chdir(tmp_path)
    check_refused(shunt(f"express {line}"), word)


def test_simulations(run, tmp_path):
    line = "simulate --games 12 --workers 1 --seed 3 --bots greedy,random --start-player 1"
    out = run(f"{line} --csv games.csv").stdout
    assert "12 games of 2 players, seed 3" in out
    assert "win shared: 0.0%" in out
    assert (tmp_path / "games.csv").read_text().count("\n") == 25
    out = run(f"{line} --json").stdout
    data = json.loads(out)
    assert (data["games"], data["played"], data["options"]) == (12, 12, {"start": 0})
    assert {row["bot"] for row in data["standings"]} == {"greedy", "random"}
    assert [row["seat"] for row in data["seats"]] == [0, 1]
    assert {fact["name"] for fact in data["facts"]} >= {"value", "longest run"}


@pytest.mark.slow
def test_simulations_as_a_chart(run, tmp_path):
    run("simulate --games 3 --workers 1 --bots greedy,random --plot chart.svg")
    assert "<svg" in (tmp_path / "chart.svg").read_text()

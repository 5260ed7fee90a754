"""`shunt humpyard`: a person at the table (input from a pipe), games saved and resumed, simulations; pictures of yards."""

import io
import json
import re
import time
from xml.etree import ElementTree as ET

import pytest

from shunt.cli import main
from shunt.games import simulate
from shunt.games.commands.terminal import Terminal
from shunt.games.protocol import Match, match_to_json
from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import HumpAction
from tests.cli.running import at_terminal


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # games that end early are saved

    def call(*args, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main(["humpyard", *args] if args[0] in ("play", "simulate", "table") else list(args))
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return call


def first_build(out):
    """The first action that `list` told."""
    return re.search(r"^ +1  (build \S+)", out, re.MULTILINE)[1]


def test_a_game_is_saved_resumed_and_ends_as_if_never_left(run, tmp_path):
    saved = str(tmp_path / "game.json")
    arguments = ["--bots", "random,reader", "--turns", "2", "--seed", "5"]
    status, out, err = run("play", *arguments, "--save", saved, typed="list\n")
    assert status == 0
    assert f"--resume {saved}" in err
    build = first_build(out)
    typed = f"{build}\nbid 2:20\n"
    assert run("play", *arguments, "--save", saved, typed=typed)[0] == 0
    status, out, _ = run("play", "--resume", saved, typed="list\n")
    assert status == 0
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
    assert status == 0
    assert "is not a move" in out or "Game over" in out


def by_hand(path, stop="farthest"):
    """A saved game in which the person, alone in bidding, is about to sort two cars by hand; returns train and order."""
    game = HumpGame(2, turns=1, stop=stop, by_hand=[0])
    for seed in range(200):
        match = Match(game, seed)
        while not match.is_over and match.state.phase != "attempt":
            state = match.state
            bid = HumpAction("bid", cars=2, moves=9) if game.to_act(state) == 0 else HumpAction("pass")
            match.act(bid if state.phase == "bid" else game.legal_actions(state)[0])
        if match.state.phase == "attempt" and match.state.order == match.state.train and len(set(match.state.train)) == 2:
            break
    path.write_text(json.dumps(match_to_json(match) | {"seats": ["person", "random"], "bot_options": {"reach": 3}}))
    return match.state


@pytest.mark.parametrize("stop", ["farthest", "any"])
def test_help_while_sorting_by_hand(run, tmp_path, stop):
    saved = tmp_path / "game.json"
    state = by_hand(saved, stop)
    lead, last = state.train
    typed = f"?\nlist\n{lead} q0>9.9.NS\n{lead}+{last} q0>sink\n"
    status, out, _ = run("play", "--resume", str(saved), typed=typed)
    assert status == 0, out
    assert "is not a move" not in out
    assert f"{lead} on q0, {last} on q1" in out
    hint = "unknown space 9.9.NS; it may end with its lead car on"
    for told in ("CUT FROM>TO", "COLUMN.ROW.TRACK", "0.0.NE 0.0.NW 0.0.WE", hint):
        assert told in out, told
    assert ("may end anywhere" if stop == "any" else "can go no further") in out
    listed = re.search(rf"^  {lead}\+{last} q0> +(.*)$", out, re.MULTILINE)[1].split("  ")
    assert "sink" in listed
    assert f"you sort {' '.join(state.order)}" in out


def test_refused_actions_are_told_why(run, tmp_path):
    arguments = ["--bots", "random", "--turns", "1", "--seed", "5", "--save", str(tmp_path / "game.json")]
    build = first_build(run("play", *arguments, typed="list\n")[1])
    status, out, _ = run("play", *arguments, typed=f"table\nbuild 99@1,1\nyard me\n{build}\ntiles\nbid 2:0\nbid 2:99\nbid 0:3\n")
    assert status == 0
    for told in (
        "no car is revealed yet",
        "unknown tile 99; on offer: ",
        "players are numbered 1 to 2",
        "no tiles are on offer now",
        "a bid is on at least 2 cars",
    ):
        assert told in out, told
    assert out.count("a bid is 1 to 20 moves") == 2
    assert "not allowed now" not in out


def test_a_game_that_could_not_be_saved_is_not_begun(run, tmp_path):
    status, out, err = run("play", "--save", str(tmp_path / "none" / "x.json"), typed="list\n")
    assert (status, out) == (2, "")
    assert "x.json: the file cannot be written: No such file or directory" in err


def test_a_game_whose_folder_has_gone_is_saved_elsewhere(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "humpyard.json").write_text("another game")
    folder = tmp_path / "folder"
    folder.mkdir()
    real = Terminal.run
    monkeypatch.setattr(Terminal, "run", lambda terminal: (folder.rmdir(), real(terminal)))
    status, _, err = run("play", "--bots", "random", "--save", "folder/x.json", typed="")
    assert status == 0
    assert "folder/x.json: the file cannot be written" in err
    assert "--resume humpyard-2.json" in err
    assert json.loads((tmp_path / "humpyard-2.json").read_text())["seats"] == ["person", "random"]
    assert (tmp_path / "humpyard.json").read_text() == "another game"


def test_a_resumed_game_is_saved_where_it_is_told(run, tmp_path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    assert run("play", "--bots", "random", "--save", str(first), typed="")[0] == 0
    before = first.read_text()
    build = first_build(run("play", "--resume", str(first), typed="list\n")[1])
    assert first.read_text() == before
    status, _, err = run("play", "--resume", str(first), "--save", str(second), typed=f"{build}\n")
    assert status == 0
    assert f"--resume {second}" in err
    assert first.read_text() == before
    assert build in json.loads(second.read_text())["actions"]


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


@pytest.mark.parametrize("played", [0, 3])
def test_an_interrupted_simulation_tells_what_was_played(run, monkeypatch, played):
    real = simulate.play_game

    def interrupted(game, bots, seed, number, **options):
        if number == played:
            raise KeyboardInterrupt
        return real(game, bots, seed, number, **options)

    arguments = ["simulate", "--bots", "random,random", "--turns", "2", "--workers", "1", "--games"]
    whole = run(*arguments, str(played), "--json")[1] if played else '{"standings": []}'
    monkeypatch.setattr(simulate, "play_game", interrupted)
    status, out, err = run(*arguments, "50")
    assert status == 130
    assert "interrupted" in err
    assert (f"the first {played} of 50 games of 2 players" in out and "95 % interval" in out) if played else not out
    status, out, _ = run(*arguments, "50", "--json")
    told = json.loads(out)
    assert (status, told["games"], told["played"]) == (130, 50, played)
    assert told["standings"] == json.loads(whole)["standings"]


def test_a_simulation_shows_at_once_that_it_has_begun():
    command = ["humpyard", "simulate", "--bots", "random,random", "--turns", "2", "--games", "100000", "--workers", "2"]
    with at_terminal(*command, streams="stderr") as terminal:
        terminal.wait_for("2 workers start")
        terminal.wait_for("games over")
        time.sleep(1)  # the game that is over first need not be the first of them
        status, _, told = terminal.interrupted()
    assert status == 130
    assert re.match(r"the first \d+ of 100000 games of 2 players", told)


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["simulate", "--bots", "reader"], "players"),
        (["simulate", "--bots", "reader,nobody"], "unknown bot"),
        (["simulate", "--turns", "99"], "turns"),
        (["play", "--bots", "a"], "unknown bot"),
        (["play", "--resume", "nowhere.json"], "nowhere.json"),
        (["play", "--resume", __file__], "test_game.py"),
    ],
)
def test_bad_input(run, args, word):
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert word in err
    assert "Traceback" not in err


def test_pictures(run, tmp_path):
    yard, chart, folder = tmp_path / "yard.svg", tmp_path / "chart.svg", tmp_path / "pictures"
    assert run("yard", "show", "full-set", "--output", str(yard), "--sites")[0] == 0
    assert run("bid", "table", "two-storeys", "--cars", "3", "--plot", str(chart))[0] == 0
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


def test_the_yard_and_the_tiles_on_offer_are_drawn_and_the_moves_of_attempts_printed(run):
    arguments = ["--bots", "planner", "--turns", "1", "--seed", "1", "--start-player", "1"]
    build = first_build(run("play", *arguments, typed="list\n")[1])
    status, out, _ = run("play", *arguments, typed=f"{build}\nbid 2:20\n")
    assert status == 0
    asked, built = out.split(f"you: {build}")
    assert asked.count("source") == built.count("source") == 1
    assert "tiles on offer, unturned:" in asked
    assert re.search(
        r"^   (you sort|player 2 \(planner\) sorts) .* in \d+ moves? \(bid \d+\)\n     1\. .* rolls? to column",
        built,
        re.MULTILINE,
    )


def test_advice_and_undo_are_for_practice(run):
    arguments = ["--bots", "reader", "--turns", "1", "--seed", "1", "--start-player", "1"]
    assert "advice is for practice" in run("play", *arguments, typed="advise\n")[1]
    build = first_build(run("play", *arguments, typed="list\n")[1])
    status, out, _ = run("play", *arguments, "--practice", typed=f"advise\nhint\n{build}\nadvise\nundo\n{build}\npass\n")
    assert status == 0
    assert re.findall(r"best: (\w+)", out) == ["build", re.search(r"best: (bid|extend|pass)", out)[1]]
    assert "planner: build" in out
    assert out.count(f"you: {build}") == 2


def test_two_people_and_a_bot_with_headings_of_both_sides(run):
    arguments = ["--seats", "person:Anna,reader,person:Ben", "--branches", "up,up,down", "--turns", "1", "--seed", "2"]
    status, out, err = run("play", *arguments, "--start-player", "3", "--longest", "3", typed="1\n1\nbid 2:1\nextend\nbid 3:9\n")
    assert status == 0, out
    assert "Ben: Build one of" in err
    yards = [part.split("tiles on offer")[0] for part in re.split(r"Ben: build .*|Ben starts", out)[1:3]]
    tracks = [[line for line in yard.splitlines() if "╳" in line] for yard in yards]
    assert all("source" in line for line in tracks[0])  # down: the ends of the branches are below the row
    assert not any("source" in line for line in tracks[1][-1:])
    assert "Anna: extend" in out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--bots", ""], "--bots: 1 player (person) (people and bots together are 2 to 4)"),
        (["--seats", "person"], "--seats: 1 player (person)"),
        (["--branches", "up,left,up,up"], "--branches: 'up,left,up,up' (up or down"),
        (["--branches", "up,down"], "once for each of the 4 players"),
        (["--longest", "11"], "--longest: 11 is not possible (a whole number from 2 to 10)"),
        (["--start-player", "5"], "--start-player: no player 5 at a table of 4"),
    ],
)
def test_faults_of_a_game_name_the_option(run, args, words):
    status, out, err = run("play", *args)
    assert (status, out) == (2, "")
    assert words in err


def test_a_real_table_is_kept_saved_and_resumed(run, tmp_path):
    saved = tmp_path / "table.json"
    table = ["table", "--names", "Anna,Ben", "--branches", "down", "--longest", "3", "--start-player", "2", "--save", str(saved)]
    typed = "?\nlist\nAnna bid 2:2\ntiles 62 99\ntiles 62 45\nBen build 45@0,-1\nadvise\nundo\nlog\n"
    status, out, err = run(*table, typed=typed)
    assert status == 0
    assert "Ben has the start-player token" in out
    assert "entry: bid cannot be entered now (now: tiles KIND KIND, the tiles revealed)" in err
    assert "unknown tile 99" in err
    assert "yard of Ben:" in out
    assert "best: build 62r1@0,-1" in out or "best: build" in out
    assert "taken back: Ben build 45@0,-1" in out
    assert json.loads(saved.read_text())["entries"] == ["tiles 62 45"]
    status, out, err = run("table", "--save", str(saved), typed="show\n")
    assert (status, "with 1 entry" in err) == (0, True)
    assert "now: Ben builds one of 45 62" in out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--names", "Anna"], "2 to 4 players, not 1"),
        (["--names", "Anna,Anna"], "--names: two names are equal"),
        (["--players", "9"], "2 to 4"),
        (["--branches", "x"], "--branches: 'x'"),
        (["--names", "Anna,Ben", "--start-player", "3"], "--start-player: no player 3 at a table of 2"),
    ],
)
def test_faults_of_a_table_name_the_option(run, args, words):
    status, out, err = run("table", *args)
    assert (status, out) == (2, "")
    assert words in err


@pytest.mark.parametrize(("people", "players"), [(2, 4), (3, 4), (4, 4)])
def test_people_take_the_places_of_the_usual_bots(run, people, players):
    status, out, _ = run("play", "--people", str(people), "--turns", "1", typed="")
    assert status == 0
    assert len(re.findall(r"player \d[^,]* 0\b", out.splitlines()[2])) == players
    assert out.count("(reader)") + out.count("(planner)") >= (players > people)


@pytest.mark.parametrize("reach", ["3", "x", 2.5, None, True, [3]])
def test_a_saved_option_of_a_bot_that_is_no_number_is_refused(run, tmp_path, reach):
    saved = tmp_path / "game.json"
    match = Match(HumpGame(2, turns=1), 1)
    saved.write_text(json.dumps(match_to_json(match) | {"seats": ["person", "reader"], "bot_options": {"reach": reach}}))
    status, _, err = run("play", "--resume", str(saved), typed="quit\n")
    assert status == 2
    assert "reach" in err or "bot_options" in err

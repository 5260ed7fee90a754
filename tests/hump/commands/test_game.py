"""`shunt humpyard`: a person at the table (input from a pipe), games saved and resumed, simulations; pictures of yards."""

import json
import re
from xml.etree import ElementTree as ET

import pytest

from shunt.games.protocol import Match, match_to_json
from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import HumpAction
from tests.cli.running import check_refused, shunt


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """Games that end early are saved."""
    monkeypatch.chdir(tmp_path)


def run(line, typed="", status=0):
    """What `shunt humpyard` prints, checked for its exit status."""
    done = shunt(f"humpyard {line}", text=typed)
    assert done.exit_code == status, done.output
    return done


def first_build(out):
    """The first action that `list` told."""
    return re.search(r"^ +1  (build \S+)", out, re.MULTILINE)[1]


def built(line):
    """What is typed to take the first build that `list` names in a game begun by `line`."""
    return first_build(run(line, "list\n").stdout)


def by_hand(path, stop="farthest"):
    """A saved game in which the person, alone in bidding, is about to sort two cars by hand; returns train and order."""
    game = HumpGame(2, turns=1, stop=stop, by_hand=[0])
    for seed in range(200):
        match = Match(game, seed)
        while not match.is_over and match.state.phase != "attempt":
            state = match.state
            made = HumpAction("bid", cars=2, moves=9) if game.to_act(state) == 0 else HumpAction("pass")
            match.act(made if state.phase == "bid" else game.legal_actions(state)[0])
        if match.state.phase == "attempt" and match.state.order == match.state.train and len(set(match.state.train)) == 2:
            break
    path.write_text(json.dumps(match_to_json(match) | {"seats": ["person", "random"], "bot_options": {"reach": 3}}))
    return match.state


@pytest.mark.parametrize("stop", ["farthest", "any"])
def test_a_train_is_sorted_by_hand(tmp_path, stop):
    state = by_hand(tmp_path / "game.json", stop)
    lead, last = state.train
    typed = f"?\nlist\n{lead} q0>9.9.NS\nnonsense\nundo\n{lead} q0>0.0.NW\nundo\nyard\n{lead} q0-0.0.NW\nquit\n"
    out = run("play --resume game.json", typed).stdout
    done = run("play --resume game.json", f"undo\n{lead}+{last} q0>sink\n" if stop == "farthest" else "give up\n")
    assert "Move 2 of 9" in done.stderr  # moves are saved as they are made
    out += done.stdout
    assert f"{lead} on q0, {last} on q1" in out
    assert f"{lead} on 0.0.NW, {last} on q1" in out
    hints = ("unknown space 9.9.NS; it may end with its lead car on", "'nonsense' is not an action", "    1  give up")
    for told in ("CUT FROM>TO", "COLUMN.ROW.TRACK", "0.0.NE 0.0.NW 0.0.WE", *hints):
        assert told in out, told
    assert ("may end anywhere" if stop == "any" else "can go no further") in out
    listed = re.search(rf"^  {lead}\+{last} q0> +(.*)$", out, re.MULTILINE)[1].split("  ")
    assert "sink" in listed
    proven = "proven: no fewer moves do it" if stop == "farthest" else "proven: the fewest moves are 1"
    assert f"you {'sort' if stop == 'farthest' else 'fail to sort'} {' '.join(state.order)}" in out
    assert proven in out


def test_refused_actions_are_told_why():
    line = "play --bots random --turns 1 --seed 5"
    out = run(line, f"table\nbuild 99@1,1\nyard me\n{built(line)}\nyard 1\nchart\ntiles\nbid 0:3\n").stdout
    reasons = ("no car is revealed yet", "unknown tile 99", "numbered 1 to 2", "no tiles are on offer now", "at least 2 cars")
    assert all(told in out for told in reasons)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("simulate --bots reader", "players"),
        ("simulate --bots reader,nobody", "unknown bot"),
        ("simulate --turns 99", "turns"),
        ("play --bots ''", "--bots: 1 player (person) (people and bots together are 2 to 4)"),
        ("play --branches up,down", "once for each of the 4 players"),
        ("play --longest 11", "--longest: 11 is not possible (a whole number from 2 to 10)"),
        ("play --start-player 5", "--start-player: no player 5 at a table of 4"),
        ("play --resume nowhere.json", "nowhere.json"),
        (f"play --resume {__file__}", "test_game.py"),
        ("follow --names Anna,Anna", "--names: two names are equal"),
    ],
)
def test_bad_input(line, words):
    check_refused(shunt(f"humpyard {line}"), words)


def test_pictures(tmp_path):
    def drawn(line, status=0):
        assert shunt(line).exit_code == status

    drawn("yard show full-set --output yard.svg --sites")
    drawn("bid table two-storeys --cars 3 --plot chart.svg")
    check = "bid check two-storeys --train 'A B C' --order 'C A B' --pictures"
    drawn(f"{check} pictures")
    folder = tmp_path / "pictures"
    assert sorted(path.name for path in folder.iterdir()) == [f"{number:02}.svg" for number in range(6)]
    for path in [tmp_path / "yard.svg", tmp_path / "chart.svg", *folder.iterdir()]:
        assert ET.parse(path).getroot().tag.endswith("svg")
    first = (folder / "03.svg").read_text()
    drawn(f"{check} pictures")
    assert (folder / "03.svg").read_text() == first
    drawn(f"{check} yard.svg", status=2)


def test_the_yard_and_the_tiles_on_offer_are_drawn_and_the_moves_of_attempts_printed():
    line = "play --bots planner --turns 1 --seed 1 --start-player 1"
    build = built(line)
    asked, after = run(line, f"{build}\nbid 2:20\n").stdout.split(f"you: {build}")
    assert asked.count("source") == after.count("source") == 1
    assert "tiles on offer, unturned:" in asked
    sorted_in = r"^   (you sort|player 2 \(planner\) sorts) .* in \d+ moves? \(bid \d+\)\n     1\. .* rolls? to column"
    assert re.search(sorted_in, after, re.MULTILINE)


def test_advice_and_undo_are_for_practice():
    line = "play --bots reader --turns 1 --seed 1 --start-player 1"
    assert "advice is available only in practice" in run(line, "advise\n").stdout
    build = built(line)
    out = run(f"{line} --practice", f"advise\nhint\n{build}\nadvise\nundo\n{build}\npass\n").stdout
    assert re.findall(r"best: (\w+)", out) == ["build", re.search(r"best: (bid|extend|pass)", out)[1]]
    assert "planner: build" in out
    assert out.count(f"you: {build}") == 2


def test_two_people_and_a_bot_with_headings_of_both_sides():
    line = "play --seats person:Anna,reader,person:Ben --branches up,up,down --turns 1 --seed 2 --start-player 3 --longest 3"
    done = run(line, "1\n1\nbid 2:1\nextend\nbid 3:9\n")
    assert "Ben: Build one of" in done.stderr
    yards = [part.split("tiles on offer")[0] for part in re.split(r"Ben: build .*|Ben starts", done.stdout)[1:3]]
    tracks = [[line for line in yard.splitlines() if "╳" in line] for yard in yards]
    assert all("source" in line for line in tracks[0])  # down: the ends of the branches are below the row
    assert not any("source" in line for line in tracks[1][-1:])
    assert "Anna: extend" in done.stdout


def test_a_real_table_is_kept_saved_and_resumed(tmp_path):
    line = "follow --names Anna,Ben --branches down --longest 3 --start-player 2 --save table.json"
    typed = "?\nlist\nAnna bid 2:2\ntiles 62 99\ntiles 62 45\nBen build 45@0,-1\nadvise\nundo\nlog\n"
    done = run(line, typed)
    assert "entry: bid cannot be entered now (now: tiles KIND KIND, the tiles revealed)" in done.stderr
    assert "unknown tile 99" in done.stderr
    for told in ("Ben has the start-player token", "yard of Ben:", "best: build ", "taken back: Ben build 45@0,-1"):
        assert told in done.stdout, told
    assert json.loads((tmp_path / "table.json").read_text())["entries"] == ["tiles 62 45"]
    done = run("follow --save table.json", "show\n")
    assert "with 1 entry" in done.stderr
    assert "now: Ben builds one of 45 62" in done.stdout

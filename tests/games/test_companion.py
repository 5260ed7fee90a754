"""Logs of real tables: entries checked, saved one by one, taken back; files that were edited."""

import json
import random

import pytest

from shunt.errors import InputError
from shunt.games.companion import Companion, Log
from shunt.games.protocol import CHANCE
from shunt.games.registry import GAMES, game_class
from shunt.games.saved_files import LOG_SCHEMA
from tests.cli.running import shunt
from tests.games.every_game import SHORTEST, any_action, follower


class Sum(Companion):
    """Numbers from 1 to `most`, added up."""

    game = "sum"

    def __init__(self, most=9):
        self.settings, self.most = {"most": most}, most

    def begin(self):
        return 0

    def entered(self, state, text):
        if not text.isdecimal() or not 0 < int(text) <= self.most:
            raise InputError(f"{text!r} is not a number from 1 to {self.most}")
        return state + int(text)

    def lines(self, state):
        return [f"sum {state}"]


def test_every_entry_is_saved_and_what_is_refused_changes_nothing(tmp_path):
    path = tmp_path / "log.json"
    log = Log(Sum(most=5), path)
    for number, text in enumerate(["3", " 4 ", "5"], start=1):
        log.enter(text)
        assert len(json.loads(path.read_text())["entries"]) == number
    before = path.read_text()
    with pytest.raises(InputError, match="not a number"):
        log.enter("10")
    assert (log.lines(), path.read_text()) == (["sum 12"], before)
    again = Log.opened(path, Sum)
    assert (again.state, again.entries, again.companion.most) == (12, ["3", "4", "5"], 5)
    assert [again.undo() for _ in range(3)] == ["5", "4", "3"]
    assert Log.opened(path, Sum).state == 0
    with pytest.raises(InputError, match="nothing has been entered"):
        again.undo()


def test_what_cannot_be_saved_is_not_entered(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    log = Log(Sum(), folder / "log.json")
    log.enter("3")
    (folder / "log.json").unlink()
    folder.rmdir()
    for change in (lambda: log.enter("4"), log.undo):
        with pytest.raises(InputError, match="cannot be written"):
            change()
        assert (log.state, log.entries) == (3, ["3"])


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"schema": "x"}, "schema"),
        ({"game": "product"}, "game"),
        ({"settings": {"least": 1}}, "settings"),
        ({"settings": []}, "settings"),
        ({"entries": ["1", 2]}, r"entries\[1\]"),
        ({"entries": ["1", "2", "77"]}, r"entries\[2\]"),
        ({"entries": "1"}, "entries"),
        ({"note": "x"}, "note"),
    ],
)
def test_edited_logs_are_refused_with_the_place(tmp_path, change, place):
    path = tmp_path / "log.json"
    data = {"schema": LOG_SCHEMA, "game": "sum", "settings": {}, "entries": ["1"]}
    path.write_text(json.dumps(data))
    assert Log.opened(path, Sum).state == 1
    path.write_text(json.dumps(data | change))
    with pytest.raises(InputError, match=rf"log\.json:\d+: {place}: "):
        Log.opened(path, Sum)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_any_game_is_followed(tmp_path, name):
    path = tmp_path / "log.json"
    options = SHORTEST.get(name, [{}])[0]
    follow = follower(name)
    log = Log(follow(game_class(name).seats[-1], **options), path)
    game, chance = log.companion.rules, random.Random(3)
    for _ in range(30):
        if game.is_over(log.state):
            break
        action = any_action(game, log.state, chance)
        text = game.action_text(action)
        assert text in log.companion.choices(log.state)
        expected = game.apply(log.state, action)
        assert ("enter what is drawn" in log.lines()[-1]) == (game.to_act(log.state) == CHANCE)
        log.enter(text)
        assert log.state == expected
    assert len(log.entries) > 3
    with pytest.raises(InputError, match="now: "):
        log.enter("no such thing")
    again = Log.opened(path, follow)
    assert again.state == log.state
    log.undo()
    assert Log.opened(path, follow).state == log.state != again.state


@pytest.mark.parametrize("game", GAMES)
def test_every_command_resumes_its_own_log(game, tmp_path):
    given = game, "follow", "--save", tmp_path / "log.json"
    begun, resumed = (shunt(*given, text="quit\n") for _ in range(2))
    assert (begun.exit_code, resumed.exit_code, resumed.stdout) == (0, 0, begun.stdout)
    assert "resumed" in resumed.stderr

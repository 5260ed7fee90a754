"""The page about the table games: its Python runs, its simulation prints what is shown, its commands exist."""

import contextlib
import io
import re
import shlex

import pytest

from shunt.cli import cli, main
from shunt.games.registry import bot_names, game_class
from tests.cli.running import ROOT

PAGE = (ROOT / "docs" / "how-to" / "games.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
CONSOLE = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))


@pytest.mark.parametrize("code", PYTHON, ids=range(len(PYTHON)))
def test_the_python_runs(code):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert "Traceback" not in printed.getvalue()


def test_the_simulation_prints_what_is_shown(capsys):
    command, shown = re.search(r"^\$ (shunt express simulate .*)\n((?:[^$].*\n|\n)*)", CONSOLE, re.MULTILINE).groups()
    with pytest.raises(SystemExit):
        main(shlex.split(command)[1:])
    assert capsys.readouterr().out.startswith(shown.rstrip("…\n"))


def test_commands_and_bots_exist():
    for line in re.findall(r"^\$ shunt (\w+) ", CONSOLE, re.MULTILINE):
        assert line in cli.entries
    for bot in re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE):
        assert bot in bot_names(game_class("express"))

"""Nothing that a terminal would obey is printed, whatever titles hold; `tests/fuzz` has such arguments of every command."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import ROOT, shunt
from tests.fuzz.commands import OBEYED

STEERING = "\x1b]0;mine\x07 \x9b2J \u202egnp.exe \u2066x\u2069 \x7f \x08\x08 \u2028 \u200e"


def steering_card(folder: Path) -> Path:
    path = folder / "steering.json"
    title = json.dumps(STEERING)
    path.write_text(
        '{"schema": "shunt-card/1", "name": "mine", "ruleset": "switcher", "layout": "wye-18", '
        '"start": {"locomotives": {"A": "A1>A2"}, "cars": {"red": "B1"}}, "goal": {"red": "C2"}, '
        f'"about": {{"title": {title}, "{json.dumps(STEERING)[1:-1]}": {title}}}}}',
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize(
    "arguments", [["show"], ["check"], ["hint"], ["show", "--json"], ["solve"], ["export"], ["check", "--json"]]
)
def test_a_title_never_steers_the_terminal(arguments, tmp_path):
    done = shunt(arguments[0], steering_card(tmp_path), *arguments[1:])
    assert done.exit_code in (0, 2), done.output
    assert not OBEYED.search(done.stdout + done.stderr), repr(done.output)


def test_only_one_file_of_the_command_line_prints():
    """Whatever is printed passes through `shunt/cli/output.py`, which makes it printable."""
    prints = re.compile(r"click\.s?echo\(|(?<![\w.])print\(|std(?:out|err)\.write\(")
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted((ROOT / "shunt" / "cli").rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if prints.search(line) and path.name != "output.py"
    ]
    assert found == []


@pytest.mark.parametrize(
    "words", [("make", "boards", "--seed", "\udcff", "--tries", "1"), ("site", "first-swap", "-o", "site", "--title", "\udcff")]
)
def test_an_argument_that_is_not_unicode_is_refused(words, tmp_path, monkeypatch):
    """Names of files may have such bytes; a seed or a title may not, unless what is written replaces them."""
    monkeypatch.chdir(tmp_path)
    done = shunt(*words)
    assert done.exit_code == 2 or (tmp_path / "site/index.html").read_text("utf-8")
    assert "internal error" not in done.stderr
    if words[0] == "make":
        assert "has bytes that are not UTF-8" in done.stderr

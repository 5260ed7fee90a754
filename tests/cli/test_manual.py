"""Man pages and completion: every command has a page, and bash completes what is typed."""

import os
import sys

import click
import pytest

from shunt.cli import cli
from shunt.cli.commands import COMMANDS, MAKE
from shunt.cli.completion import LINES
from shunt.cli.manual import man_pages
from tests.cli.running import START, environment, in_shell


@pytest.fixture(scope="module")
def pages():
    return dict(man_pages(click.Context(cli, info_name="shunt"), "0.1.0"))


def test_every_command_has_a_page_with_its_options(pages):
    names = ["shunt", *(f"shunt-{name}" for name in COMMANDS), *(f"shunt-make-{name}" for name in MAKE)]
    assert {f"{name}.1" for name in names} <= set(pages)
    assert "\\fB\\-\\-max\\-memory SIZE\\fR" in pages["shunt-solve.1"]
    assert ".SH EXAMPLES\n.nf\nshunt solve first\\-swap\n" in pages["shunt-solve.1"]
    sections = ("SYNOPSIS", "DESCRIPTION", "EXAMPLES", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO")
    lacking = [(name, one) for name, text in pages.items() for one in sections if f".SH {one}\n" not in text]
    assert lacking == []
    assert all(text.startswith('.TH "SHUNT') for text in pages.values())
    lines = [line for text in pages.values() for line in text.splitlines()]
    requests = {line.split()[0] for line in lines if line.startswith((".", "'"))}
    assert requests <= {".TH", ".SH", ".B", ".BR", ".PP", ".TP", ".nf", ".fi"}


def test_bash_completes_commands_options_and_names(tmp_path):
    """With the program of this checkout; `test_main.py` asks what is completed in any shell."""
    program = tmp_path / "bin" / "shunt"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{START[2]}' \"$@\"\n")
    program.chmod(0o755)
    env = environment(PATH=f"{program.parent}{os.pathsep}{os.environ['PATH']}", HOME=str(tmp_path))
    for typed, expected in (("shunt sol", "solve"), ("shunt solve fir", "first-swap")):
        ask = f"COMP_WORDS=({typed}); COMP_CWORD={len(typed.split()) - 1}; _shunt_completion shunt; echo ${{COMPREPLY[@]}}"
        done = in_shell(f"{LINES['bash'][1]}\n{ask}", env=env)
        assert expected in done.stdout.split(), (typed, done)

"""Limits of whole commands: which commands have them, and that work which does not look at them is interrupted."""

import time

import click
import pytest

from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import work_limit_options
from shunt.errors import Fault, InputError
from tests.cli.running import check_refused, shunt
from tests.faults.children import HUNG, run_words
from tests.fuzz.commands import WORKS_LONG, commands, long_words


def test_commands_that_work_for_long_have_limits_of_time_and_memory():
    options = {" ".join(path): {name for one in command.params for name in one.opts} for path, command in commands()}
    for name, known in options.items():
        assert ("--time-limit" in known) == ("--max-memory" in known), name
        assert "--max-states" not in known or "--time-limit" in known, name
    others = {"pack check", "catalogue add", "catalogue export", "express best"}
    assert {name for name in {*WORKS_LONG, *others} if "--time-limit" not in options[name]} == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["flood", "print"])
def test_limits_are_kept_seen_from_outside(name, tmp_path):
    """All commands, under random limits of memory: `python -m tests.fuzz.campaign --memory 500`."""
    timed = run_words([*long_words(name), "--time-limit", "1"], tmp_path, most=HUNG)
    assert (timed.late, "stopped at the limit of time" in timed.printed) == (None, True), timed
    assert timed.status == ExitStatus.STOPPED


def test_a_command_that_was_stopped_says_why(capfd):
    @click.command()
    @work_limit_options
    def endless() -> int:
        while True:
            time.sleep(0.01)

    assert endless.main(["--time-limit", "0.1"], standalone_mode=False) == 3
    assert "stopped at the limit of time (0.1 s)" in capfd.readouterr().err


def test_games_finished_before_a_limit_are_counted():
    done = shunt("tiles simulate --bots random,random --games 1000000 --workers 1 --time-limit 0.3")
    assert done.exit_code == 3
    assert "stopped at the limit of time (0.3 s)" in done.stderr


def test_faults_without_end_are_not_all_printed(monkeypatch):
    def refuse(*_: object, **__: object) -> object:
        raise InputError(Fault("x", f"fault {number}") for number in range(1_234))

    monkeypatch.setattr("shunt.cli.arguments.card_named", refuse)
    lines = shunt("solve first-swap").stderr.splitlines()
    assert (len(lines), lines[-1]) == (101, "shunt: and 1,134 more faults")


def test_an_endless_standard_input_is_refused(tmp_path):
    check_refused(shunt("solve -", text="# \n" * 400_000), "more than 1 MB")

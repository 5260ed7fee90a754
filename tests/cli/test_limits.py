"""Limits of whole commands: which commands have them, and that work which does not look at them is interrupted."""

from __future__ import annotations

import gc
import random
import shlex
import time
from pathlib import Path

import click
import pytest

from shunt.cards.stop import Stop, StopKind
from shunt.cli.options import work_limit_options
from shunt.errors import Fault, InputError
from shunt.search.core.limit_guard import AGAIN, guarded
from shunt.search.core.limits import LimitInterrupt, LimitReached, Limits, stop_of
from tests.cli.limits_grid import LONG as GRID
from tests.cli.limits_grid import faults_of, tried
from tests.cli.running import shunt
from tests.effort import examples
from tests.fuzz.commands import commands

LONG = {"solve", "flood", "rate", "print", "animate", "make cards", "make boards", "make pack", "make catalogue", "pack check"}
LONG |= {"page", "site", "catalogue add", "catalogue export", "tiles simulate", "yardmaster race", "express best", "make yard"}
LONG |= {"tablebase build"}


def test_commands_that_work_for_long_have_limits_of_time_and_memory() -> None:
    options = {" ".join(path): {name for one in command.params for name in one.opts} for path, command in commands()}
    for name, known in options.items():
        assert ("--time-limit" in known) == ("--max-memory" in known), name
        assert "--max-states" not in known or "--time-limit" in known, name
    assert {name for name in LONG if "--time-limit" not in options[name]} == set()


def test_commands_of_the_grid_exist() -> None:
    names = {" ".join(path) for path, _ in commands()}
    assert {words for words in GRID.values() if not any(words.startswith(name) for name in names)} == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["flood", "print", "tiles simulate"])
def test_limits_are_kept_seen_from_outside(name: str) -> None:
    """All commands: `python -m tests.cli.limits_grid`."""
    assert faults_of(name, *tried(name)) == []


SHORT = [
    "solve first-swap",
    "solve first-swap --method astar",
    "solve inglenook-322",
    "flood first-swap",
    "solutions first-swap",
    "hint first-swap",
    "rate first-swap",
    "bid table two-storeys --cars 4",
    "bid check two-storeys --train 'A B C' --order 'C A B' --bid 6",
    "inglenook --yard 3-2-2 --train '1 2 3'",
]


@pytest.mark.parametrize("words", SHORT)
def test_a_limit_of_memory_reached_anywhere_is_no_internal_error(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search looks at its memory at many places; at each of several the limit is reached."""
    chance, looks, last = random.Random(words), [0], [0]

    def allow_bytes(limits: Limits, more: int) -> None:
        looks[0] += 1
        if looks[0] >= last[0] > 0:
            raise LimitReached(Stop(StopKind.MEMORY, 5))

    monkeypatch.setattr(Limits, "allow_bytes", allow_bytes)
    monkeypatch.setattr("shunt.search.core.limits.SOON", 0.0)
    assert shunt(*shlex.split(words)).exit_code in (0, 1)
    known = looks[0]
    assert known > 0
    for last[0] in sorted({1, *(chance.randint(1, known) for _ in range(examples(6)))}):
        looks[0] = 0
        done = shunt(*shlex.split(words))
        assert done.exit_code in (0, 3), (last[0], done.stderr)
        assert "internal error" not in done.stderr


def test_work_that_looks_at_no_limit_is_interrupted() -> None:
    with pytest.raises(LimitInterrupt) as caught, guarded(0.2, None):
        time.sleep(60)
    assert str(stop_of(caught.value)) == "time (0.2 s)"
    with pytest.raises(LimitInterrupt) as caught, guarded(None, 1_000_000):
        time.sleep(60)
    assert str(stop_of(caught.value)) == "memory (1 MB)"


def test_an_interrupt_lost_in_a_callback_of_python_is_repeated_at_once() -> None:
    def slow(*_: object) -> None:
        time.sleep(0.3)

    def work() -> None:
        gc.callbacks.append(slow)
        gc.collect()  # the interrupt comes while the callback sleeps, where Python can only drop it
        gc.callbacks.remove(slow)
        time.sleep(AGAIN / 2)
        pytest.fail("not interrupted again")

    with pytest.raises(LimitInterrupt), guarded(0.1, None):
        work()


def test_nothing_is_interrupted_after_the_work() -> None:
    with guarded(0.1, None) as guard:
        pass
    time.sleep(0.2)
    assert guard.stop is None


def test_a_command_that_was_stopped_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    @click.command()
    @work_limit_options
    def endless() -> int:
        while True:
            time.sleep(0.01)

    assert endless.main(["--time-limit", "0.1"], standalone_mode=False) == 3
    assert "stopped at the limit of time (0.1 s)" in capfd.readouterr().err


def test_games_finished_before_a_limit_are_counted() -> None:
    done = shunt("tiles", "simulate", "--bots", "random,random", "--games", "1000000", "--workers", "1", "--time-limit", "0.3")
    assert done.exit_code == 3
    assert "stopped at the limit of time (0.3 s)" in done.stderr


def test_faults_without_end_are_not_all_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> object:
        raise InputError(Fault("x", f"fault {number}") for number in range(1_234))

    monkeypatch.setattr("shunt.cli.arguments.card_named", refuse)
    lines = shunt("solve", "first-swap").stderr.splitlines()
    assert (len(lines), lines[-1]) == (101, "shunt: and 1,134 more faults")


def test_an_endless_standard_input_is_refused(tmp_path: Path) -> None:
    done = shunt("solve", "-", text="# \n" * 400_000)
    assert done.exit_code == 2
    assert "more than 1 MB" in done.stderr

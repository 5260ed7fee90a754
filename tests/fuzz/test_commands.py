"""Random arguments and changed files for every command: an exit status that commands have, no traceback, no control character."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.effort import examples
from tests.fuzz import campaign
from tests.fuzz.commands import (
    LONG,
    ON_FILES,
    Case,
    commands,
    drawn,
    on_changed_file,
    run,
    with_random_arguments,
)


def _random(draw: random.Random) -> Case:
    return with_random_arguments(draw, LONG)


@pytest.mark.parametrize(("kind", "cases"), [(_random, examples(36)), (on_changed_file, examples(24))])
def test_random_commands_end_in_a_status_of_ours(
    kind: Callable[[random.Random], Case], cases: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    statuses, wrong = run((kind(random.Random(number)) for number in range(cases)), tmp_path)
    assert wrong == []
    assert statuses[2] > cases // 4
    assert len(list(commands())) > 40


def test_commands_read_sound_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise changed ones would test nothing but a usage error."""
    monkeypatch.chdir(tmp_path)
    for name, several in ON_FILES.items():
        statuses, wrong = run(
            (on_changed_file(random.Random(1), name, words) for words in several[: examples(len(several))]), tmp_path
        )
        assert (wrong, statuses[2]) == ([], 0), name


def test_a_case_is_the_same_alone() -> None:
    cases = [drawn("1", number) for number in range(40)]
    assert [drawn("1", number) for number in reversed(range(40))] == cases[::-1]
    assert len({case.words for case in cases}) > 25


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("raise SystemExit(70)", "ended with 70"),
        ("print('\\x1b[2J')", "printed '\\x1b'"),
        ("__import__('os').abort()", "ended with -6"),
        ("while True: pass", "no progress"),
    ],
)
def test_faults_of_a_command_are_noticed(act: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shunt.__main__.main", lambda: exec(act, {}))
    report = campaign.Report()
    campaign.run_case("x", Case(("show",)), tmp_path / "inner", report, late=0.3)
    assert [words in fault for fault in report.faults] == [True]


@pytest.mark.slow
def test_a_campaign(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """More: `python -m tests.fuzz.campaign --commands 20000`."""
    monkeypatch.chdir(tmp_path)
    assert campaign.main(["--readers", "1000", "--commands", "100", "--memory", "8", "--seed", "2"]) == 0

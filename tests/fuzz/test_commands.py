"""Random arguments and changed files for every command: an exit status that commands have, no traceback, no control character."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.commands import LONG, ON_FILES, commands, run, run_on_files


def test_random_arguments_end_in_a_status_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    statuses, wrong = run(1, 80, tmp_path, LONG)
    assert wrong == []
    assert statuses[2] > 30
    assert len(list(commands())) > 40


def test_commands_on_changed_files_end_in_a_status_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    statuses, wrong = run_on_files(1, 40, tmp_path)
    assert wrong == []
    assert statuses[2] > 10
    assert {words[0] for several in ON_FILES.values() for words in several} > {"solve", "catalogue", "tablebase", "replay"}


@pytest.mark.slow
def test_more_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them: `python -m tests.fuzz.commands SEED CASES`."""
    monkeypatch.chdir(tmp_path)
    assert run(2, 400, tmp_path, LONG)[1] == []
    assert run_on_files(2, 300, tmp_path)[1] == []

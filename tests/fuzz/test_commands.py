"""Random arguments for every command: an exit status that commands have, no traceback, nothing that steers a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.commands import LONG, commands, run


def test_random_arguments_end_in_a_status_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    statuses, wrong = run(1, 250, tmp_path, LONG)
    assert wrong == []
    assert statuses[2] > 100
    assert len(list(commands())) > 40


@pytest.mark.slow
def test_twenty_thousand_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(2, 20_000, tmp_path, LONG)[1] == []

"""What is shown of long work where there is no terminal."""

from __future__ import annotations

import time

import pytest

from shunt.cli import progress


def test_without_a_terminal_lines_are_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "REPORTED", 0.01)
    with progress.watching() as shown:
        shown.show("searches, 3 cards", 2, 8)
        end, said = time.monotonic() + 60, ""
        while "\n" not in said and time.monotonic() < end:
            said += capsys.readouterr().err
    assert said.startswith("shunt: searches, 3 cards, 2 of 8, 0 s\n")


def test_quick_work_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.watching("making cards"):
        pass
    assert capsys.readouterr().err == ""

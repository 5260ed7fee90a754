"""Real commands that are interrupted at random instants end with true answers; wrong ones would be noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.faults.interrupts import COMMANDS, Ended, Report, campaign, look

QUICK_TO_END = ["first swap", "legs"]


@pytest.mark.slow
def test_random_instants(tmp_path: Path) -> None:
    """More: `python -m tests.faults.interrupts 200`."""
    for _, report in campaign(QUICK_TO_END, len(QUICK_TO_END), 3, tmp_path):
        assert report.wrong == []
        assert report.instants == 1


def faults(name: str, ended: Ended, right: Any) -> list[str]:
    """What is wrong with the end of a command, given the right answer."""
    report = Report()
    look(COMMANDS[name], ended, right, report, 0)
    return report.wrong

"""Real commands that are interrupted at random instants end with true answers; wrong ones would be noticed."""

from __future__ import annotations

import json
import signal
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shunt.search.solve import solve
from tests.cli.running import ROOT
from tests.faults.interrupts import COMMANDS, INTERRUPTED, Ended, Report, campaign, look

QUICK_TO_END = ("first swap", "legs", "large board", "reversals", "flood", "hint", "rating of sidings")


@pytest.mark.slow
def test_random_instants(tmp_path: Path) -> None:
    """More: `python -m tests.faults.interrupts 200`."""
    for _, report in campaign(list(QUICK_TO_END), len(QUICK_TO_END), 3, tmp_path):
        assert report.wrong == []
        assert report.instants == 1


@cache
def whole() -> dict[str, Any]:
    return dict(solve("first-swap").as_json())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"lower_bound": 7}, "lower bound of 7 is above 6"),
        ({"status": "unsolvable"}, "it has a solution"),
        ({"status": "unknown"}, "it has moves"),
        ({"moves": 5}, "the optimum is"),
        ({"status": "solved", "moves": 8, "upper_bound": 8, "gap": 1}, "its gap is not"),
    ],
)
def test_wrong_answers_are_noticed(changes: dict[str, Any], words: str) -> None:
    report = Report()
    look(COMMANDS["first swap"], Ended(INTERRUPTED, json.dumps(whole() | changes), ""), whole(), report, 0)
    assert len(report.wrong) >= 1
    assert words in report.wrong[0]


RATING = {"schema": "shunt-rating/1", "grade": None, "status": "unknown", "moves": None, "lower_bound": 0}
RATING |= {"stopped": "interrupted"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, None),
        ({"status": "optimal", "moves": 6, "lower_bound": 6}, None),
        ({"status": "solved", "moves": 8, "lower_bound": 4}, None),
        ({"grade": 3.9}, "no rating that was interrupted"),
        ({"lower_bound": 7}, "but the optimum is 6"),
        ({"status": "optimal", "moves": 7}, "but the optimum is 6"),
        ({"status": "solved", "moves": 5}, "but the optimum is 6"),
        ({"status": "solved"}, "solved in None"),
    ],
)
def test_wrong_bounds_of_a_card_that_is_not_rated_are_noticed(changes: dict[str, Any], words: str | None) -> None:
    report, rated = Report(), {"schema": "shunt-rating/1", "features": {"optimum": 6}}
    look(COMMANDS["rating"], Ended(INTERRUPTED, json.dumps(RATING | changes), ""), rated, report, 0)
    assert [words in line for line in report.wrong] == [True] if words else report.wrong == []


def test_moves_that_do_not_lead_to_the_goal_are_noticed() -> None:
    report, answer = Report(), whole()
    cut = answer | {"solution": answer["solution"][:-1], "status": "solved", "upper_bound": 6, "gap": 0}
    look(COMMANDS["first swap"], Ended(INTERRUPTED, json.dumps(cut), ""), answer, report, 0)
    assert [line.rpartition(": ")[2] for line in report.wrong] == ["its moves do not lead to the goal"]


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (Ended(0, "{}", "", seconds=9.0), "the interrupt was lost"),
        (Ended(INTERRUPTED, "", "shunt: interrupted\nTraceback (most recent call last):"), "Traceback"),
        (Ended(INTERRUPTED, '{"schema": ', ""), "no JSON"),
        (Ended(INTERRUPTED, "", ""), "nothing is said"),
        (Ended(70, "", "internal error"), "internal error"),
    ],
)
def test_bad_ends_are_noticed(ended: Ended, words: str) -> None:
    report = Report()
    look(COMMANDS["first swap"], ended, whole(), report, 0)
    assert any(words in line for line in report.wrong)


@pytest.mark.parametrize(
    ("place", "early"), [('__init__.py", line 13, in <module>', True), ('__main__.py", line 30, in main', False)]
)
def test_only_what_main_lets_through_is_a_fault(place: str, early: bool) -> None:
    """Until Python calls `main` it answers to interrupts itself: with a traceback."""
    report = Report()
    trace = f'Traceback (most recent call last):\n  File "{ROOT}/shunt/{place}\nKeyboardInterrupt\n'
    look(COMMANDS["first swap"], Ended(-signal.SIGINT, "", trace), whole(), report, 0)
    assert (report.wrong == []) == early


def test_sound_ends_are_not_faults() -> None:
    report, answer = Report(), whole()
    for ended in (
        Ended(INTERRUPTED, "", "shunt: interrupted\n"),
        Ended(INTERRUPTED, json.dumps(answer | {"status": "unknown", "moves": None, "solution": [], "lower_bound": 3}), ""),
        Ended(0, json.dumps(answer), ""),
    ):
        look(COMMANDS["first swap"], ended, answer, report, 0)
    assert report.wrong == []
    assert report.instants == 3

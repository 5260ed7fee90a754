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


def faults(name: str, ended: Ended, right: Any) -> list[str]:
    """What is wrong with the end of a command, given the right answer."""
    report = Report()
    look(COMMANDS[name], ended, right, report, 0)
    return report.wrong


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"lower_bound": 7}, "lower bound of 7 is above 6"),
        ({"status": "unsolvable"}, "it has a solution"),
        ({"status": "unknown"}, "it has moves"),
        ({"moves": 5}, "the optimum is"),
        ({"status": "solved", "moves": 8, "upper_bound": 8, "gap": 1}, "its gap is not"),
        ({"status": "solved", "upper_bound": 6, "gap": 0, "solution": whole()["solution"][:-1]}, "do not lead to the goal"),
    ],
)
def test_wrong_answers_are_noticed(changes: dict[str, Any], words: str) -> None:
    assert words in faults("first swap", Ended(INTERRUPTED, json.dumps(whole() | changes), ""), whole())[0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"status": "solved", "moves": 8, "lower_bound": 4}, None),
        ({"grade": 3.9}, "no rating that was interrupted"),
        ({"lower_bound": 7}, "but the optimum is 6"),
        ({"status": "optimal", "moves": 7}, "but the optimum is 6"),
        ({"status": "solved"}, "solved in None"),
    ],
)
def test_wrong_bounds_of_a_card_that_is_not_rated_are_noticed(changes: dict[str, Any], words: str | None) -> None:
    rating = {"schema": "shunt-rating/1", "grade": None, "status": "unknown", "moves": None, "lower_bound": 0}
    ended = Ended(INTERRUPTED, json.dumps(rating | {"stopped": "interrupted"} | changes), "")
    wrong = faults("rating", ended, {"schema": "shunt-rating/1", "features": {"optimum": 6}})
    assert [words in line for line in wrong] == [True] if words else wrong == []


TRACE = f'Traceback (most recent call last):\n  File "{ROOT}/shunt/%s\nKeyboardInterrupt\n'


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (Ended(0, "{}", "", seconds=9.0), "the interrupt was lost"),
        (Ended(INTERRUPTED, "", "shunt: interrupted\nTraceback (most recent call last):"), "Traceback"),
        (Ended(INTERRUPTED, '{"schema": ', ""), "no JSON"),
        (Ended(INTERRUPTED, "", ""), "nothing is said"),
        (Ended(70, "", "internal error"), "internal error"),
        (Ended(-signal.SIGINT, "", TRACE % '__main__.py", line 30, in main'), "KeyboardInterrupt"),
        # Until Python calls `main` it answers to interrupts itself: with a traceback.
        (Ended(-signal.SIGINT, "", TRACE % '__init__.py", line 13, in <module>'), None),
        (Ended(INTERRUPTED, "", "shunt: interrupted\n"), None),
        (Ended(0, json.dumps(whole()), ""), None),
    ],
)
def test_bad_ends_are_noticed(ended: Ended, words: str | None) -> None:
    wrong = faults("first swap", ended, whole())
    assert any(words in line for line in wrong) if words else wrong == []

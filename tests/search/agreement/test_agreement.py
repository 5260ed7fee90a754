"""All searches agree with whole-board tablebases and with a second implementation; a wrong answer would be noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from shunt.cards.solution import Solution
from shunt.search.solve import solve
from tests.search.agreement import campaign
from tests.search.agreement.campaign import Report

FAN = [kind for kind in campaign.KINDS if kind[0] is campaign.on_tablebases and kind[1].board == "fan-10"]
LOOP = [kind for kind in campaign.KINDS if kind[0] is campaign.in_metrics and kind[1].board == "loop-12"]


def check(reports: list[Report], cards: int) -> None:
    """Check that all answers to at least this many cards, some of them unsolvable, were right."""
    assert [line for report in reports for line in report.wrong] == []
    assert sum(report.cards for report in reports) >= cards
    assert 0 < sum(report.unsolvable for report in reports) < cards


def test_a_few_cards(tmp_path: Path) -> None:
    check(list(campaign.run([*FAN[::2], *LOOP], 6, 1, tmp_path)), 5)


@pytest.mark.slow
def test_cards_of_many_kinds(tmp_path: Path) -> None:
    """All kinds: `python -m tests.search.agreement 2000`."""
    long_runs = [kind for kind in campaign.KINDS if kind[1].runs][:1]
    check(list(campaign.run([*campaign.KINDS[::4], *long_runs], 8, 2, tmp_path)), 6)


@pytest.fixture(scope="module")
def right() -> Solution:
    return solve("first-swap")

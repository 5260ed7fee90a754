"""All searches agree with whole-board tablebases."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.search.agreement import campaign
from tests.search.agreement.campaign import Report
from tests.search.agreement.deals import DEALS


def check(reports: list[Report], cards: int) -> None:
    """Check that all answers to at least this many cards, some of them unsolvable, were right."""
    assert [line for report in reports for line in report.wrong] == []
    assert sum(report.cards for report in reports) >= cards
    assert 0 < sum(report.unsolvable for report in reports) < cards


def test_a_few_cards(tmp_path: Path) -> None:
    check(list(campaign.run(DEALS[:3:2], 6, 1, tmp_path)), 5)


@pytest.mark.slow
def test_cards_of_many_kinds(tmp_path: Path) -> None:
    """All kinds: `python -m tests.search.agreement 2000`."""
    long_runs = [deal for deal in DEALS if deal.runs][:1]
    check(list(campaign.run([*DEALS[::4], *long_runs], 8, 3, tmp_path)), 6)

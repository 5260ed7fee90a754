"""What browsers keep and what links hold, damaged: the pages' own modules in Node, on a card of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from shunt.cards.files import load_card
from shunt.hump.yard_file import find_yard
from shunt.pages.page import page_data
from shunt.pages.yards import yard_page_data
from tests.pages.node_runs import run_node

CARDS = ("first-swap", "night-shift", "ras-toy")


@pytest.mark.parametrize("links", [300, pytest.param(6_000, marks=pytest.mark.slow)])
def test_damaged_storage_and_links(links: int, tmp_path: Path) -> None:
    pages = [page_data([load_card(name) for name in CARDS]), yard_page_data(find_yard("two-storeys"))]
    assert run_node(["damage.test.ts"], {"pages": pages, "links": links}, tmp_path) == len(CARDS) + 3 + 4

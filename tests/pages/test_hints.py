"""Hints of the page, by its own searches, against floods and the solver; damaged storage and links."""

import pytest

import shunt
from shunt.hump.yard_file import find_yard
from shunt.pages.page import page_data
from shunt.pages.yards import yard_page_data
from tests.pages.node_runs import run_node

CARDS = ("first-swap", "wait-for-it", "two-of-a-kind", "switchback")
"""A wye, turntables, twins, locomotives without headings."""


def test_hints(tmp_path):
    yard = yard_page_data(find_yard("two-storeys"), lengths=(3,))
    pages = [*(page_data([shunt.load(name)]) for name in (*CARDS, "inglenook-322", "ras-toy")), yard]
    assert run_node("hints.test.ts", {"pages": pages, "orders": yard["cards"][0]["optima"]}, tmp_path)


@pytest.mark.parametrize("links", [100, pytest.param(1_000, marks=pytest.mark.slow)])
def test_damaged_storage_and_links(links, tmp_path):
    """Of a card of each kind."""
    cards = [shunt.load(name) for name in ("first-swap", "night-shift", "ras-toy")]
    pages = [page_data(cards), yard_page_data(find_yard("two-storeys"))]
    assert run_node("damage.test.ts", {"pages": pages, "links": links}, tmp_path) == len(cards) + 3 + 4

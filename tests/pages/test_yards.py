"""Hump yards on the page: an order is dealt, bid on, and sorted by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import shunt
from shunt import hump
from tests.cli.running import shunt as run
from tests.pages.conftest import Opened
from tests.pages.driving import Hand


@pytest.fixture(scope="module")
def yard() -> str:
    return shunt.page("two-storeys")


def follow_hint(page: Page) -> None:
    """Make the move that the page hints at."""
    page.keyboard.press("h")
    expect(page.locator(".message")).to_contain_text("Hint: ")
    words = Hand(page).message.removeprefix("Hint: ").partition(". ")[0]
    page.get_by_role("combobox", name="Where to").select_option(label=words)
    page.get_by_role("button", name="Go").click()
    expect(page.locator(".message")).not_to_contain_text("Hint: ")


def test_a_train_is_sorted_and_the_bid_holds(open_page: Opened, yard: str) -> None:
    optimum = hump.bid_table("two-storeys", cars=3).by_order
    page = open_page(yard, hash="#two-storeys-3/CAB")
    hand = Hand(page)
    assert "Leave in this order, the first one first:\nC\nA\nB" in page.locator(".goal").inner_text()
    least = optimum["3", "1", "2"]
    page.get_by_label("Bid").fill(str(least))
    page.get_by_label("Bid").press("Tab")
    for _ in range(least):
        follow_hint(page)
    expect(page.locator(".solved")).to_contain_text(f"Your bid of {least} holds. No shorter way exists.")
    assert hand.count() == least
    assert re.search(rf"#two-storeys-3/CAB{least}(_\w+){{{least}}}$", page.url)


def test_another_order_is_dealt_and_a_car_is_dragged(open_page: Opened, yard: str) -> None:
    page = open_page(yard, hash="#two-storeys-3/CAB")
    page.get_by_role("button", name="Another order").click()
    assert "C A B" not in page.locator(".goal").inner_text()
    page.get_by_role("group", name="What is moved").get_by_role("button").first.click()
    box = page.locator(".stop circle:not(.area)").first.bounding_box()
    start = page.locator(".vehicle.chosen").bounding_box()
    assert box is not None
    assert start is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"], start["y"])
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.up()
    assert Hand(page).count() == 1


def test_a_damaged_link_is_noticed(open_page: Opened, yard: str) -> None:
    page = open_page(yard, hash="#two-storeys-3/XYZ")
    assert "The link is damaged" in Hand(page).message


def test_the_command_writes_the_page_of_a_yard(tmp_path: Path, yard: str) -> None:
    done = run("page", "two-storeys", "-o", str(tmp_path / "yard.html"))
    assert done.exit_code == 0
    assert (tmp_path / "yard.html").read_text() == yard

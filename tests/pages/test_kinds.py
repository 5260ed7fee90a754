"""Puzzles of other kinds on the page: sidings in pulls and in legs, turntables, locomotives with two couplings, hump yards."""

import pytest
from playwright.sync_api import Page, expect

import shunt
from shunt import hump
from tests.pages.driving import Hand, box_of, drag, middle, press


def follow_hint(page: Page) -> None:
    """Make the move that the page hints at."""
    page.keyboard.press("h")
    expect(page.locator(".message")).to_contain_text("Hint: ")
    expect(page.locator("[aria-label='What is moved'] [aria-pressed=true]")).to_have_count(1)
    words = Hand(page).message.inner_text().removeprefix("Hint: ").partition(". ")[0]
    page.get_by_role("combobox", name="Where to").select_option(label=words)
    press(page, "Go")
    expect(page.locator(".message")).not_to_contain_text("Hint: ")


def test_sidings_are_played_by_hints(open_page):
    page = open_page(shunt.page("ras-toy"))
    for number in range(6):
        follow_hint(page)
        assert Hand(page).count("pulls") == number + 1
    expect(page.locator(".solved")).to_be_visible()


def test_a_car_of_sidings_is_dragged(open_page):
    page = open_page(shunt.page("inglenook-322"))
    hand = Hand(page)
    (x, y), (to_x, to_y) = (middle(page.locator(f"[data-vehicle='{number}']")) for number in (1, 0))
    drag(page, (x, y), ((x + to_x) / 2, (y + to_y) / 2), (to_x + 60, to_y))
    assert hand.count("pulls") == 1
    expect(hand.message).to_contain_text("pull 1 car out of siding")
    page.keyboard.press("u")
    sheet = box_of(page.locator(".board"))
    bottom = sheet["y"] + sheet["height"] - 8
    drag(page, (x, y), (x, bottom), (sheet["x"] + 8, bottom))  # before the points, far from where the car will be
    assert hand.count("pulls") == 1


@pytest.mark.parametrize("name", ["in-time", "run-round"])
def test_a_card_with_other_rules_is_solved_by_drag(open_page, name):
    card = shunt.load(name)
    page = open_page(shunt.page(card))
    hand = Hand(page)
    hand.play(card)
    expect(page.locator(".solved")).to_be_visible()
    assert hand.count() == len(card.guide)


OTHERS = [("inglenook-322", ""), ("inglenook-533-classic", ""), ("two-storeys", "#two-storeys-3/CAB")]


@pytest.mark.parametrize(("what", "hash"), OTHERS)
def test_other_puzzles_are_played_by_keys_alone(open_page, what, hash):
    page = open_page(shunt.page(what), hash=hash)
    hand = Hand(page)
    keys = page.keyboard
    start = hand.position()
    page.locator("svg [tabindex='0']").first.focus()
    keys.press("1")
    for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
        keys.press(key)
        if page.locator(".message").inner_text():
            break
    keys.press("Enter")
    expect(page.locator(".counters .first dd")).to_have_text("1")
    there = hand.position()
    assert there != start
    keys.press("u")
    assert hand.position() == start
    keys.press("r")
    assert hand.position() == there


# --------------------------------------------------------------------------------------------------------------------
# Hump yards


def test_a_train_is_sorted_and_the_bid_holds(open_page):
    least = hump.bid_table("two-storeys", cars=3).by_order["3", "1", "2"]
    page = open_page(shunt.page("two-storeys"), hash="#two-storeys-3/CAB")
    assert "Leave in this order, the first one first:\nC\nA\nB" in page.locator(".goal").inner_text()
    page.get_by_label("Bid").fill(str(least))
    page.get_by_label("Bid").press("Tab")
    for _ in range(least):
        follow_hint(page)
    expect(page.locator(".solved")).to_contain_text(f"Your bid of {least} holds. No shorter solution exists.")
    assert Hand(page).count() == least

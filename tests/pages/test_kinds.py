"""Cards of other rulesets on the page: sidings in pulls and in legs, turntables, locomotives that couple at both ends."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import shunt
from tests.pages.conftest import Opened
from tests.pages.driving import Hand


@pytest.mark.parametrize("name", ["inglenook-322", "inglenook-533-classic"])
def test_sidings_are_solved_with_hints(open_page: Opened, name: str) -> None:
    card = shunt.load(name)
    page = open_page(shunt.page(card))
    hand = Hand(page)
    metric = card.metric[0]
    for number in range(len(card.guide)):
        page.keyboard.press("h")
        expect(page.locator(".message")).to_contain_text("Hint: ")
        expect(page.locator("[aria-label='What is moved'] [aria-pressed=true]")).to_have_count(1)
        words = hand.message.removeprefix("Hint: ").partition(". ")[0]
        page.get_by_role("combobox", name="Where to").select_option(label=words)
        page.get_by_role("button", name="Go").click()
        assert hand.count(metric) == number + 1
    expect(page.locator(".solved")).to_be_visible()


def test_a_car_of_sidings_is_dragged(open_page: Opened) -> None:
    page = open_page(shunt.page("inglenook-322"))
    hand = Hand(page)
    boxes = [page.locator(f"[data-vehicle='{number}']").bounding_box() for number in (1, 0)]
    (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x + 60, to_y)
    page.mouse.up()
    assert hand.count("pulls") == 1
    assert "pull 1 car out of siding" in hand.message
    page.keyboard.press("u")
    sheet = page.locator(".board").bounding_box()
    assert sheet
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, sheet["y"] + sheet["height"] - 8)
    page.mouse.move(sheet["x"] + 8, sheet["y"] + sheet["height"] - 8)  # before the points, far from where the car will be
    page.mouse.up()
    assert hand.count("pulls") == 1


def test_a_car_that_cannot_be_taken_says_why(open_page: Opened) -> None:
    page = open_page(shunt.page("inglenook-322"), hash="#inglenook-322/0p2")
    blocked = page.locator("main .vehicle[role=img]").all()
    reasons = set()
    for box in [one.bounding_box() for one in blocked]:
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        reasons.add(Hand(page).message)
    assert reasons == {
        "Not possible: in this card cars are taken, and the locomotive moves them.",
        "Not possible: the headshunt holds 2 cars and has 2.",
    }


@pytest.mark.parametrize("name", ["carousel", "timesaver-1"])
def test_a_card_with_other_rules_is_solved_by_drag(open_page: Opened, name: str) -> None:
    card = shunt.load(name)
    page = open_page(shunt.page(card))
    hand = Hand(page)
    hand.play(card)
    expect(page.locator(".solved")).to_be_visible()
    assert hand.count() == len(card.guide)


@pytest.mark.parametrize("what", ["inglenook-322", "inglenook-533-classic", "two-storeys"])
def test_other_puzzles_are_played_by_keys_alone(open_page: Opened, what: str) -> None:
    page = open_page(shunt.page(what), hash="#two-storeys-3/CAB" if what == "two-storeys" else "")
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


@pytest.mark.parametrize("what", ["inglenook-322", "inglenook-533-classic", "two-storeys"])
def test_other_puzzles_are_played_by_touch(open_page: Opened, what: str) -> None:
    page = open_page(shunt.page(what), phone=True, hash="#two-storeys-3/CAB" if what == "two-storeys" else "")
    start = Hand(page).position()
    for target in (page.locator("main .vehicle[tabindex]").first, page.locator(".stop circle:not(.area)").first):
        box = target.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".counters .first dd")).to_have_text("1")
    assert Hand(page).position() != start

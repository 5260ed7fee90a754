"""The player under a thumb, on screens of every size: the board fits, one tap couples, and no tap is lost."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

import shunt
from shunt.cards.card import RouteCard
from shunt.pages.collection import collect
from tests.pages.driving import SMALL_TARGETS, Hand, box_of, middle, press

BACK_TO_BACK = """
schema = "shunt-card/1"
name = "two-engines"
ruleset = "switcher"

[layout]
tracks = ["A B C D E F G H"]

[start]
locomotives = { one = "C>D", two = "F>E" }
cars = { red = "B", blue = "G" }

[goal]
red = "A"
"""
LETTERS = """board => [...board.querySelectorAll(".mark text, .vehicle text")].map(text => {
  const { a, b } = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
})"""
"""The height of each letter on the board, in pixels."""
SCREENS = [(320, 568), (375, 667), (667, 375), (1280, 800), (1920, 1080)]


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    file = tmp_path_factory.mktemp("cards") / "two.toml"
    file.write_text(BACK_TO_BACK)
    return shunt.page(shunt.load(file))


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_board_and_the_buttons_are_on_every_screen(open_page, width, height):
    page = open_page(shunt.page("first-swap"), phone=width < 700, viewport={"width": width, "height": height})
    board, thumb = box_of(page.locator(".board")), box_of(page.get_by_role("button", name="Undo"))
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= (height if thumb["x"] > board["x"] + board["width"] else thumb["y"])
    assert thumb["y"] + thumb["height"] <= height
    assert board["width"] > 0.6 * width or board["height"] > 0.7 * height
    assert page.locator("body").evaluate(SMALL_TARGETS) == []
    assert page.locator(".corner button:visible").count() == 0  # nothing lies on the board
    lines = "all => all.filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth).length"
    assert page.locator("button, a.tool").evaluate_all(lines) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    press(page, "Full screen")
    filled = box_of(page.locator(".board"))
    assert filled["width"] >= board["width"]
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.get_by_role("region", name="Goal")).to_be_hidden()


def test_a_title_is_read_whole_on_the_smallest_screen(open_page):
    swap = shunt.load("first-swap")
    cards = [replace(swap, name=name, about={"title": "Black A to Z, Red P to A"}) for name in "abc"]
    page = open_page(shunt.page(cards), hash="#b", phone=True, viewport={"width": 320, "height": 568})
    assert page.locator("h1").evaluate("one => one.scrollHeight <= one.clientHeight + 1")


def test_two_fingers_zoom_the_board_alone_and_letters_fit_their_pieces(open_page):
    page = open_page(shunt.page("first-swap"), phone=True)
    board, hand = page.locator(".board"), Hand(page)
    assert min(board.evaluate(LETTERS)) > 7
    inside = (
        "board => [...board.querySelectorAll('.vehicle')].every(one => one.lastChild.getBBox().width < one.getBBox().height * 2)"
    )
    assert board.evaluate(inside)
    widths = "() => [...document.querySelectorAll('.mark')].map(one => one.getBoundingClientRect().width)"
    shown = "document.querySelector('svg.board').viewBox.baseVal.width"
    marks, width = page.evaluate(widths), page.evaluate(shown)
    hand.pinch(middle(board), [60, 120, 180])
    assert page.evaluate(shown) == pytest.approx(width / 3, rel=0.02)
    assert max(page.evaluate(widths)) < 2 * max(marks)  # letters that can be read need not grow with the board
    assert page.evaluate("visualViewport.scale") == 1
    assert hand.count() == 0
    page.get_by_role("button", name="Whole board").tap()
    page.wait_for_function(f"{shown} === {width}")


def test_one_tap_couples_whatever_is_chosen(open_page, two):
    page = open_page(two, phone=True)
    hand = Hand(page)
    hooks = page.locator(".hook")
    expect(hooks).to_have_count(2)
    expect(page.locator(".hook.closed")).to_have_count(0)
    page.touchscreen.tap(*hand.point("C"))  # engine one
    page.touchscreen.tap(*hand.point("G"))  # the car behind engine two
    expect(hand.message).to_have_text("Coupled: blue.")
    expect(page.locator("[aria-label='What is moved'] [aria-pressed=true]")).to_have_text("two")
    hand.swipe(["F", "E"])
    expect(hand.piece("Car blue on F")).to_be_visible()
    page.touchscreen.tap(*middle(page.locator("[data-hook='2']")))
    expect(hand.message).to_have_text("Coupled: red.")
    expect(page.locator("[aria-label='What is moved'] [aria-pressed=true]")).to_have_text("one")


def test_a_car_left_behind_is_mentioned_once_and_one_that_is_dragged_is_pulled_along(open_page, two):
    page = open_page(two, phone=True)
    hand = Hand(page)
    hand.swipe(["C", "D"])
    expect(hand.message).to_contain_text("red stayed behind: tap the glowing hook")
    page.get_by_role("button", name="Undo").tap()
    expect(hand.piece("Locomotive one on C")).to_be_visible()
    hand.swipe(["C", "D"])
    expect(hand.piece("Locomotive one on D")).to_be_visible()
    expect(hand.message).not_to_contain_text("stayed behind")
    page.get_by_role("button", name="Undo").tap()
    expect(hand.piece("Locomotive one on C")).to_be_visible()
    hand.swipe(["B", "C"])
    expect(hand.piece("Car red on C")).to_be_visible()
    expect(hand.piece("Locomotive one on D")).to_be_visible()


def test_a_tap_while_a_train_rolls_counts(open_page, two):
    page = open_page(two, phone=True)
    hand = Hand(page)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("window.requestAnimationFrame = () => 0")  # it rolls until the next tap, however late that is
    page.touchscreen.tap(*hand.point("C"))
    page.touchscreen.tap(*hand.point("E"))
    expect(page.locator(".board.rolling")).to_have_count(1)
    page.touchscreen.tap(*hand.point("F"))
    expect(page.locator(".board.rolling")).to_have_count(0)
    expect(page.locator("[aria-label='What is moved'] [aria-pressed=true]")).to_have_text("two")
    assert hand.count() == 1


def test_the_starter_pack_leads_on_from_card_to_card(open_page):
    cards = collect(["starter"]).entries
    for entry in cards:
        assert isinstance(entry.card, RouteCard)
        assert 8 <= len(entry.card.plan.spaces) <= 12
        assert entry.card.about["lesson"]
    page = open_page(shunt.page("starter"), phone=True)
    page.get_by_role("link", name="Start here").tap()
    hand = Hand(page)
    for entry in cards[:2]:
        expect(page.locator("h1")).to_have_text(entry.card.title)
        expect(hand.message).to_have_text(entry.card.about["lesson"])
        hand.play(entry.card, by_finger=True)
        expect(page.locator(".solved strong")).to_have_text("Yard Master")
        page.locator(".solved").get_by_role("link", name="Next card").tap()
    expect(page.locator("h1")).to_have_text(cards[2].card.title)

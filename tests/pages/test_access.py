"""Pages that everybody can use: axe-core finds nothing, in light and dark, on desktop and phone; symbols; packs of any size."""

import re
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import shunt
from shunt.pages.collection import collect
from shunt.pages.page import editor_page
from shunt.pages.server.making import Making
from shunt.pages.site import gallery_page
from shunt.pages.symbols import SYMBOLS, symbols
from shunt.render.appearance import card_liveries, card_pieces, renamed
from tests.pages.driving import box_of, from_menu, press
from tests.shipped import shipped_cards


@pytest.fixture(scope="module")
def pack():
    return shunt.page("first-forty")


BOARD = 'schema = "shunt-layout/1"\nname = "x"\ntracks = ["A1 A2 A3"]\n[at]\nA1 = [0, 0]\nA2 = [0.5, 0]\nA3 = [2, 0]\n'
"""Two spaces lie on each other."""
COLOUR = "getComputedStyle(document.body).backgroundColor"
LOOKS = [(False, "light"), pytest.param(True, "dark", marks=pytest.mark.slow)]
OTHER_LOOKS = [pytest.param(False, "dark", marks=pytest.mark.slow), (True, "light")]


def faults(page: Page, within: str | None = None) -> list[str]:
    """What axe-core finds wrong, `within` an element or on the whole page."""
    page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    found = Axe().run(page, within).response["violations"]
    return [f"{one['id']}: {node['html'][:150]} {node['failureSummary'][:200]}" for one in found for node in one["nodes"][:3]]


@pytest.mark.parametrize(("phone", "scheme"), LOOKS)
def test_axe_finds_nothing_in_a_pack(open_page, phone, scheme):
    page = open_page(shunt.page([shunt.load("first-swap"), shunt.load("in-time")]), phone=phone, scheme=scheme)
    assert faults(page) == []
    page.locator(".card a").nth(1).click()
    page.keyboard.press("1")
    from_menu(page, "Symbols on cars")
    page.keyboard.press("h")
    expect(page.locator(".message")).to_contain_text("Hint: ")
    assert faults(page) == []
    press(page, "Help")
    assert faults(page, "dialog[open]") == []


@pytest.mark.parametrize(
    ("address", "phone", "viewport", "scheme"),
    [
        ("", True, None, "dark"),
        ("?embed", False, {"width": 640, "height": 420}, "light"),
        pytest.param("?embed", True, None, "dark", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_in_full_screen_and_embedded_cards(open_page, address, phone, viewport, scheme):
    page = open_page(shunt.page("first-swap"), hash=address, phone=phone, viewport=viewport, scheme=scheme)
    assert faults(page) == []
    if not address:
        press(page, "Full screen")
        expect(page.get_by_role("region", name="Goal")).to_be_hidden()
        assert faults(page) == []


@pytest.mark.parametrize(("phone", "scheme"), OTHER_LOOKS)
@pytest.mark.parametrize("what", ["ras-toy", "two-storeys"])
def test_axe_finds_nothing_in_sidings_and_yards(open_page, what, phone, scheme):
    page = open_page(shunt.page(what), phone=phone, scheme=scheme)
    if what == "two-storeys":
        assert faults(page) == []
        expect(page.locator(".sentence")).to_contain_text("roll through the yard")  # there are no engines to drive
        page.locator(".card a").nth(1).click()
    page.get_by_role("group", name="What is moved").get_by_role("button").first.click()
    page.keyboard.press("h")
    expect(page.locator(".message")).to_contain_text("Hint: ")
    assert faults(page) == []
    from_menu(page, "Statistics")
    assert faults(page, "dialog[open]") == []


@pytest.mark.parametrize(("phone", "scheme"), LOOKS)
def test_axe_finds_nothing_in_a_site_and_the_editor(open_page, phone, scheme):
    site = gallery_page(collect(["first-swap", "run-round"]), offer=Making("Cards").offer)
    page = open_page(site, phone=phone, scheme=scheme)
    page.get_by_text("Calendar of daily cards").click()
    assert faults(page) == []
    page = open_page(editor_page(BOARD), phone=phone, scheme=scheme)
    page.locator('g.space[data-space="A3"]').click()
    page.get_by_label("Name of the space").fill("A2")
    page.get_by_label("Name of the space").press("Enter")
    expect(page.locator(".say")).to_contain_text("The name A2 is taken.")
    expect(page.locator(".warns")).to_contain_text("at.A2 A2 lies on A1")
    page.get_by_text("TOML", exact=True).click()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("New", exact=True).select_option("sidings")
    press(page, "New car")
    press(page, "Goal", exact=True)
    assert faults(page) == []
    page.get_by_label("New", exact=True).select_option("yard")
    page.locator(".yard .site.beside").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    assert page.locator(".yard .tile.chosen").count() == 1
    assert faults(page) == []
    press(page, "Help")
    assert faults(page, "dialog[open]") == []


def test_the_gallery_leads_to_cards_and_back_and_knows_the_players_rating(open_page, pack):
    """How long it takes to open is measured in benchmarks/pages.py."""
    assert len(pack.encode()) <= 1_000_000
    page = open_page(pack)
    assert page.locator(".card").count() == 40
    page.get_by_text("Find cards").click()
    page.get_by_role("searchbox", name="Search cards").fill("river")
    expect(page.locator(".gallery .count")).to_contain_text("of 40 cards")
    page.locator(".card:visible a").first.click()
    expect(page.locator("h1")).to_have_text("River Cut")
    page.get_by_role("link", name="All cards").click()
    expect(page.locator("h1")).to_have_text("First Forty")
    record = {"schema": "shunt-attempt/1", "card": "x", "player": "p", "solved": True, "at": "2026-11-20T10:00:00Z"}
    record |= {"moves": 3, "undos": 0, "hints": 0, "seconds": 9}
    ids = [f"c{number}" for number in range(6)]
    for name, value in (("attempts", [record | {"id": one} for one in ids]), ("grades", dict.fromkeys(ids, 5))):
        page.evaluate("([name, value]) => localStorage.setItem('shunt-1-' + name, JSON.stringify(value))", [name, value])
    page.reload()
    words = re.compile(r"^Streak: \d days?.* · Your rating: 7\.0 ± \d\.\d \(black\), from 6 cards$")
    expect(page.locator(".standing")).to_have_text(words)


def test_a_theme_is_kept_and_symbols_that_replace_the_names_of_cars(open_page):
    """One symbol for a colour: of green, which is the second car of one card and the first of another."""
    page = open_page(shunt.page("first-swap"))
    from_menu(page, "Symbols on cars")
    assert page.locator("[data-vehicle='1'] text").text_content() == "●"
    colours = [page.evaluate(COLOUR)]
    for _ in range(2):
        from_menu(page, "Theme")
    colours.append(page.evaluate(COLOUR))
    assert colours[1] != colours[0]
    page.reload()
    page.wait_for_function(f"colour => {COLOUR} === colour", arg=colours[1])
    assert page.locator("[data-vehicle='2'] text").text_content() == "■"
    assert page.locator(".goal .symbol").all_inner_texts() == ["●", "■"]
    assert page.locator(".targets text").all_text_contents()[:2] == ["●", "■"]
    for card in shipped_cards():
        liveries, cars = card_liveries(card), card_pieces(card).cars
        found = symbols(cars, liveries)
        assert len(set(found.values())) == len({liveries[car] for car in cars})
        assert all(found[car].rstrip("′") == SYMBOLS[liveries[car].colour] for car in cars)


def test_everything_is_within_reach_on_a_phone(open_page):
    names = {"red": "a-very-long-name-of-a-car", "A": "Sir-Nigel-Gresley-4498"}
    page = open_page(shunt.page(renamed(shunt.load("first-swap"), names)), phone=True)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".message")).to_contain_text("Hint: ")
    for name in ("Undo", "Hint"):
        box = box_of(page.get_by_role("button", name=name))
        assert 667 - 100 < box["y"] < box["y"] + box["height"] <= 667
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    leaving = "all => all.filter(one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).length"
    assert page.locator("button, a.tool").evaluate_all(leaving) == 0
    page.get_by_role("button", name="Help").tap()
    for part in (page.get_by_role("heading", name="How to play"), page.get_by_role("button", name="Close")):
        expect(part).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Close").tap()
    edge = "one => getComputedStyle(one).borderColor"
    assert len({one.evaluate(edge) for one in page.locator(".thumb button").all()}) == 1  # no frame after the tap


def test_a_goal_that_is_not_proven_says_so(open_page):
    card = replace(shunt.load("first-swap"), proof={}, guide=(), ranks=None, limit=None)
    page = open_page(shunt.page([card, replace(card, name="dead", proof={"status": "unsolvable"})]), hash="#first-swap")
    goal = page.get_by_role("region", name="Goal")
    expect(goal).to_contain_text("The fewest moves of this card are not proven.")
    assert page.get_by_role("button", name="Solution").count() == 0
    page.get_by_role("link", name="Next card").click()
    expect(goal).to_contain_text("It is proven that this goal cannot be reached.")


def test_names_with_markup_are_only_text(open_page):
    evil = "</script><script>document.title='broken'</script><img src=x onerror=alert(1)>"
    card = replace(shunt.load("first-swap"), name=evil, about={"title": evil})
    page = open_page(shunt.page([card, card], title=evil))
    assert page.title() == page.inner_text("h1") == evil
    assert page.locator(".card .title").first.inner_text().endswith(evil)
    page.locator(".card a").first.click()
    expect(page.locator("h1")).to_have_text(evil)
    assert page.locator("img").count() == 0

"""The editor by mouse: what a drag, a name or a button means, each undone and done again, and the file that comes of it."""

import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from shunt.cards.files import load_card
from shunt.render.geometry import track_shape
from shunt.track.layout import Layout
from tests.pages.driving import Hand, drag, layout_of, middle, press, text_of
from tests.pages.test_editor import editor_page, point

PLACES = """() => Object.fromEntries([...document.querySelectorAll("g.space")].map((space) => {
  const { e, f, a, b } = space.transform.baseVal.consolidate().matrix;
  return [space.dataset.space, [e / 60, f / 60, a, b]];
}))"""
"""Where every space is drawn: its middle, y downwards, and its direction."""


class Sheet:
    """The editor with a person's hand on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def text(self) -> str:
        return text_of(self.page)

    @property
    def layout(self) -> Layout:
        text = self.text
        return layout_of(text) if 'schema = "shunt-layout/1"' in text else load_card(text).layout  # type: ignore[union-attr]

    def joined(self, space: str) -> list[set[str]]:
        """What is joined at the two ends of a space, in any order."""
        fixed = self.layout.plan.fixed
        sides = [{other.space for end, others in fixed.items() if end == (space, side) for other in others} for side in (0, 1)]
        return sorted(sides, key=sorted)

    def drag(self, tool: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.press(tool)
        drag(self.page, point(self.page, *start), point(self.page, *end), steps=4)

    def choose(self, *spaces: str) -> None:
        for number, space in enumerate(spaces):
            modifiers = ["Shift"] if number else []
            self.page.locator(f'g.space[data-space="{space}"] .body').click(modifiers=modifiers, force=True)  # type: ignore[arg-type]

    def fill(self, label: str, value: str) -> None:
        self.page.get_by_label(label).fill(value)
        self.page.get_by_label(label).press("Tab")

    def press(self, name: str) -> None:
        press(self.page, name, exact=True)

    def press_and_wait(self, name: str) -> None:
        """Press a button whose answer comes from the server."""
        before = self.text
        self.press(name)
        self.page.wait_for_function("before => document.querySelector('textarea').value !== before", arg=before)

    def step(self, act: Callable[[], object]) -> None:
        """Do something that is one step: undone, the file is as before, and done again as after."""
        before = self.text
        act()
        after = self.text
        assert after != before
        self.press("Undo")
        assert self.text == before
        self.press("Redo")
        assert self.text == after

    def assert_drawn_as_written(self) -> None:
        """Every space is drawn where `shunt show` draws the file."""
        shape = track_shape(self.layout)
        for space, (x, y, a, b) in self.page.evaluate(PLACES).items():
            spot = shape.spots[space]
            assert (x, y) == pytest.approx((spot.x, spot.y), abs=2e-3), space
            assert abs(a * spot.along[1] - b * spot.along[0]) < 2e-3, space


def test_a_board_and_a_card_are_drawn_by_mouse(edit, tmp_path):
    file = tmp_path / "mine.toml"
    with edit(file) as page:
        sheet = Sheet(page)
        draw(sheet)
        name(sheet)
        turn(sheet)
        make_a_card(sheet)
        play(sheet)
        press(page, "Save mine.toml")
        expect(page.locator(".say")).to_have_text("saved mine.toml")
        saved = load_card(file)
        assert saved.layout == sheet.layout
        sheet.assert_drawn_as_written()


def draw(sheet: Sheet) -> None:
    """A run is level and stays so; drags join what they end on and cross, and begin at the end that they lead to."""
    sheet.step(lambda: sheet.drag("Lay track", (0, 0), (7.4, 0)))
    assert sheet.layout.plan.tracks == (("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"),)
    sheet.step(lambda: sheet.drag("Lay track", (4.2, 2.1), (7.35, 0)))
    assert sheet.joined("A8") == [set(), {"A7", "B3"}]
    assert sheet.page.evaluate(PLACES)["A8"][1:] == pytest.approx([0, 1, 0], abs=1e-6)  # the main line stays level to its end
    sheet.step(lambda: sheet.drag("Lay track", (1.2, -2.0), (3.6, 1.7)))
    assert sheet.joined("A3") == [{"A2", "C2"}, {"A4", "C3"}]
    sheet.step(lambda: sheet.drag("Lay track", (0.3, 0), (-0.8, 0.4)))
    assert sheet.joined("A1") == [{"A2"}, {"D1"}]
    sheet.step(lambda: sheet.drag("Lay track", (7.3, 0), (8.5, 0)))
    assert sheet.joined("A8") == [{"A7", "B3"}, {"A9"}]
    places = sheet.page.evaluate(PLACES)
    assert all(places[f"A{number}"][1:] == pytest.approx([0, 1, 0], abs=1e-6) for number in (2, 4, 5, 6, 7, 9))
    assert places["A8"][1:] == pytest.approx([0, 1, 0], abs=1e-3)
    sheet.assert_drawn_as_written()
    expect(sheet.page.locator(".report")).to_contain_text("No faults.")
    sheet.step(lambda: sheet.drag("Move", (4.2, 2.1), (6.3, 0.2)))
    expect(sheet.page.locator(".warns")).to_contain_text("at.B1 B1 lies on A7")
    sheet.press("Undo")
    sheet.choose("B1", "B2")
    before = sheet.layout.at
    sheet.step(lambda: sheet.drag("Move", (4.2, 2.1), (4.2, 2.6)))
    moved = {
        space for space, (x, y) in sheet.layout.at.items() if (x, y) == pytest.approx((before[space][0], before[space][1] + 0.5))
    }
    assert moved == {"B1", "B2"}


def name(sheet: Sheet) -> None:
    """A name that is taken is refused in words; a run is renamed at once."""
    sheet.choose("B1")
    before = sheet.text
    sheet.fill("Name of the space", "A1")
    expect(sheet.page.locator(".say")).to_contain_text("The name A1 is taken.")
    sheet.fill("Name of the space", "A 1")
    expect(sheet.page.locator(".say")).to_contain_text("is not a name")
    assert sheet.text == before
    sheet.choose("C2")
    sheet.step(lambda: sheet.fill("New names of C1 C2", "M"))
    assert sheet.joined("A3") == [{"A2", "M2"}, {"A4", "C3"}]
    sheet.choose("B3")
    sheet.step(lambda: sheet.fill("New names of B1 B2 B3", "N5"))
    assert sheet.joined("A8") == [{"A7", "N7"}, {"A9"}]


def turn(sheet: Sheet) -> None:
    """A turntable is made of the joins that are there, gets a position by track that is laid from it, and is arranged."""
    sheet.choose("A5")
    sheet.page.get_by_text("More about this space").click()
    sheet.step(lambda: sheet.press("Make it a turntable"))
    sheet.step(lambda: sheet.drag("Lay track", (4.2, 0), (4.2, -2.4)))
    (table,) = sheet.layout.plan.turntables
    assert (table.bridge, table.positions) == (("A5",), (("A4", "A6"), ("B1", "")))
    assert sheet.layout.plan.tracks.count(("B1", "B2")) == 1
    sheet.assert_drawn_as_written()
    sheet.step(lambda: sheet.press_and_wait("Arrange"))
    layout = sheet.layout
    assert layout.angles.keys() >= set(layout.plan.spaces) - {"A5"}
    assert {round(angle) % 45 for angle in layout.angles.values()} == {0}
    drawn = Layout(layout.plan).coordinates()
    assert layout.at == {space: (round(x, 3), round(y, 3)) for space, (x, y) in drawn.items()}
    sheet.assert_drawn_as_written()


def make_a_card(sheet: Sheet) -> None:
    """A locomotive and two cars stand and end where they are put; the answer comes by itself."""
    sheet.step(lambda: sheet.press("Make a card"))
    sheet.page.get_by_label("Ruleset").select_option("railway")
    for space, kind in (("D1", "Locomotive"), ("A2", "Car"), ("N5", "Car")):
        sheet.choose(space)
        sheet.step(lambda kind=kind: sheet.press(kind))  # type: ignore[misc]
    sheet.choose("A4")
    sheet.step(lambda: sheet.page.locator(".panel button.chip:not([aria-label])", has_text="red").last.click())
    sheet.choose("N5")
    sheet.fill("Name of the car", "red")
    expect(sheet.page.locator(".say")).to_contain_text("The name red is taken.")
    expect(sheet.page.locator(".answer")).to_have_text("optimum 1, proven", timeout=300_000)
    expect(sheet.page.locator(".report")).to_contain_text("grade")
    sheet.assert_drawn_as_written()


def play(sheet: Sheet) -> None:
    """The card is played in a tab of its own, with the board as it is drawn."""
    with sheet.page.expect_popup() as opened:
        sheet.press("Play")
    player = opened.value
    expect(player.locator("h1")).to_have_text("my-card")
    player.emulate_media(reduced_motion="reduce")
    hand = Hand(player)
    hand.drag(["D1", "A1"])
    assert (hand.count(), player.locator("main .vehicle").count()) == (1, 3)
    player.close()


PLACES_CARD = """schema = "shunt-card/1"
name = "my-places"
ruleset = "railway"
layout = { tracks = ["A1 A2 A3 A4 A5 A6"] }
start = { locomotives = { engine = "A1" }, cars = { red = "A2", blue = "A3" } }
goal = { engine = "A1" }
"""


def test_places_are_named_filled_emptied_and_given_goals(open_page):
    """A place is made of the chosen spaces, gets more and fewer, is a goal of cars, and goes with its last space."""
    page = open_page(editor_page(PLACES_CARD))
    sheet = Sheet(page)
    sheet.choose("A5", "A6")
    sheet.step(lambda: sheet.fill("Name of a new place with these spaces", "smith"))
    assert sheet.layout.places == {"smith": ("A5", "A6")}
    expect(page.locator("text.place-name")).to_have_text("smith")
    sheet.choose("A4")
    page.get_by_text("More about this space").click()
    before = sheet.text
    for word, refusal in (("A1", "is taken"), ("red", "is taken"), ("smith", "is taken"), ("a b", "is not a name")):
        sheet.fill("Name of a new place with these spaces", word)
        expect(page.locator(".say")).to_contain_text(refusal)
    assert sheet.text == before
    sheet.step(lambda: page.get_by_label("Add A4 to a place").select_option("smith"))
    assert sheet.layout.places == {"smith": ("A5", "A6", "A4")}
    sheet.choose("A6")
    sheet.step(lambda: sheet.press("Take A6 out of smith"))
    sheet.step(lambda: sheet.fill("Name of a new place with these spaces", "mill"))
    assert sheet.layout.places == {"smith": ("A5", "A4"), "mill": ("A6",)}
    sheet.choose("A5")
    red = page.locator(".panel button.chip", has_text="red").last
    sheet.step(lambda: red.click())
    assert tomllib.loads(sheet.text)["goal"]["red"] == "smith"
    expect(red).to_have_attribute("aria-pressed", "true")
    sheet.step(lambda: red.click())
    sheet.step(lambda: sheet.fill("How many of which pieces end in smith", "1 of red blue"))
    assert 'smith = "1 of red blue"' in sheet.text
    load_card(sheet.text)
    expect(page.locator(".report")).to_contain_text("No faults.")
    sheet.choose("A6")
    sheet.step(lambda: sheet.press("Take A6 out of mill"))
    assert list(sheet.layout.places) == ["smith"]
    expect(page.locator("g.place")).to_have_count(1)


def test_a_card_is_made_by_dragging_and_the_next_step_is_said_in_plain_words(open_page):
    text = 'schema = "shunt-layout/1"\nname = "x"\ntracks = ["a b c d e f"]'
    page = open_page(editor_page(text), phone=True, viewport={"width": 667, "height": 700})
    sheet, report, finger = Sheet(page), page.locator(".report"), Hand(page)
    places = page.evaluate(PLACES)

    def carry(thing: str, space: str) -> None:
        start = middle(page.locator(thing))
        finger.slide(start, middle(page.locator(f'g.space[data-space="{space}"] .body')))

    sheet.press("Make a card")
    expect(report).to_contain_text("Put a locomotive on a space: drag it from below the board.")
    carry(".tray button:text('Locomotive')", "a")
    expect(report).to_contain_text("Say where something must end: drag a goal from below the board to a space.")
    carry(".tray button:text('Goal of A')", "b")
    expect(report.locator(".answer")).to_have_text("optimum 1, proven")
    carry("[data-goal='0'] path", "f")
    carry(".tray button:text('Car')", "c")
    carry("[data-piece='1']", "e")
    carry(".tray button:text('Goal of red')", "d")
    card = tomllib.loads(sheet.text)
    assert (card["start"]["cars"], card["goal"]) == ({"red": "e"}, {"A": "f", "red": "d"})
    assert page.evaluate(PLACES) == places
    boxes = "all => all.map(one => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height] })"
    names = page.locator(".space .name").evaluate_all(boxes)
    for x, y, width, height in page.locator(".goal .tag").evaluate_all(boxes):
        assert not any(x < a + c and a < x + width and y < b + d and b < y + height for a, b, c, d in names)

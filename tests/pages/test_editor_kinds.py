"""The editor in the browser: sidings and hump yards, and every part of a board, drawn and undone."""

from playwright.sync_api import Page, expect

from shunt.cards.files import load_card
from shunt.cards.writing import card_text
from shunt.files.document import parse_document
from shunt.files.library import puzzles_folder
from shunt.hump.yard import Yard
from shunt.hump.yard_file import find_yard, yard_of
from shunt.pages.page import editor_page
from shunt.sidings.cards.card import SidingsCard
from tests.pages.driving import layout_of, press, text_of
from tests.pages.test_editor import PASTE

STUB = """schema = "shunt-card/1"
name = "stub"
ruleset = "railway"
[layout]
tracks = ["A B C D", "A B E"]
closed = { E = "locomotives" }
[start]
locomotives = { L = "A" }
cars = { red = "C", green = "D" }
[goal]
red = "E"
"""


def fill(page: Page, label: str, value: str) -> None:
    page.get_by_label(label, exact=True).fill(value)
    page.get_by_label(label, exact=True).press("Tab")


def faults(page: Page) -> list[str]:
    return page.locator(".report li.fault").all_inner_texts()


# --------------------------------------------------------------------------------------------------------------------
# Sidings


def sidings(page: Page) -> SidingsCard:
    card = load_card(text_of(page))
    return card


def test_an_inglenook_is_drawn_and_equals_the_shipped_one(open_page):
    page = open_page(editor_page())
    page.get_by_label("New", exact=True).select_option("sidings")
    assert faults(page)[0].startswith("goal")
    for siding, cars in (("1", "5 7 2 1 8"), ("2", "3 4 6")):
        fill(page, f"Cars in {siding} at the start", cars)
    press(page, "Goal", exact=True)
    for siding in "123":
        page.get_by_label(f"Siding {siding} is free in the goal").uncheck()
    fill(page, "Cars in 1 in the goal", "1 2 3 4 5")
    for car in "867":  # by hand: each is put beside the points
        page.drag_and_drop(f'[data-car="{car}"]', ".slot >> nth=8", steps=3, force=True)
    expect(page.locator(".report")).to_contain_text("No faults.")
    drawn, shipped = sidings(page), load_card("inglenook-533")
    assert drawn.rules == shipped.rules
    assert drawn.start == shipped.start
    assert sorted(drawn.goal.sidings["2"]) == ["6", "7", "8"]
    while drawn.goal != shipped.goal:  # and put in order by keys
        row = drawn.goal.sidings["2"]
        car = min(car for place, car in enumerate(row) if place and row[place - 1] > car)
        page.locator(f'[data-car="{car}"]').press("ArrowLeft")
        drawn = sidings(page)
    page.keyboard.press("Control+z")
    assert sidings(page).goal != shipped.goal


# --------------------------------------------------------------------------------------------------------------------
# Hump yards


def yard(page: Page) -> Yard:
    return yard_of(parse_document("my-yard", text_of(page).encode()))


def cell(column: int, row: int) -> str:
    return f'.yard [data-cell="{column},{row}"]'


def test_a_hump_yard_is_built_and_equals_the_shipped_one(open_page):
    page = open_page(editor_page(), viewport={"width": 1400, "height": 900})
    page.get_by_label("New", exact=True).select_option("yard")
    shipped = find_yard("loops-and-wye")
    for tile in sorted(shipped.tiles, key=lambda one: (one.at[1], one.at[0])):
        page.locator(".palette .kind", has_text=tile.kind).first.click()
        page.locator(cell(*tile.at)).click()
        for _ in range(tile.turn):
            page.keyboard.press("r")
    assert yard(page) == shipped
    expect(page.locator(".counted")).to_have_text("10 tiles built. The set has 4 of each kind.")
    press(page, "Undo")
    press(page, "Redo")
    assert yard(page) == shipped


def test_rules_of_placement_are_faults_and_keys_build(open_page):
    page = open_page(editor_page((puzzles_folder() / "yards" / "two-storeys.toml").read_text()), phone=True)
    built = len(find_yard("two-storeys").tiles)
    first = sorted(find_yard("two-storeys").tiles)[0]
    page.drag_and_drop(cell(*first.at), cell(-1, 0), steps=3, force=True)
    assert any("[-1, 0] is the source" in one for one in faults(page))
    expect(page.locator(".tile.wrong")).not_to_have_count(0)
    page.keyboard.press("Control+z")
    assert faults(page) == []
    page.locator(cell(5, -1)).or_(page.locator(cell(4, -1))).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".counted")).to_contain_text(f"{built + 1} tiles built.")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert len(yard(page).tiles) == built + 2
    page.keyboard.press("Delete")
    assert len(yard(page).tiles) == built + 1
    fill(page, "Headings", "2")
    page.get_by_label("Branches of the headings").select_option("down")
    assert 'headings = 2\nbranches = "down"' in text_of(page)
    assert faults(page) != []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# --------------------------------------------------------------------------------------------------------------------
# Every part of a board and a card


def test_a_board_and_its_card_are_drawn_by_keyboard_alone(open_page):
    page = open_page(editor_page())

    def press(button: str, key: str = "Enter") -> None:
        page.get_by_role("button", name=button, exact=True).focus()
        page.keyboard.press(key)

    for _ in range(3):
        press("New space")
    page.get_by_label("Chosen space", exact=True).select_option("A2")
    press("New space", " ")
    assert layout_of(text_of(page)).plan.tracks == (("A1", "A2", "A3"), ("A1", "A2", "B1"))
    page.get_by_label("Chosen space", exact=True).select_option("B1")
    page.locator(".canvas > svg").focus()
    before = layout_of(text_of(page)).at["B1"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert layout_of(text_of(page)).at["B1"] == (before[0], before[1] - 0.5)
    page.get_by_text("More about this space").click()
    page.get_by_label("Only one of B1 and … may be occupied").select_option("A3")
    page.get_by_label("Join B1, ahead, to").select_option("A3/1")
    assert layout_of(text_of(page)).plan.tracks == (("A1", "A2", "A3", "B1"), ("A1", "A2", "B1", "A3"))
    press("Undo")
    press("Make it a turntable")
    expect(page.locator(".say")).to_have_text("A2 is joined to A3 at the same end. Lay a space between A2 and the turntable.")
    press("New space")
    press("Make it a turntable")
    assert layout_of(text_of(page)).plan.turntables[0].positions == (("B1", ""),)
    fill(page, "Spaces of the bridge", "T1 T2")
    press("Make a card")
    page.get_by_label("Chosen space", exact=True).select_option("A1")
    press("Locomotive")
    page.get_by_label("Chosen space", exact=True).select_option("T2")
    press("A")
    assert faults(page) == []
    page.get_by_text("Options", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_label("What is counted").select_option("couplings")
    assert load_card(text_of(page)).metric == ("couplings",)
    page.get_by_label("What is counted").select_option("sum")
    fill(page, "Sums that are counted", "-runs")
    assert [one.partition(" ")[0] for one in faults(page)] == ["options.metric"]
    fill(page, "Sums that are counted", "2*runs+couplings, moves")
    fill(page, "Moves allowed", "30")
    page.get_by_label("Coupled train").select_option("drag")
    fill(page, "Pieces that may replace each other", "A B")
    assert [one.partition(" ")[0] for one in faults(page)] == ["options.interchangeable[0][1]"]
    fill(page, "Pieces that may replace each other", "")
    card = load_card(text_of(page))
    assert (card.metric, card.limit, card.train_rules.drags_coupled) == (("2*runs+couplings", "moves"), 30, True)
    assert (card.plan.exclusive, card.plan.turntables[0].bridge) == ((frozenset({"A3", "B1"}),), ("T1", "T2"))
    assert (dict(card.goal.places), card.names(card.start)) == ({"A": "T2"}, {"A": "A1>A2"})


def test_closed_spaces_and_trains_of_a_card_are_edited(open_page):
    page = open_page(editor_page())
    assert page.evaluate(PASTE, STUB) == []
    page.get_by_label("Chosen space", exact=True).select_option("E")
    page.get_by_text("More about this space").click()
    page.get_by_label("Closed to", exact=True).select_option("")
    page.get_by_label("Chosen space", exact=True).select_option("D")
    page.get_by_role("button", name="D closed to red", exact=True).press("Enter")
    page.get_by_text("Trains to make up").click()
    press(page, "Add a train")
    fill(page, "Train of train 1", "L L")
    assert [one.partition(" ")[0] for one in faults(page)] == ["goal.trains[0].pieces"]
    fill(page, "Train of train 1", "L ?")
    card = load_card(text_of(page))
    assert (dict(card.plan.closed), {space: list(pieces) for space, pieces in card.closed.items()}) == ({}, {"D": ["red"]})
    assert [train.pieces for train in card.goal.trains] == [("L", "?")]


# --------------------------------------------------------------------------------------------------------------------
# With the server


def test_a_page_without_a_server_says_what_it_does_not_solve_and_how_to_go_on(open_page):
    page = open_page(editor_page())
    for text, why in (
        (card_text(load_card("ras-toy"), inline_layout=True), "a sidings card"),
        (card_text(load_card("first-swap").with_metric("runs", "distance"), inline_layout=True), "counted in runs, distance"),
        ((puzzles_folder() / "yards" / "two-storeys.toml").read_text(), "a hump yard"),
    ):
        page.evaluate(PASTE, text)
        words = (
            f"Not solved here, since it is {why}: this page solves only train cards whose metric is moves. To continue, download"
        )
        expect(page.locator(".answer")).to_contain_text(words)


def test_sidings_and_yards_are_answered_and_a_changed_file_is_reported(edit, tmp_path):
    file = tmp_path / "toy.toml"
    file.write_text((puzzles_folder() / "cards" / "ras-toy.toml").read_text())
    with edit(file) as page:
        expect(page.locator(".answer")).to_have_text("optimum 6, proven", timeout=300_000)
        page.locator('[data-car="1"]').press("ArrowRight")
        press(page, "Save toy.toml")
        expect(page.locator(".say")).to_have_text("saved toy.toml")
        assert load_card(file).start.headshunt == ("3", "1", "2", "4")  # type: ignore[union-attr]
        file.write_text((puzzles_folder() / "yards" / "two-storeys.toml").read_text())
        page.evaluate("dispatchEvent(new Event('focus'))")
        expect(page.locator(".changed")).to_contain_text("toy.toml was changed elsewhere")
        press(page, "Save toy.toml")
        expect(page.locator(".say")).to_contain_text("is left as it is")
        press(page, "Open it again")
        expect(page.locator(".changed")).to_be_hidden()
        expect(page.locator(".figures li").first).to_contain_text("3 cars: 3.67 moves on average", timeout=300_000)
        page.evaluate(PASTE, "tiles = 3 =")
        expect(page.locator(".report li.fault")).to_contain_text("line 1")
        page.evaluate(PASTE, 'schema = "shunt-yard/1"\ncolour = 3\n')
        expect(page.locator(".report li.fault")).to_contain_text("line 2 colour unknown key 'colour'")

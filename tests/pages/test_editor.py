"""The editor in the browser: files come back as they were, a board is drawn, a card is built and solved, a file is saved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from math import atan2
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.cards.layout_report import placed_warnings
from shunt.cards.writing import card_text
from shunt.files.document import parse_document, parse_text
from shunt.files.library import card_names, layout_names, puzzles_folder, yard_names
from shunt.hump.yard_file import find_yard, yard_of
from shunt.pages.server.editing import editor_page
from shunt.render.geometry import track_shape
from shunt.track.layout import Layout
from shunt.track.layout_file import load_any_layout, load_layout, read_layout
from shunt.track.layout_table import layout_table
from shunt.track.plan import End, Plan
from tests.cli.running import shunt as run
from tests.pages.conftest import Opened
from tests.pages.driving import served_editor
from tests.pages.mutants import PLACES
from tests.pages.node_runs import run_node

SWAP = puzzles_folder() / "cards" / "first-swap.toml"
PASTE = """async (text) => {
  document.querySelector(".source").open = true;
  document.querySelector("textarea").value = text;
  [...document.querySelectorAll("button")].find((one) => one.textContent === "Use this text").click();
  await new Promise((done) => setTimeout(done));
  return [...document.querySelectorAll(".report li.fault b")].map((one) => one.textContent);
}"""
"""Pastes a text and returns the places of the faults that the page finds."""
READ = """async (text) => {
  document.querySelector(".source").open = true;
  document.querySelector("textarea").value = text;
  [...document.querySelectorAll("button")].find((one) => one.textContent === "Use this text").click();
  await new Promise((done) => setTimeout(done));
  const name = document.querySelector("[aria-label=Name]");
  name.value = "again";
  name.dispatchEvent(new Event("change"));
  return document.querySelector("textarea").value;
}"""
"""Reads a text and gives it another name, so that the editor writes it instead of keeping it as it is."""


def joins(plan: Plan, names: dict[str, str] | None = None) -> Any:
    """A plan without the numbers of its ends: for each space the two sets of its neighbours, at every setting."""
    names = names or {}
    found = []
    for number in range(max((len(table.positions) for table in plan.turntables), default=1)):
        setting = tuple(min(number, len(table.positions) - 1) for table in plan.turntables)
        around: dict[str, list[frozenset[str]]] = {space: [frozenset(), frozenset()] for space in plan.spaces}
        for end, others in plan.joins(setting).items():
            around[end.space][end.end] = frozenset(names.get(other.space, other.space) for other in others)
        found.append({names.get(space, space): frozenset(map(frozenset, sides)) for space, sides in around.items()})
    return found, plan.no_stop, plan.exclusive, [(one.name, one.rotation) for one in plan.turntables]


def headings(layout: Any) -> dict[str, tuple[Any, float]]:
    """The directions that a file gives, each with the neighbours at the end that it leads away from."""
    behind = {space: sorted(end.space for end in layout.plan.fixed.get(End(space, 0), ())) for space in layout.plan.spaces}
    ahead = {space: sorted(end.space for end in layout.plan.fixed.get(End(space, 1), ())) for space in layout.plan.spaces}
    found = {}
    for space, angle in layout.angles.items():
        pair = (behind[space], ahead[space])
        turned = pair[0] > pair[1]
        found[space] = (pair[::-1] if turned else pair, (angle + 180 * turned) % 360)
    return found


def test_the_model_of_the_editor() -> None:
    assert run_node(["edit.test.ts"])
    assert "shunt-editor/1" in editor_page()


def test_track_is_drawn_where_show_has_it(tmp_path: Path) -> None:
    """On shipped boards as they are, and with their spaces moved about, so that some lie on each other."""
    random, cases = Random(5), []
    for name in layout_names():
        if isinstance(layout := load_any_layout(name), Layout):
            drawn = replace(layout, at=layout.coordinates(), angles=layout.directions())
            moved = {space: (x + random.gauss(0, 0.6), y + random.gauss(0, 0.6)) for space, (x, y) in drawn.at.items()}
            turned = {space: angle for space, angle in drawn.angles.items() if random.random() < 0.5}
            cases += [shape_case(one) for one in (drawn, replace(drawn, angles={}), replace(drawn, at=moved, angles=turned))]
    assert sum(bool(case["lying"]) for case in cases) > 5
    assert run_node(["shape.test.ts"], cases, tmp_path)


def shape_case(layout: Layout) -> dict[str, Any]:
    """A layout as a file, and where Python draws it; y upwards."""
    text = json.dumps({"schema": "shunt-layout/1", "name": "x", **layout_table(layout)})
    document = parse_text("x", text)
    (read, _), settings = read_layout(document), (0,) * len(layout.plan.turntables)
    assert isinstance(read, Layout)
    shape = track_shape(read)
    ends = [
        sorted([(curve.start[0], -curve.start[1]), (curve.end[0], -curve.end[1])]) for curve in (*shape.curves, *shape.bridges)
    ]
    return {
        "text": text,
        "spots": {space: (spot.x, -spot.y, atan2(-spot.along[1], spot.along[0])) for space, spot in shape.spots.items()},
        "curves": [(*start, *end) for start, end in ends],
        "lying": [(one.where, one.what) for one in placed_warnings(read, document, settings) if one.where.startswith("at.")],
    }


def test_shipped_layouts_and_cards_come_back_as_they_were(open_page: Opened) -> None:
    page = open_page(editor_page())
    for name in layout_names():
        text = (puzzles_folder() / "layouts" / f"{name}.toml").read_text()
        back, original = read_back(page, text), load_layout(name)
        assert joins(back.plan) == joins(original.plan), name
        assert back.marks == original.marks
        assert back.coordinates().keys() == original.coordinates().keys()
        if original.at:
            assert back.at == original.at
            assert headings(back) == headings(original)
    for name in card_names():
        card = load_card(name)
        again = load_card(page.evaluate(READ, card_text(card, inline_layout=True)))
        assert (again.ruleset, again.metric) == (card.ruleset, card.metric)
        assert again.names(again.start) == card.names(card.start), name
        if isinstance(card, RouteCard):
            assert isinstance(again, RouteCard)
            assert again.goal.as_names(again.plan) == card.goal.as_names(card.plan), name
            assert again.broken == card.broken
        else:
            assert again.goal == card.goal
            assert again.rules == card.rules
    for name in yard_names():
        text = (puzzles_folder() / "yards" / f"{name}.toml").read_text()
        assert yard_of(parse_document(name, page.evaluate(READ, text).encode())) == find_yard(name)


def test_goals_by_place_come_back_as_they_were(open_page: Opened) -> None:
    page = open_page(editor_page())
    card, again = load_card(PLACES), load_card(page.evaluate(READ, PLACES))
    assert again.goal.as_names(again.plan) == card.goal.as_names(card.plan)
    assert (again.own_places, again.layout.places) == (card.own_places, card.layout.places)


def read_back(page: Page, text: str) -> Any:
    """The layout of a text after the editor read and wrote it."""
    return layout_of(page.evaluate(READ, text))


def layout_of(text: str) -> Any:
    layout, faults = read_layout(parse_document("written", text.encode()))
    assert faults == []
    return layout


def test_what_cannot_be_shown_is_reported_and_changes_nothing(open_page: Opened) -> None:
    page = open_page(editor_page(SWAP.read_text().replace('layout = "wye-18"', "") + '\n[layout]\ntracks = ["A B C"]'))
    before = page.locator("textarea").input_value()
    for text in ("= =", "x = 1", 'schema = "shunt-pack/1"', "[" * 3000, "{}", '{"schema": 3}', ""):
        assert page.evaluate(PASTE, text) != []
        assert "This cannot be read" in page.locator(".report").inner_text()
        assert page.locator("g.space").count() == 3
    page.get_by_role("button", name="Make a card").or_(page.get_by_role("button", name="Board only")).click()
    page.get_by_role("button", name="Undo").click()
    assert page.locator("textarea").input_value() == before, "an unchanged text is kept as it is, comments included"


def test_markup_in_names_is_text(open_page: Opened) -> None:
    evil = "<img/src=x onerror=alert(1)>"
    text = f'schema = "shunt-layout/1"\nname = "{evil}"\ntracks = ["A {evil} C"]\n[about]\ntitle = "</script>"'
    page = open_page(editor_page(text))
    expect(page.locator("g.space")).to_have_count(4)
    assert page.locator("img").count() == 0
    expect(page.locator(".report")).to_contain_text("is not a name")


# --------------------------------------------------------------------------------------------------------------------
# Drawing


def point(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the board is on the screen."""
    script = """([x, y]) => {
      const matrix = document.querySelector(".canvas > svg").getScreenCTM();
      const point = new DOMPoint(x * 60, -y * 60).matrixTransform(matrix);
      return [point.x, point.y];
    }"""
    found = page.evaluate(script, [x, y])
    return found[0], found[1]


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def middle(page: Page, space: str, end: int) -> tuple[float, float]:
    box = page.locator(f'circle[data-space="{space}"][data-end="{end}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.slow
def test_wye_18_is_drawn_and_equals_the_shipped_board(open_page: Opened) -> None:
    page = open_page(editor_page(), viewport={"width": 1600, "height": 1000})
    original = load_layout("wye-18")
    for _ in range(4):
        page.get_by_label("Smaller").click()
    page.get_by_role("button", name="Lay track").click()
    names: dict[str, str] = {}
    for space, (x, y) in original.at.items():  # far apart, so that no end lies under another space
        page.mouse.click(*point(page, x * 2.1 - 2, y * 2.4))
        (new,) = {str(one.get_attribute("data-space")) for one in page.locator("g.space").all()} - names.keys()
        names[new] = space
    of = {space: new for new, space in names.items()}
    page.get_by_role("button", name="Join", exact=True).click()
    done = set()
    for end, others in original.plan.fixed.items():
        for other in others:
            if frozenset((end, other)) not in done:
                done.add(frozenset((end, other)))
                drag(page, middle(page, of[end.space], end.end), middle(page, of[other.space], other.end))
    drawn = layout_of(page.locator("textarea").input_value())
    assert joins(drawn.plan, names) == joins(original.plan)
    page.get_by_role("button", name="Undo").click()
    assert page.locator(".joins .rail.join").count() == len(done) - 1
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="Arrange").click()
    arranged_again = layout_of(page.locator("textarea").input_value())
    assert joins(arranged_again.plan, names) == joins(original.plan)


def test_a_drag_lays_a_run_and_ends_at_a_space(open_page: Opened) -> None:
    page = open_page(editor_page())
    drag(page, point(page, 0, 0), point(page, 4.4, 0))
    assert page.locator("g.space").count() >= 4
    laid = page.locator("g.space").count()
    layout = layout_of(page.locator("textarea").input_value())
    assert len(layout.plan.tracks) == 1
    page.keyboard.press("Control+z")
    assert page.locator("g.space").count() == 0
    page.keyboard.press("Control+y")
    assert page.locator("g.space").count() == laid


def test_spaces_are_joined_renamed_and_made_a_turntable_from_the_panel(open_page: Opened) -> None:
    page = open_page(editor_page('schema = "shunt-layout/1"\nname = "x"\ntracks = ["A1", "B1", "T"]'), phone=True)
    page.locator('g.space[data-space="A1"]').click()
    page.get_by_label("Join A1, ahead, to").select_option("B1/0")
    page.get_by_label("Name of the space").fill("Q1")
    page.get_by_label("Name of the space").press("Enter")
    page.get_by_text("Nothing may stop here").click()
    page.locator('g.space[data-space="T"]').click()
    page.get_by_role("button", name="Make it a turntable").click()
    page.get_by_label("Position 0, first end").select_option("B1")
    layout = layout_of(page.locator("textarea").input_value())
    assert layout.plan.tracks == (("Q1", "B1"),)
    assert layout.plan.no_stop == frozenset({"Q1"})
    assert [(table.bridge, tuple(map(tuple, table.positions))) for table in layout.plan.turntables] == [(("T",), (("B1", ""),))]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# --------------------------------------------------------------------------------------------------------------------
# With the server


@pytest.fixture
def edited(browser: Browser, tmp_path: Path) -> Iterator[tuple[Page, Path]]:
    """The editor served for a file with wye-18, and the file."""
    file = tmp_path / "board.toml"
    file.write_text((puzzles_folder() / "layouts" / "wye-18.toml").read_text())
    with served_editor(browser, file) as page:
        expect(page.locator("g.space")).to_have_count(18)
        yield page, file


def test_a_card_is_built_solved_and_saved(edited: tuple[Page, Path]) -> None:
    page, file = edited
    page.get_by_role("button", name="Make a card").click()
    for space, kind in (("A1", "Locomotive"), ("B1", "Car"), ("C2", "Car")):
        page.locator(f'g.space[data-space="{space}"]').click()
        page.get_by_role("button", name=kind, exact=True).click()
    page.locator('g.space[data-space="F2"]').click()
    page.get_by_role("button", name="Broken track").click()
    for space, piece in (("A1", "A"), ("C2", "red"), ("B1", "green")):
        page.locator(f'g.space[data-space="{space}"]').click(force=True)
        page.locator(".panel").get_by_role("button", name=piece, exact=True).click()
    expect(page.locator(".answer")).to_have_text("optimum 6, proven", timeout=120_000)
    expect(page.locator(".report")).to_contain_text("grade")
    page.get_by_role("button", name="Save board.toml").click()
    expect(page.locator(".report")).to_contain_text("saved board.toml")
    saved, shipped = load_card(file), load_card("first-swap")
    assert saved.names(saved.start) == shipped.names(shipped.start)
    assert joins(saved.plan) == joins(shipped.plan)  # type: ignore[attr-defined]
    file.write_text("# changed elsewhere\n" + file.read_text())
    page.locator('g.space[data-space="F2"]').click()
    page.get_by_role("button", name="Mended").click()
    page.get_by_role("button", name="Save board.toml").click()
    expect(page.locator(".report")).to_contain_text("was changed elsewhere")
    assert file.read_text().startswith("# changed elsewhere")


def test_the_command_writes_the_bare_page_and_refuses_bad_files(tmp_path: Path) -> None:
    page = tmp_path / "editor.html"
    assert run("edit", "-o", page).exit_code == 0
    assert page.read_text() == editor_page()
    assert "connect-src 'none'" in page.read_text()
    binary = tmp_path / "x.toml"
    binary.write_bytes(b"\xff\xfe")
    for arguments in ([binary], [tmp_path], [tmp_path / "no" / "x.toml"]):
        done = run("edit", *arguments, "--port", "0")
        assert done.exit_code == 2
        assert "Traceback" not in done.output

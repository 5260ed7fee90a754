"""The editor in the browser: files come back as they were, a board is drawn, a card is built and solved, a file is saved."""

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from math import atan2
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.cards.layout_report import placed_warnings
from shunt.cards.writing import card_text
from shunt.files.document import parse_document, parse_text
from shunt.files.library import card_names, layout_names, puzzles_folder, yard_names
from shunt.hump.yard_file import find_yard, yard_of
from shunt.pages.page import editor_page
from shunt.render.geometry import track_shape
from shunt.render.scene import XY
from shunt.track.layout import Layout
from shunt.track.layout_file import load_any_layout, load_layout, read_layout
from shunt.track.layout_table import layout_table
from tests.cli.running import check_refused
from tests.cli.running import shunt as run
from tests.pages.driving import layout_of, press, text_of
from tests.pages.mutants import PLACES
from tests.pages.node_runs import read_by_editor, run_node

SWAP = puzzles_folder() / "cards" / "first-swap.toml"
PASTE = """async (text) => {
  document.querySelector(".source").open = true;
  document.querySelector("textarea").value = text;
  [...document.querySelectorAll("button")].find((one) => one.textContent === "Use this text").click();
  await new Promise((done) => setTimeout(done));
  return [...document.querySelectorAll(".report li.fault b")].map((one) => one.textContent);
}"""
"""Pastes a text and returns the places of the faults that the page finds."""


def rails(layout: Layout) -> list[set[Any]]:
    """The rails at every setting of the turntables: between which spaces, and where; in no order, and from either end."""
    settings = product(*(range(len(table.positions)) for table in layout.plan.turntables))
    shapes = [track_shape(layout, setting) for setting in settings]
    curves = [(*shape.curves, *shape.bridges) for shape in shapes]
    return [{(frozenset(one.spaces), frozenset(map(rounded, (one.start, one.end)))) for one in found} for found in curves]


def rounded(point: XY) -> XY:
    return round(point[0], 6), round(point[1], 6)


def test_track_is_drawn_where_show_has_it(tmp_path):
    """On shipped boards as they are, and with their spaces moved about, so that some lie on each other."""
    random, cases = Random(5), []
    for name in layout_names():
        if isinstance(layout := load_any_layout(name), Layout):
            drawn = replace(layout, at=layout.coordinates(), angles=layout.directions())
            moved = {space: (x + random.gauss(0, 0.6), y + random.gauss(0, 0.6)) for space, (x, y) in drawn.at.items()}
            turned = {space: angle for space, angle in drawn.angles.items() if random.random() < 0.5}
            cases += [shape_case(one) for one in (drawn, replace(drawn, angles={}), replace(drawn, at=moved, angles=turned))]
    assert sum(bool(case["lying"]) for case in cases) > 5
    assert run_node("shape.test.ts", cases, tmp_path)


def shape_case(layout: Layout) -> dict[str, Any]:
    """A layout as a file, and where Python draws it; y upwards."""
    text = json.dumps({"schema": "shunt-layout/1", "name": "x", **layout_table(layout)})
    document = parse_text("x", text)
    (read, _), settings = read_layout(document), (0,) * len(layout.plan.turntables)
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


def shipped(folder: str, names: Iterable[str]) -> dict[str, str]:
    """The texts of shipped files; cards have their layouts inside."""
    if folder == "cards":
        return {name: card_text(load_card(name), inline_layout=True) for name in names}
    return {name: (puzzles_folder() / folder / f"{name}.toml").read_text() for name in names}


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_shipped_files_come_back_as_they_were(every, tmp_path):
    layouts, cards = shipped("layouts", layout_names()[::every]), shipped("cards", card_names()[::every]) | {"places": PLACES}
    yards = shipped("yards", yard_names())
    found = read_by_editor([*layouts.values(), *cards.values(), *yards.values()], tmp_path)
    assert not any(one["faults"] for one in found)
    written = iter([one["text"] for one in found])
    for name in layouts:
        back, original = layout_of(next(written)), load_layout(name)
        assert rails(back) == rails(original), name
        assert (back.marks, back.at) == (original.marks, original.at)
        assert (back.plan.no_stop, back.plan.exclusive) == (original.plan.no_stop, original.plan.exclusive)
        assert back.plan.turntables == original.plan.turntables
    for name, text in cards.items():
        card, again = load_card(text), load_card(next(written))
        assert (again.ruleset, again.metric) == (card.ruleset, card.metric)
        assert again.names(again.start) == card.names(card.start), name
        if isinstance(card, RouteCard):
            assert again.goal.as_names(again.plan) == card.goal.as_names(card.plan), name
            assert (again.broken, again.own_places, again.layout.places) == (card.broken, card.own_places, card.layout.places)
        else:
            assert (again.goal, again.rules) == (card.goal, card.rules)
    for name in yards:
        assert yard_of(parse_document(name, next(written).encode())) == find_yard(name)


def test_what_cannot_be_shown_is_reported_and_changes_nothing(open_page):
    page = open_page(editor_page(SWAP.read_text().replace('layout = "wye-18"', "") + '\n[layout]\ntracks = ["A B C"]'))
    before = text_of(page)
    for text in ("= =", "x = 1", 'schema = "shunt-pack/1"', "[" * 3000, "{}", '{"schema": 3}', ""):
        assert page.evaluate(PASTE, text) != []
        assert "This cannot be read" in page.locator(".report").inner_text()
        assert page.locator("g.space").count() == 3
    page.get_by_role("button", name="Make a card").or_(page.get_by_role("button", name="Board only")).click()
    press(page, "Undo")
    assert text_of(page) == before, "an unchanged text is kept as it is, comments included"


def test_markup_in_names_is_text(open_page):
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


def test_spaces_are_laid_and_their_ends_joined(open_page):
    page = open_page(editor_page())
    page.get_by_label("Smaller").click()
    press(page, "Lay track")
    for place in ((0.0, 0.0), (3.0, 0.0), (3.0, 2.0)):
        page.mouse.click(*point(page, *place))
    first, second, third = (str(one.get_attribute("data-space")) for one in page.locator("g.space").all())
    press(page, "Join", exact=True)
    end = "circle[data-space='{}'][data-end='{}']"
    for other in (second, third):
        page.drag_and_drop(end.format(first, 1), end.format(other, 0), steps=4, force=True)
    joined = {("|", first, second), ("|", first, third)}
    assert set(layout_of(text_of(page)).plan.tracks) == joined
    page.keyboard.press("Control+z")
    assert page.locator(".joins .rail.join").count() == 1
    page.keyboard.press("Control+y")
    press(page, "Arrange")
    assert set(layout_of(text_of(page)).plan.tracks) == joined


# --------------------------------------------------------------------------------------------------------------------
# With the server


def test_the_command_writes_the_bare_page_and_refuses_bad_files(tmp_path):
    page = tmp_path / "editor.html"
    assert run("edit -o", page).exit_code == 0
    assert page.read_text() == editor_page()
    assert "connect-src 'none'" in page.read_text()
    binary = tmp_path / "x.toml"
    binary.write_bytes(b"\xff\xfe")
    for file in (binary, tmp_path, tmp_path / "no" / "x.toml"):
        check_refused(run("edit --port 0", file))

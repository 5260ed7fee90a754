"""A hand for the player's page, which finds spaces on the screen, drags and taps as people do; and an editor to be used."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page

from shunt.files.document import parse_document
from shunt.pages.server.local import LocalServer
from shunt.rules.ruleset import replay
from shunt.track.layout_file import read_layout

POINT = """space => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const wanted = decodeURIComponent(location.hash.slice(1).split("/")[0]);
  const card = data.cards.find(one => one.name === wanted) ?? data.cards[0];
  const board = data.boards[card.board];
  const index = board.spaces.indexOf(space);
  const spot = board.drawing.spots[index] ?? board.drawing.pits[board.turntables.findIndex(one => one.bridge.includes(index))];
  const svg = document.querySelector("main svg.board");
  const point = new DOMPoint(spot[0], spot[1]).matrixTransform(svg.getScreenCTM());
  return [point.x, point.y];
}"""

SMALL_TARGETS = """body => [...body.querySelectorAll("button, a, select, summary")].filter(one => {
  const { width, height } = one.getBoundingClientRect();
  return one.checkVisibility() && (width < 40 || height < 40);
}).map(one => one.outerHTML)"""
"""What a finger may miss."""

XY = tuple[float, float]


def box_of(what: Locator) -> FloatRect:
    """Where a part of the page is on the screen."""
    box = what.bounding_box()
    assert box is not None
    return box


def middle(what: Locator) -> XY:
    """Where its middle is."""
    box = box_of(what)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, *points: XY, steps: int = 1) -> None:
    """Drag with the mouse from the first point over the others."""
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=steps)
    page.mouse.up()


def text_of(page: Page) -> str:
    """The text that the editor has written."""
    return page.locator("textarea").input_value()


def layout_of(text: str) -> Any:
    """The layout that the editor wrote."""
    layout, faults = read_layout(parse_document("written", text.encode()))
    assert faults == []
    return layout


def painted(page: Page) -> None:
    """Wait until a page that was just loaded is drawn: until then the browser drops what is typed and touched."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def press(within: Page | Locator, name: str, exact: bool = False) -> None:
    """Click a button."""
    within.get_by_role("button", name=name, exact=exact).click()


def from_menu(page: Page, name: str) -> None:
    """Choose something from the menu of a page."""
    if not page.get_by_role("button", name=name).is_visible():
        press(page, "Menu")
    press(page, name)


class Hand:
    """What a person does on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def point(self, space: str) -> XY:
        """Where a space is on the screen."""
        x, y = self.page.evaluate(POINT, space)
        return x, y

    def path(self, spaces: Sequence[str]) -> list[XY]:
        """Points along the spaces of a run, with one between any two."""
        points = [self.point(space) for space in spaces]
        between = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
        return [points[0], *(point for pair in zip(between, points[1:], strict=True) for point in pair)]

    def click(self, space: str) -> None:
        self.page.mouse.click(*self.point(space))

    def drag(self, spaces: Sequence[str]) -> None:
        """Drag with the mouse along spaces."""
        drag(self.page, *self.path(spaces))

    def swipe(self, spaces: Sequence[str]) -> None:
        """Drag with a finger along spaces."""
        self.slide(*self.path(spaces))

    def slide(self, *points: XY) -> None:
        """Drag with a finger over points."""
        client = self.page.context.new_cdp_session(self.page)

        def send(kind: str, at: list[XY]) -> None:
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

        send("touchStart", list(points[:1]))
        for point in points[1:]:
            send("touchMove", [point])
        send("touchEnd", [])
        client.detach()

    def pinch(self, at: XY, apart: Sequence[float]) -> None:
        """Put two fingers on the screen, and move them as far apart as each of the numbers says."""
        client = self.page.context.new_cdp_session(self.page)
        kinds = ["touchStart", *["touchMove"] * (len(apart) - 1)]
        for kind, pixels in zip(kinds, apart, strict=True):
            points = [{"x": at[0] + side * pixels / 2, "y": at[1], "id": number} for number, side in enumerate((-1, 1))]
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        client.detach()

    def couple(self, cars: Sequence[str], by_keys: bool = False) -> None:
        """Couple these cars and no others, with the buttons beside the board."""
        group = self.page.get_by_role("group", name="Couple", exact=True)
        for button in group.get_by_role("button").all() if group.count() else []:
            if (button.get_attribute("aria-pressed") == "true") != (button.inner_text() in cars):
                button.press("Enter") if by_keys else button.click()

    def count(self, name: str = "moves") -> int:
        """A counter beside the board."""
        return int(self.page.locator(".counters div", has=self.page.locator(f"dt:text-is('{name}')")).locator("dd").inner_text())

    @property
    def message(self) -> Locator:
        """What the page says: to be waited for with `expect`, because a tap or a link is followed later than it is made."""
        return self.page.locator(".message")

    def piece(self, label: str) -> Locator:
        """The piece of which the page says this: which it is and where."""
        return self.page.locator(f"main .vehicle[aria-label='{label}']")

    def position(self) -> list[str | None]:
        """What is said of every piece: which it is and where."""
        return [group.get_attribute("aria-label") for group in self.page.locator("main .vehicle").all()]

    def answer(self, words: str) -> None:
        """Say which way is meant, if the page asks."""
        choice = self.page.get_by_role("group", name="Which way")
        if choice.is_visible():
            choice.get_by_role("button", name=words, exact=True).click()

    def play(self, card: Any, by_finger: bool = False) -> None:
        """Make every move of a card's Yard Guide, by dragging."""
        for locomotive, couples, path, words in runs_of(card):
            self.page.get_by_role("group", name="What is moved").get_by_role("button", name=locomotive, exact=True).click()
            self.couple(couples)
            self.page.evaluate("scrollTo(0, 0)")
            (self.swipe if by_finger else self.drag)(path)
            self.answer(words)


@contextmanager
def served(server: LocalServer) -> Iterator[LocalServer]:
    """Have a server answer while the block runs."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def words_of(run: Any) -> str:
    """A move as the list of destinations has it."""
    words: str = run.path[-1]
    if run.couples:
        words += f", pulls {' '.join(run.couples)}"
    return words + (f", pushes {' '.join(run.pushes)} to {run.head_path[-1]}" if run.pushes else "")


def runs_of(card: Any) -> list[tuple[str, list[str], list[str], str]]:
    """Locomotive, couplings, path and words of each move of a card's Yard Guide."""
    made = replay(card.rules, card.start, card.guide)
    return [(move.run.locomotive, list(move.run.couples), list(move.run.path), words_of(move.run)) for move in made]

"""Pages in a real browser: how large a pack's page is, how long it takes to open, and how smooth a drag is."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import shunt
from benchmarks.measuring import CannotRunError, Figure, Plan, benchmark
from tests.pages.chromium import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPENED = "performance.timing.loadEventEnd - performance.timing.navigationStart"
FRAMES = """
() => {
  window.frames_seen = [];
  const see = time => { frames_seen.push(time); requestAnimationFrame(see); };
  requestAnimationFrame(see);
}
"""
BOARD = "alphabet-26"
STEPS = 120  # of the pointer within a drag


@benchmark("pages", "Pages in the browser")
def pages(plan: Plan) -> Iterator[Figure]:
    """The page of forty cards: size and time to open; frames while a locomotive is dragged over the largest board."""
    path = find_chromium()
    if path is None:
        raise CannotRunError("Chromium")
    from playwright.sync_api import sync_playwright

    text = shunt.page("first-forty")
    size = len(text.encode()) / 1e6
    yield Figure("pages/size", "the page of First Forty", size, "MB", bar="≤ 1 MB", holds=size <= 1)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        opened = [_opening(browser, text, Path(folder)) for _ in range(3 if plan.quick else 9)]
        took = median(opened)
        yield Figure("pages/open", "it opens in", took, "s", bar="≤ 1 s", holds=took <= 1, samples=tuple(opened))
        frames = sorted(_frames_of_a_drag(browser, Path(folder)))
        browser.close()
    slow = quantiles(frames, n=20)[-1]
    yield Figure("pages/frame", f"a frame while dragging on {BOARD}: median", median(frames), "ms", samples=tuple(frames))
    yield Figure("pages/slow frame", "the same: 95 % are shorter than", slow, "ms", bar="≤ 17 ms (60 a second)", holds=slow <= 17)


def _opening(browser: Browser, text: str, folder: Path) -> float:
    """Open a page in a fresh context; return the seconds until it had loaded."""
    file = folder / "page.html"
    file.write_text(text, encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    seconds = float(page.evaluate(OPENED)) / 1000
    page.close()
    return seconds


def _frames_of_a_drag(browser: Browser, folder: Path) -> list[float]:
    """Drag a locomotive to and fro; return the milliseconds from each frame to the next."""
    card = next(card for card in map(shunt.load, shunt.card_names()) if getattr(card, "board_name", "") == BOARD)
    file = folder / "drag.html"
    file.write_text(shunt.page(card), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    vehicle: Any = page.locator("svg [data-vehicle='0']").bounding_box()
    x, y = vehicle["x"] + vehicle["width"] / 2, vehicle["y"] + vehicle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(FRAMES)
    for step in range(STEPS):
        page.mouse.move(x + 200 * abs(2 * step / STEPS - 1), y + 20 * (step % 5))
    page.mouse.up()
    times = [float(time) for time in page.evaluate("frames_seen")]
    page.close()
    return [after - before for before, after in pairwise(times)]

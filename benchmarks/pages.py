"""Pages in a real browser: how large they are, how soon they open and answer, how smooth they are, and the first minutes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

import shunt
from benchmarks.measuring import CannotRunError, Figure, Plan, benchmark
from shunt.generator.packs.recipes import BOARDS
from shunt.pages.collection import collect
from shunt.pages.server.making import Making
from shunt.pages.site import Web, card_page
from tests.pages.chromium import find_chromium
from tests.pages.driving import Hand, runs_of

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
ANSWERS = """
() => {
  window.answers_seen = [];
  const see = list => list.getEntries().forEach(one => one.interactionId && answers_seen.push(one.duration));
  new PerformanceObserver(see).observe({ type: "event", durationThreshold: 16, buffered: true });
}
"""
"""Interactions of at least 16 ms: what is shorter is not reported."""
DECKS = ["first-forty", "box-forty"]
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
    decks = collect(DECKS)
    heaviest = max(len(card_page(decks, entry, Web("https://example.org/")).encode()) for entry in decks.entries) / 1e3
    yield Figure("pages/card", "the heaviest page of a card of both decks", heaviest, "kB", bar="≤ 150 kB", holds=heaviest <= 150)
    yield Figure("pages/size", "the page of First Forty", size, "MB", bar="≤ 1 MB", holds=size <= 1)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        opened = [_opening(browser, text, Path(folder)) for _ in range(3 if plan.quick else 9)]
        took = median(opened)
        yield Figure("pages/open", "it opens in", took, "s", bar="≤ 1 s", holds=took <= 1, samples=tuple(opened))
        frames = sorted(_frames_of_a_drag(browser, Path(folder)))
        yield from _first_card(browser, Path(folder))
        yield from _played(browser, Path(folder))
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


def _first_card(browser: Browser, folder: Path) -> Iterator[Figure]:
    """Solve the first card of the starter pack on a phone, from the list of cards on."""
    file = folder / "starter.html"
    file.write_text(shunt.page("starter"), encoding="utf-8")
    page = browser.new_context(has_touch=True, viewport={"width": 375, "height": 667}).new_page()
    begun = monotonic()
    page.goto(file.as_uri())
    page.get_by_role("link", name="Start here").tap()
    Hand(page).play(collect(["starter"]).entries[0].card, by_finger=True)
    page.locator(".solved").wait_for()
    took = monotonic() - begun
    page.context.close()
    yield Figure(
        "pages/first card", "from the list to the first card solved on a phone", took, "s", bar="≤ 60 s", holds=took <= 60
    )


def _played(browser: Browser, folder: Path) -> Iterator[Figure]:
    """Make the moves of a card by clicks: frames while its trains roll, and the time until a click is answered."""
    file = folder / "played.html"
    file.write_text(shunt.page("first-swap"), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    page.evaluate(ANSWERS)
    page.evaluate(FRAMES)
    hand, rolling = Hand(page), list[float]()
    for locomotive, couples, _, words in runs_of(shunt.load("first-swap")):
        page.get_by_role("group", name="What is moved").get_by_role("button", name=locomotive, exact=True).click()
        hand.couple(couples)
        first = page.evaluate("frames_seen.length")
        page.get_by_role("combobox", name="Where to").select_option(label=words)
        page.get_by_role("button", name="Go").click()
        page.locator(".board:not(.rolling)").wait_for()
        rolling += [after - before for before, after in pairwise(page.evaluate(f"frames_seen.slice({first})"))]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Restart").click()
    page.wait_for_timeout(200)
    answers = sorted(float(one) for one in page.evaluate("answers_seen")) or [16.0]
    page.close()
    middle, longest, seen = median(rolling), answers[-1], tuple(rolling)
    yield Figure(
        "pages/roll", "a frame of a train that rolls: median", middle, "ms", bar="≤ 17 ms", holds=middle <= 17, samples=seen
    )
    yield Figure("pages/answer", "the slowest answer to a click", longest, "ms", bar="≤ 100 ms", holds=longest <= 100)


@benchmark("new-puzzle", "New puzzles on request")
def new_puzzles(plan: Plan) -> Iterator[Figure]:
    """Cards as the page asks for them, in processor time."""
    making, took = Making("Cards"), list[float]()
    making.make({"tier": "blue", "cars": 0, "board": "fan-10"})  # loads what it needs
    for tier in ("blue", "green", "yellow"):
        for board in BOARDS[:2] if plan.quick else BOARDS:
            begun = process_time()
            for _ in range(making.tries):
                if b"href" in making.make({"tier": tier, "cars": 0, "board": board}).content:
                    break
            took.append(process_time() - begun)
    share = sum(one <= 5 for one in took) / len(took)
    yield Figure("new-puzzle/median", "a blue to yellow card, processor time: median", median(took), "s", samples=tuple(took))
    yield Figure("new-puzzle/share", "of them within 5 s", 100 * share, "%", better="higher", bar="100 %", holds=share == 1)

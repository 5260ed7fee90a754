"""A player who plays table games on their page by mouse, keyboard or finger, and compares it with the same game in Python."""

import random
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal

from playwright.sync_api import Page, expect

from shunt.files.lazy import load_place
from shunt.games.face import Choice, FaceSheet, TableFace
from shunt.games.protocol import Match
from shunt.games.registry import game_class
from shunt.pages.server.local import LocalServer
from shunt.pages.tables.hall import Hall
from shunt.pages.tables.seated import BrowserTable, NamedTable
from tests.pages.driving import press, served

Means = Literal["mouse", "keys", "touch"]
ALL = "[...new Set([...document.querySelectorAll('.zone.open')].map(zone => zone.dataset.zone))].sort()"


def served_hall(hall: Hall, port: int = 0) -> AbstractContextManager[LocalServer]:
    """Serve the games while the block runs."""
    return served(LocalServer(hall.pages(), hall.posts, port))


def begin(page: Page, game: str, *kinds: str, seed: int = 5, is_shown: bool = True) -> None:
    """Begin a game by its form; if it is to be shown, wait for the turn of the player at the page."""
    press(page, f"Play {game_class(game).title}", exact=True)
    page.get_by_label("Number of players").select_option(str(len(kinds)))
    for seat, kind in enumerate(kinds, start=1):
        page.get_by_label(f"Seat {seat}", exact=True).select_option(kind)
    page.get_by_label("Number of the deal").fill(str(seed))
    press(page, "Begin", exact=True)
    expect(page.locator(".picture svg, .curtain:not([hidden])").first).to_be_visible()
    if is_shown:
        show_my_side(page)


def show_my_side(page: Page) -> None:
    """Lift the curtain, if there is one, and wait until the player may act."""
    page.locator(".zone.open, .curtain:not([hidden])").first.wait_for()
    if page.locator(".curtain:not([hidden])").count():
        press(page, "Show my side")
    wait_for_turn(page)


def wait_for_turn(page: Page) -> bool:
    """Wait until the player may act, on a drawing that fits the screen; return whether the game goes on."""
    page.wait_for_selector(".table:not([aria-busy=true]) :is(.zone.open, .end:not([hidden]))")
    return page.locator(".end:not([hidden])").count() == 0


class TablePlayer:
    """One person at seat 0 who plays at random; every look at the page is compared with a match replayed in Python."""

    def __init__(self, page: Page, hall: Hall, means: Means, seed: int = 1) -> None:
        self.page, self.means, self.chance = page, means, random.Random(seed)
        self.served: BrowserTable = next(reversed(hall._tables.values()))
        self.table: NamedTable = self.served.table
        self.match: Match[Any, Any] = Match(self.table.game, self.table.seed)
        self.taken = 0

    def play(self, most: int = 1_000_000) -> int:
        """Play to the end, at most so many own actions; return their number."""
        while self.taken < most and wait_for_turn(self.page):
            self.step()
        return self.taken

    def step(self) -> None:
        """Compare what is offered, take an action at random, and compare what was done."""
        self._catch_up()
        face = self._face()
        offered = {one.words for one in face.choices}
        if self.page.get_by_role("button", name="List them").count():
            press(self.page, "List them")
        shown = self.page.locator(".choices button").evaluate_all("all => all.map(one => one.lastChild.textContent)")
        assert sorted(shown) == sorted(offered)
        assert self.page.evaluate(ALL) == sorted({zone for one in face.choices for zone in one.zones})
        wanted = self._chosen(face.choices)
        before = len(self.table.actions)
        self._take(wanted, face.choices)
        self.page.wait_for_function("n => Number(document.querySelector('.table').dataset.actions) > n", arg=before)
        assert self.table.actions[before] == wanted.action
        self.taken += 1

    def _catch_up(self) -> None:
        """Replay in a match of its own what was done at the table."""
        for action in self.table.actions[len(self.match.actions) :]:
            self.match.act(action)
        assert self.match.state == self.table.state

    def _face(self) -> TableFace:
        game, state = self.match.game, self.match.state
        drawn = load_place(game.face)(FaceSheet(game, game.view(state, 0), 0, self.table.names))
        assert [one.action for one in drawn.choices] == list(game.legal_actions(state))
        return drawn

    def _chosen(self, choices: Sequence[Choice]) -> Choice:
        """Return an action at random; bids that can be kept, and trains sorted by a few moves, so that games come to an end."""
        short = [one for one in choices if getattr(one.action, "what", "") != "bid" or 2 < one.action.moves < 9]
        if self.taken % 4 == 3:
            short = [one for one in short if getattr(one.action, "what", "") != "roll"] or short
        return self.chance.choice(short or choices)

    def _take(self, wanted: Choice, choices: Sequence[Choice]) -> None:
        same = [one for one in choices if set(one.zones) == set(wanted.zones)]
        zones = [self.page.locator(f'.zone[data-zone="{zone}"]').first for zone in wanted.zones]
        if self.means == "mouse" and len(zones) == 2:
            zones[0].drag_to(zones[1], steps=4)
        else:
            for zone in zones:
                self._touch(zone)
        offers = list(dict.fromkeys(one.words for one in same))
        if len(offers) > 1:
            self._touch(self.page.locator(".menu button").nth(offers.index(wanted.words)))
        details = [one.action for one in same if one.words == wanted.words]
        if len(details) > 1:
            self._touch(self.page.locator(".menu button").nth(details.index(wanted.action)))

    def _touch(self, what: Any) -> None:
        if self.means == "keys":
            what.focus()
            self.page.keyboard.press("Enter")
        elif self.means == "touch":
            what.tap()
        else:
            what.click()

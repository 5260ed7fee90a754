"""What the tests of the pages share: two pages of the browser, which each test is given as if they were new."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from shunt.pages.server.editing import Editing, editor_get
from shunt.pages.server.local import LocalServer
from tests.pages.driving import painted, served

expect.set_options(timeout=120_000)  # also while another worker compiles
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 375, "height": 667}


class Tabs:
    """A page for a desktop and one for a phone: a new one for each test would take half of the time of the tests."""

    def __init__(self, browser: Browser) -> None:
        self.trouble: list[str] = []
        self._allowed: tuple[str, ...] = ()
        self._pages = {is_phone: self._page(browser, is_phone) for is_phone in (False, True)}

    def _page(self, browser: Browser, is_phone: bool) -> Page:
        page = browser.new_context(has_touch=is_phone).new_page()
        page.set_default_timeout(120_000)
        page.on("console", lambda message: self.trouble.append(message.text))
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("request", lambda request: request.url.startswith(self._allowed) or self.trouble.append(request.url))
        page.on("dialog", self._answer)
        return page

    def _answer(self, dialog: Dialog) -> None:
        """Leave a page with unsaved changes; no other dialog is expected."""
        if dialog.type != "beforeunload":
            self.trouble.append(dialog.message)
        dialog.accept()

    def open(self, address: str, *, phone: bool = False, viewport: Any = None, scheme: Any = "light") -> Page:
        """Open an address with nothing in the browser's storage; it may ask its own server, and no other."""
        page = self._pages[phone]
        page.goto("about:blank")
        origin = "file://" if address.startswith("file:") else address.removesuffix("/")
        client = page.context.new_cdp_session(page)
        client.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        client.detach()
        self._allowed = (origin, "blob:")
        self.trouble.clear()
        page.set_viewport_size(viewport or (PHONE if phone else DESKTOP))  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.goto(address)
        painted(page)
        return page


@pytest.fixture(scope="session")
def tabs(browser):
    return Tabs(browser)


@pytest.fixture
def open_page(tabs, tmp_path):
    """Open the text of a page from a file; at the end check that it made no request and wrote nothing on the console."""
    numbers = count()

    def opened(text: str, *, hash: str = "", **look: Any) -> Page:
        file = tmp_path / f"page-{next(numbers)}.html"
        file.write_text(text, encoding="utf-8")
        return tabs.open(file.as_uri() + hash, **look)

    yield opened
    assert tabs.trouble == []


@pytest.fixture
def visit(tabs):
    """Visit an address while the block runs; at the end check that nothing was written on the console, if it is to be `quiet`."""

    @contextmanager
    def visited(address: str, *, quiet: bool = True, **look: Any) -> Iterator[Page]:
        page = tabs.open(address, **look)
        yield page
        assert not quiet or tabs.trouble == []
        page.goto("about:blank")  # before the server ends

    return visited


@pytest.fixture
def edit(visit):
    """Serve the editor for a file while the block runs."""

    @contextmanager
    def edited(file: Path) -> Iterator[Page]:
        editing = Editing.from_file(str(file))
        server = LocalServer(editor_get(editing), editing.posts, 0)
        with served(server), visit(server.address, viewport={"width": 1400, "height": 900}) as page:
            yield page

    return edited

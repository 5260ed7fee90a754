"""What the tests of the pages share: a fresh context and page of the browser for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

Opened = Callable[..., Page]
expect.set_options(timeout=30_000)  # also while another worker compiles
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 375, "height": 667}


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """Open the text of a page from a file; at the end check that it made no request and wrote nothing on the console."""
    contexts = []
    trouble: list[str] = []

    def opened(text: str, *, phone: bool = False, hash: str = "", **settings: Any) -> Page:
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        settings = {"viewport": PHONE if phone else DESKTOP, "has_touch": phone, "reduced_motion": "reduce"} | settings
        context = browser.new_context(offline=True, **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("request", lambda request: request.url.startswith("file:") or trouble.append(f"request of {request.url}"))
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(file.as_uri() + hash)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert trouble == []

"""The widget of notebooks: the page of the player in a frame, and what is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import shunt
from shunt.errors import InputError
from shunt.pages.widget import FRAME

MODEL = """([code, page]) => {
  const model = { get: (name) => ({ page, title: "shunt", height: 500 })[name], on() {} };
  new Function(code)().render({ model, el: document.body });
}"""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_widget_holds_the_page_of_the_player() -> None:
    made: Any = shunt.widget("first-swap", height=500)
    assert (made.page, made.height) == (shunt.page("first-swap"), 500)
    assert {"page", "height", "title", "_esm"} <= set(made.keys)


@pytest.mark.slow
def test_the_frame_shows_the_player_in_a_browser(browser: Browser, tmp_path: Path) -> None:
    """The module that Jupyter loads, in an empty document: the player in its frame offers a hint for the card."""
    (tmp_path / "notebook.html").write_text("<!doctype html><title>notebook</title><body></body>")
    tab = browser.new_page()
    tab.goto((tmp_path / "notebook.html").as_uri())
    tab.evaluate(MODEL, [FRAME.replace("export default", "return"), shunt.page("first-swap")])
    frame = tab.frame_locator("iframe")
    hint = frame.get_by_role("button", name="Hint")
    expect(hint).to_be_visible()
    assert tab.locator("iframe").bounding_box()["height"] == 500
    tab.close()


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[tuple[Callable[[], Any], str]] = [
        (lambda: shunt.widget("no-such-card"), "no-such-card"),
        (lambda: shunt.widget("first-swap", height=3), "height: 3 is below 100"),
    ]
    for call, why in refused:
        with pytest.raises(InputError, match=why):
            call()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(InputError, match=r"pip install 'shunt\[notebook\]'"):
        shunt.widget("first-swap")

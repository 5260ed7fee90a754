"""The page of a card or a pack as a file, the same bytes each time, and as a widget of notebooks."""

import re
import sys

import pytest
from playwright.sync_api import expect

import shunt
from shunt.errors import InputError
from shunt.pages.widget import FRAME
from tests.cli.running import check_refused
from tests.cli.running import shunt as run

MODEL = """([code, page]) => {
  const model = { get: (name) => ({ page, title: "shunt", height: 500 })[name], on() {} };
  new Function(code)().render({ model, el: document.body });
}"""


def test_a_page_has_the_same_bytes_each_time_and_nothing_in_it_leads_out(tmp_path):
    text = shunt.page("first-swap", tmp_path / "page.html")
    assert text == shunt.page(shunt.load("first-swap")) == (tmp_path / "page.html").read_text()
    assert re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", text) == []
    assert "default-src 'none'" in text
    assert "unsafe" not in text


@pytest.mark.parametrize("what", ["first-swap", "two-storeys"])
def test_the_command_writes_the_page(tmp_path, what):
    file = tmp_path / "page.html"
    done = run("page", what, "--output", str(file))
    assert done.exit_code == 0
    assert "open it in a browser" in done.stdout
    assert file.read_text() == shunt.page(what)
    check_refused(run("page first-swop -o never.html"), "first-swap")


# --------------------------------------------------------------------------------------------------------------------
# The widget


def test_the_frame_of_a_widget_shows_the_player(open_page):
    """The module that Jupyter loads, in an empty document: the player in its frame offers a hint for the card."""
    tab = open_page("<!doctype html><title>notebook</title><body></body>")
    tab.evaluate(MODEL, [FRAME.replace("export default", "return"), shunt.page("first-swap")])
    expect(tab.frame_locator("iframe").get_by_role("button", name="Hint")).to_be_visible()
    expect(tab.locator("iframe")).to_have_css("height", "500px")


@pytest.mark.slow
def test_widgets_that_cannot_be_are_refused(monkeypatch):
    refused = [
        (lambda: shunt.widget("no-such-card"), "no-such-card"),
        (lambda: shunt.widget("first-swap", height=3), "height: 3 is below 100"),
    ]
    for call, why in refused:
        with pytest.raises(InputError, match=why):
            call()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(InputError, match=r"pip install 'shunt-puzzles\[notebook\]'"):
        shunt.widget("first-swap")

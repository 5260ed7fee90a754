"""The page of a card or a pack as a file: what is in it, whatever names say; the same bytes each time."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import shunt
from tests.cli.running import shunt as run


def data_of(text: str) -> dict[str, object]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert match is not None
    found: dict[str, object] = json.loads(match[1])
    return found


def test_a_page_has_the_same_bytes_each_time(tmp_path: Path) -> None:
    text = shunt.page("first-swap", tmp_path / "page.html")
    assert text == shunt.page(shunt.load("first-swap")) == (tmp_path / "page.html").read_text()
    assert data_of(text)["title"] == "First swap"


def test_nothing_in_a_page_leads_out_of_it() -> None:
    text = shunt.page("first-swap")
    assert re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", text) == []
    assert "default-src 'none'" in text
    assert "unsafe" not in text


@pytest.mark.parametrize("what", ["first-swap", "two-storeys"])
def test_the_command_writes_the_page(tmp_path: Path, what: str) -> None:
    file = tmp_path / "page.html"
    done = run("page", what, "--output", str(file))
    assert done.exit_code == 0
    assert "open it in a browser" in done.stdout
    assert file.read_text() == shunt.page(what)


def test_an_unknown_card_is_refused() -> None:
    done = run("page", "first-swop", "-o", "never.html")
    assert done.exit_code == 2
    assert "first-swap" in done.stderr

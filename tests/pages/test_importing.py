"""Panels of JMRI and plans of XTrackCAD in the editor: what was understood beside the board, and the part that is drawn."""

import gzip
from base64 import b64encode
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from shunt.pages.server.answers import imported
from tests.pages.driving import press
from tests.railways.drawn import inglenook


def answer(file: Path, **wanted: str) -> dict[str, Any]:
    """What the server says of a file."""
    return imported({"text": file.name, "content": b64encode(gzip.compress(file.read_bytes())).decode(), **wanted})


def test_a_panel_is_understood_in_part_or_refused_in_words(tmp_path):
    file = inglenook().write(tmp_path)
    whole, part = answer(file), answer(file, blocks="Main,Lead", points="span")
    assert whole["lines"][0].startswith("understood  1 right-hand turnout")
    assert (whole["blocks"], whole["left"], whole["loose"]) == (["Back", "Lead", "Main", "Middle"], [], [])
    assert len(part["text"]) < len(whole["text"])
    for content, words in (
        (b"<layout-config/>", "no Layout Editor panel"),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "entit"),
        (b"x" * 10_000_001, "more than 10 MB"),
        (b"", "neither a JMRI panel"),
    ):
        file.write_bytes(content)
        assert words in answer(file)["words"]
    assert "did not arrive whole" in imported({"text": "panel.xml", "content": "?"})["words"]


def test_a_panel_is_opened_and_drawn_on(edit, tmp_path):
    file = inglenook().write(tmp_path)
    with edit(tmp_path / "yard.toml") as page:
        page.locator("input[type=file]").set_input_files(str(file))
        expect(page.locator(".import h2")).to_have_text("panel.xml")
        expect(page.locator(".import .figures")).to_contain_text("5 track segments")
        spaces = page.locator("g.space").count()
        page.get_by_label("Blocks, with commas between them").fill("Lead")
        page.get_by_label("Blocks, with commas between them").press("Enter")
        expect(page.locator("g.space")).not_to_have_count(spaces)
        press(page, "New space")
        expect(page.locator(".import")).to_be_visible()
        press(page, "Save yard.toml")
        expect(page.locator(".say")).to_have_text("saved yard.toml")

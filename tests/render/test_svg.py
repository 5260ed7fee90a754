"""SVG: the pictures in the repository are what the code draws, and the file says what it should."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from shunt.render.scene import Circle, Line, Rect, Scene, Text
from shunt.render.scene import Path as Drawn
from shunt.render.svg import svg_text
from tests.render.golden import ROOT, pictures

PICTURES = pictures()


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pictures_are_what_the_code_draws(path: Path) -> None:
    """If they changed for the better: `python -m tests.render.golden`, look at them, commit them."""
    text = PICTURES[path]()
    assert path.read_text(encoding="utf-8") == text
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert not any(word in text for word in ("href", "url(", "nan"))  # pictures need nothing from elsewhere


def test_no_picture_is_left_over() -> None:
    kept = {file for folder in {path.parent for path in PICTURES} for file in folder.glob("*.svg")}
    assert {file for file in kept if file.parent.name == "golden"} <= set(PICTURES)


def test_every_kind_of_item_is_written() -> None:
    items = (
        Drawn((("M", (0, 0)), ("L", (1.005, 2.999)), ("Z", ())), "#ffffff", "#000000", 0.25, (1, 2), "round", 0.5),
        Line(0, 0, 1, 1, "#123456", 1, cap="round"),
        Circle(1, 1, -0.001, "#123456"),
        Rect(5, 5, 4, 2, 0.5, 45, "#123456"),
        Text(1, 2, "<&>", 3, anchor="end", bold=True, angle=-90),
    )
    text = svg_text(Scene(10, 10, items, "A <title>", "what is seen"))
    root = ET.fromstring(text)
    kinds = [child.tag.partition("}")[2] for child in root]
    assert kinds == ["title", "desc", "path", "line", "circle", "rect", "text"]
    assert root.attrib["width"] == "10mm"
    assert root[2].attrib["d"] == "M0 0L1 3Z"
    assert root[4].attrib["r"] == "0"
    assert root[5].attrib["transform"] == "rotate(45 5 5)"
    assert root[6].text == "<&>"

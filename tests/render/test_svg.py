"""SVG: the pictures in the repository are what the code draws, and the file says what it should."""

from xml.etree import ElementTree as ET

import pytest

from tests.render.golden import ROOT, pictures

PICTURES = pictures()


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pictures_are_what_the_code_draws(path):
    """If they changed for the better: `python -m tests.render.golden`, look at them, commit them."""
    text = PICTURES[path]()
    assert path.read_text(encoding="utf-8") == text
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert not any(word in text for word in ("href", "url(", "nan"))  # pictures need nothing from elsewhere


def test_no_picture_is_left_over():
    kept = {file for folder in {path.parent for path in PICTURES} for file in folder.glob("*.svg")}
    assert {file for file in kept if file.parent.name == "golden"} <= set(PICTURES)

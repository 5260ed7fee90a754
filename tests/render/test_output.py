"""Pixels and themes: the same bytes each time, everything shown, text readable on every ground."""

from io import BytesIO

import pytest
from PIL import Image

from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.render.raster import png
from shunt.render.scene import Text
from shunt.render.themes import THEMES, themed
from shunt.render.values import scene_of

CARD = load_card("first-swap")


def test_png_has_the_size_and_colours_of_the_scene_and_the_same_bytes_twice():
    scene = scene_of(CARD)
    content = png(scene, 3)
    assert content == png(scene, 3)
    picture = Image.open(BytesIO(content)).convert("RGB")
    assert picture.size == (round(scene.width * 3), round(scene.height * 3))
    colours = {colour for _, colour in picture.getcolors(1 << 24)}
    assert {(0xC9, 0x35, 0x2B), (0x2E, 0x8B, 0x47), (0xF5, 0xF0, 0xE3)} <= colours  # the two cars and the ground


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_changes_colours_only(theme):
    scene = scene_of(CARD)
    other = themed(scene, theme)
    assert [type(item) for item in other.items] == [type(item) for item in scene.items]
    assert [item.text for item in other.items if isinstance(item, Text)] == [i.text for i in scene.items if isinstance(i, Text)]
    assert (other == scene) is (theme == "light")
    with pytest.raises(InputError, match="dark"):
        themed(scene, "drak")

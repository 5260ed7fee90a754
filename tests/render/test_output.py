"""Pixels and themes: the same bytes each time, everything shown, text readable on every ground."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.render.colours import INKS
from shunt.render.raster import png
from shunt.render.scene import Text
from shunt.render.themes import THEMES, themed
from shunt.render.values import scene_of

CARD = load_card("first-swap")


def test_png_has_the_size_and_colours_of_the_scene_and_the_same_bytes_twice() -> None:
    scene = scene_of(CARD)
    content = png(scene, 3)
    assert content == png(scene, 3)
    picture = Image.open(BytesIO(content)).convert("RGB")
    assert picture.size == (round(scene.width * 3), round(scene.height * 3))
    colours = {colour for _, colour in picture.getcolors(1 << 24)}
    assert {(0xC9, 0x35, 0x2B), (0x2E, 0x8B, 0x47), (0xF5, 0xF0, 0xE3)} <= colours  # the two cars and the ground


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_changes_colours_only(theme: str) -> None:
    scene = scene_of(CARD)
    other = themed(scene, theme)
    assert [type(item) for item in other.items] == [type(item) for item in scene.items]
    assert [item.text for item in other.items if isinstance(item, Text)] == [i.text for i in scene.items if isinstance(i, Text)]
    assert (other == scene) is (theme == "light")
    with pytest.raises(InputError, match="dark"):
        themed(scene, "drak")


def seen_by(colour: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """A colour in CIE L*a*b* as somebody sees it; matrices of G. Machado et al., 2009, for linear light."""
    light = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in light]
    red, green, blue = (max(0.0, min(1.0, sum(f * c for f, c in zip(row, light, strict=True)))) for row in matrix)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


SIGHT = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


@pytest.mark.parametrize("sight", SIGHT)
def test_the_usual_colours_of_cars_can_be_told_apart(sight: str) -> None:
    seen = {name: seen_by(INKS[name], SIGHT[sight]) for name in ("red", "green", "yellow", "blue", "black", "white")}
    near = {(a, b): sum((x - y) ** 2 for x, y in zip(seen[a], seen[b], strict=True)) ** 0.5 for a, b in combinations(seen, 2)}
    assert min(near.values()) > 10, sorted(near.items(), key=lambda pair: pair[1])[:3]

"""Pictures inside a page: the project's own scenes as pieces of SVG, in colours that follow the light or dark scheme.

A colour that differs between the themes of `shunt/render/output/themes.py` is written as `light-dark(…)`, so a page carries one
picture for both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from xml.etree import ElementTree as ET

from shunt.render.output.themes import THEMES
from shunt.render.scene import Item, Line, Text
from shunt.render.svg import add_item


def svg_items(items: Iterable[Item]) -> str:
    """Return items as elements of SVG, without a root."""
    root = ET.Element("g")
    for item in items:
        add_item(root, _adaptive(item))
    return "".join(ET.tostring(element, encoding="unicode") for element in root)


def _adaptive(item: Item) -> Item:
    """Return the item in colours for both schemes."""
    dark = THEMES["dark"](item)
    if isinstance(item, Text):
        assert isinstance(dark, Text)
        return replace(item, colour=_both(item.colour, dark.colour))
    assert not isinstance(dark, Text)
    stroke = _both(item.stroke, dark.stroke)
    if isinstance(item, Line) or isinstance(dark, Line):
        return replace(item, stroke=stroke)
    return replace(item, stroke=stroke, fill=_both(item.fill, dark.fill))


def _both(light: str, dark: str) -> str:
    return light if light == dark else f"light-dark({light},{dark})"

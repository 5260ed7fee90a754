"""Themes: the same scene in other colours, for dark screens and for printers that are to save ink."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from shunt.errors import InputError, suggest
from shunt.render import colours
from shunt.render.colours import brightness, contrast, paled
from shunt.render.scene import Item, Path, Rect, Scene, Text

DARK = {
    colours.GROUND: "#20242a",
    colours.PAPER: "#16191d",
    colours.EDGE: "#59606b",
    colours.BED: "#353b44",
    colours.SLEEPER: "#6d6252",
    colours.RAIL: "#b6bac0",
    colours.SLOT: "#2c323a",
    colours.SLOT_EDGE: "#8b929c",
    colours.PIT: "#2a2f36",
    colours.DECK: "#5d5644",
    colours.PIT_EDGE: "#8b8676",
    colours.BROKEN: "#43393a",
}
DARK_TEXT = {
    colours.INK: "#eceae4",
    colours.FAINT: "#a9a59a",
    colours.UNMARKED: "#d8d3c7",
    "#85795f": "#a9a59a",
    "#6b5f47": "#c9c2b1",
    colours.DARK_YELLOW: "#e5c45f",
}
SAVING = {
    colours.GROUND: colours.PAPER,
    colours.BED: colours.PAPER,
    colours.SLEEPER: "#c4c4c4",
    colours.RAIL: "#6a6a6a",
    colours.PIT: colours.PAPER,
    colours.DECK: "#eeeeee",
    colours.BROKEN: colours.PAPER,
    colours.MOVED: colours.MOVED,
}
WRITING = (colours.DARK, colours.LIGHT)
"""The colours of names on pieces and marks, the same in all themes."""
OUTLINES = (colours.CAR_EDGE, colours.ENGINE_EDGE, colours.PAPER)
"""The outlines of cars, of locomotives and of marks."""
LIGHT = "#d8d3c7"
"""The outline of a piece or a mark on dark ground, if its own colour does not stand out from it."""
OUTLINED, READABLE = 3.0, 4.5
"""The least contrast of outlines and of texts with dark ground, by WCAG 2.2, 1.4.11 and 1.4.3."""
KEPT = frozenset({"#fbfaf6", "#f6d264", *colours.INKS.values()})
"""Pale colours of pieces, and of locomotives' lamps, which are no tints of the ground."""


def _dark(item: Item) -> Item:
    if isinstance(item, Text):
        kept = item.colour if item.colour in WRITING else lightened(item.colour, READABLE)
        return replace(item, colour=DARK_TEXT.get(item.colour, kept))
    fill = DARK.get(item.fill, item.fill)
    if item.fill not in {"", *DARK, *KEPT} and brightness(fill) > 195:  # a light tint becomes a dark one of the same hue
        parts = bytes.fromhex(fill[1:])
        fill = "#" + "".join(f"{round(0x2C + (part - min(parts)) * 0.55):02x}" for part in parts)
    if item.stroke in OUTLINES and fill == item.fill != "" and contrast(fill, DARK[colours.SLOT]) < OUTLINED:
        return replace(item, stroke=LIGHT)
    is_goal = isinstance(item, Rect | Path) and item.dash
    return replace(item, fill=fill, stroke=DARK.get(item.stroke) or (lightened(item.stroke) if is_goal else item.stroke))


@lru_cache(maxsize=256)
def lightened(colour: str, least: float = OUTLINED) -> str:
    """Return a colour with as much white as it takes to have a contrast with dark spaces."""
    mixed = (paled(colour, share / 20) for share in range(20))
    return next((found for found in mixed if contrast(found, DARK[colours.SLOT]) >= least), colours.PAPER)


def _saving(item: Item) -> Item:
    if isinstance(item, Text):
        return replace(item, colour=colours.DARK if item.colour == colours.LIGHT else item.colour)
    fill = SAVING.get(item.fill, item.fill)
    if item.fill not in {"", *SAVING} and brightness(fill) <= 200:
        fill = paled(fill, 0.62)
    return replace(item, fill=fill, stroke=SAVING.get(item.stroke, item.stroke))


THEMES: dict[str, Callable[[Item], Item]] = {"light": lambda item: item, "dark": _dark, "ink": _saving}
"""Name → how an item is coloured."""


def painter(theme: str) -> Callable[[Item], Item]:
    """Return what colours an item as a theme does; raise `InputError` for an unknown theme."""
    if theme not in THEMES:
        raise InputError("theme", f"unknown theme {theme!r}", suggest(theme, THEMES))
    return THEMES[theme]


def themed(scene: Scene, theme: str) -> Scene:
    """Return a scene in the colours of a theme."""
    return replace(scene, items=tuple(map(painter(theme), scene.items)))

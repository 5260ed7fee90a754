"""Themes: the same scene in other colours, for dark screens and for printers that are to save ink."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from shunt.errors import Fault, InputError, suggest
from shunt.render.colours import BED, EDGE, FAINT, GROUND, INK, INKS, MOVED, PAPER, RAIL, SLEEPER, contrast, paled
from shunt.render.scene import Item, Line, Path, Rect, Scene, Text

SLOT, SLOT_EDGE, PIT, DECK, PIT_EDGE = "#fdfbf5", "#6f675a", "#e8e0cf", "#cbb893", "#8c8069"
DARK = {
    GROUND: "#20242a",
    PAPER: "#16191d",
    EDGE: "#59606b",
    BED: "#353b44",
    SLEEPER: "#6d6252",
    RAIL: "#b6bac0",
    SLOT: "#2c323a",
    SLOT_EDGE: "#8b929c",
    PIT: "#2a2f36",
    DECK: "#5d5644",
    PIT_EDGE: "#8b8676",
    "#e9dfd2": "#43393a",
}
DARK_TEXT = {
    INK: "#eceae4",
    FAINT: "#a9a59a",
    "#5c564b": "#d8d3c7",
    "#85795f": "#a9a59a",
    "#6b5f47": "#c9c2b1",
    "#6b5200": "#e5c45f",
}
SAVING = {
    GROUND: PAPER,
    BED: PAPER,
    SLEEPER: "#c4c4c4",
    RAIL: "#6a6a6a",
    PIT: PAPER,
    DECK: "#eeeeee",
    "#e9dfd2": PAPER,
    MOVED: MOVED,
}
WRITING = ("#1d1d1d", "#ffffff")
"""The colours of names on pieces and marks, whatever the theme."""
OUTLINES = ("#1d1b18", "#14120f", PAPER)
"""The outlines of cars, of locomotives and of marks."""
LIGHT = "#d8d3c7"
"""The outline of a piece or a mark on dark ground, if its own colour does not stand out from it."""
OUTLINED, READABLE = 3.0, 4.5
"""The least contrast of outlines and of texts with dark ground, by WCAG 2.2, 1.4.11 and 1.4.3."""
KEPT = frozenset({"#fbfaf6", "#f6d264", *INKS.values()})
"""Pale colours of pieces, and of locomotives' lamps, which are no tints of the ground."""


def _dark(item: Item) -> Item:
    if isinstance(item, Text):
        kept = item.colour if item.colour in WRITING else lightened(item.colour, READABLE)
        return replace(item, colour=DARK_TEXT.get(item.colour, kept))
    if isinstance(item, Line):
        return replace(item, stroke=DARK.get(item.stroke, item.stroke))
    fill = DARK.get(item.fill) or (_darkened(item.fill) if _is_pale(item.fill) else item.fill)
    if item.stroke in OUTLINES and fill == item.fill != "" and contrast(fill, DARK[SLOT]) < OUTLINED:
        return replace(item, stroke=LIGHT)
    is_goal = isinstance(item, Rect | Path) and item.dash
    return replace(item, fill=fill, stroke=DARK.get(item.stroke) or (lightened(item.stroke) if is_goal else item.stroke))


@lru_cache(maxsize=256)
def lightened(colour: str, least: float = OUTLINED) -> str:
    """Return a colour with as much white as it takes to have a contrast with dark spaces."""
    shares = (share / 20 for share in range(20))
    return next((found for share in shares if contrast(found := paled(colour, share), DARK[SLOT]) >= least), PAPER)


def _saving(item: Item) -> Item:
    if isinstance(item, Text):
        return replace(item, colour="#1d1d1d" if item.colour == "#ffffff" else item.colour)
    if isinstance(item, Line):
        return replace(item, stroke=SAVING.get(item.stroke, item.stroke))
    fill = item.fill
    if fill:
        fill = SAVING.get(fill) or (fill if _brightness(fill) > 200 else paled(fill, 0.62))
    return replace(item, fill=fill, stroke=SAVING.get(item.stroke, item.stroke))


def _brightness(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _is_pale(colour: str) -> bool:
    """Return whether a colour is a tint of the ground, as those of empty spaces and of goals are; the colours of cars are not."""
    return bool(colour) and colour not in KEPT and _brightness(colour) > 195


def _darkened(colour: str) -> str:
    """Return a pale tint as a dark one of the same hue."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(0x2C + (part - min(parts)) * 0.55):02x}" for part in parts)


THEMES: dict[str, Callable[[Item], Item]] = {"light": lambda item: item, "dark": _dark, "ink": _saving}
"""Name → how an item is coloured."""


def painter(theme: str) -> Callable[[Item], Item]:
    """Return what colours an item as a theme does; raise `InputError` for an unknown theme."""
    if theme not in THEMES:
        raise InputError(Fault("theme", f"unknown theme {theme!r}", suggest(theme, THEMES)))
    return THEMES[theme]


def themed(scene: Scene, theme: str) -> Scene:
    """Return a scene in the colours of a theme."""
    return replace(scene, items=tuple(map(painter(theme), scene.items)))

"""Colours by name, as they are printed.

The plain names mean inks that stay apart on paper and on the board's ground; every other name of a piece or mark gets one of
a few spare inks, always the same one.
"""

from __future__ import annotations

import re
from zlib import crc32

INKS = {
    "red": "#c9352b",
    "green": "#2e8b47",
    "yellow": "#f0b921",
    "blue": "#2a66b1",
    "black": "#2b2b2b",
    "white": "#fbfaf6",
    "grey": "#80868c",
    "gray": "#80868c",
    "orange": "#e5772a",
    "purple": "#7b4a9e",
    "violet": "#7b4a9e",
    "pink": "#d9699b",
    "brown": "#8a5a33",
    "teal": "#1f8a8c",
    "cyan": "#35a5c9",
    "navy": "#27406f",
    "maroon": "#7c2b33",
    "lime": "#8ab53a",
    "olive": "#7a7a33",
    "gold": "#c79a2b",
    "silver": "#b3b8bd",
}
SPARE = ("#b5562f", "#4d7f3f", "#3f6f8f", "#8b4f7d", "#a88a1f", "#5b5f97", "#2f7f73", "#a2485a")
LOCOMOTIVES = ("#27406f", "#7c2b33", "#2f5d50", "#5d4a1f")
"""The liveries of a card's locomotives, in their order."""


def ink(name: str) -> str:
    """Return the colour called `name` as `#rrggbb`; such a code stands for itself, and `red1`, `red-2` are red."""
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", name):
        return name.lower()
    return INKS.get(re.sub(r"[-_.]?[0-9]+$", "", name.lower())) or SPARE[crc32(name.lower().encode()) % len(SPARE)]


def writing_on(colour: str) -> str:
    """Return black or white ink, the one that can be read on `colour`."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#1d1d1d" if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else "#ffffff"


def paled(colour: str, share: float) -> str:
    """Return the colour mixed with white; `share` of white."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * share):02x}" for part in parts)

"""Colours by name, as they are printed, and the colours and lengths that all pictures share.

The plain names mean inks that stay apart on paper and on the board's ground, and goods have the colour that they have in life;
every other name of a piece or mark gets one of a few spare inks, always the same one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import dist
from operator import mul
from zlib import crc32

GROUND, EDGE = "#f5f0e3", "#cdbf9f"
BED, SLEEPER, RAIL = "#ddd3bf", "#94795a", "#4f4b46"
GAUGE = 0.075  # from the middle of a track to each rail
PAPER, INK, FAINT = "#ffffff", "#2b2822", "#7a7264"
SLOT, SLOT_EDGE, BROKEN = "#fdfbf5", "#6f675a", "#e9dfd2"  # an empty space, and one of broken track
PIT, PIT_EDGE, DECK = "#e8e0cf", "#8c8069", "#cbb893"
CAR_EDGE, ENGINE_EDGE = "#1d1b18", "#14120f"
UNMARKED = "#5c564b"  # the name of a space without a mark
DARK, LIGHT = "#1d1d1d", "#ffffff"  # names on pieces and marks
DARK_YELLOW = "#6b5200"  # texts that a pale colour would hide
MARGIN = 6.0  # of a card, in millimetres
MOVED = "#e08a1e"  # the path of a move


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
GOODS = {
    **dict.fromkeys(("coal", "coke", "tar"), INKS["black"]),
    **dict.fromkeys(("milk", "cream", "flour", "salt", "sugar", "ice"), INKS["white"]),
    **dict.fromkeys(("timber", "wood", "logs", "lumber"), INKS["brown"]),
    **dict.fromkeys(("grain", "wheat", "corn", "hay", "straw"), INKS["gold"]),
    **dict.fromkeys(("sand", "banana", "bananas"), INKS["yellow"]),
    **dict.fromkeys(("stone", "gravel", "cement", "steel", "iron", "slate"), INKS["grey"]),
    **dict.fromkeys(("brick", "bricks", "ore", "meat"), "#a2452f"),
    **dict.fromkeys(("oil", "fuel", "petrol"), "#3d4a52"),
    **dict.fromkeys(("water", "fish"), INKS["cyan"]),
    **dict.fromkeys(("fruit", "oranges"), INKS["orange"]),
    **dict.fromkeys(("cattle", "livestock"), "#8f6f4f"),
    **dict.fromkeys(("mail", "post", "guard", "caboose"), INKS["red"]),
}
SPARE = ("#2f7591", "#c58a6a", "#6b2038", "#7f5ac8", "#665a20", "#a5c1de", "#1f2158", "#4fc957")
"""Inks for other names: any two differ by more than `APART` to every kind of sight."""

LOCOMOTIVES = ("#27406f", "#7c2b33", "#5f8f6a", "#b8860b")
"""The liveries of a card's locomotives, in their order; any two differ by more than `APART`."""

APART = 15.0
"""The least difference of two colours that are distinguished in print, in CIE L*a*b* (ΔE 1976), to every kind of sight."""

SIGHT = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""Colour blindness → the matrix for linear light by which it sees (G. Machado, M. Oliveira, L. Fernandes, 2009)."""

LUMINANCE = (0.2126, 0.7152, 0.0722)
XYZ = (((0.4124, 0.3576, 0.1805), 0.9505), (LUMINANCE, 1.0), ((0.0193, 0.1192, 0.9505), 1.089))
"""The conversion of linear light to CIE XYZ: for each of the three values, a row of the matrix and the value of white."""


def base_name(name: str) -> str:
    """Return the name without the number at its end: `red` for `red2` and `red-2`; a number alone stays."""
    return re.sub(r"[-_.]?[0-9]+$", "", name.lower()) or name.lower()


def known_ink(name: str) -> str:
    """Return the colour of a plain name, of goods or of a code `#rrggbb`; "" for any other name."""
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", name):
        return name.lower()
    base = base_name(name)
    return INKS.get(base) or GOODS.get(base, "")


def spare_index(name: str) -> int:
    """Return which of the spare inks a name has by itself: numbers in their order, other names by their letters."""
    base = base_name(name)
    return (int(base[-6:]) - 1 if base.isdecimal() and base.isascii() else crc32(base.encode())) % len(SPARE)


def ink(name: str) -> str:
    """Return the colour called `name` as `#rrggbb`. Such a code is returned unchanged, and `red1` and `red-2` are red."""
    return known_ink(name) or SPARE[spare_index(name)]


def brightness(colour: str) -> float:
    """Return how bright a colour is, from 0 to 255."""
    return _sum_of((0.299, 0.587, 0.114), bytes.fromhex(colour[1:]))


def _sum_of(shares: Sequence[float], parts: Sequence[float]) -> float:
    """Return the sum of the red, green and blue parts of a colour, each times its share."""
    return float(sum(map(mul, shares, parts)))


def writing_on(colour: str) -> str:
    """Return black or white ink, the one that can be read on `colour`."""
    return DARK if brightness(colour) > 150 else LIGHT


def text_in(colour: str) -> str:
    """Return the colour of a text on a pale ground that is to have a colour: a dark one for those that are too pale."""
    return DARK_YELLOW if writing_on(colour) == DARK else colour


def is_pale(colour: str) -> bool:
    """Return whether a line of this colour can hardly be seen on paper or on the ground of a board."""
    return brightness(colour) > 215


def paled(colour: str, share: float) -> str:
    """Return the colour mixed with white; `share` of white."""
    return "#" + "".join(f"{round(part + (255 - part) * share):02x}" for part in bytes.fromhex(colour[1:]))


@lru_cache(maxsize=4096)
def difference(one: str, other: str) -> float:
    """Return how much two colours differ for the people who see the least difference, with or without colour blindness."""
    return min(dist(a, b) for a, b in zip(_seen(one), _seen(other), strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG 2.2, from 1 (none) to 21."""
    low, high = sorted(_sum_of(LUMINANCE, _light(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def _light(colour: str) -> list[float]:
    """Return the parts of a colour as linear light."""
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


@lru_cache(maxsize=1024)
def _seen(colour: str) -> tuple[tuple[float, float, float], ...]:
    """Return a colour in CIE L*a*b* as it is seen with all cones, and with each colour blindness of `SIGHT`."""
    light = _light(colour)
    views = [light, *([_sum_of(row, light) for row in matrix] for matrix in SIGHT.values())]
    found = []
    for view in views:
        seen = [max(0.0, min(1.0, part)) for part in view]
        xyz = (_sum_of(row, seen) / white for row, white in XYZ)
        x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
        found.append((116 * y - 16, 500 * (x - y), 200 * (y - z)))
    return tuple(found)

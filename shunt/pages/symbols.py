"""A symbol for each colour of a car, for those who do not tell colours apart: the same on all cards, goals and lists."""

from __future__ import annotations

from collections.abc import Iterable

from shunt.render.appearance import Liveries
from shunt.render.colours import GOODS, INKS, SPARE

_BY_NAME = {
    "red": "●",
    "green": "■",
    "yellow": "▲",
    "blue": "◆",
    "black": "★",
    "white": "☆",
    "grey": "○",
    "orange": "▼",
    "purple": "✚",
    "pink": "◇",
    "brown": "□",
    "teal": "△",
    "cyan": "▽",
    "navy": "⬟",
    "maroon": "⬢",
    "lime": "◎",
    "olive": "◈",
    "gold": "▣",
    "silver": "◉",
}
_OTHERS = ("♥", "♠", "♣", "♪", "✖", "◐", "⚑", "☾", "▰", "◒", "◧")
SYMBOLS = {INKS[name]: symbol for name, symbol in _BY_NAME.items()} | dict(
    zip((*SPARE, *(colour for colour in dict.fromkeys(GOODS.values()) if colour not in INKS.values())), _OTHERS, strict=True)
)
"""Every colour that a car may have by its name → its symbol."""
BAND = "′"


def symbols(cars: Iterable[str], liveries: Liveries) -> dict[str, str]:
    """Return the symbol of each car: that of its colour, with a stroke for each of its bands.

    A colour that a card chooses by its code has the first symbol of `SYMBOLS` that no other colour of the card has.
    """
    cars = list(cars)
    colours = dict.fromkeys(liveries[car].colour for car in cars)
    taken = {SYMBOLS[colour] for colour in colours if colour in SYMBOLS}
    free = iter([symbol for symbol in SYMBOLS.values() if symbol not in taken])
    found = {colour: SYMBOLS.get(colour) or next(free, "●") for colour in colours}
    return {car: found[liveries[car].colour] + BAND * liveries[car].bands for car in cars}

"""Shunting puzzles: layouts, cards, proven optima, hump yards and packs.

The names in `__init__.pyi` are imported when they are first used, so `import shunt` takes a few milliseconds:

>>> import shunt
>>> card = shunt.load("first-swap")
>>> shunt.solve(card).optimum
6

`docs/how-to/python.md` is the guide to this interface.
"""

from __future__ import annotations

from shunt.files.lazy import PROVIDED as _PROVIDED
from shunt.files.lazy import attached as _attached

# The door alone knows all the rooms: what earlier rooms ask of later ones and of wings, by name.
_PROVIDED |= {
    "card": "shunt.cards.build:build_card",
    "card_table": "shunt.cards.writing:card_table",
    "load": "shunt.cards.files:load_card",
    "state_graph": "shunt.generator.card_graph:card_graph",
    "svg": "shunt.render.values:svg",
    "svg_steps": "shunt.render.values:svg_steps",
    "text": "shunt.render.values:text",
    "drawing": "shunt.drawing.octilinear:octilinear_drawing",
    "orders": "shunt.classics.passing.loop:ByOrders",
}

__all__, __getattr__ = _attached(__name__, __file__)


def __dir__() -> list[str]:
    return sorted(__all__)

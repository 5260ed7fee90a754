"""Shunting puzzles: layouts, cards, proven optima, hump yards and packs.

The names in `__init__.pyi` are imported when they are first used, so `import shunt` takes a few milliseconds:

>>> import shunt
>>> card = shunt.load("first-swap")
>>> shunt.solve(card).optimum
6

`docs/how-to/python.md` is the guide to this interface.
"""

from __future__ import annotations

from shunt import pictures as _pictures
from shunt import search as _search
from shunt.files.lazy import attached as _attached

# The door alone knows all the rooms: values draw themselves through it (see `shunt/pictures.py`).
_pictures.drawn_by = "shunt.render.values"
_search.metric_methods["orders"] = "shunt.classics.passing.loop:ByOrders"

__all__, __getattr__ = _attached(__name__, __file__)


def __dir__() -> list[str]:
    return sorted(__all__)

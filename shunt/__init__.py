"""Shunting puzzles: layouts, cards, proven optima.

The names below are loaded when they are first used, so `import shunt` costs next to nothing:

>>> import shunt
>>> card = shunt.load("first-swap")
>>> shunt.solve(card).optimum
6
"""

from __future__ import annotations

from shunt import pictures as _pictures

TYPE_CHECKING = False  # as in `typing`, whose import would take longer than all else here
if TYPE_CHECKING:
    from typing import Any

    from shunt.cards.card import Goal, Ranks, RouteCard
    from shunt.cards.files import load_card as load
    from shunt.cards.files import save_card as save
    from shunt.cards.solution import Flood, Solution
    from shunt.errors import IllegalMoveError, InputError, ShuntError
    from shunt.rules.moves import TrainMove, TurntableStep, parse_move, parse_moves
    from shunt.rules.position import Position, Roster
    from shunt.rules.referee import replay
    from shunt.rules.switcher import Switcher
    from shunt.search.core.limits import Limits
    from shunt.search.solve import flood_card as flood
    from shunt.search.solve import solve
    from shunt.track.layout import Layout, load_layout
    from shunt.track.plan import Plan

del TYPE_CHECKING

# The door alone knows all the rooms: values draw themselves through it (see `shunt/pictures.py`).
_pictures.drawn_by = "shunt.render.values"

_HOMES = {
    "Flood": "shunt.cards.solution",
    "Goal": "shunt.cards.card",
    "IllegalMoveError": "shunt.errors",
    "InputError": "shunt.errors",
    "Layout": "shunt.track.layout",
    "Limits": "shunt.search.core.limits",
    "Plan": "shunt.track.plan",
    "Position": "shunt.rules.position",
    "Ranks": "shunt.cards.card",
    "Roster": "shunt.rules.position",
    "RouteCard": "shunt.cards.card",
    "ShuntError": "shunt.errors",
    "Solution": "shunt.cards.solution",
    "Switcher": "shunt.rules.switcher",
    "TrainMove": "shunt.rules.moves",
    "TurntableStep": "shunt.rules.moves",
    "flood": "shunt.search.solve:flood_card",
    "load": "shunt.cards.files:load_card",
    "load_layout": "shunt.track.layout",
    "parse_move": "shunt.rules.moves",
    "parse_moves": "shunt.rules.moves",
    "replay": "shunt.rules.referee",
    "save": "shunt.cards.files:save_card",
    "solve": "shunt.search.solve",
}

__all__ = [
    "Flood",
    "Goal",
    "IllegalMoveError",
    "InputError",
    "Layout",
    "Limits",
    "Plan",
    "Position",
    "Ranks",
    "Roster",
    "RouteCard",
    "ShuntError",
    "Solution",
    "Switcher",
    "TrainMove",
    "TurntableStep",
    "flood",
    "load",
    "load_layout",
    "parse_move",
    "parse_moves",
    "replay",
    "save",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'shunt' has no attribute {name!r}")
    from importlib import import_module

    module, _, attribute = _HOMES[name].partition(":")
    value = getattr(import_module(module), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

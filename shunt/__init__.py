"""Shunting puzzles: layouts, cards, proven optima, hump yards and packs.

The names below are imported when they are first used, so `import shunt` takes a few milliseconds:

>>> import shunt
>>> card = shunt.load("first-swap")
>>> shunt.solve(card).optimum
6

`docs/python.md` is the guide to this interface.
"""

from __future__ import annotations

from shunt import pictures as _pictures

TYPE_CHECKING = False  # as in `typing`, whose import would take longer than all else here
if TYPE_CHECKING:
    from typing import Any

    from shunt import hump
    from shunt.cards.build import Card
    from shunt.cards.card import Ranks, RouteCard, SidingsCard
    from shunt.cards.files import load_card as load
    from shunt.cards.files import save_card as save
    from shunt.cards.play import Game, LegalMoves
    from shunt.cards.solution import Flood, Solution
    from shunt.cards.stop import Stop, StopKind
    from shunt.errors import CardError, Fault, IllegalMoveError, InputError, LayoutError, NotationError, ShuntError, TooLargeError
    from shunt.files.library import card_names, layout_names, yard_names
    from shunt.generator.canonical import canonical_id
    from shunt.generator.forge.run import NoSuchCardError, generate, generate_many
    from shunt.generator.rating.rate import Rating, rate
    from shunt.generator.rating.unrated import UnratableError
    from shunt.pages.page import page
    from shunt.paper.products import pdf
    from shunt.render.values import svg, svg_solution, svg_steps
    from shunt.rules.moves import Move, TrainMove, TurntableStep, parse_move, parse_moves
    from shunt.rules.position import Goal, Position, Roster
    from shunt.rules.ruleset import MoveMade, replay
    from shunt.rules.sidings import Sidings, SidingsGoal, SidingsMove, SidingsPosition
    from shunt.rules.switcher import Switcher
    from shunt.search.core.limits import LimitReached, Limits
    from shunt.search.methods.shortest_solutions import Solutions
    from shunt.search.solutions import solutions
    from shunt.search.solve import flood_card as flood
    from shunt.search.solve import solve
    from shunt.search.tablebase.format import TablebaseError
    from shunt.search.tablebase.reader import Tablebase
    from shunt.search.unsolvable.reasons import Reasons, explain_unsolvable
    from shunt.track.layout import Layout, Mark, SidingsLayout, load_layout
    from shunt.track.plan import End, Plan
    from shunt.track.turntable import Turntable
    from shunt.track.yard import Yard

del TYPE_CHECKING

# The door alone knows all the rooms: values draw themselves through it (see `shunt/pictures.py`).
_pictures.drawn_by = "shunt.render.values"

_HOMES = {
    "Card": "shunt.cards.build",
    "CardError": "shunt.errors",
    "End": "shunt.track.plan",
    "Fault": "shunt.errors",
    "Flood": "shunt.cards.solution",
    "Game": "shunt.cards.play",
    "Goal": "shunt.rules.position",
    "IllegalMoveError": "shunt.errors",
    "InputError": "shunt.errors",
    "Layout": "shunt.track.layout",
    "LayoutError": "shunt.errors",
    "LegalMoves": "shunt.cards.play",
    "LimitReached": "shunt.search.core.limits",
    "Limits": "shunt.search.core.limits",
    "Mark": "shunt.track.layout",
    "Move": "shunt.rules.moves",
    "MoveMade": "shunt.rules.ruleset",
    "NoSuchCardError": "shunt.generator.forge.run",
    "NotationError": "shunt.errors",
    "Plan": "shunt.track.plan",
    "Position": "shunt.rules.position",
    "Ranks": "shunt.cards.card",
    "Rating": "shunt.generator.rating.rate",
    "Roster": "shunt.rules.position",
    "Reasons": "shunt.search.unsolvable.reasons",
    "RouteCard": "shunt.cards.card",
    "ShuntError": "shunt.errors",
    "Sidings": "shunt.rules.sidings",
    "SidingsCard": "shunt.cards.card",
    "SidingsGoal": "shunt.rules.sidings",
    "SidingsLayout": "shunt.track.layout",
    "SidingsMove": "shunt.rules.sidings",
    "SidingsPosition": "shunt.rules.sidings",
    "Solution": "shunt.cards.solution",
    "Solutions": "shunt.search.methods.shortest_solutions",
    "Stop": "shunt.cards.stop",
    "StopKind": "shunt.cards.stop",
    "Switcher": "shunt.rules.switcher",
    "Tablebase": "shunt.search.tablebase.reader",
    "TablebaseError": "shunt.search.tablebase.format",
    "TooLargeError": "shunt.errors",
    "TrainMove": "shunt.rules.moves",
    "Turntable": "shunt.track.turntable",
    "TurntableStep": "shunt.rules.moves",
    "UnratableError": "shunt.generator.rating.unrated",
    "Yard": "shunt.track.yard",
    "canonical_id": "shunt.generator.canonical",
    "card_names": "shunt.files.library",
    "explain_unsolvable": "shunt.search.unsolvable.reasons",
    "flood": "shunt.search.solve:flood_card",
    "generate": "shunt.generator.forge.run",
    "generate_many": "shunt.generator.forge.run",
    "layout_names": "shunt.files.library",
    "load": "shunt.cards.files:load_card",
    "load_layout": "shunt.track.layout",
    "page": "shunt.pages.page",
    "parse_move": "shunt.rules.moves",
    "parse_moves": "shunt.rules.moves",
    "pdf": "shunt.paper.products",
    "rate": "shunt.generator.rating.rate",
    "replay": "shunt.rules.ruleset",
    "save": "shunt.cards.files:save_card",
    "solutions": "shunt.search.solutions",
    "solve": "shunt.search.solve",
    "svg": "shunt.render.values",
    "svg_solution": "shunt.render.values",
    "svg_steps": "shunt.render.values",
    "yard_names": "shunt.files.library",
}

__all__ = [
    "Card",
    "CardError",
    "End",
    "Fault",
    "Flood",
    "Game",
    "Goal",
    "IllegalMoveError",
    "InputError",
    "Layout",
    "LayoutError",
    "LegalMoves",
    "LimitReached",
    "Limits",
    "Mark",
    "Move",
    "MoveMade",
    "NoSuchCardError",
    "NotationError",
    "Plan",
    "Position",
    "Ranks",
    "Rating",
    "Reasons",
    "Roster",
    "RouteCard",
    "ShuntError",
    "Sidings",
    "SidingsCard",
    "SidingsGoal",
    "SidingsLayout",
    "SidingsMove",
    "SidingsPosition",
    "Solution",
    "Solutions",
    "Stop",
    "StopKind",
    "Switcher",
    "Tablebase",
    "TablebaseError",
    "TooLargeError",
    "TrainMove",
    "Turntable",
    "TurntableStep",
    "UnratableError",
    "Yard",
    "canonical_id",
    "card_names",
    "explain_unsolvable",
    "flood",
    "generate",
    "generate_many",
    "hump",
    "layout_names",
    "load",
    "load_layout",
    "page",
    "parse_move",
    "parse_moves",
    "pdf",
    "rate",
    "replay",
    "save",
    "solutions",
    "solve",
    "svg",
    "svg_solution",
    "svg_steps",
    "yard_names",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "hump":
        return import_module("shunt.hump")
    if name not in _HOMES:
        raise AttributeError(f"module 'shunt' has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    value = getattr(import_module(module), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

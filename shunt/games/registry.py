"""The games by name, imported when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from shunt.errors import Fault, InputError
from shunt.games.protocol import Game

GAMES = {"hump-yard": "shunt.games.hump_yard:HumpYard"}
"""Name → where its class is (`module:attribute`)."""


def game_class(name: str) -> type[Game[Any, Any]]:
    """The class of a game; raises `InputError` for a name that is none."""
    if name not in GAMES:
        raise InputError(Fault("game", f"there is no game {name!r}", "one of " + ", ".join(sorted(GAMES))))
    module, _, attribute = GAMES[name].partition(":")
    found: type[Game[Any, Any]] = getattr(import_module(module), attribute)
    return found


def make_game(name: str, players: int, **options: Any) -> Game[Any, Any]:
    """A game by its name; raises `InputError` for bad options, `TypeError` for unknown ones."""
    return game_class(name)(players, **options)

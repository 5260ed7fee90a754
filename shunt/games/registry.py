"""Games and bots by name, imported on demand.

The name of a bot is `NAME` or `NAME:KEY=VALUE:…`, such as `random`, `planner:reach=2` or `ismcts:iterations=500`. The keys are
the keywords of its factory. Every game has the bots in `BOTS`, and those that its class lists in `TableGame.bots`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any

from shunt.errors import Fault, InputError, faults_as, raise_faults, suggest
from shunt.files.lazy import load_place
from shunt.games.face import Part
from shunt.games.protocol import AnyGame, Bot
from shunt.render.scene import Scene

GAMES = {
    "express": "shunt.games.express.game:Express",
    "humpyard": "shunt.hump.game.game:HumpGame",
    "tiles": "shunt.games.tiles.game:Tiles",
    "yardmaster": "shunt.games.yardmaster.game:Yardmaster",
}
"""Name → location of its class (`module:attribute`)."""

BOTS = {
    "random": "shunt.games.bots:RandomBot",
    "greedy": "shunt.games.bots:GreedyBot",
    "expectimax": "shunt.games.planning:Expectimax",
    "pimc": "shunt.games.planning:Pimc",
    "ismcts": "shunt.games.planning:Ismcts",
}
"""Bots that play every game: name → location of the factory (`module:attribute`)."""


def game_class(name: str) -> type[AnyGame]:
    """Return the class of a game; raise `InputError` for an unknown name."""
    if name not in GAMES:
        raise InputError("game", f"unknown game {name!r}", "one of " + ", ".join(sorted(GAMES)))
    found: type[AnyGame] = load_place(GAMES[name])
    return found


_KINDS: dict[str, tuple[type, str]] = {"int": (int, "a whole number"), "bool": (bool, "true or false"), "str": (str, "text")}
"""Annotation of an option → the type of its values (exactly this one: true is not a number), and the words for it."""


def make_game(name: str, players: int, **options: Any) -> AnyGame:
    """Make a game by its name; raise `InputError` for invalid or unknown options. Files may hold values of any type."""
    game = game_class(name)
    known = _option_types(game)
    faults = [Fault(key, "unknown option", _known(key, known)) for key in sorted(set(options) - set(known))]
    for key in known.keys() & options.keys():
        kind, _, other = known[key].partition(" | ")
        if kind in _KINDS and other in ("", "None") and not (other and options[key] is None):
            expected, words = _KINDS[kind]
            faults += [Fault(key, f"{options[key]!r}", words)] * (type(options[key]) is not expected)
    if faults:
        raise InputError(sorted(faults, key=lambda fault: fault.where))
    return game(players, **options)


def _option_types(game: type[AnyGame]) -> dict[str, str]:
    """Return the annotations of the keywords of a game's constructor and of its class of options, but for the players."""
    sources: list[Callable[..., Any]] = [game, *([game.options_class] if game.options_class else [])]
    known = [one for source in sources for one in inspect.signature(source).parameters.values()]
    return {one.name: str(one.annotation) for one in known if one.name != "players" and one.kind != one.VAR_KEYWORD}


def _known(name: str, known: Iterable[str]) -> str:
    """Return the remedy for an unknown option."""
    return suggest(name, known) if known else "it has no options"


def bot_names(game: type[AnyGame]) -> tuple[str, ...]:
    """Return the names of all bots that play a game, the general ones first."""
    return (*BOTS, *(name for name in game.bots if name not in BOTS))


def bot_options(game: type[AnyGame], name: str) -> dict[str, Any]:
    """Return the options of a bot with their defaults; the time to think, which most bots have, is last."""
    parameters = list(inspect.signature(_factory(game, name)).parameters.values())[1:]
    return {one.name: one.default for one in sorted(parameters, key=lambda parameter: parameter.name == "think")}


def make_bot(game: type[AnyGame], text: str, seed: int, defaults: Mapping[str, Any] | None = None) -> Bot:
    """Make a bot for a game from `NAME` or `NAME:KEY=VALUE:…`; raise `InputError` if the text is invalid.

    `defaults` are options for bots that have them.
    """
    name, *settings = text.split(":")
    known = bot_options(game, name)
    options = {key: value for key, value in (defaults or {}).items() if key in known}
    faults = [Fault(key, f"{value!r}", f"such as {known[key]}") for key, value in options.items() if not _like(value, known[key])]
    for setting in settings:
        key, _, value = setting.partition("=")
        if key not in known:
            faults.append(Fault("bots", f"{name!r} has no option {key!r}", _known(key, known)))
            continue
        try:
            options[key] = _read(value, known[key])
        except ValueError:
            faults.append(Fault("bots", f"{setting!r} cannot be read", f"such as {key}={known[key]}"))
    raise_faults(faults)
    given = {setting.partition("=")[0] for setting in settings}
    with faults_as(lambda one: replace(one, where="bots", what=f"{one.where}: {one.what}") if one.where in given else one):
        return _factory(game, name)(seed, **options)


def _factory(game: type[AnyGame], name: str) -> Callable[..., Bot]:
    if name not in bot_names(game):
        raise InputError("bots", f"unknown bot {name!r}", "one of " + ", ".join(bot_names(game)))
    factory: Callable[..., Bot] = load_place(game.bots[name] if name in game.bots else BOTS[name])
    return factory


def _like(value: Any, default: Any) -> bool:
    """Return whether a value is of the type of an option's default; a file may hold any."""
    return default is None or type(value) is type(default) or (type(default) is float and type(value) is int)


def _read(text: str, default: Any) -> Any:
    """Return the value of an option, of the type of its default."""
    if isinstance(default, bool):
        if text not in ("true", "false"):
            raise ValueError(text)
        return text == "true"
    return text if default is None else type(default)(text)


def parts_of_game(name: str) -> list[Part]:
    """Return the printable components of a game. There are none if its face has no `parts`."""
    parts: Callable[[], Iterable[Part]] = getattr(_face_module(name), "parts", list)
    return list(parts())


def _face_module(name: str) -> ModuleType:
    return import_module(game_class(name).face.partition(":")[0])


def rules_of_game(name: str) -> tuple[tuple[str, Scene | None], ...]:
    """Return the rules of a game in a few lines, with pictures. There are none if the game has no face of its own."""
    module = _face_module(name)
    pictures: Mapping[int, Callable[[], Scene]] = getattr(module, "PICTURES", {})
    lines: tuple[str, ...] = getattr(module, "RULES", ())
    return tuple((line, pictures[number]() if number in pictures else None) for number, line in enumerate(lines))

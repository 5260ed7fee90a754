"""A train from texts such as `R4`, `R3B1 2 straight`: every placement checked by the rules of geometry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from shunt.errors import Fault, InputError
from shunt.games.tiles.game import Tiles
from shunt.games.tiles.squares import all_squares
from shunt.games.tiles.state import PLAY
from shunt.games.tiles.train import Train


def train_of(texts: Iterable[str], tight_gaps: bool = False) -> Train:
    """Return the train after these squares were played; raise `InputError` with the number of the first bad one."""
    game, train = Tiles(2, squares="4+4+22"), Train()
    used: set[str] = set()
    for number, text in enumerate(texts, start=1):
        try:
            act = game.parse_action(text if text.startswith(PLAY) else f"{PLAY} {text}")
        except InputError as error:
            raise InputError(replace(fault, where=f"square {number}") for fault in error.faults) from None
        if act.square in used:
            raise InputError(Fault(f"square {number}", f"{act.square} was played before", "every square is there once"))
        used.add(act.square)
        square = all_squares()[act.square]
        legal = list(train.placements(square, tight_gaps))
        if (act.end, act.turn) not in legal:
            choices = ", ".join(f"{act.square} {end + 1} {turn}".strip() for end, turn in legal) or "it cannot be joined"
            raise InputError(Fault(f"square {number}", f"{text!r} cannot be joined there", choices))
        train = train.add(square, act.end, act.turn)
    return train

"""States and actions of the train-tile game."""

from __future__ import annotations

from dataclasses import dataclass, field

from shunt.games.tiles.train import TilesTrain

DRAW, PLAY, DISCARD = "draw", "play", "discard"


@dataclass(frozen=True, order=True)
class TilesAction:
    """What a player or chance does: `draw` of a square, `play` at an end with a turn, or `discard`."""

    what: str
    square: str = ""
    end: int = 0
    turn: str = ""


@dataclass(frozen=True)
class TilesState:
    """What is on the table. `pile`: ids of the squares left, sorted; `drawn`: the square turned up, empty before a draw.

    `engine` and `caboose`: whether the train has one; `redrawn`: squares of this turn that could not be joined.
    """

    pile: tuple[str, ...]
    player: int
    train: TilesTrain = field(default_factory=TilesTrain)
    discards: tuple[str, ...] = ()
    drawn: str = ""
    engine: bool = False
    caboose: bool = False
    redrawn: int = 0
    draws: int = 0
    over: bool = False

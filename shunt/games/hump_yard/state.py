"""States and actions of the game of Hump Yard: frozen values, without the rules."""

from __future__ import annotations

from dataclasses import dataclass

from shunt.track.yard import Yard

TURNS = 20
MOST_MOVES = 20
REVEALED = 2  # car cards at the beginning of the bidding
LONGEST = 8
"""Cars to which the train may be extended unless the game is made otherwise. The rulebook names no limit; tables of chances go
up to eight cars (`search.hump.table.LONGEST_TABLE`), so nobody can know what a bid on a longer train is worth."""


@dataclass(frozen=True, slots=True, order=True)
class Act:
    """An action or an outcome of chance; `what` decides which of the other fields are used.

    `start` (chance: player `name` starts), `tile` and `car` (chance reveals `name`), `next` (chance: `name` is next in the
    order), `build` (tile `name` at a cell), `bid` (`cars` in `moves`), `pass`, `extend`, and for an attempt by hand `moves`
    (`typed`), `optimum` or `give up`.
    """

    what: str
    name: str = ""
    at: tuple[int, int] = (0, 0)
    turn: int = 0
    cars: int = 0
    moves: int = 0
    typed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """A bidder's attempt at a train in a required order (lead car first), and whether it held.

    `moves` is the bid, `taken` the moves that the attempt took (0 if it failed, and in files of older versions), `typed` the
    moves themselves where a person made them.
    """

    player: int
    cars: int
    moves: int
    order: tuple[str, ...]
    holds: bool
    taken: int = 0
    typed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HumpState:
    """The table. `bag` counts the remaining tiles by `KINDS`, `deck` the remaining car cards by `COLOURS`.

    `phase`: start, tiles, cars and shuffle are chance's; build, bid and attempt belong to the first player of `waiting`; over.
    `train`: the cars revealed, in order. `extended`: the player who acts has extended it and must bid on all of it.
    `bids`: (player, cars, moves). `order`: what is drawn so far of the order of the first `trying` cars. `attempts`: those
    of this turn or, until bidding begins again, of the previous one.
    """

    turn: int
    phase: str
    start: int
    yards: tuple[Yard, ...]
    points: tuple[int, ...]
    bag: tuple[int, ...]
    deck: tuple[int, ...]
    offer: tuple[str, ...] = ()
    waiting: tuple[int, ...] = ()
    train: tuple[str, ...] = ()
    extended: bool = False
    bids: tuple[tuple[int, int, int], ...] = ()
    trying: int = 0
    order: tuple[str, ...] = ()
    attempts: tuple[Attempt, ...] = ()

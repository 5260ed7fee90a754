"""Options, states and actions of the game of Hump Yard: frozen values, without the rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from shunt.errors import Fault
from shunt.hump.rules import MAX_CARS, STOPS, MoveRules, Stop
from shunt.hump.tiles import COPIES_OF_COLOUR
from shunt.hump.yard import PlacedTile, Yard

TURNS = 20
MOST_MOVES = 20
REVEALED = 2  # car cards at the beginning of the bidding
LONGEST = 8
"""The default for the number of cars to which the train may be extended. The rulebook names no limit. There are tables of chances
for at most eight cars (`engine.long_meeting.LONGEST_TABLE`), so bids on a longer train could not be evaluated."""


@dataclass(frozen=True)
class HumpOptions:
    """What may be chosen about a game.

    `copies`: car cards of each colour. `longest`: cars to which a train may be extended. `stop` and `returns`: the rules of moves
    (`MoveRules`). `by_hand`: the players who sort their trains themselves. `branches`: the side of the headings' branches, `up`
    or `down`, one for all players or one for each.
    """

    turns: int = TURNS
    copies: int = COPIES_OF_COLOUR
    longest: int = LONGEST
    stop: Stop = "farthest"
    returns: bool = False
    by_hand: Collection[int] = ()
    branches: str | Sequence[str] = "up"

    @property
    def rules(self) -> MoveRules:
        """The rules of moves."""
        return MoveRules(self.stop, self.returns)

    def sides(self, players: int) -> tuple[Any, ...]:
        """Return the side of the branches of each player."""
        sides = tuple(self.branches) if isinstance(self.branches, list | tuple) else (self.branches,)
        return sides * players if len(sides) == 1 else sides

    def faults(self, players: int) -> list[Fault]:
        """Return what is wrong with the options for a number of players."""
        faults = [
            Fault(name, f"{value!r} is not possible", f"a whole number from {low} to {high}")
            for name, value, low, high in (
                ("turns", self.turns, 1, TURNS),
                ("copies", self.copies, 1, 40),
                ("longest", self.longest, REVEALED, MAX_CARS),
            )
            if type(value) is not int or not low <= value <= high
        ]
        if self.stop not in STOPS:
            faults.append(Fault("stop", f"{self.stop!r} is not a stop rule", "one of " + ", ".join(STOPS)))
        numbers: Any = self.by_hand  # a saved game may have anything, and an empty text would be no numbers
        is_several = isinstance(numbers, Collection) and not isinstance(numbers, str)
        if not is_several or not all(type(number) is int and 0 <= number < players for number in numbers):
            given = str(list(numbers)) if is_several else repr(numbers)
            faults.append(Fault("by_hand", given, f"a list of players, who are numbered 0 to {players - 1}"))
        if not isinstance(self.returns, bool):
            faults.append(Fault("returns", f"{self.returns!r}", "true or false"))
        sides = self.sides(players)
        if len(sides) != players or not all(side in ("up", "down") for side in sides):
            remedy = f"up or down, once for all or once for each of the {players} players"
            shown = ",".join(map(str, self.branches)) if isinstance(self.branches, list | tuple) else self.branches
            faults.append(Fault("branches", f"{shown!r}", remedy))
        return faults


@dataclass(frozen=True, slots=True, order=True)
class HumpAction:
    """An action or an outcome of chance; `what` decides which of the other fields are used.

    `start` (chance: player `name` starts), `tile` and `car` (chance reveals `name`), `next` (chance: `name` is next in the
    order), `build` (tile `name` at a cell), `bid` (`cars` in `moves`), `pass`, `extend`, and for an attempt by hand `roll` (the
    next move, written in `name`), `optimum` or `give up`.
    """

    what: str
    name: str = ""
    at: tuple[int, int] = (0, 0)
    turn: int = 0
    cars: int = 0
    moves: int = 0


def build_of(tile: PlacedTile) -> HumpAction:
    """Return the action of building a tile."""
    return HumpAction("build", tile.kind, tile.at, tile.turn)


@dataclass(frozen=True, slots=True)
class BidAttempt:
    """A bidder's attempt at a train in a required order (lead car first), and whether it held.

    `moves` is the bid, `taken` the moves that the attempt took (0 if it failed), `typed` the
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
    of this turn or, until bidding begins again, of the previous one. `typed`: the moves so far of an attempt by hand.
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
    attempts: tuple[BidAttempt, ...] = ()
    typed: tuple[str, ...] = ()

    @property
    def tried(self) -> tuple[str, ...]:
        """The cars of the train that is tried, in the order in which they were revealed."""
        return self.train[: self.trying]

    def bid_of(self, player: int) -> int:
        """Return the number of moves that a player has bid on the train that is tried."""
        return next(moves for bidder, cars, moves in self.bids if bidder == player and cars == self.trying)

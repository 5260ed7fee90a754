"""States of Yardmaster Express as values: who started, what was dealt, and every turn so far.

Trains, hands and the draw deck follow from that. A state may be a view, in which `--` replaces each card that its
observer has not seen.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from shunt.games.express.cards import HIDDEN, deck_for
from shunt.games.express.trains import Car, Train

UNKNOWN_START = -1


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the cards received (sorted), the card drawn, and the car added to the train."""

    hand: tuple[str, ...]
    drawn: str
    car: Car


@dataclass(frozen=True, slots=True)
class ExpressState:
    """A game in progress. `hand`: the travelling hand, sorted, without the card `drawn` this turn ("" before the draw).

    `start` is -1 until the start player is known. `caboose` is "" until one is turned up, or without the expansion.
    `earlier`: the totals of game 1, in game 2 of the strategic variant.
    """

    players: int
    game: int = 1
    start: int = UNKNOWN_START
    caboose: str = ""
    hand: tuple[str, ...] = ()
    drawn: str = ""
    past: tuple[Turn, ...] = ()
    earlier: tuple[int, ...] = ()

    @property
    def direction(self) -> int:
        """1 while hands pass clockwise, -1 in game 2 of the strategic variant."""
        return 1 if self.game == 1 else -1

    def player_at(self, ply: int) -> int:
        """Return the player of a turn, counted from 0."""
        return (self.start + self.direction * ply) % self.players

    @property
    def player(self) -> int:
        """The player whose turn it is."""
        return self.player_at(len(self.past))

    @property
    def order(self) -> tuple[int, ...]:
        """All players, from the one whose turn it is in the order of turns."""
        return tuple(self.player_at(len(self.past) + step) for step in range(self.players))

    def train(self, player: int) -> Train:
        """Return the train of a player."""
        first = (player - self.start) * self.direction % self.players
        return tuple(turn.car for turn in self.past[first :: self.players])

    @property
    def trains(self) -> tuple[Train, ...]:
        """Every train, by player."""
        return tuple(self.train(player) for player in range(self.players))

    @property
    def choices(self) -> tuple[str, ...]:
        """The cards to choose from, sorted, copies included."""
        return tuple(sorted((*self.hand, self.drawn))) if self.drawn else self.hand

    def deck(self) -> Counter[str]:
        """Return the cards that are in the draw deck; in a view, those that its observer cannot place."""
        left = Counter(deck_for(self.players))
        left.subtract([turn.car.card for turn in self.past if turn.car.card != HIDDEN])
        left.subtract([card for card in self.choices if card != HIDDEN])
        return +left

"""States of Yardmaster Express as values: who started, what was dealt, and every turn so far.

Trains, hands and the draw deck follow from that. A state may be a view, in which `--` replaces each card that its
observer has not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from shunt.errors import Fault, InputError
from shunt.games.express.cards import HIDDEN, deck_for, parse_card
from shunt.games.express.trains import Car, Train, parse_car

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


# --------------------------------------------------------------------------------------------------------------------
# JSON


def state_to_json(state: ExpressState) -> dict[str, Any]:
    """Return every field by its name; cars as they are written."""
    data: dict[str, Any] = {field.name: getattr(state, field.name) for field in fields(ExpressState)}
    data["past"] = [{"hand": list(turn.hand), "drawn": turn.drawn, "car": str(turn.car)} for turn in state.past]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}


def state_from_json(data: Mapping[str, Any], players: int) -> ExpressState:
    """Read what `state_to_json` writes; raises `InputError` for anything else, impossible card counts included."""
    names = {field.name for field in fields(ExpressState)}
    if not isinstance(data, Mapping) or set(data) != names:
        wrong = " ".join(sorted(set(data) ^ names)) if isinstance(data, Mapping) else repr(data)
        raise InputError(Fault("state", f"missing or unknown: {wrong}", "the fields of a state"))
    try:
        state = ExpressState(
            data["players"],
            data["game"],
            data["start"],
            data["caboose"],
            _hand(data["hand"]),
            data["drawn"] and _card(data["drawn"]),
            tuple(Turn(_hand(turn["hand"]), _card(turn["drawn"]), parse_car(turn["car"])) for turn in data["past"]),
            tuple(map(int, data["earlier"])),
        )
    except InputError as error:
        raise InputError([Fault("state", str(fault)) for fault in error.faults]) from None
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise InputError(Fault("state", f"cannot be read: {error!r}", "what `state_to_json` writes")) from None
    if faults := _state_faults(state, players):
        raise InputError(faults)
    return state


def _card(text: str) -> str:
    return text if text == HIDDEN else parse_card(text)


def _hand(cards: list[str]) -> tuple[str, ...]:
    return tuple(sorted(_card(card) for card in cards))


def _state_faults(state: ExpressState, players: int) -> list[Fault]:
    """Return what cannot be true of a state for this number of players."""
    faults = []
    if state.players != players:
        faults.append(Fault("state.players", f"{state.players}", f"this game is for {players}"))
        return faults
    if state.game not in (1, 2):
        faults.append(Fault("state.game", f"{state.game!r}", "1 or 2"))
    if state.start not in range(UNKNOWN_START, players):
        faults.append(Fault("state.start", f"{state.start!r}", f"a player, 0 to {players - 1}, or -1"))
    if len(state.past) > players * (9 - players):
        faults.append(Fault("state.past", f"{len(state.past)} turns", f"at most {players * (9 - players)}"))
    if len(state.hand) > players:
        faults.append(Fault("state.hand", f"{len(state.hand)} cards", f"at most {players}"))
    used = Counter([*(turn.car.card for turn in state.past), *state.choices])
    del used[HIDDEN]
    for card, count in (used - deck_for(players)).items():
        faults.append(Fault("state", f"{card} is used {count} times too often", "the deck of this number of players"))
    return faults

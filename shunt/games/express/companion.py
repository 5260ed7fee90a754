"""A score sheet for a real table: trains as laid, one or two games, scored and saved after every entry.

The sheet is its entries: `train SEAT CARS`, `start SEAT`, `caboose NAME`, `next` (game 2 of the strategic variant). Seats count
from 1, clockwise. A later entry of a train replaces the one before, so a slip is corrected by typing it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from shunt.errors import InputError, counted, raise_faults
from shunt.files.numbers import whole_number
from shunt.games.companion import Companion
from shunt.games.express.cards import HIDDEN, Caboose, copy_faults, deck_for, find_caboose, rounds_for
from shunt.games.express.options import Options
from shunt.games.express.scoring import ScoreSheet, score_sheet, second_start, winners
from shunt.games.express.trains import Train, parse_train, train_text
from shunt.games.protocol import player_name

ENTRIES = "train SEAT CARS, start SEAT, caboose NAME, next"


@dataclass(frozen=True)
class GameSheet:
    """One game on the sheet: trains by seat (None: not entered yet), the start player's seat (from 0) and the caboose."""

    trains: tuple[Train | None, ...]
    start: int = 0
    caboose: Caboose | None = None

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats, from 0, whose trains are not entered yet."""
        return tuple(seat for seat, train in enumerate(self.trains) if train is None)


Games = tuple[GameSheet, ...]
"""The state of a sheet: the games begun."""


class ExpressCompanion(Companion[Games]):
    """The sheet of one or two games for 2 to 5 players; its state is the games, the last one in progress."""

    game = "express"
    help = """  train SEAT CARS    a complete train, such as: train 1 R3|G3 -- G3|B3 …
  start SEAT         the start player (player 1 unless entered)
  caboose NAME       the caboose that is face up, or none
  next               game 2 of the strategic variant"""

    def __init__(self, players: int = 2, **options: Any) -> None:
        self.settings = {"players": players, **options}
        if players not in range(2, 6):
            raise InputError("players", f"{counted(players, 'players')}, but a game has 2 to 5", "a number from 2 to 5")
        self.players, self.options = players, Options(**options)

    # ------------------------------------------------------------------------------------------------------------ entries

    def begin(self) -> Games:
        """Return an empty sheet; a caboose that is not random is on it."""
        return (GameSheet((None,) * self.players, 0, self.options.fixed_caboose),)

    def entered(self, state: Games, text: str) -> Games:
        """Return the games after an entry; raise `InputError` if it cannot be right."""
        word, _, rest = text.strip().partition(" ")
        game = state[-1]
        if word == "train":
            seat, _, cars = rest.strip().partition(" ")
            return (*state[:-1], self._with_train(game, self._seat(seat), cars))
        if word == "start":
            return (*state[:-1], replace(game, start=self._seat(rest)))
        if word == "caboose":
            caboose = None if rest.strip() == "none" else find_caboose(rest)
            return (*state[:-1], replace(game, caboose=caboose))
        if word == "next" and not rest:
            return (*state, self._second(state))
        raise InputError("entry", f"{text.strip()!r} is not an entry", ENTRIES)

    def choices(self, state: Games) -> list[str]:
        """Return the forms of what may be entered now."""
        missing = [f"train {seat + 1} CARS" for seat in state[-1].missing]
        after = ["next"] if not missing and len(state) == 1 else []
        return [*missing, "start SEAT", "caboose NAME", *after]

    def _seat(self, text: str) -> int:
        seat = whole_number(text.strip()) or 0
        if not 1 <= seat <= self.players:
            raise InputError("seat", f"{text.strip()!r}", f"1 to {self.players}")
        return seat - 1

    def _with_train(self, game: GameSheet, seat: int, cars: str) -> GameSheet:
        train = parse_train(cars, f"train {seat + 1}")
        if len(train) != rounds_for(self.players):
            remedy = f"{self.players} players end with {rounds_for(self.players)} cards each"
            raise InputError(f"train {seat + 1}", f"{len(train)} cards", remedy)
        trains = tuple(train if place == seat else other for place, other in enumerate(game.trains))
        known = [car.card for other in trains for car in other or () if car.card != HIDDEN]
        raise_faults(copy_faults(known, f"train {seat + 1}", deck_for(self.players)))
        return replace(game, trains=trains)

    def _second(self, games: Games) -> GameSheet:
        if len(games) > 1:
            raise InputError("next", "both games are on the sheet", "the strategic variant has two games")
        if games[0].missing:
            raise InputError("next", "game 1 is not complete", "enter " + _seats(games[0].missing))
        start = second_start(self.sheet(games[0]).totals, games[0].start, self.options)
        return GameSheet((None,) * self.players, start, games[0].caboose if self.options.keeps_caboose else None)

    # ------------------------------------------------------------------------------------------------------------- results

    def sheet(self, game: GameSheet) -> ScoreSheet:
        """Return the scores of a game; trains not entered yet count as empty."""
        return score_sheet([train or () for train in game.trains], game.caboose, self.options)

    def totals(self, state: Games) -> tuple[int, ...]:
        """Return the points of all games, by seat."""
        return tuple(map(sum, zip(*(self.sheet(game).totals for game in state), strict=True)))

    def winners(self, state: Games) -> tuple[int, ...]:
        """Return the seats, from 0, of who has won or leads; ties are broken as in the game last begun."""
        direction = 1 if len(state) == 1 else -1
        return winners(self.totals(state), state[-1].start, direction, self.options)

    def lines(self, state: Games) -> list[str]:
        """Return the sheet as lines of plain text."""
        lines = []
        for number, game in enumerate(state, start=1):
            caboose = f", caboose {game.caboose.name}" if game.caboose else ""
            lines.append(f"game {number}: player {game.start + 1} starts{caboose}")
            sheet = self.sheet(game)
            for seat, train in enumerate(game.trains):
                lines.append(f"  player {seat + 1}: {_row(sheet, seat) if train is not None else 'not entered'}")
                if train is not None:
                    lines.append(f"    {train_text(train)}")
        if not any(game.missing for game in state):
            totals = self.totals(state)
            points = ", ".join(f"player {seat + 1} {total}" for seat, total in enumerate(totals))
            lines.append(f"total: {points}; won by {_seats(self.winners(state))}{self._tie_words(state)}")
        return lines

    def _tie_words(self, state: Games) -> str:
        totals = self.totals(state)
        tied = [seat for seat, total in enumerate(totals) if total == max(totals)]
        if len(tied) == 1 or len(self.winners(state)) > 1:
            return ""
        return f" (tie of {_seats(tied)}: the furthest from the start player)"


def _seats(seats: Sequence[int]) -> str:
    return " and ".join(map(player_name, seats))


def _row(sheet: ScoreSheet, seat: int) -> str:
    """Return one player's sum with its parts: value, longest run and what it pays, caboose."""
    parts = [f"railcars {sheet.values[seat]}", f"longest run {sheet.runs[seat]} pays {sheet.bonuses[seat]}"]
    if any(sheet.caboose):
        parts.append(f"caboose {sheet.caboose[seat]}")
    return f"{sheet.totals[seat]} points ({', '.join(parts)})"

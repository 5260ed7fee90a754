"""A score sheet for a real table: trains as laid, one or two games, scored and saved after every entry.

The sheet is its entries: `train SEAT CARS`, `start SEAT`, `caboose NAME`, `next` (game 2 of the strategic variant). Seats count
from 1, clockwise. A later entry of a train replaces the one before, so a slip is corrected by typing it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from shunt.errors import Fault, InputError
from shunt.games.express.cards import HIDDEN, Caboose, copy_faults, deck_for, find_caboose, rounds_for
from shunt.games.express.options import Options
from shunt.games.express.scoring import Sheet, score_sheet, second_start, winners
from shunt.games.express.text import train_text
from shunt.games.express.trains import Train, parse_train

SCHEMA = "shunt-express-sheet/1"
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


@dataclass
class ScoreSheet:
    """The sheet of one or two games for 2 to 5 players; `enter` adds an entry, `undo` takes the last one back."""

    players: int
    options: Options = field(default_factory=Options)
    entries: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.players not in range(2, 6):
            raise InputError(Fault("players", f"{self.players}", "2 to 5"))
        self.games = self._replayed(self.entries)

    # ------------------------------------------------------------------------------------------------------------ entries

    def enter(self, text: str) -> None:
        """Add an entry; raise `InputError`, and change nothing, if it cannot be right."""
        self.games = self._replayed([*self.entries, text])
        self.entries.append(text)

    def undo(self) -> str:
        """Take the last entry back and return it; raise `InputError` if there is none."""
        if not self.entries:
            raise InputError(Fault("undo", "nothing is entered", "enter a train first"))
        text = self.entries.pop()
        self.games = self._replayed(self.entries)
        return text

    def _replayed(self, entries: Sequence[str]) -> list[GameSheet]:
        games = [GameSheet((None,) * self.players)]
        for number, entry in enumerate(entries, start=1):
            try:
                games = self._entered(games, entry)
            except InputError as error:
                raise InputError(replace(fault, where=f"entry {number}: {fault.where}") for fault in error.faults) from None
        return games

    def _entered(self, games: list[GameSheet], entry: str) -> list[GameSheet]:
        word, _, rest = entry.strip().partition(" ")
        game = games[-1]
        if word == "train":
            seat, _, cars = rest.strip().partition(" ")
            return [*games[:-1], self._with_train(game, self._seat(seat), cars)]
        if word == "start":
            return [*games[:-1], replace(game, start=self._seat(rest))]
        if word == "caboose":
            caboose = None if rest.strip() == "none" else find_caboose(rest)
            return [*games[:-1], replace(game, caboose=caboose)]
        if word == "next" and not rest:
            return [*games, self._second(games)]
        raise InputError(Fault("entry", f"{entry.strip()!r} is not an entry", ENTRIES))

    def _seat(self, text: str) -> int:
        if not text.strip().isdecimal() or not 1 <= int(text) <= self.players:
            raise InputError(Fault("seat", f"{text.strip()!r}", f"1 to {self.players}"))
        return int(text) - 1

    def _with_train(self, game: GameSheet, seat: int, cars: str) -> GameSheet:
        train = parse_train(cars, f"train {seat + 1}")
        if len(train) != rounds_for(self.players):
            remedy = f"{self.players} players end with {rounds_for(self.players)} cards each"
            raise InputError(Fault(f"train {seat + 1}", f"{len(train)} cards", remedy))
        trains = tuple(train if place == seat else other for place, other in enumerate(game.trains))
        known = [car.card for other in trains for car in other or () if car.card != HIDDEN]
        if faults := copy_faults(known, f"train {seat + 1}", Counter(deck_for(self.players))):
            raise InputError(faults)
        return replace(game, trains=trains)

    def _second(self, games: list[GameSheet]) -> GameSheet:
        if len(games) > 1:
            raise InputError(Fault("next", "both games are on the sheet", "the strategic variant has two games"))
        if games[0].missing:
            raise InputError(Fault("next", "game 1 is not complete", "enter " + _seats(games[0].missing)))
        start = second_start(self.sheet(0).totals, games[0].start, self.options)
        caboose = games[0].caboose if self.options.second_caboose == "same" else None
        return GameSheet((None,) * self.players, start, caboose)

    # ------------------------------------------------------------------------------------------------------------- results

    @property
    def is_complete(self) -> bool:
        """Whether every train of every game begun is entered."""
        return not any(game.missing for game in self.games)

    def sheet(self, number: int) -> Sheet:
        """Return the scores of a game (from 0); trains not entered yet count as empty."""
        game = self.games[number]
        return score_sheet([train or () for train in game.trains], game.caboose, self.options)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all games, by seat."""
        return tuple(map(sum, zip(*(self.sheet(number).totals for number in range(len(self.games))), strict=True)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats, from 0, of who has won or leads; ties are broken as in the game last begun."""
        direction = 1 if len(self.games) == 1 else -1
        return winners(self.totals, self.games[-1].start, direction, self.options)

    def lines(self) -> list[str]:
        """Return the sheet as lines of plain text."""
        lines = []
        for number, game in enumerate(self.games):
            caboose = f", caboose {game.caboose.name}" if game.caboose else ""
            lines.append(f"game {number + 1}: player {game.start + 1} starts{caboose}")
            sheet = self.sheet(number)
            for seat, train in enumerate(game.trains):
                lines.append(f"  player {seat + 1}: {_row(sheet, seat) if train is not None else 'not entered'}")
                if train is not None:
                    lines.append(f"    {train_text(train)}")
        if self.is_complete:
            totals = ", ".join(f"player {seat + 1} {total}" for seat, total in enumerate(self.totals))
            won = " and ".join(f"player {seat + 1}" for seat in self.winners)
            lines.append(f"total: {totals}; won by {won}{self._tie_words()}")
        return lines

    def _tie_words(self) -> str:
        tied = [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]
        if len(tied) == 1 or len(self.winners) > 1:
            return ""
        return f" (tie of {_seats(tied)}: the furthest from the start player)"

    # ---------------------------------------------------------------------------------------------------------------- JSON

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as its entries: all that reproduces it."""
        return {"schema": SCHEMA, "players": self.players, "options": self.options.changed(), "entries": list(self.entries)}

    @classmethod
    def from_json(cls, data: Any) -> ScoreSheet:
        """Read what `to_json` writes; raise `InputError` for anything else."""
        if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
            raise InputError(Fault("schema", "this is not a saved score sheet", f'schema = "{SCHEMA}"'))
        entries = data.get("entries")
        if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
            raise InputError(Fault("entries", "not a list of texts", ENTRIES))
        if type(data.get("players")) is not int:
            raise InputError(Fault("players", f"{data.get('players')!r}", "2 to 5"))
        try:
            options = Options(**data.get("options", {}))
        except TypeError as error:
            raise InputError(Fault("options", str(error), "the options of the game")) from None
        return cls(data["players"], options, list(entries))


def _seats(seats: Sequence[int]) -> str:
    return " and ".join(f"player {seat + 1}" for seat in seats)


def _row(sheet: Sheet, seat: int) -> str:
    """Return one player's sum with its parts: value, longest run and what it pays, caboose."""
    parts = [f"railcars {sheet.values[seat]}", f"longest run {sheet.runs[seat]} pays {sheet.bonuses[seat]}"]
    if any(sheet.caboose):
        parts.append(f"caboose {sheet.caboose[seat]}")
    return f"{sheet.totals[seat]} points ({', '.join(parts)})"

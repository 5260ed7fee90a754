"""A match at one terminal: who plays at each seat, what happened, undo, and the file it is saved in."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

from shunt.errors import Fault, InputError, raise_faults
from shunt.files.atomic import write_text_atomically
from shunt.files.document import read_document
from shunt.games.protocol import Match, match_from_file, match_to_json, player_name
from shunt.games.registry import make_bot, make_game

PERSON = "person"
YOU = "you"
_STARTS = re.compile(r"player (\d+) starts")


@dataclass
class GameTable(Match[Any, Any]):
    """A match with its seats (`person`, `person:NAME` or a bot)."""

    seats: tuple[str, ...] = ()
    bot_options: Mapping[str, Any] = field(default_factory=dict)
    practice: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        faults = []
        if len(self.seats) != self.game.players:
            faults.append(Fault("seats", f"{len(self.seats)} seats", f"{self.game.players} players"))
        for number, seat in enumerate(self.seats):
            if not is_person(seat):
                try:
                    make_bot(type(self.game), seat, 0, self.bot_options)
                except InputError as error:
                    for fault in error.faults:
                        what = fault.what if fault.where == "bots" else f"{seat}: {fault.where}: {fault.what}"
                        faults.append(Fault(f"seats[{number}]", what, fault.remedy))
        raise_faults(faults)

    # ------------------------------------------------------------------------------------------------------------- players

    @property
    def people(self) -> tuple[int, ...]:
        """Return the seats of persons."""
        return tuple(player for player, seat in enumerate(self.seats) if is_person(seat))

    def name(self, player: int) -> str:
        """Return a player's name for people: `you`, a person's name, or `player 2 (greedy)`, numbered from 1."""
        seat = self.seats[player]
        if not is_person(seat):
            return f"{player_name(player)} ({seat})"
        given = seat.partition(":")[2]
        return given or (YOU if len(self.people) == 1 else player_name(player))

    def seen(self, state: Any, action: Any, observer: int | None) -> str:
        """Return what an observer sees of an action or outcome, as it is written but for names; everything with None."""
        game = self.game
        text = game.action_text(action) if observer is None else game.observed(state, action, observer)
        if found := _STARTS.fullmatch(text):
            name = self.name(int(found[1]) - 1)
            return f"{name} start{'s' * (name != YOU)}"
        return text

    # ------------------------------------------------------------------------------------------------------------- playing

    def bot_action(self, name: str = "") -> Any:
        """Return what a bot does where a player is to act: the bot of that seat, or another by its `name`.

        A bot is made for every action, from the seed and the number of the action: a resumed game continues as it would have.
        """
        game = self.game
        player = game.to_act(self.state)
        seed = random.Random(f"{self.seed}/{player}/{len(self.actions)}").getrandbits(48)
        bot = make_bot(type(game), name or self.seats[player], seed, self.bot_options)
        return bot.choose(*self.seat(player))

    def undoable(self, player: int) -> int:
        """Return how many actions go back to the player's last decision, or 0 if that is not allowed.

        In practice it always is, otherwise while the action has shown nobody anything.
        """
        last = self.events[-1]
        if not self.practice:
            return int(last.player == player and len(last.steps) == 1)
        return next((number for number, event in enumerate(reversed(self.events), start=1) if event.player == player), 0)

    # -------------------------------------------------------------------------------------------------------------- files

    @classmethod
    def new(
        cls,
        game: str,
        seats: Sequence[str],
        seed: int,
        options: Mapping[str, Any],
        bot_options: Mapping[str, Any] | None = None,
        practice: bool = False,
    ) -> Self:
        """Begin a game; raise `InputError` if an option is invalid, a bot is unknown, or the number of seats is wrong."""
        return cls(make_game(game, len(seats), **options), seed, (), tuple(seats), bot_options or {}, practice)

    @classmethod
    def resumed(cls, path: str, game: str) -> Self:
        """Replay a saved game; raise `InputError`, with the place in the file, for anything else."""
        document = read_document(path)
        try:
            return cls.from_json(document.data, game)
        except InputError as error:
            raise InputError(document.placed(error.faults)) from None

    @classmethod
    def from_json(cls, data: Mapping[str, Any], game: str) -> Self:
        """Return a saved game; raise `InputError` for anything else."""
        from shunt.games.saved_files import MATCH_SCHEMA, SavedTable, checked

        saved = checked(SavedTable, MATCH_SCHEMA, data)
        if saved.game != game:
            raise InputError("game", f"this is a game of {saved.game!r}", f"give a game of {game!r}")
        begin = partial(cls, seats=tuple(saved.seats), bot_options=saved.bot_options, practice=saved.practice)
        return match_from_file(saved, make_game, begin)

    def as_json(self) -> dict[str, Any]:
        """Return the match, who plays where, and whether it is practice."""
        data = match_to_json(self) | {"seats": list(self.seats), "bot_options": dict(self.bot_options)}
        return data | {"practice": self.practice}

    def save(self, path: str) -> None:
        """Write the game, whole or not at all."""
        write_text_atomically(path, json.dumps(self.as_json(), indent=1) + "\n")


def is_person(seat: str) -> bool:
    """Return whether a seat is that of a person."""
    return seat.partition(":")[0] == PERSON

"""Companions of a real table: what happens there is entered as text, checked, saved after every entry, and can be taken back.

A companion is a table whose chance is typed in. `Companion` holds the settings and the rules: `begin` gives the first state (a
frozen value), `entered` the state after an entry, `lines` what is shown. Where a game overrides nothing, outcomes of chance are
entered as they fall, and actions as the game writes them. `Log` holds the entries and the file.

A saved log holds settings and entries alone; opening it enters everything again, so a file that was edited is refused with the
place of the entry. `shunt.games.commands.game_commands` makes the command of a companion.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from shunt.errors import Fault, IllegalMoveError, InputError, faults_as
from shunt.files.atomic import write_text_atomically
from shunt.files.document import read_document
from shunt.files.reading import StrPath
from shunt.games.protocol import CHANCE, TableGame, player_name
from shunt.games.registry import make_game

if TYPE_CHECKING:
    from shunt.render.characters import Picture

S = TypeVar("S")
SHOWN = 12  # legal entries that are listed with a refusal


class Companion(Generic[S]):
    """The rules of one kind of record. `settings` are the keywords of its constructor, in JSON types.

    By default they are the players of the game and its options.
    """

    game: ClassVar[str]
    """The name of the game in saved logs."""
    help: ClassVar[str] = "  an action of the player who acts, or what was drawn, as `list` shows them"
    """What can be entered, a line for each."""
    rules: TableGame[S, Any]
    settings: Mapping[str, Any]

    def __init__(self, players: int = 2, **options: object) -> None:
        self.settings, self.rules = {"players": players, **options}, make_game(self.game, players, **options)

    def begin(self) -> S:
        """Return the state before the first entry."""
        return self.rules.initial()

    def entered(self, state: S, text: str) -> S:
        """Return the state after an entry; raise `InputError` for one that is not possible."""
        try:
            return self.rules.act(state, self.rules.parse_action(text))
        except (IllegalMoveError, InputError) as error:
            choices = self.choices(state)
            more = f" … ({len(choices)} in all)" if len(choices) > SHOWN else ""
            raise InputError("entry", str(error), f"now: {', '.join(choices[:SHOWN]) or 'nothing'}{more}") from None

    def choices(self, state: S) -> Sequence[str]:
        """Return what may be entered now, if that can be listed."""
        outcomes = [outcome for outcome, _ in self.rules.chance_outcomes(state)]
        return [self.rules.action_text(action) for action in outcomes or self.rules.legal_actions(state)]

    def lines(self, state: S) -> list[str]:
        """Return what is shown: the table, and who acts."""
        player = self.rules.to_act(state)
        if self.rules.is_over(state):
            last = "game over, won by " + " and ".join(map(player_name, self.rules.winners(state)))
        else:
            last = "enter what is drawn" if player == CHANCE else f"{player_name(player)} acts"
        return [*self.rules.describe(state).splitlines(), last]

    def reported(self, before: S, after: S, *, unicode: bool = True) -> Sequence[str | Picture]:
        """Return what an entry led to, lines and pictures, shown before the table; without `unicode` pictures are in ASCII."""
        return ()

    def answer(self, state: S, text: str, *, unicode: bool = True) -> Sequence[str | Picture] | None:
        """Return what a question shows, or None for a text that is not one; raise `InputError` for one that has no answer.

        Questions are not entered in the log.
        """
        return None


class Log(Generic[S]):
    """The entries of one table, each with the state after it; with a `path`, saved after every change."""

    def __init__(self, companion: Companion[S], path: StrPath | None = None) -> None:
        self.companion, self.path = companion, path
        self.entries: list[str] = []
        self._states = [companion.begin()]

    @classmethod
    def opened(cls, path: StrPath, make: Callable[..., Companion[S]]) -> Log[S]:
        """Read a saved log and enter everything again; `make(**settings)` makes its companion. Raise `InputError`."""
        from shunt.games.saved_files import LOG_SCHEMA, SavedLog, checked

        document = read_document(path)
        try:
            saved = checked(SavedLog, LOG_SCHEMA, document.data)
            companion = make(**saved.settings)
            if companion.game != saved.game:
                raise InputError("game", f"this is a log of {saved.game!r}", f"give a log of {companion.game!r}")
            log = cls(companion)
            for number, text in enumerate(saved.entries):
                with faults_as(partial(replace, where=f"entries[{number}]")):
                    log.enter(text)
        except InputError as error:
            raise InputError(document.placed(error.faults)) from None
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError) as error:  # settings of wrong types
            raise InputError(document.placed([Fault("settings", str(error), "the settings of this log")])) from None
        log.path = path
        return log

    @property
    def state(self) -> S:
        """Return the state after the last entry."""
        return self._states[-1]

    def enter(self, text: str) -> None:
        """Check an entry, append it and save; raise `InputError` and change nothing if it is not possible."""
        text = " ".join(text.split())
        self._change([*self.entries, text], [*self._states, self.companion.entered(self.state, text)])

    def undo(self) -> str:
        """Take back the last entry, save and return it; raise `InputError` if there is none."""
        if not self.entries:
            raise InputError("undo", "nothing has been entered yet", "enter something first")
        text = self.entries[-1]
        self._change(self.entries[:-1], self._states[:-1])
        return text

    def _change(self, entries: list[str], states: list[S]) -> None:
        """Save a change; if that fails, leave everything as it was."""
        before = self.entries, self._states
        self.entries, self._states = entries, states
        try:
            self.save()
        except BaseException:
            self.entries, self._states = before
            raise

    def lines(self) -> list[str]:
        """Return what is shown."""
        return self.companion.lines(self.state)

    def to_json(self) -> dict[str, Any]:
        """Return settings and entries."""
        companion = self.companion
        data = {"schema": "shunt-log/1", "game": companion.game, "settings": companion.settings}
        return data | {"entries": list(self.entries)}

    def save(self) -> None:
        """Write the file, whole or not at all; without a path do nothing."""
        if self.path is not None:
            write_text_atomically(self.path, json.dumps(self.to_json(), indent=1) + "\n")

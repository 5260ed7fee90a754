"""Companions of a real table: what happens there is entered as text, checked, saved after every entry, and can be taken back.

A companion is made by two classes. `Companion` holds the settings and the rules: `begin` gives the first state (a frozen value),
`entered` the state after an entry, `lines` what is shown. `Log` holds the entries and the file.

A saved log holds settings and entries alone; opening it enters everything again, so a file that was edited is refused with the
place of the entry. `GameCompanion` follows a game of the registry whose draws are open: outcomes of chance are entered as they
fall, actions are checked by the rules. `shunt.games.commands.companion_prompt` makes the command of a companion.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from shunt.errors import Fault, IllegalMoveError, InputError
from shunt.files.atomic import write_text_atomically
from shunt.files.document import read_document
from shunt.games.protocol import CHANCE, TableGame, kind_faults, player_name
from shunt.games.registry import make_game

if TYPE_CHECKING:
    from shunt.render.characters import Picture

S = TypeVar("S")
LOG_SCHEMA = "shunt-log/1"
SHOWN = 12  # legal entries that are listed with a refusal


class Companion(ABC, Generic[S]):
    """The rules of one kind of record. `settings` are the keywords of its constructor, in JSON types."""

    game: ClassVar[str]
    """The name of the game in saved logs."""
    help: ClassVar[str] = ""
    """What can be entered, a line for each."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings

    @abstractmethod
    def begin(self) -> S:
        """Return the state before the first entry."""

    @abstractmethod
    def entered(self, state: S, text: str) -> S:
        """Return the state after an entry; raise `InputError` for one that is not possible."""

    @abstractmethod
    def lines(self, state: S) -> list[str]:
        """Return what is shown."""

    def choices(self, state: S) -> Sequence[str]:
        """Return what may be entered now, if that can be listed."""
        return ()

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

    def __init__(self, companion: Companion[S], path: str | os.PathLike[str] | None = None) -> None:
        self.companion, self.path = companion, path
        self.entries: list[str] = []
        self._states = [companion.begin()]

    @classmethod
    def opened(cls, path: str | os.PathLike[str], make: Callable[..., Companion[S]]) -> Log[S]:
        """Read a saved log and enter everything again; `make(**settings)` makes its companion. Raise `InputError`."""
        document = read_document(path)
        data = document.data
        try:
            companion = make(**_checked(data)["settings"])
            if companion.game != data["game"]:
                raise InputError("game", f"this is a log of {data['game']!r}", f"give a log of {companion.game!r}")
            log = cls(companion)
            for number, text in enumerate(data["entries"]):
                try:
                    log.enter(text)
                except InputError as error:
                    raise InputError(replace(fault, where=f"entries[{number}]") for fault in error.faults) from None
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
        data = {"schema": LOG_SCHEMA, "game": companion.game, "settings": companion.settings}
        return data | {"entries": list(self.entries)}

    def save(self) -> None:
        """Write the file, whole or not at all; without a path do nothing."""
        if self.path is not None:
            write_text_atomically(self.path, json.dumps(self.to_json(), indent=1) + "\n")


def _checked(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the data of a log; raise `InputError`, which lists every fault in its form."""
    if data.get("schema") != LOG_SCHEMA:
        raise InputError("schema", "this is not a log of a table", f'schema = "{LOG_SCHEMA}"')
    kinds = {"game": str, "settings": dict, "entries": list}
    faults = [Fault(key, "unknown key", "a log has no such key") for key in sorted(set(data) - {*kinds, "schema"})]
    faults += kind_faults(data, kinds, "a log")
    for number, entry in enumerate(data["entries"] if not faults else []):
        if not isinstance(entry, str):
            faults.append(Fault(f"entries[{number}]", f"{entry!r}", "a text"))
    if faults:
        raise InputError(faults)
    return data


# --------------------------------------------------------------------------------------------------------------------
# A game of the registry


class GameCompanion(Companion[Any]):
    """A real game followed move by move: draws and actions are entered as the game writes them.

    Settings: the name of the game, the number of players, and the options of the game.
    """

    help = "  an action of the player who acts, or what was drawn, as `list` shows them"

    def __init__(self, game: str, players: int, options: Mapping[str, Any] | None = None) -> None:
        super().__init__({"game": game, "players": players, "options": dict(options or {})})
        self.rules: TableGame[Any, Any] = make_game(game, players, **(options or {}))
        self.game = game  # type: ignore[misc]

    def begin(self) -> Any:
        """Return the game's first state."""
        return self.rules.initial()

    def entered(self, state: Any, text: str) -> Any:
        """Return the state after an action or a draw; raise `InputError` with the legal ones."""
        try:
            return self.rules.act(state, self.rules.parse_action(text))
        except (IllegalMoveError, InputError) as error:
            choices = self.choices(state)
            more = f" … ({len(choices)} in all)" if len(choices) > SHOWN else ""
            raise InputError("entry", str(error), f"now: {', '.join(choices[:SHOWN]) or 'nothing'}{more}") from None

    def choices(self, state: Any) -> list[str]:
        """Return every action or draw that is possible now."""
        outcomes = [outcome for outcome, _ in self.rules.chance_outcomes(state)]
        return [self.rules.action_text(action) for action in outcomes or self.rules.legal_actions(state)]

    def lines(self, state: Any) -> list[str]:
        """Return the table, and who acts."""
        player = self.rules.to_act(state)
        if self.rules.is_over(state):
            won = " and ".join(map(player_name, self.rules.winners(state)))
            last = f"game over, won by {won}"
        else:
            last = "enter what is drawn" if player == CHANCE else f"{player_name(player)} acts"
        return [*self.rules.describe(state).splitlines(), last]

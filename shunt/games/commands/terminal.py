"""People at one terminal: what each person sees and types, and whose turn it is. Every game is played through this module.

Several people share the terminal. Before another person's turn, the screen is cleared, so that hands stay hidden. Before acting,
each person sees what has happened since their own last turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from shunt.cli.keyboard import read_line
from shunt.cli.output import columns, on_terminal, say, say_wrapped
from shunt.cli.progress import watching
from shunt.errors import InputError, NotationError
from shunt.files.numbers import whole_number
from shunt.games.commands.front import counted_runs, say_parts

if TYPE_CHECKING:
    from shunt.games.commands.front import FrontEnd
    from shunt.games.protocol import Event
    from shunt.games.table import GameTable

ONE_COLUMN = 24  # legal actions that are listed one below the other; more are listed in columns
SHOWN = 12  # legal actions that are listed with a refusal; `list` shows all
HELP = """  list                    every legal action, with a number that can be typed instead
  show                    the table again
  log                     what happened so far, as you have seen it
  undo                    take back your last move if nothing was revealed since (in practice always: --practice)
  hint [BOT]              what a bot would do in your place (in practice: --practice)
  advise                  what each action is worth, where the game can say (in practice: --practice)
  save [FILE]             save the game and continue
  quit                    save and leave; so does Ctrl-C"""


class Left(Exception):
    """The person leaves; the game is to be saved."""


UNDO = "a move can be taken back until another player acts or something is revealed; always in practice (--practice)"
PRACTICE = {
    "hint": "hints are available only in practice; start it with --practice",
    "advise": "advice is available only in practice; start it with --practice",
}
"""Why a word is not answered outside practice."""


class Undone(Exception):
    """The game was taken back: whose turn it is must be asked again."""


class Terminal:
    """A table played to its end; `save_file` is where `save` writes."""

    def __init__(self, front: FrontEnd, table: GameTable, save_file: str) -> None:
        self.front, self.table, self.save_file = front, table, save_file
        self._present: int | None = table.people[0] if len(table.people) == 1 else None
        self._seen: dict[int | None, int] = dict.fromkeys(table.people, len(table.events) if table.actions else 0)

    # ------------------------------------------------------------------------------------------------------------- playing

    def run(self) -> None:
        """Play until the game is over; raise `Left`, `EOFError` or `KeyboardInterrupt` when the person leaves."""
        table, game = self.table, self.table.game
        for line in self.front.opening_lines(table):
            say_wrapped(line)
        self._show_events()
        while not table.is_over:
            player = game.to_act(table.state)
            if player in table.people:
                self._change_places(player)
                try:
                    action = self._asked(player)
                except Undone:
                    continue
            else:
                with watching(f"{table.name(player)} thinks"):
                    action = table.bot_action()
            table.act(action)
            self._show_events()
        self._show_end()

    def _change_places(self, player: int) -> None:
        """Hide what another person saw, and show this one what happened meanwhile."""
        if self._present == player:
            return
        if self._hides():
            click.clear() if on_terminal() else say("─" * 40)
            self._present = None
            read_line(f"{self.table.name(player)}: press Enter when nobody else is looking ")
        self._present = player
        self._show_events()

    def _hides(self) -> bool:
        """Return whether anything on the table is hidden from anybody."""
        game, state = self.table.game, self.table.state
        return any(game.view(state, player) != state for player in range(game.players))

    def _asked(self, player: int) -> Any:
        """Return what the person does: anything legal."""
        game, state = self.table.game, self.table.state
        self.show(player)
        wanted = self.front.prompt(self.table.seat(player))
        if len(self.table.people) > 1:
            wanted = f"{self.table.name(player)}: {wanted}"
        while True:
            text = read_line(f"{wanted} (? helps): ")
            if self.answered(player, text):
                continue
            actions = game.legal_actions(state)
            try:
                action = game.parse_action(text)
                why = game.refusal(state, action)
            except NotationError as error:
                if 0 < (number := whole_number(text) or 0) <= len(actions):
                    return actions[number - 1]
                why = str(error)
            if not why:
                return action
            self._refuse(why, actions)

    def _refuse(self, why: str, actions: tuple[Any, ...]) -> None:
        say_wrapped(f"   {why}")
        texts = list(map(self.table.game.action_text, actions[:SHOWN]))
        if texts and not all(text in why for text in texts):
            more = f" … (list shows all {len(actions)})" if len(actions) > SHOWN else ""
            say_wrapped(f"   legal: {', '.join(texts)}{more}")

    # -------------------------------------------------------------------------------------------------------------- words

    def answered(self, player: int, text: str) -> bool:
        """Answer what only asks for something to be shown, saved or taken back; return whether it was. Raise `Left`."""
        word, _, rest = text.partition(" ")
        if (parts := self.front.answer(self.table.seat(player), text)) is not None:
            say_parts(parts)
        elif word in ("?", "help", ""):
            for line in (self.front.help, HELP):
                if line:
                    say_wrapped(line)
        elif word == "list":
            self._show_list()
        elif text == "show":
            self.show(player)
        elif text == "log":
            self._show_lines(self.table.events, player, pictures=False)
        elif word in PRACTICE and not self.table.practice:
            say(f"   {PRACTICE[word]}")
        elif text == "undo":
            self._undo(player)
        elif word == "hint":
            self._hint(rest)
        elif text == "advise":
            self._advise(player)
        elif word == "save":
            self._save(rest or self.save_file)
        elif text in ("quit", "q"):
            raise Left
        else:
            return False
        return True

    def _undo(self, player: int) -> None:
        if count := self.table.undoable(player):
            self.table.undo(count)
            self._seen = {person: min(seen, len(self.table.events)) for person, seen in self._seen.items()}
            raise Undone
        say(f"   {'this is your first decision' if self.table.practice else UNDO}")

    def _advise(self, player: int) -> None:
        table = self.table
        with watching("thinking"):
            lines = self.front.advice(table.seat(player), table.game.action_text)
        for line in lines:
            say_wrapped(f"   {line}")
        if not lines:
            self._hint("")

    def _hint(self, bot: str) -> None:
        bot = bot or self.table.game.strengths["strong"]
        try:
            action = self.table.bot_action(bot)
        except InputError as error:
            _say_faults(error)
        else:
            say(f"   {bot}: {self.table.game.action_text(action)}")

    def _save(self, path: str) -> None:
        try:
            self.table.save(path)
        except InputError as error:
            _say_faults(error)
        else:
            self.save_file = path
            say(f"   saved in {path}")

    # ------------------------------------------------------------------------------------------------------------ pictures

    def show(self, player: int) -> None:
        """Show the table as a player sees it."""
        table = self.table
        say_parts(self.front.picture(table.seat(player), list(map(table.name, range(table.game.players)))))

    def _show_list(self) -> None:
        game = self.table.game
        texts = [game.action_text(action) for action in game.legal_actions(self.table.state)]
        entries = [f"{number:5}  {text}" for number, text in enumerate(texts, start=1)]
        width = max(map(len, entries), default=0) + 1
        across = 1 if len(entries) <= ONE_COLUMN else max(1, columns() // width)
        down = -(-len(entries) // across)
        for row in range(down):
            say("".join(f"{entry:<{width}}" for entry in entries[row::down]).rstrip())

    def _show_events(self) -> None:
        """Show what the person present has not seen yet; with bots alone, or when nothing is hidden, everything to all."""
        table, number = self.table, len(self.table.events)
        open_table = not table.people or not self._hides()
        if self._present is None and not open_table:
            return
        person = next(iter(table.people), None) if self._present is None else self._present
        self._show_lines(table.events[self._seen.get(person, 0) :], person)
        self._seen = dict.fromkeys(table.people or [None], number) if open_table else self._seen | {person: number}

    def _show_lines(self, events: list[Event], observer: int | None, pictures: bool = True) -> None:
        """Show what events brought, equal lines in a row once with their number; `pictures` too, if there are any."""
        shown = (part for event in events for part in self.front.event_lines(self.table, event, observer))
        say_parts(part for part in counted_runs(shown) if pictures or isinstance(part, str))

    def _show_end(self) -> None:
        self._show_events()
        self.show(self.table.people[0] if self.table.people else 0)
        for line in self.front.final_lines(self.table):
            say_wrapped(line)
        say(f"The deal was --seed {self.table.seed}.")


def _say_faults(error: InputError) -> None:
    for fault in error.faults:
        say(f"   {fault}")

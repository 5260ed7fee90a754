"""The commands that every game has: `play`, `simulate` and `follow`, at whose prompt entries of a companion are typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from shunt.cli.keyboard import read_line
from shunt.cli.options import flag
from shunt.cli.output import (
    check_output,
    complain,
    counted,
    knows_unicode,
    note,
    note_wrapped,
    output_of,
    parameters_as,
    say,
    say_wrapped,
)
from shunt.errors import InputError
from shunt.files.lazy import load_place
from shunt.games.commands.front import Declared, FrontEnd, added, check_start_player, say_parts
from shunt.games.commands.play import play_command
from shunt.games.commands.simulate import simulate_command
from shunt.games.companion import Companion, Log

HELP = """  list     the entries allowed now, unless there are too many
  show     the table again
  log      all entries
  undo     take back the last entry
  quit     leave; everything is saved already"""


def given(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of options that are set."""
    return {key: value for key, value in values.items() if value is not None}


def add_game_commands(
    group: click.Group,
    front: FrontEnd,
    place: str,
    words: str,
    parameters: Sequence[Declared],
    read: Callable[[Mapping[str, Any]], dict[str, Any]] = given,
) -> None:
    """Add the commands that every game has to those of a game.

    `follow` has the `parameters`, whose values, as `read` returns them, make the companion; `place` is that of the companion's
    class, as `module:name`, and `words` is the help.
    """

    @click.command("follow", help=words)
    @added("settings", *parameters)
    @click.option(
        "--save", "save_file", default=f"{front.game}-log.json", show_default=True, metavar="FILE", help="File of the log."
    )
    @flag("--new", "Begin a new log even if the file exists.")
    def follow(settings: Mapping[str, Any], save_file: str, new: bool) -> None:
        players = settings.get("players") or len(settings.get("names") or ()) or 2
        check_start_player(settings.get("first", settings.get("start")), players)
        log = _log(load_place(place), save_file, new, read(settings))
        say_parts(log.lines())
        try:
            while _asked(log):
                pass
        except EOFError:
            complain("")

    for made in (follow, play_command(front), simulate_command(front)):
        group.add_command(made)


def _log(make: Callable[..., Companion[Any]], save_file: str, new: bool, settings: Mapping[str, Any]) -> Log[Any]:
    """Resume the log in a file, or begin one."""
    check_output("--save", save_file)
    if Path(save_file).is_file() and Path(save_file).stat().st_size and not new:
        log = Log.opened(save_file, make)
        note(f"resumed {save_file} with {counted(len(log.entries), 'entries', 'entry')}; --new begins a new log")
        return log
    with parameters_as():
        log = Log(make(**settings), save_file)
    with output_of("--save"):
        log.save()
    return log


def _asked(log: Log[Any]) -> bool:
    """Ask for one entry or word; return whether to ask again."""
    text = read_line("> ")
    if text in ("quit", "q"):
        return False
    if text in ("", "?", "help"):
        for words in (log.companion.help, HELP):
            if words:
                say_wrapped(words)
    elif text == "list":
        for choice in log.companion.choices(log.state):
            say(f"  {choice}")
    elif text == "log":
        for number, entry in enumerate(log.entries, start=1):
            say(f"{number:4}  {entry}")
    elif text == "show":
        say_parts(log.lines())
    else:
        _changed(log, text)
    return True


def _changed(log: Log[Any], text: str) -> None:
    """Answer a question, or enter a text or take the last one back and show the table; print why if that is not possible."""
    before, unicode = log.state, knows_unicode()
    try:
        answer = log.companion.answer(before, " ".join(text.split()), unicode=unicode)
        if answer is not None:
            say_parts(answer)
            return
        if text == "undo":
            say(f"taken back: {log.undo()}")
        else:
            log.enter(text)
            say_parts(log.companion.reported(before, log.state, unicode=unicode))
    except InputError as error:
        for fault in error.faults:
            note_wrapped(str(fault))
    else:
        say_parts(log.lines())

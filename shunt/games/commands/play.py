"""The command `play` of any game, made of its `FrontEnd`."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Mapping, Sequence
from itertools import chain, count
from tempfile import gettempdir
from typing import Any

import click

from shunt.cli.commands import GAMES_PAGE
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import flag, number_option, seed_option, text_option
from shunt.cli.output import check_output, complain, messages_on_terminal, note, parameters_as, say
from shunt.errors import InputError, counted
from shunt.files.lazy import load_place
from shunt.games.commands.front import FrontEnd, added, names, think_option
from shunt.games.registry import game_class
from shunt.games.table import PERSON, GameTable, is_person

THINK = "1s"  # of a bot for a move, so that people do not wait


def play_command(front: FrontEnd) -> click.Command:
    """Return the command `play` of a game."""
    words = f"""Play against bots, or with several people at one terminal.

    At the prompt, ? lists what you can type. `quit`, Ctrl-C and the end of input save the game. The screen is cleared
    before another person's turn. A bot is NAME or NAME:KEY=VALUE, such as ismcts:iterations=2000. `shunt games` lists the
    bots.

    \b
    Examples:
      shunt {front.game} play
      shunt {front.game} play --people 2 --seed 3
      shunt {front.game} play --resume {front.game}.json
      shunt {front.game} play --browser
    """
    saved = f"File that `quit` and Ctrl-C save to. Default: the file that was resumed, otherwise a new {front.game}.json."
    seated = "Players in seat order: person, person:NAME or a bot. This replaces --people and --bots."

    @click.command("play", help=words)
    @text_option("--bots", "LIST", f"Bots to play against. Default: {front.bots}.", type=names)
    @number_option("--people", "Number of human players.", least=0, default=1)
    @text_option("--seats", "LIST", seated, type=names)
    @added("values", *front.options, *front.play_options, *front.bot_options.values(), think_option(THINK))
    @flag("--practice", "Allow every undo, and hints.")
    @text_option("--save", "FILE", saved, "save_file")
    @text_option("--resume", "FILE", "Resume a saved game with its saved options.")
    @seed_option("Random seed. The same seed gives the same deal. Default: a new seed.", default=None)
    @flag("--browser", "Play in the browser, where you choose seats and bots. No other option is needed.")
    def play(
        bots: tuple[str, ...] | None,
        people: int,
        seats: tuple[str, ...] | None,
        values: Mapping[str, Any],
        practice: bool,
        save_file: str | None,
        resume: str | None,
        seed: int | None,
        browser: bool,
    ) -> int:
        if browser:
            load_place(GAMES_PAGE)(front.game)
            return ExitStatus.ANSWERED
        path = save_file or resume or _free_name(front.game)
        if resume:
            table = GameTable.resumed(resume, front.game)
        else:
            chosen = _seats(front, people, bots, seats)
            table = _table(front, chosen, values, secrets.randbits(32) if seed is None else seed, practice)
        return _play(front, table, path)

    return play


def _play(front: FrontEnd, table: GameTable, save_file: str) -> int:
    """Play at the terminal until the game is over or the person leaves."""
    from shunt.games.commands.terminal import Left, Terminal

    check_output("--save", save_file)  # before anything is played that could not be saved
    terminal = Terminal(front, table, save_file)
    try:
        terminal.run()
    except (Left, EOFError):
        status = ExitStatus.ANSWERED
    except KeyboardInterrupt:
        status = ExitStatus.INTERRUPTED
    else:
        return ExitStatus.ANSWERED
    complain("") if messages_on_terminal() else say()
    path = _saved(table, terminal.save_file, front.game)
    command = click.get_current_context().command_path
    note(f"saved; resume with: {command} --resume {shlex.quote(path)}")
    return status


def _seats(front: FrontEnd, people: int, bots: Sequence[str] | None, seats: Sequence[str] | None) -> tuple[str, ...]:
    """Return who plays at each seat: `seats` if given, else some people followed by bots."""
    allowed = game_class(front.game).seats
    if bots is None:  # of the usual bots those for whom there are seats
        bots = front.bots.split(",")[: max(0, max(allowed) - people)]
    chosen = tuple(seats) if seats else (*[PERSON] * people, *bots)
    if len(chosen) not in allowed:
        what = counted(len(chosen), "players") + (f" ({', '.join(chosen)})" if chosen else "")
        remedy = f"people and bots together are {min(allowed)} to {max(allowed)}"
        raise InputError("--seats" if seats else "--bots", what, remedy)
    return chosen


def _table(front: FrontEnd, seats: Sequence[str], values: Mapping[str, Any], seed: int, practice: bool) -> GameTable:
    """Return a new game."""
    own, bot_options = front.split(values, len(seats))
    with parameters_as():
        rules = front.make_options(own, [player for player, seat in enumerate(seats) if is_person(seat)])
        return GameTable.new(front.game, seats, seed, rules, {"think": THINK} | bot_options, practice)


def _free_name(stem: str) -> str:
    """Return the first name for a saved game that no file has, so that a new game never replaces an old one."""
    spare = (f"{stem}-{number}.json" for number in count(2))
    return next(name for name in chain([f"{stem}.json"], spare) if not os.path.lexists(name))


def _saved(table: GameTable, path: str, stem: str) -> str:
    """Save the game and return where: in `path` or, if that cannot be written any more, in a new file here or elsewhere."""
    faults: list[InputError] = []
    for place in (path, _free_name(stem), os.path.join(gettempdir(), f"{stem}-{os.getpid()}.json")):
        try:
            table.save(place)
        except InputError as error:
            for fault in error.faults:
                note(str(fault))
            faults.append(error)
        else:
            return place
    raise faults[-1]

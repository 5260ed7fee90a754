"""The terminal interface of one game: a base class whose defaults work for any game, and whose methods a game may override.

The commands of a game are made from one such object (`game_commands.add_game_commands`); `TilesFront` in
`commands/tiles.py` is a good example. The names of `options` are keywords of the game's constructor. Options left at None are not
passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import click

from shunt.cli.options import Whole, choice_option, gathered, text_option
from shunt.cli.output import say_wrapped, show_picture
from shunt.errors import InputError
from shunt.games.protocol import Event, Seat

if TYPE_CHECKING:
    from shunt.games.table import GameTable
    from shunt.render.characters import Picture

T = TypeVar("T")
START_PLAYER = "--start-player"


Declared = Callable[[Callable[..., object]], Callable[..., object]]
"""A decorator of a command that declares an option."""


def start_player_option(name: str, default: str) -> Declared:
    """Return the option `--start-player`, from 1, whose value from 0 is the keyword `name` of a game."""

    def from_zero(ctx: click.Context, parameter: click.Parameter, number: int | None) -> int | None:
        return None if number is None else number - 1

    words = f"Number of the start player. Default: {default}."
    return click.option(START_PLAYER, name, type=Whole(1), metavar="N", callback=from_zero, help=words)


def think_option(default: str) -> Declared:
    """Return the option `--think`, which bots use as their default."""
    words = f"Time limit for a bot's move, such as 500ms, or none for no limit. Default: {default}."
    return text_option("--think", "TIME", words)


objective_option = choice_option("--objective", ["margin", "win"], "Quantity that both players maximise.")


def added(name: str, *options: Declared) -> Declared:
    """Add options to a command, which receives their values as one mapping, the parameter `name`."""
    alone = click.Command(None)
    for option in options:
        option(alone)

    def add(command: Callable[..., object]) -> Callable[..., object]:
        run = gathered(name, [parameter.name for parameter in alone.params if parameter.name], dict, command)
        for option in reversed(options):
            run = option(run)
        return run

    return add


def names(text: str) -> tuple[str, ...]:
    """Read a list separated by commas."""
    return tuple(filter(None, (name.strip() for name in text.split(","))))


def check_start_player(start: int | None, players: int) -> None:
    """Raise `InputError` if no player has this number, which is counted from 0."""
    if start is not None and not 0 <= start < players:
        raise InputError(START_PLAYER, f"no player {start + 1} at a table of {players}", f"1 to {players}")


def say_parts(parts: Iterable[str | Picture]) -> None:
    """Print lines and pictures, each below the one before."""
    for part in parts:
        if isinstance(part, str):
            say_wrapped(part)
        else:
            show_picture(part)


def counted_runs(parts: Iterable[T]) -> Iterator[T | str]:
    """Yield each part once where equal ones follow each other; lines with their number."""
    for part, group in groupby(parts):
        count = len(list(group))
        yield f"{part} (× {count})" if count > 1 and isinstance(part, str) else part


class FrontEnd:
    """The terminal display and input of one game."""

    game: ClassVar[str]
    """The game's name in the registry, and that of its command; games are saved in GAME.json unless a file is named."""
    bots: ClassVar[str] = "greedy"
    """The default bots that a person plays against."""
    simulated: ClassVar[str] = "greedy,random"
    """The default bots of a simulation."""
    options: ClassVar[Sequence[Declared]] = ()
    """Options of both commands, named like the keywords of the game's constructor."""
    play_options: ClassVar[Sequence[Declared]] = ()
    """Further options of `play` alone, named in the same way."""
    bot_options: ClassVar[Mapping[str, Declared]] = {}
    """Options of both commands that set the defaults of bots, by the keywords of the bots that have them."""
    help: ClassVar[str] = ""
    """The commands that can be typed in this game, one per line."""
    page_options: ClassVar[Mapping[str, tuple[str, Mapping[str, Any]]]] = {}
    """Options that a page offers: keyword → its description, and its values by their words, the usual one first."""
    points: ClassVar[str] = "points"
    """The name of the points."""

    def split(self, values: Mapping[str, Any], players: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the values of the game's own options, and those of its bots, including `--think`."""
        check_start_player(values.get("first", values.get("start")), players)
        bots = {name: values[name] for name in (*self.bot_options, "think")}
        own = {name: value for name, value in values.items() if name not in bots}
        return own, {name: value for name, value in bots.items() if value is not None}

    def make_options(self, values: Mapping[str, Any], people: Sequence[int]) -> dict[str, Any]:
        """Return the keywords of the game's constructor for the values of the options. `people` are the seats of persons."""
        from shunt.games.registry import game_class

        usual = game_class(self.game).table_options
        return {**usual, **{name: value for name, value in values.items() if value is not None}}

    def opening_lines(self, table: GameTable) -> list[str]:
        """Return the lines that are printed first, both in a new game and in a resumed one."""
        return []

    def event_lines(self, table: GameTable, event: Event, observer: int | None) -> Sequence[str | Picture]:
        """Return lines and pictures of what `observer` sees of an action and of the chance events after it. With None, everything
        is shown.

        Equal lines in a row are printed once, with their number.
        """
        lines: list[str | Picture] = []
        for actor, state, action in event.steps:
            if seen := table.seen(state, action, observer):
                lines.append(f"{table.name(actor)}: {seen}" if actor is not None else f"   {seen}")
        return lines

    def picture(self, seat: Seat, names: Sequence[str]) -> Sequence[Picture | str]:
        """Return what a player sees before acting, pictures and texts. `names` are the players' names."""
        return [seat.game.describe(seat.view)]

    def prompt(self, seat: Seat) -> str:
        """Return the prompt for a player."""
        return "Your action"

    def answer(self, seat: Seat, text: str) -> Sequence[str | Picture] | None:
        """Return what a command of this game shows that only shows something, or None for any other text."""
        return None

    def advice(self, seat: Seat, text: Callable[[Any], str]) -> list[str]:
        """Return advice for the player to act, with the conclusion last. It is empty if only bots can give advice.

        `text` returns the printed form of an action.
        """
        return []

    def final_lines(self, table: GameTable) -> list[str]:
        """Return the lines that are printed when the game is over."""
        game, state = table.game, table.state
        scores = ", ".join(f"{table.name(player)} {points}" for player, points in enumerate(game.scores(state)))
        won = " and ".join(map(table.name, game.winners(state)))
        return [f"Game over. {self.points.capitalize()}: {scores}. Won by {won}."]

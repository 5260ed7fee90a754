"""`shunt humpyard`: the whole game, a person against bots, or bots by the hundred."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import json_option
from shunt.cli.output import check_output, note, print_json
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cli.hump.play import Table
    from shunt.games.statistics import Standing

SAVED = "humpyard.json"

seed_option = click.option(
    "--seed", type=int, default=0, show_default=True, metavar="N", help="What chance does follows from it."
)
reach_option = click.option(
    "--reach", type=click.IntRange(2, 5), default=3, show_default=True, metavar="N", help="Bots read tables of up to N cars."
)
stop_option = click.option(
    "--stop", type=click.Choice(["farthest", "any"]), default="farthest", show_default=True, help="Where a move may end."
)


def _names(ctx: click.Context, parameter: click.Parameter, text: str) -> tuple[str, ...]:
    return tuple(filter(None, (name.strip() for name in text.split(","))))


@click.group("humpyard")
def command() -> None:
    """The game of Hump Yard, on tables that bots (and the judge) know exactly.

    Bots: random; reader (bids by its optimum tables); planner (also builds by them).

    \b
      shunt humpyard play
      shunt humpyard simulate --games 20 --seed 7
    """


@command.command("simulate")
@click.option(
    "--bots", default="planner,reader,reader,reader", show_default=True, callback=_names, metavar="LIST", help="One bot a seat."
)
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, metavar="N", help="How many games.")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes. Default: one a processor.")
@click.option("--turns", type=int, default=20, show_default=True, metavar="N", help="Turns a game has at most.")
@click.option("--longest", type=int, default=5, show_default=True, metavar="N", help="Cars to which a train may be extended.")
@seed_option
@reach_option
@stop_option
@json_option
def simulate_command(
    bots: tuple[str, ...],
    games: int,
    workers: int | None,
    turns: int,
    longest: int,
    seed: int,
    reach: int,
    stop: str,
    as_json: bool,
) -> int:
    """Play many games and tell who wins how often, with 95 % intervals; the same numbers whatever the workers.

    Ctrl-C ends it with the figures of the games played until then.
    """
    from dataclasses import asdict

    options = {"turns": turns, "longest": longest, "stop": stop}
    crew = min(workers or os.cpu_count() or 1, games)
    with watching(f"{crew} workers start" if crew > 1 else "the first game") as progress:
        from shunt.games.simulate import simulate
        from shunt.games.statistics import standings

        def over(done: int) -> None:
            progress.show("games over", done, games)

        settings = {"options": options, "bot_options": {"reach": reach}}
        outcomes = simulate("hump-yard", bots, games, seed=seed, workers=crew, progress=over, **settings)
    played, table = len(outcomes), standings(outcomes) if outcomes else []
    if as_json:
        rounded = [
            {key: round(value, 6) if isinstance(value, float) else value for key, value in asdict(row).items()} for row in table
        ]
        told = {"bots": list(bots), "games": games, "played": played, "seed": seed, "reach": reach, "options": options}
        print_json(told | {"standings": rounded})
    elif played:
        _tell_standings(table, f"{games} games" if played == games else f"the first {played} of {games} games", bots, seed)
    if played == games:
        return ExitStatus.ANSWERED
    note("interrupted" if played else "interrupted before the first game was over")
    return ExitStatus.INTERRUPTED


def _tell_standings(table: Sequence[Standing], games: str, bots: Sequence[str], seed: int) -> None:
    click.echo(f"{games} of {len(bots)} players, seed {seed}")
    click.echo("bot      seats   wins  95 % interval   by seats  cards a seat")
    for row in table:
        told = f"{row.wins:6.1%}  {row.low:6.1%} – {row.high:6.1%}  {row.fair:7.1%}  {row.points:6.2f} ± {row.spread:.2f}"
        click.echo(f"{row.bot:<8} {row.seats:5} {told}")


@command.command("play")
@click.option(
    "--bots", default="reader,reader,planner", show_default=True, callback=_names, metavar="LIST", help="Your opponents."
)
@click.option("--by-hand", is_flag=True, help="Sort your trains yourself, move by move; otherwise the optimum decides.")
@click.option(
    "--save",
    "save_file",
    metavar="FILE",
    help=f"Where Ctrl-C saves. Default: the file that was resumed, else {SAVED}.",
)
@click.option("--resume", metavar="FILE", help="Go on with a saved game; its own options count.")
@click.option("--turns", type=int, default=20, show_default=True, metavar="N", help="Turns the game has at most.")
@seed_option
@reach_option
@stop_option
def play_command(
    bots: tuple[str, ...], by_hand: bool, save_file: str | None, resume: str | None, turns: int, seed: int, reach: int, stop: str
) -> int:
    """Play against bots in the terminal: type actions such as "build 62r1@2,1", "bid 2:4", "extend", "pass".

    At the prompt, ? explains what can be done. Ctrl-C (or the end of input) saves the game.
    """
    from shunt.cli.hump.play import Table

    save_file = save_file or resume or SAVED
    if resume:
        table = Table.resumed(resume)
    else:
        table = Table.new(bots, seed, reach, {"turns": turns, "stop": stop, "by_hand": [0] if by_hand else []})
    check_output("--save", save_file)  # before anything is played that could not be kept
    try:
        table.run()
    except (KeyboardInterrupt, EOFError):
        click.echo("", err=sys.stderr.isatty())
        save_file = _saved(table, save_file)
        note(f"saved; go on with: shunt humpyard play --resume {shlex.quote(save_file)}")
        return ExitStatus.INTERRUPTED
    return ExitStatus.ANSWERED


def _saved(table: Table, path: str) -> str:
    """Save the game, and return where: in `path`, or where that has become impossible, in a new file here or elsewhere."""
    from itertools import chain, count
    from tempfile import gettempdir

    from shunt.errors import InputError

    spare = (f"humpyard-{number}.json" for number in count(2))
    free = next(name for name in chain([SAVED], spare) if not os.path.lexists(name))
    for place in (path, free, os.path.join(gettempdir(), f"humpyard-{os.getpid()}.json")):
        try:
            table.save(place)
        except InputError as error:
            for fault in error.faults:
                note(str(fault))
            refused = error
        else:
            return place
    raise refused

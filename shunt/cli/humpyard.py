"""`shunt humpyard`: the whole game, a person against bots, or bots by the hundred."""

from __future__ import annotations

import os
import sys
import time

import click

from shunt.cli import ANSWERED, INTERRUPTED
from shunt.cli.options import json_option, note, print_json

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
    """Play many games and tell who wins how often, with 95 % intervals; the same numbers whatever the workers."""
    from dataclasses import asdict

    from shunt.games.simulate import simulate, standings

    began = last = time.perf_counter()

    def progress(done: int) -> None:
        nonlocal last
        now = time.perf_counter()
        if now - last > 2 or done == games:
            last = now
            note(f"{done} of {games} games, {now - began:.0f} s")

    options = {"turns": turns, "longest": longest, "stop": stop}
    crew = workers or os.cpu_count() or 1
    outcomes = simulate("hump-yard", bots, games, seed=seed, workers=crew, reach=reach, options=options, progress=progress)
    table = standings(outcomes)
    if as_json:
        rounded = [
            {key: round(value, 6) if isinstance(value, float) else value for key, value in asdict(row).items()} for row in table
        ]
        print_json({"bots": list(bots), "games": games, "seed": seed, "reach": reach, "options": options, "standings": rounded})
        return ANSWERED
    click.echo(f"{games} games of {len(bots)} players, seed {seed}")
    click.echo("bot      seats   wins  95 % interval   by seats  cards a seat")
    for row in table:
        told = f"{row.wins:6.1%}  {row.low:6.1%} – {row.high:6.1%}  {row.fair:7.1%}  {row.points:6.2f} ± {row.spread:.2f}"
        click.echo(f"{row.bot:<8} {row.seats:5} {told}")
    return ANSWERED


@command.command("play")
@click.option(
    "--bots", default="reader,reader,planner", show_default=True, callback=_names, metavar="LIST", help="Your opponents."
)
@click.option("--by-hand", is_flag=True, help="Sort your trains yourself, move by move; otherwise the optimum decides.")
@click.option("--save", "save_file", default="humpyard.json", show_default=True, metavar="FILE", help="Where Ctrl-C saves.")
@click.option("--resume", metavar="FILE", help="Go on with a saved game; its own options count.")
@click.option("--turns", type=int, default=20, show_default=True, metavar="N", help="Turns the game has at most.")
@seed_option
@reach_option
@stop_option
def play_command(
    bots: tuple[str, ...], by_hand: bool, save_file: str, resume: str | None, turns: int, seed: int, reach: int, stop: str
) -> int:
    """Play against bots in the terminal: type actions such as "build 62r1@2,1", "bid 2:4", "extend", "pass".

    At the prompt, ? explains what can be done. Ctrl-C (or the end of input) saves the game.
    """
    from shunt.cli.humpyard_play import Table

    if resume:
        table = Table.resumed(resume)
        save_file = resume
    else:
        table = Table.new(bots, seed, reach, {"turns": turns, "stop": stop, "by_hand": [0] if by_hand else []})
    try:
        table.run()
    except (KeyboardInterrupt, EOFError):
        table.save(save_file)
        click.echo("", err=sys.stderr.isatty())
        note(f"saved; go on with: shunt humpyard play --resume {save_file}")
        return INTERRUPTED
    return ANSWERED

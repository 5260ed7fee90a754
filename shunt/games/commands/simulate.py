"""The command `simulate` of any game, made of its `FrontEnd`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import json_option, number_option, seed_option, text_option, work_limit_options
from shunt.cli.output import check_output, counted, note, parameters_as, print_json, say
from shunt.cli.progress import watching
from shunt.files.atomic import write_text_atomically
from shunt.games.commands.front import FrontEnd, added, names, think_option
from shunt.games.plots import plot_format, write_plot
from shunt.games.simulate import GameSettings, simulate
from shunt.games.statistics import Outcome, Summary, games_csv, summary
from shunt.search.core.limits import MOST_WORKERS
from shunt.search.core.machine import core_count

_think_option = think_option("none, so that the same seed always gives the same games")


def simulate_command(front: FrontEnd) -> click.Command:
    """Return the command `simulate` of a game."""
    words = f"""Play many games between bots and print how often each wins, with 95 % intervals.

    Each bot moves on by one seat after each game. The figures do not depend on the number of workers. Ctrl-C ends the
    simulation and prints the figures of the finished games. A bot is NAME or NAME:KEY=VALUE, such as
    ismcts:iterations=2000.

    \b
    Examples:
      shunt {front.game} simulate --games 20 --seed 7
      shunt {front.game} simulate --games 20 --json
    """

    @click.command("simulate", help=words)
    @click.option(
        "--bots", default=front.simulated, show_default=True, type=names, metavar="LIST", help="Bots, one for each seat."
    )
    @number_option("--games", "Number of games.", least=1, default=100)
    @number_option("--workers", "Number of processes. Default: one for each processor.", least=1, most=MOST_WORKERS)
    @added("values", *front.options, *front.bot_options.values(), _think_option)
    @seed_option("Random seed for the games.")
    @text_option("--csv", "FILE", "Write a row for each seat of each game to FILE.", "csv_file")
    @text_option("--plot", "FILE", "Plot wins and points to FILE (.svg, .png or .pdf).", "plot_file")
    @json_option
    @work_limit_options
    def simulate_games(
        bots: tuple[str, ...],
        games: int,
        workers: int | None,
        values: Mapping[str, Any],
        seed: int,
        csv_file: str | None,
        plot_file: str | None,
        as_json: bool,
    ) -> int:
        own, bot_options = front.split(values, len(bots))
        settings = GameSettings(front.make_options(own, ()), bot_options)
        check_output("--csv", csv_file)
        check_output("--plot", plot_file)
        if plot_file:
            plot_format(plot_file)
        count = min(workers or core_count(), games, MOST_WORKERS)
        with watching(f"{count} workers start" if count > 1 else "the first game") as progress, parameters_as():
            outcomes = simulate(front.game, bots, games, settings, seed=seed, workers=count, progress=progress.show)
        if as_json:
            head = {"game": front.game, "bots": list(bots), "games": games, "played": len(outcomes), "seed": seed}
            head |= {"options": settings.options, "bot_options": bot_options}
            print_json(head | (summary(outcomes).to_json() | {"games": games} if outcomes else {"standings": []}))
        elif outcomes:
            _print_summary(summary(outcomes), games, seed, front.points)
        if outcomes:
            _write(csv_file, plot_file, outcomes, f"{front.game}, {{}} of {len(bots)} players, seed {seed}")
        if len(outcomes) == games:
            return ExitStatus.ANSWERED
        note("interrupted" if outcomes else "interrupted before the first game was over")
        return ExitStatus.INTERRUPTED

    return simulate_games


def _write(csv_file: str | None, plot_file: str | None, outcomes: Sequence[Outcome], title: str) -> None:
    """Write the requested table and chart. `title` has a place for the number of games."""
    if csv_file:
        write_text_atomically(csv_file, games_csv(outcomes))
    if plot_file:
        write_plot(plot_file, outcomes, title.format(counted(len(outcomes), "games")))


def _print_summary(tables: Summary, games: int, seed: int, points: str) -> None:
    """Print standings, seats, ties and the facts of the game; of `games` some may not have been played."""
    over = counted(games, "games") if tables.games == games else f"the first {tables.games} of {games} games"
    say(f"{over} of {len(tables.seats)} players, seed {seed}")
    width = max(8, *(len(row.bot) for row in tables.standings))
    say(f"{'bot':<{width}} seats   wins  95 % interval  equal play  {points} a seat")
    for row in tables.standings:
        share = f"{row.wins:6.1%}  {row.low:6.1%} – {row.high:6.1%}  {row.fair:9.1%}"
        say(f"{row.bot:<{width}} {row.seats:5} {share}  {row.points:6.2f} ± {row.spread:.2f}")
    say(f"\nseat   wins  95 % interval  {points}")
    for seat in tables.seats:
        share = f"{seat.wins:6.1%}  {seat.low:6.1%} – {seat.high:6.1%}"
        say(f"{seat.seat + 1:4} {share}  {seat.points:6.2f} ± {seat.spread:.2f}")
    shared = sum(number for winners, number in tables.shared.items() if winners > 1)
    say(f"\nequal on {points}: {tables.level:.1%} of games; win shared: {shared / tables.games:.1%}")
    say(f"actions per game: {tables.actions:.1f}")
    if tables.facts:
        width = max(len(fact.name) for fact in tables.facts)
        say(f"\n{'fact':<{width}}  games     mean            by seat")
        for fact in tables.facts:
            by_seat = "  ".join(f"{value:6.2f}" for value in fact.by_seat)
            say(f"{fact.name:<{width}}  {fact.games:5}  {fact.mean:7.3f} ± {fact.spread:.3f}  {by_seat}")

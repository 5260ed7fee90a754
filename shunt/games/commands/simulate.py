"""The command `simulate` of any game, made of its `FrontEnd`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import Whole, work_limit_options
from shunt.cli.output import check_output, counted, note, parameters_as, print_json, say
from shunt.cli.progress import watching
from shunt.games.commands.front import FrontEnd, names, taken, think_option
from shunt.search.core.limits import MOST_WORKERS

if TYPE_CHECKING:
    from shunt.games.statistics import Outcome, Summary


@dataclass(frozen=True)
class _SimulateOptions:
    """The options of `simulate` that every game has."""

    bots: tuple[str, ...]
    games: int
    workers: int | None
    seed: int
    csv_file: str | None
    plot_file: str | None
    as_json: bool
    think: str | None


def simulate_command(front: FrontEnd) -> click.Command:
    """Return the command `simulate` of a game."""

    def simulate(**values: Any) -> int:
        return _simulate(front, *taken(_SimulateOptions, values))

    number = Whole(1)
    parameters = [
        click.Option(
            ["--bots"], default=front.simulated, show_default=True, callback=names, metavar="LIST", help="A bot for each seat."
        ),
        click.Option(["--games"], type=number, default=100, show_default=True, metavar="N", help="Number of games."),
        click.Option(
            ["--workers"], type=Whole(1, MOST_WORKERS), metavar="N", help="Number of processes. Default: one for each processor."
        ),
        *front.options,
        *front.bot_options,
        think_option("none, so that a seed gives the same games"),
        click.Option(["--seed"], type=Whole(), default=0, show_default=True, metavar="INTEGER", help="Random seed of the games."),
        click.Option(["--csv", "csv_file"], metavar="FILE", help="Write a row for each seat of each game."),
        click.Option(["--plot", "plot_file"], metavar="FILE", help="Draw wins and points: .svg, .png or .pdf."),
        click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object on stdout, and nothing else."),
    ]
    words = f"""Play many games between bots and print how often each wins, with 95 % intervals.

    Bots move by one seat from game to game. The figures are the same for any number of workers. Ctrl-C ends it with the figures
    of the games finished until then. A bot is NAME or NAME:KEY=VALUE, such as ismcts:iterations=2000.

    \b
    Examples:
      shunt {front.command} simulate --games 20 --seed 7
      shunt {front.command} simulate --games 20 --json
    """
    limited = work_limit_options(simulate)
    parameters += reversed(limited.__click_params__)  # type: ignore[attr-defined]
    return click.Command("simulate", params=list(parameters), callback=limited, help=words)


def _simulate(front: FrontEnd, options: _SimulateOptions, values: dict[str, Any]) -> int:
    own, bot_options = front.split(values, len(options.bots))
    bot_options |= {"think": options.think} if options.think else {}
    rules = front.make_options(own, ())
    check_output("--csv", options.csv_file)
    check_output("--plot", options.plot_file)
    from shunt.search.core.machine import core_count

    if options.plot_file:
        from shunt.games.plots import plot_format

        plot_format(options.plot_file)
    workers = min(options.workers or core_count(), options.games, MOST_WORKERS)
    with watching(f"{workers} workers start" if workers > 1 else "the first game") as progress:
        from shunt.games.simulate import GameSettings, simulate

        settings = GameSettings(rules, bot_options)
        with parameters_as(**front.option_names, think="--think"):
            outcomes = simulate(
                front.game, options.bots, options.games, settings, seed=options.seed, workers=workers, progress=progress.show
            )
    _print(front, options, {"options": rules, "bot_options": bot_options}, outcomes)
    if outcomes:
        _write(front, options, outcomes)
    if len(outcomes) == options.games:
        return ExitStatus.ANSWERED
    note("interrupted" if outcomes else "interrupted before the first game was over")
    return ExitStatus.INTERRUPTED


def _write(front: FrontEnd, options: _SimulateOptions, outcomes: Sequence[Outcome]) -> None:
    """Write the table and the chart that were asked for."""
    if options.csv_file:
        from shunt.files.atomic import write_text_atomically
        from shunt.games.statistics import games_csv

        write_text_atomically(options.csv_file, games_csv(outcomes))
    if options.plot_file:
        from shunt.games.plots import write_plot

        title = f"{front.game}, {counted(len(outcomes), 'games')} of {len(options.bots)} players, seed {options.seed}"
        write_plot(options.plot_file, outcomes, title)


def _print(front: FrontEnd, options: _SimulateOptions, settings: dict[str, Any], outcomes: Sequence[Outcome]) -> None:
    from shunt.games.statistics import summary

    games, played = options.games, len(outcomes)
    tables = summary(outcomes) if outcomes else None
    if options.as_json:
        data = {"game": front.game, "bots": list(options.bots), "games": games, "played": played, "seed": options.seed}
        print_json(data | settings | (tables.to_json() | {"games": games} if tables else {"standings": []}))
    elif tables:
        over = counted(games, "games") if played == games else f"the first {played} of {games} games"
        say(f"{over} of {len(options.bots)} players, seed {options.seed}")
        _print_summary(tables, front.points)


def _print_summary(tables: Summary, points: str) -> None:
    """Print standings, seats, ties and the facts of the game."""
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
    say(f"actions a game: {tables.actions:.1f}")
    if tables.facts:
        width = max(len(fact.name) for fact in tables.facts)
        say(f"\n{'fact':<{width}}  games     mean            by seat")
        for fact in tables.facts:
            by_seat = "  ".join(f"{value:6.2f}" for value in fact.by_seat)
            say(f"{fact.name:<{width}}  {fact.games:5}  {fact.mean:7.3f} ± {fact.spread:.3f}  {by_seat}")

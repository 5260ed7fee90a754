"""The commands `play` and `simulate` of any game, made of its `FrontEnd`."""

from __future__ import annotations

import os
import shlex
import sys
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import click

from shunt.cli.exit_status import ExitStatus
from shunt.cli.games.front import START_PLAYER, FrontEnd, check_start_player
from shunt.cli.games.simulation_output import print_summary
from shunt.cli.options import Whole, work_limit_options
from shunt.cli.output import check_output, complain, counted, note, parameters_as, print_json, say
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cli.games.table import Table


def names(ctx: click.Context, parameter: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    """Read a list with commas."""
    return None if text is None else tuple(filter(None, (name.strip() for name in text.split(","))))


def _seed_option() -> click.Option:
    words = "Random seed: the same seed and actions give the same game."
    return click.Option(["--seed"], type=Whole(), default=0, show_default=True, metavar="INTEGER", help=words)


def _split(front: FrontEnd, values: dict[str, Any], players: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Take the values of a front end's own options out of all values: those of the game, and those of bots."""
    for option in front.options:
        if option.name and START_PLAYER in option.opts:
            check_start_player(values.get(option.name), players)
    own = [option.name for option in (*front.options, *front.play_options) if option.name in values]
    bots = [option.name for option in front.bot_options if option.name in values]
    return {name: values[name] for name in own if name}, {name: values[name] for name in bots if name}


# --------------------------------------------------------------------------------------------------------------------
# Playing


def play_command(front: FrontEnd) -> click.Command:
    """Return the command `play` of a game."""

    def play(**values: Any) -> int:
        return _play(front, **values)

    save_help = f"File that `quit` and Ctrl-C save to. Default: the file that was resumed, else a new {front.command}.json."
    parameters = [
        click.Option(["--bots"], callback=names, metavar="LIST", help=f"Your opponents. Default: {front.bots}."),
        click.Option(["--people"], type=Whole(0), default=1, show_default=True, metavar="N", help="Number of people who play."),
        click.Option(
            ["--seats"],
            callback=names,
            metavar="LIST",
            help="Who plays at each seat, in order: person, person:NAME or a bot. Instead of --people and --bots.",
        ),
        *front.options,
        *front.play_options,
        *front.bot_options,
        click.Option(["--practice"], is_flag=True, help="Allow undo and hints."),
        click.Option(["--save", "save_file"], metavar="FILE", help=save_help),
        click.Option(["--resume"], metavar="FILE", help="Resume a saved game; its saved options apply."),
        _seed_option(),
    ]
    words = f"""Play against bots, or several people at one terminal.

    At the prompt, ? lists what can be typed. `quit`, Ctrl-C and the end of input save the game. Before another person's turn the
    screen is cleared. A bot is NAME or NAME:KEY=VALUE, such as ismcts:iterations=2000; `shunt games` lists them.

    \b
    Examples:
      shunt {front.command} play
      shunt {front.command} play --people 2 --seed 3
      shunt {front.command} play --resume {front.command}.json
    """
    return click.Command("play", params=list(parameters), callback=play, help=words)


def _play(
    front: FrontEnd,
    *,
    bots: tuple[str, ...] | None,
    people: int,
    seats: tuple[str, ...] | None,
    practice: bool,
    save_file: str | None,
    resume: str | None,
    seed: int,
    **values: Any,
) -> int:
    from shunt.cli.games.table import Table, is_person, seat_names
    from shunt.cli.games.terminal import Left, Terminal

    save_file = save_file or resume or _free_name(front.command)
    if resume:
        table = Table.resumed(resume, front.game)
    else:
        opponents = bots if bots is not None else _usual_bots(front, people)
        with parameters_as(seats="--seats" if seats else "--bots"):
            chosen = seat_names(front.game, people, opponents, seats)
        persons = [player for player, seat in enumerate(chosen) if is_person(seat)]
        options, bot_options = _split(front, values, len(chosen))
        with parameters_as(**_option_names(front)):
            table = Table.new(front.game, chosen, seed, front.make_options(options, persons), bot_options, practice)
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
    complain("") if sys.stderr.isatty() else say()
    path = _saved(table, terminal.save_file, front.command)
    command = click.get_current_context().command_path
    note(f"saved; resume with: {command} --resume {shlex.quote(path)}")
    return status


def _usual_bots(front: FrontEnd, people: int) -> tuple[str, ...]:
    """Return the bots that people play against unless they name others: those for whom there are seats."""
    from shunt.games.registry import game_class

    return tuple(front.bots.split(","))[: max(0, max(game_class(front.game).seats) - people)]


def _option_names(front: FrontEnd) -> dict[str, str]:
    """Return the option that sets each keyword of the game's constructor."""
    return {option.name: option.opts[0] for option in (*front.options, *front.play_options) if option.name}


def _free_name(stem: str) -> str:
    """Return the first name for a saved game that no file has, so that a new game never replaces an old one."""
    spare = (f"{stem}-{number}.json" for number in count(2))
    return next(name for name in chain([f"{stem}.json"], spare) if not os.path.lexists(name))


def _saved(table: Table, path: str, stem: str) -> str:
    """Save the game and return where: in `path` or, if that cannot be written any more, in a new file here or elsewhere."""
    from tempfile import gettempdir

    from shunt.errors import InputError

    free = _free_name(stem)
    refused: InputError | None = None
    for place in (path, free, os.path.join(gettempdir(), f"{stem}-{os.getpid()}.json")):
        try:
            table.save(place)
        except InputError as error:
            for fault in error.faults:
                note(str(fault))
            refused = error
        else:
            return place
    assert refused is not None
    raise refused


# --------------------------------------------------------------------------------------------------------------------
# Simulating


def simulate_command(front: FrontEnd) -> click.Command:
    """Return the command `simulate` of a game."""

    def simulate(**values: Any) -> int:
        return _simulate(front, **values)

    number = Whole(1)
    parameters = [
        click.Option(
            ["--bots"], default=front.simulated, show_default=True, callback=names, metavar="LIST", help="A bot for each seat."
        ),
        click.Option(["--games"], type=number, default=100, show_default=True, metavar="N", help="Number of games."),
        click.Option(["--workers"], type=number, metavar="N", help="Number of processes. Default: one for each processor."),
        *front.options,
        *front.bot_options,
        _seed_option(),
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


def _simulate(
    front: FrontEnd,
    *,
    bots: tuple[str, ...],
    games: int,
    workers: int | None,
    seed: int,
    csv_file: str | None,
    plot_file: str | None,
    as_json: bool,
    **values: Any,
) -> int:
    own, bot_options = _split(front, values, len(bots))
    options = front.make_options(own, ())
    check_output("--csv", csv_file)
    check_output("--plot", plot_file)
    from shunt.search.core.limits import core_count

    if plot_file:
        from shunt.games.plots import plot_format

        plot_format(plot_file)
    crew = min(workers or core_count(), games)
    with watching(f"{crew} workers start" if crew > 1 else "the first game") as progress:
        from shunt.games.simulate import simulate
        from shunt.games.statistics import games_csv, summary

        with parameters_as(**_option_names(front)):
            outcomes = simulate(
                front.game, bots, games, seed=seed, workers=crew, options=options, bot_options=bot_options, progress=progress.show
            )
    played = len(outcomes)
    tables = summary(outcomes) if outcomes else None
    if as_json:
        data = {"game": front.game, "bots": list(bots), "games": games, "played": played, "seed": seed, "options": options}
        print_json(data | {"bot_options": bot_options} | (tables.to_json() | {"games": games} if tables else {"standings": []}))
    elif tables:
        over = counted(games, "games") if played == games else f"the first {played} of {games} games"
        print_summary(tables, over, bots, seed, front)
    if outcomes and csv_file:
        from shunt.files.atomic import write_text_atomically

        write_text_atomically(csv_file, games_csv(outcomes))
    if outcomes and plot_file:
        from shunt.games.plots import write_plot

        write_plot(plot_file, outcomes, f"{front.game}, {counted(played, 'games')} of {len(bots)} players, seed {seed}")
    if played == games:
        return ExitStatus.ANSWERED
    note("interrupted" if played else "interrupted before the first game was over")
    return ExitStatus.INTERRUPTED

"""`shunt yard`: show, check and design hump yards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shunt.cards.stop import INTERRUPTED
from shunt.cli.answers import stopped_status
from shunt.cli.exit_status import ExitStatus
from shunt.cli.hump.yard_options import search_options, yard_argument
from shunt.cli.options import Shipped, Whole, json_option, output_option, seed_option
from shunt.cli.output import OUTPUT, check_output, complain, knows_unicode, note, output_of, print_json, say
from shunt.cli.printing import show_picture
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.rules.hump import Stop
    from shunt.search.core.limits import Limits
    from shunt.track.yard import Yard


@click.group("yard")
def command() -> None:
    """Show, check and design hump yards.

    A YARD is a file, the name of a shipped yard (`shunt list --yards`), or its text: the number of headings and the side of their
    branches, then tiles as KIND, turn and cell, such as 5u_62r1@2,1_end@3,1.

    \b
    Examples:
      shunt yard show two-storeys
      shunt yard check two-storeys
      shunt make yard --tiles 4 --cars 3 --steps 20 -o my-yard.toml
    """


@command.command("show")
@yard_argument
@output_option("Write the picture to FILE, as SVG.", "--svg")
@click.option("--sites", is_flag=True, help="Draw the places where the next tile may be built.")
@json_option
def show(yard: str, file: str | None, sites: bool, as_json: bool) -> int:
    """Draw a yard in the terminal: its track, and its tiles on the grid with the places (.) where the next may be built.

    \b
    Examples:
      shunt yard show two-storeys
      shunt yard show 5u_62r1@2,1 --sites -o yard.svg
    """
    from shunt.render.terminal.yards import draw_yard
    from shunt.track.yard_file import find_yard

    found = find_yard(yard)
    if file:
        from shunt.files.atomic import write_text_atomically
        from shunt.render.svg import svg_text
        from shunt.render.yard import yard_scene

        with output_of():
            write_text_atomically(file, svg_text(yard_scene(found, sites=sites)))
    if as_json:
        tiles = [
            {"at": list(tile.at), "tile": tile.kind if tile.kind == "end" else int(tile.kind), "turn": tile.turn}
            for tile in found.tiles
        ]
        print_json(
            {
                "yard": str(found),
                "headings": found.headings,
                "branches": found.branches,
                "tiles": tiles,
                "sites": [list(site) for site in found.sites],
            }
        )
    else:
        say(f"{found.name or 'yard'}: {found}\n")
        show_picture(draw_yard(found, sites=sites, unicode=knows_unicode()))
        for line in _grid(found):
            say(line)
    return ExitStatus.ANSWERED


@command.command("check")
@click.argument("yards", nargs=-1, required=True, metavar="YARD...", type=Shipped("yards"))
@json_option
def check(yards: tuple[str, ...], as_json: bool) -> int:
    """Check yards and print every fault with its place and line. `shunt check` does the same, and takes other files too.

    \b
    Examples:
      shunt yard check two-storeys
      shunt yard check 5u_62r1@2,1 --json

    Exit status: 0 all are legal · 2 one is not.
    """
    from shunt.errors import Fault, InputError
    from shunt.track.yard_file import find_yard

    faults: list[Fault] = []
    valid = []
    for text in yards:
        try:
            valid.append(find_yard(text))
        except InputError as error:
            faults += error.faults
    for fault in faults:
        complain(str(fault))
    if faults:
        return ExitStatus.BAD_INPUT
    if as_json:
        print_json({"valid": [{"name": yard.name, "yard": str(yard), "tiles": len(yard.tiles)} for yard in valid]})
    else:
        for yard in valid:
            say(f"{yard.name or yard}: a legal yard of {len(yard.tiles)} tiles")
    return ExitStatus.ANSWERED


@command.command("design")
@click.option("--tiles", type=Whole(), metavar="N", help="Number of tiles of the yard.")
@click.option("--cars", type=Whole(), default=5, show_default=True, metavar="N", help="Judge yards by all orders of N cars.")
@click.option(
    "--from", "start", default="5u", show_default=True, type=Shipped("yards"), metavar="YARD", help="Yard to start from."
)
@click.option(
    "--steps",
    type=Whole(),
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of exchanges to try.",
)
@click.option(
    "--heat", type=float, default=4.0, show_default=True, metavar="MOVES", help="How much worse a yard may become at first."
)
@click.option(
    "--patience",
    type=Whole(),
    default=300,
    show_default=True,
    metavar="N",
    help="Number of steps without improvement after which it returns to the best yard.",
)
@click.option(
    "--sample", type=Whole(), default=60, show_default=True, metavar="N", help="Number of tiles and places to try while building."
)
@seed_option("Random seed of the sample and of the exchanges.")
@click.option("--every", is_flag=True, help="Try every yard instead, which proves the best; for one or two tiles.")
@output_option("Write the best yard to FILE, each time a better one is found.")
@click.option("--save", metavar="FILE", help="Save the search in FILE, so that it can be resumed.")
@click.option("--resume", metavar="FILE", help="Resume the search saved in FILE; its saved options apply.")
@search_options
def design_command(
    tiles: int | None,
    cars: int,
    start: str,
    steps: int,
    heat: float,
    patience: int,
    sample: int,
    seed: int,
    every: bool,
    file: str | None,
    save: str | None,
    resume: str | None,
    stop: Stop,
    returns: bool,
    limits: Limits,
    as_json: bool,
) -> int:
    """Search for a good yard of N tiles from the set (four of each kind) and print the best one found.

    The best yard is the one in which all orders of a train together take the fewest moves; an impossible order counts as 20.
    Ctrl-C ends the search with the best yard so far; with --save it can be resumed. `shunt yard design` is the same command.

    \b
    Examples:
      shunt make yard --tiles 4 --cars 3 --steps 20
      shunt make yard --tiles 1 --cars 3 --every
      shunt make yard --tiles 6 -o my-yard.toml --save search.json

    Exit status: 0 searched to the end · 3 stopped at a limit · 130 interrupted.
    """
    from shunt.cli.hump.design_output import Desk, print_design
    from shunt.humpyard.design import Designer, Task, design_found, run_design
    from shunt.humpyard.design_file import read_design
    from shunt.humpyard.exhaustive import EveryYard
    from shunt.track.yard_file import find_yard

    if resume:
        searcher = read_design(resume, limits)
    elif tiles is None:
        raise click.UsageError("Missing option '--tiles' (or '--resume').")
    else:
        task = Task(find_yard(start), tiles, cars, stop, returns, steps, seed, sample, heat, patience)
        searcher = (EveryYard if every else Designer)(task, limits=limits)
    desk = Desk(file, save or resume)
    check_output(OUTPUT, file)
    check_output("--save", desk.save)
    try:
        with watching() as desk.progress:
            desk.watch(searcher)
            found = run_design(searcher, desk.watch)
    except KeyboardInterrupt:
        found = design_found(searcher, INTERRUPTED)
    desk.keep(searcher)
    print_design(found, as_json)
    if found.stopped_by:
        again = f"; resume it with: shunt make yard --resume {desk.save}" if desk.save else ""
        note(f"stopped: {found.stopped_by}; this is the best yard so far{again}")
        return stopped_status(found.stopped_by)
    return ExitStatus.ANSWERED


def _grid(yard: Yard) -> list[str]:
    """Return the tiles by cell, the highest row first; `.` is a cell where the next tile may be built."""
    text = {tile.at: f"{tile.kind}{'r' + str(tile.turn) if tile.turn else ''}" for tile in yard.all_tiles}
    text |= dict.fromkeys(yard.sites, ".")
    text |= {(-1, 0): "source", (yard.headings, 0): "sink"}
    columns = sorted({column for column, _ in text})
    rows = sorted({row for _, row in text}, reverse=True)
    lines = ["row  " + "".join(f"{column:>8}" for column in columns)]
    return lines + [f"{row:3}  " + "".join(f"{text.get((column, row), ''):>8}" for column in columns) for row in rows]

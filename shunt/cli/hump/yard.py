"""`shunt yard`: hump yards shown, checked and designed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shunt.cli.exit_status import ExitStatus
from shunt.cli.hump.yard_options import search_options, yard_argument
from shunt.cli.options import Shipped, json_option
from shunt.cli.output import check_output, knows_unicode, note, output_of, print_json
from shunt.cli.printing import show_picture
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.rules.hump import Stop
    from shunt.search.core.limits import Limits
    from shunt.track.yard import Yard


@click.group("yard")
def command() -> None:
    """Hump yards: shown, checked, designed.

    A YARD is a file, the name of a shipped yard, or its compact text: headings and the side of their branches, then tiles as
    KIND, turn and cell, such as 5u_62r1@2,1_end@3,1. `shunt list --yards` names the shipped ones.

    \b
      shunt yard show two-storeys
      shunt yard check my-yard.toml
      shunt yard design --tiles 6 -o my-yard.toml
    """


@command.command("show")
@yard_argument
@click.option("--svg", metavar="FILE", help="Draw the yard into FILE.")
@click.option("--sites", is_flag=True, help="Draw where the next tile may be built.")
@json_option
def show(yard: str, svg: str | None, sites: bool, as_json: bool) -> int:
    """The track of a yard, and its tiles on their grid with the places (.) where the next may be built."""
    from shunt.render.yard_terminal import draw_yard
    from shunt.track.yard_file import find_yard

    found = find_yard(yard)
    if svg:
        from shunt.files.atomic import write_text_atomically
        from shunt.render.svg import svg_text
        from shunt.render.yard import yard_scene

        with output_of("--svg"):
            write_text_atomically(svg, svg_text(yard_scene(found, sites=sites)))
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
        click.echo(f"{found.name or 'yard'}: {found}\n")
        show_picture(draw_yard(found, sites=sites, unicode=knows_unicode()))
        for line in _grid(found):
            click.echo(line)
    return ExitStatus.ANSWERED


@command.command("check")
@click.argument("yards", nargs=-1, required=True, type=Shipped("yards"))
@json_option
def check(yards: tuple[str, ...], as_json: bool) -> int:
    """Every fault of each yard, with its place and line."""
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
        click.echo(str(fault), err=True)
    if faults:
        return ExitStatus.BAD_INPUT
    if as_json:
        print_json({"valid": [{"name": yard.name, "yard": str(yard), "tiles": len(yard.tiles)} for yard in valid]})
    else:
        for yard in valid:
            click.echo(f"{yard.name or yard}: a legal yard of {len(yard.tiles)} tiles")
    return ExitStatus.ANSWERED


@command.command("design")
@click.option("--tiles", type=int, metavar="N", help="How many tiles the yard is to have.")
@click.option("--cars", type=int, default=5, show_default=True, metavar="N", help="Judge yards by all orders of N cars.")
@click.option("--from", "start", default="5u", show_default=True, type=Shipped("yards"), metavar="YARD", help="Begin with this.")
@click.option("--steps", type=int, default=1000, show_default=True, metavar="N", help="Exchanges of a tile that are tried.")
@click.option(
    "--heat", type=float, default=4.0, show_default=True, metavar="X", help="Moves by which a yard may become worse at first."
)
@click.option("--patience", type=int, default=300, show_default=True, metavar="N", help="Steps before it goes back to its best.")
@click.option("--sample", type=int, default=60, show_default=True, metavar="N", help="Tiles and places tried while building.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Which of them.")
@click.option("--every", is_flag=True, help="Try every yard instead, and so prove the best; for one or two tiles.")
@click.option("-o", "--output", metavar="FILE", help="Write the best yard to FILE, whenever there is a better one.")
@click.option("--save", metavar="FILE", help="Keep the search in FILE.")
@click.option("--resume", metavar="FILE", help="Go on with a search kept in FILE; its own options count.")
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
    output: str | None,
    save: str | None,
    resume: str | None,
    stop: Stop,
    returns: bool,
    limits: Limits,
    as_json: bool,
) -> int:
    """Search for a good yard of N tiles from the set (four of each kind).

    Of the yards tried that is best in which all orders of a train together take the fewest moves; an impossible order counts 20.
    Ctrl-C ends a search with its best so far; with --save it can be gone on with, as if it had never been left.
    """
    from shunt.cli.hump.design_output import Desk, told_design
    from shunt.humpyard.design import Designer, Task, run_design, told
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
    desk = Desk(output, save or resume)
    check_output("--output", output)
    check_output("--save", desk.save)
    try:
        with watching():
            desk.watch(searcher)
            found = run_design(searcher, desk.watch)
    except KeyboardInterrupt:
        found = told(searcher, "interrupted")
    desk.keep(searcher)
    told_design(found, as_json)
    if found.stopped_by:
        again = f"; go on with: shunt yard design --resume {desk.save}" if desk.save else ""
        note(f"stopped: {found.stopped_by}; this is the best yard so far{again}")
        return ExitStatus.INTERRUPTED if found.stopped_by == "interrupted" else ExitStatus.STOPPED
    return ExitStatus.ANSWERED


def _grid(yard: Yard) -> list[str]:
    """The tiles by cell, the highest row first; `.` is a cell where the next tile may be built."""
    text = {tile.at: f"{tile.kind}{'r' + str(tile.turn) if tile.turn else ''}" for tile in yard.all_tiles}
    text |= dict.fromkeys(yard.sites, ".")
    text |= {(-1, 0): "source", (yard.headings, 0): "sink"}
    columns = sorted({column for column, _ in text})
    rows = sorted({row for _, row in text}, reverse=True)
    lines = ["row  " + "".join(f"{column:>8}" for column in columns)]
    return lines + [f"{row:3}  " + "".join(f"{text.get((column, row), ''):>8}" for column in columns) for row in rows]

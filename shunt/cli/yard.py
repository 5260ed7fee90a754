"""`shunt yard`: hump yards shown, checked and designed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shunt.cli import ANSWERED, BAD_INPUT, STOPPED
from shunt.cli.bid import returns_option, stop_option, yard_argument
from shunt.cli.options import Shipped, json_option, knows_unicode, limit_options, limits_of, note, print_json, watching
from shunt.cli.telling import show_picture

if TYPE_CHECKING:
    from shunt.rules.hump import Stop
    from shunt.track.yard import Yard


@click.group("yard")
def command() -> None:
    """Hump yards: shown, checked, designed.

    A YARD is a file, the name of a shipped yard, or its compact text: headings and the side of their branches, then tiles as
    KIND, turn and cell, such as 5u_62r1@2,1_end@3,1. `shunt list --yards` names the shipped ones.

    \b
      shunt yard show two-storeys
      shunt yard check my-yard.toml
      shunt yard design --tiles 6 --cars 3 -o my-yard.toml
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
        from shunt.render.svg import svg_text
        from shunt.render.yard import yard_scene
        from shunt.track.document import write_text_atomically

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
    return ANSWERED


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
        return BAD_INPUT
    if as_json:
        print_json({"valid": [{"name": yard.name, "yard": str(yard), "tiles": len(yard.tiles)} for yard in valid]})
    else:
        for yard in valid:
            click.echo(f"{yard.name or yard}: a legal yard of {len(yard.tiles)} tiles")
    return ANSWERED


@command.command("design")
@click.option("--tiles", type=int, required=True, metavar="N", help="How many tiles the yard is to have.")
@click.option("--cars", type=int, default=4, show_default=True, metavar="N", help="Judge yards by the table of N cars.")
@click.option("--from", "start", default="5u", show_default=True, type=Shipped("yards"), metavar="YARD", help="Build on to this.")
@click.option("--beam", type=int, default=3, show_default=True, metavar="N", help="Yards kept at each number of tiles.")
@click.option(
    "--sample", type=int, default=400, show_default=True, metavar="N", help="Candidates judged at each number of tiles."
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Which candidates, where there are more.")
@click.option("-o", "--output", metavar="FILE", help="Write the yard to FILE.")
@stop_option
@returns_option
@limit_options
@json_option
def design_command(
    tiles: int,
    cars: int,
    start: str,
    beam: int,
    sample: int,
    seed: int,
    output: str | None,
    stop: Stop,
    returns: bool,
    max_memory: int | None,
    max_states: int | None,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Search for a good yard of N tiles from the set (four of each kind)."""
    from shunt.humpyard.adviser import table_store
    from shunt.humpyard.design import design
    from shunt.track.yard_file import find_yard, write_yard

    limits = limits_of(max_memory, max_states, time_limit)
    with watching() as progress:
        found = design(
            find_yard(start),
            tiles,
            cars,
            table_store(stop, returns, limits),
            beam=beam,
            sample=sample,
            seed=seed,
            limits=limits,
            progress=progress,
        )
    if output:
        write_yard(output, found.yard)
    if as_json:
        print_json(
            {
                "yard": str(found.yard),
                "tiles": len(found.yard.tiles),
                "cars": cars,
                "mean": round(float(found.mean), 6),
                "impossible": found.impossible,
                "judged": found.judged,
                "complete": not found.stopped_by,
            }
        )
    else:
        click.echo(str(found.yard))
        click.echo(f"{float(found.mean):.3f} moves in the mean for {cars} cars, {found.impossible} orders impossible")
    if found.stopped_by:
        note(f"stopped at a limit: {found.stopped_by}; this is the best yard so far")
        return STOPPED
    return ANSWERED


def _grid(yard: Yard) -> list[str]:
    """The tiles by cell, the highest row first; `.` is a cell where the next tile may be built."""
    text = {tile.at: f"{tile.kind}{'r' + str(tile.turn) if tile.turn else ''}" for tile in yard.all_tiles}
    text |= dict.fromkeys(yard.sites, ".")
    text |= {(-1, 0): "source", (yard.headings, 0): "sink"}
    columns = sorted({column for column, _ in text})
    rows = sorted({row for _, row in text}, reverse=True)
    lines = ["row  " + "".join(f"{column:>8}" for column in columns)]
    return lines + [f"{row:3}  " + "".join(f"{text.get((column, row), ''):>8}" for column in columns) for row in rows]

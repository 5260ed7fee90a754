"""`shunt yard` shows and checks hump yards; `shunt make yard` designs them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from shunt.cards.stop import INTERRUPTED
from shunt.cli.answers import stopped_status
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import (
    Shipped,
    flag,
    json_option,
    number_option,
    output_option,
    picture_option,
    seed_option,
    shipped_argument,
    text_option,
)
from shunt.cli.output import OUTPUT, check_output, complain, knows_unicode, note, output_of, print_json, say, show_picture
from shunt.cli.picture_files import write_picture
from shunt.cli.progress import watching
from shunt.errors import InputError, counted
from shunt.hump.commands.options import SearchOptions, search_options, yard_argument

if TYPE_CHECKING:
    from shunt.cli.progress import Progress
    from shunt.hump.designer import Design, Searcher
    from shunt.hump.yard import Yard

SAVED = 10.0  # seconds between two savings of a search


@click.group("yard")
def command() -> None:
    """Show and check hump yards; `shunt make yard` designs them.

    A YARD is a file, the name of a shipped yard (`shunt list --yards`), or a string such as 5u_62r1@2,1_end@3,1. The string
    gives the number of heading tiles and the side of their branches (u or d), and then the number, turn and cell of each other
    tile.

    \b
    Examples:
      shunt yard show two-storeys
      shunt yard check two-storeys
      shunt make yard --tiles 4 --cars 3 --steps 20 -o my-yard.toml
    """


@command.command("show")
@yard_argument
@picture_option("Picture to write (.svg or .png).")
@flag("--sites", "Draw the places where the next tile may be built.")
@json_option
def show(yard: Yard, file: str | None, sites: bool, as_json: bool) -> None:
    """Draw the track of a yard, and print its tiles in a grid of cells. Places where the next tile may be built are marked with
    dots.

    \b
    Examples:
      shunt yard show two-storeys
      shunt yard show 5u_62r1@2,1 --sites -o yard.svg
    """
    from shunt.hump.pictures.terminal import draw_yard

    if file:
        from shunt.hump.pictures.yard import yard_scene

        write_picture(OUTPUT, file, yard_scene(yard, sites=sites))
    if as_json:
        print_json(yard.as_json())
    else:
        say(f"{yard.name or 'yard'}: {yard}\n")
        show_picture(draw_yard(yard, sites=sites, unicode=knows_unicode()))
        for line in _grid(yard):
            say(line)


@command.command("tiles")
@click.argument("tracks", metavar="[TRACKS]", required=False)
@picture_option("Picture to write (.svg or .png).")
@json_option
def tiles(tracks: str | None, file: str | None, as_json: bool) -> int:
    """Draw every kind of tile, or find the tile that has exactly these TRACKS.

    TRACKS are pairs of edges, such as "NE SW". The answer gives the tile's number and how many clockwise quarter
    turns to make.

    \b
    Examples:
      shunt yard tiles -o tiles.svg
      shunt yard tiles "NE SW"

    Exit status: 0 if the tiles are drawn or found, 1 if no tile has these tracks, 2 if the usage is wrong.
    """
    from shunt.hump.pictures.terminal import draw_chart
    from shunt.hump.tiles import KINDS, kind_segments, kinds_of

    found = [] if tracks is None else kinds_of(tracks)
    shown = list(KINDS) if tracks is None else sorted({kind for kind, _ in found}, key=KINDS.index)
    if file and shown:
        from shunt.hump.pictures.yard import tile_set_scene

        write_picture(OUTPUT, file, tile_set_scene(shown))
    if as_json:
        placed = [(kind, 0) for kind in KINDS] if tracks is None else found
        listed = [{"tile": kind, "turn": turn, "tracks": list(kind_segments(kind, turn))} for kind, turn in placed]
        print_json({"schema": "shunt-tiles/1", "tiles": listed})
    elif tracks is None:
        for picture in draw_chart(5, unicode=knows_unicode()):
            show_picture(picture)
    for kind, turn in found if not as_json else ():
        say(f"{kind}{f'r{turn}' if turn else ''}: tile {kind}, {counted(turn, 'quarter turns')} clockwise")
    if tracks is not None and not found:
        note(f"no tile has the tracks {tracks}")
        return ExitStatus.NO
    return ExitStatus.ANSWERED


@command.command("check")
@shipped_argument("yards", "YARD...", "yards", nargs=-1, required=True)
@json_option
def check(yards: tuple[str, ...], as_json: bool) -> int:
    """Check yards and print every fault with its place and line. `shunt check` does the same for all kinds of files.

    \b
    Examples:
      shunt yard check two-storeys
      shunt yard check 5u_62r1@2,1 --json

    Exit status: 0 if all yards are legal, 2 if one is not.
    """
    from shunt.hump.yard_file import find_yard

    valid = []
    for text in yards:
        try:
            valid.append(find_yard(text))
        except InputError as error:
            for fault in error.faults:
                complain(str(fault))
    if len(valid) < len(yards):
        return ExitStatus.BAD_INPUT
    if as_json:
        print_json({"valid": [{"name": yard.name, "yard": str(yard), "tiles": len(yard.tiles)} for yard in valid]})
    else:
        for yard in valid:
            say(f"{yard.name or yard}: a legal yard of {counted(len(yard.tiles), 'tiles')}")
    return ExitStatus.ANSWERED


@click.command("yard")
@number_option("--tiles", "Number of tiles in the yard.")
@number_option("--cars", "Number of cars in the train.", default=5)
@click.option(
    "--from", "start", default="5u", show_default=True, type=Shipped("yards"), metavar="YARD", help="Yard to start from."
)
@number_option("--steps", "Number of tile exchanges to try.", default=1000)
@click.option(
    "--heat",
    type=float,
    default=4.0,
    show_default=True,
    metavar="MOVES",
    help="Average number of moves by which an exchange may make the yard worse, at first.",
)
@number_option("--patience", "Return to the best yard after N steps without improvement.", default=300)
@number_option("--sample", "Number of tiles and places to try for each tile that is built.", default=60)
@seed_option("Random seed for the sample and the exchanges.")
@flag("--every", "Try every yard of one or two tiles, which proves that the result is the best.")
@output_option("Write the best yard to FILE, each time a better one is found.")
@text_option("--save", "FILE", "Save the search to FILE, so that it can be resumed.")
@text_option("--resume", "FILE", "Resume the search saved in FILE, with its saved options.")
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
    search: SearchOptions,
) -> int:
    """Search for a good yard of N tiles and print the best one found. The set has four tiles of each kind.

    The best yard is the one in which all orders of a train together take the fewest moves. An impossible order counts as 20
    moves. Ctrl-C ends the search with the best yard so far. With --save you can resume the search.

    \b
    Examples:
      shunt make yard --tiles 4 --cars 3 --steps 20
      shunt make yard --tiles 1 --cars 3 --every
      shunt make yard --tiles 6 -o my-yard.toml --save search.json

    Exit status: 0 if the search ended, 3 if a limit stopped it, 130 if interrupted.
    """
    from shunt.hump.design_file import read_design
    from shunt.hump.designer import Designer, DesignTask, EveryYard, design_found, run_design
    from shunt.hump.yard_file import find_yard

    if resume:
        searcher = read_design(resume, search.limits)
    elif tiles is None:
        raise click.UsageError("Missing option '--tiles' (or '--resume').")
    else:
        task = DesignTask(find_yard(start), tiles, cars, search.rules, steps, seed, sample, heat, patience)
        searcher = (EveryYard if every else Designer)(task, limits=search.limits)
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
    if search.as_json:
        print_json(found.as_json())
    else:
        _print_design(found)
    if found.stopped_by:
        again = f"; resume it with: shunt make yard --resume {desk.save}" if desk.save else ""
        note(f"stopped: {found.stopped_by}; this is the best yard so far{again}")
        return stopped_status(found.stopped_by)
    return ExitStatus.ANSWERED


class Desk:
    """Follows a search: shows its progress, writes the best yard to `output` and the search to `save`."""

    def __init__(self, output: str | None, save: str | None) -> None:
        self.output, self.save = output, save
        self.progress: Progress | None = None
        self._saved = time.perf_counter()
        self._best = ""

    def watch(self, searcher: Searcher) -> None:
        """Take note of a step; called after each."""
        from shunt.hump.yard_file import write_yard

        now = time.perf_counter()
        if str(searcher.best) != self._best and searcher.trail.best_total:
            self._best = str(searcher.best)
            if self.output:
                with output_of("--output"):
                    write_yard(self.output, searcher.best)
        if self.progress is not None:
            mean = searcher.best_total / searcher.judge.orders
            words = f"steps, {counted(searcher.judge.judged, 'yards')} judged, best {mean:.4f} moves"
            self.progress.show(words, searcher.trail.step, searcher.length)
        if self.save and now - self._saved >= SAVED:
            self._saved = now
            self.keep(searcher)

    def keep(self, searcher: Searcher) -> None:
        """Save the search."""
        from shunt.hump.design_file import write_design

        if self.save:
            with output_of("--save"):
                write_design(self.save, searcher)


def _print_design(found: Design) -> None:
    say(str(found.yard))
    word = "no yard with this number of tiles is better" if found.proven else "the best found"
    mean = f"{float(found.mean):.4f} moves on average for {counted(found.cars, 'cars')}"
    say(f"{mean}, {counted(found.impossible, 'orders')} impossible: {word}")


def _grid(yard: Yard) -> list[str]:
    """Return the tiles by cell, the highest row first; `.` is a cell where the next tile may be built."""
    text = {tile.at: str(tile).partition("@")[0] for tile in yard.all_tiles}
    text |= dict.fromkeys(yard.sites, ".")
    text |= {(-1, 0): "source", (yard.headings, 0): "sink"}
    columns = sorted({column for column, _ in text})
    rows = sorted({row for _, row in text}, reverse=True)
    lines = ["row  " + "".join(f"{column:>8}" for column in columns)]
    return lines + [f"{row:3}  " + "".join(f"{text.get((column, row), ''):>8}" for column in columns) for row in rows]

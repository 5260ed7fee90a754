"""`shunt import`: a panel of JMRI or a plan of XTrackCAD as a layout."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.errors import InputError
from shunt.files.printable import printable
from shunt.files.reading import check_file_name
from shunt.track.plan import KINDS

if TYPE_CHECKING:
    from shunt.railways.layout import Imported

NO_CAPACITY = "does not give the number of cars of a track", 'write NAME=CARS, such as "East Siding=5"'
NOT_CLOSED = "does not close a space", f"write SPACE={' or SPACE='.join(KINDS)}"


@click.command("import")
@click.argument("source", metavar="FILE", type=click.Path())
@options.output_option("Layout file to write instead of stdout.", type=click.Path(dir_okay=False))
@options.flag("--replace", "Replace the output file if it exists already.")
@options.text_option("--name", "NAME", "Name of the layout. Default: the title in the file.")
@options.text_option("--panel", "NAME", "Panel to read, if a JMRI file has several.")
@options.text_option(
    "--car-length",
    "N",
    "Length of a car in the file's units. Default: a forty-foot car at the scale of a plan, or 50 pixels in a panel.",
    type=float,
)
@options.text_option("--car-feet", "FEET", "Length of the cars, without couplers. Default: 40 feet.", type=float)
@options.text_option(
    "--scale",
    "SCALE",
    "Scale of the railway, such as HO, N, TT, 0 or 1:87. It applies to block lengths, and overrides the scale in a plan.",
)
@options.text_option(
    "--capacity", "NAME=CARS", "Number of cars that a track holds. NAME is a block, label or element.", multiple=True
)
@options.text_option("--close", "SPACE=KIND", "Close a space to cars or to locomotives.", multiple=True)
@options.text_option("--within", "X,Y,W,H", "Read only the part in this rectangle, in the file's units.")
@options.text_option("--around", "NAME", "Read only the track within 12 car lengths of this block, label, turnout or element.")
@options.text_option("--block", "A,B,C", "Read only these blocks.")
@options.flag("--stop-on-points", "Let cars and locomotives stop on turnouts and crossings.")
@options.flag("--span-points", "Give turnouts no space, so that trains can span them, as in the Timesaver.")
@options.flag("--sidings", "Write a fan of stub sidings for the ruleset sidings, as in Inglenook.")
@options.json_option
def command(
    source: str,
    file: str | None,
    replace: bool,
    name: str | None,
    panel: str | None,
    car_length: float | None,
    car_feet: float | None,
    scale: str | None,
    capacity: tuple[str, ...],
    close: tuple[str, ...],
    within: str | None,
    around: str | None,
    block: str | None,
    stop_on_points: bool,
    span_points: bool,
    sidings: bool,
    as_json: bool,
) -> None:
    """Convert a JMRI Layout Editor panel (.xml) or an XTrackCAD plan (.xtc, .xtce) to a layout.

    Track between turnouts is divided into spaces of one car each. Turnouts and crossings are spaces where no move may end.
    Names are taken from blocks, turnouts and labels.

    The layout is printed as TOML. A report on stderr (on stdout with --output) describes what was understood, how many cars
    each track holds, and what was left out.

    Panels are not to scale. Give the length of a car in pixels (--car-length) or the number of cars that a track holds
    (--capacity). If blocks have lengths, give --scale. Every car is one space long; --car-feet says how long that is.

    \b
    Examples:
      shunt import panel.xml -o yard.toml
      shunt import plan.xtc --around "West Yard" -o yard.toml
      shunt import panel.xml --scale N
      shunt import plan.xtc --car-feet 60 -o passenger-yard.toml
      shunt import panel.xml --capacity "East Siding=5" --span-points
      shunt import panel.xml --close Bridge=cars
      shunt import inglenook.xml --sidings -o my-inglenook.toml
    """
    from shunt.railways.layout import Choices, import_drawing
    from shunt.railways.part import wanted_part
    from shunt.railways.reading import read_drawing
    from shunt.railways.scale import given_ratio
    from shunt.sidings.railways import as_sidings

    output.check_output(output.OUTPUT, file, may_replace=replace)
    with output.parameters_as():
        points, feet = _points(stop_on_points, span_points), _lengths(car_length, car_feet)
        ratio, part = given_ratio(scale) if scale else None, wanted_part(within, around, block)
        closed = _pairs("close", close, "|".join(KINDS), *NOT_CLOSED)
        named = "" if name is None else check_file_name(name, "name")
        held = {track: int(cars) for track, cars in _pairs("capacity", capacity, r"\d{1,3}", *NO_CAPACITY).items()}
        choices = Choices(named, car_length, held, part, points, ratio, feet, closed)
        imported = import_drawing(read_drawing(source, panel or ""), choices)
        text = imported.text(printable(source), as_sidings(imported.layout) if sidings else imported.layout)
    _write(imported, text, source, file, as_json)


def _points(can_stop: bool, are_spanned: bool) -> str:
    """Return how trains use points; raise `InputError` for options that contradict each other."""
    if can_stop and are_spanned:
        raise InputError("--span-points", "points that take no space cannot be stopped on", "give one of the two options")
    return "stop" if can_stop else "span" if are_spanned else "pass"


def _lengths(car_length: float | None, car_feet: float | None) -> float:
    """Return the length of cars in feet; raise `InputError` with parameters for lengths that are wrong."""
    from shunt.railways.scale import car_feet as checked

    if car_length is not None and not 0 < car_length < options.MOST_COUNTED:
        raise InputError("car_length", f"{car_length:g} is not a length", "give a number above 0")
    if car_length is not None and car_feet is not None:
        raise InputError("car_feet", "the length of a car has already been given", "give --car-feet or --car-length")
    return checked(car_feet)


def _pairs(option: str, texts: Sequence[str], value: str, what: str, remedy: str) -> dict[str, str]:
    """Return name → value from texts such as `East Siding=5`.

    Every value must match the regular expression `value`. Otherwise raise `InputError` with the text, `what` and `remedy`.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, _, given = (part.strip() for part in text.rpartition("="))
        if not name or not re.fullmatch(value, given):
            raise InputError(option, f"{text!r} {what}", remedy)
        found[name] = given
    return found


def _write(imported: Imported, text: str, source: str, file: str | None, as_json: bool) -> None:
    """Write the layout, or print it, and print what was understood."""
    from shunt.files.atomic import write_text_atomically

    if file is not None:
        with output.output_of():
            write_text_atomically(file, text)
    if as_json:
        output.print_json({"schema": "shunt-import/1", "file": printable(source), **imported.as_json(), "layout": text})
        return
    if file is None:
        output.print_data(text)
    else:
        output.say(f"{printable(file)}: {output.counted(len(imported.layout.plan.spaces), 'spaces')}")
    for line in imported.lines():
        (output.note if file is None else output.say)(line)

"""`shunt catalogue`: cards by the million in one file."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shunt.cli import ANSWERED, BAD_INPUT, NO, STOPPED, options
from shunt.cli.generate.generator_options import TIERS

if TYPE_CHECKING:
    from shunt.generate.catalogue.importing import Refused
    from shunt.generate.catalogue.rows import CardRow
    from shunt.generate.catalogue.store import Filters, Stats

F = TypeVar("F", bound=Callable[..., Any])

RANGES = ("optimum", "locomotives", "cars", "broken", "grade")
DEFAULT = "catalogue.sqlite"


class Span(click.ParamType[tuple[float | None, float | None]]):
    """A number, or a range with both ends or one: `4`, `4-8`, `4-`, `-8`."""

    name = "range"

    def __init__(self, number: type[int] | type[float]) -> None:
        self.number = number

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float | None, float | None]:
        """The least and the most, either None for an open end."""
        if isinstance(value, tuple):
            return value
        least, dash, most = (part.strip() for part in str(value).partition("-"))
        try:
            ends = [self.number(end) if end else None for end in (least, most if dash else least)]
        except ValueError:
            ends = [None, None]
        if ends == [None, None]:
            self.fail(f"{value!r} is no number and no range; write 4, 4-8, 4- or -8", param, ctx)
        return ends[0], ends[1]


@click.group("catalogue")
def command() -> None:
    """Keep cards in a catalogue, one SQLite file, and ask it. No puzzle is in it twice, whatever its pieces are called.

    The file is named by -c, or by the environment variable SHUNT_CATALOGUE; else it is catalogue.sqlite, here.

    \b
      shunt catalogue add my-cards/ -c mine.sqlite
      shunt catalogue find -c mine.sqlite --tier red --cars 3- --optimum 10-15
      shunt catalogue export -c mine.sqlite --tier red --out red.jsonl
      shunt catalogue stats -c mine.sqlite --plot difficulty.svg
    """


catalogue_option = click.option(
    "-c",
    "--catalogue",
    "file",
    metavar="FILE",
    envvar="SHUNT_CATALOGUE",
    default=DEFAULT,
    show_default=True,
    help="The catalogue.",
)


def filter_options(words: bool) -> Callable[[F], F]:
    """Add the filters to a command; those that look at single cards only with `words`."""

    def add(function: F) -> F:
        chosen = [
            click.option("--board", "boards", multiple=True, metavar="NAME", help="On this board; may be given again."),
            click.option("--tier", "tiers", multiple=True, type=click.Choice(TIERS), help="Of this tier; may be given again."),
            click.option("--ruleset", type=click.Choice(["switcher", "railway", "sidings"]), help="Of this ruleset."),
            click.option("--optimum", type=Span(int), metavar="RANGE", help="Fewest moves: 6, 6-9, 6- or -9."),
            click.option("--locomotives", type=Span(int), metavar="RANGE", help="How many locomotives."),
            click.option("--cars", type=Span(int), metavar="RANGE", help="How many cars."),
            click.option("--broken", type=Span(int), metavar="RANGE", help="How many broken tracks."),
            click.option("--turntable/--no-turntable", default=None, help="With a turntable on the board, or without."),
            click.option("--unique/--several", default=None, help="One optimal solution up to reordering, or several."),
        ]
        if words:
            chosen.append(click.option("--grade", type=Span(float), metavar="RANGE", help="The grade, from 0 to 10."))
            chosen.append(click.option("--text", metavar="WORDS", help="Words of name and title, or their beginnings."))
        for option in reversed(chosen):
            function = option(function)
        return function

    return add


def _filters(wishes: dict[str, Any]) -> Filters:
    from shunt.generate.catalogue.store import Filters

    return Filters(**{name: value for name, value in wishes.items() if value is not None})


# --------------------------------------------------------------------------------------------------------------------
# add


@command.command("add")
@click.argument("paths", nargs=-1, required=True, metavar="FILE|FOLDER...")
@catalogue_option
@click.option("--trust", is_flag=True, help="Take the proofs that the cards carry, without solving them again.")
@options.limit_options
@options.json_option
def add(paths: tuple[str, ...], file: str, trust: bool, as_json: bool, **limits: Any) -> int:
    """Add cards; the catalogue is made if there is none. Each is solved and rated first, and only solved ones are added.

    FILE is a card, JSON Lines that `export` wrote, or another catalogue; in a FOLDER all cards count, at any depth. A puzzle
    that is there already stays as it is.

    Exit status: 0 all are in it, 2 some are not (stderr says why), 3 some were not solved within the limits.
    """
    from shunt.generate.catalogue.importing import Refused, proved, rows_of
    from shunt.generate.catalogue.store import Catalogue

    refused = Refused()
    bounds = options.limits_of(**limits)
    version = options.program_version()
    with Catalogue(file, create=True) as catalogue, options.watching():
        made = catalogue.add(rows_of(paths, None if trust else lambda card: proved(card, bounds, version), refused))
        total = len(catalogue)
    for fault in refused.faults + refused.stopped:
        click.echo(str(fault), err=True)
    counts = {"new": made.new, "known": made.known, "refused": len(refused.faults) + len(refused.stopped), "cards": total}
    if as_json and not _status(refused):
        options.print_json({"schema": "shunt-catalogue-add/1", **counts})
    elif not _status(refused):
        options.say(f"{made.new:,} new, {made.known:,} there already; {file} holds {options.counted(total, 'cards')}")
    else:
        options.note(f"{made.new:,} new, {made.known:,} there already; {file} holds {options.counted(total, 'cards')}")
    return _status(refused)


def _status(refused: Refused) -> int:
    return BAD_INPUT if refused.faults else STOPPED if refused.stopped else ANSWERED


# --------------------------------------------------------------------------------------------------------------------
# find


@command.command("find")
@catalogue_option
@filter_options(words=True)
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="How many cards to show.")
@click.option("--after", default="", metavar="PLACE", help="Go on where another page ended; it says where.")
@click.option("--show", metavar="ID", help="One card whole, by its id (or the beginning of it), as a card file.")
@options.json_option
def find(file: str, limit: int, after: str, show: str | None, as_json: bool, **wishes: Any) -> int:
    """Cards by tier, optimum, board and pieces. Exit status: 0, or 1 where there is no such card."""
    from shunt.generate.catalogue.rows import card_record
    from shunt.generate.catalogue.store import Catalogue

    with Catalogue(file) as catalogue:
        if show is not None:
            return _show(catalogue.beginning(show), show, file, as_json)
        filters = _filters(wishes)
        page, total = catalogue.find(filters, limit, after), catalogue.count(filters)
        if unknown := sorted(set(filters.boards) - set(catalogue.boards())):
            options.note(f"there is no board called {unknown[0]!r}; there are {', '.join(catalogue.boards()) or 'none'}")
    if as_json:
        cards = [card_record(row) for row in page.rows]
        options.print_json({"schema": "shunt-catalogue-find/1", "count": total, "cards": cards, "after": page.after or None})
    else:
        _table(page.rows)
        options.note(options.counted(total, "cards") + (f"; the next page: --after {page.after}" if page.after else ""))
    return ANSWERED if page.rows else NO


def _show(rows: list[CardRow], wanted: str, file: str, as_json: bool) -> int:
    from shunt.cards.files import card_text
    from shunt.errors import Fault, InputError
    from shunt.generate.catalogue.export import card_of
    from shunt.generate.catalogue.rows import card_record

    if len(rows) != 1:
        what = f"no card's id begins with {wanted!r}" if not rows else f"the ids of several cards begin with {wanted!r}"
        raise InputError(Fault("--show", what, "take an id from what find prints", file))
    if as_json:
        options.print_json({"schema": "shunt-catalogue-card/1", **card_record(rows[0])})
    else:
        click.echo(card_text(card_of(rows[0]), inline_layout=True), nl=False)
    return ANSWERED


def _table(rows: tuple[CardRow, ...]) -> None:
    from shunt.generate.catalogue.rows import TIERS as names

    lines = [("id", "tier", "grade", "optimum", "board", "pieces", "name")] if rows else []
    for row in rows:
        grade = "-" if row.grade is None else f"{row.grade:.2f}"
        lines.append(
            (row.id, names[row.tier] or "-", grade, str(row.optimum), row.board, f"{row.locomotives}+{row.cars}", row.name)
        )
    widths = [max(len(line[column]) for line in lines) for column in range(6)] if lines else []
    for line in lines:
        cells = [
            cell.rjust(width) if 2 <= place <= 3 else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=False))
        ]
        options.say("  ".join([*cells, line[6]]))


# --------------------------------------------------------------------------------------------------------------------
# export


@command.command("export")
@catalogue_option
@filter_options(words=True)
@click.option("--out", default="-", metavar="FILE", help="What to write; - is the standard output.  [default: -]")
@click.option("--format", "how", type=click.Choice(["jsonl", "csv", "parquet", "cards"]), help="Default: by the ending of FILE.")
def export(file: str, out: str, how: str | None, **wishes: Any) -> int:
    """Write cards as JSON Lines, CSV, Parquet, or (--format cards) into a folder with a card file each."""
    import sys

    from shunt.errors import Fault, InputError
    from shunt.generate.catalogue.export import FORMATS
    from shunt.generate.catalogue.export import export as write
    from shunt.generate.catalogue.store import Catalogue

    if how is None:
        how = "jsonl" if out == "-" else FORMATS.get(os.path.splitext(out)[1].lower())
    if how is None:
        raise InputError(
            Fault("--out", f"{out!r} does not say what to write", f"end it in {', '.join(FORMATS)}, or give --format")
        )
    if how == "cards" and out == "-":
        raise InputError(Fault("--out", "card files need a folder", "name one: --out DIR"))
    with Catalogue(file) as catalogue:
        count = write(catalogue, out, how, _filters(wishes), getattr(sys.stdout, "buffer", None))
    options.note(f"{options.counted(count, 'cards')} written" + (f" to {out}" if out != "-" else ""))
    return ANSWERED


# --------------------------------------------------------------------------------------------------------------------
# stats


@command.command("stats")
@catalogue_option
@filter_options(words=False)
@click.option("--plot", metavar="FILE", help="Draw difficulty against length into FILE.svg.")
@click.option("--check", is_flag=True, help="Look through the whole file for damage as well.")
@options.json_option
def stats(file: str, plot: str | None, check: bool, as_json: bool, **wishes: Any) -> int:
    """How many cards there are: by tier and board, and by optimum. Exit status 1 where --check finds damage."""
    from shunt.errors import Fault, InputError
    from shunt.generate.catalogue.store import Catalogue

    if plot is not None and not plot.lower().endswith(".svg"):
        raise InputError(Fault("--plot", f"{plot} is not an SVG file", "let the name end in .svg"))
    with Catalogue(file) as catalogue:
        numbers = catalogue.stats(_filters(wishes))
        problems = catalogue.problems() if check else []
    if plot is not None:
        from shunt.files.atomic import write_text_atomically
        from shunt.render.difficulty import difficulty_scene
        from shunt.render.svg import svg_text

        write_text_atomically(plot, svg_text(difficulty_scene(numbers)))
    if as_json:
        options.print_json(numbers.as_json() | ({"problems": [str(fault) for fault in problems]} if check else {}))
    else:
        _tell(numbers)
        if check:
            options.say("\nthe file is sound" if not problems else "")
    for fault in problems:
        click.echo(str(fault), err=True)
    return NO if problems else ANSWERED


def _tell(numbers: Stats) -> None:
    tiers = [tier for tier, cards in numbers.tiers.items() if cards]
    lines = [["board", *(tier or "not rated" for tier in tiers), "all"]]
    for board, counts in numbers.boards.items():
        lines.append([board, *(f"{counts[tier]:,}" for tier in tiers), f"{sum(counts.values()):,}"])
    lines.append(["all", *(f"{numbers.tiers[tier]:,}" for tier in tiers), f"{numbers.cards:,}"])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        options.say(
            "  ".join(
                cell.rjust(width) if place else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
        )
    if numbers.optima:
        options.say("\noptimum")
        most, width = max(numbers.optima.values()), len(f"{max(numbers.optima.values()):,}")
        for optimum, cards in numbers.optima.items():
            options.say(f"{optimum:7}  {cards:>{width},}  {'#' * max(1, round(40 * cards / most))}")
    if numbers.runs:
        options.say(f"\n{options.counted(numbers.runs, 'runs')} of a generator, {options.counted(numbers.shards, 'shards')} done")

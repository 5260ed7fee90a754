"""`shunt catalogue`: add cards to an SQLite file, find and export them, and print statistics."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import choice_option, flag, number_option, text_option
from shunt.cli.progress import watching
from shunt.errors import Fault, InputError
from shunt.generator.catalogue.filters import NUMBERED_TIERS, Filters
from shunt.generator.commands.generator_options import constraint_options
from shunt.search.core.limits import Limits

if TYPE_CHECKING:
    from shunt.generator.catalogue.query import Stats
    from shunt.generator.catalogue.rows import CardRow

DEFAULT = "catalogue.sqlite"


@click.group("catalogue")
def command() -> None:
    """Keep cards in a catalogue, which is an SQLite file, and search it. Each puzzle is stored only once, even if
    it is added again with its pieces named differently.

    Choose the catalogue with -c or the environment variable SHUNT_CATALOGUE. The default is catalogue.sqlite in the current
    folder.

    \b
    Examples:
      shunt catalogue add my-card.toml -c mine.sqlite
      shunt catalogue find -c mine.sqlite --tier red --cars 3- --optimum 10-15
      shunt catalogue export -c mine.sqlite --tier red -o red.jsonl
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


find_filters = partial(constraint_options, Filters, "find", "filters", Filters)


# --------------------------------------------------------------------------------------------------------------------
# add


@command.command("add")
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR...")
@catalogue_option
@flag("--trust", "Accept the proofs in the card files and do not solve the cards again.")
@options.limit_options
@options.json_option
def add(paths: tuple[str, ...], file: str, trust: bool, as_json: bool, limits: Limits) -> int:
    """Add cards to a catalogue and print how many are new. Cards are solved and rated first (unless --trust is given), and only
    solved cards are added.

    The catalogue is created if it does not exist. FILE is a card, a JSON Lines file written by `export`, another
    catalogue, or the name of a shipped card. All cards in each DIR and its subfolders are added. Puzzles that the
    catalogue already has stay as they are.

    \b
    Examples:
      shunt catalogue add my-card.toml -c mine.sqlite
      shunt catalogue add cards_out -c mine.sqlite --time-limit 60

    Exit status: 0 if the catalogue has all the cards, 2 if it does not (stderr says why), 3 if some cards were not solved
    within the limits.
    """
    from shunt.files.library import shipped
    from shunt.generator.catalogue.imports import Refused, proved, rows_of
    from shunt.generator.catalogue.store import Catalogue

    refused = Refused()
    paths = tuple(path if os.path.exists(path) else str(shipped("cards").get(path, path)) for path in paths)
    with Catalogue(file, create=True) as catalogue, watching():
        made = catalogue.add(rows_of(paths, None if trust else lambda card: proved(card, limits.rest()), refused))
        total = len(catalogue)
    for fault in refused.faults + refused.stopped:
        output.complain(str(fault))
    words = f"{made.new:,} new, {made.known:,} known already; {file} holds {output.counted(total, 'cards')}"
    status = ExitStatus.BAD_INPUT if refused.faults else ExitStatus.STOPPED if refused.stopped else ExitStatus.ANSWERED
    if status:
        output.note(words)
    elif as_json:
        counts = {"new": made.new, "known": made.known, "refused": 0, "cards": total}
        output.print_json({"schema": "shunt-catalogue-add/1", **counts})
    else:
        output.say(words)
    return status


# --------------------------------------------------------------------------------------------------------------------
# find


@command.command("find")
@catalogue_option
@find_filters
@number_option("--limit", "Number of cards to show.", least=1, most=10_000, default=20)
@text_option("--after", "PLACE", "Start after this place, which the command printed at the end of the previous page.", default="")
@text_option("--show", "ID", "Print the file of one card, given by its id or the beginning of its id.")
@options.work_limit_options
@options.json_option
def find(file: str, filters: Filters, limit: int, after: str, show: str | None, as_json: bool) -> int:
    """Print the cards that match all filters: id, tier, grade, optimum, board, pieces, name.

    \b
    Examples:
      shunt catalogue find -c mine.sqlite
      shunt catalogue find -c mine.sqlite --tier red --tier black --cars 3- --optimum 10-15
      shunt catalogue find -c mine.sqlite --show 1f3a

    Exit status: 0 if a card was found, 1 if there is none.
    """
    from shunt.generator.catalogue.rows import card_record
    from shunt.generator.catalogue.store import Catalogue

    with Catalogue(file) as catalogue:
        if show is not None:
            return _show(catalogue.beginning(show), show, file, as_json)
        page, total = catalogue.find(filters, limit, after), catalogue.count(filters)
        if unknown := sorted(set(filters.boards) - set(catalogue.boards())):
            output.note(f"no card is on a board called {unknown[0]!r}; boards: {', '.join(catalogue.boards()) or 'none'}")
    if as_json:
        cards = [card_record(row) for row in page.rows]
        output.print_json({"schema": "shunt-catalogue-find/1", "count": total, "cards": cards, "after": page.after or None})
    else:
        lines = [["id", "tier", "grade", "optimum", "board", "pieces", "name"]] if page.rows else []
        for row in page.rows:
            tier, grade = NUMBERED_TIERS[row.tier] or "-", "-" if row.grade is None else f"{row.grade:.2f}"
            lines.append([row.id, tier, grade, str(row.optimum), row.board, f"{row.locomotives}+{row.cars}", row.name])
        output.say_columns(lines, right=(2, 3))
        output.note(output.counted(total, "cards") + (f"; the next page: --after {page.after}" if page.after else ""))
    return ExitStatus.ANSWERED if page.rows else ExitStatus.NO


def _show(rows: list[CardRow], wanted: str, file: str, as_json: bool) -> int:
    from shunt.cards.writing import card_text
    from shunt.generator.catalogue.exports import card_of
    from shunt.generator.catalogue.rows import card_record

    if len(rows) != 1:
        what = f"no card has an id that begins with {wanted!r}" if not rows else f"several ids begin with {wanted!r}"
        raise InputError(Fault("--show", what, "take an id from what find prints", file))
    if as_json:
        output.print_json({"schema": "shunt-catalogue-card/1", **card_record(rows[0])})
    else:
        output.print_data(card_text(card_of(rows[0]), inline_layout=True))
    return ExitStatus.ANSWERED


# --------------------------------------------------------------------------------------------------------------------
# export


@command.command("export")
@catalogue_option
@find_filters
@click.option(
    "-o", "--output", "target", default="-", show_default=True, metavar="FILE", help="File to write. - is standard output."
)
@choice_option(
    "--format", ["jsonl", "csv", "parquet", "cards"], "Format to write. Default: by the suffix of FILE.", "how", has_default=False
)
@options.work_limit_options
def export(file: str, filters: Filters, target: str, how: str | None) -> None:
    """Write the cards that match all filters as JSON Lines, CSV or Parquet, or as card files in a folder (--format
    cards).

    \b
    Examples:
      shunt catalogue export -c mine.sqlite
      shunt catalogue export -c mine.sqlite --tier red -o red.csv
      shunt catalogue export -c mine.sqlite --format cards -o red-cards
    """
    from shunt.generator.catalogue.exports import FORMATS
    from shunt.generator.catalogue.exports import export as write
    from shunt.generator.catalogue.store import Catalogue

    if how is None:
        how = "jsonl" if target == "-" else FORMATS.get(os.path.splitext(target)[1].lower())
    if how is None:
        raise InputError(output.OUTPUT, f"{target!r} does not name a format", f"end it in {', '.join(FORMATS)}, or give --format")
    if how == "cards" and target == "-":
        raise InputError(output.OUTPUT, "card files need a folder", "name one: -o DIR")
    with Catalogue(file) as catalogue, output.output_of():
        count = write(catalogue, target, how, filters)
    output.note(f"{output.counted(count, 'cards')} written" + (f" to {target}" if target != "-" else ""))


# --------------------------------------------------------------------------------------------------------------------
# stats


@command.command("stats")
@catalogue_option
@partial(constraint_options, Filters, "stats", "filters", Filters)
@options.plot_option("Plot difficulty against length to FILE (.svg or .png).")
@flag("--verify", "Also check the whole file for damage.")
@options.work_limit_options
@options.json_option
def stats(file: str, filters: Filters, plot: str | None, verify: bool, as_json: bool) -> int:
    """Print the number of cards for each tier, board and optimum.

    \b
    Examples:
      shunt catalogue stats -c mine.sqlite
      shunt catalogue stats -c mine.sqlite --plot difficulty.svg --verify

    Exit status: 0 if the counts are printed, 1 if --verify found damage.
    """
    from shunt.generator.catalogue.store import Catalogue

    with Catalogue(file) as catalogue:
        numbers = catalogue.stats(filters)
        problems = catalogue.problems() if verify else []
    if plot is not None:
        from shunt.cli.picture_files import write_picture
        from shunt.generator.catalogue.chart import difficulty_scene

        write_picture("--plot", plot, difficulty_scene(numbers))
    if as_json:
        output.print_json(numbers.as_json() | ({"problems": [str(fault) for fault in problems]} if verify else {}))
    else:
        _print(numbers)
        if verify:
            output.say("\nthe file is sound" if not problems else "")
    for fault in problems:
        output.complain(str(fault))
    return ExitStatus.NO if problems else ExitStatus.ANSWERED


def _print(numbers: Stats) -> None:
    tiers = [tier for tier, cards in numbers.tiers.items() if cards]
    lines = [["board", *(tier or "not rated" for tier in tiers), "all"]]
    for board, counts in numbers.boards.items():
        lines.append([board, *(f"{counts[tier]:,}" for tier in tiers), f"{sum(counts.values()):,}"])
    lines.append(["all", *(f"{numbers.tiers[tier]:,}" for tier in tiers), f"{numbers.cards:,}"])
    output.say_columns(lines, right=range(1, len(lines[0])))
    if numbers.optima:
        output.say("\noptimum")
        most, width = max(numbers.optima.values()), len(f"{max(numbers.optima.values()):,}")
        for optimum, cards in numbers.optima.items():
            output.say(f"{optimum:7}  {cards:>{width},}  {'#' * max(1, round(40 * cards / most))}")
    if numbers.runs:
        output.say(f"\n{output.counted(numbers.runs, 'runs')} of a generator, {output.counted(numbers.shards, 'shards')} done")

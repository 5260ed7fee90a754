"""`shunt express score`, `show` and `companion`: trains of a real table scored, drawn, and kept on a score sheet."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cli.exit_status import ExitStatus
from shunt.cli.games.express_front import rule_options, rules_from
from shunt.cli.options import json_option, output_option
from shunt.cli.output import check_output, knows_unicode, note, output_of, print_json, say
from shunt.cli.printing import show_picture

if TYPE_CHECKING:
    from shunt.games.express.companion import ScoreSheet

SAVED = "express-score.json"


@click.command("score")
@click.option("--train", "trains", multiple=True, required=True, metavar="CARS", help="A train as laid, once for each player.")
@click.option("--start", type=click.IntRange(1, 5), default=1, show_default=True, metavar="SEAT", help="Start player, from 1.")
@rule_options
@json_option
def score_command(trains: tuple[str, ...], start: int, as_json: bool, **rules: Any) -> int:
    """Score complete trains as laid: values, longest run, caboose, and who wins a tie.

    Trains are named in seating order, clockwise. A face-down card is --.

    \b
    Examples:
      shunt express score --train "R3|G3 -- G3|B3 …" --train "Y2|Y3 Y3|B3 …"
      shunt express score --caboose Executive --start 2 --train "…" --train "…"
    """
    from shunt.errors import Fault, InputError

    sheet = _new_sheet(len(trains), rules, "--train")
    if start > len(trains):
        raise InputError(Fault("--start", f"seat {start}", f"1 to {len(trains)}"))
    entries = [f"train {seat} {train}" for seat, train in enumerate(trains, start=1)]
    faults = []
    for entry in [f"start {start}", *_caboose_entry(sheet), *entries]:
        try:
            sheet.enter(entry)
        except InputError as error:
            faults += [replace(fault, where="--train") for fault in error.faults]
    if faults:
        raise InputError(faults)
    if as_json:
        print_json(_sheet_json(sheet))
    else:
        for line in sheet.lines():
            say(line)
    return ExitStatus.ANSWERED


def _new_sheet(players: int, rules: dict[str, Any], option: str) -> ScoreSheet:
    from shunt.errors import InputError
    from shunt.games.express.companion import ScoreSheet
    from shunt.games.express.options import Options

    try:
        return ScoreSheet(players, Options(**rules_from(rules)))
    except InputError as error:
        where = {"players": option}
        raise InputError(replace(fault, where=where.get(fault.where, fault.where)) for fault in error.faults) from None


def _caboose_entry(sheet: ScoreSheet) -> list[str]:
    possible = sheet.options.possible_cabooses()
    return [f"caboose {possible[0]}"] if len(possible) == 1 else []


def _sheet_json(sheet: ScoreSheet) -> dict[str, Any]:
    games = []
    for number, game in enumerate(sheet.games):
        scores = sheet.sheet(number)
        row = {"start": game.start + 1, "caboose": game.caboose.name if game.caboose else None}
        rows = {"values": scores.values, "runs": scores.runs, "run_bonuses": scores.bonuses, "caboose_points": scores.caboose}
        games.append(row | {name: list(numbers) for name, numbers in rows.items()} | {"totals": list(scores.totals)})
    return {"games": games, "totals": list(sheet.totals), "winners": [seat + 1 for seat in sheet.winners]}


@click.command("show", context_settings={"ignore_unknown_options": True})  # a train may begin with --
@click.argument("trains", nargs=-1, required=True, metavar="TRAIN…")
@output_option("Write the picture as SVG.")
@rule_options
def show_command(trains: tuple[str, ...], file: str | None, **rules: Any) -> int:
    """Draw trains with their points, in the terminal or as SVG.

    \b
    Examples:
      shunt express show "R3|G3 G2|G2 -- Y4|R4"
      shunt express show "R3|G3 G2|G2" "Y2|Y3 Y3|B3" -o trains.svg
    """
    from shunt.files.atomic import write_text_atomically
    from shunt.games.express.cards import find_caboose
    from shunt.games.express.options import Options
    from shunt.games.express.pictures import draw_train, trains_scene
    from shunt.games.express.scoring import score_sheet
    from shunt.games.express.text import points_text
    from shunt.games.express.trains import parse_train
    from shunt.render.svg import svg_text

    options = Options(**rules_from(rules))
    laid = [parse_train(train, f"TRAIN {number}") for number, train in enumerate(trains, start=1)]
    possible = options.possible_cabooses()
    sheet = score_sheet(laid, find_caboose(possible[0]) if len(possible) == 1 else None, options)
    check_output("--output", file)
    if file:
        names = [f"train {number}" if len(laid) > 1 else "" for number in range(1, len(laid) + 1)]
        with output_of():
            write_text_atomically(file, svg_text(trains_scene(laid, sheet, names)))
        return ExitStatus.ANSWERED
    for number, train in enumerate(laid):
        show_picture(draw_train(train, knows_unicode()))
        say(points_text(sheet, number))
    return ExitStatus.ANSWERED


# --------------------------------------------------------------------------------------------------------------------
# The companion


@click.command("companion")
@click.option(
    "--players", type=click.IntRange(2, 5), default=2, show_default=True, metavar="N", help="Number of players, 2 to 5."
)
@click.option("--save", "save_file", default=SAVED, show_default=True, metavar="FILE", help="File of the sheet.")
@click.option("--new", is_flag=True, help="Begin a new sheet if the file exists.")
@rule_options
def companion_command(players: int, save_file: str, new: bool, **rules: Any) -> int:
    """Keep the score sheet of a real table, saved after every entry; an existing sheet is resumed.

    At the prompt: train SEAT CARS, start SEAT, caboose NAME, next (game 2), undo, show, quit. For a random set-up see
    `shunt games setup express`.

    \b
    Examples:
      shunt express companion --players 3
      shunt express companion --caboose "Short Line" --save friday.json
    """
    check_output("--save", save_file)
    if Path(save_file).is_file() and Path(save_file).stat().st_size and not new:
        sheet = _read_sheet(save_file)
        note(f"resumed {save_file}; --new begins a new sheet")
    else:
        sheet = _new_sheet(players, rules, "--players")
        for entry in _caboose_entry(sheet):
            sheet.enter(entry)
        _save_sheet(sheet, save_file)
    _print_sheet(sheet)
    while not _asked(sheet, save_file):
        pass
    return ExitStatus.ANSWERED


def _read_sheet(path: str) -> ScoreSheet:
    from shunt.errors import InputError
    from shunt.files.document import read_document
    from shunt.games.express.companion import ScoreSheet

    try:
        return ScoreSheet.from_json(read_document(path).data)
    except InputError as error:
        raise InputError(fault.at(path) for fault in error.faults) from None


def _save_sheet(sheet: ScoreSheet, path: str) -> None:
    from shunt.files.atomic import write_text_atomically

    with output_of("--save"):
        write_text_atomically(path, json.dumps(sheet.to_json(), indent=2) + "\n")


def _print_sheet(sheet: ScoreSheet) -> None:
    for line in sheet.lines():
        say(line)


def _asked(sheet: ScoreSheet, path: str) -> bool:
    """Ask for one entry and save it; return whether the sheet is closed."""
    from shunt.errors import InputError
    from shunt.games.express.companion import ENTRIES

    if sys.stdin.isatty():
        click.echo("> ", nl=False)
    line = sys.stdin.readline()
    text = line.strip()
    if not line or text in ("quit", "q"):
        return True
    if text in ("", "?", "help"):
        say(f"{ENTRIES}, undo, show, quit; CARS are such as R3|G3 -- G3|B3")
        return False
    try:
        if text == "undo":
            say(f"taken back: {sheet.undo()}")
        elif text != "show":
            sheet.enter(text)
    except InputError as error:
        for fault in error.faults:
            note(str(fault))
        return False
    if text != "show":
        _save_sheet(sheet, path)
    _print_sheet(sheet)
    return False

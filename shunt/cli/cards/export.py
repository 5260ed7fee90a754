"""`shunt export`: a card for other programs, as a planning problem or as a script for a model railway."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from shunt.cli import options, output
from shunt.cli.commands import EXPORTS
from shunt.cli.handed import ExportOptions
from shunt.errors import InputError
from shunt.files.atomic import write_text_atomically
from shunt.files.lazy import load_place

RAILWAYS = ("jmri", "turnouts")
OPTIONS_OF: dict[str, tuple[str, ...]] = {"no_costs": ("pddl",), "dry_run": ("jmri",), "throttle": ("jmri",)}
OPTIONS_OF |= dict.fromkeys(("roster", "car_feet", "cut_cars"), RAILWAYS)


@click.command("export")
@options.card_argument
@options.choice_option("--format", EXPORTS, "Format to write. Default: pddl.", "form", has_default=False)
@options.flag("--jmri", "The same as --format jmri.")
@options.folder_option("Folder for the files, instead of stdout.")
@options.flag("--no-costs", "pddl: Leave out action costs, which some planners do not support.")
@options.text_option("--throttle", "NAME=N", "jmri: Drive this locomotive with a throttle at DCC address N.", multiple=True)
@options.flag("--dry-run", "jmri: Write a script that only logs what it would do.")
@options.text_option("--roster", "FILE", "jmri, turnouts: Take car names from JMRI's OperationsCarRoster.xml.", type=click.Path())
@options.text_option("--car-feet", "FEET", "Length of the longest roster car that fits on a space. Default: 40 feet.", type=float)
@options.flag("--cut-cars", "Treat roster cars longer than --car-feet as cars of that length, and print a note.")
@options.json_option
@partial(options.gathered, "chosen", ExportOptions.__match_args__, ExportOptions)
def command(card: str, form: str | None, jmri: bool, folder: str | None, as_json: bool, chosen: ExportOptions) -> None:
    """Export CARD for other programs: as a planning problem in PDDL, as a script for JMRI, or as a list of turnouts.

    pddl: an optimal plan costs as much as the card's optimum in moves, or for sidings in pulls or legs. Without --output,
    the domain and then the problem are written to stdout. `shunt replay --plan` converts a plan to moves.

    jmri: a script for JMRI runs the Yard Guide on the railway from which the layout was imported. For each move it sets the
    turnouts and waits until they confirm. Then it asks the crew to run the train, or runs it with a throttle until the crew
    stops it. With --output, a list of the turnouts for each move is written too. --format turnouts prints only this list.

    CARD is a file, the name of a shipped card, or - for standard input.

    \b
    Examples:
      shunt export first-swap
      shunt export first-swap -o planning
      fast-downward.py planning/domain.pddl planning/problem.pddl --search "astar(lmcut())"
      shunt replay first-swap --plan sas_plan
      shunt export my-card.toml --jmri -o script
      shunt export my-card.toml --jmri --throttle A=3 --roster OperationsCarRoster.xml -o script
    """
    from shunt.cli.arguments import card_named

    form = form or ("jmri" if jmri else "pddl")
    if jmri and form != "jmri":
        raise InputError("--jmri", f"--format {form} is another format", "give one of the two")
    for name, forms in OPTIONS_OF.items():
        if getattr(chosen, name) not in (None, False, ()) and form not in forms:
            raise InputError(f"--{name.replace('_', '-')}", f"the format {form} has no such option", "omit it")
    exported = load_place(EXPORTS[form])(card_named(card), chosen)
    for note in exported.notes:
        output.note(note)
    if folder is not None:
        output.make_folder(output.OUTPUT, folder)
        with output.output_of():
            for name, text in exported.files.items():
                write_text_atomically(Path(folder, name), text)
        output.note(f"wrote {' and '.join(exported.files)} in {folder}")
    if as_json:
        output.print_json(exported.fields)
    elif folder is None:
        output.print_data(exported.printed)

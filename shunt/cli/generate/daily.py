"""`shunt daily`: the card of a date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.generator.forge.shard import Forged


@click.command("daily")
@click.option("--date", "text", metavar="YYYY-MM-DD", help="Date of the card. Default: today, UTC.")
@click.option("--guide", is_flag=True, help="Print the Yard Guide too.")
@options.output_option("Write the card to FILE.", "--out", type=click.Path(dir_okay=False))
@options.work_limit_options
@options.json_option
def command(text: str | None, guide: bool, file: str | None, as_json: bool) -> int:
    """Print the card of a date, the same for everybody. Nothing is stored or downloaded.

    Mondays are blue (easy), Sundays black (hard).

    \b
    Examples:
      shunt daily
      shunt daily --date 2026-12-21 -o card.toml
    """
    day = options.day_named(text)
    output.check_output(output.OUTPUT, file)
    with watching():
        from shunt.generator.packs.daily import daily_card

        forged = daily_card(day)
    card = forged.card
    if file is not None:
        from shunt.cards.files import save_card

        with output.output_of():
            save_card(card, file, inline_layout=True)
        output.note(f"wrote {file}")
    if as_json:
        from shunt.cards.writing import card_table

        figures = {
            "date": day.isoformat(),
            "id": forged.id,
            "tier": forged.tier,
            "grade": forged.grade,
            "optimum": forged.optimum,
        }
        output.print_json({"schema": "shunt-daily/1", **figures, "card": card_table(card, inline_layout=True)})
    else:
        _print(forged, guide)
    return ExitStatus.ANSWERED


def _print(forged: Forged, guide: bool) -> None:
    from shunt.cli.printing import card_picture, heading_line, puzzle_lines, show_picture

    card = forged.card
    output.say(f"{heading_line(card)}: {forged.tier}\n")
    show_picture(card_picture(card))
    output.say()
    for line in puzzle_lines(card):
        output.say(line)
    if guide:
        output.say("\nYard Guide")
        for number, move in enumerate(card.guide, 1):
            output.say(f"{number:3}. {move}")

"""`shunt daily`: the card of a date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.progress import watching
from shunt.errors import InputError

if TYPE_CHECKING:
    from datetime import date


@click.command("daily")
@options.text_option("--date", "YYYY-MM-DD", "Date of the card. Default: today, UTC.", "text")
@options.flag("--guide", "Also print the Yard Guide.")
@options.output_option("Write the card to FILE.", type=click.Path(dir_okay=False))
@options.work_limit_options
@options.json_option
def command(text: str | None, guide: bool, file: str | None, as_json: bool) -> None:
    """Print the card for a date. It is the same for everybody. Nothing is stored or downloaded.

    Monday's card is blue (easy) and Sunday's is black (hard).

    \b
    Examples:
      shunt daily
      shunt daily --date 2026-12-21 -o card.toml
    """
    day = day_named(text)
    output.check_output(output.OUTPUT, file)
    with watching():
        from shunt.generator.packs.recipes import daily_card

        forged = daily_card(day)
    card = forged.card
    if file is not None:
        from shunt.cards.writing import save_card

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
        from shunt.cli.answers import card_parts, heading_line

        moves = [f"{number:3}. {move}" for number, move in enumerate(card.guide, 1)]
        output.show(card_parts(card, f"{heading_line(card)}: {forged.tier}", below=["", "Yard Guide", *moves] if guide else ()))


def day_named(text: str | None) -> date:
    """Return the date given by an option `--date`, or today in UTC."""
    from datetime import UTC, date, datetime

    if text is None:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError("--date", f"{text!r} is not a date", "write it as 2026-12-24") from None

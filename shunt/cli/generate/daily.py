"""`shunt daily`: the card of a date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shunt.cli import ANSWERED, options

if TYPE_CHECKING:
    from datetime import date


@click.command("daily")
@click.option("--date", "wanted", metavar="YYYY-MM-DD", help="Whose card. Default: today's, by the clock of Greenwich.")
@click.option("--guide", is_flag=True, help="Print the Yard Guide too.")
@click.option("--out", type=click.Path(dir_okay=False), metavar="FILE", help="Write the card to FILE.")
@options.json_option
def command(wanted: str | None, guide: bool, out: str | None, as_json: bool) -> int:
    """Print the card of a date. Everybody gets the same one; nothing is kept or fetched.

    Mondays are blue, Sundays black.

    \b
      shunt daily
      shunt daily --date 2026-12-24 --out card.toml
    """
    day = _day(wanted)
    if out is not None:
        from shunt.files.atomic import check_writable

        check_writable(out)  # before the work, not after it
    with options.watching():
        from shunt.generate.packs.daily import daily_card

        forged = daily_card(day)
    card = forged.card
    if out is not None:
        from shunt.cards.files import save_card

        save_card(card, out, inline_layout=True)
        options.note(f"wrote {out}")
    if as_json:
        from shunt.cards.writing import card_table

        told = {"date": day.isoformat(), "id": forged.id, "tier": forged.tier, "grade": forged.grade, "optimum": forged.optimum}
        options.print_json({"schema": "shunt-daily/1", **told, "card": card_table(card, inline_layout=True)})
        return ANSWERED
    from shunt.cli.printing import card_picture, heading_line, puzzle_lines, show_picture

    options.say(f"{heading_line(card)}: {forged.tier}\n")
    show_picture(card_picture(card))
    options.say()
    for line in puzzle_lines(card):
        options.say(line)
    if guide:
        options.say("\nYard Guide")
        for number, move in enumerate(card.guide, 1):
            options.say(f"{number:3}. {move}")
    return ANSWERED


def _day(wanted: str | None) -> date:
    from datetime import UTC, date, datetime

    from shunt.errors import Fault, InputError

    if wanted is None:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(wanted)
    except ValueError:
        raise InputError(Fault("--date", f"{wanted!r} is no date", "write it as 2026-12-24")) from None

"""`shunt flood`: how many positions can be reached from a card's start, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.answers import stopped_status, why_stopped
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cards.solution import Flood

BAR = 40  # columns of the longest bar


@click.command("flood")
@options.card_argument
@options.json_option
@options.limit_options
def command(card: str, as_json: bool, **limits: Any) -> int:
    """Count all positions that CARD can reach from its start, by the fewest moves they take. The goal is ignored.

    CARD is a file, the name of a shipped card, or - for the standard input.

    \b
    Examples:
      shunt flood first-swap
      shunt flood first-swap --json
      shunt flood first-swap --max-memory 2G

    Exit status: 0 everything was counted · 3 stopped at a limit · 130 interrupted.
    """
    from shunt.cli.arguments import card_named

    loaded = card_named(card)
    with watching("searching") as progress:
        from shunt.search.solve import flood_card

        found = flood_card(loaded, options.limits_of(**limits), progress)
    if as_json:
        fields = {"card": loaded.name, "states": found.states, "levels": list(found.levels), "exhausted": found.exhausted}
        output.print_json(
            fields | {"seconds": round(found.seconds, 6)} | ({"stopped": str(found.stopped)} if found.stopped else {})
        )
    else:
        _print(found)
    if found.exhausted:
        return ExitStatus.ANSWERED
    return stopped_status(found.stopped)


def _print(found: Flood) -> None:
    most = max(found.levels)
    output.say("moves  new states")
    for moves, states in enumerate(found.levels):
        bar = "#" * (-(-states * BAR // most))
        output.say(f"{moves:5}  {states:10,}  {bar}")
    total = f"{output.counted(found.states, 'states')} in {found.seconds:.2f} s"
    if found.exhausted:
        output.say(f"\n{total}; nothing else can be reached")
    else:
        output.say(f"\n{total}; {why_stopped(found.stopped)}: there may be more")

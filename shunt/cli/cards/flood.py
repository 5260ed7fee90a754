"""`shunt flood`: how many positions can be reached from a card's start, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from shunt.cli import ANSWERED, INTERRUPTED, STOPPED, options
from shunt.cli.cards.solve import why_stopped

if TYPE_CHECKING:
    from shunt.search.methods.flood import Flood

BAR = 40  # columns of the longest bar


@click.command("flood")
@options.card_argument
@options.json_option
@options.limit_options
def command(card: str, as_json: bool, **limits: Any) -> int:
    """Count everything that can be reached from the start of CARD, by the number of moves it takes. The goal plays no part.

    \b
      shunt flood first-swap
      shunt flood first-swap --json
      shunt flood my-card.toml --max-memory 2G

    Exit status: 0 everything was counted, 3 stopped at a limit, 130 interrupted.
    """
    from shunt.cards.files import load_card

    loaded = load_card(card)
    with options.watching("searching") as progress:
        from shunt.search.solve import flood_card

        found = flood_card(loaded, options.limits_of(**limits), progress)
    if as_json:
        told = {"card": loaded.name, "states": found.states, "levels": list(found.levels), "exhausted": found.exhausted}
        options.print_json(told | {"seconds": round(found.seconds, 6)} | ({"stopped": found.stopped} if found.stopped else {}))
    else:
        _tell(found)
    if found.exhausted:
        return ANSWERED
    return INTERRUPTED if found.stopped == "interrupted" else STOPPED


def _tell(found: Flood) -> None:
    most = max(found.levels)
    options.say("moves  new states")
    for moves, states in enumerate(found.levels):
        bar = "#" * (-(-states * BAR // most))
        options.say(f"{moves:5}  {states:10,}  {bar}")
    total = f"{options.counted(found.states, 'states')} in {found.seconds:.2f} s"
    if found.exhausted:
        options.say(f"\n{total}; nothing else can be reached")
    else:
        options.say(f"\n{total}; {why_stopped(found.stopped)}: there may be more")

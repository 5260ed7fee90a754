"""`shunt flood`: the number of positions that can be reached from a card's start, by number of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.answers import stopped_status, why_stopped
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching
from shunt.errors import InputError
from shunt.files.printable import printable

if TYPE_CHECKING:
    from shunt.cards.flooded import Flood
    from shunt.search.core.limits import Limits


@click.command("flood")
@options.card_argument
@options.text_option(
    "--method",
    "METHOD",
    "Storage of the reached positions: indexed (a bit for every arrangement of the pieces), hashed (bits only for sets of "
    "spaces that are reached) or states (a list). Default: indexed if it takes at most a quarter of the memory, otherwise "
    "hashed if possible.",
)
@options.text_option("--checkpoint", "FILE", "File for the positions reached so far, from which the flood can be resumed.")
@options.json_option
@options.limit_options
def command(card: str, method: str | None, checkpoint: str | None, as_json: bool, limits: Limits) -> int:
    """Count how many positions of CARD are 0, 1, 2 … moves from its start. The goal is ignored.

    CARD is a file, the name of a shipped card, or - for standard input.

    With --checkpoint, the positions reached so far are written to FILE after each level, and at intervals during a long
    level. If the flood was stopped or killed, the same command resumes it. FILE takes up to three eighths of a byte for
    each arrangement of the pieces, and twice as much while it is written. When the flood finishes, only the counts
    remain in FILE.

    \b
    Examples:
      shunt flood first-swap
      shunt flood first-swap --json
      shunt flood first-swap --max-memory 2G
      shunt flood my-card.toml --checkpoint my-card.checkpoint

    Exit status: 0 if all positions were counted, 3 if a limit stopped the count, 130 if interrupted.
    """
    from shunt.cli.arguments import card_named

    loaded = card_named(card)
    output.check_output("--checkpoint", checkpoint)
    with watching("searching") as progress, output.output_of("--checkpoint"), output.parameters_as():
        from shunt.search.flood import flood_card

        found = flood_card(loaded, limits, progress, method, checkpoint=checkpoint)
    if as_json:
        output.print_json({"card": loaded.name} | found.as_json())
    else:
        output.say_levels("new states", found.levels, 10)
        end = "no other position can be reached" if found.exhausted else f"{why_stopped(found.stopped)}: there may be more"
        output.say(f"\n{output.counted(found.states, 'states')} in {found.seconds:.2f} s; {end}")
    if checkpoint is not None:
        _report(found, checkpoint)
    return ExitStatus.ANSWERED if found.exhausted else stopped_status(found.stopped)


def _report(found: Flood, checkpoint: str) -> None:
    """Print how to resume a flood that was stopped; raise `InputError` if its checkpoint could not be written."""
    if found.not_kept is not None:
        with output.output_of("--checkpoint"):
            raise InputError(found.not_kept)
    if not found.exhausted:
        output.note(f"the reached positions are kept in {printable(checkpoint)}: the same command resumes the flood")

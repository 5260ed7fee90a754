"""`shunt hint`: one best move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.answers import exit_status, reason_lines, why_stopped
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.search.core.limits import Limits
    from shunt.search.hints import Hint


@click.command("hint")
@options.card_argument
@click.argument("moves", nargs=-1)
@options.text_option("--file", "FILE", "Read the moves made so far from FILE. - is standard input.")
@options.json_option
@options.limit_options
def command(card: str, moves: tuple[str, ...], file: str | None, as_json: bool, limits: Limits) -> int:
    """Print and describe a best next move for CARD, from its start or after MOVES.

    The number of remaining moves is also printed. CARD is a file, the name of a shipped card, or - for standard input.

    Put each move in quotes, or write - instead of >, as in A1-B3: an unquoted > makes the shell write a file.

    If the goal can no longer be reached, the command prints how many moves to take back. It also prints which goals can
    still be met, and which broken track or piece is in the way.

    \b
    Examples:
      shunt hint first-swap
      shunt hint first-swap 'A A1>B3'
      shunt hint first-swap --file moves.txt --json

    If a position is too large for a proof, the first move of the best solution found is printed and marked as not proven.

    Exit status: 0 if there is a best move or the goal is met, 1 if the goal cannot be reached or a move is illegal, 3 if a
    limit stopped the search, whether or not a move was found.
    """
    from shunt.cli.arguments import card_named
    from shunt.cli.moves import played

    game = played(card_named(card), moves, file)
    if game.broken:
        after = {"card": game.card.name, "after": [move.notation for move in game.moves], "status": "illegal"}
        fields = {"schema": "shunt-hint/1", **after, "remaining": None, "hint": None, "broken": game.broken.as_json()}
        output.show(fields if as_json else [game.broken.words])
        return ExitStatus.NO
    with watching("searching") as progress:
        from shunt.search.hints import hint

        found = hint(game, replace(limits, progress=progress), progress.found)
    output.show(found.as_json() if as_json else _lines(found))
    return exit_status(found.answer)


def _lines(found: Hint) -> Iterator[str]:
    answer, back = found.answer, found.take_back
    if answer.status == "unsolvable":
        if not found.game.moves:
            yield "this card has no solution"
        elif back is None:
            yield "the goal cannot be reached from here, and it is unknown how many moves to take back: stopped at a limit"
        elif back == 0:
            yield "the goal cannot be reached from here, nor from the start: this card has no solution"
        else:
            yield f"the goal cannot be reached from here: take back {'a move' if back == 1 else f'{back} moves'}"
        yield from reason_lines(found.reasons)
    elif answer.status == "unknown":
        least = answer.metric.least(answer.lower_bound)
        yield f"unknown: {why_stopped(answer.stopped)}; no solution from here has fewer than {least}"
    elif not answer.moves:
        yield "the goal is met already"
    else:
        rest = len(answer.moves) - 1
        yield answer.moves[0].notation
        more = f"{rest} more after it" if rest else "that solves it"
        unproven = f", not proven best (at least {answer.lower_bound} from here)" if answer.status == "solved" else ""
        yield f"{answer.moves[0].words}; {more}{unproven}"

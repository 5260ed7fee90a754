"""`shunt hint`: one best move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.answers import exit_status, search, why_stopped
from shunt.cli.exit_status import ExitStatus

if TYPE_CHECKING:
    from shunt.cards.solution import Solution
    from shunt.cli.typed_moves import Replay


@click.command("hint")
@options.card_argument
@click.argument("moves", nargs=-1)
@click.option("--file", metavar="FILE", help="Read the moves made so far from FILE; - is the standard input.")
@options.json_option
@options.limit_options
def command(card: str, moves: tuple[str, ...], file: str | None, as_json: bool, **limits: Any) -> int:
    """Print one best move for CARD, from its start or after MOVES, what it does, and how many moves remain.

    CARD is a file, the name of a shipped card, or - for the standard input. Put each move in quotes.

    A move may be written with - for >, A1-B3: an unquoted > makes the shell write a file.

    \b
    Examples:
      shunt hint first-swap
      shunt hint first-swap 'A A1>B3'
      shunt hint first-swap --file moves.txt --json

    Exit status: 0 there is a best move, or the goal is met · 1 the goal cannot be reached from here, or a move is illegal ·
    3 stopped at a limit.
    """
    from shunt.cli.arguments import card_named
    from shunt.cli.typed_moves import play, typed_moves

    loaded = card_named(card)
    game = play(loaded, typed_moves(loaded, moves, file))
    if game.broken:
        _print_broken(game, as_json)
        return ExitStatus.NO
    answer = search(loaded.starting_at(game.position), None, limits)
    if as_json:
        output.print_json(_as_json(game, answer))
    else:
        _print(answer, len(game.moves))
    return exit_status(answer)


def _as_json(game: Replay, answer: Solution) -> dict[str, Any]:
    fields: dict[str, Any] = {"schema": "shunt-hint/1", "card": answer.card, "after": [move.notation for move in game.moves]}
    fields |= {
        "status": answer.status,
        "remaining": len(answer.moves) if answer.status == "optimal" else None,
        "lower_bound": answer.lower_bound,
    }
    return fields | {"hint": answer.moves[0].as_json() if answer.moves else None}


def _print_broken(game: Replay, as_json: bool) -> None:
    assert game.broken is not None
    broken = {"move": game.broken.number, "rule": game.broken.rule, "why": game.broken.why}
    if as_json:
        fields = {"schema": "shunt-hint/1", "card": game.card.name, "after": [move.notation for move in game.moves]}
        output.print_json(fields | {"status": "illegal", "remaining": None, "hint": None, "broken": broken})
    else:
        output.say(f"move {broken['move']} is illegal (rule: {broken['rule']}): {broken['why']}")


def _print(answer: Solution, made: int) -> None:
    if answer.status == "unsolvable":
        output.say("the goal cannot be reached from here: take back a move" if made else "this card has no solution")
    elif answer.status == "unknown":
        least = output.counted(answer.lower_bound, answer.metric[0])
        output.say(f"unknown: {why_stopped(answer.stopped)}; no solution from here has fewer than {least}")
    elif not answer.moves:
        output.say("the goal is met: nothing remains to be done")
    else:
        rest = len(answer.moves) - 1
        output.say(answer.moves[0].notation)
        output.say(f"{answer.moves[0].words}; {rest} more after it" if rest else f"{answer.moves[0].words}; that solves it")

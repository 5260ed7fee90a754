"""`shunt hint`: one best move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.answers import exit_status, reason_lines, reasons_of, search, why_stopped
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

    If the goal cannot be reached from here, it prints how many moves must be taken back, and why: which goals can still be met,
    and which broken track or piece is in the way.

    \b
    Examples:
      shunt hint first-swap
      shunt hint first-swap 'A A1>B3'
      shunt hint first-swap --file moves.txt --json

    A position that is too large to prove still gets the first move of the best solution found, which is then called not proven.

    Exit status: 0 there is a best move, or the goal is met · 1 the goal cannot be reached from here, or a move is illegal ·
    3 stopped at a limit, with or without a move.
    """
    from shunt.cli.arguments import card_named
    from shunt.cli.typed_moves import play, typed_moves

    loaded = card_named(card)
    game = play(loaded, typed_moves(loaded, moves, file))
    if game.broken:
        _print_broken(game, as_json)
        return ExitStatus.NO
    answer = search(loaded.starting_at(game.position), None, limits)
    if answer.status == "unsolvable":
        return _print_stuck(game, answer, limits, as_json)
    if as_json:
        output.print_json(_as_json(game, answer))
    else:
        _print(answer)
    return exit_status(answer)


def _print_stuck(game: Replay, answer: Solution, limits: dict[str, Any], as_json: bool) -> int:
    """Print how many moves must be taken back before the goal can be reached again, and why it cannot be reached from here."""
    back, seconds = _moves_to_take_back(game, limits, answer.seconds)
    reasons = reasons_of(game.card.starting_at(game.position), limits, seconds)
    if as_json:
        fields = _as_json(game, answer) | {"take_back": back}
        output.print_json(fields | {"reasons": reasons.as_json() if reasons is not None else None})
        return exit_status(answer)
    if not game.moves:
        output.say("this card has no solution")
    elif back is None:
        output.say("the goal cannot be reached from here, and it is not known from where: stopped at a limit")
    elif back == 0:
        output.say("the goal cannot be reached from here, nor from the start: this card has no solution")
    else:
        output.say(f"the goal cannot be reached from here: take back {'a move' if back == 1 else f'{back} moves'}")
    for line in reason_lines(reasons):
        output.say(line)
    return exit_status(answer)


def _moves_to_take_back(game: Replay, limits: dict[str, Any], spent: float) -> tuple[int | None, float]:
    """Return how many moves must be taken back (0: the start is no better; None: not known), and the seconds spent so far.

    What can be reached after a move could be reached before it, so the last position that can be solved is found by halving.
    """
    positions = [game.card.start, *(made.position for made in game.moves[:-1])] if game.moves else []
    low, high = -1, len(positions)  # position `low` can be solved, position `high` cannot
    while high - low > 1:
        middle = (low + high) // 2
        time = limits["time_limit"]
        if time is not None and spent >= time:
            return None, spent
        left = limits | {"time_limit": None if time is None else time - spent}
        answer = search(game.card.starting_at(positions[middle]), None, left)
        spent += answer.seconds
        if answer.status == "unknown":
            return None, spent
        low, high = (low, middle) if answer.status == "unsolvable" else (middle, high)
    return (len(positions) - low if low >= 0 else 0), spent


def _as_json(game: Replay, answer: Solution) -> dict[str, Any]:
    fields: dict[str, Any] = {"schema": "shunt-hint/1", "card": answer.card, "after": [move.notation for move in game.moves]}
    fields |= {
        "status": answer.status,
        "remaining": len(answer.moves) if answer.status in ("optimal", "solved") else None,
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


def _print(answer: Solution) -> None:
    if answer.status == "unknown":
        least = output.counted(answer.lower_bound, answer.metric[0])
        output.say(f"unknown: {why_stopped(answer.stopped)}; no solution from here has fewer than {least}")
    elif not answer.moves:
        output.say("the goal is met: nothing remains to be done")
    else:
        rest = len(answer.moves) - 1
        output.say(answer.moves[0].notation)
        more = f"{rest} more after it" if rest else "that solves it"
        unproven = f", not proven best (at least {answer.lower_bound} from here)" if answer.status == "solved" else ""
        output.say(f"{answer.moves[0].words}; {more}{unproven}")

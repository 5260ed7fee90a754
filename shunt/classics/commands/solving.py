"""The common end of the commands for classics: save the card, and print the answer and the random seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from shunt.cli.answers import exit_status, reason_lines, reasons_of, save_proven
from shunt.cli.options import flag
from shunt.cli.output import OUTPUT, print_json, printed_anyway, say

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.solution import Solution
    from shunt.search.core.limits import Limits

hide_option = flag("--hide", "Leave out the moves of the solution, so that you can solve the puzzle yourself.")
SEEDS = 1_000_000
"""The number of seeds from which the program chooses if none is given."""


def without_moves(answer: Solution) -> Solution:
    """Return an answer that says what is proven about the puzzle, without its solution."""
    return replace(answer, moves=(), puzzle=None)


def shown_answer(
    card: Card,
    answer: Solution,
    limits: Limits,
    file: str | None,
    lines: Iterable[str],
    fields: Mapping[str, Any] | None,
    seed: int | None,
) -> int:
    """Save the card to `file`, and print `lines`, or if `fields` are given, JSON that includes them; return the exit status.

    `seed`: the random seed of the puzzle, or None if nothing is random.
    """
    with printed_anyway(OUTPUT) as attempt:
        if file:
            attempt(partial(save_proven, card, answer, file))
        if fields is not None:
            print_json({**answer.as_json(), **fields} | ({} if seed is None else {"seed": seed}))
            return exit_status(answer)
        for line in lines:
            say(line)
        if answer.status == "unsolvable":
            for line in reason_lines(reasons_of(card, limits, answer.seconds)):
                say(line)
        if seed is not None:
            say(f"seed {seed}")
    return exit_status(answer)

"""`shunt replay`: a list of moves, played by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.errors import Fault, InputError

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.play import Replay


@click.command("replay")
@options.card_argument
@click.argument("moves", nargs=-1)
@options.text_option("--file", "FILE", "Read the moves from FILE, one per line. - is standard input.")
@options.text_option("--plan", "FILE", "Read the moves from a planner's plan for the exported card. - is standard input.")
@options.json_option
def command(card: str, moves: tuple[str, ...], file: str | None, plan: str | None, as_json: bool) -> int:
    """Play MOVES on CARD and describe each, or replay the card's Yard Guide.

    At the end, the command prints the number of moves and couplings, whether the goal is met, and the rank. It stops at
    the first illegal move and prints the rule that the move breaks. Put each move in quotes, or write - instead of > as
    in A1-B3, because an unquoted > makes the shell write a file. Separate moves in one argument with semicolons. In a
    file, put each move on its own line; a number before the move and a comment after # are allowed.

    \b
    Examples:
      shunt replay first-swap
      shunt replay first-swap 'A A1>B3' 'A B3>C2'
      shunt replay first-swap 'A A1-B3; A B3-C2'
      shunt replay first-swap A:A1-B3 A:B3-C2
      shunt replay first-swap --file moves.txt
      shunt replay first-swap --plan sas_plan
      shunt solve first-swap --json | jq -r '.solution[].notation' | shunt replay first-swap --file -

    Exit status: 0 if all moves are legal, 1 if one is illegal or names an unknown piece or space, 2 if one cannot be read.
    """
    from shunt.cards.play import Replay
    from shunt.cli.arguments import card_named

    loaded = card_named(card)
    game = Replay(loaded, _moves(loaded, moves, file, plan))
    output.show(game.as_json() if as_json else _lines(game))
    return ExitStatus.NO if game.broken else ExitStatus.ANSWERED


def _moves(card: Card, texts: tuple[str, ...], file: str | None, plan: str | None) -> list[Any]:
    from shunt.cards.claims import guide_moves
    from shunt.cli.moves import planned_moves, typed_moves

    if plan is not None:
        if texts or file is not None:
            raise InputError("--plan", "moves are also given by MOVES or --file", "give them in one place")
        return planned_moves(card, plan)
    if texts or file is not None:
        return typed_moves(card, texts, file)
    if not card.guide:
        remedy = "give moves, or have them written by: shunt solve CARD --save"
        raise InputError(Fault("guide", "the card has no Yard Guide to replay", remedy, card.path))
    return guide_moves(card)


def _lines(game: Replay[Card]) -> Iterator[str]:
    for number, move in enumerate(game.moves, 1):
        yield f"{number:3}. {move.notation}"
        yield f"     {move.words}"
        yield f"     {game.rules.describe_position(move.position)}"
    if game.broken:
        yield f"\n{game.broken.words}"
        return
    yield "\n" + " · ".join(f"{metric} {count}" for metric, count in game.counts.items())
    if not game.goal_is_met:
        yield f"not solved; the goal is {game.rules.describe_goal(game.card.goal)}"
    elif not game.is_within_limit:
        yield f"the goal is met, but the limit is {output.counted(game.card.limit, 'moves')}: not solved"
    elif game.rank is None:
        yield "solved" if game.card.ranks is None else "solved, with more moves than any rank allows"
    else:
        yield f"solved: {game.rank}"

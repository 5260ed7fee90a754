"""Moves that a person typed: reading them, and playing them up to the first that is illegal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from shunt.cards.card import Card
from shunt.cards.play import Game
from shunt.cli.arguments import standard_input_is_read
from shunt.cli.options import STDIN
from shunt.errors import Fault, IllegalMoveError, InputError, NotationError
from shunt.files.printable import printable
from shunt.rules.notation import without_number

LONGEST_LIST = 1_000_000  # bytes of a list of moves


class Replay(Game[Card]):
    """A game played from a list of moves; `broken` is the error of the first that is illegal, None if all are legal."""

    def __init__(self, card: Card, moves: Iterable[Any] = ()) -> None:
        super().__init__(card)
        self.broken: IllegalMoveError | None = self.extend(moves)


# --------------------------------------------------------------------------------------------------------------------
# Reading moves


def typed_moves(card: Card, texts: Sequence[str], file: str | None = None) -> list[Any]:
    """The moves in arguments (each may hold several, separated by `;`) or in a file (`-` is stdin), one a line.

    Raises `InputError` with every part that is not a move.
    """
    if texts and file is not None:
        raise InputError(Fault("", "moves are given both on the command line and by --file", "give them in one place"))
    if file == STDIN and standard_input_is_read():
        raise InputError(Fault("--file", "the standard input holds the card", "give the card or the moves in a file"))
    name = "the standard input" if file == STDIN else file or ""
    lines = (_text_of(file) if file is not None else "\n".join(texts)).splitlines()
    moves: list[Any] = []
    faults: list[Fault] = []
    for number, line in enumerate(lines, 1):
        for part in line.partition("#")[0].split(";"):
            text = without_number(part.strip(), partial(_is_move, card)).strip()
            if not text:
                continue
            try:
                moves.append(card.rules.parse_move(text))
            except NotationError as error:
                where = "" if name else f"move {len(moves) + len(faults) + 1}"
                torn = "" if name or len(texts) < 2 or " " in text else _quoted(card)
                faults += [Fault(where, fault.what, torn or fault.remedy) for fault in error.faults]
                if name:
                    faults[-1] = faults[-1].at(name, number)
    if faults:
        raise NotationError(faults)
    return moves


def _quoted(card: Card) -> str:
    """Return the remedy for moves that the shell has torn apart at their blanks; none where moves have no blanks."""
    example = str(next(iter(card.rules.legal_moves(card.start)), ""))
    return f"put each move in quotes, such as '{example}'" if " " in example else ""


def planned_moves(card: Card, file: str) -> list[Any]:
    """Read a planner's plan for the exported card (`-` is stdin); raises `InputError` with every fault."""
    from shunt.cards.pddl import plan_moves

    name = "the standard input" if file == "-" else printable(file)
    try:
        return plan_moves(card, _text_of(file))
    except NotationError as error:
        raise NotationError(fault.at(name) for fault in error.faults) from None
    except IllegalMoveError as error:
        raise InputError(Fault("", f"the plan breaks a rule ({error.rule}): {error}", "", name)) from None


def _is_move(card: Card, text: str) -> bool:
    try:
        card.rules.parse_move(text)
    except NotationError:
        return False
    return True


def _text_of(file: str) -> str:
    name = "the standard input" if file == "-" else printable(file)
    try:
        content = sys.stdin.buffer.read(LONGEST_LIST + 1) if file == "-" else _start_of(file)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(Fault("", "this is not text", "write one move on each line, in UTF-8", name)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(
            Fault("", f"the file cannot be read: {reason}", "name a file of moves, one on each line", name)
        ) from None
    if len(content) > LONGEST_LIST:
        raise InputError(Fault("", f"more than {LONGEST_LIST // 1_000_000} MB", "a list of moves has a few lines", name))
    return text


def _start_of(file: str) -> bytes:
    with Path(file).open("rb") as stream:
        return stream.read(LONGEST_LIST + 1)


# --------------------------------------------------------------------------------------------------------------------
# Playing them


def play(card: Card, moves: Sequence[Any]) -> Replay:
    """Play moves from the card's start up to the first that is illegal."""
    return Replay(card, moves)


def stored_guide(card: Card) -> list[Any]:
    """The moves of the Yard Guide that the card carries; raises `InputError` where one is not a move."""
    moves = []
    for number, text in enumerate(card.guide):
        try:
            moves.append(card.rules.parse_move(text))
        except NotationError as error:
            raise InputError(Fault(f"guide.moves[{number}]", error.faults[0].what, "prove the card again", card.path)) from None
    return moves

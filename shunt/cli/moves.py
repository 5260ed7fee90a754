"""What arguments mean as moves: those that a person typed, a file of moves, a planner's plan."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shunt.cli.arguments import STANDARD_INPUT, standard_input_is_read
from shunt.cli.commands import PLANS
from shunt.cli.options import STDIN
from shunt.errors import Fault, IllegalMoveError, InputError, NotationError
from shunt.files.lazy import load_place
from shunt.files.printable import printable
from shunt.rules.notation import without_number

if TYPE_CHECKING:
    from shunt.cards.card import Card

LONGEST_LIST = 1_000_000  # bytes of a list of moves


def typed_moves(card: Card, texts: Sequence[str], file: str | None = None) -> list[Any]:
    """Return the moves in arguments (each may hold several, separated by `;`) or in a file (`-` is stdin), one a line.

    Raises `InputError` with every part that is not a move.
    """
    if texts and file is not None:
        raise InputError(Fault("", "moves are given both on the command line and by --file", "give them in one place"))
    if file == STDIN and standard_input_is_read():
        raise InputError(Fault("--file", "the standard input holds the card", "give the card or the moves in a file"))
    name = STANDARD_INPUT if file == STDIN else file or ""
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
    name = STANDARD_INPUT if file == STDIN else printable(file)
    try:
        moves: list[Any] = load_place(PLANS)(card, _text_of(file))
        return moves
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
    name = STANDARD_INPUT if file == STDIN else printable(file)
    try:
        content = sys.stdin.buffer.read(LONGEST_LIST + 1) if file == STDIN else _start_of(file)
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

"""Arguments that are moves: typed moves, a file of moves, or a planner's plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shunt.cli.arguments import STANDARD_INPUT, standard_bytes, standard_input_is_read
from shunt.cli.commands import PLANS
from shunt.cli.options import STDIN
from shunt.errors import Fault, IllegalMoveError, InputError, NotationError, faults_as, raise_faults
from shunt.files.lazy import load_place
from shunt.files.printable import printable
from shunt.files.reading import read_named, refuse
from shunt.rules.notation import without_number

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.play import Replay


def played(card: Card, texts: Sequence[str], file: str | None = None) -> Replay[Card]:
    """Return the card played up to the first illegal move. For `texts` and `file`, see `typed_moves`."""
    from shunt.cards.play import Replay

    return Replay(card, typed_moves(card, texts, file))


def typed_moves(card: Card, texts: Sequence[str], file: str | None = None) -> list[Any]:
    """Return the moves in arguments (each may contain several, separated by `;`) or in a file (`-` is stdin) with one move per
    line.

    Raise `InputError`, which lists every part that is not a move.
    """
    if texts and file is not None:
        raise InputError("", "moves are given both on the command line and by --file", "give them in one place")
    if file == STDIN and standard_input_is_read():
        raise InputError("--file", "the standard input holds the card", "give the card or the moves in a file")
    name = STANDARD_INPUT if file == STDIN else file or ""
    lines = (_text_of(file) if file is not None else "\n".join(texts)).splitlines()
    moves: list[Any] = []
    faults: list[Fault] = []
    for number, line in enumerate(lines, 1):
        for part in line.partition("#")[0].split(";"):
            text = without_number(part.strip(), card.rules.parse_move).strip()
            if not text:
                continue
            try:
                moves.append(card.rules.parse_move(text))
            except NotationError as error:
                where = "" if name else f"move {len(moves) + len(faults) + 1}"
                torn = "" if name or len(texts) < 2 or " " in text else _quoted(card)
                line_of = number if name else None
                faults += [Fault(where, fault.what, torn or fault.remedy, name, line_of) for fault in error.faults]
    raise_faults(faults, NotationError)
    return moves


def _quoted(card: Card) -> str:
    """Return the remedy for moves that the shell has split at their blanks, or an empty string for rulesets whose moves have no
    blanks."""
    example = str(next(iter(card.rules.legal_moves(card.start)), ""))
    return f"put each move in quotes, such as '{example}'" if " " in example else ""


def planned_moves(card: Card, file: str) -> list[Any]:
    """Read a planner's plan for the exported card (`-` is stdin); raise `InputError`, which lists every fault."""
    name = STANDARD_INPUT if file == STDIN else printable(file)
    try:
        with faults_as(lambda fault: fault.at(name)):
            moves: list[Any] = load_place(PLANS)(card, _text_of(file))
        return moves
    except IllegalMoveError as error:
        raise InputError(Fault("", f"the plan breaks a rule ({error.rule}): {error}", "", name)) from None


def _text_of(file: str) -> str:
    """Return the text of a file of moves."""
    content = standard_bytes() if file == STDIN else read_named(file)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        refuse(STANDARD_INPUT if file == STDIN else file, "this is not text", "write one move on each line, in UTF-8")

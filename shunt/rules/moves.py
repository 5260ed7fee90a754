"""Moves and their notation: `parse_move(str(move)) == move`.

A locomotive's move reads `A A1>B3 +red+green via W1,B2`: locomotive, its start and destination, what it couples (nearest
first), and spaces that the head of the train passes or reaches, in order, where more than one outcome would be left. Where
that is not enough, `forward` or `backward` comes before `via`, and at last the head's whole path: `path W1,B2,B3`. A step of
a turntable by hand reads `T+1`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from shunt.errors import Fault, NotationError

Direction = Literal["forward", "backward"]
_NAME = r"[A-Za-z0-9_.\-]+"
_TRAIN_MOVE = re.compile(
    rf"(?P<locomotive>{_NAME})\s*[:\s]\s*(?P<start>{_NAME})\s*>\s*(?P<to>{_NAME})(?P<couples>(?:\s*\+\s*{_NAME})*)"
    rf"(?:\s+(?P<direction>forward|backward))?(?:\s+(?P<how>via|path)\s+(?P<spaces>{_NAME}(?:\s*,\s*{_NAME})*))?"
)
_STEP = re.compile(rf"(?P<turntable>{_NAME})\s*\+\s*1")
_NUMBER = re.compile(r"\s*\d+(?:[.:]\s+|\)\s*)")
_TURN = re.compile(rf"{_NAME}\s*[+-]\s*\d+")


@dataclass(frozen=True, slots=True)
class TrainMove:
    """A locomotive runs from `start` to `to`, having coupled `couples` (nearest first).

    `via`: spaces that the train's head passes or reaches, in this order; with `whole_path` they are all of its path. A piece
    that is pushed is the head from the moment of contact, so the space where it stood is one of them.
    """

    locomotive: str
    start: str
    to: str
    couples: tuple[str, ...] = ()
    direction: Direction | None = None
    via: tuple[str, ...] = ()
    whole_path: bool = False

    def __str__(self) -> str:
        text = f"{self.locomotive} {self.start}>{self.to}"
        if self.couples:
            text += " " + "".join(f"+{piece}" for piece in self.couples)
        if self.direction:
            text += f" {self.direction}"
        if self.via:
            text += f" {'path' if self.whole_path else 'via'} {','.join(self.via)}"
        return text


@dataclass(frozen=True, slots=True)
class TurntableStep:
    """A turntable of rotation `manual` steps to its next position."""

    turntable: str

    def __str__(self) -> str:
        return f"{self.turntable}+1"


Move = TrainMove | TurntableStep


def parse_move(text: str) -> Move:
    """Read one move; raises `NotationError` that shows the form expected. `→` may stand for `>`."""
    text = " ".join(text.replace("→", ">").split())
    if match := _STEP.fullmatch(text):
        return TurntableStep(match["turntable"])
    match = _TRAIN_MOVE.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} is not a move; {_right_form(text)}")
    return TrainMove(
        match["locomotive"],
        match["start"],
        match["to"],
        tuple(name.strip() for name in match["couples"].split("+")[1:]),
        "forward" if match["direction"] == "forward" else "backward" if match["direction"] else None,
        tuple(name.strip() for name in (match["spaces"] or "").split(",") if name),
        match["how"] == "path",
    )


def _right_form(text: str) -> str:
    """What to write instead of a text that is not a move."""
    if text.count(">") > 1:
        return "it has more than one >; moves are separated by ; or stand on lines of their own"
    if _TURN.fullmatch(text):
        return "a turntable's step is written T+1, always one step forward; 1-3 and 2+1 are moves of sidings cards"
    return "write LOCOMOTIVE START>DESTINATION, such as 'A A1>B3 +red via W1,B2', or T+1 for a step of the turntable T"


def parse_moves(text: str) -> list[tuple[int, Move]]:
    """Read a list of moves, one a line or separated by `;`, each with the line it stands on.

    Blank lines, comments after `#` and numbers before a move (`3.`, `3)`, `3:`) are allowed. Raises `NotationError` with
    every fault.
    """
    moves: list[tuple[int, Move]] = []
    faults: list[Fault] = []
    for line, written in enumerate(text.splitlines(), 1):
        for part in filter(None, map(str.strip, written.partition("#")[0].split(";"))):
            try:
                moves.append((line, parse_move(without_number(part))))
            except NotationError as error:
                faults += [fault.at("", line) for fault in error.faults]
    if faults:
        raise NotationError(faults)
    return moves


def without_number(text: str) -> str:
    """The text of a move without the number before it; `3. A1>B2` is a move of a locomotive that is called `3.`."""
    number = _NUMBER.match(text)
    return text if number is None or _TRAIN_MOVE.fullmatch(text) else text[number.end() :]

"""Moves of trains and their notation: `Move.parse(str(move)) == move`.

A locomotive's move reads `A A1>B3 +red+green via W1,B2`. It gives the locomotive, its start and destination, and the pieces it
couples (nearest first). If several outcomes would be possible, it also gives spaces that the head of the train passes or reaches,
in order. If that is not enough, `forward` or `backward` comes before `via`. If even that is ambiguous, the head's whole path is
given: `path W1,B2,B3`. A step of a turntable by hand reads `T+1`. `A1-B3` may be written for `A1>B3` (see `notation.py`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, Self

from shunt.errors import Fault, NotationError, faults_into, raise_faults
from shunt.rules.notation import NAME, PAIR, normal, split_pair, without_number

Direction = Literal["forward", "backward"]
_TRAIN_MOVE = re.compile(
    rf"(?P<locomotive>{NAME})\s*[:\s]\s*(?P<pair>{PAIR})(?P<couples>(?:\s*\+\s*{NAME})*)"
    rf"(?:\s+(?P<direction>forward|backward))?(?:\s+(?P<how>via|path)\s+(?P<spaces>{NAME}(?:\s*,\s*{NAME})*))?"
)
_STEP = re.compile(rf"(?P<turntable>{NAME})\s*\+\s*1")
_TURN = re.compile(rf"{NAME}\s*[+-]\s*\d+")


class Move:
    """A move under the rules of trains: a `TrainMove` or a `TurntableStep`. `str` writes it in notation."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str, spaces: Collection[str] | None = None) -> Self:
        """Read a move. `spaces` are the names of the board's spaces, in case they contain hyphens.

        >>> move = Move.parse("A A1-B3 +red")
        >>> str(move), Move.parse(str(move)) == move
        ('A A1>B3 +red', True)
        """
        move = parse_move(text, spaces)
        if not isinstance(move, cls):
            raise NotationError(f"{text!r} is not a {cls.__name__}")
        return move

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class TrainMove(Move):
    """A run of a locomotive from `start` to `to`. Before moving, it couples the pieces listed in `couples`, nearest first.

    `via` lists spaces that the head of the train passes or reaches, in order. With `whole_path`, it lists all spaces of the
    path. A pushed piece becomes the head, so the space where it was is on the path.
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


@dataclass(frozen=True, slots=True, repr=False)
class TurntableStep(Move):
    """One step of a turntable with `manual` rotation, to its next position."""

    turntable: str

    def __str__(self) -> str:
        return f"{self.turntable}+1"

    def as_json(self) -> dict[str, Any]:
        """Return the step as a dictionary for `--json`."""
        return {"turntable": self.turntable}

    def describe(self, turntables: Mapping[str, int]) -> str:
        """Return a description of the step."""
        return f"turntable {self.turntable} is turned to position {turntables[self.turntable]}"


def parse_move(text: str, spaces: Collection[str] | None = None) -> TrainMove | TurntableStep:
    """Read one move; raise `NotationError`, which shows the expected form. `→` and `-` may be written for `>`."""
    text = normal(text)
    if match := _STEP.fullmatch(text):
        return TurntableStep(match["turntable"])
    match = _TRAIN_MOVE.fullmatch(text)
    pair = split_pair(match["pair"], spaces) if match else None
    if match is None or pair is None:
        raise NotationError(f"{text!r} is not a move; {_right_form(text)}")
    return TrainMove(
        match["locomotive"],
        *pair,
        tuple(name.strip() for name in match["couples"].split("+")[1:]),
        "forward" if match["direction"] == "forward" else "backward" if match["direction"] else None,
        tuple(name.strip() for name in (match["spaces"] or "").split(",") if name),
        match["how"] == "path",
    )


def _right_form(text: str) -> str:
    """Return the correct form of a text that is not a move."""
    if text.count(">") > 1:
        return "it has more than one >; separate moves by ; or write each on a line of its own"
    if _TURN.fullmatch(text):
        return "a turntable's step is written T+1, always one step forward; 1-3 and 2+1 are moves of sidings cards"
    match = _TRAIN_MOVE.fullmatch(text)
    if match is not None and match["pair"].count("-") > 1:
        return "it has more than one -, which names may contain: write START>DESTINATION, or blanks around the - that separates"
    if found := re.fullmatch(rf"({NAME})\s*[:\s]\s*({NAME})\s+({NAME})(\s*[+].*|\s+(?:via|path|forward|backward).*)?", text):
        engine, start, to, more = found.groups()
        return f"the sign > is missing between {start} and {to}: write {engine} {start}>{to}{more or ''}"
    return "write LOCOMOTIVE START>DESTINATION, such as 'A A1>B3 +red via W1,B2', or T+1 for a step of the turntable T"


def parse_moves(text: str, spaces: Collection[str] | None = None) -> list[tuple[int, TrainMove | TurntableStep]]:
    """Read a list of moves, each on a line of its own or separated by `;`. Return each move with its line number.

    Blank lines, comments after `#` and numbers before a move (`3.`, `3)`, `3:`) are allowed. Raise `NotationError`, which lists
    every fault.
    """
    moves: list[tuple[int, TrainMove | TurntableStep]] = []
    faults: list[Fault] = []
    for line, written in enumerate(text.splitlines(), 1):
        for part in filter(None, map(str.strip, written.partition("#")[0].split(";"))):
            with faults_into(faults, partial(replace, line=line)):
                moves.append((line, parse_move(without_number(part, parse_move), spaces)))
    raise_faults(faults, NotationError)
    return moves

"""Records of how people played: JSON Lines of the schema `shunt-attempt/1`, as `docs/play-records.md` describes them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import groupby
from typing import Annotated, Any, Literal

from shunt.errors import Fault, InputError
from shunt.files.document import Document, kind_of
from shunt.files.printable import printable
from shunt.files.reading import read_named, refuse
from shunt.files.shapes import Bounds, Misfit, Shape, entry
from shunt.files.validation import check_shape

SCHEMA = "shunt-attempt/1"
LARGEST = 50_000_000  # bytes of a file of records; a line takes about 200
LONGEST_LINE = 2_000
MOST_FAULTS = 20  # faults that are listed before the rest is only counted
TIME = "%Y-%m-%dT%H:%M:%SZ"

Number = Annotated[int, Bounds(ge=0, le=100_000)]


class AttemptLine(Shape):
    """One line of a file of records."""

    schema_: Literal["shunt-attempt/1"] = entry(alias="schema", description="What this line is.")
    id: Annotated[str, Bounds(pattern=r"^[0-9a-f]{20}$")] = entry(description="The card's canonical id.")
    card: Annotated[str, Bounds(min_length=1, max_length=100)] = entry(description="The card's name.")
    player: Annotated[str, Bounds(pattern=r"^[A-Za-z0-9_.\-]{1,64}$")] = entry(description="A name for the player.")
    at: Annotated[str, Bounds(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")] = entry(description="When it began, in UTC.")
    moves: Number = entry(description="Moves on the board when it ended.", example=9)
    undos: Number = entry(description="Moves that were taken back.", example=2)
    hints: Number = entry(description="Hints that were shown.", example=0)
    seconds: Annotated[float, Bounds(ge=0.001, le=1_000_000)] = entry(description="Time of play.", example=74.5)
    solved: bool = entry(description="Whether the goal was reached.", example=True)
    order: Annotated[str, Bounds(pattern=r"^[A-Z]{1,26}$")] | None = entry(default=None, description="The order dealt in a yard.")
    bid: Annotated[int, Bounds(ge=1, le=999)] | None = entry(default=None, description="The moves bid in a yard.")


@dataclass(frozen=True)
class Attempt:
    """One attempt of a player at a card; `id`: the card's canonical id, `at`: when it began, in UTC.

    `order`, `bid`: the order dealt in a hump yard, and the moves bid; None for a card, and without a bid.
    """

    id: str
    card: str
    player: str
    at: str
    moves: int
    undos: int
    hints: int
    seconds: float
    solved: bool
    order: str | None = None
    bid: int | None = None

    def as_line(self) -> str:
        """Return the line of a file of records."""
        given = {name: value for name, value in asdict(self).items() if value is not None}
        return json.dumps({"schema": SCHEMA, **given})


@dataclass(frozen=True)
class Effort:
    """What it took a player to solve a card for the first time, all attempts until then together.

    `seconds` and `moves` (with those that were taken back) are lower bounds if not `complete`: the card was not solved, or not
    without a hint.
    """

    id: str
    player: str
    seconds: float
    moves: int
    complete: bool


def read_attempts(paths: Sequence[str | os.PathLike[str]]) -> list[Attempt]:
    """Read files of records, each attempt once; raise `InputError` with every bad line of every file."""
    attempts: dict[Attempt, None] = {}
    faults: list[Fault] = []
    for path in paths:
        shown = os.fspath(path)
        for number, line in _lines(shown):
            attempt, wrong = _attempt(shown, number, line)
            faults += wrong
            if attempt is not None:
                attempts[attempt] = None
    if not attempts and not faults:
        faults.append(Fault("", "no attempts are recorded here", "give files of records", printable(os.fspath(paths[0]))))
    if len(faults) > MOST_FAULTS:
        rest = len(faults) - MOST_FAULTS
        faults = [*faults[:MOST_FAULTS], Fault("", f"{rest} more lines cannot be used", "is each a file of records?")]
    if faults:
        raise InputError(faults)
    return list(attempts)


def efforts(attempts: Iterable[Attempt]) -> list[Effort]:
    """Return what each player needed for each card, up to and including the first solved attempt, sorted by card and player.

    Attempts in hump yards are left out: every order dealt is a puzzle of its own, and the rating is one of cards.
    """
    of_cards = (one for one in attempts if one.order is None)
    ordered = sorted(of_cards, key=lambda one: (one.id, one.player, one.at, one.solved, one.moves, one.seconds))
    found = []
    for (card, player), group in groupby(ordered, key=lambda one: (one.id, one.player)):
        seconds, moves, hints, solved = 0.0, 0, 0, False
        for one in group:
            seconds, moves, hints, solved = seconds + one.seconds, moves + one.moves + one.undos, hints + one.hints, one.solved
            if solved:
                break
        if moves:
            found.append(Effort(card, player, seconds, moves, solved and not hints))
    return found


def _lines(path: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not empty, with their numbers from 1."""
    try:
        text = read_named(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        refuse(path, "the file is not UTF-8 text", "give a file of records, as a page exports them")
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line


def _attempt(path: str, number: int, line: str) -> tuple[Attempt | None, list[Fault]]:
    """Return the attempt of a line, or what is wrong with the line."""
    data, why = _data(line)
    if data is None:
        return None, [Fault("", why, "each line is one attempt, as a page exports it", printable(path), number)]
    try:
        model = AttemptLine.read(data)
        datetime.strptime(model.at, TIME)
    except Misfit:
        _, faults = check_shape(AttemptLine, Document(printable(path), line, data, True))
        return None, [Fault(one.where, one.what, one.remedy, printable(path), number) for one in faults]
    except ValueError:
        return None, [Fault("at", f"{model.at} is not a time", "write it as 2026-11-22T08:00:00Z", printable(path), number)]
    values = {name: value for name, value in vars(model).items() if name != "schema_"}
    return Attempt(**values), []


def _data(line: str) -> tuple[dict[str, Any] | None, str]:
    """Return the object of a line, or why it is none."""
    if len(line) > LONGEST_LINE:
        return None, f"the line has {len(line):,} characters, and an attempt has at most {LONGEST_LINE:,}"
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None, "this line is not JSON"
    return (data, "") if isinstance(data, dict) else (None, f"this line is {kind_of(data)}, not an object")

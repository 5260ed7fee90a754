"""Play records (JSON Lines of the schema `shunt-attempt/1`), and simulated players.

`docs/reference/play-files.md` describes the records. The weights behind simulated records are known, so these records are used to
test a fit and to find out how many players are needed.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from math import exp, log
from typing import Annotated, Any, Literal

from pydantic import Field

from shunt.errors import Fault, raise_faults
from shunt.files.document import Document, kind_of
from shunt.files.printable import printable
from shunt.files.reading import StrPath, read_named, refuse
from shunt.files.shapes import Shape, entry
from shunt.files.validation import check_shape
from shunt.generator.rating.weights import CONNECTED_LENGTH, CONNECTED_NAME, WEIGHTS, Features, separated

SCHEMA: Literal["shunt-attempt/1"] = "shunt-attempt/1"
LARGEST = 50_000_000  # bytes of a file of records; a line takes about 200
LONGEST_LINE = 2_000
MOST_FAULTS = 20  # faults that are listed before the rest is only counted
TIME = "%Y-%m-%dT%H:%M:%SZ"

Number = Annotated[int, Field(ge=0, le=100_000)]


class PlayRecord(Shape):
    """One attempt of a player at a card, which is one line of a file of records. `order` and `bid` are for hump yards."""

    schema_: Literal["shunt-attempt/1"] = entry("File type and version.", alias="schema")
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{20}$")] = entry(
        "Canonical id of the card, or of the yard and the number of cars."
    )
    card: Annotated[str, Field(min_length=1, max_length=100)] = entry(
        "Name of the card, at most 100 characters, for messages only."
    )
    player: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.\-]{1,64}$")] = entry(
        "Name of the player: 1 to 64 letters, digits, _, - or .; pages choose one at random."
    )
    at: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")] = entry(
        "Start of the attempt in UTC, as YYYY-MM-DDTHH:MM:SSZ."
    )
    moves: Number = entry("Moves at the end, without undone ones, in the card's metric; at most 100,000.", 9)
    undos: Number = entry("Number of undone moves, at most 100,000. A reset counts every move that it undoes.", 2)
    hints: Number = entry("Hints shown, at most 100,000.", 0)
    seconds: Annotated[float, Field(ge=0.001, le=1_000_000)] = entry("Duration in seconds, at most 1,000,000.", 74.5)
    solved: bool = entry("Whether the goal was reached.", True)
    order: Annotated[str, Field(pattern=r"^[A-Z]{1,26}$")] | None = entry(
        "In hump yards, the order dealt, such as CAB.", default=None
    )
    bid: Annotated[int, Field(ge=1, le=999)] | None = entry("In hump yards, the number of moves bid, 1 to 999.", default=None)

    def as_line(self) -> str:
        """Return the line of a file of records."""
        return json.dumps(self.model_dump(by_alias=True, exclude_none=True))


@dataclass(frozen=True)
class FirstSolve:
    """The effort that a player needed to solve a card for the first time, over all attempts until then.

    If not `complete`, `seconds` and `moves` (including undone ones) are lower bounds, because the card was not solved without a
    hint.
    """

    id: str
    player: str
    seconds: float
    moves: int
    complete: bool


def read_attempts(paths: Sequence[StrPath]) -> list[PlayRecord]:
    """Read files of records, without duplicates; raise `InputError`, which lists every invalid line of every file."""
    attempts: dict[PlayRecord, None] = {}
    faults: list[Fault] = []
    for path in paths:
        shown = os.fspath(path)
        for number, line in enumerate(_text_of(shown).split("\n"), 1):
            if line.strip():
                attempt, wrong = _attempt(shown, number, line)
                faults += wrong
                if attempt is not None:
                    attempts[attempt] = None
    if not attempts and not faults:
        faults.append(Fault("", "no attempts are recorded here", "give files of records", printable(os.fspath(paths[0]))))
    if len(faults) > MOST_FAULTS:
        rest = len(faults) - MOST_FAULTS
        faults = [*faults[:MOST_FAULTS], Fault("", f"{rest} more lines cannot be used", "is each a file of records?")]
    raise_faults(faults)
    return list(attempts)


def first_solves(attempts: Iterable[PlayRecord]) -> list[FirstSolve]:
    """Return the effort of each player for each card, up to and including the first solved attempt, sorted by card and player.

    Attempts in hump yards are left out: every order dealt there is a separate puzzle, but ratings belong to cards.
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
            found.append(FirstSolve(card, player, seconds, moves, solved and not hints))
    return found


def _text_of(path: str) -> str:
    """Return the text of a file of records."""
    try:
        return read_named(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        refuse(path, "the file is not UTF-8 text", "give a file of records, as a page exports them")


def _attempt(path: str, number: int, line: str) -> tuple[PlayRecord | None, list[Fault]]:
    """Return the attempt on a line, or what is wrong with the line."""
    data, why = _data(line)
    if data is None:
        return None, [Fault("", why, "each line is one attempt, as a page exports it", printable(path), number)]
    attempt, faults = check_shape(PlayRecord, Document(printable(path), line, data, True))
    if attempt is not None and not faults:
        try:
            datetime.strptime(attempt.at, TIME)
            return attempt, []
        except ValueError:
            faults = [Fault("at", f"{attempt.at} is not a time", "write it as 2026-11-22T08:00:00Z")]
    return None, [Fault(one.where, one.what, one.remedy, printable(path), number) for one in faults]


def _data(line: str) -> tuple[dict[str, Any] | None, str]:
    """Return the object on a line, or why there is none."""
    if len(line) > LONGEST_LINE:
        return None, f"the line has {len(line):,} characters, and an attempt has at most {LONGEST_LINE:,}"
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None, "this line is not JSON"
    return (data, "") if isinstance(data, dict) else (None, f"this line is {kind_of(data)}, not an object")


# --------------------------------------------------------------------------------------------------------------------
# Simulated players

EASIEST = 12.0  # seconds that a player of middling skill needs for a card whose features are all 0
SKILL, CHANCE = 0.5, 0.5  # spreads of the players and of one attempt, as standard deviations in the logarithm of seconds
UNSAID = 0.2  # spread of the difficulty that the features do not explain
SHARE = 0.6  # of the cards, that each player tries
HINTED = 0.1  # probability that a player asks for a hint
PATIENCE = 900.0  # seconds after which half of the players give up
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
SHIPPED_EFFECTS = {name: 0.45 * weight.weight for name, weight in WEIGHTS.items()} | {CONNECTED_NAME: 0.45 * CONNECTED_LENGTH}


@dataclass(frozen=True)
class PlayedCard:
    """The data about a card that a simulation needs: its canonical id, its name, and the features of its rating."""

    id: str
    name: str
    features: Features


def simulate(
    cards: Sequence[PlayedCard], players: int, seed: int | str = 0, effects: Mapping[str, float] = SHIPPED_EFFECTS
) -> list[PlayRecord]:
    """Return the attempts of simulated players at cards. The same seed gives the same attempts.

    `effects`: the maximum contribution of each feature to the logarithm of the seconds (see `Fit.effects`).
    """
    chance = random.Random(f"players/{seed}")
    hardness = {}
    for card in cards:
        said = sum(effects[name] * value for name, value in separated(card.features).items())
        hardness[card.id] = log(EASIEST) + said + chance.gauss(0.0, UNSAID)
    attempts = []
    for number in range(1, players + 1):
        skill, now = chance.gauss(0.0, SKILL), EPOCH + timedelta(days=chance.randrange(300))
        for card in cards:
            if chance.random() < SHARE:
                attempt = _simulated(card, f"p{number}", now, hardness[card.id] - skill, chance)
                attempts.append(attempt)
                now += timedelta(seconds=60 + int(attempt.seconds))
    return attempts


def _simulated(card: PlayedCard, player: str, now: datetime, hardness: float, chance: random.Random) -> PlayRecord:
    seconds = exp(chance.gauss(hardness, CHANCE))
    patience = PATIENCE * exp(chance.gauss(0.0, 0.7))
    hints = int(chance.random() < HINTED) * chance.randint(1, 3)
    solved = seconds <= patience
    optimum = card.features.get("optimum") or 1.0
    tried = max(1, round(optimum * (min(seconds, patience) / EASIEST) ** 0.3 * exp(chance.gauss(0.0, 0.2))))
    spent = min(seconds * 0.7**hints, patience)
    moves = max(round(optimum), round(0.8 * tried)) if solved else round(0.5 * tried)
    return PlayRecord(
        schema_=SCHEMA,
        id=card.id,
        card=card.name,
        player=player,
        at=now.strftime(TIME),
        moves=moves,
        undos=max(0, tried - moves),
        hints=hints,
        seconds=max(0.1, round(spent, 1)),
        solved=solved,
    )

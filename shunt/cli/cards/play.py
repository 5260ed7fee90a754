"""Moves that a person typed, played by the referee of the card's ruleset; what they do, in words and for `--json`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.errors import Fault, IllegalMoveError, InputError, NotationError
from shunt.files.document import printable
from shunt.rules.metrics import measures
from shunt.rules.moves import TurntableStep, parse_move, without_number
from shunt.rules.position import Position
from shunt.rules.referee import Replayed, replay
from shunt.rules.sidings import SidingsMove, SidingsPosition, parse_sidings_move
from shunt.rules.switcher import Run

LONGEST_LIST = 1_000_000  # bytes of a list of moves


@dataclass(frozen=True)
class Played:
    """One move that was made: its notation, what it did in words, the same for `--json`, the position after it, and how a
    train ran (the name of a turntable turned by hand, None in sidings)."""

    notation: str
    words: str
    told: dict[str, Any]
    after: Position | SidingsPosition
    run: Run | str | None = None


@dataclass(frozen=True)
class Game:
    """A card with moves played from its start; `broken` is the first move that is illegal, where one is."""

    card: Card
    moves: tuple[Played, ...]
    broken: IllegalMoveError | None = None

    @property
    def position(self) -> Position | SidingsPosition:
        """Where everything stands after the last legal move."""
        return self.moves[-1].after if self.moves else self.card.start

    @property
    def is_solved(self) -> bool:
        """Whether the goal is met now."""
        return is_solved(self.card, self.position)

    @property
    def counts(self) -> dict[str, int]:
        """What the moves count in every metric of the ruleset, and how many couplings they take."""
        if isinstance(self.card, SidingsCard):
            pulls = sum("pull" in move.told and move.told["pull"] > 0 for move in self.moves)
            return {self.card.rules.metric: len(self.moves), "couplings": pulls}
        return measures(self.card.rules, self.card.start, [move.run for move in self.moves if move.run is not None])


# --------------------------------------------------------------------------------------------------------------------
# Reading moves


def typed_moves(card: Card, texts: Sequence[str], file: str | None = None) -> list[Any]:
    """The moves in arguments (each may hold several, separated by `;`) or in a file (`-` is stdin), one a line.

    Raises `InputError` with every part that is not a move.
    """
    if texts and file is not None:
        raise InputError(Fault("", "moves are given both on the command line and by --file", "give them in one place"))
    name = "the standard input" if file == "-" else file or ""
    lines = (_text_of(file) if file is not None else "\n".join(texts)).splitlines()
    moves: list[Any] = []
    faults: list[Fault] = []
    for number, line in enumerate(lines, 1):
        for part in line.partition("#")[0].split(";"):
            text = without_number(part).strip()
            if not text:
                continue
            try:
                moves.append(_parse(card, text))
            except NotationError as error:
                faults += [
                    Fault("" if name else f"move {len(moves) + len(faults) + 1}", fault.what, fault.remedy)
                    for fault in error.faults
                ]
                if name:
                    faults[-1] = faults[-1].at(name, number)
    if faults:
        raise NotationError(faults)
    return moves


def _parse(card: Card, text: str) -> Any:
    return parse_sidings_move(text) if isinstance(card, SidingsCard) else parse_move(text)


def _text_of(file: str) -> str:
    name = "the standard input" if file == "-" else printable(file)
    try:
        content = sys.stdin.buffer.read(LONGEST_LIST + 1) if file == "-" else _start_of(file)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(Fault("", "this is not text", "write one move a line, in UTF-8", name)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(Fault("", f"the file cannot be read: {reason}", "name a file with one move a line", name)) from None
    if len(content) > LONGEST_LIST:
        raise InputError(Fault("", f"more than {LONGEST_LIST // 1_000_000} MB", "a list of moves has a few lines", name))
    return text


def _start_of(file: str) -> bytes:
    with Path(file).open("rb") as stream:
        return stream.read(LONGEST_LIST + 1)


# --------------------------------------------------------------------------------------------------------------------
# Playing them


def play(card: Card, moves: Sequence[Any]) -> Game:
    """Play moves from the card's start up to the first that is illegal."""
    made: list[Played] = []
    try:
        if isinstance(card, SidingsCard):
            _play_sidings(card, moves, made)
        else:
            for before in replay(card.rules, card.start, moves):
                made.append(_of_train(card, before))
    except IllegalMoveError as error:
        return Game(card, tuple(made), error)
    return Game(card, tuple(made))


def stored_guide(card: Card) -> list[Any]:
    """The moves of the Yard Guide that the card carries; raises `InputError` where one is not a move."""
    moves = []
    for number, text in enumerate(card.guide):
        try:
            moves.append(_parse(card, text))
        except NotationError as error:
            raise InputError(Fault(f"guide.moves[{number}]", error.faults[0].what, "prove the card again", card.path)) from None
    return moves


def is_solved(card: Card, position: Position | SidingsPosition) -> bool:
    """Whether `position` meets the card's goal."""
    if isinstance(card, SidingsCard):
        assert isinstance(position, SidingsPosition)
        return card.is_solved(position)
    assert isinstance(position, Position)
    return card.is_solved(position)


def begin_at(card: Card, position: Position | SidingsPosition) -> Card:
    """The same puzzle from another position."""
    if isinstance(card, SidingsCard):
        assert isinstance(position, SidingsPosition)
        return replace(card, start=position)
    assert isinstance(position, Position)
    return replace(card, start=position)


def _play_sidings(card: SidingsCard, moves: Sequence[SidingsMove], made: list[Played]) -> None:
    position = card.start
    for number, move in enumerate(moves, 1):
        position = card.rules.after(position, move, number)
        told = move.as_dict() | {"after": card.names(position), "turntables": {}}
        made.append(Played(str(move), sidings_words(move), told, position))


def _of_train(card: RouteCard, made: Replayed) -> Played:
    from shunt.cards.solution import SolvedMove

    solved = SolvedMove(made.move, made.run, card.names(made.after), turntables_of(card, made.after))
    run = made.run or (made.move.turntable if isinstance(made.move, TurntableStep) else None)
    return Played(str(made.move), train_words(solved), solved.as_json(), made.after, run)


def turntables_of(card: RouteCard, position: Position) -> dict[str, int]:
    """The position of every turntable by name."""
    return {table.name: index for table, index in zip(card.plan.turntables, position.turntables, strict=True)}


# --------------------------------------------------------------------------------------------------------------------
# In words


def step_words(step: Any) -> str:
    """What a step of a solution does, whatever its ruleset."""
    return sidings_words(step.move) if isinstance(step.move, SidingsMove) else train_words(step)


def train_words(step: Any) -> str:
    """What one move of a train does: `A runs forward A1 A2 B1, couples red, pushes green`."""
    if isinstance(step.move, TurntableStep):
        return f"turntable {step.move.turntable} is turned to position {step.turntables[step.move.turntable]}"
    run = step.run
    words = f"{run.locomotive} runs {run.direction} {' '.join(run.path)}"
    if run.couples:
        words += f", couples {' '.join(run.couples)}"
    if run.pushes:
        words += f", pushes {' '.join(run.pushes)}"
    return words


def sidings_words(move: SidingsMove) -> str:
    """What a pull or a drop does."""
    cars = "no car" if move.count == 0 else "1 car" if move.count == 1 else f"{move.count} cars"
    return f"drops {cars} on siding {move.siding}" if move.drops else f"pulls {cars} from siding {move.siding}"


def position_names(card: Card, position: Position | SidingsPosition) -> dict[str, str]:
    """Piece → space, or track → cars."""
    if isinstance(card, SidingsCard):
        assert isinstance(position, SidingsPosition)
        return card.names(position)
    assert isinstance(position, Position)
    return card.names(position)


def position_words(card: Card, position: Position | SidingsPosition) -> str:
    """Where everything stands, in one line."""
    if isinstance(card, SidingsCard):
        assert isinstance(position, SidingsPosition)
        return " · ".join(f"{track}: {cars or '–'}" for track, cars in card.names(position).items())
    assert isinstance(position, Position)
    words = [f"{name} {place}" for name, place in card.names(position).items()]
    words += [f"turntable {name} at {index}" for name, index in turntables_of(card, position).items()]
    return " · ".join(words)


def goal_words(card: Card) -> str:
    """Where everything must end, in one line."""
    if isinstance(card, SidingsCard):
        if card.goal.train:
            return f"the locomotive with {' '.join(card.goal.train)} in front of it in any siding"
        tracks = {"headshunt": card.goal.headshunt, **card.goal.sidings}
        return " · ".join(f"{track}: {' '.join(cars) or '–'}" for track, cars in tracks.items())
    from shunt.rules.position import heading_text
    from shunt.track.plan import End

    words = []
    for name, space in card.goal.places.items():
        heading = card.goal.headings.get(name)
        words.append(f"{name} {space if heading is None else heading_text(card.plan, End(space, heading))}")
    return " · ".join(words)

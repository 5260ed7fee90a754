"""Hump Yard moves as people write them, and a player's own moves judged.

A move reads `A+B q0>2.2.NS via 1.0.WE`: the cut, lead car first; the spaces of the lead car before and after; and, only
where more than one outcome would be left, spaces that the lead car reaches on its way, in order. `path` instead of `via`
gives all of them. The exit reads `A+B+C q0>sink`. Of interchangeable cars, `red` is any and `red.2` the second in the train.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shunt.errors import IllegalMoveError, NotationError, counted
from shunt.hump.rules import SINK, Cut, CutRun, Hump, placed
from shunt.rules.notation import NAME, PAIR, normal, split_pair
from shunt.rules.position import Position

_MOVE = re.compile(
    rf"(?P<cut>{NAME}(?:\s*\+\s*{NAME})*)\s*[:\s]\s*(?P<pair>{PAIR})"
    rf"(?:\s+(?P<how>via|path)\s+(?P<spaces>{NAME}(?:\s*,\s*{NAME})*))?"
)
_HYPHEN = re.compile(r"^(q\d+|[^\s>]+?\.[A-Z]{1,2})-")  # after a space, whose own hyphens are minus signs
SHOWN = 12  # spaces that a message names at most
EXAMPLE = "write CUT FROM>TO, lead car first, such as A+B q0>2.2.NS"


@dataclass(frozen=True, slots=True)
class HumpMove:
    """A cut (names, lead car first) runs until its lead car, from `start`, stands on `to` (`sink`: the exit)."""

    cut: tuple[str, ...]
    start: str
    to: str
    via: tuple[str, ...] = ()
    whole_path: bool = False

    @classmethod
    def parse(cls, text: str) -> HumpMove:
        """Read a move; raise `NotationError`, which shows the expected form.

        `A+B q0-2.2.NS` may be written for `A+B q0>2.2.NS`.
        """
        match = _MOVE.fullmatch(normal(text))
        pair = split_pair(_HYPHEN.sub(r"\1>", match["pair"])) if match else None
        if match is None or pair is None:
            raise NotationError(f"{text.strip()!r} is not a move: {EXAMPLE}")
        cut = tuple(name.strip() for name in match["cut"].split("+"))
        via = tuple(name.strip() for name in match["spaces"].split(",")) if match["spaces"] else ()
        return cls(cut, *pair, via, match["how"] == "path")

    def __str__(self) -> str:
        text = f"{'+'.join(self.cut)} {self.start}>{self.to}"
        return f"{text} {'path' if self.whole_path else 'via'} {','.join(self.via)}" if self.via else text


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement on a player's moves. `rule` and `why` describe the first broken rule; `rule` is "" if the bid holds. `number`
    is the number of the move that breaks it, counted from 1, or None if the train has not left. `after` lists the positions after
    the player's moves, up to the first illegal one. After the exit move, the entry in `after` is None."""

    rule: str
    why: str
    number: int | None
    after: tuple[Position | None, ...]

    @property
    def holds(self) -> bool:
        """Return whether the train was sorted within the bid."""
        return not self.rule


def move_of(rules: Hump, position: Position, run: CutRun) -> HumpMove:
    """Return the shortest notation that leaves no other outcome than that of `run`."""
    names = tuple(rules.names[car] for car in run.cars)
    start, *between, to = run.path
    choices = [((), False), *(((space,), False) for space in dict.fromkeys(between)), ((*between, to), True)]
    for via, whole in choices:
        move = HumpMove(names, start, to, via, whole)
        if {outcome.after for outcome in _outcomes(rules, position, move)} == {run.after}:
            return move
    return move


def legal_moves(rules: Hump, position: Position) -> list[HumpMove]:
    """Return every move from a position in its shortest notation, each once, in the order of cuts; cars are named apart."""
    return list(dict.fromkeys(move_of(rules, position, run) for run in rules.runs(position)))


def resolve(rules: Hump, position: Position, move: HumpMove) -> CutRun:
    """Return the run that a move means. Raise `IllegalMoveError` naming the broken rule, `NotationError` if it is ambiguous."""
    runs = {run.after: run for run in _outcomes(rules, position, move)}
    if len(runs) == 1:
        return runs.popitem()[1]
    if runs:
        ways = sorted(" ".join(run.path) for run in runs.values())
        raise NotationError(f"{move} can end in {len(runs)} ways; add via and a space of one of: " + "; or ".join(ways[:4]))
    raise _why_not(rules, position, move)


def judge(rules: Hump, moves: Sequence[str], order: Sequence[str], bid: int) -> Judgement:
    """Replay typed moves from the source and name the first broken rule. Raise `NotationError` for unreadable ones."""
    position: Position | None = rules.start
    after: list[Position | None] = []
    for number, text in enumerate(moves, start=1):
        if number > bid:
            return Judgement("bid", f"the bid was {bid} move{'s' * (bid != 1)}", number, tuple(after))
        if position is None:
            return Judgement("exit", "the train has left already", number, tuple(after))
        try:
            run = resolve(rules, position, HumpMove.parse(text))
        except IllegalMoveError as error:
            return Judgement(error.rule, error.why, number, tuple(after))
        position = run.after
        after.append(position)
        if position is None and rules.order(run) != tuple(order):
            left = " ".join(rules.order(run))
            return Judgement("order", f"the train left as {left}, not as {' '.join(order)}", number, tuple(after))
    if position is not None:
        return Judgement("unfinished", "the train has not left by the sink", None, tuple(after))
    return Judgement("", "", None, tuple(after))


def move_words(text: str) -> str:
    """Return a written move in words, such as `C, A and B roll to column 0, row 0`."""
    move = HumpMove.parse(text)
    passed = " and ".join(dict.fromkeys(map(place_words, move.via))) if move.to != SINK else ""
    return run_words([name.replace(".", " ") for name in move.cut], move.to) + (f" by way of {passed}" if passed else "")


def run_words(cut: Sequence[str], to: str) -> str:
    """Return a move as a phrase: its cars, lead car first, and the space that the lead car reaches.

    >>> run_words(["A", "B", "C"], "2.1.NS")
    'A, B and C roll to column 2, row 1'
    """
    cars, ending = " and ".join(filter(None, [", ".join(cut[:-1]), cut[-1]])), "s" * (len(cut) == 1)
    if to == SINK:
        return f"{cars} leave{ending} by the sink"
    return f"{cars} roll{ending} " + ("back into the source" if to.startswith("q") else f"to {place_words(to)}")


def place_words(space: str) -> str:
    """Return where a space is: `the source`, or the cell of its tile."""
    if space.startswith("q"):
        return "the source"
    column, row, _ = space.split(".")
    return f"column {column}, row {row}"


def _outcomes(rules: Hump, position: Position, move: HumpMove) -> Iterator[CutRun]:
    """Yield every outcome that fits a move."""
    for cut in _cuts(rules, position, move):
        for after, path, ends in rules.paths(position, cut, move.via, move.whole_path):
            if path[-1] == move.to and ends:
                yield CutRun(cut.cars, path, None if move.to == SINK else placed(position, after))


def _cuts(rules: Hump, position: Position, move: HumpMove) -> list[Cut]:
    """Return the cuts of these names, lead car on the right space, that may move at all."""
    return [
        cut
        for cut in rules.cuts(position)
        if len(cut.cars) == len(move.cut)
        and cut.ends[0].space == move.start
        and all(name in (rules.names[car], rules.train[car]) for name, car in zip(move.cut, cut.cars, strict=True))
    ]


def _listed(spaces: Sequence[str]) -> str:
    """Return spaces in words, only the first of them if they are many."""
    if len(spaces) > SHOWN:
        return f"one of {len(spaces)} spaces, such as {', '.join(spaces[:SHOWN])}"
    return " or ".join(spaces)


def _why_not(rules: Hump, position: Position, move: HumpMove) -> IllegalMoveError:
    """Return the first rule that a move without an outcome breaks."""
    known = {*rules.names, *rules.train}
    for name in move.cut:
        if name not in known:
            return IllegalMoveError("cut", f"unknown car {name}; the cars are {' '.join(rules.names)}")
    where = dict(zip(rules.names, position.places, strict=True))
    if move.start not in (where[name] for seat, name in enumerate(rules.names) if move.cut[0] in (name, rules.train[seat])):
        at = " ".join(f"{name} on {space}" for name, space in where.items())
        return IllegalMoveError("cut", f"{move.cut[0]} is not on {move.start}: {at}")
    cuts = _cuts(rules, position, move)
    if not cuts:
        chain = " and ".join(move.cut) if len(move.cut) > 1 else move.cut[0]
        what = "do not stand in one chain behind the lead car" if len(move.cut) > 1 else "cannot move"
        return IllegalMoveError("cut", f"{chain} {what}, or would move away from the yard in the source")
    if move.to == SINK and len(move.cut) < len(rules.train):
        return IllegalMoveError("exit", f"only the whole train of {counted(len(rules.train), 'cars')} may leave")
    reached = [(path, ends) for cut in cuts for _, path, ends in rules.paths(position, cut)]
    may_end = sorted({path[-1] for path, ends in reached if ends})
    hint = f"it may end with its lead car on {_listed(may_end)}" if may_end else "it cannot move"
    if move.to not in rules.track.plan.spaces and move.to != SINK:
        return IllegalMoveError("space", f"unknown space {move.to}; {hint}")
    if any(path[-1] == move.to for path, _ in reached):
        if move.to in may_end:
            return IllegalMoveError("way", f"the lead car reaches {move.to}, but not by way of {','.join(move.via)}")
        return IllegalMoveError("farthest", f"a cut goes as far as possible and does not stop on {move.to}; {hint}")
    return IllegalMoveError("way", f"the lead car cannot reach {move.to}; {hint}")

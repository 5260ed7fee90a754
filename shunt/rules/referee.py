"""Replays moves one by one: what each does, and whether it is legal.

What a written move can mean, and how a run is written, stands in `guide.py`; which rule an illegal one breaks, in
`diagnosis.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from shunt.errors import IllegalMoveError
from shunt.rules.diagnosis import broken_rule
from shunt.rules.guide import describe, resolve
from shunt.rules.moves import Move, TrainMove, TurntableStep
from shunt.rules.position import Position
from shunt.rules.switcher import Run, Switcher
from shunt.track.turntable import after_move

__all__ = ["Replayed", "describe", "replay", "resolve", "run_between"]


@dataclass(frozen=True, slots=True)
class Replayed:
    """A move that was made: as written, as it ran (None for a turntable stepped by hand), and the position after it."""

    move: Move
    run: Run | None
    after: Position


def run_between(rules: Switcher, position: Position, after: Position) -> Run | str:
    """The move that leads from `position` to `after` (up to interchangeable pieces): a run, or a turntable to step.

    Of several the one that rolls least and couples least. Raises `ValueError` where no move does, which would mean that a
    fast search and the referee disagree.
    """
    wanted = rules.roster.canonical(after)
    found = [how for how, outcome in rules.outcomes(position) if rules.roster.canonical(outcome) == wanted]
    if not found:
        raise ValueError(f"the referee knows no move from {position} to {after}")
    return min(found, key=_effort)


def _effort(how: Run | str) -> tuple[int, int, tuple[str, ...]]:
    return (
        (0, 0, (how,))
        if isinstance(how, str)
        else (how.distance, len(how.couples), (how.locomotive, how.direction, *how.head_path))
    )


# --------------------------------------------------------------------------------------------------------------------
# Replaying


def replay(rules: Switcher, start: Position, moves: Iterable[Move]) -> Iterator[Replayed]:
    """Make the moves one after the other; raises `IllegalMoveError` at the first that is illegal or ambiguous."""
    position = start
    for number, move in enumerate(moves, 1):
        try:
            made = _step(rules, position, move) if isinstance(move, TurntableStep) else _roll(rules, position, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.rule, f"{move}: {error.why}", number) from None
        position = made.after
        yield made


def _step(rules: Switcher, position: Position, move: TurntableStep) -> Replayed:
    for index, table in enumerate(rules.plan.turntables):
        if table.name == move.turntable:
            if table.rotation != "manual":
                raise IllegalMoveError(
                    "turntable", f"turntable {table.name} is not turned by hand (its rotation is {table.rotation})"
                )
            return Replayed(
                move, None, replace(position, turntables=after_move(rules.plan.turntables, position.turntables, index))
            )
    names = ", ".join(table.name for table in rules.plan.turntables) or "none"
    raise IllegalMoveError("turntable", f"there is no turntable {move.turntable}; this layout has {names}")


def _roll(rules: Switcher, position: Position, move: TrainMove) -> Replayed:
    runs = resolve(rules, position, move)
    if len(runs) == 1:
        return Replayed(move, runs[0], runs[0].after)
    if runs:
        ways = "; ".join(str(describe(rules, position, run)) for run in runs[:4])
        raise IllegalMoveError(
            "ambiguous", f"this has {len(runs)} different outcomes; say which: {ways}{' …' if len(runs) > 4 else ''}"
        )
    raise IllegalMoveError(*broken_rule(rules, position, move))

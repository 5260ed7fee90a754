"""The referee of trains: it makes moves one by one.

`broken_rules.py` says which rule an illegal one breaks; `guide.py` has what a written move can mean and how a run is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from shunt.errors import IllegalMoveError
from shunt.rules.guide import describe, describe_route, resolve, run_with_ends
from shunt.rules.motion import Motion, Run, ends_given, with_ends
from shunt.rules.moves import Direction, Move, TrainMove, TurntableStep
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.track.turntable import after_move

__all__ = ["describe", "make", "replay", "resolve", "run_between"]


def run_between(rules: Motion, position: Position, after: Position, *, shortest: bool = False) -> Run | str:
    """Return the move that leads from `position` to `after` (up to interchangeable pieces): a run, or a turntable to step.

    Of several the one that couples least, and of those the one that rolls least; with `shortest` the other way round. Raises
    `ValueError` where no move does, which would mean that a fast search and the referee disagree.
    """
    wanted = rules.roster.canonical(after)
    found = list(rules.runs_to(position, wanted))
    if not found:
        raise ValueError(f"the referee knows no move from {position} to {after}")
    return min(found, key=lambda how: _effort(how, shortest))


def _effort(how: Run | str, shortest: bool) -> tuple[int, int, tuple[str, ...]]:
    if isinstance(how, str):
        return 0, 0, (how,)
    counts = len(how.couples), how.distance
    first, second = reversed(counts) if shortest else counts
    return first, second, (how.locomotive, how.direction, *how.head_path)


# --------------------------------------------------------------------------------------------------------------------
# Replaying


def replay(rules: Motion, start: Position, moves: Iterable[Move]) -> Iterator[MoveMade]:
    """Make the moves one after the other; raises `IllegalMoveError` at the first that is illegal or ambiguous."""
    made = None
    for number, move in enumerate(moves, 1):
        made = make(rules, made.position if made else start, move, number, made)
        yield made


def make(rules: Motion, position: Position, move: Move, number: int | None = None, before: MoveMade | None = None) -> MoveMade:
    """Make one move; raises `IllegalMoveError` (with the move's `number` in its list) if it is illegal or ambiguous.

    `before` is the move made before it, if any. Under `railway` the direction of a run is as seen from the locomotive, whose
    front is the end towards which it first ran.
    """
    try:
        if isinstance(move, TurntableStep):
            made = _made(rules, move, None, _stepped(rules, position, move))
        else:
            assert isinstance(move, TrainMove)
            run, meant = _run(rules, position, move)
            made = _made(rules, meant, run, run.after)
    except IllegalMoveError as error:
        raise IllegalMoveError(error.rule, f"{move}: {error.why}", number) from None
    if rules.has_headings:
        return made
    fronts = before.memory if before else _Fronts(ends_given(rules, position), {})
    return _with_own_direction(rules, fronts, made)


@dataclass(frozen=True, slots=True)
class _Fronts:
    """The position with an end that each locomotive faces, under rules that give it none, and the direction of its first run."""

    position: Position
    first: Mapping[str, Direction]


def _with_own_direction(rules: Motion, fronts: _Fronts, made: MoveMade) -> MoveMade:
    """Return the move with its direction as seen from the locomotive, and with the fronts after it."""
    if made.run is None:
        return replace(made, memory=replace(fronts, position=replace(fronts.position, turntables=made.position.turntables)))
    run = run_with_ends(with_ends(rules), fronts.position, made.run)
    first = {run.locomotive: run.direction, **fronts.first}
    direction: Direction = "forward" if run.direction == first[run.locomotive] else "backward"
    return replace(made, run=replace(made.run, direction=direction), memory=_Fronts(run.after, first))


def _made(rules: Motion, move: Move, run: Run | None, after: Position) -> MoveMade:
    return MoveMade(move, run, after, rules.roster.as_names(rules.plan, after), turntables_by_name(rules, after))


def turntables_by_name(rules: Motion, position: Position) -> dict[str, int]:
    """Return the position of every turntable by name."""
    return {table.name: index for table, index in zip(rules.plan.turntables, position.turntables, strict=True)}


def _stepped(rules: Motion, position: Position, move: TurntableStep) -> Position:
    """Return the position after a turntable was turned by hand."""
    for index, table in enumerate(rules.plan.turntables):
        if table.name == move.turntable:
            if table.rotation != "manual":
                raise IllegalMoveError(
                    "turntable", f"turntable {table.name} is not turned by hand (its rotation is {table.rotation})"
                )
            return replace(position, turntables=after_move(rules.plan.turntables, position.turntables, index))
    names = ", ".join(table.name for table in rules.plan.turntables) or "none"
    raise IllegalMoveError("turntable", f"unknown turntable {move.turntable}; this layout has {names}")


def _run(rules: Motion, position: Position, move: TrainMove) -> tuple[Run, TrainMove]:
    """Return the one run that `move` means, and the move: as written, or in the form that names no coupling before a push."""
    runs = resolve(rules, position, move)
    if not runs:
        runs = _pushes(rules, position, move)
        if len(runs) == 1:
            return runs[0], describe_route(rules, position, runs[0])
    if len(runs) == 1:
        return runs[0], move
    if runs:
        choices = "; ".join(str(describe(rules, position, run)) for run in runs[:4])
        more = " …" if len(runs) > 4 else ""
        raise IllegalMoveError("ambiguous", f"this has {len(runs)} different outcomes; say which: {choices}{more}")
    from shunt.rules.broken_rules import broken_rule

    raise IllegalMoveError(*broken_rule(rules, position, move))


def _pushes(rules: Motion, position: Position, move: TrainMove) -> list[Run]:
    """Return the runs backward that push everything that `move` couples first: coupling has no effect on what is pushed."""
    if not move.couples or move.direction == "forward" or rules.couples_both_ways:
        return []
    behind = {rules.coupled(ready) for ready in rules.trains(position) if ready[:2] == (move.locomotive, "forward")}
    if move.couples not in behind:
        return []
    return resolve(rules, position, replace(move, couples=(), direction="backward"), pushes=move.couples)

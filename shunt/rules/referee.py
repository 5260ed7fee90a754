"""Replays moves one by one: what each does, whether it is legal, and if not, which rule it breaks.

The other way round, `describe` writes a run as a move; see `guide.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from shunt.errors import IllegalMoveError
from shunt.rules.guide import describe
from shunt.rules.moves import Move, TrainMove, TurntableStep
from shunt.rules.position import Position
from shunt.rules.switcher import Run, Switcher
from shunt.track.plan import End
from shunt.track.turntable import after_move

__all__ = ["Replayed", "describe", "replay", "resolve", "run_between"]


@dataclass(frozen=True, slots=True)
class Replayed:
    """A move that was made: as written, as it ran (None for a turntable stepped by hand), and the position after it."""

    move: Move
    run: Run | None
    after: Position


def resolve(rules: Switcher, position: Position, move: TrainMove) -> list[Run]:
    """Every run that `move` can mean here, one (a shortest) for each different outcome."""
    found: dict[Position, Run] = {}
    for ready in rules.trains(position):
        locomotive, direction, _ = ready
        if locomotive != move.locomotive or rules.coupled(ready) != move.couples or move.direction not in (None, direction):
            continue
        if position.places[rules.roster.pieces.index(locomotive)] != move.start:
            continue
        for run in rules.runs(position, ready, move.via, move.whole_path):
            if run.path[-1] == move.to:
                outcome = rules.roster.canonical(run.after)
                if outcome not in found or run.distance < found[outcome].distance:
                    found[outcome] = run
    return list(found.values())


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
    raise IllegalMoveError(*_broken_rule(rules, position, move))


def _broken_rule(rules: Switcher, position: Position, move: TrainMove) -> tuple[str, str]:
    """The rule that a move without an outcome breaks, and the reason in words."""
    return _wrong_names(rules, position, move) or _wrong_coupling(rules, position, move) or _wrong_way(rules, position, move)


def _wrong_names(rules: Switcher, position: Position, move: TrainMove) -> tuple[str, str] | None:
    roster, plan = rules.roster, rules.plan
    if move.locomotive not in roster.locomotives:
        what = (
            "is a car, and only locomotives move by themselves" if move.locomotive in roster.cars else "is no piece of this card"
        )
        return "locomotive", f"{move.locomotive} {what} (locomotives: {', '.join(roster.locomotives)})"
    for space in (move.start, move.to, *move.via):
        if space not in plan.spaces:
            return "space", f"there is no space {space} on this layout"
    stands = position.places[roster.pieces.index(move.locomotive)]
    if stands != move.start:
        return "start", f"{move.locomotive} stands on {stands}, not on {move.start}"
    for piece in move.couples:
        if piece not in roster.pieces:
            return "coupling", f"there is no piece {piece} to couple"
    return None


def _wrong_coupling(rules: Switcher, position: Position, move: TrainMove) -> tuple[str, str] | None:
    if not move.couples:
        return None
    if move.direction == "backward" and not rules.couples_both_ways:
        return "coupling", "a locomotive that runs backward couples nothing; what stands behind it is pushed"
    chains = set()
    for ready in rules.trains(position):
        if ready[0] == move.locomotive:
            chains.add(rules.coupled(ready))
    if move.couples in chains:
        return None
    longest = [
        " ".join(chain) for chain in sorted(chains) if chain and not any(o[: len(chain)] == chain and o != chain for o in chains)
    ]
    behind = " or ".join(longest) if longest else "nothing"
    return "coupling", f"{' '.join(move.couples)} do not stand in a row directly behind {move.locomotive}; there stands {behind}"


def _wrong_way(rules: Switcher, position: Position, move: TrainMove) -> tuple[str, str]:
    """Why there is no way: each rule is lifted in turn, and the first that opens one is the rule that is broken."""
    if move.via and resolve(rules, position, replace(move, via=(), whole_path=False)):
        return "via", f"the head of the train cannot pass {', '.join(move.via)} in this order on its way to {move.to}"
    if move.direction and resolve(rules, position, replace(move, direction=None)):
        return "direction", f"{move.locomotive} gets there, but not running {move.direction}"
    if resolve(replace(rules, plan=replace(rules.plan, no_stop=frozenset())), position, move):
        return "no-stop", "a piece would end on a space where nothing may stop"
    if resolve(replace(rules, broken=frozenset()), position, move):
        return "broken-track", f"a broken track ({', '.join(sorted(rules.broken))}) is in the way"
    if resolve(replace(rules, plan=replace(rules.plan, exclusive=())), position, move):
        return "exclusive", "a space on the way may not be entered while the space that it excludes is occupied"
    if move.to == move.start:
        return "way", f"{move.locomotive} cannot come back to {move.start} in one run: a move goes at least one space"
    for ready in rules.trains(position):
        if ready[0] == move.locomotive and any(run.path[-1] == move.to for run in rules.runs(position, ready)):
            what = " ".join(rules.coupled(ready)) or "nothing"
            return "coupling", f"not with {' '.join(move.couples) or 'nothing'} coupled; with {what} coupled it would go"
    if _alone_gets_there(rules, position, move):
        return "blocked", f"other pieces are in the way and cannot be pushed on, so {move.locomotive} does not get to {move.to}"
    return "way", f"no track leads from {move.start} to {move.to} in one run: a move goes one way, without turning back"


def _alone_gets_there(rules: Switcher, position: Position, move: TrainMove) -> bool:
    """Whether the locomotive would reach its destination if nothing else stood on the board."""
    joins = rules.plan.joins(position.turntables)
    todo = [End(move.start, end) for end in (0, 1)]
    seen = set(todo)
    while todo:
        for entered in joins.get(todo.pop(), ()):
            if entered.space == move.to:
                return True
            if entered.opposite not in seen and entered.space not in rules.broken:
                seen.add(entered.opposite)
                todo.append(entered.opposite)
    return False

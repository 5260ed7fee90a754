"""The rulesets of trains, `switcher` and `railway`, with everything that a card asks of them.

This module combines the others to implement the protocol in `ruleset.py`: `motion.py` for the run of a train, `guide.py` for the
meaning of a written move, `broken_rules.py` for the rule that it breaks, and `metrics.py` for counting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from shunt.errors import Fault, IllegalMoveError, suggest
from shunt.rules.goal import Goal
from shunt.rules.goal_text import goal_text
from shunt.rules.guide import describe, describe_all, describe_route, resolve, run_with_ends
from shunt.rules.motion import Motion, Run, ends_given, with_ends
from shunt.rules.moves import Move, TrainMove, TurntableStep, parse_move
from shunt.rules.objective import TRAIN_METRICS, Metric
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade

__all__ = ["Run", "Switcher"]

TrainMade = MoveMade[Position, Move]
"""A move made under the rules of trains."""


@dataclass(frozen=True)
class Switcher(Motion):
    """The rules of trains on one plan with given pieces."""

    @property
    def ruleset(self) -> str:
        """The name of the ruleset."""
        return self.train_rules.ruleset

    @property
    def pieces(self) -> tuple[str, ...]:
        """The locomotives and the cars."""
        return self.roster.pieces

    @property
    def metrics(self) -> Mapping[str, Metric]:
        """The metrics that a card may count, by name."""
        return TRAIN_METRICS

    # ---------------------------------------------------------------------------------------------------------- moves

    def parse_move(self, text: str) -> Move:
        """Read a move, whose space names may contain hyphens; raise `NotationError`, which shows the expected form."""
        return parse_move(text, self.plan.spaces)

    def make(self, position: Position, move: Move, number: int | None = None, before: TrainMade | None = None) -> TrainMade:
        """Make a move; raise `IllegalMoveError`, with the move's `number` in its list, if it is illegal or ambiguous.

        Under `railway`, the direction of a run is given from the locomotive's point of view. Its front is the end towards which
        it first ran.
        """
        try:
            if isinstance(move, TurntableStep):
                return self._made(position, move, None, self._stepped(position, move), before)
            assert isinstance(move, TrainMove)
            run, meant = self._run(position, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.rule, f"{move}: {error.why}", number) from None
        return self._made(position, meant, run, run.after, before)

    def _made(self, position: Position, move: Move, run: Run | None, after: Position, before: TrainMade | None) -> TrainMade:
        """Return the move made, with the direction of its run from the locomotive's point of view.

        If the rules have no headings, the memory of the move has the position with an end that each locomotive faces, and the
        direction of the first run of each.
        """
        memory = None
        if not self.has_headings:
            facing, first = before.memory if before else (ends_given(self, position), {})
            if run is None:
                facing = replace(facing, turntables=after.turntables)
            else:
                own = run_with_ends(with_ends(self), facing, run)
                facing, first = own.after, {own.locomotive: own.direction, **first}
                run = replace(run, direction="forward" if own.direction == first[own.locomotive] else "backward")
            memory = facing, first
        return MoveMade(move, run, after, self.names(after), self.turntables(after), memory)

    def _stepped(self, position: Position, move: TurntableStep) -> Position:
        """Return the position after a turntable was turned by hand."""
        turned = dict(self.turned_by_hand(position))
        if move.turntable in turned:
            return turned[move.turntable]
        rotations = {table.name: table.rotation for table in self.plan.turntables}
        why = f"unknown turntable {move.turntable}; this layout has {', '.join(rotations) or 'none'}"
        if move.turntable in rotations:
            why = f"turntable {move.turntable} is not turned by hand (its rotation is {rotations[move.turntable]})"
        raise IllegalMoveError("turntable", why)

    def _run(self, position: Position, move: TrainMove) -> tuple[Run, Move]:
        """Return the only run that `move` can mean, and the move: as written, or in the form that names no coupling before a
        push."""
        runs = resolve(self, position, move)
        if not runs:
            runs = self._pushes(position, move)
            if len(runs) == 1:
                return runs[0], describe_route(self, position, runs[0])
        if len(runs) == 1:
            return runs[0], move
        if runs:
            choices = "; ".join(str(describe(self, position, run)) for run in runs[:4])
            more = " …" if len(runs) > 4 else ""
            raise IllegalMoveError("ambiguous", f"this has {len(runs)} different outcomes; say which: {choices}{more}")
        from shunt.rules.broken_rules import broken_rule

        raise IllegalMoveError(*broken_rule(self, position, move))

    def _pushes(self, position: Position, move: TrainMove) -> list[Run]:
        """Return the backward runs that first push everything that `move` couples. Coupling has no effect on pushed pieces."""
        if not move.couples or move.direction == "forward" or self.couples_both_ways:
            return []
        behind = {self.coupled(ready) for ready in self.trains(position) if ready[:2] == (move.locomotive, "forward")}
        if move.couples not in behind:
            return []
        return resolve(self, position, replace(move, couples=(), direction="backward"), pushes=move.couples)

    def broken_rule(self, position: Position, move: Move) -> tuple[str, str] | None:
        """Return the name and a description of the rule that forbids `move` in `position`, or None if the move is legal."""
        try:
            self.make(position, move)
        except IllegalMoveError as error:
            return error.rule, error.why
        return None

    def legal_moves(self, position: Position) -> Iterator[Move]:
        """Yield every legal move in its shortest notation.

        The order is locomotive by locomotive, forward before backward, and fewer coupled pieces before more. Turntable steps
        come last. Two runs with the same notation and the same outcome are one move.
        """
        yield from describe_all(self, position, self._different(position))

    def count_legal_moves(self, position: Position) -> int:
        """Return the number of legal moves."""
        return len(self._different(position))

    def _different(self, position: Position) -> list[Run | str]:
        """Return the runs and turntable steps that are different moves, with a shortest run for each."""
        found: dict[object, Run | str] = {}
        for how, after in self.outcomes(position):
            if isinstance(how, str):
                found[how] = how
                continue
            key = (how.locomotive, how.couples, how.path[-1], self.roster.canonical(after))
            known = found.get(key)
            if not isinstance(known, Run) or how.distance < known.distance:
                found[key] = how
        return list(found.values())

    # ------------------------------------------------------------------------------------------------------ positions

    def canonical(self, position: Position) -> Position:
        """Return `position` with interchangeable pieces sorted by place."""
        return self.roster.canonical(position)

    def faults_of(self, position: Position, where: str = "position") -> list[Fault]:
        """Return the faults of `position`, such as too few spaces, or spaces where no piece may stop."""
        if not isinstance(position, Position):
            return [Fault(where, f"{type(position).__name__} is not a position of trains", "give a Position")]
        return list(self._faults(position, where))

    def _faults(self, position: Position, where: str) -> Iterator[Fault]:
        """Yield the faults of a position for these pieces on this board. If the number of pieces is wrong, yield only that
        fault."""
        plan, roster = self.plan, self.roster
        counts = (
            ("spaces", len(position.places), len(roster.pieces)),
            ("headings", len(position.headings), len(roster.locomotives) if self.has_headings else 0),
            ("turntable settings", len(position.turntables), len(plan.turntables)),
        )
        if wrong := [(found, what, needed) for what, found, needed in counts if found != needed]:
            yield from (Fault(where, f"{found} {what}, but the card has {needed}") for found, what, needed in wrong)
            return
        for table, index in zip(plan.turntables, position.turntables, strict=True):
            if not 0 <= index < len(table.positions):
                yield Fault(
                    where, f"turntable {table.name} has no position {index}", f"a number from 0 to {len(table.positions) - 1}"
                )
        names = roster.at(position)
        for piece, space in names.items():
            if space not in plan.spaces:
                yield Fault(where, f"{piece} on {space}: unknown space {space!r}", suggest(space, plan.spaces))
                continue
            if not self.access.may_be(piece, space):
                what = "the space is broken" if space in self.broken else f"the space is closed to {piece}"
                yield Fault(where, f"{piece} on {space}: {what}")
            if space in plan.no_stop:
                yield Fault(where, f"{piece} on {space}: nothing may stand there")
            others = {*plan.partners(space), space}
            for other in roster.pieces[: roster.pieces.index(piece)]:
                if names[other] in others:
                    yield Fault(where, f"{piece} on {space}: not possible while {other} stands on {names[other]}")

    def names(self, position: Position) -> dict[str, str]:
        """Return a mapping from pieces to spaces, with headings such as `A1>A2`."""
        return self.roster.as_names(self.plan, position)

    def turntables(self, position: Position) -> dict[str, int]:
        """Return a mapping from turntables to their positions."""
        return {table.name: index for table, index in zip(self.plan.turntables, position.turntables, strict=True)}

    def is_met(self, goal: Goal, position: Position) -> bool:
        """Return whether `position` meets the goal."""
        return goal.is_met(self.roster, self.plan, position)

    def counts(self, start: Position, moves: Iterable[TrainMade]) -> dict[str, int]:
        """Return the cost of `moves`, played from `start`, in every metric."""
        from shunt.rules.metrics import measures  # most cards count moves, and need none of what follows couplings

        return measures(
            self, start, [made.move.turntable if isinstance(made.move, TurntableStep) else made.run for made in moves]
        )

    def describe_position(self, position: Position) -> str:
        """Return a line that describes the position."""
        words = [f"{name} {place}" for name, place in self.names(position).items()]
        return " · ".join([*words, *(f"turntable {name} at {index}" for name, index in self.turntables(position).items())])

    def describe_goal(self, goal: Goal) -> str:
        """Return a line that describes the goal."""
        return goal_text(goal, self.roster, self.plan)

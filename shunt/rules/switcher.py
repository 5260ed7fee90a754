"""The rulesets of trains, `switcher` and `railway`: everything that a card asks of them.

How a train runs is in `motion.py`, what a written move means in `guide.py`, replaying in `referee.py`, counting in
`metrics.py`; this module puts them together as the protocol of `ruleset.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shunt.errors import Fault, IllegalMoveError
from shunt.rules.goal import Goal
from shunt.rules.goal_text import goal_text
from shunt.rules.guide import describe_all
from shunt.rules.motion import Motion, Ready, Run, Train
from shunt.rules.moves import METRICS, Move, parse_move
from shunt.rules.position import Position, Roster, position_faults
from shunt.rules.referee import make, replay, turntables_by_name
from shunt.rules.ruleset import MoveMade
from shunt.track.plan import Plan

__all__ = ["Ready", "Run", "Switcher", "Train"]


@dataclass(frozen=True)
class Switcher(Motion):
    """The rules of trains on one plan with given pieces and broken tracks.

    `couples_both_ways`: a locomotive pulls whatever it couples behind it in either direction (`railway`); otherwise only
    when it runs forward. `has_headings`: which way a locomotive faces is part of the position. `drags_coupled`: what other
    locomotives have coupled moves along too.
    """

    @classmethod
    def for_ruleset(
        cls, ruleset: str, plan: Plan, roster: Roster, broken: frozenset[str] = frozenset(), drags_coupled: bool = False
    ) -> Switcher:
        """Return the rules of `switcher` or of `railway`."""
        railway = ruleset == "railway"
        return cls(plan, roster, broken, railway, not railway, drags_coupled)

    @property
    def ruleset(self) -> str:
        """The name of the ruleset: `railway` if locomotives have no front."""
        return "railway" if self.couples_both_ways else "switcher"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The locomotives and the cars."""
        return self.roster.pieces

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that a card may count, one or several."""
        return METRICS

    # ---------------------------------------------------------------------------------------------------------- moves

    def parse_move(self, text: str) -> Move:
        """Read a move; names of spaces with hyphens are recognised. Raises `NotationError`."""
        return parse_move(text, self.plan.spaces)

    def make(self, position: Position, move: Move, number: int | None = None, before: MoveMade | None = None) -> MoveMade:
        """Make a move; raises `IllegalMoveError` that names the broken rule (and the move's `number`)."""
        return make(self, position, move, number, before)

    def replay(self, start: Position, moves: Iterable[Move]) -> Iterator[MoveMade]:
        """Make moves one after the other; raises `IllegalMoveError` at the first that is illegal or ambiguous."""
        return replay(self, start, moves)

    def broken_rule(self, position: Position, move: Move) -> tuple[str, str] | None:
        """Return the rule that forbids `move` here, by name and in words; None if it is legal."""
        try:
            make(self, position, move)
        except IllegalMoveError as error:
            return error.rule, error.why
        return None

    def legal_moves(self, position: Position) -> Iterator[Move]:
        """Yield every legal move in its shortest notation.

        Locomotive by locomotive, forward before backward, few pieces coupled before many; then steps of turntables. Two runs
        that differ in nothing that a move names, and in no outcome, are one move.
        """
        yield from describe_all(self, position, self._different(position))

    def count_legal_moves(self, position: Position) -> int:
        """Return the number of legal moves."""
        return len(self._different(position))

    def _different(self, position: Position) -> list[Run | str]:
        """Return the runs and turntables to step that are different moves, a shortest run for each."""
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
        """Return the position with interchangeable pieces in order of place."""
        return self.roster.canonical(position)

    def faults_of(self, position: Position, where: str = "position") -> list[Fault]:
        """Return what keeps `position` from being one of these pieces: too few spaces, or spaces where no piece may stop."""
        if not isinstance(position, Position):
            return [Fault(where, f"{type(position).__name__} is not a position of trains", "give a Position")]
        return list(position_faults(self.plan, self.roster, self.broken, self.has_headings, position, where))

    def names(self, position: Position) -> dict[str, str]:
        """Return piece → space, a locomotive's with what it faces (`A1>A2`)."""
        return self.roster.as_names(self.plan, position)

    def turntables(self, position: Position) -> dict[str, int]:
        """Return the position of every turntable by name."""
        return turntables_by_name(self, position)

    def is_met(self, goal: Goal, position: Position) -> bool:
        """Return whether `position` has everything where the goal wants it."""
        return goal.is_met(self.roster, position)

    def counts(self, start: Position, moves: Iterable[MoveMade]) -> dict[str, int]:
        """Return what moves made from `start` count, in every metric."""
        from shunt.rules.metrics import measures  # most cards count moves, and need none of what follows couplings

        return measures(self, start, [made.run if made.run is not None else made.move.turntable for made in moves])

    def describe_position(self, position: Position) -> str:
        """Return where everything is, in one line."""
        words = [f"{name} {place}" for name, place in self.names(position).items()]
        return " · ".join([*words, *(f"turntable {name} at {index}" for name, index in self.turntables(position).items())])

    def describe_goal(self, goal: Goal) -> str:
        """Return where everything must end, in one line."""
        return goal_text(goal, self.roster, self.plan)

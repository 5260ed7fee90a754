"""Sidings cards solved without kernels, from both ends: the search of `search.py` with the same answers.

Its states are those of `graph.py`, in which the cars that the goal does not distinguish are the same. Pulls and drops can be
undone, so both ends make the same moves in the rules' order. The path is shown through the first state found where the ends meet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shunt.cards.stop import Stop, StopKind
from shunt.rules.ruleset import MoveMade, replay
from shunt.search.core.limits import LimitReached
from shunt.search.methods.referee import MOST_GOALS, LevelsByReferee, Side
from shunt.search.plain import PlainMethod
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.search.graph import SidingsProblem, State, count_permutations

if TYPE_CHECKING:
    from shunt.sidings.search.task import SidingsTask


@dataclass
class SidingsReferee(LevelsByReferee):
    """The search for a sidings card. The level in which the ends meet is not completed. `problem`: the card in numbers."""

    card: SidingsCard
    problem: SidingsProblem = field(kw_only=True)

    @property
    def moves(self) -> tuple[MoveMade, ...] | None:
        """Return the moves along the path, made by the card's rules."""
        if self.path is None:
            return None
        return tuple(replay(self.card.rules, self.card.start, self.problem.moves_along(self.path)))

    def _ends(self) -> tuple[Side, Side]:
        start, goals = self.problem.encode(self.card.start), dict[State, None]()  # goals in the order of `SidingsGoals`
        for occupancy, wanted in self.problem.goal_occupancies():
            if len(goals) + count_permutations(self.problem.rest(wanted)) > MOST_GOALS:
                raise LimitReached(Stop(StopKind.BUDGET, MOST_GOALS))
            words = self.problem.words(wanted)
            goals |= dict.fromkeys((occupancy, tuple(row)) for row in self.problem.rows(words).tolist())
        return Side("start", [[start]], {start}, self._around), Side("goal", [list(goals)], set(goals), self._around)

    def _around(self, state: State) -> list[State]:
        return [after for _, after in self.problem.moves(state)]

    def _expand(self, side: Side, other: Side) -> Collection[State]:
        level: list[State] = []
        for _, neighbours in self._next_to(side):
            for neighbour in neighbours:
                if neighbour not in side.reached:
                    side.reached.add(neighbour)
                    level.append(neighbour)
                    if neighbour in other.reached:
                        return [neighbour]
        side.levels.append(level)
        return []

    def _path(self, met: Collection[State]) -> list[State]:
        meeting = next(iter(met))
        before, after = [*(list(self._back(side, meeting)) for side in self.sides), []][:2]
        return [*reversed(before), meeting, *after]

    def _back(self, side: Side, state: State) -> Iterator[State]:
        """Yield one state of each level before `state`, nearest first; of several, the one found first."""
        depth = next((depth for depth, level in enumerate(side.levels) if state in level), len(side.levels))
        for level in reversed(side.levels[:depth]):
            around = set(self._around(state))
            state = next(found for found in level if found in around)
            yield state


class RefereeOfSidings(PlainMethod):
    """Levels from both ends by the referee's own moves."""

    task: SidingsTask
    kernel = "shunt.sidings.search.kernels", "bounds_of"
    first_budget = 1_000

    def search(self) -> SidingsReferee:
        """Return the search."""
        return SidingsReferee(self.task.card, self.task.limits, problem=self.task.problem)

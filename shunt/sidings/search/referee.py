"""Sidings cards solved by the referee alone, from both ends: the search of `search.py` without kernels, with the same answers.

Positions that the goal does not distinguish are treated as one, as if all cars that it does not name were interchangeable. Pulls
and drops can be undone, so both ends make the same moves in the rules' order. The path is shown through the first position found
where the ends meet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from shunt.cards.stop import Stop, StopKind
from shunt.rules.ruleset import MoveMade, replay
from shunt.search.core.limits import LimitReached
from shunt.search.methods.referee import MOST_GOALS, LevelsByReferee, Side
from shunt.search.plain import PlainMethod
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import HEADSHUNT, Sidings, SidingsMove, SidingsPosition
from shunt.sidings.search.graph import Occupancy, SidingsProblem

if TYPE_CHECKING:
    from shunt.sidings.search.task import SidingsTask


@dataclass
class SidingsReferee(LevelsByReferee):
    """The search for a sidings card. The level in which the ends meet is not completed. `problem`: the card in numbers."""

    card: SidingsCard
    problem: SidingsProblem = field(kw_only=True)

    @cached_property
    def rules(self) -> Sidings:
        """Return the card's rules, with the cars that the goal does not distinguish made interchangeable."""
        return replace(self.card.rules, interchangeable=tuple(map(tuple, _alike(self.problem).values())))

    @property
    def moves(self) -> tuple[MoveMade, ...] | None:
        """Return the moves along the path, made by the card's rules."""
        if self.path is None:
            return None
        moves = [self._move(before, after) for before, after in pairwise(self.path)]
        return tuple(replay(self.card.rules, self.card.start, moves))

    def _move(self, before: SidingsPosition, after: SidingsPosition) -> SidingsMove:
        return next(move for move, there in self.rules.moves(before) if self.rules.canonical(there) == after)

    def _ends(self) -> tuple[Side, Side]:
        start = self.rules.canonical(self.card.start)
        goals = goal_positions_of(self.problem)
        return Side("start", self._around, [[start]], {start}), Side("goal", self._around, [goals], set(goals))

    def _around(self, position: SidingsPosition) -> list[SidingsPosition]:
        return [self.rules.canonical(after) for _, after in self.rules.moves(position)]

    def _expand(self, side: Side, other: Side) -> Collection[SidingsPosition]:
        level: list[SidingsPosition] = []
        for _, neighbours in self._next_to(side):
            for neighbour in neighbours:
                if neighbour not in side.reached:
                    side.reached.add(neighbour)
                    level.append(neighbour)
                    if neighbour in other.reached:
                        return [neighbour]
        side.levels.append(level)
        return []

    def _path(self, met: Collection[SidingsPosition]) -> list[SidingsPosition]:
        meeting = next(iter(met))
        before, after = [*(list(self._back(side, meeting)) for side in self.sides), []][:2]
        return [*reversed(before), meeting, *after]

    def _back(self, side: Side, position: SidingsPosition) -> Iterator[SidingsPosition]:
        """Yield one position of each level before `position`, nearest first; of several, the one found first."""
        depth = next((depth for depth, level in enumerate(side.levels) if position in level), len(side.levels))
        for level in reversed(side.levels[:depth]):
            around = set(self._around(position))
            position = next(found for found in level if found in around)
            yield position


def goal_positions_of(problem: SidingsProblem) -> list[SidingsPosition]:
    """Return every position that meets the goal, in the order of `SidingsGoals`; raise `LimitReached` if there are more than
    `MOST_GOALS`."""
    found: dict[SidingsPosition, None] = {}
    for number, wanted in problem.goal_occupancies():
        for order in _orders(problem.rest(wanted)):
            kinds = iter(order)
            row = [kind if kind >= 0 else next(kinds) for kind in wanted]
            found[_position(problem, problem.graph.occupancies[number], row)] = None
            if len(found) > MOST_GOALS:
                raise LimitReached(Stop(StopKind.BUDGET, MOST_GOALS))
    return list(found)


def _orders(kinds: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every order of kinds, sorted and without duplicates."""
    if not kinds:
        yield ()
    for kind in sorted(set(kinds)):
        rest = list(kinds)
        rest.remove(kind)
        for order in _orders(rest):
            yield (kind, *order)


def _alike(problem: SidingsProblem) -> dict[int, list[str]]:
    """Return the cars of each kind, in the order of the cars."""
    alike: dict[int, list[str]] = {}
    for car in problem.rules.cars:
        alike.setdefault(problem.kinds[car], []).append(car)
    return alike


def _position(problem: SidingsProblem, occupancy: Occupancy, row: list[int]) -> SidingsPosition:
    """Return the position for a row of kinds, in the canonical form of the rules with interchangeable kinds."""
    names = {kind: iter(cars) for kind, cars in _alike(problem).items()}
    cars = iter([next(names[kind]) for kind in row])
    headshunt, *sidings = (tuple(next(cars) for _ in range(length)) for length in occupancy.lengths)
    place = [HEADSHUNT, *problem.rules.capacities][occupancy.locomotive]
    return SidingsPosition(headshunt, tuple(sidings), place)


class RefereeOfSidings(PlainMethod):
    """Levels from both ends by the referee's own moves."""

    task: SidingsTask
    kernel = "shunt.sidings.search.kernels", "bounds_of"
    first_budget = 1_000

    def search(self, budget: int | None, continues: Callable[[], int]) -> SidingsReferee:
        """Return the search."""
        return SidingsReferee(self.task.card, self.task.limits, budget, continues, problem=self.task.problem)

"""Two trains on a line with a stub, solved by way of orders: a bound for lines of any length, and a solution that meets it.

`fewest` (see `line_orders.py`) gives the least that any solution counts, and one sequence of orders that counts no more. The
card itself is then searched among the positions in these orders only: a solution there that counts as little is optimal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import RouteCard
from shunt.cards.stop import Stop, StopKind
from shunt.rules.position import Position
from shunt.search.core.arrays import keys_of, numbers_of
from shunt.search.core.limits import Limits, Progress
from shunt.search.core.search import Search
from shunt.search.metrics.dijkstra import MetricSearch
from shunt.search.metrics.passing.line_orders import Fewest, Metric, Orders, StubLine, fewest
from shunt.search.metrics.plan import MetricPlan
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import States
from shunt.track.plan import End, Plan

METHOD = "orders"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Geometry:
    """Which spaces lie left and right of the points, from them outwards, and the stub; `joins` is the side it is entered from."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    stub: str
    joins: Literal["l", "r"]

    @classmethod
    def of(cls, plan: Plan) -> Geometry | None:
        """Return the geometry of a plan that is a line with a stub of one space; None of any other."""
        if plan.turntables or plan.exclusive or plan.no_stop:
            return None
        joins = plan.joins()
        forks = [end for end, others in joins.items() if len(others) == 2]
        if len(forks) != 1 or any(len(others) > 2 for others in joins.values()):
            return None
        branches = {end.space for end in joins[forks[0]]}
        stubs = [end.space for end in joins[forks[0]] if not joins.get(end.opposite)]
        left = onwards(plan, forks[0].opposite, forks[0].space)
        for stub in stubs:
            (other,) = branches - {stub}
            entered = next(end for end in joins[forks[0]] if end.space == other)
            right = onwards(plan, entered.opposite, other)
            if len({*left, *right, stub}) == len(plan.spaces) == len(left) + len(right) + 1:
                return cls(left, right, stub, "l")
        return None

    def orders(self, at: Mapping[str, str]) -> Orders:
        """Return the orders of pieces; `at`: space → letter."""
        left, right = ("".join(at.get(space, "") for space in line) for line in (self.left, self.right))
        return Orders(left, at.get(self.stub, ""), right)


def onwards(plan: Plan, end: End, space: str) -> tuple[str, ...]:
    """Return `space` and the spaces beyond `end` of it, to the end of the line."""
    line, joins = [space], plan.joins()
    while len(others := joins.get(end, ())) == 1 and others[0].space not in line:
        line.append(others[0].space)
        end = others[0].opposite
    return tuple(line)


@dataclass(frozen=True)
class PassingTrains:
    """A card on such a line: its orders at the start and at the goal."""

    card: RouteCard
    geometry: Geometry
    line: StubLine
    letters: Mapping[str, str]

    @classmethod
    def of(cls, card: RouteCard) -> PassingTrains | None:
        """Return the card as orders; None where it is of another kind, or does not say where every piece must end."""
        geometry = Geometry.of(card.plan)
        roster = card.roster
        named = set(card.goal.places) == set(roster.pieces) and not card.goal.headings
        alike = [name for group in roster.interchangeable for name in group]
        if geometry is None or card.broken or not named or set(alike) & set(roster.locomotives) or len(roster.pieces) > 26:
            return None
        first = {name: group[0] for group in roster.interchangeable for name in group}
        letter = dict(zip(roster.pieces, LETTERS, strict=False))
        letters = {name: letter[first.get(name, name)] for name in roster.pieces}
        facing = {}
        for name, space, end in zip(roster.locomotives, card.start.places, card.start.headings, strict=False):
            facing[letters[name]] = _faces(geometry, card.plan, End(space, end))
        line = StubLine(geometry.joins, "".join(letters[name] for name in roster.locomotives), facing)
        return cls(card, geometry, line, letters)

    def bound(self, metric: Metric) -> Fewest:
        """Return the fewest on a line of any length."""
        return fewest(self.line, self.seen(self.card.start), self._goal(), metric)

    def seen(self, position: Position) -> Orders:
        """Return the orders of a position."""
        names = zip(self.card.roster.pieces, position.places, strict=True)
        return self.geometry.orders({space: self.letters[name] for name, space in names})

    def _goal(self) -> Orders:
        return self.geometry.orders({space: self.letters[name] for name, space in self.card.goal.places.items()})


def _faces(geometry: Geometry, plan: Plan, end: End) -> str:
    """Return whether a locomotive that faces `end` of its space faces left or right; the stub is right of the left line."""
    towards = {other.space for other in plan.joins().get(end, ())}
    if end.space == geometry.stub:
        return "l" if towards else "r"
    line, inwards = (geometry.left, "r") if end.space in geometry.left else (geometry.right, "l")
    place = line.index(end.space)
    inner = {line[place - 1]} if place else {geometry.left[0], geometry.right[0], geometry.stub} - {end.space}
    return inwards if towards & inner else "r" if inwards == "l" else "l"


@dataclass
class LineSearch(Search):
    """A search by orders: first the least count on a line of any length, then a solution that keeps to the orders of that one.

    It finds a solution only if the line is long enough for it; of those that count the same it need not find the shortest.
    `bound`: the least count; `within`: the search among its orders.
    """

    plan: MetricPlan
    start: int
    goals: GoalSet
    trains: PassingTrains
    metric: Metric
    limits: Limits
    progress: Progress
    bound: Fewest | None = None
    within: MetricSearch | None = None

    @property
    def lower_bound(self) -> int:
        """No solution counts less."""
        return self.bound.count or 0 if self.bound else 0

    @property
    def states(self) -> int:
        """Return how many positions were reached."""
        return self.within.states if self.within else 0

    @property
    def total(self) -> int | None:
        """Return the optimum as one number (see `MetricPlan.counts`); None while none is found."""
        return self.within.total if self.within and self.path is not None else None

    @property
    def proof(self) -> dict[str, str]:
        """Return the argument that the solution counts least."""
        if self.bound is None:
            return {}
        argument = f"{self.bound.states:,} orders of the pieces were searched: no solution counts less, however long the line is"
        return {"argument": argument + (", and this one counts no more" if self.path is not None else "")}

    def _search(self) -> None:
        self.bound = bound = self.trains.bound(self.metric)
        if bound.count is not None:
            kept = _Within(self.trains, self.plan, bound)
            self.within = MetricSearch(self.plan, self.start, self.goals, self.limits, self.progress, keep=kept)
            self.within.run()
            self.stopped = self.within.stopped
            total = self.within.total
            if total is not None and self.plan.counts(total)[0] <= bound.count:
                self.path = self.within.path
        if self.path is None and self.stopped is None:
            self.stopped = Stop(StopKind.INCOMPLETE)


def line_search(
    card: RouteCard, plan: MetricPlan, start: int, goals: GoalSet, limits: Limits, progress: Progress
) -> LineSearch | None:
    """Return the search by orders of a card; None unless it is for two trains on a line with a stub and counts one metric,
    runs or reversals."""
    metric: Metric | None = {"runs": "runs", "reversals": "reversals"}.get(card.metric[0])  # type: ignore[assignment]
    counts_one = len(card.metric) == 1 and not card.rules.drags_coupled
    trains = PassingTrains.of(card) if metric and counts_one else None
    if trains is None or metric is None:
        return None
    return LineSearch(plan, start, goals, trains, metric, limits, progress)


class _Within:
    """Which states are in the orders of a path."""

    def __init__(self, trains: PassingTrains, plan: MetricPlan, bound: Fewest) -> None:
        self._trains, self._plan, self._allowed = trains, plan, set(bound.path)
        self._known: dict[int, bool] = {}

    def __call__(self, states: States) -> NDArray[np.bool_]:
        places = self._plan.places(states)
        _, first, where = np.unique(keys_of(places), return_index=True, return_inverse=True)
        return np.array([self._is_within(place) for place in numbers_of(places[first])], np.bool_)[where]

    def _is_within(self, state: int) -> bool:
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._trains.seen(self._plan.codec.unpack(state)) in self._allowed
        return known

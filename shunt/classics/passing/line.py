"""Two trains on a line with a stub for one piece: the fewest runs or reversals on a line of any length, and a solution as good.

Published puzzles of this kind (Loyd's Primitive Railroading, Dudeney's Railway shunting) do not say how long their lines are.
Here a state is only the *order* of the pieces: those left of the points and those right of them, each from the points
outwards, and the one in the stub. Gaps are left out: pieces that lie next to each other in the order may always be
coupled, and what lies farther out never has to be pushed. So every move on a line of any length is a move of orders, or changes
no order at all, and the fewest counted here is a lower bound on all of them; a solution of a card that counts no more is optimal
for its own lengths and for every other.

`fewest` gives the least that any solution counts, and one sequence of orders that counts no more. `LineSearch` then searches the
card among the positions in these orders only.

Orders are written with a letter a piece; cars that stand for each other share one. Directions are `l` and `r`.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import RouteCard
from shunt.cards.evidence import NOTHING, Evidence, OrdersSearched
from shunt.cards.stop import Stop, StopKind
from shunt.classics.passing.orders import OrdersSearch, letters_of, onwards, path_to, standing
from shunt.rules.position import Position
from shunt.search.core.arrays import keys_of, numbers_of
from shunt.search.core.limits import Limits
from shunt.search.metrics.plan import MetricPlan
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import States
from shunt.track.plan import End, Plan

Metric = Literal["runs", "reversals"]


class Orders(NamedTuple):
    """Left of the points (from them outwards), in the stub (at most one piece), right of them (from them outwards)."""

    left: str
    stub: str
    right: str


class OrdersChange(NamedTuple):
    """A move that changes the orders: who runs, in which direction, the result, and every piece that moves with it."""

    locomotive: str
    direction: str
    after: Orders
    moved: str


@dataclass(frozen=True)
class StubLine:
    """A line with a stub, and how its trains may be worked.

    `stub_joins`: `l` where the stub is entered from the left line (running to the right), `r` for the other side. `facing`:
    the direction that every locomotive faces, empty where locomotives couple at both ends; facing ones pull only behind them.
    Readings that the published texts leave open, all off as under the rulesets: `no_front` – nothing is ever coupled to
    the front of a locomotive, not even in a train that another one draws; `apart` – no locomotive moves another one; `carried`
    – when a locomotive reverses, the locomotives in its train reverse too.
    """

    stub_joins: Literal["l", "r"]
    locomotives: str
    facing: Mapping[str, str] = field(default_factory=dict)
    no_front: bool = False
    apart: bool = False
    carried: bool = False

    def changes(self, orders: Orders) -> Iterator[OrdersChange]:
        """Yield every move that changes the orders."""
        for locomotive in self.locomotives:
            for change in self._changes_by(orders, locomotive):
                if not self.apart or not set(self.locomotives) & set(change.moved) - {locomotive}:
                    yield change

    def _changes_by(self, orders: Orders, locomotive: str) -> Iterator[OrdersChange]:
        if orders.stub == locomotive:
            side = self.stub_joins
            own, other = _sides(orders, side)
            yield OrdersChange(locomotive, side, _orders(side, locomotive + own, "", other), locomotive)
        for side in ("l", "r"):
            own, other = _sides(orders, side)
            if locomotive in own:
                yield from self._outwards(orders.stub, side, own, other, locomotive)
                yield from self._inwards(orders.stub, side, own, other, locomotive)

    def _outwards(self, stub: str, side: str, own: str, other: str, locomotive: str) -> Iterator[OrdersChange]:
        """Play away from the points: what is coupled behind comes over them, out of the other line or out of the stub."""
        inner = own[: own.index(locomotive)]
        if not self._pulls(locomotive, side):
            return
        may = self._couples(inner[::-1] + other, side) - len(inner)
        for drawn in range(1, may + 1):
            after = _orders(side, other[:drawn][::-1] + own, stub, other[drawn:])
            yield OrdersChange(locomotive, side, after, other[:drawn] + inner + locomotive)
        if stub and side == self.stub_joins and self._couples(inner[::-1] + stub, side) > len(inner):
            yield OrdersChange(locomotive, side, _orders(side, stub + own, "", other), stub + inner + locomotive)

    def _inwards(self, stub: str, side: str, own: str, other: str, locomotive: str) -> Iterator[OrdersChange]:
        """Play towards the points: pieces before the locomotive are pushed over them, then it follows with those it draws."""
        place, direction = own.index(locomotive), _opposite(side)
        drawn = self._couples(own[place + 1 :], direction) if self._pulls(locomotive, direction) else 0
        for over in range(1, place + 2 + drawn):
            after = _orders(side, own[over:], stub, own[:over][::-1] + other)
            yield OrdersChange(locomotive, direction, after, own[: max(over, place + 1)])
        if not stub and side == self.stub_joins:
            yield OrdersChange(locomotive, direction, _orders(side, own[1:], own[0], other), own[: place + 1])

    def _pulls(self, locomotive: str, direction: str) -> bool:
        return self.facing.get(locomotive, direction) == direction

    def _couples(self, chain: str, direction: str) -> int:
        """Return how many of `chain`, nearest first, can be drawn in `direction`."""
        for place, piece in enumerate(chain if self.no_front else ""):
            if piece in self.locomotives:
                return place if self.facing[piece] == direction else place + 1
        return len(chain)


@dataclass(frozen=True)
class Fewest:
    """The fewest that changes of order count; None if the goal cannot be reached. `path`: the orders from start to goal."""

    count: int | None
    states: int
    path: tuple[Orders, ...]


def fewest(line: StubLine, start: Orders, goal: Orders, metric: Metric) -> Fewest:
    """Return the fewest, by Dijkstra's search over orders and what the metric remembers; among equals the fewest changes."""
    number = count()
    begun = (start, (None,) * len(line.locomotives))
    best: dict[object, tuple[int, int]] = {begun: (0, 0)}
    parent: dict[object, object] = {}
    todo: list[tuple[tuple[int, int], int, tuple[Orders, tuple[str | None, ...]]]] = [((0, 0), next(number), begun)]
    done = set()
    while todo:
        total, _, current = heapq.heappop(todo)
        if current in done:
            continue
        done.add(current)
        if current[0] == goal:
            return Fewest(total[0], len(done), path_to(parent, current))
        for change in line.changes(current[0]):
            added, senses = _count(line, change, current[1], metric)
            after, cost = (change.after, senses), (total[0] + added, total[1] + 1)
            if after not in best or cost < best[after]:
                best[after], parent[after] = cost, current
                heapq.heappush(todo, (cost, next(number), after))
    return Fewest(None, len(done), ())


def _count(
    line: StubLine, change: OrdersChange, senses: tuple[str | None, ...], metric: Metric
) -> tuple[int, tuple[str | None, ...]]:
    """Return what a change adds, and the senses after it: of every locomotive, or under `runs` of the one that is on a run."""
    seats = [line.locomotives.index(change.locomotive)]
    if metric == "runs":
        now = tuple(change.direction if seat == seats[0] else None for seat in range(len(senses)))
        return int(now != senses), now
    if line.carried:
        seats = [seat for seat, name in enumerate(line.locomotives) if name in change.moved]
    senses_after = list(senses)
    for seat in seats:
        senses_after[seat] = change.direction
    return sum(senses[seat] not in (None, change.direction) for seat in seats), tuple(senses_after)


def _sides(orders: Orders, side: str) -> tuple[str, str]:
    """Return the line on `side` of the points, and the other one."""
    return (orders.left, orders.right) if side == "l" else (orders.right, orders.left)


def _orders(side: str, own: str, stub: str, other: str) -> Orders:
    return Orders(own, stub, other) if side == "l" else Orders(other, stub, own)


def _opposite(side: str) -> str:
    return "r" if side == "l" else "l"


# --------------------------------------------------------------------------------------------------------------------
# A card


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


def _faces(geometry: Geometry, plan: Plan, end: End) -> str:
    """Return whether a locomotive that faces `end` of its space faces left or right; the stub is right of the left line."""
    towards = {other.space for other in plan.joins().get(end, ())}
    if end.space == geometry.stub:
        return "l" if towards else "r"
    line, inwards = (geometry.left, "r") if end.space in geometry.left else (geometry.right, "l")
    place = line.index(end.space)
    inner = {line[place - 1]} if place else {geometry.left[0], geometry.right[0], geometry.stub} - {end.space}
    return inwards if towards & inner else "r" if inwards == "l" else "l"


@dataclass(kw_only=True)
class LineSearch(OrdersSearch):
    """A search by orders: first the least count on a line of any length, then a solution that keeps to the orders of that one.

    It finds a solution only if the line is long enough for it; of those that count the same it need not find the shortest.
    `bound`: the least count.
    """

    card: RouteCard
    geometry: Geometry
    line: StubLine
    metric: Metric
    bound: Fewest | None = None

    @property
    def lower_bound(self) -> int:
        """Return a bound: no solution has a smaller count."""
        return self.bound.count or 0 if self.bound else 0

    @property
    def states(self) -> int:
        """Return how many positions were reached."""
        return self.within.states if self.within else 0

    @property
    def evidence(self) -> Evidence:
        """Return how many orders were searched, and what they need."""
        return NOTHING if self.bound is None else OrdersSearched(self.bound.states, self.bound.count)

    def _search(self) -> None:
        goal = self.geometry.orders(standing(self.letters, self.card.goal.places))
        self.bound = bound = fewest(self.line, self._seen(self.card.start), goal, self.metric)
        if bound.count is not None:
            within = self._search_within(partial(self._are_in, set(bound.path), {}))
            if within.total is not None and self.plan.counts(within.total)[0] <= bound.count:
                self.path = within.path
        self.exhausted = bound.count is None
        if not self.is_answer and self.stopped is None:
            self.stopped = Stop(StopKind.INCOMPLETE)

    def _seen(self, position: Position) -> Orders:
        """Return the orders of a position."""
        return self.geometry.orders(standing(self.letters, dict(zip(self.card.roster.pieces, position.places, strict=True))))

    def _are_in(self, allowed: set[Orders], known: dict[int, bool], states: States) -> NDArray[np.bool_]:
        """Return which of `states` are in the orders of a path; `known` keeps what was found of their places."""
        places = self.plan.places(states)
        _, first, where = np.unique(keys_of(places), return_index=True, return_inverse=True)
        numbers = numbers_of(places[first])
        for place in numbers:
            if place not in known:
                known[place] = self._seen(self.plan.codec.unpack(place)) in allowed
        return np.array([known[place] for place in numbers], np.bool_)[where]


def line_search(card: RouteCard, plan: MetricPlan, start: int, goals: GoalSet, limits: Limits) -> LineSearch | None:
    """Return the search by orders of a card; None unless it is for trains on a line with a stub and counts one metric, runs or
    reversals."""
    metric: Metric | None = {"runs": "runs", "reversals": "reversals"}.get(card.metric[0])  # type: ignore[assignment]
    geometry, letters, roster = Geometry.of(card.plan), letters_of(card), card.roster
    if metric is None or len(card.metric) > 1 or card.train_rules.changed or geometry is None or letters is None:
        return None
    facing = {}
    for name, space, end in zip(roster.locomotives, card.start.places, card.start.headings, strict=False):
        facing[letters[name]] = _faces(geometry, card.plan, End(space, end))
    line = StubLine(geometry.joins, "".join(letters[name] for name in roster.locomotives), facing)
    return LineSearch(
        plan=plan,
        start=start,
        goals=goals,
        limits=limits,
        letters=letters,
        card=card,
        geometry=geometry,
        line=line,
        metric=metric,
    )

"""Two trains on a line with a stub: the fewest runs or reversals on a line of any length, and a solution with this number.

Published puzzles of this kind (Loyd's Primitive Railroading, Dudeney's Railway shunting) do not say how long their lines are. A
state here is only the *order* of the pieces: those left of the points and those right of them, each from the points outwards, and
those in the stub, which holds few. Gaps are left out: pieces that are next to each other in the order can always be coupled, and
pieces farther out never have to be pushed. Every move on a line of any length is therefore a move of orders, or changes no order.
The minimum number found here is a lower bound for all of them, and a solution of a card with this number is optimal for its own
lengths and for all others.

`fewest` returns the minimum number, and one sequence of orders with it. `LineSearch` then searches the card, but only positions
in these orders.

Orders are written with one letter per piece, and interchangeable cars share a letter. Directions are `l` and `r`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from shunt.cards.card import RouteCard
from shunt.cards.evidence import NOTHING, Evidence, OrdersSearched
from shunt.cards.stop import Stop, StopKind
from shunt.classics.passing.orders import Cost, OrdersSearch, Rows, SearchEnd, letters_of, onwards
from shunt.search.core.arrays import Ints, States, keys_of, numbers_of
from shunt.search.core.limits import Limits
from shunt.search.metrics.plan import MetricPlan
from shunt.search.trains.goals import GoalSet
from shunt.track.graphs import path_to
from shunt.track.plan import End, Plan

MOST_ORDERS = 40_000  # with what the metric remembers: some 20 s of search
BETWEEN_LOOKS = 64  # orders
Metric = Literal["runs", "reversals"]
Memory = tuple[str | None, ...]
"""The direction in which each locomotive ran last, or None if it does not count. Back from the goal, it is the first run."""


class Orders(NamedTuple):
    """The pieces left of the points, in the stub, and right of the points, each from the points outwards."""

    left: str
    stub: str
    right: str

    def passed(self, source: str, target: str, over: int) -> Orders:
        """Return the orders after the first pieces of one row have passed over the points to another."""
        own, other = getattr(self, source), getattr(self, target)
        return self._replace(**{source: own[over:], target: own[:over][::-1] + other})


State = tuple[Orders, Memory]


@dataclass(frozen=True)
class OrdersChange:
    """A move that changes the orders: who runs, in which direction, and the result."""

    locomotive: str
    direction: str
    after: Orders


@dataclass(frozen=True)
class StubLine:
    """A line with a stub, and the rules for its trains.

    `stub_joins`: `l` where the stub is entered from the left line (running to the right), `r` for the other side. `facing`:
    the direction that every locomotive faces, empty where locomotives couple at both ends; facing ones pull only behind them.
    `room`: the pieces that the stub holds.
    """

    stub_joins: Literal["l", "r"]
    locomotives: str
    facing: Mapping[str, str] = field(default_factory=dict)
    room: int = 1

    def changes(self, orders: Orders) -> Iterator[OrdersChange]:
        """Yield every move that changes the orders: pieces pass over the points from one of its sides to another."""
        for source, target, direction in self.passages:
            own, other = getattr(orders, source), getattr(orders, target)
            for locomotive in self.locomotives:
                pulls = self.pulls(locomotive, direction)
                if locomotive in own:  # what is before it is pushed over the points, then it follows with those that it draws
                    most = len(own) if pulls else own.index(locomotive) + 1
                else:  # it draws what is coupled behind it
                    most = len(own) if pulls and locomotive in other else 0
                for over in range(1, 1 + min(most, self.room - len(other) if target == "stub" else most)):
                    yield OrdersChange(locomotive, direction, orders.passed(source, target, over))

    def around(self, state: State, metric: Metric, forwards: bool) -> Iterator[tuple[Cost, State]]:
        """Yield the states after (or before) every change of the orders, each with what it adds to the cost."""
        orders, ran = state
        free = StubLine(self.stub_joins, self.locomotives, room=self.room)
        befores = [orders] if forwards else dict.fromkeys(back.after for back in free.changes(orders))
        for before in befores:
            for change in self.changes(before):
                if forwards or change.after == orders:
                    count, now = self.cost(change, ran, metric)
                    yield (count, 1), (change.after if forwards else before, now)

    def cost(self, change: OrdersChange, ran: Memory, metric: Metric) -> tuple[int, Memory]:
        """Return the cost of a change, and the directions after it: of every locomotive, or under `runs` of the one on a run."""
        seat = self.locomotives.index(change.locomotive)
        kept = (None,) * len(ran) if metric == "runs" else ran
        now = (*kept[:seat], change.direction, *kept[seat + 1 :])
        return int(now != ran if metric == "runs" else ran[seat] not in (None, change.direction)), now

    @property
    def passages(self) -> tuple[tuple[str, str, str], ...]:
        """The ways pieces can pass: from which row to which, and in which direction."""
        beside = "left" if self.stub_joins == "l" else "right"
        return (
            ("left", "right", "r"),
            ("right", "left", "l"),
            (beside, "stub", _opposite(self.stub_joins)),
            ("stub", beside, self.stub_joins),
        )

    def pulls(self, locomotive: str, direction: str) -> bool:
        """Return whether a locomotive can pull in a direction."""
        return self.facing.get(locomotive, direction) == direction


@dataclass(frozen=True)
class Fewest:
    """The minimum cost of changes of order, or None if the goal cannot be reached. `path`: the orders from start to goal.

    If `is_bound`, `count` is only a lower bound, because the search was stopped after `states` orders.
    """

    count: int | None
    states: int
    path: tuple[Orders, ...]
    is_bound: bool = False


def fewest(
    line: StubLine, start: Orders, goal: Orders, metric: Metric, most: int | None = None, watch: Callable[[], None] = lambda: None
) -> Fewest:
    """Return the minimum, by Dijkstra's search from both ends.

    `most`: the number of orders after which the search stops, or None for no limit. `watch` is called in between and may raise an
    exception.

    A state consists of the orders and the memory of the metric: from the start, the last run or the last direction of every
    locomotive, and from the goal, the first of each. Totals are compared first by cost, and then by the number of changes.

    Once all states that cost less than f from the start and less than b from the goal are done, no path that has not been found
    costs less than f + b − 1. To see this, cut such a path where its cost from the start reaches f. The rest then costs at least
    f less than the whole path.
    """
    nothing: Memory = (None,) * len(line.locomotives)
    ends = [
        SearchEnd([(orders, nothing)], partial(line.around, metric=metric, forwards=forwards))
        for orders, forwards in ((start, True), (goal, False))
    ]
    best: tuple[int, int, State, State] | None = None
    if start == goal:
        return Fewest(0, 1, (start,))
    while True:
        bound = max(0, sum(end.todo[0][0][0] for end in ends if end.todo) - 1)
        states = ends[0].settled + ends[1].settled
        if best is not None and (best[0] <= bound or not all(end.todo for end in ends)):
            there, back = ([orders for orders, _ in path_to(end.parent, one)] for end, one in zip(ends, best[2:], strict=True))
            return Fewest(best[0], states, (*there, *back[-2::-1]))
        if not all(end.todo for end in ends):
            return Fewest(None, states, ())
        if most is not None and states > most:
            return Fewest(bound, states, (), is_bound=True)
        if states % BETWEEN_LOOKS == 0:
            watch()
        side = min((0, 1), key=lambda number: len(ends[number].best))
        for state in ends[side].settle():
            for other in ends[1 - side].at.get(state[0], ()):
                met = (state, other) if side == 0 else (other, state)
                costs = [end.best[one] for end, one in zip(ends, met, strict=True)]
                total = costs[0][0] + costs[1][0] + _joined(state[1], other[1], metric), costs[0][1] + costs[1][1]
                if best is None or total < best[:2]:
                    best = (*total, *met)


def _joined(one: Memory, other: Memory, metric: Metric) -> int:
    """Return the change of the cost when a path from the start and one to the goal are joined."""
    if metric == "runs":
        return -int(one == other and any(one))
    return sum({*pair} == {"l", "r"} for pair in zip(one, other, strict=True))


def _opposite(side: str) -> str:
    return "r" if side == "l" else "l"


# --------------------------------------------------------------------------------------------------------------------
# A card


def stub_rows(plan: Plan) -> Rows | None:
    """Return the spaces left of the points, in the stub, and right of the points, each from the points outwards.

    The stub joins the left line. It is the shorter branch of a line with points; return None for any other plan.
    """
    if plan.turntables or plan.exclusive or plan.no_stop:
        return None
    joins = plan.joins()
    forks = [end for end, others in joins.items() if len(others) == 2]
    if len(forks) != 1 or any(len(others) > 2 for others in joins.values()):
        return None
    left = onwards(plan, forks[0].opposite, forks[0].space)
    right, stub = sorted((onwards(plan, end.opposite, end.space) for end in joins[forks[0]]), key=len, reverse=True)
    is_whole = len({*left, *right, *stub}) == len(plan.spaces) == len(left) + len(right) + len(stub)
    return (left, stub, right) if is_whole else None


def _faces(rows: Rows, plan: Plan, end: End) -> str:
    """Return whether a locomotive that faces `end` of its space faces left or right. The stub counts as right of the left
    line."""
    towards = {other.space for other in plan.joins().get(end, ())}
    row = next(row for row in rows if end.space in row)
    inwards = "r" if row is rows[0] else "l"
    place = row.index(end.space)
    inner = {row[place - 1]} if place else {row[0] for row in rows} - {end.space}
    return inwards if towards & inner else _opposite(inwards)


@dataclass(kw_only=True)
class LineSearch(OrdersSearch):
    """A search by orders: first the minimum cost on a line of any length, then a solution that keeps to the orders of that path.

    It finds a solution only if the line is long enough. Of solutions with the same cost, it may not find the shortest. `bound`:
    the minimum cost.
    """

    line: StubLine
    metric: Metric
    bound: Fewest | None = None

    @property
    def evidence(self) -> Evidence:
        """Return the number of orders searched, and the cost that they need."""
        return NOTHING if self.bound is None else OrdersSearched(self.bound.states, self.bound.count)

    def _search(self) -> None:
        start, goal = self._seen(self.card.start.places), self._seen(self._goal_spaces())
        self.bound = bound = fewest(self.line, start, goal, self.metric, MOST_ORDERS, lambda: self.limits.allow_states(0))
        if bound.path and bound.count is not None:
            self._allowed, self._known = set(bound.path), dict[int, bool]()
            super()._search()
            if self.total is not None and self.plan.counts(self.total)[0] > bound.count:
                self.path = self.total = None
        self.exhausted = bound.count is None
        if not self.is_answer:
            self.stopped = Stop(StopKind.INCOMPLETE)

    def _seen(self, spaces: Iterable[str]) -> Orders:
        return Orders(*self._rows_of(spaces))

    def _successors(self, states: States, g: int) -> Iterator[tuple[States, Ints]]:
        """Yield the successors that are in the orders of the path."""
        known = self._known
        for after, costs in super()._successors(states, g):
            places = self.plan.places(after)
            _, first, where = np.unique(keys_of(places), return_index=True, return_inverse=True)
            numbers = numbers_of(places[first])
            for place in numbers:
                if place not in known:
                    known[place] = self._seen(self._spaces(place)) in self._allowed
            kept = np.array([known[place] for place in numbers], np.bool_)[where]
            yield after[kept], costs[kept]


def line_search(card: RouteCard, plan: MetricPlan, start: int, goals: GoalSet, limits: Limits) -> LineSearch | None:
    """Return the search by orders for a card, or None unless it is for trains on a line with a stub and has one metric, runs or
    reversals."""
    metric: Metric | None = {"runs": "runs", "reversals": "reversals"}.get(card.metric[0])  # type: ignore[assignment]
    rows, letters = stub_rows(card.plan), letters_of(card)
    if metric is None or len(card.metric) > 1 or card.train_rules.changed or rows is None or letters is None:
        return None
    locomotives = letters[: len(card.roster.locomotives)]
    ends = map(End, card.start.places, card.start.headings)
    facing = {letter: _faces(rows, card.plan, end) for letter, end in zip(locomotives, ends, strict=False)}
    line = StubLine("l", locomotives, facing, room=len(rows[1]))
    return LineSearch(plan, start, goals, limits, card=card, letters=letters, rows=rows, line=line, metric=metric)

"""Trains that pass each other at a loop: the reversals that their orders need, and A* over positions with that bound.

Loyd's Switch problem and Dudeney's Railway muddle are of this kind. As in `line.py`, a state is only the order of the pieces:
those left and right of the loop, each from it outwards, and those on the two roads, of `room` places each, from left to right.
The two roads are alike and may be exchanged. While a locomotive runs in one direction, pieces pass from line to road and from
road to line one by one. Each passage is allowed if some gaps between the pieces allow it, so the number is a lower bound for all
lengths and gaps.

A search back from the goal finds that bound for every order of the pieces. Positions of the card are examined in order of the
total number of reversals needed and, if that is equal, of the passages still needed. The first position that meets the goal is
optimal, because all cheaper ones have been searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from math import factorial, prod
from operator import ne
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from shunt.cards.card import RouteCard
from shunt.cards.evidence import Evidence, OrdersSearched
from shunt.classics.passing.line import LineSearch, line_search
from shunt.classics.passing.orders import FAR, Cost, OrdersSearch, Rows, SearchEnd, letters_of, onwards
from shunt.errors import InputError
from shunt.search.core.arrays import Ints, States, numbers_of
from shunt.search.core.limits import Limits
from shunt.search.core.search import Search
from shunt.search.index.distances import UNREACHED
from shunt.search.metrics.plan import MetricPlan
from shunt.search.task import Method
from shunt.search.trains.goals import GoalSet
from shunt.track.plan import Plan

if TYPE_CHECKING:
    from shunt.search.metrics.task import MetricTask

MOST_ORDERS = 500_000  # with senses: some ten seconds of search
MANY_PIECES = 8  # on a line with a stub for several
BETWEEN_REPORTS = 256  # orders


class LoopOrders(NamedTuple):
    """The pieces left of the loop (from it outwards), on both roads (left to right, the smaller order first), and right of it
    (from it outwards)."""

    left: str
    road: str
    other: str
    right: str

    @property
    def normal(self) -> LoopOrders:
        """Return the same orders with the roads sorted."""
        return self if self.road <= self.other else self._replace(road=self.other, other=self.road)

    @property
    def mirrored(self) -> LoopOrders:
        """Return the same orders seen from the other side of the line."""
        return LoopOrders(self.right, self.road[::-1], self.other[::-1], self.left)


State = tuple[LoopOrders, tuple[bool, ...]]
"""Orders, and whether each locomotive runs to the right."""


@dataclass(frozen=True)
class LoopLine:
    """A line with a loop. The `locomotives` couple at both ends; all other pieces only move when they are moved."""

    locomotives: str
    room: int

    def around(self, state: State) -> Iterator[tuple[Cost, State]]:
        """Yield the states after every passage, and those in which one locomotive has reversed, each with its cost."""
        orders, senses = state
        for after in self.passages(orders, senses):
            yield (0, 1), (after, senses)
        for turned in turnings(senses):
            yield (1, 0), (orders, turned)

    def passages(self, orders: LoopOrders, senses: tuple[bool, ...]) -> Iterator[LoopOrders]:
        """Yield every passage in which no locomotive reverses."""
        for locomotive, right in zip(self.locomotives, senses, strict=True):
            for after in self._rightwards(orders if right else orders.mirrored, locomotive):
                yield (after if right else after.mirrored).normal

    def _rightwards(self, orders: LoopOrders, locomotive: str) -> Iterator[LoopOrders]:
        """Yield the orders after each possible passage while `locomotive` runs to the right."""
        left, right = orders.left, orders.right
        for road, other in ((orders.road, orders.other), (orders.other, orders.road)):
            if left and len(road) < self.room:  # onto the road: pushed by the locomotive behind, or pulled by the one ahead
                if locomotive in left + road:
                    yield LoopOrders(left[1:], left[0] + road, other, right)
            elif left and locomotive in left + road + right:  # a train from line to line fills the road: one comes, one goes
                yield LoopOrders(left[1:], left[0] + road[:-1], other, road[-1] + right)
            # Off the road: drawn by the locomotive beyond it, or pushed by the one on it, or the locomotive itself.
            if road and locomotive in road + right:
                yield LoopOrders(left, road[:-1], other, road[-1] + right)


def turnings(senses: tuple[bool, ...]) -> Iterator[tuple[bool, ...]]:
    """Yield the directions after one locomotive has reversed."""
    for seat in range(len(senses)):
        yield (*senses[:seat], not senses[seat], *senses[seat + 1 :])


# --------------------------------------------------------------------------------------------------------------------
# A card


def loop_rows(plan: Plan) -> Rows | None:
    """Return the spaces left of the loop, from it outwards, on its two roads, from left to right, and right of it, from it
    outwards. Return None for any plan but a line with a loop of two equal roads."""
    joins = plan.joins()
    forks = [end for end, others in joins.items() if len(others) > 1]
    if plan.turntables or plan.exclusive or plan.no_stop or len(forks) != 2 or any(len(joins[end]) > 2 for end in forks):
        return None
    left, right = (onwards(plan, end.opposite, end.space) for end in forks)
    roads = []
    for entered in joins[forks[0]]:
        road = onwards(plan, entered.opposite, entered.space)
        roads.append(road[: road.index(forks[1].space)] if forks[1].space in road else ())
    rows = (left, *roads, right)
    if len(roads[0]) != len(roads[1]) or not roads[0] or sorted(chain(*rows)) != sorted(plan.spaces):
        return None
    return rows


def rightwards(rows: Rows, plan: Plan) -> dict[tuple[str, int], bool]:
    """Return for every space of the plan and both its ends whether a train that leaves by that end runs to the right."""
    left, *roads, right = rows
    place: dict[str, int] = {space: -1 - k for k, space in enumerate(left)}
    place |= {space: k for road in roads for k, space in enumerate(road)}
    place |= {space: len(roads[0]) + k for k, space in enumerate(right)}
    found: dict[tuple[str, int], bool] = {}
    for end, others in plan.joins().items():
        found[end] = place[others[0].space] > place[end.space]
        found.setdefault(end.opposite, not found[end])
    return found


@dataclass(kw_only=True)
class LoopSearch(OrdersSearch):
    """A* over the positions of one card, bounded by what their orders need.

    `anywhere`: the minimum number of reversals on a line of any length. `from_goal`: what each order still needs, with the
    directions of runs back from the goal.
    """

    title: ClassVar[str] = "A* by orders"
    line: LoopLine
    anywhere: int = 0

    @property
    def states(self) -> int:
        """Return the number of states reached: orders (with directions) and positions of the card."""
        return self.from_goal.settled + super().states

    @property
    def evidence(self) -> Evidence:
        """Return the number of orders searched, and whether positions of the card were searched too."""
        least = max(self.anywhere, self.plan.counts(self.settled)[0])
        positions = self.exhausted or least > self.anywhere
        return OrdersSearched(self.from_goal.settled, None if self.exhausted else least, self.anywhere, positions)

    def _search(self) -> None:
        self._settle_orders()
        self._rightwards = rightwards(self.rows, self.card.plan)
        self.anywhere, _ = self._remaining(self.start)
        super()._search()

    @cached_property
    def from_goal(self) -> SearchEnd[State]:
        """The search among orders, back from the goal."""
        goal = self._seen(self._goal_spaces())
        return SearchEnd(
            ((goal, senses) for senses in product((True, False), repeat=len(self.line.locomotives))), self.line.around
        )

    def _settle_orders(self) -> None:
        """Search all orders within the limits. `anywhere` rises with them until the start is found."""
        begun, is_found = self._seen(self.card.start.places), False
        while self.from_goal.todo:
            needed, _, (orders, _) = self.from_goal.todo[0]
            is_found = is_found or orders == begun
            self.anywhere = self.anywhere if is_found else needed[0]
            self.from_goal.settle()
            if self.from_goal.settled % BETWEEN_REPORTS == 0:
                self.limits.allow_states(self.from_goal.settled)
                self.limits.progress("orders, back from the goal", needed[0], self.from_goal.settled)

    def _seen(self, spaces: Iterable[str]) -> LoopOrders:
        return LoopOrders(*self._rows_of(spaces)).normal

    def _bounds(self, states: States) -> Ints:
        """Return what states still need: reversals, and passages in the place of moves.

        A move may make several passages, so that only the reversals are a bound: those of the first solution are the fewest, but
        there may be one with fewer moves. `UNREACHED` marks dead states, so passages stay below it.
        """
        needed, digit = map(self._remaining, numbers_of(states)), self.plan.digit
        totals = [
            UNREACHED if reversals == FAR else (reversals << digit) + min(passages, UNREACHED - 1)
            for reversals, passages in needed
        ]
        return np.array(totals, np.int64)

    def _remaining(self, state: int) -> Cost:
        """Return what a state still needs according to its orders. The first run of a locomotive is free."""
        slots, ran, engines = self.plan.codec.slots_in(state), state >> self.plan.memory.ran_shift, len(self.line.locomotives)
        spaces = self._spaces(state)
        ends = zip(spaces[:engines], (slot & 1 for slot in slots), strict=False)  # by which the direction of last runs leads on
        last = [self._rightwards[end] if ran >> seat & 1 else None for seat, end in enumerate(ends)]
        known = self.from_goal.at.get(self._seen(spaces), ())  # back from the goal, everything runs in the other direction
        fitting = (self.from_goal.best[state] for state in known if all(map(ne, last, state[1])))
        return min(fitting, default=(FAR, FAR))


def loop_search(card: RouteCard, plan: MetricPlan, start: int, goals: GoalSet, limits: Limits) -> LoopSearch | None:
    """Return the search by orders for a card with a loop, or None for another kind of card.

    It supports only the metric `reversals` and goals that place every piece.
    """
    rows, letters = loop_rows(card.plan), letters_of(card)
    if rows is None or letters is None or card.metric != ("reversals",) or card.rules.has_headings or card.train_rules.changed:
        return None
    line = LoopLine(letters[: len(card.roster.locomotives)], len(rows[1]))
    if _orders(letters, line.room) << len(line.locomotives) > MOST_ORDERS:
        return None
    return LoopSearch(plan, start, goals, limits, card=card, letters=letters, rows=rows, line=line)


def _orders(letters: str, room: int) -> int:
    """Return the number of orders of pieces with these letters, counting roads with equal contents twice."""
    pieces = len(letters)
    rows = factorial(pieces) // prod(factorial(letters.count(letter)) for letter in set(letters))
    return rows * sum(max(0, pieces + 1 - one - other) for one in range(room + 1) for other in range(room + 1))


# --------------------------------------------------------------------------------------------------------------------
# The method of `solve`


class ByOrders(Method):
    """Searches by the orders of trains alone: two trains on a line with a stub, or trains that pass at a loop."""

    task: MetricTask
    why = "trains that pass each other on a line or at a loop"

    @cached_property
    def _search(self) -> Search | None:
        given = self.task.search_arguments
        return line_search(self.task.card, *given) or loop_search(self.task.card, *given)

    def fits(self) -> bool:
        """Return whether the card is of one of these kinds. With few pieces and a longer stub, other methods are as fast."""
        search = self._search
        is_small = isinstance(search, LineSearch) and len(search.rows[1]) > 1 and len(search.letters) < MANY_PIECES
        return search is not None and not is_small

    def begin(self, is_asked: bool) -> Search:
        """Return the search; raise `InputError` for another kind of card."""
        if self._search is None:
            kinds = "two trains on a line with a stub, or one by a loop"
            raise InputError(f"{self.task.card.name} is not a passing problem: {kinds}")
        return self._search

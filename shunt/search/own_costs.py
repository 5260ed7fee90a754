"""A search with the user's own costs and heuristic: A* with the rules, slow and exact, for cards of any kind.

The heuristic must be consistent, which is checked on every edge that is searched. Only then is the cost of a position minimal
when it is first expanded. If an inconsistency is found, an error names the move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import isfinite
from typing import Any

from shunt.cards.card import Card
from shunt.cards.evidence import BoundsReached, CostsSettled
from shunt.cards.solution import Solution
from shunt.cards.stop import Stop
from shunt.errors import InputError
from shunt.rules.ruleset import AnyPosition, MoveMade, replay
from shunt.search.core.limits import LimitReached, Limits, stop_of

Cost = Callable[[MoveMade], float]
Heuristic = Callable[[Any], float]
ROUNDING = 1e-9


def solve_by_costs(card: Card, cost: Cost | None, heuristic: Heuristic | None, limits: Limits) -> Solution:
    """Return the cheapest solution or the result so far; raise `InputError` if the costs or the heuristic are invalid."""
    search = _CostSearch(card, cost, heuristic, limits)
    try:
        status = search.run()
    except (KeyboardInterrupt, LimitReached) as error:
        return search.answer("unknown", stopped=stop_of(error))
    return search.answer(status)


@dataclass
class _CostSearch:
    """The open positions of an A* search, and the cheapest known path to each."""

    card: Card
    cost: Cost | None
    heuristic: Heuristic | None
    limits: Limits
    expanded: int = 0
    bound: float = 0.0

    def __post_init__(self) -> None:
        if self.cost is None and self.card.metric != ("moves",):
            what = f"the card's metric is {', '.join(self.card.metric)}, but this search adds up one cost per move"
            raise InputError("cost", what, "give a cost, or a card whose metric is moves")
        self.rules: Any = self.card.rules
        self.end: AnyPosition = self.rules.canonical(self.card.start)
        self.least: dict[AnyPosition, float] = {self.end: 0}
        self.came: dict[AnyPosition, AnyPosition] = {}

    def run(self) -> str:
        start, ticket = self.end, count()
        queue = [(self._estimate(start), next(ticket), start)]
        closed = set[AnyPosition]()
        while queue:
            bound, _, position = heappop(queue)
            if position in closed:
                continue
            closed.add(position)
            self.bound = max(self.bound, bound)
            if self.card.is_solved(position):
                self.end = position
                return "optimal"
            self.expanded += 1
            self.limits.allow_states(len(self.least))
            here = self._estimate(position)
            for move in self.rules.legal_moves(position):
                made = self.rules.make(position, move)
                successor = self.rules.canonical(made.position)
                spent = self._cost_of(made)
                ahead = self._estimate(successor)
                if here > spent + ahead + ROUNDING:
                    what = f"it is not consistent: {here:g} before {made} and {ahead:g} behind it, which costs {spent:g}"
                    raise InputError("heuristic", what, "no move may lower it by more than the move costs")
                total = self.least[position] + spent
                if total < self.least.get(successor, float("inf")):
                    self.least[successor], self.came[successor] = total, position
                    heappush(queue, (total + ahead, next(ticket), successor))
        return "unsolvable"

    def _moves(self) -> list[Any]:
        """Return the cheapest moves through the positions of the path. Alike pieces may have exchanged their names there."""
        path = [self.end]
        while path[-1] in self.came:
            path.append(self.came[path[-1]])
        moves, position = [], self.card.start
        for wanted in reversed(path[:-1]):
            made = [self.rules.make(position, move) for move in self.rules.legal_moves(position)]
            best = min((one for one in made if self.rules.canonical(one.position) == wanted), key=self._cost_of)
            moves.append(best.move)
            position = best.position
        return moves

    def _estimate(self, position: AnyPosition) -> float:
        if self.heuristic is None:
            return 0
        value = _number("heuristic", self.heuristic(position), position)
        if value > 0 and self.card.is_solved(position):
            raise InputError("heuristic", f"it is {value:g} where the goal is met, at {position}", "let it be 0 there")
        return value

    def _cost_of(self, made: MoveMade) -> float:
        return 1 if self.cost is None else _number("cost", self.cost(made), made)

    def answer(self, status: Any, stopped: Stop | None = None) -> Solution:
        """Return the answer, with the moves made again by the rules."""
        made = tuple(replay(self.rules, self.card.start, self._moves())) if status == "optimal" else ()
        bound: Any = self.least[self.end] if status == "optimal" else self.bound
        under = None if status == "unsolvable" else bound
        evidence = CostsSettled(under if under is None else (under,)) if self.heuristic is None else BoundsReached(under)
        argument = "A* with a heuristic that was consistent on every move looked at" if self.heuristic else "Dijkstra"
        return Solution(
            card=self.card.name,
            status=status,
            lower_bound=bound,
            evidence=evidence,
            metric=self.card.metric,
            method="own costs",
            states=len(self.least),
            seconds=self.limits.seconds,
            moves=made,
            proof={"argument": f"{argument}; {self.expanded} positions expanded, none of which is reached at less"},
            puzzle=self.card,
            optima=(bound,) if status == "optimal" else (),
            stopped=stopped,
        )


def _number(name: str, value: Any, of: object) -> float:
    """Return a value from a caller's function; raise `InputError` if it is not a valid cost."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value) or value < 0:
        raise InputError(name, f"{value!r} of {of} is not a cost", "return a number of 0 or more")
    return value

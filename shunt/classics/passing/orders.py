"""The common parts of searches by the orders of trains: letters, rows of spaces, the search among orders, and the search among
positions."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any, Generic, TypeVar

from shunt.cards.card import RouteCard
from shunt.search.core.arrays import Mask, States
from shunt.search.core.limits import Limits
from shunt.search.core.search import Search
from shunt.search.metrics.dijkstra import MetricSearch
from shunt.search.metrics.plan import MetricPlan
from shunt.search.trains.goals import GoalSet
from shunt.track.plan import End, Plan

LETTERS = "abcdefghijklmnopqrstuvwxyz"
FAR = 1 << 20

S = TypeVar("S", bound=tuple[Any, Any])
"""The orders of the pieces, and the directions of the last runs, or back from the goal of the first ones."""
Cost = tuple[int, int]
"""A number of runs or reversals, and of changes of the orders, which count less."""


def letters_of(card: RouteCard) -> dict[str, str] | None:
    """Return a letter for each piece, which is the same for interchangeable cars.

    Return None if the card has broken tracks, spaces that are closed to some pieces, or more than 26 pieces, if its goal does not
    place every piece or specifies headings, or if locomotives are interchangeable.
    """
    roster = card.roster
    says_more = card.goal.headings or card.goal.wants or card.goal.trains
    is_whole = set(card.goal.places) == set(roster.pieces) and not says_more
    are_distinct = set(roster.locomotives).isdisjoint(chain(*roster.interchangeable))
    if card.rules.access.kept_out or not is_whole or not are_distinct or len(roster.pieces) > len(LETTERS):
        return None
    letter = dict(zip(roster.pieces, LETTERS, strict=False))
    return {name: letter[roster.alike(name)[0]] for name in roster.pieces}


def onwards(plan: Plan, end: End, space: str) -> tuple[str, ...]:
    """Return `space` and the spaces beyond `end` of it, to the end of the line."""
    line, joins = [space], plan.joins()
    while len(others := joins.get(end, ())) == 1 and others[0].space not in line:
        line.append(others[0].space)
        end = others[0].opposite
    return tuple(line)


class SearchEnd(Generic[S]):
    """One end of a search among orders, by Dijkstra's method.

    `around` yields the states beside a state, each with what it adds to the cost. `best`: the least cost of every known state.
    `at`: the known states by their orders. `parent`: the state before each. `todo`: the states that are not settled.
    """

    def __init__(self, begins: Iterable[S], around: Callable[[S], Iterable[tuple[Cost, S]]]) -> None:
        self.around = around
        self.best: dict[S, Cost] = {}
        self.at: dict[Any, list[S]] = {}
        self.parent: dict[S, S | None] = {}
        self.todo: list[tuple[Cost, int, S]] = []
        self.settled = 0
        self._number = count()
        for state in begins:
            self._enter(state, (0, 0), None)

    def settle(self) -> list[S]:
        """Settle the next state; return the states that are reached at a lower cost than before."""
        total, _, current = heapq.heappop(self.todo)
        self.settled += 1
        found = []
        for added, state in self.around(current):
            cost = total[0] + added[0], total[1] + added[1]
            if state not in self.best or cost < self.best[state]:
                self._enter(state, cost, current)
                found.append(state)
        while self.todo and self.best[self.todo[0][2]] < self.todo[0][0]:  # settled at a lower cost
            heapq.heappop(self.todo)
        return found

    def _enter(self, state: S, cost: Cost, before: S | None) -> None:
        if state not in self.best:
            self.at.setdefault(state[0], []).append(state)
        self.best[state], self.parent[state] = cost, before
        heapq.heappush(self.todo, (cost, next(self._number), state))


@dataclass(kw_only=True)
class OrdersSearch(Search):
    """A search that first computes bounds from orders, and then searches the card's positions that may be best: `within`."""

    plan: MetricPlan
    start: int
    goals: GoalSet
    limits: Limits
    letters: Mapping[str, str]
    within: MetricSearch | None = None

    @property
    def total(self) -> int | None:
        """Return the optimum as one number (see `MetricPlan.counts`), or None if no solution has been found."""
        return self.within.total if self.within and self.path is not None else None

    def _search_within(self, keep: Callable[[States], Mask]) -> MetricSearch:
        """Search the positions that are kept."""
        self.within = MetricSearch(self.plan, self.start, self.goals, self.limits, keep=keep)
        self.within.run()
        self.stopped = self.within.stopped
        return self.within


def row_texts(rows: Iterable[Sequence[str]], letters: Mapping[str, str], places: Mapping[str, str]) -> Iterator[str]:
    """Yield the letters of the pieces on each row of spaces. `places`: piece → space."""
    at = {space: letters[name] for name, space in places.items()}
    return ("".join(at.get(space, "") for space in row) for row in rows)

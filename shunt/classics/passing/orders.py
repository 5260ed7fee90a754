"""The common parts of searches by the orders of trains: letters, rows of spaces, the search among orders, and the search among
positions."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, count
from typing import Any, Generic, TypeVar

from shunt.cards.card import RouteCard
from shunt.search.metrics.dijkstra import MetricSearch
from shunt.track.plan import End, Plan

LETTERS = "abcdefghijklmnopqrstuvwxyz"
FAR = 1 << 20

Rows = tuple[tuple[str, ...], ...]
S = TypeVar("S", bound=tuple[Any, Any])
"""The orders of the pieces, and the directions of the last runs, or back from the goal of the first ones."""
Cost = tuple[int, int]
"""A number of runs or reversals, and of changes of the orders, which count less."""


def letters_of(card: RouteCard) -> str | None:
    """Return a letter for each piece, in the order of the roster, which is the same for interchangeable cars.

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
    return "".join(letter[roster.alike(name)[0]] for name in roster.pieces)


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
class OrdersSearch(MetricSearch):
    """A search that first computes bounds from orders, and then searches the positions of the card that may be best.

    `letters`: those of the pieces. `rows`: the spaces of the board, row by row, as orders are written.
    """

    card: RouteCard
    letters: str
    rows: Rows

    @property
    def lower_bound(self) -> int:
        """The proven lower bound in the metric."""
        return self.evidence.at_least or 0

    @property
    def proof(self) -> dict[str, Any]:
        """Return nothing: the evidence has the size of the search."""
        return {}

    def _spaces(self, state: int) -> list[str]:
        """Return the space of every piece in a state."""
        codec = self.plan.codec
        names = codec.rules.plan.spaces
        return [names[slot >> codec.has_heading(seat)] for seat, slot in enumerate(codec.slots_in(state))]

    def _goal_spaces(self) -> list[str]:
        """Return the space of every piece at the goal."""
        return [self.card.goal.places[name] for name in self.card.roster.pieces]

    def _rows_of(self, spaces: Iterable[str]) -> Iterator[str]:
        """Yield the letters of the pieces on each row, given the space of every piece."""
        at = dict(zip(spaces, self.letters, strict=True))
        return ("".join(at.get(space, "") for space in row) for row in self.rows)

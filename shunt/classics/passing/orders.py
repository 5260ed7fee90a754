"""The common parts of searches by the orders of trains: letters, rows of spaces, paths of orders, and the search among
positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import RouteCard
from shunt.search.core.limits import Limits
from shunt.search.core.search import Search
from shunt.search.metrics.dijkstra import MetricSearch
from shunt.search.metrics.plan import MetricPlan
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import States
from shunt.track.plan import End, Plan

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letters_of(card: RouteCard) -> dict[str, str] | None:
    """Return a letter for each piece, which is the same for interchangeable cars.

    Return None if the card has broken tracks, spaces that are closed to some pieces, or more than 26 pieces, if its goal does not
    place every piece or specifies headings, or if locomotives are interchangeable.
    """
    roster = card.roster
    first = {name: group[0] for group in roster.interchangeable for name in group}
    says_more = card.goal.headings or card.goal.wants or card.goal.trains
    is_whole = set(card.goal.places) == set(roster.pieces) and not says_more
    if card.rules.access.kept_out or not is_whole or set(first) & set(roster.locomotives) or len(roster.pieces) > len(LETTERS):
        return None
    letter = dict(zip(roster.pieces, LETTERS, strict=False))
    return {name: letter[first.get(name, name)] for name in roster.pieces}


def onwards(plan: Plan, end: End, space: str) -> tuple[str, ...]:
    """Return `space` and the spaces beyond `end` of it, to the end of the line."""
    line, joins = [space], plan.joins()
    while len(others := joins.get(end, ())) == 1 and others[0].space not in line:
        line.append(others[0].space)
        end = others[0].opposite
    return tuple(line)


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

    def _search_within(self, keep: Callable[[States], NDArray[np.bool_]]) -> MetricSearch:
        """Search the positions that are kept."""
        self.within = MetricSearch(self.plan, self.start, self.goals, self.limits, keep=keep)
        self.within.run()
        self.stopped = self.within.stopped
        return self.within


def row_texts(rows: Iterable[Sequence[str]], letters: Mapping[str, str], places: Mapping[str, str]) -> Iterator[str]:
    """Yield the letters of the pieces on each row of spaces. `places`: piece → space."""
    at = {space: letters[name] for name, space in places.items()}
    return ("".join(at.get(space, "") for space in row) for row in rows)

"""Sidings cards, compiled for their engine, in pulls or legs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from shunt.cards.evidence import CountedInMoves, Evidence
from shunt.rules.ruleset import MoveMade, replay
from shunt.search.core.search import Search
from shunt.search.task import Method, Task, check_solved
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import HEADSHUNT
from shunt.sidings.search.graph import SidingsProblem, sidings_problem

if TYPE_CHECKING:
    from shunt.sidings.search.domain import SidingsDomain


@dataclass
class SidingsTask(Task):
    """A card of `sidings`."""

    card: SidingsCard
    methods: ClassVar[dict[str, str]] = {
        "referee": "shunt.sidings.search.referee:RefereeOfSidings",
        "bidirectional": "shunt.sidings.search.task:BothEndsOfSidings",
    }

    @cached_property
    def problem(self) -> SidingsProblem:
        """Return the card in numbers."""
        return sidings_problem(self.card.rules, self.card.goal)

    @cached_property
    def domain(self) -> SidingsDomain:
        """Return the puzzle as searches by kernels see it."""
        from shunt.sidings.search.domain import SidingsDomain

        return SidingsDomain(self.problem, self.card.start)

    def bound_of(self, moves: int) -> int:
        """Return the first term of the objective for a number of moves. A solution with the fewest moves is minimal in every
        term.

        Every pull and every drop is one coupling. Under `legs`, a shortest solution never leaves a siding with exactly the cars
        that it brought, because it would have done nothing there. One of two legs is therefore a coupling, and more legs never
        have fewer.
        """
        return self._least(moves)[0]

    def _least(self, moves: int) -> tuple[int, ...]:
        """Return the minimum of every term for the minimum number of moves."""
        return self.card.metric.totals({self.card.rules.metric: moves, "couplings": self._couplings(moves)})

    def _couplings(self, moves: int) -> int:
        legs, begins_inside = self.card.rules.metric == "legs", self.card.start.locomotive != HEADSHUNT
        return (moves + begins_inside) // 2 if legs else moves

    def evidence_of(self, search: Evidence) -> Evidence:
        """Return what the minimum number of moves implies for the card's metric."""
        moves, unit = search.at_least, str(self.card.rules.metric)
        if self.card.metric == (unit,):
            return search
        couplings, under = (None, None) if moves is None else (self._couplings(moves), self._least(moves))
        return CountedInMoves(search, unit, couplings, tuple(self.card.metric), under)

    def optima_of(self, moves: tuple[Any, ...]) -> tuple[int, ...]:
        """Return what moves count in each term of the card's objective."""
        return self.card.metric.totals(self.card.rules.counts(self.card.start, moves))

    def beam(self, width: int, longest: int) -> Search:
        """Make the next beam. Pairs of neighbours that are missing rank its states."""
        from shunt.search.methods.beam import BeamSearch
        from shunt.sidings.search.domain import SidingsEstimates

        goals = self.anytime.perimeter or self.domain.goals
        return BeamSearch(self.domain, goals, SidingsEstimates(self.domain), width, self.limits, longest)

    def moves_along(self, path: Sequence[int]) -> tuple[MoveMade, ...]:
        """Return the moves along a path of packed states, replayed by the rules."""
        made = tuple(replay(self.card.rules, self.card.start, self.domain.moves_along(path)))
        return check_solved(self.card, made)


class BothEndsOfSidings(Method):
    """Levels from the start and from the goal."""

    task: SidingsTask
    why = "every move can be undone by a move"

    def begin(self, is_asked: bool) -> Search:
        """Return the search."""
        from shunt.search.methods.ceilings import CeilingSearch

        return CeilingSearch(self.task.domain, self.task.limits, anytime=self.task.anytime)

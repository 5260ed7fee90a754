"""The beams of cards of the train rules, ordered by variants of their estimates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from shunt.cards.card import Goal
from shunt.search.core.domain import Goals
from shunt.search.methods.beam import BeamSearch
from shunt.search.methods.estimating.approach import Approach
from shunt.search.methods.estimating.pair_estimates import PairEstimates
from shunt.search.methods.shortening import OneState
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.successors import States

if TYPE_CHECKING:
    from shunt.search.methods.task import TrainTask

# Set by `benchmarks/anytime.py`.
KINDS = 3  # of beams: from the start, from the goal, from the start with locomotives that reach their own goals
EMPHASIS = (1, 2)  # how much more the goals of locomotives count, in turn
LATER = 100_000  # states of all beams from which more tables are worth their cost
MOST_ENDS = 64  # states that a beam may begin at backwards
PATIENCE = 20  # levels


@dataclass
class BeamMaker:
    """Makes the beams of a card of the train rules, each ordered by another variant of the estimates.

    Beams that differ find more than beams that are only wider. Every third one that varies searches backwards, from the goal, if
    few states meet it; some solutions are found much sooner so. In the others of these but the first of three, locomotives are to
    reach their own goals in every table. Tables for these kinds are built only when `LATER` states were spent; those for searches
    backwards also while no path is known. `_longest`: the moves that paths may have before one is known.
    """

    task: TrainTask
    _made: int = 0
    _states: int = 0
    _longest: int = 0

    def plain(self, width: int, longest: int) -> BeamSearch | None:
        """Make a beam from the start for paths of at most `longest` moves; None if the goal names nothing to estimate."""
        return self._made_of(self._to_goal, None, width, longest)

    def varied(self, width: int, longest: int) -> BeamSearch | None:
        """Make a beam of the next kind."""
        number, is_late = self._made, self._states + width * longest >= LATER
        self._longest = self._longest or longest
        ends = self._ends if number % KINDS == 1 and (is_late or longest >= self._longest) else None
        estimates = self._to_goal if ends is None else self._from_start
        if isinstance(estimates, PairEstimates) and number % KINDS and is_late:
            estimates = (self._to_goal_parked if ends is None else self._from_start_parked) or estimates
        return self._made_of(estimates, ends, width, longest)

    def _made_of(
        self, estimates: PairEstimates | Approach | None, ends: States | None, width: int, longest: int
    ) -> BeamSearch | None:
        """Return a beam ordered by the next variant of some estimates."""
        if estimates is None:
            return None
        if isinstance(estimates, PairEstimates):
            estimates = estimates.variant(self._made, EMPHASIS[self._made // KINDS % len(EMPHASIS)])
        self._made += 1
        self._states += width * longest
        task = self.task
        goals: Goals = task.goals if ends is None else OneState(task.codec, task.start)
        given = TrainDomain(task.codec), task.start, goals, estimates, width, task.limits, longest
        return BeamSearch(*given, ends=ends, patience=PATIENCE)

    @cached_property
    def _to_goal(self) -> PairEstimates | Approach | None:
        """Estimates of how far a position is from the goal."""
        codec, goal, limits = self.task.codec, self.task.card.goal, self.task.limits
        return PairEstimates.for_goal(codec, goal, self.task.setting, limits) or Approach.for_goal(codec, goal, limits)

    @cached_property
    def _to_goal_parked(self) -> PairEstimates | None:
        """The same if locomotives reach their own goals too."""
        return self._to_goal.with_parking(self.task.limits) if isinstance(self._to_goal, PairEstimates) else None

    @cached_property
    def _from_start(self) -> PairEstimates | None:
        """Estimates of how far a position is from the start."""
        roster, start = self.task.card.roster, self.task.card.start
        headings = dict(zip(roster.locomotives, start.headings, strict=False))
        goal = Goal(dict(zip(roster.pieces, start.places, strict=True)), headings)
        return PairEstimates.for_goal(self.task.codec, goal, self.task.setting, self.task.limits, forwards=True)

    @cached_property
    def _from_start_parked(self) -> PairEstimates | None:
        """The same if locomotives reach their own places at the start too."""
        return self._from_start.with_parking(self.task.limits) if self._from_start is not None else None

    @cached_property
    def _ends(self) -> States | None:
        """The states that meet the goal, if they are few and there are estimates for a search from them."""
        if self.task.goals.most > MOST_ENDS or self._from_start is None:
            return None
        states = self.task.goals.states()
        return states if len(states) else None

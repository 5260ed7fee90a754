"""The beams of cards of the train rules, ordered by variants of their estimates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from shunt.cards.card import Goal
from shunt.rules.position import Position
from shunt.search.core.domain import Goals
from shunt.search.core.limits import Limits
from shunt.search.methods.beam import BeamSearch
from shunt.search.methods.estimating.approach import Approach
from shunt.search.methods.estimating.pair_estimates import PairEstimates
from shunt.search.methods.shortening import OneState
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import States

# Set by `benchmarks/anytime.py`.
KINDS = 3  # of beams: from the start, from the goal, from the start with locomotives that reach their own goals
EMPHASIS = (1, 2)  # how much more the goals of locomotives count, in turn
LATER = 100_000  # states of all beams from which more tables are worth their cost
MOST_ENDS = 64  # states that a beam may begin at backwards
PATIENCE = 20  # levels


@dataclass
class BeamMaker:
    """Makes the beams of a card of the train rules, each ordered by another variant of the estimates.

    Beams that differ find more than beams that are only wider. `start`: the packed `position`. Every third one that varies
    searches backwards, from the goal, if few states meet it; some solutions are found much sooner so. In the others of these
    but the first of three, locomotives are to reach their own goals in every table. Tables for these kinds are built only
    when `LATER` states were spent; those for searches backwards also while no path is known.
    `_longest`: the moves that paths may have before one is known.
    """

    codec: Codec
    start: int
    position: Position
    goals: GoalSet
    goal: Goal
    setting: int
    limits: Limits
    _made: int = 0
    _states: int = 0
    _longest: int = 0

    def plain(self, width: int, longest: int) -> BeamSearch | None:
        """Make a beam from the start for paths of at most `longest` moves; None if the goal names nothing to estimate."""
        return self._made_of(self._base, None, width, longest)

    def varied(self, width: int, longest: int) -> BeamSearch | None:
        """Make a beam of the next kind."""
        number, is_late = self._made, self._states + width * longest >= LATER
        self._longest = self._longest or longest
        ends = self._ends if number % KINDS == 1 and (is_late or longest >= self._longest) else None
        base = self._base if ends is None else self._from_start
        if isinstance(base, PairEstimates) and number % KINDS and is_late:
            base = (self._parking_at_goal if ends is None else self._parking_at_start) or base
        return self._made_of(base, ends, width, longest)

    def _made_of(self, base: PairEstimates | Approach | None, ends: States | None, width: int, longest: int) -> BeamSearch | None:
        """Return a beam ordered by the next variant of some estimates."""
        if base is None:
            return None
        if isinstance(base, PairEstimates):
            base = base.variant(self._made, EMPHASIS[self._made // KINDS % len(EMPHASIS)])
        self._made += 1
        self._states += width * longest
        goals: Goals = self.goals if ends is None else OneState(self.codec, self.start)
        given = TrainDomain(self.codec), self.start, goals, base, width, self.limits, longest
        return BeamSearch(*given, ends=ends, patience=PATIENCE)

    @cached_property
    def _base(self) -> PairEstimates | Approach | None:
        """Estimates of how far a position is from the goal."""
        pairs = PairEstimates.for_goal(self.codec, self.goal, self.setting, self.limits)
        return pairs or Approach.for_goal(self.codec, self.goal, self.limits)

    @cached_property
    def _ends(self) -> States | None:
        """The states that meet the goal, if they are few and there are estimates for a search from them."""
        if self.goals.most > MOST_ENDS or self._from_start is None:
            return None
        states = self.goals.states()
        return states if len(states) else None

    @cached_property
    def _from_start(self) -> PairEstimates | None:
        """Estimates of how far a position is from the start."""
        roster, where = self.codec.rules.roster, self.position
        headings = dict(zip(roster.locomotives, where.headings, strict=True)) if self.codec.rules.has_headings else {}
        goal = Goal(dict(zip(roster.pieces, where.places, strict=True)), headings)
        return PairEstimates.for_goal(self.codec, goal, self.setting, self.limits, forwards=True)

    @cached_property
    def _parking_at_goal(self) -> PairEstimates | None:
        """Estimates in which locomotives reach their own goals too, or None; `_parking_at_start` for searches backwards."""
        assert isinstance(self._base, PairEstimates)
        return self._base.with_parking(self.limits)

    @cached_property
    def _parking_at_start(self) -> PairEstimates | None:
        assert self._from_start is not None
        return self._from_start.with_parking(self.limits)

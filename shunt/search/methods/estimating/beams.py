"""The beams for cards of the train rules, ranked by variants of their estimates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from shunt.search.methods.beam import BeamSearch
from shunt.search.methods.estimating.approach import Approach
from shunt.search.methods.estimating.pair_estimates import PairEstimates
from shunt.search.trains.domain import TrainDomain

if TYPE_CHECKING:
    from shunt.search.methods.task import TrainTask

PATIENCE = 20  # levels; set by `benchmarks/anytime.py`


@dataclass
class BeamMaker:
    """Makes the beams for a card of the train rules, each ranked by a different variant of the estimates.

    Different beams find more than a wider beam.
    """

    task: TrainTask
    _made: int = 0

    def beam(self, width: int, longest: int) -> BeamSearch | None:
        """Make the next beam, for paths of at most `longest` moves. Return None if the goal names nothing to estimate."""
        task, estimates = self.task, self._estimates
        if estimates is None:
            return None
        if isinstance(estimates, PairEstimates):
            estimates = estimates.variant(self._made)
        self._made += 1
        given = TrainDomain(task.codec), task.start, task.goals, estimates, width, task.limits, longest
        return BeamSearch(*given, patience=PATIENCE)

    @cached_property
    def _estimates(self) -> PairEstimates | Approach | None:
        """The estimates of the distance from a position to the goal."""
        codec, goal, limits = self.task.codec, self.task.card.goal, self.task.limits
        return PairEstimates.for_goal(codec, goal, self.task.setting, limits) or Approach.for_goal(codec, goal, limits)

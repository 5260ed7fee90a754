"""The search task for cards of the train rules with metrics other than moves, and the core's methods for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from shunt.errors import Fault, IllegalMoveError, InputError, TooLargeError
from shunt.files.lazy import PROVIDED
from shunt.rules.motion import ends_given
from shunt.rules.objective import POINTS, TRAIN_METRICS
from shunt.rules.ruleset import MoveMade, replay
from shunt.search.core.limits import Limits
from shunt.search.core.search import Search
from shunt.search.methods.task import TrainTask
from shunt.search.metrics.dijkstra import MetricSearch
from shunt.search.metrics.paths import cheapest_moves, seen
from shunt.search.metrics.plan import MetricPlan
from shunt.search.task import Method
from shunt.search.trains.goals import GoalSet


@dataclass
class MetricTask(TrainTask):
    """A card of the train rules with another metric than moves, or with several (lexicographic)."""

    methods: ClassVar[dict[str, str]] = {
        "guide": "shunt.search.metrics.task:FreeGuide",
        "orders": PROVIDED["orders"],
        "referee": "shunt.search.metrics.referee:RefereeInMetrics",
        "buckets": "shunt.search.metrics.task:Buckets",
    }
    counts_moves: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if faults := list(self.card.metric.faults(TRAIN_METRICS, self.card.ruleset)):
            raise InputError(Fault("metric", what, remedy) for _, what, remedy in faults)

    @cached_property
    def plan(self) -> MetricPlan:
        """Return the memory of the metric; raise `TooLargeError` if position and memory do not fit into one state."""
        return MetricPlan.of(self.card.rules, self.card.metric)

    @cached_property
    def search_arguments(self) -> tuple[MetricPlan, int, GoalSet, Limits]:
        """Return the common arguments of every search in this metric: plan, packed start (nothing has run), goals, limits."""
        codec, start = self.plan.codec, self.card.start
        goals = GoalSet.of(codec, self.card.goal, start.turntables)
        packed = codec.pack(ends_given(self.card.rules, start) if codec.rules.has_headings else start)
        return self.plan, packed & self.plan.place_mask, goals, self.limits

    def moves_of(self, search: Any) -> tuple[MoveMade, ...]:
        """Return the moves along the path of a search, replayed by the rules, which must compute the same cost."""
        if search.moves is not None:
            return super().moves_of(search)
        path = [seen(self.card.rules, self.plan.codec.unpack(state)) for state in search.path]
        return cheapest_moves(self.card, self.plan.order, path, self.plan.counts(search.total))

    def optima_of(self, moves: tuple[MoveMade, ...]) -> tuple[int, ...]:
        """Return the cost of moves in each metric of the card."""
        return self.card.metric.totals(self.card.counts(moves))


class Buckets(Method):
    """The search of every position in order of cost, cheapest first."""

    task: MetricTask
    why = "every position, cheapest first"

    def fits(self) -> bool:
        """Return False for throws, because kernels do not distinguish paths that differ only in the points they set."""
        return POINTS not in self.task.card.metric.needs

    def begin(self, is_asked: bool) -> Search:
        """Return the search; raise `InputError` if throws are counted."""
        if not self.fits():
            raise InputError("method", "this method does not count throws", "use the method referee")
        return MetricSearch(*self.task.search_arguments, anytime=self.task.anytime)


class FreeGuide(Method):
    """The card's own Yard Guide, if its cost is 0 and positions with the metric's memory are too large."""

    task: MetricTask
    why = "positions with the memory of the metric are too large to search"

    @cached_property
    def _guide(self) -> tuple[MoveMade, ...]:
        """The moves of the Yard Guide, if it solves the card and costs 0 in all of its metrics. Otherwise it is empty."""
        card = self.task.card
        try:
            made = tuple(replay(card.rules, card.start, card.guide))
        except (InputError, IllegalMoveError):
            return ()
        if not made or not card.is_solved(made[-1].position):
            return ()
        return made if not any(self.task.optima_of(made)) else ()

    def fits(self) -> bool:
        """Return whether position and memory do not fit into one state, and the guide costs 0."""
        try:
            _ = self.task.plan
        except TooLargeError:
            return bool(self._guide)
        return False

    def begin(self, is_asked: bool) -> Search:
        """Return the replayed guide; raise `InputError` if its cost is not 0."""
        if not self._guide:
            raise InputError(f"{self.task.card.name} has no Yard Guide with a count of 0")
        return GuideReplay(moves=self._guide)


@dataclass
class GuideReplay(Search):
    """A Yard Guide that costs 0. No solution can cost less, so no search is needed."""

    moves: tuple[MoveMade, ...] = ()
    states: int = 0

    def _search(self) -> None:
        self.path = list(self.moves)

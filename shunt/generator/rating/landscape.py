"""The landscape of a card: its graph of states, distances to the goal, and all states on its optimal solutions.

If the reachable states can be held, every distance is exact. If not, distances are exact near the goal, and what follows from
them is exact or an estimate, as `Landscape` says.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from shunt.cards.card import RouteCard
from shunt.cards.stop import StopKind
from shunt.generator.rating.unrated import UnratableError, bounds, not_rated, stopped, while_measuring
from shunt.generator.rating.weights import GRAPH_STATES, MAP_STATES, SOLUTIONS
from shunt.search.core.arrays import numbers_of, sorted_once
from shunt.search.core.limits import LimitReached, Limits, Progress, limits_or_default, no_progress
from shunt.search.methods.path_graph import PathGraph, Steps
from shunt.search.methods.state_graph import DistanceMap, Expander, StateGraph
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import States

MOST_GOALS = 5_000_000
MOST_ON_PATHS = 100_000  # states on optimal solutions that are looked at


@dataclass
class Landscape:
    """The states of a card as far as they are known.

    `graph` holds everything reachable from the start (state 0), `distance` its distances to the goal (−1: dead); both are
    None if that is too much, and `near` holds the distances near the goal. `optimum` is proven either way.
    """

    card: RouteCard
    codec: Codec
    start: int
    optimum: int
    graph: StateGraph | None
    distance: np.ndarray | None
    near: DistanceMap | None
    limits: Limits
    _expander: Expander | None = field(default=None, repr=False)

    @classmethod
    def from_card(
        cls,
        card: RouteCard,
        limits: Limits | None = None,
        most: int = GRAPH_STATES,
        progress: Progress = no_progress,
        words: int | None = None,
    ) -> Landscape:
        """Flood from the start; beyond `most` states search back from the goal instead. Raises `UnratableError`.

        `words` of a state: None for as few as hold the puzzle; `TooLargeError` where even two do not.
        """
        limits = limits_or_default(limits)
        codec = Codec.for_rules(card.rules, words=words)
        start = codec.pack(card.start)
        goals = GoalSet.of(codec, card.goal, codec.phases.number[card.start.turntables])
        bounded = replace(while_measuring(limits), states=most if limits.states is None else min(most, limits.states))
        try:
            graph = StateGraph.reach(codec, codec.states([start]), bounded, progress)
        except LimitReached as limit:
            if limit.stop.kind is not StopKind.STATES:
                raise stopped(_in_moves(card), limits, limit.stop) from None
            return cls._near(card, codec, start, goals, limits, progress)
        found = np.flatnonzero(goals.met_by(graph.states))
        distance = graph.distances_to(found)
        if distance[0] < 0:
            raise UnratableError(f"{card.name} has no solution, so there is nothing to rate", True)
        return cls(card, codec, start, int(distance[0]), graph, distance, None, limits)

    @classmethod
    def _near(cls, card: RouteCard, codec: Codec, start: int, goals: GoalSet, limits: Limits, progress: Progress) -> Landscape:
        if goals.most > MOST_GOALS:
            raise UnratableError(f"more than {MOST_GOALS:,} positions meet the goal of {card.name}: too many to rate", False)
        try:
            near = DistanceMap.back_from(codec, goals.states(), while_measuring(limits), MAP_STATES, 1 << 20, progress)
        except LimitReached as limit:
            raise stopped(_in_moves(card), limits, limit.stop) from None
        optimum = int(near.of(codec.states([start]))[0])
        if optimum < 0 and near.complete:
            raise UnratableError(f"{card.name} has no solution, so there is nothing to rate", True)
        if optimum < 0:
            optimum = _proven(card, limits)
        return cls(card, codec, start, optimum, None, None, near, limits)

    @property
    def reaches_the_start(self) -> bool:
        """Whether distances are known as far out as the start."""
        return self.near is None or self.near.complete or self.near.radius >= self.optimum

    def distances(self, states: States) -> np.ndarray:
        """Return distances of packed states: −1 dead, −2 not known (farther than what is held, or dead)."""
        if self.graph is not None and self.distance is not None:
            return self.distance[self.graph.numbered.values_of(states)].astype(np.int64)
        assert self.near is not None
        found = self.near.of(states)
        if not self.near.complete:
            found[found < 0] = -2
        return found

    def successors(self, states: list[int]) -> list[States]:
        """Return the distinct successors of each state, sorted, without the state itself."""
        if self.graph is not None:
            numbers = self.graph.numbered.values_of(self.codec.states(states))
            return [sorted_once(self.graph.states[self.graph.row(int(number))]) for number in numbers]
        if self._expander is None:
            self._expander = Expander(self.codec, self.limits)
        return self._expander.each(self.codec.states(states))

    @cached_property
    def paths(self) -> PathGraph:
        """The states on optimal solutions, packed; without levels if distances are not known as far out as the start."""
        if not self.reaches_the_start:
            return PathGraph([], [])
        levels, steps, seen = [[self.start]], list[Steps](), 0
        for remaining in range(self.optimum, 0, -1):
            rows = [numbers_of(near[self.distances(near) == remaining - 1]) for near in self.successors(levels[-1])]
            levels.append(sorted({state for row in rows for state in row}))
            place = {state: number for number, state in enumerate(levels[-1])}
            steps.append(Steps.from_rows([[place[state] for state in row] for row in rows]))
            seen += len(levels[-1])
            if seen > MOST_ON_PATHS:
                return PathGraph([], [])
        return PathGraph(levels, steps)

    def sample(self, most: int = SOLUTIONS) -> list[tuple[int, ...]]:
        """Optimal solutions as packed states: all of them, or `most` drawn evenly (always the same ones)."""
        paths = self.paths
        if paths.count <= most:
            walks = ([place for place, _ in paths.walk(rank)] for rank in range(paths.count))
        else:
            chance = random.Random(20)
            walks = (list(paths.draw(chance)) for _ in range(most))
        levels = paths.levels[1:]
        return [(self.start, *(level[place] for level, place in zip(levels, walk, strict=True))) for walk in walks]


def _in_moves(card: RouteCard) -> RouteCard:
    return replace(card, metric=("moves",))


def _proven(card: RouteCard, limits: Limits) -> int:
    """Return the optimum in moves by a search of its own, for a start beyond the states held near the goal."""
    solution = bounds(_in_moves(card), limits)
    if solution.status == "unsolvable":
        raise UnratableError(f"{card.name} has no solution, so there is nothing to rate", True)
    if solution.optimum is None:
        why = f"its fewest moves are not known, stopped at the limit of {solution.stopped}"
        raise not_rated(f"{card.name} is not rated: {why}", solution, solution.stopped)
    return solution.optimum

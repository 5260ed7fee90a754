"""The landscape of a card: its state graph, distances to the goal, all states on its optimal solutions, and random walks in it.

If the reachable states fit into memory, every distance is exact. Otherwise, distances are exact near the goal, and values derived
from them are exact or estimates, as `Landscape` says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from shunt.cards.card import RouteCard
from shunt.cards.stop import StopKind
from shunt.generator.card_graph import graph_from
from shunt.generator.rating.unrated import UnratableError, bounds, not_rated, stopped, unsolvable, while_measuring
from shunt.generator.rating.weights import (
    EXACT_STATES,
    GRAPH_STATES,
    MAP_STATES,
    MOST_WANDERING,
    SOLUTIONS,
    WALK_MOVES,
)
from shunt.generator.state_graph import BONUS, RESTART, WORSE, GoalGraph, Walks
from shunt.rules.objective import MOVES
from shunt.rules.position import Position
from shunt.search.core.arrays import States, numbers_of
from shunt.search.core.limits import LimitReached, Limits, limits_or_default
from shunt.search.methods.path_graph import PathGraph, Steps
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet

if TYPE_CHECKING:
    from shunt.generator.distance_map import DistanceMap

Vector = NDArray[np.float64]
TOLERANCE, AIM = 1e-9, 1e-11  # relative error that is accepted, and what is aimed at
MOST_RESTARTS, MOST_ITERATIONS = 5, 2000
FEWEST_WALKS = 10
ENDED = 0.75  # share of the moves that are of walks that end, from which their spread is that of all walks
MOST_GOALS = 5_000_000
MOST_MET = 12_000_000  # states of a search from both ends that looks for optimal solutions
MOST_ON_PATHS = 100_000  # states on optimal solutions that are looked at


@dataclass
class Landscape:
    """The known part of the states of a card.

    `known` contains everything reachable from the start (state 0), with its distances to the goal. If that is too much, it
    contains the distances near the goal. `optimum` is proven in both cases. `solution` contains the states of the proof's
    solution, if they are beyond the stored distances.
    """

    card: RouteCard
    codec: Codec
    start: int
    optimum: int
    known: GoalGraph | DistanceMap
    limits: Limits
    solution: tuple[int, ...] = ()

    @classmethod
    def from_card(
        cls,
        card: RouteCard,
        limits: Limits | None = None,
        most: int = GRAPH_STATES,
        exact_states: int = EXACT_STATES,
    ) -> Landscape:
        """Flood from the start. If there are more than `most` states, search back from the goal instead. Raise `UnratableError`
        if the card cannot be rated.

        With more than `exact_states` states, walks will be simulated. Raise `TooLargeError` if a state does not fit into two
        words.
        """
        limits = limits_or_default(limits)
        codec = Codec.for_rules(card.rules, is_lazy=True)
        start = codec.pack(card.start)
        goals = GoalSet.of(codec, card.goal, card.start.turntables)
        bounded = replace(while_measuring(limits), states=most if limits.states is None else min(most, limits.states))
        try:
            graph = graph_from(codec, card.start, bounded, exact_states)
        except LimitReached as limit:
            if limit.stop.kind is not StopKind.STATES:
                raise stopped(_in_moves(card), limits, limit.stop) from None
            return cls._near(card, codec, start, goals, limits)
        found = np.flatnonzero(goals.met_by(graph.states))
        distance = graph.distances_to(found)
        if distance[0] < 0:
            raise unsolvable(card)
        return cls(card, codec, start, int(distance[0]), GoalGraph(graph, distance), limits)

    @classmethod
    def _near(cls, card: RouteCard, codec: Codec, start: int, goals: GoalSet, limits: Limits) -> Landscape:
        if goals.most > MOST_GOALS:
            raise UnratableError(f"more than {MOST_GOALS:,} positions meet the goal of {card.name}: too many to rate", False)
        from shunt.generator.distance_map import DistanceMap
        from shunt.search.trains.successors import Neighbours

        measured = while_measuring(limits)
        try:
            near = DistanceMap.back_from(Neighbours(codec, measured), goals.states(), measured, MAP_STATES)
        except LimitReached as limit:
            raise stopped(_in_moves(card), limits, limit.stop) from None
        optimum = int(near.of(codec.states([start]))[0])
        if optimum < 0 and near.complete:
            raise unsolvable(card)
        if optimum >= 0:
            return cls(card, codec, start, optimum, near, limits)
        solution = bounds(_in_moves(card), limits)  # a separate search, for a start beyond the stored states
        if solution.optimum is None:
            why = f"{card.name} is not rated: the search for its fewest moves stopped at the limit of {solution.stopped}"
            raise not_rated(card, why, solution, solution.stopped)
        positions = (card.start, *(made.position for made in solution.moves))
        path = tuple(codec.pack(position) for position in positions if isinstance(position, Position))
        return cls(card, codec, start, solution.optimum, near, limits, path)

    @property
    def reaches_the_start(self) -> bool:
        """Return whether distances are known up to the start."""
        return self.known.radius >= self.optimum

    @cached_property
    def paths(self) -> PathGraph:
        """The states on optimal solutions, packed. There are no levels if they are too many, or cannot be found."""
        if not self.reaches_the_start:
            return self._paths_by_search()
        levels, steps, seen = [[self.start]], list[Steps](), 0
        for remaining in range(self.optimum, 0, -1):
            after = self.known.successors(self.codec.states(levels[-1]))
            rows = [numbers_of(near[self.known.of(near) == remaining - 1]) for near in after]
            levels.append(sorted({state for row in rows for state in row}))
            place = {state: number for number, state in enumerate(levels[-1])}
            steps.append([[(place[state], 1) for state in row] for row in rows])
            seen += len(levels[-1])
            if seen > MOST_ON_PATHS:
                return PathGraph([], [])
        return PathGraph(levels, steps)

    def _paths_by_search(self) -> PathGraph:
        """Return the states where a search from both ends meets, and the levels from there back to both ends, for a start beyond
        the stored distances."""
        from shunt.search.methods.shortest_solutions import train_solutions

        rest = self.limits.rest()
        most = MOST_MET if rest.states is None else min(MOST_MET, rest.states)
        try:
            found = train_solutions(_in_moves(self.card), replace(rest, states=most))
        except LimitReached as limit:
            if limit.stop.is_interrupt:
                raise
            return PathGraph([], [])
        if found.states > MOST_ON_PATHS:
            return PathGraph([], [])
        steps = [[[(to, 1) for to, _ in row] for row in rows] for rows in found.steps]
        return PathGraph([numbers_of(level) for level in found.levels], steps)

    def sample(self, most: int = SOLUTIONS) -> list[tuple[int, ...]]:
        """Return optimal solutions as packed states: all of them, or a random sample of `most` solutions, which is always the
        same.

        If there are too many to hold, return only that of the proof.
        """
        paths = self.paths
        if not paths.levels:
            return [self.solution] if self.solution else []
        if paths.count <= most:
            walks = ([place for place, _ in paths.walk(rank)] for rank in range(paths.count))
        else:
            chance = random.Random(20)
            walks = (list(paths.draw(chance)) for _ in range(most))
        levels = paths.levels[1:]
        return [(self.start, *(level[place] for level, place in zip(levels, walk, strict=True))) for walk in walks]


def _in_moves(card: RouteCard) -> RouteCard:
    return replace(card, metric=MOVES)


# --------------------------------------------------------------------------------------------------------------------
# Averages


class Mean(NamedTuple):
    """An average and its standard error (0 if it is taken over all values)."""

    value: float
    error: float = 0.0


Measured = Mean | float | None
"""The value of a feature, with an error if it is an average, or None if it is not known."""


def mean(values: Sequence[float], complete: bool) -> Mean:
    """Return the average of a sample, or of all values."""
    error = 0.0 if complete or len(values) < 2 else stdev(values) / len(values) ** 0.5
    return Mean(fmean(values), error)


# --------------------------------------------------------------------------------------------------------------------
# The wandering solver: the moves of a player who sees only whether a move leads nearer to the goal
#
# From state s with distance d the solver makes one of its distinct moves, each with weight d + B if it leads nearer
# the goal and d otherwise. From a dead state the only step leads back to the start; the same step has a stated chance if
# the solver is clearly worse off than at the start. Source: Jarušek & Pelánek, *What determines difficulty of transport
# puzzles?*, FLAIRS 2011; the return from dead states is ours.


def wandering(landscape: Landscape, most: int = EXACT_STATES) -> Mean:
    """Return the expected number of moves. It is exact up to `most` states, and otherwise estimated from walks."""
    known, states = landscape.known, landscape.codec.states
    if landscape.optimum == 0:
        return Mean(0.0)
    if isinstance(known, GoalGraph):
        return wandering_in(known, landscape.optimum, most)

    def begins(ahead: int) -> States:
        found = sorted({path[ahead] for path in landscape.sample()})
        return states(found) if found else known.level(known.radius)[:SOLUTIONS]

    return walked_near(known, states([landscape.start]), landscape.optimum, begins)


def wandering_in(known: GoalGraph, optimum: int, most: int) -> Mean:
    """Return the expected number of moves in a graph, exactly if it has at most `most` states."""
    if len(known.graph) <= most:
        return Mean(exact(known))
    return mean_walk(known.wander(optimum, WALK_MOVES))


def chain(known: GoalGraph) -> tuple[scipy.sparse.csr_matrix, np.ndarray]:
    """Return the Markov chain on the states that are neither goals nor dead, the start first.

    The result is P (n, n), the probabilities of going from one state to another in one move, and the probability (n) of falling
    into a dead state, from which the next move leads back to the start. The rest of each row leads to the goal.
    """
    graph, distance = known.graph, known.distance
    d = distance.astype(np.float64)
    source = np.repeat(np.arange(len(graph)), np.diff(graph.first))
    nearer = (distance[graph.to] >= 0) & (distance[graph.to] < distance[source])
    live = distance > 0
    weight = np.where(live[source], d[source] + BONUS * nearer, 0.0)
    total = np.bincount(source, weight, len(graph))
    restart = np.where(live & (distance >= distance[0] + WORSE), RESTART, 0.0)
    share = weight * ((1.0 - restart) / np.maximum(total, 1.0))[source]
    order, _ = graph.by_state  # not as found: neighbours are then near in memory, and the products of a solver faster
    count, number = int(live.sum()), np.zeros(len(graph), np.int64)
    number[order[live[order] & (order > 0)]] = np.arange(1, count)
    inner = live[source] & live[graph.to]
    rows, columns, values = number[source[inner]], number[graph.to[inner]], share[inner]
    back = np.flatnonzero(restart)
    rows, columns = np.concatenate([rows, number[back]]), np.concatenate([columns, np.zeros(len(back), np.int64)])
    matrix = scipy.sparse.csr_matrix((np.concatenate([values, restart[back]]), (rows, columns)), shape=(count, count))
    lost = live[source] & (distance[graph.to] < 0)
    return matrix, np.bincount(number[source[lost]], share[lost], count)


def exact(known: GoalGraph) -> float:
    """Return the expected number of moves to absorption, solved to a relative error of at most `TOLERANCE`.

    With A = I − P − p·e₀ᵀ (p: the probability of falling into a dead state, e₀: the start), the expected moves x solve A·x = 1 +
    p. The inverse of A has no negative entry. If the residual is within ε·(1 + p) in every row, every entry is therefore correct
    within a factor 1 ± ε.
    """
    matrix, dying = chain(known)
    right = 1.0 + dying

    def times(x: np.ndarray) -> np.ndarray:
        product: np.ndarray = x - matrix @ x - dying * x[0]
        return product

    x = np.full(len(right), float(known.distance[0]))
    error = np.inf
    for _ in range(MOST_RESTARTS):
        x = _improved(times, right, x)
        error = float(np.abs(times(x) / right - 1.0).max())
        if error <= AIM:
            break
    if error <= TOLERANCE:
        return float(x[0])
    from scipy.sparse.linalg import spsolve

    whole = scipy.sparse.identity(len(right), format="lil") - matrix.tolil()
    whole[:, 0] -= scipy.sparse.csr_matrix(dying[:, None])
    return float(spsolve(whole.tocsc(), right)[0])


def _improved(times: Callable[[Vector], Vector], right: Vector, x: Vector) -> Vector:
    """Return a better solution of times(x) = right than `x`, by stabilised biconjugate gradients (van der Vorst 1992).

    It is written out because the sums must be the same on every machine. Those of a linear algebra library depend on its threads,
    which wait for each other if cores are busy. On an idle core, scipy's `bicgstab` takes half the time (6 ms instead of 11 for
    8,000 states), with the same first twelve digits.
    """
    residual = right - times(x)
    shadow, direction = residual.copy(), residual.copy()
    rho = _dot(shadow, residual)
    goal = AIM / 10.0
    for _ in range(MOST_ITERATIONS):
        image = times(direction)
        along = _dot(shadow, image)
        if along == 0.0 or rho == 0.0:
            break
        step = rho / along
        half = residual - step * image
        turned = times(half)
        length = _dot(turned, turned)
        omega = _dot(turned, half) / length if length else 0.0
        x = x + step * direction + omega * half
        residual = half - omega * turned
        if np.abs(residual / right).max() <= goal or omega == 0.0:
            break
        rho, before = _dot(shadow, residual), rho
        direction = residual + rho / before * step / omega * (direction - omega * image)
    return x


def _dot(a: Vector, b: Vector) -> float:
    return float((a * b).sum())


def walked_near(near: DistanceMap, start: States, optimum: int, begins: Callable[[int], States]) -> Mean:
    """Return an estimate from the distances near the goal.

    `begins` returns states on optimal solutions that are this many moves from the start, if the start is beyond the stored
    distances.
    """
    ahead = optimum - near.radius - 1
    if near.complete or ahead < 0:
        return mean_walk(near.wander(start, optimum, WALK_MOVES))
    moves = WALK_MOVES // 4
    return between(ahead, near.wander(begins(ahead), optimum, moves, returns=True), near.wander(start, optimum, moves))


def mean_walk(walks: Walks) -> Mean:
    """Return the mean length of walks and its standard error.

    Walks that do not end within the budget count with the moves they made, as for a constant rate of arrival, whose standard
    deviation equals its mean. This matters if few walks end, or if many of the moves belong to walks that do not end. If none
    ends, the number of moves made is a lower bound.
    """
    count = max(len(walks.lengths), 1)
    most_end = count >= FEWEST_WALKS and walks.lengths.sum() >= ENDED * walks.made
    spread = float(walks.lengths.std(ddof=1)) if most_end else walks.made / count
    return Mean(walks.made / count, spread / count**0.5)


def between(ahead: int, quick: Walks, blind: Walks) -> Mean:
    """Return a value between two estimates, for a start `ahead` moves beyond the border of the stored distances.

    The `quick` solver goes straight to the border, and returns there in one move whenever it has left it, so it is too fast. The
    `blind` solver sees nothing beyond the border, so it is too slow. The value is in the middle on the scale of the grade, on
    which more than `MOST_WANDERING` moves make no difference. Its error covers both.
    """
    fast, slow = mean_walk(quick), mean_walk(blind)
    least = ahead + fast.value
    most = max(least, min(slow.value, MOST_WANDERING))
    return Mean(((1.0 + least) * (1.0 + most)) ** 0.5 - 1.0, fast.error + (most - least) / 2.0)

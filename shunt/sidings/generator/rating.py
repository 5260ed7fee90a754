"""The features of sidings cards. They describe pulls and drops in the same way as the features of route cards describe moves.

Each pull or drop can be undone by another. Therefore no position is dead, all reachable positions can be reached from each other,
and no move increases the distance to the goal by more than one: `traps` and `dead` are 0, and `connected` is 1. A move handles
the cars that change their track. It is counter-intuitive if it takes a car away from its goal, or separates two cars that are
next to each other in the goal, in that order. The other features are described in `docs/how-it-works/rating.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from statistics import fmean

import numpy as np

from shunt.generator.distance_map import DistanceMap
from shunt.generator.rating.features import decomposition, distinct_paths, handling_changes
from shunt.generator.rating.landscape import MOST_GOALS, Mean, Measured, mean, walked_near, wandering_in
from shunt.generator.rating.unrated import noting, stopped, unsolvable, while_measuring
from shunt.generator.rating.weights import MAP_STATES, SOLUTIONS
from shunt.generator.state_graph import WALK_SEED, GoalGraph, StateGraph, rows_of
from shunt.rules.ruleset import replay
from shunt.search.core.arrays import Ints, Ints32
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.methods.shortest_solutions import Solutions
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import ANY, HEADSHUNT, SidingsPosition
from shunt.sidings.search.domain import SidingsDomain
from shunt.sidings.search.graph import SidingsProblem, sidings_problem
from shunt.sidings.search.shortest_solutions import sidings_solutions
from shunt.sidings.search.table import PermutationIndex, permutation_index, table_bytes

LARGER = 8  # times as many states as of trains are held: their index is a number, and no hash table


def sidings_features(card: SidingsCard, limits: Limits, exact_states: int, graph_states: int) -> tuple[dict[str, Measured], str]:
    """Return the features of a card, and for each unknown feature (None) the reason.

    Raise `UnratableError` if there is no solution or a limit is reached.
    """
    try:
        found = sidings_solutions(card, while_measuring(limits))
        if not found:
            raise unsolvable(card)
    except LimitReached as limit:
        raise stopped(card, limits, limit.stop) from None
    with noting(card, len(found.graph.levels) - 1):
        return _measured(card, found, limits, exact_states, LARGER * graph_states)


def _measured(
    card: SidingsCard, found: Solutions, limits: Limits, exact_states: int, most: int
) -> tuple[dict[str, Measured], str]:
    """Measure a card whose shortest solutions are known. `most`: the maximum number of positions in memory."""
    optimum = len(found.graph.levels) - 1
    try:
        graph = reachable(card, optimum, while_measuring(limits), most)
    except LimitReached as limit:
        raise stopped(card, limits, limit.stop) from None
    walked = wandering_in(graph, optimum, exact_states) if graph else walks_near_the_goal(card, found, limits)
    features: dict[str, Measured] = {"optimum": optimum, "wandering": walked}
    features |= path_features(card, found)
    distinct, complete = distinct_solutions(card, found, sidings_problem(card.rules, card.goal))
    features |= {"paths": found.paths, "solutions": distinct, "solutions-complete": complete}
    features |= {"states": len(graph.graph) if graph else None, "connected": 1.0, "dead": 0.0}
    return features, f"more than {most:,} positions can be reached: too large to hold, and so are those near the goal"


# --------------------------------------------------------------------------------------------------------------------
# The graph


def reachable(card: SidingsCard, optimum: int, limits: Limits, most: int) -> GoalGraph | None:
    """Build the graph of a card's positions; return None if the yard has more than `most`. Raise `LimitReached` if a limit is
    reached.

    Positions are numbered occupancy · permutations + rank, as in a table. Positions that the start cannot reach are left out, and
    the start gets the number 0.
    """
    problem = sidings_problem(card.rules, card.goal)
    if problem.states > most:
        return None
    limits.allow_bytes(table_bytes(problem) + 8 * problem.states * len(problem.graph.edges) // len(problem.graph.occupancies))
    limits.progress("graph", 0, problem.states)
    index = permutation_index(problem.multiset, problem.graph.swaps, limits)
    first, to = _edges(problem, index)
    occupancy, row = problem.encode(card.start)
    start = occupancy * problem.permutations + index.rank(row)
    whole = StateGraph(np.arange(problem.states), first, to)
    inside = np.flatnonzero(whole.distances_to(np.array([start], np.int64)) >= 0)
    inside = np.concatenate([[start], inside[inside != start]])
    number = np.full(problem.states, -1, np.int64)
    number[inside] = np.arange(len(inside))
    begins = np.concatenate([[0], np.cumsum(np.diff(first)[inside])])
    graph = StateGraph(np.arange(len(inside)), begins, number[to[rows_of(first, inside)]].astype(np.int32))
    limits.allow_states(len(graph))
    wanted = [occupancy * problem.permutations + index.fitting(row) for occupancy, row in problem.goal_occupancies()]
    goals = number[np.concatenate(wanted)]
    distance = graph.distances_to(np.unique(goals[goals >= 0]))
    assert int(distance[0]) == optimum
    return GoalGraph(graph, distance)


def _edges(problem: SidingsProblem, index: PermutationIndex) -> tuple[Ints, Ints32]:
    """Return the rows of successors of all positions, as (first, to)."""
    moves, count = index.moves(problem.graph), problem.permutations
    ranks = np.arange(count, dtype=np.int32)
    rows = [
        np.stack(
            [
                np.int32(target * count) + (ranks if swap < 0 else moves.ranks_after[swap])
                for target, swap in zip(moves.target[begin:end], moves.swap[begin:end], strict=True)
            ],
            axis=1,
        )
        for begin, end in pairwise(moves.first)
        if begin < end
    ]
    degrees = np.repeat(np.diff(moves.first), count)
    return np.concatenate([[0], np.cumsum(degrees)]), np.concatenate(rows, axis=None)


def walks_near_the_goal(card: SidingsCard, found: Solutions, limits: Limits, most: int = MAP_STATES) -> Mean | None:
    """Return an estimate for the wandering solver from distances near the goal, or None if a limit does not allow them.

    At most `most` positions are kept in memory.
    """
    domain, optimum = SidingsDomain(sidings_problem(card.rules, card.goal), card.start), len(found.graph.levels) - 1
    try:
        if domain.goals.most > MOST_GOALS:
            return None
        measured = while_measuring(limits)
        near = DistanceMap.back_from(domain.neighbours(measured), domain.goals.states(), measured, most)
        return walked_near(near, domain.states([domain.start]), optimum, found.graph.levels.__getitem__)
    except LimitReached as limit:
        if limit.stop.is_interrupt:
            raise
        return None


# --------------------------------------------------------------------------------------------------------------------
# Features of solutions


def path_features(card: SidingsCard, found: Solutions) -> dict[str, Measured]:
    """Return averages over all best solutions or a random sample of them, as for trains."""
    if not found.optimum:
        return dict.fromkeys(("decomposition", "handling", "counterintuitive", "traps"), None)
    complete = found.count <= SOLUTIONS
    lists = list(found.all()) if complete else [moves for _, moves in found.sample(SOLUTIONS, WALK_SEED)]
    walks = [[card.start, *(made.position for made in replay(card.rules, card.start, moves))] for moves in lists]
    handled = [[moved_cars(before, after) for before, after in pairwise(walk)] for walk in walks]
    odd = [fmean(is_counterintuitive(card, before, after) for before, after in pairwise(walk)) for walk in walks]
    return {
        "decomposition": mean([decomposition(moves) for moves in handled], complete),
        "handling": mean([handling_changes(moves) for moves in handled], complete),
        "counterintuitive": mean(odd, complete),
        "traps": 0.0,
    }


def tracks_of(position: SidingsPosition) -> dict[str, int]:
    """Return a mapping from cars to the numbers of their tracks, with 0 for the headshunt."""
    tracks = [position.headshunt, *position.sidings]
    return {car: number for number, cars in enumerate(tracks) for car in cars}


def moved_cars(before: SidingsPosition, after: SidingsPosition) -> frozenset[str]:
    """Return the cars that change their track."""
    return frozenset(car for car, _ in tracks_of(before).items() ^ tracks_of(after).items())


def is_counterintuitive(card: SidingsCard, before: SidingsPosition, after: SidingsPosition) -> bool:
    """Return whether a move takes a car away from its goal, or separates cars that belong together."""
    moved = moved_cars(before, after)
    return bool(moved & at_home(card, before)) or bool(wanted_pairs(card, before) - wanted_pairs(card, after))


def at_home(card: SidingsCard, position: SidingsPosition) -> frozenset[str]:
    """Return the cars that are at their goals, counted from the buffer stop. If the goal is a train, there are none."""
    kind, home = card.rules.kind, set()
    for name, cars in zip(card.rules.capacities, position.sidings, strict=True):
        for want, car in zip(reversed(card.goal.sidings.get(name, ())), reversed(cars), strict=False):
            if want != ANY and kind(want) == kind(car):
                home.add(car)
    return frozenset(home)


def wanted_pairs(card: SidingsCard, position: SidingsPosition) -> frozenset[tuple[str, str]]:
    """Return the pairs of neighbouring cars, from the locomotive on, that are next to each other in the goal in the same
    order."""
    kind = card.rules.kind
    goal = [card.goal.train, card.goal.headshunt, *card.goal.sidings.values()]
    wanted = {(kind(a), kind(b)) for cars in goal for a, b in pairwise(cars) if ANY not in (a, b)}
    lines: Sequence[tuple[str, ...]] = [position.headshunt, *position.sidings]
    if position.locomotive != HEADSHUNT:
        lines = position.sidings
    return frozenset((a, b) for cars in lines for a, b in pairwise(cars) if (kind(a), kind(b)) in wanted)


def distinct_solutions(card: SidingsCard, found: Solutions, problem: SidingsProblem) -> tuple[int, bool]:
    """Count best solutions up to reordering, and report whether the number is exact. A move is described by siding, cars, and
    pull or drop."""
    return distinct_paths(found.graph, partial(_label, SidingsDomain(problem, card.start)))


def _label(domain: SidingsDomain, before: np.ndarray, after: np.ndarray) -> tuple[object, ...]:
    """Return a description of the move between two packed states: the siding, pull or drop, and the kinds of its cars."""
    problem, path = domain.problem, domain.decoded(np.stack([before, after]))
    (move,), (occupancy, row) = problem.moves_along(path), path[0]
    lengths = problem.graph.occupancies[occupancy].lengths
    seat = list(problem.rules.capacities).index(move.siding)
    end = lengths[0] if move.drops else sum(lengths[: seat + 1]) + move.count
    return (move.siding, move.drops, row[end - move.count : end])

"""The features of sidings cards. They describe pulls and drops in the same way as the features of route cards describe moves.

Each pull or drop can be undone by another. Therefore no position is dead, all reachable positions can be reached from each other,
and no move increases the distance to the goal by more than one: `traps` and `dead` are 0, and `connected` is 1. A move handles
the cars that change their track. It is counter-intuitive if it takes a car away from its goal, or separates two cars that are
next to each other in the goal, in that order. The other features are described in `docs/how-it-works/rating.md`.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from statistics import fmean

import numpy as np

from shunt.generator.distance_map import DistanceMap
from shunt.generator.rating.features import distinct_paths, handling_features
from shunt.generator.rating.landscape import MOST_GOALS, Mean, Measured, walked_near, wandering_in
from shunt.generator.rating.unrated import noting, stopped, unsolvable, while_measuring
from shunt.generator.rating.weights import MAP_STATES, SOLUTIONS
from shunt.generator.reached_graph import reached_graph
from shunt.generator.state_graph import WALK_SEED, GoalGraph
from shunt.rules.ruleset import replay
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.methods.shortest_solutions import Solutions
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import ANY, SidingsPosition
from shunt.sidings.search.domain import SidingsDomain
from shunt.sidings.search.graph import sidings_problem
from shunt.sidings.search.shortest_solutions import sidings_solutions

LARGER = 8  # times as many states as of trains are held, because their moves cost little


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
    optimum, most = len(found.levels) - 1, LARGER * graph_states
    with noting(card, optimum):
        domain = SidingsDomain(sidings_problem(card.rules, card.goal), card.start)
        try:
            graph = reachable(domain, while_measuring(limits), most)
        except LimitReached as limit:
            raise stopped(card, limits, limit.stop) from None
        walked: Mean | None = Mean(0.0)
        if optimum:
            walked = wandering_in(graph, optimum, exact_states) if graph else walks_near_the_goal(domain, found, limits)
        features: dict[str, Measured] = {"optimum": optimum, "wandering": walked, **path_features(card, found)}
        distinct, complete = distinct_paths(found, partial(_label, domain))
        features |= {"paths": found.paths, "solutions": distinct, "solutions-complete": complete}
        features |= {"states": len(graph.graph) if graph else None, "connected": 1.0, "dead": 0.0}
    return features, f"more than {most:,} positions can be reached: too large to hold, and so are those near the goal"


# --------------------------------------------------------------------------------------------------------------------
# The graph


def reachable(domain: SidingsDomain, limits: Limits, most: int) -> GoalGraph | None:
    """Build the graph of all positions that the start can reach, which is number 0; return None if the yard has more than `most`.
    Raise `LimitReached` if a limit is reached."""
    if domain.problem.states > most:
        return None
    graph = reached_graph(domain.neighbours(limits), domain.states([domain.start]), limits)
    return GoalGraph(graph, graph.distances_to(np.flatnonzero(domain.goals.met_by(graph.states))))


def walks_near_the_goal(domain: SidingsDomain, found: Solutions, limits: Limits, most: int = MAP_STATES) -> Mean | None:
    """Return an estimate for the wandering solver from distances near the goal, or None if a limit does not allow them.

    At most `most` positions are kept in memory.
    """
    levels = found.levels
    try:
        if domain.goals.most > MOST_GOALS:
            return None
        measured = while_measuring(limits)
        near = DistanceMap.back_from(domain.neighbours(measured), domain.goals.states(), measured, most)
        return walked_near(near, domain.states([domain.start]), len(levels) - 1, levels.__getitem__)
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
    return {**handling_features(handled, odd, complete), "traps": 0.0}


def moved_cars(before: SidingsPosition, after: SidingsPosition) -> frozenset[str]:
    """Return the cars that change their track."""
    return frozenset(car for car, _ in before.as_dict().items() ^ after.as_dict().items())


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
    tracks = [position.headshunt, *position.sidings]  # the headshunt is empty while the locomotive is in a siding
    return frozenset((a, b) for cars in tracks for a, b in pairwise(cars) if (kind(a), kind(b)) in wanted)


def _label(domain: SidingsDomain, before: np.ndarray, after: np.ndarray) -> tuple[object, ...]:
    """Return a description of the move between two packed states: the siding, pull or drop, and the kinds of its cars.

    Best solutions whose moves have the same descriptions are the same up to reordering.
    """
    problem, path = domain.problem, domain.decoded(np.stack([before, after]))
    (move,), (occupancy, row) = problem.moves_along(path), path[0]
    lengths = problem.graph.occupancies[occupancy].lengths
    end = lengths[0] if move.drops else sum(lengths[: problem.rules.seats[move.siding] + 1]) + move.count
    return (move.siding, move.drops, row[end - move.count : end])

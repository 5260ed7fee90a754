"""The hardest cards of a board and its pieces, found exactly by trying every goal with every start, if all states fit into
memory."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from math import perm

import numpy as np

from shunt.cards.card import Goal, RouteCard
from shunt.errors import InputError, ShuntError, counted
from shunt.generator.forge.proof import renamed, search_limits
from shunt.generator.forge.shard import ProvenCard, ShardSearch, finished, unpacked
from shunt.generator.reached_graph import reached_graph
from shunt.generator.spec import SIDINGS_METRICS, CardSpec, empty_card
from shunt.generator.state_graph import StateGraph
from shunt.rules.position import Roster
from shunt.search.core.limits import LimitReached, Progress, no_progress
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.generator.forge import MOST_HELD, NAMES, position_of, sidings_rules, starting_occupancies
from shunt.sidings.rules.referee import Sidings, SidingsGoal
from shunt.sidings.search.graph import sidings_problem
from shunt.sidings.search.table import build_table
from shunt.track.layout import Layout, SidingsLayout

MOST_STATES = 3_000_000
KEPT = 12  # of the starts at the farthest distance, those that are rated


class SpaceTooLargeError(ShuntError):
    """The states of a board and its pieces do not fit into memory."""


@dataclass
class Hardest:
    """The maximum optimum for a board and its pieces, and the best card that has it.

    `states`: the number of placements. `optimum`: the maximum number of moves of any card with these pieces that names every car.
    `ties`: the number of pairs of a goal and a start with this optimum; `kept`: the first of them. `reached`: the maximum optimum
    of every goal.
    """

    states: int = 0
    optimum: int = -1
    ties: int = 0
    reached: list[int] = field(default_factory=list)
    card: ProvenCard | None = None
    kept: list[RouteCard | SidingsCard] = field(default_factory=list, compare=False)

    @property
    def histogram(self) -> tuple[int, ...]:
        """The number of goals with each maximum optimum."""
        return tuple(np.bincount(self.reached).tolist())

    def add(self, farthest: int, ties: int, cards: Iterable[RouteCard | SidingsCard]) -> None:
        """Add a goal: the distance of its farthest starts, their number, and the cards that begin there."""
        self.reached.append(farthest)
        if farthest > self.optimum:
            self.optimum, self.ties, self.kept = farthest, 0, []
        if farthest == self.optimum:
            self.ties += ties
            self.kept += islice(cards, KEPT - len(self.kept))

    def with_card(self, spec: CardSpec) -> Hardest:
        """Choose the card with the highest grade and, of several, the one with the best look; return the result."""
        any_pieces = replace(spec, cars=(0, spec.cars[1]), locomotives=(1, spec.locomotives[1]), goal=None)
        search = ShardSearch(any_pieces, "", 0)
        made = [finished(card, self.optimum, search) for card in self.kept] if self.optimum > 0 else []
        self.card = max((one for one in made if one is not None), key=lambda one: (one.grade, one.look, one.id), default=None)
        return self


def hardest(spec: CardSpec, progress: Progress = no_progress) -> Hardest:
    """Return the hardest card on a layout with exactly the spec's maximum numbers of locomotives and cars.

    On tracks, goals name every car and leave the locomotives free (with `goal="all"`, they name these too). In a fan of sidings,
    goals are all orders of the cars on the sidings (`goal="all"`), all trains that leave some cars out ("some"), or all orders
    and trains (None), and the headshunt is empty at the start. The names of cars do not matter there, so goals that differ only
    in names, or only by exchanging sidings of equal length, count once. Starts are counted for each goal. Raise
    `SpaceTooLargeError` if the states do not fit into memory.
    """
    spec.check()
    if isinstance(spec.layout, SidingsLayout):
        return _hardest_of_sidings(spec.layout, spec, progress)
    return _hardest_of_tracks(spec.layout, spec, progress)


def described(spec: CardSpec, found: Hardest) -> str:
    """Return a description of what was tried, as in "no card with these pieces … need that many"."""
    goals = counted(len(found.reached), "goals")
    if isinstance(spec.layout, SidingsLayout):
        kind = {"all": "an order of all cars", "some": "a train of some of the cars"}.get(spec.goal or "", "an order or a train")
        pulls = counted(found.optimum, spec.metric or SIDINGS_METRICS[0])
        tried = f"{found.states:,} pairs of a start and one of {goals} were tried, and {found.ties:,}"
        return f"whose goal is {kind} takes more than {pulls}, starting with an empty headshunt: {tried}"
    named = "every piece" if spec.goal == "all" else "every car and no locomotive"
    tried = f"all {goals} were tried with all {found.states:,} starts, and {found.ties:,} of these pairs"
    return f"whose goal names {named} takes more than {counted(found.optimum, 'moves')}: {tried}"


# --------------------------------------------------------------------------------------------------------------------
# Tracks


def _hardest_of_tracks(board: Layout, spec: CardSpec, progress: Progress) -> Hardest:
    if spec.goal in ("some", "places", "train"):
        what = "the hardest card names every car in its goal"
        raise InputError("goal", what, 'ask for "cars" or "all", or leave this constraint out')
    roster = Roster(spec.locomotive_names[: spec.locomotives[1]], spec.car_names[: spec.cars[1]])
    space = replace(empty_card(board, spec.ruleset, "candidate"), roster=roster)
    codec = Codec.for_rules(space.rules)
    everything = GoalSet.of(codec, Goal({}))
    if everything.most > 2 * MOST_STATES:
        what = f"with headings and turntables some {everything.most:,} positions; at most {MOST_STATES:,} can be held"
        raise SpaceTooLargeError(f"{_described(space)} have {what}")
    limits = replace(search_limits(MOST_STATES), progress=progress)
    try:
        graph = reached_graph(Neighbours(codec, limits), everything.states(), limits)
    except LimitReached:
        what = f"more than {MOST_STATES:,} states: more than can be held"
        raise SpaceTooLargeError(f"{_described(space)} have {what}") from None
    names = roster.pieces if spec.goal == "all" else roster.cars

    def card(goal: int, start: int) -> RouteCard:
        places = roster.at(unpacked(codec, graph.states, goal))
        wanted = Goal({name: places[name] for name in names})
        made = replace(space, start=unpacked(codec, graph.states, start), goal=wanted)
        return renamed(made, spec.locomotive_names, spec.car_names)

    keys = _goal_keys(codec, graph, names)
    order = np.argsort(keys, kind="stable")
    borders = np.flatnonzero(np.diff(keys[order], prepend=-1))
    search = Hardest(len(graph))
    for number, alike in enumerate(np.split(order, borders[1:])):
        goals = np.sort(alike)
        distances = graph.distances_to(goals)
        farthest = int(distances.max())
        starts = np.flatnonzero(distances == farthest)
        search.add(farthest, len(starts), (card(int(goals[0]), int(start)) for start in starts))
        if number % 16 == 0:
            progress("goals", number, len(graph))
    return search.with_card(spec)


def _described(space: RouteCard) -> str:
    pieces, plan = space.roster, space.plan
    ways = perm(len(plan.spaces), len(pieces.pieces)) if len(pieces.pieces) <= len(plan.spaces) else 0
    both = f"{counted(len(pieces.locomotives), 'locomotives')} and {counted(len(pieces.cars), 'cars')}"
    return f"{both} on {plan.name} ({ways:,} ways to place them)"


def _goal_keys(codec: Codec, graph: StateGraph, names: Sequence[str]) -> np.ndarray:
    """Return, for every state, the spaces of the pieces that a goal names, as one number."""
    keys = np.zeros(len(graph), np.int64)  # wide enough: the states that can be held have few pieces or few spaces
    for seat, name in enumerate(codec.rules.roster.pieces):
        if name in names:
            keys = keys * len(codec.rules.plan.spaces) + codec.spaces(graph.states, seat)
    return keys


# --------------------------------------------------------------------------------------------------------------------
# Sidings


def _hardest_of_sidings(yard: SidingsLayout, spec: CardSpec, progress: Progress) -> Hardest:
    cars = tuple(NAMES[: spec.cars[1]])
    rules = sidings_rules(spec, yard, cars)
    goals = [*_orders(spec, rules), *_trains(spec, rules)]
    search = Hardest()
    for number, goal in enumerate(goals):
        progress("goals", number, len(goals))
        problem = sidings_problem(rules, goal)
        if problem.states > MOST_HELD:
            what = f"{counted(len(cars), 'cars')} in {yard.name} have {problem.states:,} positions for one goal"
            raise SpaceTooLargeError(f"{what}; at most {MOST_HELD:,} fit in memory")
        table = build_table(problem)
        outside = starting_occupancies(table)
        distance = table.distance[outside]
        farthest = int(distance[distance != table.unseen].max(initial=0))
        rows, ranks = np.nonzero(distance == farthest)
        chance = random.Random(0)
        starts = (position_of(table, outside[row], int(rank), chance) for row, rank in zip(rows, ranks, strict=True))
        search.states += distance.size
        search.add(farthest, len(rows), (SidingsCard("candidate", rules, start, goal, layout=yard) for start in starts))
    return search.with_card(spec)


def _orders(spec: CardSpec, rules: Sidings) -> Iterator[SidingsGoal]:
    """Yield every distribution of the cars over the sidings, including their order."""
    if spec.goal == "some":
        return
    sizes, seen = list(rules.capacities.values()), set()
    for counts in product(*(range(size + 1) for size in sizes)):
        alike = tuple(sorted(zip(sizes, counts, strict=True)))
        if sum(counts) == len(rules.cars) and alike not in seen:
            seen.add(alike)
            borders = np.cumsum([0, *counts]).tolist()
            yield SidingsGoal(
                {name: rules.cars[low:high] for name, low, high in zip(rules.capacities, borders, borders[1:], strict=False)}
            )


def _trains(spec: CardSpec, rules: Sidings) -> Iterator[SidingsGoal]:
    """Yield the trains of every length from one car."""
    if spec.goal == "all":
        return
    longest = min(max(rules.capacities.values()), len(rules.cars) - (spec.goal == "some"))
    for length in range(1, longest + 1):
        yield SidingsGoal(train=rules.cars[:length])

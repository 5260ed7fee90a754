"""The hardest cards of a yard of sidings, exactly: every goal against every start, by the table of each goal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from shunt.cards.card import SidingsCard
from shunt.generator.forge.hardest import KEPT, Hardest, SpaceTooLargeError
from shunt.generator.forge.shard import Forged, Tally, finished_sidings
from shunt.generator.forge.sidings import MOST_HELD, NAMES, position_of, starting_occupancies
from shunt.generator.forge.spec import CardSpec
from shunt.rules.sidings import Sidings, SidingsGoal
from shunt.search.core.limits import Progress, no_progress
from shunt.search.sidings.graph import sidings_problem
from shunt.search.sidings.table import SidingsTable, build_table
from shunt.track.layout import SidingsLayout


@dataclass(frozen=True)
class _Farthest:
    """The farthest starts of a goal: how far, how many, the first of them, and how many starts there are in all."""

    optimum: int
    ties: int
    cards: tuple[SidingsCard, ...]
    starts: int


def hardest_sidings(spec: CardSpec, yard: SidingsLayout, most: int = MOST_HELD, progress: Progress = no_progress) -> Hardest:
    """Return the hardest card of a yard with exactly the spec's largest number of cars, the headshunt empty at the start.

    Goals are all orders of the cars on the sidings (`goal="all"`), all trains that leave cars over ("some"), or all orders and
    trains (None). Names of cars are free, so a goal counts once, whatever they are; so does one that differs by sidings of equal
    length. Starts are counted for each goal. Raises `SpaceTooLargeError`.
    """
    spec.check()
    cars = tuple(NAMES[: spec.cars[1]])
    rules = Sidings(yard.headshunt, yard.sidings, cars, metric="legs" if spec.metric == "legs" else "pulls")
    goals = [*_orders(spec, rules), *_trains(spec, rules)]
    best, ties, states = -1, 0, 0
    kept: list[SidingsCard] = []
    reached: list[int] = []
    for number, goal in enumerate(goals):
        progress("goals", number, len(goals))
        problem = sidings_problem(rules, goal)
        if problem.states > most:
            what = f"{len(cars)} cars in {yard.name} have {problem.states:,} positions for one goal"
            raise SpaceTooLargeError(f"{what}: more than {most:,}, which can be held")
        found = _farthest(build_table(problem), goal, yard)
        reached.append(found.optimum)
        states += found.starts
        if found.optimum > best:
            best, ties, kept = found.optimum, 0, []
        if found.optimum == best:
            ties += found.ties
            kept += found.cards[: max(1, KEPT - len(kept))]
    card = _best(kept[:KEPT], best, spec) if best > 0 else None
    return Hardest(best, states, len(goals), ties, card, tuple(np.bincount(reached).tolist()))


def _orders(spec: CardSpec, rules: Sidings) -> Iterator[SidingsGoal]:
    """Yield every distribution of the cars, in order, over the sidings."""
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
    """Yield the trains of every length, of one car at least."""
    if spec.goal == "all":
        return
    longest = min(max(rules.capacities.values()), len(rules.cars) - (spec.goal == "some"))
    for length in range(1, longest + 1):
        yield SidingsGoal(train=rules.cars[:length])


def _farthest(table: SidingsTable, goal: SidingsGoal, yard: SidingsLayout) -> _Farthest:
    outside = starting_occupancies(table)
    distance = table.distance[outside]
    farthest = int(distance[distance != table.unseen].max(initial=0))
    rows, ranks = np.nonzero(distance == farthest)
    chance = random.Random(0)
    cards = tuple(
        SidingsCard("candidate", table.problem.rules, position_of(table, outside[row], rank, chance), goal, board=yard)
        for row, rank in zip(rows[:KEPT].tolist(), ranks[:KEPT].tolist(), strict=True)
    )
    return _Farthest(farthest, len(rows), cards, distance.size)


def _best(cards: Sequence[SidingsCard], optimum: int, spec: CardSpec) -> Forged | None:
    """Return the card with the highest grade, then the best look."""
    made = [forged for card in cards if (forged := finished_sidings(card, optimum, spec, Tally())) is not None]
    return max(made, key=lambda forged: (forged.grade, forged.look, forged.id), default=None)

"""Candidates for sidings cards, from the distance table of a yard.

A state space is a yard with its cars and a goal, which is a train or an order of the cars. The table of all its positions
contains the exact distance of every start, so starts with the required length can be chosen at random.
"""

from __future__ import annotations

import random
from itertools import islice

import numpy as np

from shunt.errors import counted
from shunt.generator.spec import CardSpec
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition
from shunt.sidings.search.graph import sidings_problem
from shunt.sidings.search.table import DistanceTable, build_table
from shunt.track.layout import SidingsLayout

NAMES = "123456789ABCDEFG"
"""Names for as many cars as a position can distinguish."""
MOST_HELD = 3_000_000  # positions of a state space; a card of it is rated exactly


def sidings_candidates(
    spec: CardSpec, yard: SidingsLayout, chance: random.Random, starts: int
) -> tuple[list[tuple[SidingsCard, int]], str]:
    """Choose a random state space and random starts in it; return each with its minimum number of pulls, or the reason why there
    is none.

    The farthest starts within the required range come first, and sometimes nearer ones, so that the whole range is used.
    """
    rules, goal = _drawn(spec, yard, chance)
    problem = sidings_problem(rules, goal)
    if problem.states > MOST_HELD:
        return [], "too large to hold"
    table = build_table(problem)
    outside = starting_occupancies(table)
    near = table.distance[outside]
    farthest = int(near[near != table.unseen].max(initial=0))
    if farthest < spec.moves[0]:
        return [], f"the goal is too near, at most {counted(farthest, 'moves')}"
    found = []
    for aim in spec.distances(farthest, starts, chance):
        rows, ranks = np.nonzero(near == aim)
        if len(rows):
            drawn = chance.randrange(len(rows))
            start = position_of(table, outside[int(rows[drawn])], int(ranks[drawn]), chance)
            found.append((SidingsCard(name="candidate", rules=rules, start=start, goal=goal, layout=yard), aim))
    return found, "" if found else "no start at this distance"


def _drawn(spec: CardSpec, yard: SidingsLayout, chance: random.Random) -> tuple[Sidings, SidingsGoal]:
    """Choose the cars and the goal at random: an order of all cars, or a train of some of them. The train is always 1, 2, 3,
    because names are free."""
    least, most = spec.cars
    cars = tuple(NAMES[: chance.randint(least, most)])
    rules = sidings_rules(spec, yard, cars)
    longest = min(max(yard.sidings.values()), len(cars))
    is_train = {"some": True, "all": False}.get(spec.goal or "", chance.random() < 0.5)
    if is_train or len(cars) < 2:
        most = longest if spec.goal != "some" else max(1, min(longest, len(cars) - 1))
        return rules, SidingsGoal(train=cars[: chance.randint(min(2, most), most)])
    rest = iter(cars)
    return rules, SidingsGoal({name: tuple(islice(rest, capacity)) for name, capacity in yard.sidings.items()})


def sidings_rules(spec: CardSpec, yard: SidingsLayout, cars: tuple[str, ...]) -> Sidings:
    """Return the rules of a yard with these cars."""
    return Sidings(yard.headshunt, yard.sidings, cars, metric="legs" if spec.metric == "legs" else "pulls")


def starting_occupancies(table: DistanceTable) -> list[int]:
    """Return the numbers of the occupancies in which a card may start, with an empty headshunt and the locomotive on it."""
    occupancies = enumerate(table.problem.graph.occupancies)
    return [number for number, one in occupancies if one.lengths[0] == 0 and one.locomotive == 0]


def position_of(table: DistanceTable, occupancy: int, rank: int, chance: random.Random) -> SidingsPosition:
    """Return a position of the table with names, and with the locomotive on the headshunt.

    Cars that the goal does not name are in random order.
    """
    problem = table.problem
    names: dict[int, list[str]] = {}
    for car in chance.sample(problem.rules.cars, len(problem.rules.cars)):
        names.setdefault(problem.kinds[car], []).append(car)
    row = (names[int(kind)].pop() for kind in table.index.rows[rank])
    return SidingsPosition((), tuple(tuple(islice(row, length)) for length in problem.graph.occupancies[occupancy].lengths[1:]))

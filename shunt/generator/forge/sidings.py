"""Cards of sidings for the forge: candidates from the table of a yard, their proof by two searches, and how they look.

A family is a yard with its cars and a goal, which is a train or an order of the cars. The table of all its positions gives every
start its exact distance, so starts are drawn among those of a wanted length.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from shunt.cards.card import Ranks, SidingsCard
from shunt.cards.solution import Solution
from shunt.files.version import program_version
from shunt.generator.forge.proof import MOST_STATES, search_limits
from shunt.generator.forge.spec import CardSpec, in_moves
from shunt.rules.ruleset import MoveMade
from shunt.rules.sidings import ANY, Sidings, SidingsGoal, SidingsPosition
from shunt.search.sidings.graph import sidings_problem
from shunt.search.sidings.table import SidingsTable, build_table
from shunt.search.solve import solve
from shunt.track.layout import SidingsLayout

MOST_IN_TABLE = 10 * MOST_STATES  # positions of a table; a byte each


def proven_sidings(card: SidingsCard) -> tuple[SidingsCard, Solution] | None:
    """Return the card with its proof, Yard Guide and ranks, and its solution; None at a limit or if there is no solution.

    Two searches must agree: one from both ends, and the table of all positions. The referee has replayed the guide.
    """
    solution = solve(card, limits=search_limits())
    problem = sidings_problem(card.rules, card.goal)
    if solution.optimum is None or problem.states > MOST_IN_TABLE:
        return None
    alone = build_table(problem).optimum(card.start)
    if alone != solution.optimum:
        raise AssertionError(f"two searches of {card.name} disagree: {solution.optimum} and {alone} {card.metric[0]}")
    ranks = Ranks.from_optimum(solution.optimum)
    proof = {
        "status": "optimal",
        "optimum": solution.optimum,
        "metric": card.metric[0],
        "method": "bidirectional, and a table of all positions",
        "states": solution.states,
        "version": program_version(),
    }
    board = replace(card.board, name=card.board_name) if card.board else None  # a yard named after its card is named by its size
    return replace(card, board=board, proof=proof, guide=solution.guide, ranks=ranks, limit=ranks.brakeman), solution


def nothing_superfluous(card: SidingsCard, optimum: int) -> None:
    """Return nothing: a car of an Inglenook that no solution needs is part of the puzzle."""
    return


def sidings_mechanics(card: SidingsCard, steps: Sequence[MoveMade]) -> tuple[str, ...]:
    """Return what is new to a player of trains: sidings, whatever the solution does in them."""
    return ("sidings",)


def sidings_look(card: SidingsCard) -> float:
    """Return how tidy start and goal are, 0 to 1: half for an empty headshunt, half for neighbours of the goal in their order."""
    tracks = [card.goal.train, card.goal.headshunt, *card.goal.sidings.values()]
    pairs = [pair for cars in tracks for pair in pairwise(cars) if ANY not in pair]
    order = {car: number for number, car in enumerate(sorted(card.rules.cars, key=lambda car: (len(car), car)))}
    tidy = sum(order[b] == order[a] + 1 for a, b in pairs) / len(pairs) if pairs else 1.0
    return round(0.5 * (not card.start.headshunt) + 0.5 * tidy, 4)


NAMES = "123456789ABCDEFG"
"""Names of the cars, as many as a position can tell apart."""
MOST_HELD = 3_000_000  # positions of a family; a card of it is rated exactly


def sidings_candidates(
    spec: CardSpec, yard: SidingsLayout, chance: random.Random, starts: int
) -> tuple[list[tuple[SidingsCard, int]], str]:
    """Draw a family and starts in it; return each with its fewest pulls, and why there is none.

    The farthest starts of the wanted range come first, sometimes nearer ones, so that the whole range is used.
    """
    rules, goal = _family(spec, yard, chance)
    problem = sidings_problem(rules, goal)
    if problem.states > MOST_HELD:
        return [], "too large to hold"
    table = build_table(problem)
    least, most = spec.moves
    outside = starting_occupancies(table)
    near = table.distance[outside]
    farthest = int(near[near != table.unseen].max(initial=0))
    if farthest < least:
        return [], f"the goal is too near, at most {in_moves(farthest)}"
    found = []
    top = min(most, farthest)
    for number in range(starts):
        aim = max(least, top - number) if number < 2 else chance.randint(least, top)
        rows, ranks = np.nonzero(near == aim)
        if len(rows):
            drawn = chance.randrange(len(rows))
            start = position_of(table, outside[int(rows[drawn])], int(ranks[drawn]), chance)
            found.append((SidingsCard(name="candidate", rules=rules, start=start, goal=goal, board=yard), aim))
    return found, "" if found else "no start at this distance"


def _family(spec: CardSpec, yard: SidingsLayout, chance: random.Random) -> tuple[Sidings, SidingsGoal]:
    """Draw the cars and the goal: an order of all cars, or a train of some of them; always 1, 2, 3, since names are free."""
    least, most = spec.cars
    cars = tuple(NAMES[: chance.randint(least, most)])
    rules = Sidings(yard.headshunt, yard.sidings, cars, metric="legs" if spec.metric == "legs" else "pulls")
    longest = min(max(yard.sidings.values()), len(cars))
    is_train = {"some": True, "all": False}.get(spec.goal or "", chance.random() < 0.5)
    if is_train or len(cars) < 2:
        most = longest if spec.goal != "some" else max(1, min(longest, len(cars) - 1))
        return rules, SidingsGoal(train=cars[: chance.randint(min(2, most), most)])
    tracks, seat = {}, 0
    for name, capacity in yard.sidings.items():
        tracks[name] = cars[seat : seat + capacity]
        seat += capacity
    return rules, SidingsGoal(tracks)


def starting_occupancies(table: SidingsTable) -> list[int]:
    """Return the numbers of the occupancies in which a card may start: an empty headshunt, with the locomotive on it."""
    occupancies = enumerate(table.problem.graph.occupancies)
    return [number for number, one in occupancies if one.lengths[0] == 0 and one.locomotive == 0]


def position_of(table: SidingsTable, occupancy: int, rank: int, chance: random.Random) -> SidingsPosition:
    """Return a position of the table, the locomotive outside, with names.

    Cars that the goal does not name come in random order.
    """
    problem = table.problem
    names: dict[int, list[str]] = {}
    for car in chance.sample(problem.rules.cars, len(problem.rules.cars)):
        names.setdefault(problem.kinds[car], []).append(car)
    row = [names[int(kind)].pop() for kind in table.index.rows[rank]]
    tracks, seat = [], 0
    for length in problem.graph.occupancies[occupancy].lengths[1:]:
        tracks.append(tuple(row[seat : seat + length]))
        seat += length
    return SidingsPosition((), tuple(tracks))

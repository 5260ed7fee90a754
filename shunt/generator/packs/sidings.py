"""Cards of sidings in packs: proven twice, compared, and written on sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from shunt.cards.card import Ranks, SidingsCard
from shunt.cards.solution import Solution
from shunt.generator.forge.proof import MOST_STATES, search_limits
from shunt.rules.ruleset import MoveMade
from shunt.rules.sidings import ANY, HEADSHUNT
from shunt.search.sidings.graph import sidings_problem
from shunt.search.sidings.table import build_table
from shunt.search.solve import solve
from shunt.version import program_version

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


def sidings_places(card: SidingsCard) -> dict[str, set[str]]:
    """Return what is compared of two cards in one yard: the place of each car at the start, and in the goal."""
    kind = card.rules.kind
    start = {"": card.start.headshunt, **dict(zip(card.rules.capacities, card.start.sidings, strict=True))}
    goal = {"": card.goal.headshunt, "train": card.goal.train, **card.goal.sidings}

    def places(tracks: dict[str, tuple[str, ...]]) -> set[str]:
        return {f"{name} {number} {kind(car)}" for name, cars in tracks.items() for number, car in enumerate(cars)}

    return {"starts": places(start), "goals": places(goal), "others": {card.metric[0], f"headshunt {card.rules.headshunt}"}}


def sidings_sheet(card: SidingsCard) -> list[str]:
    """Return the lines of a sheet below the picture: start, goal, and what the moves are."""
    names = card.names(card.start)
    tracks = [f"{name}: {names[name] or '-'}" for name in (HEADSHUNT, *card.rules.capacities)]
    lines = ["Start:  " + "   ".join(tracks), f"Goal:   {str(card.goal).replace('–', '-').replace(' · ', '   ')}"]
    lines += ["Alike:  " + "   ".join(group) for group in card.rules.interchangeable]
    return lines


def sidings_rules(card: SidingsCard) -> list[str]:
    """Return the lines at the foot of a sheet: what the headshunt holds, what counts, and how moves are written."""
    name = next(iter(card.rules.capacities))
    holds = (
        f"holds {card.rules.headshunt} car{'s' * (card.rules.headshunt != 1)}"
        if card.rules.headshunt
        else "holds any number of cars"
    )
    if card.metric == ("legs",):
        moves = f"a move is a run into a siding with all cars ({name}+3), or out of it with some ({name}-2)"
    else:
        moves = f"a move pulls cars from a siding ({name}-3 pulls 3 from siding {name}) or drops some on it ({name}+2)"
    return [f"the headshunt {holds} beside the locomotive; cars are listed from the points to the buffer stop", moves]

"""From a candidate to a card that may be printed: nothing superfluous, its optimum proven twice, its moves replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from shunt.cards.card import Goal, Ranks, RouteCard
from shunt.cards.solution import Solution
from shunt.files.version import program_version
from shunt.generator.forge.spec import CARS, LOCOMOTIVES
from shunt.rules.position import Position, Roster
from shunt.search.core.limits import Limits
from shunt.search.methods.bidirectional import PathSearch
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.unsolvable.variants import without_piece

MOST_STATES = 4_000_000
UNBOUNDED = 1 << 62


class UnprovenError(Exception):
    """A search reached its limit of states; what it would have proven is not known."""


def search_limits(most: int = MOST_STATES) -> Limits:
    """Return limits on the number of states alone, which end a search at the same point on every machine."""
    return Limits(memory=UNBOUNDED, states=most)


def optimum_of(card: RouteCard, method: str = "bidirectional", most: int = MOST_STATES) -> int | None:
    """Return the fewest moves of a card, None if it has no solution; raise `UnprovenError` at the limit."""
    codec = Codec.for_rules(card.rules)
    goals = GoalSet.of(codec, card.goal, codec.phases.number[card.start.turntables])
    search = PathSearch(codec, codec.pack(card.start), goals, search_limits(most), method=method)
    search.run()
    if search.path is not None:
        return len(search.path) - 1
    if search.exhausted:
        return None
    raise UnprovenError(card.name)


def reductions(card: RouteCard) -> list[tuple[str, RouteCard]]:
    """Return the card without each of its broken tracks, cars, spare locomotives and headings, with what was removed."""
    found = [(space, replace(card, broken=card.broken - {space})) for space in card.plan.spaces if space in card.broken]
    spare = card.roster.locomotives if len(card.roster.locomotives) > 1 else ()
    found += [(name, without_piece(card, name)) for name in (*card.roster.cars, *spare)]
    found += [(f"the heading of {name}", _without_heading(card, name)) for name in card.goal.headings]
    return [(name, smaller) for name, smaller in found if smaller.goal.places]


def _without_heading(card: RouteCard, name: str) -> RouteCard:
    """Return the card with a goal that leaves open what a locomotive faces."""
    return replace(card, goal=Goal(card.goal.places, {key: end for key, end in card.goal.headings.items() if key != name}))


def superfluous(card: RouteCard, optimum: int) -> str | None:
    """Return something whose removal does not change the optimum; None for a minimal card."""
    return next((name for name, smaller in reductions(card) if optimum_of(smaller) == optimum), None)


def minimal(card: RouteCard, optimum: int) -> RouteCard:
    """Remove everything superfluous: broken tracks, cars, spare locomotives and headings, one after the other."""
    while True:  # not by name: a space and a locomotive may both be called B
        smaller = next((smaller for _, smaller in reductions(card) if optimum_of(smaller) == optimum), None)
        if smaller is None:
            return card
        card = smaller


def renamed(card: RouteCard, locomotive_names: Sequence[str] = LOCOMOTIVES, car_names: Sequence[str] = CARS) -> RouteCard:
    """Name the locomotives A, B, … and the cars red, green, … (or as given) in the order of their spaces on the board."""
    place = {space: number for number, space in enumerate(card.plan.spaces)}
    at = dict(zip(card.roster.pieces, card.start.places, strict=True))
    faces = dict(zip(card.roster.locomotives, card.start.headings, strict=False))
    locomotives = sorted(card.roster.locomotives, key=lambda name: place[at[name]])
    cars = sorted(card.roster.cars, key=lambda name: place[at[name]])
    called = dict(zip(locomotives, locomotive_names, strict=False)) | dict(zip(cars, car_names, strict=False))
    order = [name for name in (*locomotives, *cars) if name in card.goal.places]
    return replace(
        card,
        roster=Roster(tuple(called[name] for name in locomotives), tuple(called[name] for name in cars)),
        start=Position(
            tuple(at[name] for name in (*locomotives, *cars)),
            tuple(faces[name] for name in locomotives if name in faces),
            card.start.turntables,
        ),
        goal=Goal(
            {called[name]: card.goal.places[name] for name in order},
            {called[name]: card.goal.headings[name] for name in order if name in card.goal.headings},
        ),
    )


def proven(card: RouteCard, most: int = MOST_STATES) -> tuple[RouteCard, Solution] | None:
    """Return the card with its proof, Yard Guide and ranks, and its solution; None at a limit or if there is no solution.

    Two searches that share no direction must agree: one from both ends, with true predecessors, and one from the start alone.
    The referee has replayed every move of the guide. It is the first solution that the search finds: what it uses decides which
    cards a seed gives, so that a better choice among solutions would be another deck.
    """
    solution = solve(card, method="bidirectional", limits=search_limits(most), as_found=True)
    if solution.optimum is None:
        return None
    try:
        alone = optimum_of(card, "forward", most)
    except UnprovenError:
        return None
    if alone != solution.optimum:
        raise AssertionError(f"two searches of {card.name} disagree: {solution.optimum} and {alone} moves")
    ranks = Ranks.from_optimum(solution.optimum)
    proof = {
        "status": "optimal",
        "optimum": solution.optimum,
        "metric": "moves",
        "method": "bidirectional, and forward from the start",
        "states": int(np.int64(solution.states)),
        "version": program_version(),
    }
    return replace(card, proof=proof, guide=solution.guide, ranks=ranks, limit=ranks.brakeman), solution

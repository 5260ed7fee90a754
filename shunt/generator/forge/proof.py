"""From a candidate to a card that can be printed: superfluous parts are removed, the optimum is proven twice, and the moves are
replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from shunt.cards.card import Card, RouteCard
from shunt.cards.claims import proven_card
from shunt.cards.solution import Solution
from shunt.generator.spec import CARS, LOCOMOTIVES
from shunt.rules.position import Position, Roster
from shunt.search.core.limits import Limits
from shunt.search.methods.levels import PathSearch
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import WAYS

AnyCard = TypeVar("AnyCard", bound=Card)

MOST_STATES = 4_000_000
MOST_IN_TABLE = 10 * MOST_STATES  # positions of a table; a byte each
UNBOUNDED = 1 << 62


class UnprovenError(Exception):
    """Raised when a search reaches its limit of states without a proof."""


def search_limits(most: int = MOST_STATES) -> Limits:
    """Return limits on the number of states alone, so that a search ends at the same point on every machine."""
    return Limits(memory=UNBOUNDED, states=most)


def optimum_of(card: RouteCard, method: str = "bidirectional") -> int | None:
    """Return the fewest moves of a card, or None if it has no solution; raise `UnprovenError` at the limit."""
    search = PathSearch(TrainDomain(card, Codec.for_rules(card.rules)), search_limits(), method)
    search.run()
    if search.path is None and not search.exhausted:
        raise UnprovenError(card.name)
    optimum = None if search.path is None else len(search.path) - 1
    if not search.evidence.implies(None if optimum is None else (optimum,)):
        raise AssertionError(f"{search.evidence} does not imply that {card.name} takes {optimum} moves")
    return optimum


def reductions(card: RouteCard) -> list[tuple[str, RouteCard]]:
    """Return the card without each of its broken tracks, cars, spare locomotives and headings, and with each space open that the
    card itself closes; for each, name what was removed."""
    found = [(space, replace(card, broken=card.broken - {space})) for space in card.plan.spaces if space in card.broken]
    for space in card.closed:
        found.append((space, replace(card, closed={one: pieces for one, pieces in card.closed.items() if one != space})))
    spare = card.roster.locomotives if len(card.roster.locomotives) > 1 else ()
    found += [(name, card.without(name)) for name in (*card.roster.cars, *spare)]
    for name in card.goal.headings:
        headings = {other: end for other, end in card.goal.headings.items() if other != name}
        found.append((f"the heading of {name}", replace(card, goal=replace(card.goal, headings=headings))))
    return [(name, smaller) for name, smaller in found if not smaller.goal.is_empty]


def superfluous(card: Card, optimum: int) -> str | None:
    """Return something that can be removed without changing the optimum, or None for a minimal card."""
    return _reduced(card, optimum)[0] if isinstance(card, RouteCard) else None


def minimal(card: RouteCard, optimum: int) -> RouteCard:
    """Remove all superfluous broken tracks, closed spaces, cars, spare locomotives and headings, one after the other."""
    removed: str | None = ""
    while removed is not None:
        removed, card = _reduced(card, optimum)
    return card


def _reduced(card: RouteCard, optimum: int) -> tuple[str | None, RouteCard]:
    """Return the first reduction with the same optimum and what it removes, or None and the card if there is none."""
    return next(((name, smaller) for name, smaller in reductions(card) if optimum_of(smaller) == optimum), (None, card))


def renamed(card: RouteCard, locomotive_names: Sequence[str] = LOCOMOTIVES, car_names: Sequence[str] = CARS) -> RouteCard:
    """Name the locomotives 1, 2, … and the cars red, green, … (or as given) in the order of their spaces on the board."""
    at, faces = card.roster.at(card.start), card.roster.faces(card.start)
    cars, place = card.roster.cars, card.plan.spaces.index
    ordered = sorted(card.roster.pieces, key=lambda name: (name in cars, place(at[name])))
    roster = Roster(tuple(locomotive_names[: len(card.roster.locomotives)]), tuple(car_names[: len(cars)]))
    order = roster.pieces  # lines of a card file stand in the order of its pieces
    called = dict(zip(ordered, order, strict=True))
    goal = card.goal.renamed(called)
    headings = tuple(faces[name] for name in ordered if name in faces)
    return replace(
        card,
        roster=roster,
        start=Position(tuple(at[name] for name in ordered), headings, card.start.turntables),
        closed={space: tuple(called[name] for name in pieces) for space, pieces in card.closed.items()},
        goal=replace(
            goal,
            places={name: goal.places[name] for name in order if name in goal.places},
            headings={name: goal.headings[name] for name in order if name in goal.headings},
            wants=tuple(sorted(goal.wants, key=lambda want: order.index(want.pieces[0]))),
        ),
    )


def proven(card: RouteCard | SidingsCard) -> tuple[Any, Solution] | None:
    """Return the card with its proof, Yard Guide and ranks, and its solution. Return None if a limit is reached or there is no
    solution.

    Two searches that share no direction must agree, and the referee replays every move of the guide. For trains, one search is
    from both ends with true predecessors, and one from the start alone; for sidings, the second is a table of all positions.
    The guide of trains is the first solution that the search finds. Its mechanics determine which cards a seed gives, so choosing
    a better solution would change the decks.
    """
    if isinstance(card, SidingsCard):
        from shunt.sidings.search.graph import sidings_problem
        from shunt.sidings.search.table import build_table

        solution, method = solve(card, limits=search_limits()), "bidirectional, and a table of all positions"
        problem = sidings_problem(card.rules, card.goal)
        if solution.optimum is None or problem.states > MOST_IN_TABLE:
            return None
        alone = build_table(problem).optimum(card.start)
        # A yard that has the name of its card gets a name that describes its size.
        card = replace(card, layout=replace(card.layout, name=card.board_name))
    else:
        solution = solve(card, method="bidirectional", limits=search_limits(), as_found=True)
        method = "bidirectional, and forward from the start"
        if solution.optimum is None:
            return None
        try:
            alone = optimum_of(card, "forward")
        except UnprovenError:
            return None
    if alone != solution.optimum:
        raise AssertionError(f"two searches of {card.name} disagree: {solution.optimum} and {alone} {card.metric[0]}")
    made, _ = proven_card(card, solution)
    return replace(made, proof={**made.proof, "method": method}), solution


def proven_metrics(card: Card) -> tuple[str, ...]:
    """Return the metrics that `proven` supports."""
    return WAYS if isinstance(card, SidingsCard) else ("moves",)


def with_shown_guide(card: AnyCard) -> AnyCard:
    """Return a proven card with the Yard Guide that `solve` shows: the one with the fewest couplings, and of those the one with
    the fewest spaces."""
    solution = solve(card, method="bidirectional", limits=search_limits())  # with kernels, which have proven the card
    return replace(card, guide=solution.guide or card.guide)

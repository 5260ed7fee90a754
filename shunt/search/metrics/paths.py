"""A path that a search in a metric has found, as moves that the referee has counted."""

from __future__ import annotations

from dataclasses import replace

from shunt.cards.card import RouteCard
from shunt.rules.guide import describe_route
from shunt.rules.metrics import Tally
from shunt.rules.moves import Move
from shunt.rules.position import Position
from shunt.rules.referee import replay
from shunt.rules.ruleset import MoveMade
from shunt.rules.switcher import Run, Switcher
from shunt.search.metrics.plan import MetricPlan


def counted(card: RouteCard, plan: MetricPlan, path: list[int], counts: tuple[int, ...]) -> tuple[MoveMade, ...]:
    """Return the moves along `path`, each replayed by the referee, which must count what the search has found."""
    moves: list[Move] = []
    position = card.start
    for how in cheapest_runs(card.rules, plan, card.start, path):
        moves.append(describe_route(card.rules, position, how))
        position = next(replay(card.rules, position, [moves[-1]])).position
    made = tuple(replay(card.rules, card.start, moves))
    found = card.rules.counts(card.start, made)
    if not card.is_solved(position) or tuple(found[name] for name in plan.order) != counts:
        raise AssertionError(f"the solution of {card.name} counts {found}, and the search found {counts} of {plan.order}")
    return made


def cheapest_runs(rules: Switcher, plan: MetricPlan, start: Position, places: list[int]) -> list[Run | str]:
    """Return the cheapest moves that lead through `places` (packed states without memory), as the referee counts them.

    Runs are those of the rules that distinguish a locomotive's ends. The referee keeps memories and positions of its own and
    does not use what the kernels remembered.
    """
    weights = plan.memory.weight.tolist()
    begun = Tally.begin(rules, start)
    cheapest: dict[Tally, tuple[int, Tally, list[Run | str]]] = {begun: (0, begun, [])}
    for state in places[1:]:
        wanted = _seen(rules, plan.codec.unpack(state))
        reached: dict[Tally, tuple[int, Tally, list[Run | str]]] = {}
        for _, tally, runs in cheapest.values():
            for how, after in tally.outcomes():
                if _seen(rules, after.position) == wanted:
                    total = sum(weight * count for weight, count in zip(weights, after.counts, strict=True))
                    memory = replace(after, counts=begun.counts)
                    if memory not in reached or total < reached[memory][0]:
                        reached[memory] = (total, after, [*runs, how])
        cheapest = reached
    return min(cheapest.values(), key=lambda path: path[0])[2]


def _seen(rules: Switcher, position: Position) -> Position:
    """Return a position as the rules of the card see it: without headings where they have none, members of a group alike."""
    return rules.roster.canonical(position if rules.has_headings else replace(position, headings=()))

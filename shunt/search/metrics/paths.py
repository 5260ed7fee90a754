"""A path found by a search in a metric, as moves that the referee has counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from shunt.cards.card import RouteCard
from shunt.rules.guide import describe_route
from shunt.rules.metrics import Tally
from shunt.rules.objective import Objective
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.rules.switcher import Run, Switcher, TrainMade


def cheapest_moves(card: RouteCard, order: Objective, path: Sequence[Position], counts: tuple[int, ...]) -> tuple[MoveMade, ...]:
    """Return the cheapest moves that lead through the positions of `path`, replayed by the referee, which must compute the same
    cost in `order` as the search.

    Runs are found under rules that distinguish a locomotive's ends. Memories and positions are those of the referee, so the
    memory of the kernels is not used.
    """
    begun = Tally.begin(card.rules, card.start, order.needs)
    # For each memory: the least total of any moves to it, the tally after these moves, and the moves.
    cheapest = {begun: (tuple[int, ...](), begun, list[Run | str]())}
    for wanted in path[1:]:
        before, cheapest = cheapest.values(), {}
        for _, tally, runs in before:
            for how, after in tally.outcomes():
                if seen(card.rules, after.position) == wanted:
                    total = order.totals(after.counted)
                    memory = replace(after, counts=begun.counts)
                    if memory not in cheapest or total < cheapest[memory][0]:
                        cheapest[memory] = (total, after, [*runs, how])
    return replayed(card, order, min(cheapest.values(), key=lambda path: path[0])[2], counts)


def replayed(card: RouteCard, order: Objective, runs: Iterable[Run | str], counts: tuple[int, ...]) -> tuple[MoveMade, ...]:
    """Return runs and turns as moves replayed by the referee, which must solve the card at the cost `counts` in `order`."""
    made, position = list[TrainMade](), card.start
    for how in runs:
        made.append(card.rules.make(position, describe_route(card.rules, position, how), None, made[-1] if made else None))
        position = made[-1].position
    found = card.rules.counts(card.start, made)
    if not card.is_solved(position) or order.totals(found) != counts:
        raise AssertionError(f"the solution of {card.name} counts {found}, and the search found {counts} of {order}")
    return tuple(made)


def seen(rules: Switcher, position: Position) -> Position:
    """Return a position as the rules of the card represent it: without headings if they have none, and with alike pieces not
    distinguished."""
    return rules.roster.canonical(position if rules.has_headings else replace(position, headings=()))

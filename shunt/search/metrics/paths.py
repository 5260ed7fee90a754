"""A path found by a search in a metric, as moves that the referee has counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from shunt.cards.card import RouteCard
from shunt.rules.guide import describe_route
from shunt.rules.metrics import Tally
from shunt.rules.moves import Move
from shunt.rules.objective import Objective
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade, replay
from shunt.rules.switcher import Run, Switcher

Cheapest = dict[Tally, tuple[tuple[int, ...], Tally, list[Run | str]]]
"""For each memory, the smallest total with which moves lead to it, what they counted, and these moves."""


def counted(card: RouteCard, order: Objective, path: Sequence[Position], counts: tuple[int, ...]) -> tuple[MoveMade, ...]:
    """Return the moves along `path`, each replayed by the referee, which must compute the same cost as the search, in `order`."""
    return replayed(card, order, cheapest_runs(card.rules, order, card.start, path), counts)


def replayed(card: RouteCard, order: Objective, runs: Iterable[Run | str], counts: tuple[int, ...]) -> tuple[MoveMade, ...]:
    """Return runs and turns as moves replayed by the referee, which must solve the card at the cost `counts` in `order`."""
    moves: list[Move] = []
    position = card.start
    for how in runs:
        moves.append(describe_route(card.rules, position, how))
        position = next(replay(card.rules, position, [moves[-1]])).position
    made = tuple(replay(card.rules, card.start, moves))
    found = card.rules.counts(card.start, made)
    if not card.is_solved(position) or order.totals(found) != counts:
        raise AssertionError(f"the solution of {card.name} counts {found}, and the search found {counts} of {order}")
    return made


def cheapest_runs(rules: Switcher, order: Objective, start: Position, path: Sequence[Position]) -> list[Run | str]:
    """Return the cheapest moves that lead through the positions of `path`, as counted by the referee in `order`.

    Runs belong to the rules that distinguish a locomotive's ends. The referee has its own memories and positions, and does not
    use the memory of the kernels.
    """
    begun = Tally.begin(rules, start, order.needs)
    cheapest: Cheapest = {begun: ((), begun, [])}
    for wanted in path[1:]:
        reached = Cheapest()
        for _, tally, runs in cheapest.values():
            for how, after in tally.outcomes():
                if seen(rules, after.position) == wanted:
                    total = order.totals(after.counted)
                    memory = replace(after, counts=begun.counts)
                    if memory not in reached or total < reached[memory][0]:
                        reached[memory] = (total, after, [*runs, how])
        cheapest = reached
    return min(cheapest.values(), key=lambda path: path[0])[2]


def seen(rules: Switcher, position: Position) -> Position:
    """Return a position as the rules of the card represent it: without headings if they have none, and with alike pieces not
    distinguished."""
    return rules.roster.canonical(position if rules.has_headings else replace(position, headings=()))

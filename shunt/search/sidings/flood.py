"""Floods of cards of `sidings`."""

from __future__ import annotations

from shunt.cards.card import SidingsCard
from shunt.cards.flooded import Flood
from shunt.rules.sidings import SidingsGoal
from shunt.search.core.limits import LimitReached, Limits, begun, stop_of
from shunt.search.sidings.graph import sidings_problem
from shunt.search.sidings.table import build_table, warm_up_table


def flood_sidings(card: SidingsCard, limits: Limits | None = None) -> Flood:
    """Count everything that can be reached from a card's start, level by level, up to interchangeable cars."""
    rules, start = card.rules, card.start
    every_car = SidingsGoal(dict(zip(rules.capacities, start.sidings, strict=True)), start.headshunt)
    problem = sidings_problem(rules, every_car)
    warm_up_table()
    limits = begun(limits)
    try:
        table = build_table(problem, limits, start)
    except (LimitReached, KeyboardInterrupt) as error:
        return Flood((1,), False, limits.seconds, stopped=stop_of(error))
    return Flood(table.levels, table.exhausted, limits.seconds, stopped=table.stopped)

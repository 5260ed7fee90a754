"""Floods of cards of `sidings`, and their kernels loaded before the clock runs."""

from __future__ import annotations

from functools import lru_cache

from shunt.cards.card import SidingsCard
from shunt.cards.solution import Flood
from shunt.rules.sidings import Sidings, SidingsGoal, SidingsPosition
from shunt.search.core.limits import LimitReached, Limits, Progress, limits_or_default, no_progress, stop_of
from shunt.search.sidings.graph import sidings_problem
from shunt.search.sidings.search import BothEnds
from shunt.search.sidings.table import build_table, warm_up_table


def flood_sidings(card: SidingsCard, limits: Limits | None = None, progress: Progress = no_progress) -> Flood:
    """Count everything that can be reached from a card's start, level by level, up to interchangeable cars."""
    warm_up_table()
    limits = limits_or_default(limits)
    limits.restart()
    rules, start = card.rules, card.start
    every_car = SidingsGoal(dict(zip(rules.capacities, start.sidings, strict=True)), start.headshunt)
    try:
        table = build_table(sidings_problem(rules, every_car), limits, progress, start)
    except (LimitReached, KeyboardInterrupt) as error:
        return Flood((1,), False, limits.seconds, stopped=stop_of(error))
    return Flood(table.levels, table.exhausted, limits.seconds, stopped=table.stopped)


@lru_cache(maxsize=1)
def warm_up() -> None:
    """Have every kernel of this search compiled (or loaded), so that measured times hold none of that."""
    rules = Sidings(2, {"1": 2, "2": 2}, ("a", "b"))
    problem = sidings_problem(rules, SidingsGoal({"2": ("b", "a")}))
    for plain_states in (1 << 20, 0):
        start = SidingsPosition((), (("a", "b"), ()))
        BothEnds(problem, start, plain_states=plain_states, room=2).run()

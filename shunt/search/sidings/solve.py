"""`solve` for cards of `sidings`: from the card to a proven answer, replayed by the referee."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from shunt.cards.card import SidingsCard
from shunt.cards.solution import Solution
from shunt.rules.ruleset import MoveMade
from shunt.rules.sidings import Sidings, SidingsGoal, SidingsMove, SidingsPosition
from shunt.search.core.limits import LimitReached, Limits, Progress, no_progress
from shunt.search.methods.flood import Flood
from shunt.search.sidings.graph import sidings_problem
from shunt.search.sidings.search import BothEnds, Found
from shunt.search.sidings.table import build_table, warm_up_table

__all__ = ["evidence", "flood_sidings", "replay", "solve_sidings", "warm_up"]


def solve_sidings(card: SidingsCard, limits: Limits | None = None, progress: Progress = no_progress) -> Solution:
    """The fewest pulls (or legs) of a card, proven; "unsolvable" only after exhaustion, "unknown" where a limit ended the search.

    The level that `progress` is told is the proven lower bound. Raises `TooLargeError` where a state or the yard
    does not fit the engine.
    """
    warm_up()
    limits = limits or Limits()
    limits.restart()
    problem = sidings_problem(card.rules, card.goal)
    found = BothEnds(problem, card.start, limits, progress).run()
    steps = replay(card, found.moves or ())
    return Solution(
        card=card.name,
        status=found.status,
        optima=() if found.moves is None else (len(found.moves),),
        lower_bound=found.lower_bound,
        metric=card.metric,
        moves=steps,
        method="bidirectional" if found.passes <= 1 else "bidirectional under a ceiling",
        states=found.states,
        seconds=limits.seconds,
        stopped=found.stopped,
        proof=evidence(found),
    )


def flood_sidings(card: SidingsCard, limits: Limits | None = None, progress: Progress = no_progress) -> Flood:
    """Everything that can be reached from a card's start, level by level; interchangeable cars are told apart by nothing."""
    warm_up_table()
    limits = limits or Limits()
    limits.restart()
    rules, start = card.rules, card.start
    every_car = SidingsGoal(dict(zip(rules.capacities, start.sidings, strict=True)), start.headshunt)
    try:
        table = build_table(sidings_problem(rules, every_car), limits, progress, start)
    except LimitReached as limit:
        return Flood((1,), False, limits.seconds, stopped=limit.stop)
    return Flood(table.levels, table.exhausted, limits.seconds, stopped=table.stopped)


def evidence(found: Found) -> dict[str, Any]:
    """What proves the answer: the levels of a single pass, whole, or what the passes under a ceiling refuted."""
    if found.passes <= 1:
        return {"levels from the start": list(found.levels[0]), "levels from the goal": list(found.levels[1])}
    levels = {"start": list(found.levels[0]), "goal": list(found.levels[1])}
    told: dict[str, Any] = {"passes": found.passes, "levels of the last pass, under its ceiling": levels}
    if found.moves is not None:
        fewer = len(found.moves) - 1
        told["argument"] = f"the search for {fewer} or fewer, but for what a lower bound rules out, ended and found none"
    return told


def replay(card: SidingsCard, moves: tuple[SidingsMove, ...]) -> tuple[MoveMade, ...]:
    """The moves played by the referee from the card's start; raises `IllegalMoveError` at the first that breaks a rule."""
    made = tuple(card.rules.replay(card.start, moves))
    if made and not card.is_solved(made[-1].position):
        raise AssertionError(f"the moves end at {made[-1].position}, which is not the goal")
    return made


@lru_cache(maxsize=1)
def warm_up() -> None:
    """Have every kernel of this search compiled (or loaded), so that measured times hold none of that."""
    rules = Sidings(2, {"1": 2, "2": 2}, ("a", "b"))
    problem = sidings_problem(rules, SidingsGoal({"2": ("b", "a")}))
    for plain_states in (1 << 20, 0):
        start = SidingsPosition((), (("a", "b"), ()))
        BothEnds(problem, start, plain_states=plain_states, room=2).run()

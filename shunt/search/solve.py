"""`solve(card)`: picks the method, keeps the limits, and returns an answer that the referee has replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.cards.solution import Solution, Status
from shunt.cards.stop import INTERRUPTED
from shunt.errors import InputError
from shunt.rules.metrics import measures
from shunt.rules.moves import TurntableStep
from shunt.rules.position import Position
from shunt.rules.referee import describe, replay, run_between
from shunt.rules.ruleset import MoveMade
from shunt.search.core.limits import Limits, Progress, no_progress
from shunt.search.methods.bidirectional import PathSearch
from shunt.search.methods.flood import Flood, flood_position
from shunt.search.strategy import METHODS as METHODS
from shunt.search.strategy import Attempt, Task, attempts
from shunt.search.tablebase.reader import TableSearch
from shunt.search.trains.codec import Codec


def solve(
    card: Card,
    *,
    method: str | None = None,
    limits: Limits | None = None,
    progress: Progress = no_progress,
    tablebases: str | None = None,
) -> Solution:
    """Prove the optimum of a card, prove that it has no solution, or say how far the search came.

    `method` is one of `METHODS` (None: the program chooses). A limit that is reached, or an interrupt, gives the status
    "unknown" with the proven lower bound; "unsolvable" is said only after exhaustion. A tablebase of the puzzle is used where
    one lies beside the card's file or in the folder `tablebases` (None: the one that SHUNT_TABLEBASES names). Raises
    `InputError` for a card or a method that cannot be searched at all.
    """
    solver = SOLVERS.get(card.ruleset)
    if solver is None:
        raise InputError(f"ruleset {card.ruleset!r} has no solver; known: {', '.join(SOLVERS)}")
    return solver(card, method, limits or Limits(), progress, tablebases)


def _solve_sidings(
    card: SidingsCard, method: str | None, limits: Limits, progress: Progress, tablebases: str | None = None
) -> Solution:
    """Solve a card of the ruleset `sidings`, which knows no tablebases."""
    from shunt.search.sidings.solve import solve_sidings

    if method not in (None, "bidirectional"):
        raise InputError(f"there is no method {method!r} for sidings; known: bidirectional")
    return solve_sidings(card, limits, progress)


def solve_train(
    card: RouteCard, method: str | None, limits: Limits, progress: Progress, tablebases: str | None = None
) -> Solution:
    """Solve a card of the train rules (`switcher`, `railway`)."""
    if card.metric != ("moves",):
        from shunt.search.metrics.solve import solve_metric

        return solve_metric(card, method, limits, progress)
    if method not in (None, *METHODS):
        raise InputError(f"there is no method {method!r}; known: {', '.join(METHODS)}")
    limits.restart()
    task = Task.of(card, limits, progress, tablebases)
    tried: list[Attempt] = []
    try:
        for attempt in attempts(task, method):
            if tried and (tried[-1].is_answer or not (tried[-1].stopped and tried[-1].stopped.lets_others_try)):
                break
            tried.append(attempt)
    except KeyboardInterrupt:
        tried[-1].stopped = INTERRUPTED
    return _answer(card, task, tried)


def _answer(card: RouteCard, task: Task, tried: list[Attempt]) -> Solution:
    """The answer of the last attempt, with what all of them cost and proved."""
    last = tried[-1]
    path = last.search.path if last.search is not None else None
    steps = replayed(card, [task.codec.unpack(state) for state in path]) if path is not None else ()
    status: Status = "optimal" if path is not None else "unsolvable" if last.is_answer else "unknown"
    evidence: dict[str, Any] = {"attempts": [attempt.as_json() for attempt in tried]}
    if isinstance(last.search, PathSearch):
        evidence["levels from the start"] = _levels(last.search, forwards=True)
        evidence["levels from the goal"] = _levels(last.search, forwards=False)
    elif isinstance(last.search, TableSearch):
        evidence |= last.search.evidence
    elif last.search is not None:
        evidence["expanded by bound"] = {str(f): count for f, count in sorted(last.search.expanded_by_f.items())}
    return Solution(
        card=card.name,
        status=status,
        lower_bound=len(steps) if status == "optimal" else max(attempt.lower_bound for attempt in tried),
        metric=card.metric,
        moves=steps,
        method=last.method,
        states=sum(attempt.search.states for attempt in tried if attempt.search is not None),
        seconds=task.limits.seconds,
        stopped=last.stopped,
        proof=evidence,
        optima=(len(steps),) if status == "optimal" else (),
        counts=counts_of(card, steps) if status == "optimal" else {},
    )


def counts_of(card: RouteCard, steps: Iterable[MoveMade]) -> dict[str, int]:
    """Every metric of a solution, counted by the referee."""
    runs = [step.run if step.run is not None else str(getattr(step.move, "turntable", "")) for step in steps]
    return measures(card.rules, card.start, runs)


def _levels(search: PathSearch, forwards: bool) -> list[int]:
    return [len(level) for side in search.sides if side.forwards == forwards for level in side.levels]


def replayed(card: RouteCard, positions: Iterable[Position]) -> tuple[MoveMade, ...]:
    """The moves that lead through `positions`, in notation, each replayed by the referee; the last must meet the goal.

    An error here would mean that a kernel and the referee disagree, so nothing is shown that was not checked.
    """
    rules = card.rules
    here = card.start
    moves: list[Any] = []
    for wanted in list(positions)[1:]:
        run = run_between(rules, here, wanted)
        moves.append(TurntableStep(run) if isinstance(run, str) else describe(rules, here, run))
        here = next(replay(rules, here, [moves[-1]])).position
    if not card.is_solved(here):
        raise AssertionError(f"the solution of {card.name} does not meet its goal")
    return tuple(replay(rules, card.start, moves))


def flood_card(
    card: Card,
    limits: Limits | None = None,
    progress: Progress = no_progress,
    method: str | None = None,
    threads: int | None = None,
) -> Flood:
    """Everything reachable from a card's start, level by level.

    For `method` and `threads` see `flood_position`; cards of `sidings` are always indexed, on one core.
    """
    return FLOODS[card.ruleset](card, limits, progress, method, threads)


def _flood_sidings(
    card: SidingsCard, limits: Limits | None, progress: Progress, method: str | None, threads: int | None
) -> Flood:
    from shunt.search.sidings.solve import flood_sidings

    if method not in (None, "indexed"):
        raise InputError(f"a card of ruleset sidings is flooded indexed, not {method}")
    return flood_sidings(card, limits, progress)


def _flood_train(card: RouteCard, limits: Limits | None, progress: Progress, method: str | None, threads: int | None) -> Flood:
    return flood_position(Codec.for_rules(card.rules), card.start, limits, progress, method, threads)


FLOODS: dict[str, Callable[..., Flood]] = {"switcher": _flood_train, "railway": _flood_train, "sidings": _flood_sidings}
Solver = Callable[[Any, str | None, Limits, Progress, str | None], Solution]
SOLVERS: dict[str, Solver] = {"switcher": solve_train, "railway": solve_train, "sidings": _solve_sidings}

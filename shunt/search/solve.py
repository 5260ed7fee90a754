"""`solve(card)`: from a card of any ruleset to a proven answer, which the rules have replayed.

The road is short: compile the card (`tasks.py`), take the portfolio of its kind or the method asked for (`strategy.py`), try
one step after the other until one answers, and replay what was found (`replayed.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from shunt.cards.build import as_card
from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.cards.solution import Flood, Solution
from shunt.cards.stop import Stop, StopKind
from shunt.errors import Fault, InputError
from shunt.rules.metrics import metric_names
from shunt.rules.ruleset import MoveMade
from shunt.search.core.limits import LimitReached, Limits, Progress, limits_or_default, no_progress, stop_of
from shunt.search.core.search import Search
from shunt.search.methods.anytime import Aim, Found
from shunt.search.methods.database_sizes import folder_of
from shunt.search.race import Race
from shunt.search.strategy import Step, steps_for
from shunt.search.tasks import Task, task_class


@dataclass
class Attempt:
    """One search of a card and how it ended; `why` says why it was made."""

    method: str
    why: str
    search: Search | None = None
    stopped: Stop | None = None
    seconds: float = 0.0

    @property
    def lower_bound(self) -> int:
        """No solution is better, as far as this attempt knows."""
        return self.search.lower_bound if self.search else 0

    def as_json(self) -> dict[str, object]:
        """Return the attempt as `--json` and `--explain` show it."""
        shown: dict[str, object] = {"method": self.method, "why": self.why, "seconds": round(self.seconds, 6)}
        if self.search is not None:
            shown |= {"states": self.search.states, "expanded": self.search.expanded, "lower_bound": self.lower_bound}
        if self.stopped:
            shown["stopped"] = str(self.stopped)
        return shown


def solve(
    card: Card | str | os.PathLike[str],
    *,
    metric: str | Sequence[str] | None = None,
    method: str | None = None,
    limits: Limits | None = None,
    progress: Progress = no_progress,
    tablebases: str | None = None,
    first: bool = False,
    gap: int = 0,
    found: Found = lambda moves: None,
    databases: str | None = None,
    as_found: bool = False,
) -> Solution:
    """Prove the optimum of a card (or of one named as `load` takes it), prove that it has no solution, or say how far it came.

    `metric`: what to count instead of the card's own metric, one name or several of which the first counts most ("runs",
    "moves,couplings", ["moves", "couplings"]); it is short for `card.with_metric(...)`.
    `method` is the name of a method for such cards (see `strategy.METHODS`; None: the program chooses). A limit that is reached,
    or an interrupt, gives the status "solved" with the best solution found, or "unknown" without one, and the proven lower
    bound; "unsolvable" is said only after exhaustion. `first`: end with the first solution found; `gap`: end with a solution that
    is at most this much above the lower bound; both give "solved" unless the optimum is proven by then. `found` is called with
    the number of moves of each better solution that is found on the way. A tablebase of the puzzle is used if one is beside the
    card's file or in the folder `tablebases` (None: the one that SHUNT_TABLEBASES names). `databases`: the folder in which
    pattern databases are kept (None: the one that SHUNT_DATABASES names, none if it is empty, else one in the user's cache).
    Of all shortest solutions of a train card the one is shown that couples the fewest pieces and then rolls the fewest spaces
    (`methods/guides.py`), with `as_found` the first that the search finds.
    Raises `InputError` for a card, metric or method that cannot be searched at all, `TooLargeError` where no state holds a card.
    """
    card, limits = as_card(card), limits_or_default(limits)
    if metric is not None:
        card = card.with_metric(*metric_names(metric))
    if gap < 0:
        raise InputError(Fault("gap", f"{gap} is below zero", "give a number of at least 0"))
    kind = task_class(card)
    steps = steps_for(kind, method)
    folder_of(databases)  # refuses what is no folder before anything is searched
    limits.restart()
    attempts: list[Attempt] = []
    task: Task | None = None
    race = Race(limits, progress)

    def better(moves: int) -> None:
        """Pass on that a better solution was found."""
        race.note()
        found(moves)

    try:
        task = kind(card, limits, race.progress, tablebases)
        task.aim, task.databases, task.as_found = Aim(first, gap, better), databases, as_found
        _try_in_turn(task, steps, attempts, race)
        return _shown(_answer(card, task, attempts), card, race)
    except (KeyboardInterrupt, LimitReached) as error:  # between two searches, or while the answer was replayed
        attempts = attempts or [Attempt(steps[0].method.name, "")]
        return _shown(_unanswered(card, task, attempts, limits, stop_of(error)), card, race)


def _shown(answer: Solution, card: Card, race: Race) -> Solution:
    """Return an answer with its card and the race of its bounds."""
    race.end(answer.lower_bound, answer.upper_bound)
    return replace(answer, puzzle=card, proof={**answer.proof, "race": race.as_json()})


def _try_in_turn(task: Task, steps: Sequence[Step], attempts: list[Attempt], race: Race) -> None:
    """Make one attempt after the other, until one answers or stops at more than its own budget."""
    for step in steps:
        name = step.method.name
        attempts += [Attempt(name, "a file is there", stopped=Stop(StopKind.REFUSED, detail=why)) for why in step.refusals(task)]
        if not step.needs(task):
            continue
        attempt = Attempt(name, step.why(task))
        attempts.append(attempt)
        race.scout, race.method = task.scout_at_work, name
        _search(task, step, attempt, race)
        if attempt.stopped is None or not attempt.stopped.lets_others_try:
            return
        if task.scout_at_work is not None and attempt.search is not None:
            task.scout_at_work.base += attempt.search.states


def _search(task: Task, step: Step, attempt: Attempt, race: Race) -> None:
    """Run the search of one step; whatever ends it, the attempt has what was proven."""
    started = task.limits.seconds
    try:
        attempt.search = race.search = step.method.begin(task, step.budget(task))
        race.scout = task.scout_at_work
        race.note()
        attempt.search.run()
        attempt.stopped = attempt.search.stopped
    except (KeyboardInterrupt, LimitReached) as error:
        attempt.stopped = stop_of(error)
    except step.refuses as error:
        attempt.stopped = Stop(StopKind.REFUSED, detail=str(error))
    finally:
        attempt.seconds = task.limits.seconds - started


def _answer(card: Card, task: Task, attempts: Sequence[Attempt]) -> Solution:
    """Return the answer of the last attempt, with what all of them cost and proved."""
    search = attempts[-1].search
    if search is None or not search.is_answer:
        return _unanswered(card, task, attempts, task.limits, attempts[-1].stopped)
    moves: tuple[MoveMade, ...] = ()
    optima: tuple[int, ...] = ()
    if search.path is not None:
        moves = task.moves_of(search)
        optima = task.optima_of(search, moves)
    return Solution(
        status="unsolvable" if search.path is None else "optimal",
        lower_bound=optima[0] if optima else _lower_bound(attempts),
        moves=moves,
        optima=optima,
        counts=task.counts_of(moves) if optima else {},
        **_cost(card, attempts, task.limits),
    )


def _unanswered(card: Card, task: Task | None, attempts: Sequence[Attempt], limits: Limits, stop: Stop | None) -> Solution:
    """Return how far the attempts came, with the best solution found if there is one."""
    bound, cost = _lower_bound(attempts), _cost(card, attempts, limits)
    scout = task.scout_at_work if task is not None else None
    if task is None or scout is None or scout.path is None:
        return Solution(status="unknown", lower_bound=bound, stopped=stop, **cost)
    moves = task.moves_along(scout.path)
    counts, totals = task.counts_of(moves), task.optima_of(None, moves)
    cost["states"] += scout.states
    cost["proof"] = {**cost["proof"], "beams": scout.as_json()}
    if len(totals) == 1 and totals[0] <= bound:
        return Solution(status="optimal", lower_bound=bound, moves=moves, optima=totals, counts=counts, **cost)
    return Solution(status="solved", lower_bound=bound, moves=moves, totals=totals, counts=counts, stopped=stop, **cost)


def _lower_bound(attempts: Sequence[Attempt]) -> int:
    return max(attempt.lower_bound for attempt in attempts)


def _cost(card: Card, attempts: Sequence[Attempt], limits: Limits) -> dict[str, Any]:
    """Return the fields of a solution that say what was searched, and what that proves."""
    last = attempts[-1]
    return {
        "card": card.name,
        "metric": card.metric,
        "method": f"{last.method} {last.search.variant}".strip() if last.search else last.method,
        "states": sum(attempt.search.states for attempt in attempts if attempt.search is not None),
        "seconds": limits.seconds,
        "proof": {"attempts": [attempt.as_json() for attempt in attempts], **(last.search.proof if last.search else {})},
    }


# --------------------------------------------------------------------------------------------------------------------
# Floods


def flood_card(
    card: Card | str | os.PathLike[str],
    limits: Limits | None = None,
    progress: Progress = no_progress,
    method: str | None = None,
    threads: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Flood:
    """Count everything that can be reached from a card's start, level by level.

    For `method`, `threads` and `checkpoint` see `flood_position`; cards of `sidings` are always indexed, on one core, and
    without checkpoints.
    """
    card = as_card(card)
    return FLOODS[card.ruleset](card, limits, progress, method, threads, checkpoint)


def _flood_sidings(
    card: SidingsCard,
    limits: Limits | None,
    progress: Progress,
    method: str | None,
    threads: int | None,
    checkpoint: str | os.PathLike[str] | None,
) -> Flood:
    from shunt.search.sidings.flood import flood_sidings

    if method not in (None, "indexed"):
        raise InputError(Fault("method", f"a card of ruleset sidings is flooded indexed, not {method}", "leave it out"))
    if checkpoint is not None:
        raise InputError(Fault("checkpoint", "a flood of sidings keeps no checkpoint", "leave it out: such floods are short"))
    return flood_sidings(card, limits, progress)


def _flood_train(
    card: RouteCard,
    limits: Limits | None,
    progress: Progress,
    method: str | None,
    threads: int | None,
    checkpoint: str | os.PathLike[str] | None,
) -> Flood:
    from shunt.search.methods.flood import flood_position
    from shunt.search.trains.codec import Codec

    return flood_position(Codec.for_rules(card.rules), card.start, limits, progress, method, threads, checkpoint)


FLOODS: dict[str, Callable[..., Flood]] = {"switcher": _flood_train, "railway": _flood_train, "sidings": _flood_sidings}

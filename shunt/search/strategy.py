"""Which method is tried when: bidirectional search first, A* where that grows too large.

Nobody knows beforehand which is faster on a card, but what it costs to prepare A* is known exactly: the rows of the databases
it builds. So bidirectional search gets a budget of states that takes about as long as building them; only where that is spent
are they built, and A* goes on. The whole never takes much more than twice the better of the two.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from shunt.cards.card import RouteCard
from shunt.cards.stop import Stop, StopKind
from shunt.errors import Fault, InputError
from shunt.search.core.limits import LimitReached, Limits, Progress
from shunt.search.methods.astar import BoundedSearch
from shunt.search.methods.bidirectional import PathSearch
from shunt.search.methods.pattern_databases import PatternBounds, projected_rows, worth_keeping
from shunt.search.tablebase.format import TablebaseError
from shunt.search.tablebase.reader import Tablebase, TableSearch, find
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet

METHODS = ("bidirectional", "forward", "astar", "tablebase")
WORTH = 16  # states that a search from both ends reaches in the time one row of a database takes (measured: some 10 µs)
LEAST_BUDGET = 2_000_000
DATABASE_CARS = (2, 1)  # how many cars the databases of A* keep: the first of these that is affordable
MOST_ROWS = 20_000_000  # databases larger than this are never built without being asked for


@dataclass
class Attempt:
    """One search of a card and how it ended; `why` says why it was made."""

    method: str
    why: str
    search: PathSearch | BoundedSearch | TableSearch | None = None
    stopped: Stop | None = None
    seconds: float = 0.0

    @property
    def is_answer(self) -> bool:
        """Whether it found a shortest path or proved that there is none."""
        return self.search is not None and (self.search.path is not None or self.search.exhausted)

    @property
    def lower_bound(self) -> int:
        """No solution is shorter, as far as this attempt knows."""
        return self.search.lower_bound if self.search else 0

    def as_json(self) -> dict[str, object]:
        """The attempt for `--json` and `--explain`."""
        told: dict[str, object] = {"method": self.method, "why": self.why, "seconds": round(self.seconds, 6)}
        if self.search is not None:
            told |= {"states": self.search.states, "expanded": self.search.expanded, "lower_bound": self.lower_bound}
        if self.stopped:
            told["stopped"] = str(self.stopped)
        return told


@dataclass
class Task:
    """What is to be searched, in packed form."""

    card: RouteCard
    codec: Codec
    goals: GoalSet
    start: int
    limits: Limits
    progress: Progress
    tablebases: str | None = None

    @classmethod
    def of(cls, card: RouteCard, limits: Limits, progress: Progress, tablebases: str | None = None) -> Task:
        """Compile a card; for `tablebases` see `tablebase.find`."""
        codec = Codec.for_rules(card.rules)
        goals = GoalSet.of(codec, card.goal, codec.phases.number[card.start.turntables])
        return cls(card, codec, goals, codec.pack(card.start), limits, progress, tablebases)


def attempts(task: Task, method: str | None) -> Iterator[Attempt]:
    """Search by `method` (None: by the plan of this module); each attempt is yielded as it begins and run on resuming.

    Whoever iterates stops at the first answer; an interrupt leaves the last attempt with what it has proven.
    """
    if method in (None, "tablebase"):
        yield from _looked_up(task, asked_for=method is not None)
        if method is not None:
            return
    if method in ("bidirectional", "forward"):
        yield from _run(Attempt(method, "asked for"), task, _from_both_ends(task, method, None))
        return
    if method == "astar":
        cars = DATABASE_CARS[0]
        yield from _run(Attempt("astar", f"asked for; databases over {cars} cars"), task, _bounded(task, cars, None))
        return
    affordable = [cars for cars in DATABASE_CARS if cars <= _most_cars(task) and _cost(task, cars) <= MOST_ROWS]
    budget = max(LEAST_BUDGET, WORTH * _cost(task, affordable[0])) if affordable else None
    why = f"first up to {budget:,} states" if budget else "no database is worth its cost here"
    yield from _run(Attempt("bidirectional", why), task, _from_both_ends(task, "bidirectional", budget))
    for cars in affordable[:1]:
        why = f"databases over the locomotives and {cars} of the cars"
        yield from _run(Attempt("astar", why), task, _bounded(task, cars, None))


def _looked_up(task: Task, asked_for: bool) -> Iterator[Attempt]:
    """Ask the tablebase of the card where one lies; one that is damaged is an error only if it was asked for."""
    table, faults = find(task.card, task.tablebases)
    if asked_for and table is None:
        missing = Fault("", f"there is no tablebase of {task.card.name}", "build one: shunt tablebase build CARD")
        raise InputError([fault for error in faults for fault in error.faults] or missing)
    for error in faults:
        yield Attempt("tablebase", "a file lies there", stopped=Stop(StopKind.REFUSED, detail=str(error)))
    if table is not None:
        yield from _run(Attempt("tablebase", f"one lies there: {table.file}"), task, _by_table(task, table, asked_for))


Search = Callable[[Attempt], None]


def _run(attempt: Attempt, task: Task, search: Search) -> Iterator[Attempt]:
    yield attempt
    started = time.perf_counter()
    try:
        search(attempt)
        if attempt.search is not None and not attempt.stopped:
            attempt.stopped = attempt.search.stopped
    except LimitReached as limit:
        attempt.stopped = limit.stop
    finally:
        attempt.seconds = time.perf_counter() - started


def _by_table(task: Task, table: Tablebase, asked_for: bool) -> Search:
    def search(attempt: Attempt) -> None:
        """Follow the distances of a table."""
        try:
            attempt.search = TableSearch.run(table, task.card.start)
        except TablebaseError as error:
            if asked_for:
                raise
            attempt.stopped = Stop(StopKind.REFUSED, detail=str(error))

    return search


def _from_both_ends(task: Task, method: str, budget: int | None) -> Search:
    def search(attempt: Attempt) -> None:
        """Search level by level."""
        attempt.search = PathSearch(task.codec, task.start, task.goals, task.limits, task.progress, budget=budget)
        attempt.search.run(method)

    return search


def _bounded(task: Task, cars: int, budget: int | None) -> Search:
    def search(attempt: Attempt) -> None:
        """Build the databases, then search under them."""
        kept = worth_keeping(task.codec, task.card.goal, cars)
        phase = task.codec.phases.number[task.card.start.turntables]
        bounds = PatternBounds.build(task.codec, task.card.goal, phase, task.limits, kept, task.progress)
        attempt.search = BoundedSearch(task.codec, task.start, task.goals, bounds, task.limits, task.progress, budget=budget)
        attempt.search.run()

    return search


def _most_cars(task: Task) -> int:
    kept = worth_keeping(task.codec, task.card.goal, DATABASE_CARS[0])
    return len(kept[0])


def _cost(task: Task, cars: int) -> int:
    """Rows of all the databases that keep so many cars."""
    return projected_rows(task.codec, cars) * len(worth_keeping(task.codec, task.card.goal, cars))

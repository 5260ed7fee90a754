"""Which methods there are, and which is tried when on a card: data, which `solve.py` works through.

On cards that count moves bidirectional search comes first, then A*. Which is faster on a card is not known beforehand, but
what it costs to prepare A* is known exactly: the rows of the databases it builds. So bidirectional search gets a budget of
states that takes about as long as building them; only when that is spent are they built. The whole never takes much more than
twice the better of the two.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shunt.errors import Fault, InputError
from shunt.search.core.search import Search
from shunt.search.tablebase.format import TablebaseError
from shunt.search.tasks import GuideReplay, LargeTask, MetricTask, MovesTask, SidingsTask, Task

if TYPE_CHECKING:
    from shunt.search.index.corridor import Corridor
    from shunt.search.methods.bidirectional import Narrowing

WORTH = 40  # states that both ends reach while a row of a database is built (two cores: 2.8 a µs, and 10 to 38 µs a row)
LEAST_BUDGET = 2_000_000
EARLY_BUDGET = 300_000  # where the databases are on disk already
DATABASE_CARS = (2, 1)  # how many cars the databases of A* keep: the first of these that is affordable
MOST_ROWS = 20_000_000  # databases larger than this are never built without being asked for
NARROWING_CARS = (2, 3)  # how many cars the databases of both ends keep: the first, and those of long searches
STATES_A_ROW = 30  # states that a search from both ends must reach for each row of these; building one takes as long as 10 to 15
MOST_WORTH = 100_000_000  # states: databases that cost more are not built


@dataclass(frozen=True)
class Method:
    """A way to solve cards: `begin` returns the search that is then run. `asked` says why it is run when it was asked for."""

    name: str
    begin: Callable[[Any, int | None], Search]
    asked: str = "asked for"


@dataclass(frozen=True)
class Step:
    """One line of a portfolio: a method, what it needs, its budget of states, and why it is tried.

    `refusals`: files that should serve the method and are damaged; each is reported as an attempt of its own.
    `refuses`: errors of the method after which the next is tried.
    """

    method: Method
    why: Callable[[Any], str]
    needs: Callable[[Any], bool] = lambda task: True
    budget: Callable[[Any], int | None] = lambda task: None
    refusals: Callable[[Any], list[str]] = lambda task: []
    refuses: tuple[type[Exception], ...] = ()


# --------------------------------------------------------------------------------------------------------------------
# Methods for cards that count moves


def _look_up(task: MovesTask, budget: int | None) -> Search:
    from shunt.search.tablebase.reader import TableSearch

    table, faults = task.tables
    if table is None:
        missing = Fault("", f"no tablebase of {task.card.name} was found", "build one: shunt tablebase build CARD")
        raise InputError([fault for error in faults for fault in error.faults] or missing)
    return TableSearch(table, task.card.start)


def _bidirectional(task: MovesTask, budget: int | None) -> Search:
    from shunt.search.methods.bidirectional import PathSearch

    search = PathSearch(task.codec, task.start, task.goals, task.limits, task.progress, budget=budget, scout=task.scout)
    search.narrowings = _narrowings(task)
    if budget is not None:
        search.sooner = lambda: EARLY_BUDGET if _are_databases_kept(task) else budget
    return search


def _narrowings(task: MovesTask) -> list[Narrowing]:
    """Return the databases of both ends that a search from both ends may build, the least first."""
    from shunt.search.methods.bidirectional import Narrowing
    from shunt.search.methods.database_sizes import projected_rows, worth_keeping

    def narrowing(cars: int) -> Narrowing:
        """Return databases that keep this many cars."""
        kept = worth_keeping(task.codec, task.card.goal, cars)

        def build() -> Corridor:
            """Build them."""
            from shunt.search.index.corridor import Corridor

            return Corridor.build(task.codec, task.card, task.phase, task.limits, kept, task.progress)

        return Narrowing(STATES_A_ROW * projected_rows(task.codec, cars), build)

    most = len(worth_keeping(task.codec, task.card.goal, max(NARROWING_CARS))[0])
    found = [narrowing(cars) for cars in NARROWING_CARS if cars <= most]
    return [one for one in found if one.states <= MOST_WORTH]


def _forward(task: MovesTask, budget: int | None) -> Search:
    from shunt.search.methods.bidirectional import PathSearch

    return PathSearch(task.codec, task.start, task.goals, task.limits, task.progress, "forward", budget=budget, scout=task.scout)


def _astar(task: MovesTask, budget: int | None) -> Search:
    return _astar_under(task, DATABASE_CARS[0])


def _affordable_astar(task: MovesTask, budget: int | None) -> Search:
    return _astar_under(task, _affordable_cars(task))


def _astar_under(task: MovesTask, cars: int) -> Search:
    """Return A* under databases that keep this many cars, which it builds when it begins."""
    from shunt.search.methods.astar import BoundedSearch
    from shunt.search.methods.database_sizes import folder_of, projected_rows, worth_keeping
    from shunt.search.methods.pattern_databases import PatternBounds, Proven
    from shunt.search.tablebase.database_store import DatabaseStore

    folder = folder_of(task.databases)
    store = DatabaseStore(folder) if folder is not None else None
    kept = worth_keeping(task.codec, task.card.goal, cars)

    def bounds(proven: Proven) -> PatternBounds:
        """Build the databases."""
        card, given = task.card, (task.phase, task.limits, kept, task.progress)
        return PatternBounds.build(task.codec, card.goal, *given, start=card.start, proven=proven, store=store)

    search = BoundedSearch(task.codec, task.start, task.goals, bounds, task.limits, task.progress, scout=task.scout)
    search.preparing = projected_rows(task.codec, cars) * len(kept)
    return search


def _contracted(task: LargeTask, budget: int | None) -> Search:
    from shunt.search.methods.large.search import ContractedSearch

    return ContractedSearch(task.scout, task.card, task.limits, task.progress)


def _are_databases_kept(task: MovesTask) -> bool:
    """Return whether all databases that A* would build are on disk."""
    from shunt.search.methods.database_sizes import folder_of, worth_keeping

    folder, cars = folder_of(task.databases), _affordable_cars(task)
    if folder is None or not cars or not os.path.isdir(folder):
        return False
    from shunt.search.methods.pattern_databases import are_kept
    from shunt.search.tablebase.database_store import DatabaseStore

    kept = worth_keeping(task.codec, task.card.goal, cars)
    return are_kept(task.codec, task.card.goal, task.phase, kept, DatabaseStore(folder))


def _affordable_cars(task: MovesTask) -> int:
    """Return how many cars the databases may keep; 0 where none is worth its cost."""
    from shunt.search.methods.database_sizes import worth_keeping

    most = len(worth_keeping(task.codec, task.card.goal, DATABASE_CARS[0])[0])
    return next((cars for cars in DATABASE_CARS if cars <= most and _rows(task, cars) <= MOST_ROWS), 0)


def _rows(task: MovesTask, cars: int) -> int:
    """Rows of all the databases that keep this many cars."""
    from shunt.search.methods.database_sizes import projected_rows, worth_keeping

    return projected_rows(task.codec, cars) * len(worth_keeping(task.codec, task.card.goal, cars))


def _states_worth_databases(task: MovesTask) -> int | None:
    cars = _affordable_cars(task)
    return max(LEAST_BUDGET, WORTH * _rows(task, cars)) if cars else None


def _why_first(task: MovesTask) -> str:
    budget = _states_worth_databases(task)
    return f"first up to {budget:,} states" if budget else "no database is worth its cost here"


def _why_databases(task: MovesTask) -> str:
    return f"databases over the locomotives and {_affordable_cars(task)} of the cars"


def _why_table(task: MovesTask) -> str:
    table, _ = task.tables
    return f"a table of this puzzle: {table.file}" if table else ""


TABLEBASE = Method("tablebase", _look_up)
BIDIRECTIONAL = Method("bidirectional", _bidirectional)
FORWARD = Method("forward", _forward)
CONTRACTED = Method("contracted", _contracted)
ASTAR = Method("astar", _astar, f"asked for; databases over {DATABASE_CARS[0]} cars")


# --------------------------------------------------------------------------------------------------------------------
# Methods for other metrics


def _guide(task: MetricTask, budget: int | None) -> Search:
    return GuideReplay(guide=task.free_guide)


def _by_orders(task: MetricTask) -> Search | None:
    from shunt.search.metrics.passing.line_solve import line_search
    from shunt.search.metrics.passing.loop_solve import loop_search

    given = task.search_arguments
    return line_search(task.card, *given) or loop_search(task.card, *given)


def _orders(task: MetricTask, budget: int | None) -> Search:
    search = _by_orders(task)
    if search is None:
        raise InputError(
            f"orders alone do not solve {task.card.name}: they are for two trains on a line with a stub, or one by a loop"
        )
    return search


def _buckets(task: MetricTask, budget: int | None) -> Search:
    from shunt.search.metrics.dijkstra import MetricSearch

    return MetricSearch(*task.search_arguments, scout=task.scout)


GUIDE = Method("guide", _guide)
ORDERS = Method("orders", _orders)
BUCKETS = Method("buckets", _buckets)


# --------------------------------------------------------------------------------------------------------------------
# Methods for sidings


def _both_ends(task: SidingsTask, budget: int | None) -> Search:
    from shunt.search.sidings.search import SidingsSearch

    return SidingsSearch(task.problem, task.card.start, task.limits, task.progress, scout=task.scout)


SIDINGS_BIDIRECTIONAL = Method("bidirectional", _both_ends)

METHODS: dict[type[Task], tuple[Method, ...]] = {
    MovesTask: (BIDIRECTIONAL, FORWARD, ASTAR, TABLEBASE),
    LargeTask: (CONTRACTED, BIDIRECTIONAL, FORWARD, ASTAR, TABLEBASE),
    MetricTask: (BUCKETS, ORDERS),
    SidingsTask: (SIDINGS_BIDIRECTIONAL,),
}
"""The methods that may be asked for by name, by how the card is compiled."""

_LOOK_UP = Step(
    TABLEBASE,
    _why_table,
    needs=lambda task: task.tables[0] is not None,
    refusals=lambda task: [str(error) for error in task.tables[1]],
    refuses=(TablebaseError,),
)
_SEARCHES = (
    Step(BIDIRECTIONAL, _why_first, budget=_states_worth_databases),
    Step(Method("astar", _affordable_astar), _why_databases, needs=lambda task: _affordable_cars(task) > 0),
)
PORTFOLIOS: dict[type[Task], tuple[Step, ...]] = {
    MovesTask: (_LOOK_UP, *_SEARCHES),
    LargeTask: (_LOOK_UP, Step(CONTRACTED, lambda task: "long plain tracks are shortened"), *_SEARCHES),
    MetricTask: (
        Step(
            GUIDE,
            lambda task: "positions with what the metric remembers are too large to be searched",
            needs=lambda task: task.is_too_large and bool(task.free_guide),
        ),
        Step(
            ORDERS,
            lambda task: "trains that pass each other on a line or at a loop",
            needs=lambda task: _by_orders(task) is not None,
        ),
        Step(BUCKETS, lambda task: "every position, cheapest first"),
    ),
    SidingsTask: (Step(SIDINGS_BIDIRECTIONAL, lambda task: "every move can be undone by a move"),),
}
"""What is tried in which order where no method is asked for: until one answers, or stops at more than its own budget."""


def steps_for(kind: type[Task], method: str | None) -> tuple[Step, ...]:
    """Return the portfolio of a kind of card, or the one method asked for; raises `InputError` for an unknown method."""
    if method is None:
        return PORTFOLIOS[kind]
    known = {found.name: found for found in METHODS[kind]}
    if method not in known:
        raise InputError(Fault("method", f"unknown method {method!r} for this card", f"one of {', '.join(known)}"))
    return (Step(known[method], lambda task: known[method].asked),)

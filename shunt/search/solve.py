"""`solve(card)`: from a card of any kind to a proven answer that the rules have replayed.

A card is compiled for its engine (`task_class`). The methods of that engine (`Task.methods`) are tried in order, until one of
them answers or is stopped by a limit other than its own budget. The solution found is then replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from shunt.cards.card import Card, RouteCard
from shunt.cards.evidence import Evidence
from shunt.cards.given import as_card
from shunt.cards.kinds import refused
from shunt.cards.solution import Solution
from shunt.cards.stop import Stop, StopKind
from shunt.errors import InputError
from shunt.files.lazy import load_place
from shunt.files.reading import StrPath
from shunt.rules.objective import Objective
from shunt.search.core.limits import LimitReached, Limits, Progress, begun, stop_of
from shunt.search.core.search import Search
from shunt.search.task import Method, SolveOptions, Task, method_names
from shunt.sidings.cards.card import SidingsCard
from shunt.track.plan import LARGE_BOARD

MANY_PIECES = 14  # fewer fit into a state on any board of fewer than 512 spaces

if TYPE_CHECKING:
    from typing import Unpack

    from shunt.search.own_costs import Cost, Heuristic
    from shunt.search.task import SolveKeywords


def solve(
    card: Card | StrPath,
    *,
    metric: str | Sequence[str] | None = None,
    method: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    cost: Cost | None = None,
    heuristic: Heuristic | None = None,
    **options: Unpack[SolveKeywords],
) -> Solution:
    """Prove the optimum of a card, or prove that it has no solution. If `card` is a name or a path, `load` reads it.

    `metric` replaces the metric of the card, as in `card.with_metric(...)`. It is a name, a sum, or a list in order of
    importance ("runs", "2*runs+couplings", "moves,couplings"). `method` is a method that `shunt solve --help` lists; by
    default the program chooses. After a limit or an interrupt, the status is "solved" with the best solution found, or
    "unknown" if none was found, and the lower bound is still proven. "unsolvable" always means an exhaustive search.

    For further keyword arguments, see `SolveOptions`. `first` stops at the first solution, and `gap` at a solution that costs
    at most `gap` more than the lower bound. `found` is called with the number of moves of each better solution. `tablebases`
    is a folder to search for tablebases, in addition to the folder of the card's file. `databases` is the folder for pattern
    databases. The shortest solution returned for a train card couples the fewest pieces and, among such solutions, rolls over
    the fewest spaces. With `as_found`, the first shortest solution found is returned.

    `cost` is a function of a move, and `heuristic` is a lower bound on the cost from a position to the goal. The search then
    uses the rules directly, which is slow but exact. An inconsistent heuristic is refused. Of the other options, only
    `limits` can be combined with these two.

    >>> solve("about-turn", cost=lambda made: len(made.run.path)).optimum
    18

    Raise `InputError` if the card, metric or method cannot be searched, and `TooLargeError` if the card does not fit into a
    state.
    """
    card, limits = as_card(card), begun(limits, progress)
    if cost is not None or heuristic is not None:
        from shunt.search.own_costs import solve_by_costs

        if metric is not None or method is not None or options:
            what = "with costs of your own, only limits can be given"
            raise InputError("cost, heuristic", what, "leave the others out")
        return solve_by_costs(card, cost, heuristic, limits)
    if metric is not None:
        card = card.with_metric(*Objective(metric))
    kind, chosen = task_class(card), SolveOptions(**options)
    names = method_names(kind, method)
    if chosen.databases is not None:
        from shunt.search.tablebase.database_store import databases_folder

        databases_folder(chosen.databases)  # a wrong name is refused before anything is searched
    race, answer = Race(card, limits, chosen, kind), None
    try:
        race.try_in_turn(names, method is not None)
        answer = race.answer()
        return race.ended_by(answer)
    except (KeyboardInterrupt, LimitReached) as error:  # between two searches, or while the answer was replayed
        race.runs = race.runs or [MethodRun(names[0], "")]
        return race.ended_by(answer or race.unanswered(stop_of(error)))
    finally:
        vars(race).clear()  # it is part of a cycle: what it has searched is freed now


def task_class(card: Card) -> type[Task]:
    """Return the class of the card's search task; raise an error for a kind of card without an engine."""
    if isinstance(card, SidingsCard):
        from shunt.sidings.search.task import SidingsTask

        return SidingsTask
    if not isinstance(card, RouteCard):
        raise refused(card, "solved")
    if card.metric != ("moves",):
        from shunt.search.metrics.task import MetricTask

        return MetricTask
    if len(card.roster.pieces) >= MANY_PIECES:
        from shunt.search.methods.large.trains import has_long_trains

        if has_long_trains(card):
            from shunt.search.methods.large.blocks import LongTrainsTask

            return LongTrainsTask
    if len(card.plan.spaces) >= LARGE_BOARD:
        from shunt.search.methods.large.contraction import is_large

        if is_large(card):
            from shunt.search.methods.large.search import LargeTask

            return LargeTask
    from shunt.search.methods.task import MovesTask

    return MovesTask


class NotBegun(Search):
    """A search that does nothing, for a method that could not begin."""

    states = 0

    def _search(self) -> None:
        """Do nothing."""


@dataclass
class MethodRun:
    """One method that was tried, and how it ended. `why` gives the reason for trying it."""

    method: str
    why: str
    search: Search = field(default_factory=NotBegun)
    stopped: Stop | None = None
    seconds: float = 0.0

    def proof(self) -> dict[str, object]:
        """Return the run as an entry of `attempts` in the proof of a solution."""
        shown: dict[str, object] = {"method": self.method, "why": self.why, "seconds": round(self.seconds, 6)}
        if not isinstance(self.search, NotBegun):
            shown |= {"states": self.search.states, "expanded": self.search.expanded, "lower_bound": self.search.lower_bound}
        if self.stopped:
            shown["stopped"] = self.stopped
        return shown


@dataclass
class Race:
    """A card being solved: its task, the methods tried, and the bounds over time.

    `entries`: each better bound, recorded whenever there is progress, as `--json` and `--explain` show them.
    """

    card: Card
    limits: Limits
    options: SolveOptions
    kind: type[Task]
    runs: list[MethodRun] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._progress, self.limits = self.limits.progress, replace(self.limits, progress=self._note_progress)
        self._found, self.options = self.options.found, replace(self.options, found=self._note_found)
        self.task = self.kind(self.card, self.limits, self.options)

    def _note_progress(self, what: str, level: int, states: int) -> None:
        self.note()
        self._progress(what, level, states)

    def _note_found(self, moves: int) -> None:
        self.note()
        self._found(moves)

    def note(self) -> None:
        """Record the bounds of the current method and of the anytime search."""
        bound, upper = self.task.bound_of, self.task.anytime.ceiling
        self.add(bound(self.runs[-1].search.lower_bound if self.runs else 0), None if upper is None else bound(upper))

    def add(self, lower: int, upper: int | None) -> None:
        """Record bounds if they are better than those before."""
        last: dict[str, Any] = self.entries[-1] if self.entries else {"lower_bound": 0, "upper_bound": None}
        known = [bound for bound in (upper, last["upper_bound"]) if bound is not None]
        bounds = {"lower_bound": max(lower, last["lower_bound"]), "upper_bound": min(known, default=None)}
        if not self.entries or not bounds.items() <= last.items():
            method = self.runs[-1].method if self.runs else ""
            self.entries.append({"seconds": round(self.limits.seconds, 6), **bounds, "method": method})

    def try_in_turn(self, names: Iterable[str], is_asked: bool) -> None:
        """Try one method after the other, until one answers or is stopped by a limit other than its own budget."""
        task = self.task
        for name in names:
            method: Method = load_place(task.methods[name])(task)
            faults = () if is_asked else method.faults()
            self.runs += [MethodRun(name, "a file is there", stopped=Stop(StopKind.REFUSED, detail=why)) for why in faults]
            if not is_asked and not method.fits():
                continue
            run = MethodRun(name, method.asked if is_asked else method.why)
            self.runs.append(run)
            started = self.limits.seconds
            try:
                run.search = method.begin(is_asked)
                self.note()
                run.search.run()
                run.stopped = run.search.stopped
            except (KeyboardInterrupt, LimitReached) as error:
                run.stopped = stop_of(error)
            finally:
                run.seconds = self.limits.seconds - started
                task.anytime.perimeter = None  # its states are freed with the search
            if run.stopped is None or not run.stopped.lets_others_try:
                return
            task.anytime.base += run.search.states

    def answer(self) -> Solution:
        """Return the answer of the last method, with the total cost and the bounds of all methods."""
        search = self.runs[-1].search
        if not search.is_answer:
            return self.unanswered(self.runs[-1].stopped)
        cost = self._cost(search.evidence)
        if search.path is None:
            return Solution(status="unsolvable", **cost)
        moves = self.task.moves_of(search)
        optima = self.task.optima_of(moves)
        cost["lower_bound"] = optima[0]
        return Solution(status="optimal", moves=moves, optima=optima, **cost)

    def unanswered(self, stop: Stop | None) -> Solution:
        """Return the proven bounds, with the best solution found if there is one."""
        cost = self._cost(max((run.search for run in self.runs), key=lambda search: search.lower_bound).evidence)
        best = self.task.anytime
        if best.path is None:
            return Solution(status="unknown", stopped=stop, **cost)
        moves = self.task.moves_along(best.path)
        totals = self.task.optima_of(moves)
        cost["states"] += best.states
        cost["proof"]["beams"] = best.beams
        if len(totals) == 1 and totals[0] <= cost["lower_bound"]:
            return Solution(status="optimal", moves=moves, optima=totals, **cost)
        return Solution(status="solved", moves=moves, totals=totals, stopped=stop, **cost)

    def ended_by(self, answer: Solution) -> Solution:
        """Return an answer with its card, and with the bounds over time in its proof."""
        self.add(answer.lower_bound, answer.upper_bound)
        return replace(answer, puzzle=self.card, proof={**answer.proof, "race": self.entries})

    def _cost(self, fact: Evidence) -> dict[str, Any]:
        """Return the fields of a solution that describe the search and what it proves."""
        last = self.runs[-1]
        return {
            "card": self.card.name,
            "metric": self.card.metric,
            "method": f"{last.method} {last.search.variant}".strip(),
            "states": sum(run.search.states for run in self.runs),
            "seconds": self.limits.seconds,
            "lower_bound": self.task.bound_of(max(run.search.lower_bound for run in self.runs)),
            "evidence": self.task.evidence_of(fact),
            "proof": {"attempts": [run.proof() for run in self.runs], **last.search.proof},
        }

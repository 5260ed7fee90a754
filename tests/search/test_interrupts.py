"""An interrupt or a limit at any stage of the road from card to answer: the status is "unknown", with what is proven."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.cards.solution import Solution
from shunt.cards.stop import INTERRUPTED, Stop, StopKind
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.solve import solve
from shunt.sidings.search.search import warm_up
from shunt.tablebases.builder import build
from tests.effort import examples
from tests.search.agreement.answers import SMALL, faults_of
from tests.search.boards import shipped
from tests.search.interrupting import counting

PLENTY = 1 << 40

for module in ("shortest_solutions", "task"):
    importlib.import_module(f"shunt.sidings.search.{module}")  # before the names that it imports are patched


def first_swap(tmp_path: Path) -> Card:
    return load_card("first-swap")


def with_table(tmp_path: Path) -> Card:
    card = load_card("first-swap")
    build(card.rules, card.goal, tmp_path / "first-swap.table", Limits(memory=PLENTY))
    return replace(card, path=str(tmp_path / "first-swap.toml"))


def in_reversals(tmp_path: Path) -> Card:
    return load_card("first-swap").with_metric("reversals")


def on_a_line(tmp_path: Path) -> Card:
    return load_card("loyd-primitive")


def on_sidings(tmp_path: Path) -> Card:
    warm_up()  # an interrupt in its small search would come before that of the card
    return load_card("inglenook-533")


STAGES: list[Any] = [
    ("shunt.search.trains.codec.Codec.for_rules", first_swap, None, 0),
    ("shunt.search.trains.goals.GoalSet.of", first_swap, None, 0),
    ("shunt.search.tablebase.lookup.table_files", first_swap, None, 0),
    ("shunt.search.tablebase.reader.choose", with_table, None, 0),
    ("shunt.search.tablebase.reader.Tablebase.path", with_table, None, 0),
    ("shunt.search.tablebase.reader.Tablebase.path", with_table, "tablebase", 0),
    ("shunt.search.methods.bidirectional.PathSearch._search", first_swap, None, 0),
    ("shunt.search.methods.levels.BothEnds.path", first_swap, None, 1),
    ("shunt.search.methods.levels.BothEnds.expand", first_swap, "forward", 1),
    ("shunt.search.methods.pattern_databases.PatternBounds.build", first_swap, "astar", 0),
    ("shunt.search.methods.astar.BoundedSearch._expand", first_swap, "astar", 1),
    ("shunt.search.methods.task.run_between", first_swap, None, 6),
    ("shunt.search.methods.task.check_solved", first_swap, "astar", 6),
    ("shunt.search.metrics.plan.MetricPlan.of", in_reversals, None, 0),
    ("shunt.search.metrics.dijkstra.MetricSearch._expand", in_reversals, None, 0),
    ("shunt.search.metrics.task.counted", in_reversals, "buckets", 4),
    ("shunt.classics.passing.line.fewest", on_a_line, None, 0),
    ("shunt.sidings.search.task.sidings_problem", on_sidings, None, 0),
    ("shunt.search.methods.levels.BothEnds.expand", on_sidings, None, 1),
    ("shunt.sidings.search.task.check_solved", on_sidings, None, 15),
]


@pytest.mark.usefixtures("kernels_only")
@pytest.mark.parametrize(("where", "card", "method", "bound"), STAGES)
def test_an_interrupt_anywhere_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, where: str, card: Callable[[Path], Card], method: str | None, bound: int
) -> None:
    puzzle = card(tmp_path)
    calls = []

    def stopped(*given: Any, **named: Any) -> Any:
        calls.append(where)
        raise KeyboardInterrupt

    monkeypatch.setattr(where, stopped)
    answer = solve(puzzle, method=method, limits=Limits(memory=PLENTY))
    assert calls, f"the search never came to this stage: {answer!r}"
    assert (answer.status, answer.optimum, answer.moves, answer.stopped) == ("unknown", None, (), INTERRUPTED)
    assert bound <= answer.lower_bound <= solve_bound(puzzle)
    assert answer.as_json()["stopped"] == "interrupted"


def solve_bound(card: Card) -> int:
    return {"first-swap": 6, "loyd-primitive": 11, "inglenook-533": 15}[card.name]


@pytest.mark.usefixtures("kernels_only")
def test_a_limit_before_the_first_search_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Stop(StopKind.MEMORY, 1000)

    def too_much(*given: Any) -> Any:
        raise LimitReached(stop)

    monkeypatch.setattr("shunt.search.trains.goals.GoalSet.of", too_much)
    answer = solve(load_card("first-swap"))
    assert (answer.status, answer.stopped, answer.lower_bound) == ("unknown", stop, 0)


# --------------------------------------------------------------------------------------------------------------------
# An interrupt at any call of Python's own functions


EARLY = Limits(sizes=SMALL)


def instants(card: Card, method: str | None, number: int) -> Iterator[Solution]:
    """Yield the answer of an undisturbed search, then of searches that are interrupted at random calls."""
    solve(card, method=method, limits=EARLY)  # all is imported and compiled
    calls = [0]
    with counting(calls):
        whole = solve(card, method=method, limits=EARLY)
    yield whole
    draw = Random(f"{card.name} {method}")
    for _ in range(number):
        yield interrupted(card, method, draw.randrange(200, calls[0] - 1))  # the first calls are before the search
    for before in (2, 7):  # the answer is complete
        yield interrupted(card, method, calls[0] - before)


def interrupted(card: Card, method: str | None, number: int) -> Solution:
    """Return the answer of a search that is interrupted in a call; where it made fewer calls, the interrupt comes after it."""
    answer = None
    with suppress(KeyboardInterrupt), counting([0], number):
        answer = solve(card, method=method, limits=EARLY)
    assert answer is not None, f"the interrupt in call {number} ended the search without an answer"
    return answer


ANYWHERE: list[Any] = [
    ("first-swap", None),
    pytest.param("first-swap", "astar", marks=pytest.mark.slow),
    pytest.param("two-of-a-kind", "bidirectional", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "method"), ANYWHERE)
def test_an_interrupt_at_any_call_is_an_answer(name: str, method: str | None) -> None:
    card = shipped(name)
    whole, *answers = instants(card, method, examples(12))
    for answer in answers:
        assert list(faults_of(card, answer, whole.optima)) == []
    assert sum(not answer.is_proven for answer in answers) > len(answers) // 10


def test_an_interrupt_of_sidings_at_any_call_is_an_answer() -> None:
    card = load_card("inglenook-322")
    whole, *answers = instants(card, None, examples(12))
    assert whole.optimum is not None
    for answer in answers:
        assert answer.lower_bound <= whole.optimum <= (answer.upper_bound or whole.optimum)
        assert answer.status in ("optimal", "solved", "unknown")
        if answer.upper_bound is not None:
            assert card.is_solved(answer.moves[-1].position)
            assert answer.upper_bound == len(answer.moves) or answer.metric != ("pulls",)
    assert sum(not answer.is_proven for answer in answers) > len(answers) // 10

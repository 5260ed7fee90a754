"""An interrupt or a limit at any stage of the road from card to answer: the status is "unknown", with what is proven."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from shunt import load
from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.cards.solution import Solution
from shunt.cards.stop import Stop, StopKind
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.solve import solve
from tests.effort import examples
from tests.search.agreement.answers import SMALL, faults_of
from tests.search.interrupting import counting


@pytest.mark.usefixtures("kernels_only")
def test_a_limit_before_the_first_search_is_an_answer(monkeypatch):
    stop = Stop(StopKind.MEMORY, 1000)

    def too_much(*given: Any) -> Any:
        raise LimitReached(stop)

    monkeypatch.setattr("shunt.search.trains.goals.GoalSet.of", too_much)
    answer = solve(load_card("first-swap"))
    assert (answer.status, answer.stopped, answer.lower_bound) == ("unknown", stop, 0)


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


ANYWHERE = [
    ("first-swap", "moves", None),
    ("about-turn", "reversals", None),
    pytest.param("first-swap", "moves", "astar", marks=pytest.mark.slow),
    pytest.param("two-of-a-kind", "moves", "bidirectional", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "metric", "method"), ANYWHERE)
def test_an_interrupt_at_any_call_is_an_answer(name, metric, method):
    card = load(name).with_metric(metric)
    whole, *answers = instants(card, method, examples(12))
    for answer in answers:
        assert list(faults_of(card, answer, whole.optima)) == []
    assert sum(not answer.is_proven for answer in answers) > len(answers) // 10


def test_an_interrupt_of_sidings_at_any_call_is_an_answer():
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

"""Solutions of sidings found beside a proof: legal, never better than the optimum, and there whenever a search is stopped."""

from __future__ import annotations

import pytest

from shunt.search.core.limits import Limits
from shunt.search.methods import anytime
from shunt.search.solve import solve

pytestmark = pytest.mark.usefixtures("module_of_kernels")


@pytest.mark.parametrize(("name", "optimum"), [("inglenook-322", 14), ("inglenook-533-classic", 17)])
def test_the_first_solution_is_legal_and_no_better_than_the_optimum(name: str, optimum: int) -> None:
    answer = solve(name, first=True)
    assert answer.status == "solved"
    assert answer.lower_bound <= optimum <= (answer.upper_bound or 0) == len(answer.moves)
    assert answer.puzzle.is_solved(answer.moves[-1].position)  # the referee made these moves
    assert answer.as_json()["gap"] == (answer.upper_bound or 0) - answer.lower_bound


def test_wherever_a_search_is_stopped_its_answer_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anytime, "FIRST", 100)
    monkeypatch.setattr(anytime, "SHARE", 40)
    found = set()
    for states in (10, 120, 400, 1_500, 5_000):
        answer = solve("inglenook-533-classic", limits=Limits(states=states))
        found.add(answer.status)
        assert answer.lower_bound <= 17
        assert answer.upper_bound is None or answer.upper_bound >= 17
    assert {"unknown", "solved"} <= found


def test_a_solution_found_beside_passes_under_a_ceiling_is_not_taken_for_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anytime, "FIRST", 100)
    monkeypatch.setattr("shunt.search.sidings.search.PLAIN", 0)
    monkeypatch.setattr("shunt.search.methods.bidirectional.MANY", 0)
    for name, optimum in (("inglenook-322", 14), ("inglenook-533-classic", 17), ("inglenook-533-hardest", 20)):
        answer = solve(name)
        assert (answer.status, answer.optimum) == ("optimal", optimum)

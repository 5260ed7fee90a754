"""Solutions of sidings found beside a proof: legal, never better than the optimum, and there whenever a search is stopped."""

from __future__ import annotations

import pytest

from shunt.search.solve import solve

pytestmark = pytest.mark.usefixtures("module_of_kernels")


@pytest.mark.parametrize(("name", "optimum"), [("inglenook-322", 14), ("inglenook-533-classic", 17)])
def test_the_first_solution_is_legal_and_no_better_than_the_optimum(name: str, optimum: int) -> None:
    answer = solve(name, first=True)
    assert answer.status == "solved"
    assert answer.lower_bound <= optimum <= (answer.upper_bound or 0) == len(answer.moves)
    assert answer.puzzle.is_solved(answer.moves[-1].position)  # the referee made these moves
    assert answer.as_json()["gap"] == (answer.upper_bound or 0) - answer.lower_bound

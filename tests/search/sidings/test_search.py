"""One start of `sidings` to its optimum: against the whole table, with its bounds, limits and proofs."""

import gc
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.evidence import LevelsApart
from shunt.cards.files import load_card
from shunt.cards.stop import INTERRUPTED
from shunt.errors import TooLargeError
from shunt.search.core.limits import Limits, Sizes
from shunt.search.methods.ceilings import CeilingSearch
from shunt.search.solve import solve
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition
from shunt.sidings.search import kernels
from shunt.sidings.search.bounds import goal_bound
from shunt.sidings.search.domain import SidingsDomain
from shunt.sidings.search.graph import SidingsProblem, permuted, sidings_problem
from shunt.sidings.search.table import DistanceTable, build_table
from tests.effort import examples
from tests.search.sidings.test_table import EIGHT, FIXED, INGLENOOK, every_position, small_yards

pytestmark = pytest.mark.usefixtures("module_of_kernels")

CARDS = {
    "inglenook-533": 15,
    "inglenook-533-hardest": 20,
    "inglenook-533-classic": 17,
    "inglenook-322": 14,
    "inglenook-644": 17,
    "ras-toy": 6,
}


USUAL, UNDER_CEILINGS = Sizes(), Sizes(without_ceiling=0)


def searched(problem: SidingsProblem, start: SidingsPosition, sizes: Sizes = USUAL) -> CeilingSearch:
    """Return the search from both ends after it has ended."""
    search = CeilingSearch(SidingsDomain(problem, start), Limits(sizes=sizes))
    search.run()
    return search


def replayed(problem: SidingsProblem, start: SidingsPosition, found: CeilingSearch) -> bool:
    here = start
    for move in SidingsDomain(problem, start).moves_along(found.path or []):
        here = problem.rules.make(here, move).position
    return problem.goal.is_met(problem.rules, here)


@given(small_yards(), st.randoms(use_true_random=False), st.sampled_from([USUAL, UNDER_CEILINGS]))
@settings(deadline=None, max_examples=examples(40))
def test_optima_and_proofs_of_small_yards(puzzle, random, sizes):
    problem = sidings_problem(*puzzle)
    table = build_table(problem)
    positions = every_position(problem.rules, table)
    for start in random.sample(positions, min(5, len(positions))):
        found = searched(problem, start, sizes)
        optimum = table.optimum(start)
        assert found.exhausted == (optimum is None)
        assert (None if found.path is None else len(found.path) - 1) == optimum
        assert optimum is None or replayed(problem, start, found)


def distances(table: DistanceTable) -> Iterator[tuple[int, int, int]]:
    """Yield the word, the occupancy and the distance of every state that reaches the goal."""
    words = [int(table.problem.words(row)[0]) for row in table.index.rows.tolist()]
    for (occupancy, rank), distance in np.ndenumerate(table.distance):
        if distance != table.unseen:
            yield words[rank], occupancy, int(distance)


@given(small_yards())
@settings(deadline=None, max_examples=examples(60))
def test_bounds_are_never_above_the_distance(puzzle):
    problem = sidings_problem(*puzzle)
    towards_goal = goal_bound(problem, problem.goal)
    for word, occupancy, distance in distances(build_table(problem)):
        assert 0 <= kernels.moves_needed(word, occupancy, towards_goal) <= distance


@pytest.mark.parametrize("name", list(CARDS))
def test_shipped_cards_have_their_optimum(name):
    card = load_card(name)
    answer = solve(card)
    assert (answer.status, answer.optimum, answer.lower_bound) == ("optimal", CARDS[name], CARDS[name])
    assert card.proof["optimum"] == CARDS[name] == len(card.guide)


def test_an_impossible_order_is_proved_unsolvable():
    card = load_card("inglenook-533")
    rules = replace(card.rules, headshunt=1)
    answer = solve(replace(card, rules=rules, start=SidingsPosition((), (tuple("54321"), tuple("876"), ()))))
    assert (answer.status, answer.optimum, answer.moves) == ("unsolvable", None, ())


def test_evidence_never_says_that_pruned_levels_are_whole():
    start = SidingsPosition((), (tuple("84132"), tuple("675"), ()))
    problem = sidings_problem(Sidings(3, INGLENOOK, EIGHT), FIXED)
    whole = searched(problem, start)
    assert whole.proof["levels from the start"][:4] == [1, 6, 18, 73]
    pruned = searched(problem, start, UNDER_CEILINGS)
    assert not any(isinstance(value, list) for value in pruned.proof.values())
    assert isinstance(whole.evidence, LevelsApart)
    assert isinstance(pruned.evidence, LevelsApart)
    assert (whole.evidence.under, pruned.evidence.under) == (None, len(pruned.path or ()) - 1)


def test_an_interrupt_keeps_what_is_proven():
    def interrupt(what: str, level: int, states: int) -> None:
        if level == 9:
            raise KeyboardInterrupt

    answer = solve(load_card("inglenook-533-hardest"), progress=interrupt)
    assert (answer.status, answer.lower_bound, answer.stopped) == ("unknown", 9, INTERRUPTED)


def test_permutations_leave_nothing_else_in_memory():
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        found = permuted(range(8), range(0, 24, 3))
        assert tracemalloc.get_traced_memory()[0] - before < 1.1 * found.nbytes
    finally:
        tracemalloc.stop()
        gc.enable()


@pytest.mark.slow
def test_sixteen_distinct_cars_fit_a_state_and_seventeen_do_not():
    cars = tuple("abcdefghijklmnopq")
    yard = {"1": 16, "2": 3, "3": 3}
    start = SidingsPosition((), (cars[1::-1] + cars[2:16], (), ()))
    problem = sidings_problem(Sidings(3, yard, cars[:16]), SidingsGoal({"1": cars[:16]}))
    found = searched(problem, start)
    assert found.path is not None
    assert SidingsDomain(problem, start).words == 2
    assert replayed(problem, start, found)
    with pytest.raises(TooLargeError, match="16 distinct cars fit"):
        sidings_problem(Sidings(3, yard | {"1": 17}, cars), SidingsGoal({"1": cars}))
    many = sidings_problem(Sidings(3, yard | {"1": 17}, cars), SidingsGoal({"1": cars[:3]}, ()))
    assert many.bits == 2

"""The solution that is shown couples the fewest pieces of all shortest ones, and of those that do it rolls the fewest spaces."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings

from shunt.cards.card import RouteCard
from shunt.cards.stop import Stop, StopKind
from shunt.rules.guide import run_between
from shunt.rules.moves import TrainMove
from shunt.rules.ruleset import replay
from shunt.search import shown
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.methods import guides
from shunt.search.methods.bidirectional import PathSearch
from shunt.search.methods.task import MovesTask
from shunt.search.solutions import solutions
from shunt.search.solve import solve
from shunt.search.trains.domain import TrainDomain
from tests.effort import examples
from tests.search.boards import shipped
from tests.search.test_solve import cards

BYTES = 1 << 34
MOST = 300


def efforts(card: RouteCard, moves: Any) -> tuple[int, int]:
    """How many pieces a solution couples, and how many spaces it rolls by the shortest way of each move.

    Its notation may take a longer way, where the via-spaces that leave one outcome are not on the shortest.
    """
    made = list(replay(card.rules, card.start, moves))
    coupled = sum(len(one.move.couples) for one in made if isinstance(one.move, TrainMove))
    runs = [run_between(card.rules, *both) for both in pairwise([card.start, *(one.position for one in made)])]
    return coupled, sum(run.distance for run in runs if not isinstance(run, str))


@given(cards())
@settings(max_examples=examples(60), deadline=None)
def test_no_shortest_solution_couples_or_rolls_less(card: RouteCard) -> None:
    found = solutions(card, Limits(memory=BYTES))
    assume(found and found.count <= MOST)
    least = min(efforts(card, moves) for moves in found.all())
    shown = [solve(card, method=method, limits=Limits(memory=BYTES)) for method in ("bidirectional", "forward")]
    assert efforts(card, [made.move for made in shown[0].moves]) == least
    assert shown[0].guide == shown[1].guide
    assert shown[0].optimum == found.optimum


def stopped(*_: object) -> None:
    raise LimitReached(Stop(StopKind.TIME, 1))


@pytest.mark.usefixtures("kernels_only")
@pytest.mark.parametrize("case", ["too many states", "a limit"])
def test_the_path_of_the_search_is_shown_where_not_all_are_compared(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    card = shipped("first-swap")
    best = solve(card)
    if case == "a limit":
        monkeypatch.setattr(guides, "_couplings", stopped)
    else:
        monkeypatch.setattr(shown, "MOST_STATES", 18 * 38)
    plain = solve(card)
    assert (plain.status, plain.optimum) == ("optimal", best.optimum)
    assert plain.guide != best.guide
    assert efforts(card, [made.move for made in plain.moves]) > efforts(card, [made.move for made in best.moves])


def test_of_many_moves_only_couplings_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    card = shipped("first-swap")
    monkeypatch.setattr(shown, "MOST_STEPS", 0)
    assert efforts(card, [made.move for made in solve(card).moves])[0] == 1


def test_states_on_shortest_paths_are_those_of_all_solutions() -> None:
    card = shipped("first-swap")
    found = solutions(card)
    task = MovesTask(card, Limits())
    for method in ("bidirectional", "forward"):
        search = PathSearch(TrainDomain(task.codec), task.start, task.goals, task.limits, method=method)
        search.run()
        levels = search.shortest_levels(39)
        assert levels is not None
        assert [level.tolist() for level in levels] == [level.tolist() for level in found.levels]
        assert search.shortest_levels(38) is None

"""The solution that is shown couples the fewest pieces of all shortest ones, and of those that do it rolls the fewest spaces."""

from itertools import pairwise
from typing import Any

from hypothesis import assume, given, settings

from shunt.cards.card import RouteCard
from shunt.rules.guide import run_between
from shunt.rules.moves import TrainMove
from shunt.rules.ruleset import replay
from shunt.search.core.limits import Limits
from shunt.search.solutions import solutions
from shunt.search.solve import solve
from tests.effort import examples
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
@settings(max_examples=examples(40), deadline=None)
def test_no_shortest_solution_couples_or_rolls_less(card):
    found = solutions(card, Limits(memory=BYTES))
    assume(found and found.count <= MOST)
    least = min(efforts(card, moves) for moves in found.all())
    shown = [solve(card, method=method, limits=Limits(memory=BYTES)) for method in ("bidirectional", "forward")]
    assert efforts(card, [made.move for made in shown[0].moves]) == least
    assert shown[0].guide == shown[1].guide
    assert shown[0].optimum == found.optimum

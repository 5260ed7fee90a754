"""Orders of passing trains: a bound on every card of that kind, and reached where the line is long enough."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.classics.passing.line import Orders, StubLine, fewest
from shunt.errors import InputError
from shunt.rules.position import Position, Roster
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.track.layout import Layout
from shunt.track.plan import Plan
from tests.effort import examples


@st.composite
def passing(draw: st.DrawFn) -> RouteCard:
    """Up to four pieces, one or two of them locomotives, anywhere on a line of random length, and anywhere at the end."""
    left = [f"L{number}" for number in range(draw(st.integers(1, 4)), 0, -1)]
    right = [f"R{number}" for number in range(1, draw(st.integers(2, 4)) + 1)]
    stub = [*left, "S"] if draw(st.booleans()) else ["S", *right]
    if len(stub) < 3:
        stub = ["S", *right]
    plan = Plan.from_tracks("line", [[*left, *right], stub])
    locomotives = ("A", "B")[: draw(st.integers(1, 2))]
    cars = ("x", "y")[: draw(st.integers(1, 2))]
    groups = (("x", "y"),) if len(cars) == 2 and draw(st.booleans()) else ()
    roster = Roster(locomotives, cars, groups)
    order = st.permutations(plan.spaces).map(lambda spaces: tuple(spaces[: len(roster.pieces)]))
    railway = draw(st.booleans())
    headings = () if railway else tuple(draw(st.integers(0, 1)) for _ in locomotives)
    start = roster.canonical(Position(draw(order), headings))
    goal = Goal(dict(zip(roster.pieces, draw(order), strict=True)))
    metric = draw(st.sampled_from(["runs", "reversals"]))
    return RouteCard("line", "railway" if railway else "switcher", Layout(plan), roster, start, goal, metric=(metric,))


@given(passing())
@settings(max_examples=examples(90), deadline=None)
def test_orders_bound_every_solution(card: RouteCard) -> None:
    try:
        by_orders = solve(card, method="orders", limits=Limits(memory=1 << 34))
    except InputError:
        reject()
    solution = solve(card, method="buckets", limits=Limits(memory=1 << 34))
    if solution.status == "optimal":
        assert by_orders.lower_bound <= (solution.optimum or 0)
        assert by_orders.status != "unsolvable"
    assert solve(card, limits=Limits(memory=1 << 34)).optimum == solution.optimum


LOYD = Orders("Lxxxx", "", "Raaa"), Orders("aaaR", "", "xxxxL")
DUDENEY = Orders("Lxxx", "", "Raa"), Orders("aaR", "", "xxxL")


@pytest.mark.parametrize("hand", ["l", pytest.param("r", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("puzzle", "reading", "counts"),
    [
        pytest.param(LOYD, {}, (9, 11), marks=pytest.mark.slow),
        pytest.param(LOYD, {"no_front": True}, (11, 12), marks=pytest.mark.slow),
        (LOYD, {"no_front": True, "apart": True}, (13, 14)),
        (DUDENEY, {}, (0, 0)),
        (DUDENEY, {"carried": True}, (6, 8)),
        (DUDENEY, {"apart": True}, (6, 8)),
    ],
)
def test_the_readings_of_the_published_puzzles(
    hand: Literal["l", "r"], puzzle: tuple[Orders, Orders], reading: dict[str, bool], counts: tuple[int, int]
) -> None:
    """Lower bounds on a line of any length; the cards attain those of their rulesets, without a reading."""
    line = StubLine(hand, "LR", {"L": "r", "R": "l"} if puzzle is LOYD else {}, **reading)
    assert fewest(line, *puzzle, "runs" if puzzle is LOYD else "reversals").count == counts["lr".index(hand)]

"""Orders by way of a loop: a bound on every card of that kind, and a way to its optimum."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.evidence import OrdersSearched
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.track.plan import Plan
from tests.effort import examples
from tests.rules.random_cards import passing_on


@st.composite
def loops(draw: st.DrawFn) -> Plan:
    """A line with a loop."""
    room = draw(st.integers(1, 2))
    left, right = ([f"{side}{n}" for n in range(1, draw(st.integers(2, 3)) + 1)] for side in "LR")
    roads = [[f"{road}{n}" for n in range(1, room + 1)] for road in "UD"]
    return Plan.from_tracks("loop", [[*left[::-1], *road, *right] for road in roads])


@given(loops(), st.randoms(use_true_random=False))
@settings(max_examples=examples(20), deadline=None)
def test_orders_bound_every_solution_and_lead_to_one(plan: Plan, random: Random) -> None:
    card = passing_on(random, plan, "railway").with_metric("reversals")
    answer = solve(card, method="buckets", limits=Limits(memory=1 << 34))
    by_orders = solve(card, method="orders", limits=Limits(memory=1 << 34))
    assert (by_orders.status, by_orders.optimum) == (answer.status, answer.optimum)
    if answer.status == "optimal":
        assert isinstance(by_orders.evidence, OrdersSearched)
        assert 0 <= by_orders.evidence.anywhere <= (answer.optimum or 0)

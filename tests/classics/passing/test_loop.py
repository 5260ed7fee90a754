"""Orders by way of a loop: a bound on every card of that kind, and a way to its optimum."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.cards.evidence import OrdersSearched
from shunt.rules.position import Position, Roster
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.track.layout import Layout
from shunt.track.plan import Plan
from tests.effort import examples


@st.composite
def loops(draw: st.DrawFn) -> Plan:
    """A line with a loop."""
    room = draw(st.integers(1, 2))
    left, right = ([f"{side}{n}" for n in range(1, draw(st.integers(2, 3)) + 1)] for side in "LR")
    roads = [[f"{road}{n}" for n in range(1, room + 1)] for road in "UD"]
    return Plan.from_tracks("loop", [[*left[::-1], *road, *right] for road in roads])


@given(st.data())
@settings(max_examples=examples(20), deadline=None)
def test_orders_bound_every_solution_and_lead_to_one(data: st.DataObject) -> None:
    plan = data.draw(loops())
    pieces = "Fxyz"[: data.draw(st.integers(2, 4))]
    locomotives = data.draw(st.integers(1, 2))
    order = st.permutations(plan.spaces).map(lambda spaces: dict(zip(pieces, spaces, strict=False)))
    start, goal = data.draw(order), data.draw(order)
    alike = (tuple(pieces[-2:]),) if len(pieces) - locomotives >= 2 and data.draw(st.booleans()) else ()
    roster = Roster(tuple(pieces[:locomotives]), tuple(pieces[locomotives:]), alike)
    begun = roster.canonical(Position(tuple(start.values())))
    card = RouteCard("loop", "railway", Layout(plan), roster, begun, Goal(goal), metric=("reversals",))
    answer = solve(card, method="buckets", limits=Limits(memory=1 << 34))
    by_orders = solve(card, method="orders", limits=Limits(memory=1 << 34))
    assert (by_orders.status, by_orders.optimum) == (answer.status, answer.optimum)
    if answer.status == "optimal":
        assert isinstance(by_orders.evidence, OrdersSearched)
        assert 0 <= by_orders.evidence.anywhere <= (answer.optimum or 0)

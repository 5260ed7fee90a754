"""Orders by way of a loop: a bound on every card of that kind, and a way to its optimum."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.classics.passing.loop import LoopOrders
from shunt.rules.position import Position, Roster
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.track.layout import Layout
from shunt.track.plan import Plan
from tests.classics.passing.readings import LoopReading
from tests.effort import examples

Rows = tuple[list[str], list[str], list[str], list[str]]


def orders_of(places: dict[str, str], rows: Rows) -> LoopOrders:
    at = {space: name for name, space in places.items()}
    return LoopOrders(*("".join(at.get(space, "") for space in row) for row in rows))


@st.composite
def loops(draw: st.DrawFn) -> tuple[Plan, Rows, int]:
    """A line with a loop; its rows in the order of `LoopOrders`, and the room on a road."""
    room = draw(st.integers(1, 2))
    left, right = ([f"{side}{n}" for n in range(1, draw(st.integers(2, 3)) + 1)] for side in "LR")
    roads = [[f"{road}{n}" for n in range(1, room + 1)] for road in "UD"]
    return Plan.from_tracks("loop", [[*left[::-1], *road, *right] for road in roads]), (left, roads[0], roads[1], right), room


@given(st.data())
@settings(max_examples=examples(20), deadline=None)
def test_orders_bound_every_solution_and_lead_to_one(data: st.DataObject) -> None:
    plan, rows, room = data.draw(loops())
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
    bound = LoopReading(pieces[:locomotives], room).fewest(orders_of(start, rows), orders_of(goal, rows))
    if answer.status == "optimal" and not alike:
        assert bound.count is not None
        assert bound.count <= (answer.optimum or 0)


@pytest.mark.slow
def test_the_switch_problem() -> None:
    start, goal = LoopOrders("Eaaaa", "", "", "Fggg"), LoopOrders("gggF", "", "", "aaaaE")
    assert LoopReading("F", 1).fewest(start, goal).count == 12


@pytest.mark.parametrize("wagons", [2, 4, 16])
def test_the_railway_muddle_needs_two_reversals_where_engines_keep_apart(wagons: int) -> None:
    start = LoopOrders("W" + "w" * wagons, "", "", "B" + "b" * wagons)
    goal = LoopOrders("b" * wagons + "B", "", "", "w" * wagons + "W")
    for line in (LoopReading("WB", wagons // 2, apart=True), LoopReading("WB", wagons // 2, carried=True)):
        assert line.fewest(start, goal, 1).count is None
        if wagons == 2:
            assert line.fewest(start, goal).count == 2

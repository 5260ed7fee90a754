"""Orders by way of a loop: a bound on every card of that kind."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.rules.position import Position, Roster
from shunt.search.limits import Limits
from shunt.search.loop_orders import LoopLine, LoopOrders
from shunt.search.solve import solve
from shunt.track.plan import Plan


def orders_of(places: dict[str, str], left: list[str], roads: list[list[str]], right: list[str]) -> LoopOrders:
    at = {space: name for name, space in places.items()}
    return LoopOrders(*("".join(at.get(space, "") for space in row) for row in (left, *roads, right)))


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_orders_bound_every_solution(data: st.DataObject) -> None:
    room = data.draw(st.integers(1, 2))
    left, right = ([f"{side}{n}" for n in range(1, data.draw(st.integers(2, 3)) + 1)] for side in "LR")
    roads = [[f"{road}{n}" for n in range(1, room + 1)] for road in "UD"]
    plan = Plan.from_tracks("loop", [[*left[::-1], *road, *right] for road in roads])
    pieces = "Fxyz"[: data.draw(st.integers(2, 4))]
    order = st.permutations(plan.spaces).map(lambda spaces: dict(zip(pieces, spaces, strict=False)))
    start, goal = data.draw(order), data.draw(order)
    roster = Roster(("F",), tuple(pieces[1:]))
    card = RouteCard("loop", "railway", plan, roster, Position(tuple(start.values())), Goal(goal), metric=("reversals",))
    answer = solve(card, method="buckets", limits=Limits(1 << 34))
    bound = LoopLine("F", room).fewest(orders_of(start, left, roads, right), orders_of(goal, left, roads, right))
    if answer.status == "optimal":
        assert bound.count is not None
        assert bound.count <= (answer.moves or 0)


@pytest.mark.parametrize(("room", "least"), [(1, 12), (2, 8)])
def test_the_switch_problem(room: int, least: int) -> None:
    start, goal = LoopOrders("Eaaaa", "", "", "Fggg"), LoopOrders("gggF", "", "", "aaaaE")
    assert LoopLine("F", room).fewest(start, goal).count == least

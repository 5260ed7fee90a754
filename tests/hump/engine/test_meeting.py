"""The optima of all orders from both ends against what no yard can do; against single orders see `test_table.py`."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.hump.bids import bid_table
from shunt.hump.engine.meeting import SetMeeting
from shunt.hump.lower_bounds import free_optima
from shunt.hump.rules import Hump, MoveRules
from shunt.hump.yard import Yard
from shunt.search.core.limits import LimitReached, Limits
from tests.effort import examples
from tests.hump.engine.yards import TWO, yards

# Yards in which cuts block their own path, stand before the source, or close rings.
TELLING = [
    "5u_41r3@0,1_22r1@0,2_0@1,1_43r1@1,2_40r1@2,1_22r2@3,1",
    "5u_25r1@1,1_0@2,1_44@2,2_0@3,1_10r2@3,2_3@4,1",
    "2u_0@-1,1_0@0,1_0@1,1",
    "2u_55r2@0,1_55r3@1,1",
    "3u_0@0,1_0@1,1_0@2,1_0@1,2",
    "1u_57r2@0,1_55r2@0,2_55r3@1,2_55@1,1",
]


@settings(max_examples=examples(60), deadline=None)
@given(st.one_of(yards(12), st.sampled_from(TELLING).map(Yard.parse)), st.integers(2, 5), st.sampled_from(["farthest", "any"]))
def test_no_yard_beats_the_free_one(yard, cars, stop):
    table = bid_table(yard, cars=cars, rules=MoveRules(stop)).by_rank
    assert all(moves >= least for least, moves in zip(free_optima(cars, stop).values(), table, strict=True) if moves)


def test_the_free_yard():
    assert [sum(free_optima(cars, "any").values()) for cars in range(1, 6)] == [1, 3, 15, 77, 527]
    assert [sum(free_optima(cars).values()) for cars in range(1, 6)] == [1, 3, 17, 96, 540]
    assert free_optima(3, "any") == {(0, 1, 2): 1, (0, 2, 1): 3, (1, 0, 2): 3, (1, 2, 0): 3, (2, 0, 1): 3, (2, 1, 0): 2}
    # No cut can go back to where it came from: A C B and C A B take a move more than cars that meet anywhere would need.
    assert {order for order, moves in free_optima(3).items() if moves == 4} == {(0, 2, 1), (2, 0, 1)}
    assert free_optima(4, "any")[1, 2, 3, 0] == 2  # by a ring of all four cars


def test_what_is_found_when_it_stops_early():
    search = SetMeeting(Hump.on(TWO, "ABCD"))
    asked = []
    found = search.run(lambda optima, moves: bool(asked.append(moves)) or moves == 5)
    assert asked == [1, 2, 3, 4, 5]
    assert found.tolist() == [moves * (moves <= 5) for moves in bid_table(TWO, cars=4).by_rank]


def test_limits():
    with pytest.raises(LimitReached):
        bid_table(TWO, cars=5, limits=Limits(states=50))

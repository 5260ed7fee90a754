"""The tables of long trains, state by state from both ends, against the sets of permutations and single orders."""

import random
from itertools import permutations

import numpy as np
import pytest

from shunt.hump.bids import bid_table
from shunt.hump.engine.long_meeting import LongMeeting
from shunt.hump.engine.meeting import packed_permutations, ranks_of
from shunt.hump.engine.meeting_kernels import rank_by
from shunt.hump.engine.search import OrderSearch
from shunt.hump.rules import Hump, MoveRules
from shunt.hump.yard_file import find_yard
from shunt.search.core.limits import LimitReached, Limits
from tests.hump.engine.yards import CIRCLE, EACH, TWO


@pytest.mark.parametrize(("yard", "stop"), [(EACH, "any"), (TWO, "farthest"), (CIRCLE, "any")], ids=str)
def test_five_cars(yard, stop):
    found = LongMeeting(Hump.on(yard, "ABCDE", stop)).run()
    assert tuple(found) == bid_table(yard, cars=5, rules=MoveRules(stop)).by_rank


@pytest.mark.parametrize("cars", range(1, 9))
def test_ranks(cars):
    words = packed_permutations(cars)
    some = range(0, len(words), 1 + len(words) // 500)
    assert [rank_by(ranks_of(cars), words[rank]) for rank in some] == list(some)


@pytest.mark.slow
def test_sampled_orders_of_long_trains(monkeypatch):
    """A table of eight cars up to five moves, the last of them over a bridge, against searches for single orders."""
    cars = 8
    monkeypatch.setattr(LongMeeting, "_fits", lambda self, end: False)
    rules = Hump.on(find_yard("record-6"), [str(car) for car in range(cars)])
    table = LongMeeting(rules, bridged=60_000)
    optima = table.run(lambda found, moves: moves == 5)
    assert table._stored == 4
    orders, chance = list(permutations(rules.train)), random.Random(cars)
    for moves, sample in ((0, 4), (3, 2), (4, 3), (5, 4)):
        for rank in chance.sample(np.flatnonzero(optima == moves).tolist(), sample):
            search = OrderSearch(rules, orders[rank], Limits(), most=5)
            search.run()
            assert (len(search.path) if search.path else 0) == moves


def test_all_seven_cars_where_few_orders_can_be_made():
    yard = find_yard("record-1")
    table = bid_table(yard, "0123456")
    assert table.impossible == 5_032
    rules = Hump.on(yard, [str(car) for car in range(7)])
    for order, moves in table.by_order.items():
        search = OrderSearch(rules, order)
        search.run()
        assert len(search.path) == moves


def test_limits():
    with pytest.raises(LimitReached):
        bid_table("record-6", cars=7, limits=Limits(states=50_000))
    partly = bid_table("record-6", cars=7, limits=Limits(states=50_000), partly=True)
    assert partly.stopped_by is not None
    assert partly.upto == 3
    assert np.count_nonzero(partly.by_rank) == len(partly.by_order) == 25

"""The tables of long trains, state by state from both ends, against the sets of permutations, the flood and single orders."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings

from shunt.errors import TooLargeError
from shunt.rules.hump import Hump
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.hump import meeting
from shunt.search.hump.long_meeting import LongMeetingSearch, ranks_of
from shunt.search.hump.long_meeting_kernels import rank_by
from shunt.search.hump.meeting import quick_table
from shunt.search.hump.search import OrderSearch
from shunt.search.hump.table import order_table
from shunt.search.hump.words import packed_permutations
from shunt.track.yard import Yard
from shunt.track.yard_file import find_yard
from tests.effort import examples
from tests.search.hump.yards import CIRCLE, EACH, TWO, humps


@settings(max_examples=examples(40), deadline=None)
@given(humps(4))
def test_states_find_what_the_flood_finds(rules):
    yard, cars = rules.track.yard, len(rules.train)
    found = LongMeetingSearch(rules if len(set(rules.train)) == cars else Hump.on(yard, [str(car) for car in range(cars)])).run()
    distinct = (rules.stop, rules.returns) if len(set(rules.train)) == cars else ("farthest", False)
    assert np.array_equal(found, order_table(yard, cars, *distinct).optima)


@pytest.mark.parametrize("yard", [EACH, TWO, CIRCLE], ids=str)
@pytest.mark.parametrize("stop", ["farthest", "any"])
def test_five_cars(yard, stop):
    found = LongMeetingSearch(Hump.on(yard, "ABCDE", stop)).run()
    assert np.array_equal(found, quick_table(yard, 5, stop).optima)


@pytest.mark.parametrize("cars", range(1, 9))
def test_ranks(cars):
    words = packed_permutations(cars)
    some = range(0, len(words), 1 + len(words) // 500)
    assert [rank_by(ranks_of(cars), words[rank]) for rank in some] == list(some)


@pytest.mark.parametrize(("stalled", "levels"), [(10, True), (1 << 60, False)])
def test_where_most_orders_are_impossible_the_flood_takes_over(monkeypatch, stalled, levels):
    monkeypatch.setattr(meeting, "LONGEST_MEETING", 0)
    monkeypatch.setattr(meeting, "STALLED", stalled)
    yard = find_yard("one-straight")
    table = quick_table(yard, 4)
    assert table.impossible
    assert np.array_equal(table.optima, order_table(yard, 4).optima)
    assert bool(table.levels) == levels  # only the flood counts them


def test_seven_cars_on_bare_track():
    for stop in ("farthest", "any"):
        assert np.array_equal(quick_table(Yard(), 7, stop).optima, order_table(Yard(), 7, stop).optima)


@pytest.mark.slow
def test_seven_cars_order_by_order():
    yard = find_yard("record-4")
    optima = quick_table(yard, 7).optima
    orders = list(permutations(range(7)))
    for rank in range(0, len(orders), 500):
        search = OrderSearch(Hump.on(yard, "0123456"), [str(car) for car in orders[rank]], Limits())
        search.run()
        assert search.path is not None
        assert len(search.path) == optima[rank]


def test_limits_and_long_trains():
    with pytest.raises(TooLargeError):
        LongMeetingSearch(Hump.on(Yard(), "ABCDEFGHI"))
    with pytest.raises(LimitReached):
        quick_table(find_yard("record-6"), 7, limits=Limits(states=50_000))
    partly = quick_table(find_yard("record-6"), 7, limits=Limits(states=50_000), partly=True)
    assert partly.stopped_by is not None
    assert partly.upto == 3
    assert np.count_nonzero(partly.optima) == 25

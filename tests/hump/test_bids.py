"""Bids held against optima, colours counted right, advice against brute force."""

from fractions import Fraction
from itertools import permutations

import pytest

from shunt.errors import InputError
from shunt.hump.adviser import Opponent, advise, best_tiles, bid_values, drawn_trains
from shunt.hump.bids import bid_table, check_bid, judge_bid
from shunt.hump.table_cache import TableStore
from shunt.hump.yard_file import find_yard
from tests.hump.engine.yards import BARE, ONE, TWO


def test_a_solution_is_judged_as_it_claims():
    answer = check_bid(TWO, "ABC", "CAB", 5)
    assert (answer.status, answer.optimum, answer.holds) == ("optimal", 5, True)
    moves = [step.notation for step in answer.solution]
    assert judge_bid(TWO, "ABC", "CAB", 5, moves).holds
    assert judge_bid(TWO, "ABC", "CAB", 4, moves).rule == "bid"
    assert check_bid(TWO, "ABC", "CAB", 4).holds is False


def test_every_order_of_a_colour_train():
    train = ["red", "red", "blue", "blue", "red"]
    table, orders = bid_table(TWO, train), list(permutations(train))
    assert table.orders == len(set(orders)) == 10
    for order in set(orders):
        answer = check_bid(TWO, train, order)
        assert answer.optimum == table.by_order.get(order)
        assert judge_bid(TWO, train, order, 20, [step.notation for step in answer.solution]).holds
    for bid in range(1, 10):  # all shuffles are equally likely
        assert table.chance(bid) == Fraction(sum(table.by_order.get(order, 99) <= bid for order in orders), len(orders))


def test_impossible_orders():
    answer = check_bid(BARE, "AB", "BA", 9)
    assert (answer.status, answer.optimum, answer.holds, answer.solution) == ("unsolvable", None, False, ())
    assert bid_table(BARE, "AB").impossible == 1


@pytest.mark.parametrize(
    ("train", "order", "bid", "words"), [("", "", 1, ["no cars"]), ("AB", "AC", 0, ["B is missing", "C", "0 is"])]
)
def test_all_faults_of_a_bid_at_once(train, order, bid, words):
    with pytest.raises(InputError) as caught:
        check_bid(TWO, train, order, bid)
    assert len(caught.value.faults) == len(words)
    assert all(word in str(fault) for word, fault in zip(words, caught.value.faults, strict=True))


def test_alone_the_safe_bid_is_best():
    value = bid_values(TWO, "ABC", [], TableStore())[0]
    assert (value.bid, value.holds, value.expected) == (5, 1, 3)


def test_against_an_equal_the_lower_bid_goes_first():
    rival = Opponent(TWO, (3, 4), wins_ties=True)
    values = {value.bid: value for value in bid_values(TWO, "ABC", [rival], TableStore())}
    # The rival's 4 holds in 5 of 6 orders; what is left to a 5 is the sixth.
    assert values[5].wins == Fraction(1, 6)
    assert values[4].wins == 0
    assert values[1].wins == Fraction(1, 6)
    rival = Opponent(TWO, (3, 4))
    assert {value.bid: value.wins for value in bid_values(TWO, "ABC", [rival], TableStore())}[4] == Fraction(5, 6)


def test_a_longer_train_comes_first():
    rival = Opponent(TWO, (3, 4))
    best = bid_values(TWO, "AB", [rival], TableStore(), "ABC")[0]
    assert best.expected == 2 * Fraction(1, 6)


def test_extension_draws_from_the_deck():
    trains = drawn_trains(["red", "red"], 2)
    assert sum(chance for _, chance in trains) == 1
    assert dict(trains)["red", "red", "red", "red"] == Fraction(6 * 5, 38 * 37)
    advice = advise(TWO, ["red", "blue"], [Opponent(ONE)], TableStore(), 3)
    assert [(one.cars, one.extended) for one in advice] == [(2, False), (3, True)]
    assert advice[1].expected > advice[0].expected


def test_best_tile_and_place():
    values = best_tiles(BARE, ["62", "end"], 2, TableStore())
    assert values[0].gain > 0
    assert [value.mean for value in values] == sorted(value.mean for value in values)
    assert any(value.yard == ONE for value in values)
    with pytest.raises(InputError, match="unknown tile 61"):
        best_tiles(BARE, ["61"], 2, TableStore())


def test_trains_may_be_texts():
    yard = find_yard("two-storeys")
    one, other = check_bid(yard, "ABC", "CAB", 5), check_bid(yard, ["A", "B", "C"], ["C", "A", "B"], 5)
    assert (one.optimum, one.holds, one.solution) == (other.optimum, other.holds, other.solution)
    assert bid_table(yard, "red blue").train == ("red", "blue")
    assert bid_table(yard, cars=3).optima == bid_table(yard, "ABC").optima
    with pytest.raises(InputError, match="cannot be combined"):
        bid_table(yard, "AB", cars=2)
    assert advise(yard, "red blue red") == advise(yard, ["red", "blue", "red"], [], TableStore())

"""Payments and loadings against plain enumeration, and the state's JSON."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.errors import InputError
from shunt.games.face import FaceSheet
from shunt.games.protocol import Match
from shunt.games.yardmaster.cards import (
    CARS,
    EXCHANGE_1,
    NOTHING,
    PAY_1_LESS,
    car_value,
    cargo_text,
    couples,
    parse_car,
    parse_cargo,
    parse_hand,
    parse_token,
    train_points,
)
from shunt.games.yardmaster.face import yardmaster_face
from shunt.games.yardmaster.game import Yardmaster
from shunt.games.yardmaster.loading import best_loading
from shunt.games.yardmaster.payments import payment_fault, payments

hands = st.tuples(*[st.integers(0, 8)] * 5, *[st.integers(0, 2)] * 5)
yards = st.lists(st.integers(0, 19), max_size=7)
ends = st.integers(-1, 19)


def pays(car, paid, token):
    """Whether these cards pay for a railcar, by the words of the rules."""
    own, less, even = car >> 2, paid[PAY_1_LESS], paid[EXCHANGE_1]
    other = paid[token] if token not in (NOTHING, own) else 0
    if any(number for kind, number in enumerate(paid) if number and kind not in (own, token, PAY_1_LESS, EXCHANGE_1)):
        return False
    if token == own and even or even > 1 or even and not other or less > car_value(car):
        return False
    rate = 1 if even else 2
    return other % rate == 0 and paid[own] + other // rate == car_value(car) - less


@settings(deadline=None)
@given(car=st.integers(0, 19), hand=hands, token=ends.map(lambda kind: min(kind, 4)))
def test_payments_are_all_that_the_rules_allow(car, hand, token):
    token = -1 if token < 0 else token
    found = {tuple(map(payment.count, range(10))) for payment in payments(car, hand, token)}
    own = car >> 2
    ranges = [range(min(number, 8) + 1 if kind in (own, token, 6, 9) else 1) for kind, number in enumerate(hand)]
    assert found == {paid for paid in itertools.product(*ranges) if pays(car, paid, token)}
    for payment in payments(car, hand, token):
        assert payment_fault(car, payment, hand, token) == ""
        assert parse_cargo(cargo_text(payment)) == payment


@pytest.mark.parametrize(
    ("paid", "why"),
    [
        ("4C", "you do not hold that much Coal"),
        ("2C O", "Oil pays for no C3"),
        ("2C L", "an odd number of Livestock is left over: 2 count as one"),
        ("2C 4L", "2C 4L counts as 4, and C3 costs 3"),
        ("3C exchange-1", "EXCHANGE 1:1 is played once"),
        ("C plus-1", "PLUS 1 ACTION is not cargo"),
    ],
)
def test_wrong_payments_are_explained(paid, why):
    hand = parse_hand("3C 5L 2O exchange-1 plus-1 pay-1-less")
    assert payment_fault(parse_car("C3"), parse_cargo(paid), hand, 1).startswith(why)


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ("T 3L", "Timber 4 costs 4, and your cards pay for 2 of it"),
        ("T 3L exchange-1 pay-1-less", "Timber 4 costs 4: name the cards, such as"),
    ],
)
def test_a_price_without_a_payment_is_explained(hand, why):
    assert payment_fault(parse_car("T4"), (), parse_hand(hand), parse_token("L")).startswith(why)


def test_a_payment_is_offered_once_and_its_order_asked_for_last():
    game = Yardmaster(2)
    state = Match(game, 3).state
    state = replace(
        state, arrivals=(parse_car("T2"),), hands=(parse_hand("T 2L"),) * 2, tokens=(parse_token("L"),) * 2, hidden=(0, 0)
    )
    shown = yardmaster_face(FaceSheet(game, state, state.player, ("Ada", "Ben")))
    buys = [one for one in shown.choices if one.action.what == "buy"]
    assert {one.words for one in buys} == {"buy Timber 2 for 2 Livestock, 1 Timber"}
    assert sorted(one.detail for one in buys) == ["Livestock on top of the discard pile", "Timber on top of the discard pile"]


def plainly_best(end, yard):
    """The most points by trying every order."""
    rest = [(car, [*yard[:place], *yard[place + 1 :]]) for place, car in enumerate(yard) if couples(end, car)]
    return max((car_value(car) + plainly_best(car, left) for car, left in rest), default=0)


@settings(deadline=None)
@given(end=ends, yard=yards)
def test_loading_is_the_best_of_all_orders(end, yard):
    found = best_loading(end, yard)
    assert found.points == plainly_best(end, yard) == train_points(found.order)
    assert all(couples(before, car) for before, car in itertools.pairwise((end, *found.order)))
    assert found.all == (sorted(found.order) == sorted(yard))


def test_a_large_yard():
    assert best_loading(NOTHING, range(0, 20, 2)).points == 20
    with pytest.raises(InputError, match="fewer railcars"):
        best_loading(NOTHING, list(range(20)) * 2)


def test_cards_are_read():
    assert [parse_car(car) for car in CARS] == list(range(20))
    assert parse_token(None) == NOTHING


def test_what_others_drew_in_the_open_is_known():
    game = Yardmaster(2, first=0)
    match = Match(game, 1, script=["token C", "token L", *["car C1"] * 2, *["car L1"] * 2, *["card C", "card L"] * 5, "card O"])
    match.act(game.parse_action("draw discard"))
    view = game.view(match.state, 1)
    assert view.hands[0] == (0, 0, 1) + (0,) * 7
    assert view.hidden == (5, 0)
    assert sum(view.pile) == view.pile_size + 5

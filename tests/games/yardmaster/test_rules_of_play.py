"""The checklist of Yardmaster, YM-01 to YM-43: contents, set-up, actions, loading, and the token of the Yardmaster."""

import random

import pytest

from shunt.games.protocol import CHANCE, Match
from shunt.games.yardmaster.cards import CARS, TYPES, car_type, car_value, card_data, kind_text, parse_car, railcar_counts
from shunt.games.yardmaster.game import Yardmaster
from shunt.games.yardmaster.payments import payments
from tests.games.every_game import any_action
from tests.games.yardmaster.tables import Table, table, two

every_number = pytest.mark.parametrize("players", [2, 3, 4, 5])


def dealt(players, seed=4, **options):
    game = Yardmaster(players, **options)
    return game, Match(game, seed).state


# ---------------------------------------------------------------------------------------------------------------- contents


@pytest.mark.parametrize("split", [*card_data().splits, "0055"])
def test_ym_01_02_fifty_railcars_worth_1_to_4_ten_of_each_type(split):
    copies = railcar_counts(split)
    assert [sum(copies[4 * kind : 4 * kind + 4]) for kind in range(5)] == [10] * 5
    assert {car_value(car) for car in range(len(CARS))} == {1, 2, 3, 4}
    assert [car_type(parse_car(f"{letter}1")) for letter in TYPES] == [0, 1, 2, 3, 4]
    assert card_data().names[:5] == ("Coal", "Livestock", "Oil", "Timber", "Automobile")


def test_ym_03_seventy_cargo_cards():
    assert card_data().cargo == (12,) * 5 + (2,) * 5
    assert sum(card_data().cargo) == 70


def test_ym_05_goal():
    assert [Yardmaster(players).goal for players in (2, 3, 4, 5)] == [18, 18, 16, 16]
    assert Yardmaster(2, goal=16).goal == 16


@every_number
def test_ym_04_06_to_14_the_set_up(players):
    game, state = dealt(players)
    assert (state.trains, state.yards) == (((),) * players, ((),) * players)
    assert (len(state.arrivals), sum(state.railcars)) == (4, 46)
    assert len(set(state.tokens)) == players
    assert sorted((*state.tokens, *state.centre)) == [0, 1, 2, 3, 4]
    assert len(state.discard) == 1
    assert state.pile_size == sum(state.pile) == {2: 59, 3: 54, 4: 49, 5: 44}[players]
    # The token of the Yardmaster begins right of the first player.
    assert (state.yardmaster, state.face_up, state.actions) == ((state.player - 1) % players, True, 2)
    assert state.hand_sizes == (5,) * players
    for player in range(players):  # hands are secret
        view = game.view(state, player)
        assert view.hands[player] == state.hands[player]
        assert all(not any(view.hands[other]) for other in range(players) if other != player)
        assert view.hand_sizes == state.hand_sizes


def test_ym_11_first_player_is_given_or_random():
    assert all(dealt(4, seed, first=2)[1].player == 2 for seed in range(5))
    assert {dealt(4, seed)[1].player for seed in range(40)} == {0, 1, 2, 3}


# ----------------------------------------------------------------------------------------------------------------- actions


def test_ym_15_two_actions_alike_or_not_in_any_order():
    state = table()
    orders = [("draw discard", "swap O"), ("swap O", "draw discard"), ("draw pile", "card C", "draw pile", "card C")]
    for order in orders:
        after = state.do(*order)
        assert after.actions == 0
        assert after.texts() == ["end"]
    assert state.do("end").player == 1, "fewer actions are allowed"


def test_ym_16_17_18_draw_from_either_pile_unless_it_is_empty_or_blocked():
    state = table(discard="O A")
    after = state.do("draw discard")
    assert after.hands[0][4] == 1
    assert after.discard == (2,)
    assert state.do("draw pile").to_act == CHANCE
    assert state.do("draw pile", "card T").hands[0][3] == 1
    assert "draw discard" not in table(discard="").texts()
    blocked = table(discard="A plus-1")
    assert "draw discard" not in blocked.texts()
    assert blocked.why("draw discard") == "PLUS 1 ACTION covers the discard pile"
    assert table(hands=["12C 12L 12O", "T"], discard="A").do("draw discard").hand_sizes[0] == 37, "no hand limit"


def test_ym_19_a_railcar_costs_its_value_in_cargo_of_its_type():
    state = table(hands=["3C L O"], arrivals="C3 L2 O1 T1", tokens="TA")
    assert state.texts("buy") == ["buy C3 for 3C", "buy O1 for O"]
    assert "counts as 2, and C3 costs 3" in state.why("buy C3 for 2C")
    assert "not in the arrival yard" in state.why("buy A1 for A")


def test_ym_20_21_22_payment_is_discarded_the_yard_refilled_and_one_railcar_is_an_action():
    state = table(hands=["3C 2L 2O"], tokens="TA", arrivals="C3 L2 O2 T4")
    bought = state.do("buy C3 for 3C")
    assert [kind_text(kind) for kind in bought.discard] == ["A", "C", "C", "C"]
    assert bought.to_act == CHANCE
    refilled = bought.do("car A4")
    assert (len(refilled.arrivals), sum(refilled.railcars)) == (4, 45)
    after = refilled.do("buy L2 for 2L", "car A4")
    assert after.actions == 0
    assert "no action remains" in after.why("buy O2 for 2O")


def test_ym_23_24_26_a_swap_is_an_action_with_a_player_or_the_centre_and_is_not_refused():
    game = Yardmaster(3, first=0)
    state = table(game)
    with_player, with_centre = state.do("swap O"), state.do("swap T")
    assert (with_player.tokens, with_player.actions) == ((2, 1, 0), 1)
    assert with_player.to_act == 0, "the other player is not asked"
    assert (with_centre.tokens, with_centre.centre) == ((3, 1, 2), (0, 4))
    assert "your own exchange token" in with_player.why("swap O")
    five = Yardmaster(5, first=0)
    assert table(five).centre == ()
    assert table(five).texts("swap") == [f"swap {letter}" for letter in "LOTA"]


def test_ym_25_every_player_always_has_one_token():
    game = Yardmaster(4, first=0)
    state, chance = Match(game, 3).state, random.Random(3)
    for _ in range(300):
        assert len(set(state.tokens)) == 4
        state = game.apply(state, any_action(game, state, chance))


def test_ym_27_two_cargo_of_the_token_count_as_one_of_another_type():
    assert payments(parse_car("O1"), (0, 2, 0, 0, 0) + (0,) * 5, 1) == [(1, 1)]
    assert payments(parse_car("O1"), (0, 1, 0, 0, 0) + (0,) * 5, 1) == []
    # A token of the railcar's own type changes nothing.
    assert payments(parse_car("L1"), (0, 2, 0, 0, 0) + (0,) * 5, 1) == [(1,)]


def test_ym_28_exchanges_may_be_repeated_and_the_token_is_kept():
    state = table(hands=["8L"], tokens="LA", arrivals="O2 C2 T1 A1")
    after = state.do("buy O2 for 4L", "car T4", "buy C2 for 4L", "car T4")
    assert after.tokens[0] == 1
    assert after.hands[0] == (0,) * 10


def test_ym_29_30_the_buyer_chooses_what_ends_on_top():
    """The example: holding the Livestock token, Coal 3 is bought with 2 Coal and 2 Livestock."""
    state = table(hands=["2C 2L"], tokens="LA")
    assert state.texts("buy C3") == ["buy C3 for 2C 2L", "buy C3 for 2L 2C"]
    after = state.do("buy C3 for 2C 2L")
    assert after.discard[-1] == 1
    assert after.trains[0] == (parse_car("C3"),)
    assert sum(after.hands[0]) == 0
    assert state.do("buy C3 for 2L 2C").discard[-1] == 0


# ----------------------------------------------------------------------------------------------------------------- loading


@pytest.mark.parametrize(
    ("train", "bought", "hand", "attaches"),
    [
        ("C1", "C3", "3C", True),  # YM-31: a matching railcar is attached at once
        ("A3", "C3", "3C", True),
        ("", "T4", "4T", True),  # YM-32: the first railcar always attaches
        ("L1", "C3", "3C", False),  # YM-33: another railcar goes to the sorting yard
        ("L4 L3", "O3", "3O", True),  # YM-34: the example of attaching
        ("L4 L3", "O2", "2O", False),
    ],
)
def test_ym_31_to_34_a_railcar_attaches_if_it_matches(train, bought, hand, attaches):
    state = table(hands=[hand], trains=[train], arrivals=f"{bought} T1 T1 A1")
    after = state.do(f"buy {bought} for {hand}")
    assert after.trains[0] == (*state.trains[0], *([parse_car(bought)] if attaches else []))
    assert after.yards[0] == (() if attaches else (parse_car(bought),))
    assert after.scores[0] == sum(map(car_value, after.trains[0])), "the yard does not count"


def test_ym_35_37_the_yard_is_loaded_free_after_an_addition():
    state = table(hands=["3C"], trains=["C1"], yards=["O3"])
    assert state.texts("load") == []
    assert "only directly after an addition" in state.why("load O3")
    bought = state.do("buy C3 for 3C", "car A1")
    after = bought.do("load O3")
    assert after.actions == 1
    assert after.end_of(0) == parse_car("O3")
    assert bought.do("draw discard").texts("load") == [], "any other action closes the yard"
    assert bought.do("end").yards[0] == (parse_car("O3"),), "loading is optional"
    assert table(trains=["C3"], yards=["O3"]).by(two(loading="any-time")).texts("load") == ["load O3"]


def test_ym_36_38_39_any_number_each_matching_the_one_before():
    """The example: the train ends with Coal 2; Timber 2 is added; Timber 4 may follow, Livestock 3 may not."""
    state = table(hands=["3C"], trains=["C1"], yards=["O3 O2 T2 L4"])
    after = state.do("buy C3 for 3C", "car A1", "load O3", "load O2", "load T2")
    assert after.yards[0] == (parse_car("L4"),)
    assert "neither the type nor the value" in after.why("load L4")
    example = table(hands=["2T"], trains=["C2"], yards=["T4 L3"], arrivals="T2 O1 O1 A1")
    assert example.do("buy T2 for 2T", "car A2").texts("load") == ["load T4"]
    full = table(hands=["3C"], trains=["L1"], yards=["O2 O3 O4 T2 T3 A2 A3 A4"])
    assert len(full.do("buy C3 for 3C").yards[0]) == 9, "the yard has no limit"


# -------------------------------------------------------------------------------------------------------------- yardmaster


def schedule(players, turns):
    """The turns of three actions in a game in which everybody ends every turn at once."""
    game = Yardmaster(players, first=0)
    state, three = Table(game, Match(game, 1).state), []
    for turn in range(turns):
        if state.actions == 3:
            three.append((turn, state.player))
        state = state.do("end")
    return three


@pytest.mark.parametrize("players", [3, 4, 5])
def test_ym_40_to_42_59_61_the_yardmaster_has_three_actions_and_the_token_goes_to_the_right(players):
    turns = [turn for turn, _ in schedule(players, 60)]
    assert turns == [number * (players - 1) for number in range(1, len(turns) + 1)]
    assert [player for _, player in schedule(players, 60)][:3] == [(players - 1 - number) % players for number in range(3)]


def test_ym_43_two_players_turn_it_over():
    assert schedule(2, 20) == [(turn, turn % 2) for turn in range(1, 20, 3)]
    state = table().do("end", "end")
    assert (state.player, state.yardmaster, state.face_up, state.actions) == (0, 0, False, 2)
    state = state.do("end")
    assert (state.yardmaster, state.face_up, state.actions) == (0, True, 2)
    assert state.do("end").actions == 3

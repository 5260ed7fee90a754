"""The checklist of Yardmaster, YM-01 to YM-43: contents, set-up, actions, loading, and the token of the Yardmaster."""

import random
from dataclasses import replace

import pytest

from shunt.games.protocol import CHANCE, Match, drawn
from shunt.games.yardmaster.cards import CARS, TYPES, car_type, car_value, card_data, kind_text, parse_car, railcar_counts
from shunt.games.yardmaster.game import Yardmaster
from shunt.games.yardmaster.payments import payments
from tests.games.yardmaster.tables import do, empty_pile, table, texts, two, why

every_number = pytest.mark.parametrize("players", [2, 3, 4, 5])


def dealt(players, seed=4, **options):
    game = Yardmaster(players, **options)
    return game, Match(game, seed).state


# ---------------------------------------------------------------------------------------------------------------- contents


def test_ym_01_railcars_are_worth_1_to_4():
    assert {car_value(car) for car in range(len(CARS))} == {1, 2, 3, 4}
    assert all(sum(railcar_counts(split)) == 50 for split in card_data().splits)


@pytest.mark.parametrize("split", ["2332", "3322", "4321", "0055"])
def test_ym_02_fifty_railcars_ten_of_each_type(split):
    copies = railcar_counts(split)
    assert sum(copies) == 50
    assert [sum(copies[4 * kind : 4 * kind + 4]) for kind in range(5)] == [10] * 5
    assert card_data().names[:5] == ("Coal", "Livestock", "Oil", "Timber", "Automobile")


def test_ym_03_seventy_cargo_cards():
    assert card_data().cargo == (12,) * 5 + (2,) * 5
    assert sum(card_data().cargo) == 70


@every_number
def test_ym_04_five_exchange_tokens_and_one_of_the_yardmaster(players):
    _, state = dealt(players)
    assert sorted((*state.tokens, *state.centre)) == [0, 1, 2, 3, 4]
    assert 0 <= state.yardmaster < players


def test_ym_05_goal():
    assert [Yardmaster(players).goal for players in (2, 3, 4, 5)] == [18, 18, 16, 16]
    assert Yardmaster(2, goal=16).goal == 16


@every_number
def test_ym_06_every_player_has_an_engine(players):
    _, state = dealt(players)
    assert state.trains == ((),) * players


@every_number
def test_ym_07_four_railcars_in_the_arrival_yard(players):
    _, state = dealt(players)
    assert len(state.arrivals) == 4
    assert sum(state.railcars) == 46


@every_number
def test_ym_08_one_exchange_token_each_the_others_in_the_centre(players):
    _, state = dealt(players)
    assert len(set(state.tokens)) == players
    assert len(state.centre) == {2: 3, 3: 2, 4: 1, 5: 0}[players]


@every_number
def test_ym_09_five_hidden_cargo_cards_each(players):
    game, state = dealt(players)
    assert state.hand_sizes == (5,) * players
    assert all(sum(game.view(state, 0).hands[other]) == 0 for other in range(1, players))


@every_number
def test_ym_10_draw_pile_and_first_discard(players):
    _, state = dealt(players)
    assert state.pile_size == sum(state.pile) == {2: 59, 3: 54, 4: 49, 5: 44}[players]
    assert len(state.discard) == 1


def test_ym_11_first_player_is_given_or_random():
    assert all(dealt(4, seed, first=2)[1].player == 2 for seed in range(5))
    assert {dealt(4, seed)[1].player for seed in range(40)} == {0, 1, 2, 3}


@every_number
def test_ym_12_the_yardmaster_begins_right_of_the_first_player(players):
    _, state = dealt(players)
    assert state.yardmaster == (state.player - 1) % players
    assert state.face_up
    assert state.actions == 2


def test_ym_13_sorting_yards_begin_empty():
    assert dealt(3)[1].yards == ((),) * 3


def test_ym_14_hands_are_secret():
    game, state = dealt(3)
    for player in range(3):
        view = game.view(state, player)
        assert view.hands[player] == state.hands[player]
        assert all(not any(view.hands[other]) for other in range(3) if other != player)
        assert view.hand_sizes == state.hand_sizes


# ----------------------------------------------------------------------------------------------------------------- actions


def test_ym_15_two_actions_alike_or_not_in_any_order():
    game = two()
    state = table(game)
    orders = [("draw discard", "swap O"), ("swap O", "draw discard"), ("draw pile", "card C", "draw pile", "card C")]
    for order in orders:
        after = do(game, state, *order)
        assert after.actions == 0
        assert texts(game, after) == ["end"]
    assert do(game, state, "end").player == 1, "fewer actions are allowed"


def test_ym_16_draw_from_either_pile():
    game = two()
    state = table(game, discard="O A")
    after = do(game, state, "draw discard")
    assert after.hands[0][4] == 1
    assert after.discard == (2,)
    assert game.to_act(do(game, state, "draw pile")) == CHANCE
    assert do(game, state, "draw pile", "card T").hands[0][3] == 1


def test_ym_17_no_draw_from_an_empty_or_blocked_discard_pile():
    game = two()
    assert "draw discard" not in texts(game, table(game, discard=""))
    blocked = table(game, discard="A plus-1")
    assert "draw discard" not in texts(game, blocked)
    assert why(game, blocked, "draw discard") == "PLUS 1 ACTION covers the discard pile"


def test_ym_18_no_hand_limit():
    game = two()
    state = table(game, hands=["12C 12L 12O", "T"], discard="A")
    assert do(game, state, "draw discard").hand_sizes[0] == 37


def test_ym_19_a_railcar_costs_its_value_in_cargo_of_its_type():
    game = two()
    state = table(game, hands=["3C L O"], arrivals="C3 L2 O1 T1", tokens="TA")
    assert texts(game, state, "buy") == ["buy C3 for 3C", "buy O1 for O"]
    assert "counts as 2, and C3 costs 3" in why(game, state, "buy C3 for 2C")
    assert "not in the arrival yard" in why(game, state, "buy A1 for A")


def test_ym_20_payment_goes_to_the_discard_pile():
    game = two()
    after = do(game, table(game, hands=["3C"], tokens="TA"), "buy C3 for 3C")
    assert [kind_text(kind) for kind in after.discard] == ["A", "C", "C", "C"]


def test_ym_21_the_arrival_yard_is_refilled_at_once():
    game = two()
    bought = do(game, table(game, hands=["3C"]), "buy C3 for 3C")
    assert game.to_act(bought) == CHANCE
    after = do(game, bought, "car A4")
    assert len(after.arrivals) == 4
    assert sum(after.railcars) == 45


def test_ym_22_one_railcar_an_action():
    game = two()
    state = table(game, hands=["3C 2L 2O"], arrivals="C3 L2 O2 T4")
    after = do(game, state, "buy C3 for 3C", "car A4", "buy L2 for 2L", "car A4")
    assert after.actions == 0
    assert "no action remains" in why(game, after, "buy O2 for 2O")


def test_ym_23_a_swap_is_an_action_with_a_player_or_the_centre():
    game = Yardmaster(3, first=0)
    state = table(game)
    with_player, with_centre = do(game, state, "swap O"), do(game, state, "swap T")
    assert (with_player.tokens, with_player.actions) == ((2, 1, 0), 1)
    assert (with_centre.tokens, with_centre.centre) == ((3, 1, 2), (0, 4))


def test_ym_24_five_players_leave_no_centre():
    game = Yardmaster(5, first=0)
    state = table(game)
    assert state.centre == ()
    assert texts(game, state, "swap") == [f"swap {letter}" for letter in "LOTA"]


def test_ym_25_every_player_always_has_one_token():
    game = Yardmaster(4, first=0)
    state, chance = Match(game, 3).state, random.Random(3)
    for _ in range(300):
        assert len(set(state.tokens)) == 4
        choices = game.legal_actions(state)
        state = game.apply(state, chance.choice(choices) if choices else drawn(game, state, chance))


def test_ym_26_a_swap_cannot_be_refused():
    game = two()
    after = do(game, table(game), "swap L")
    assert after.tokens == (1, 0)
    assert game.to_act(after) == 0, "the other player is not asked"
    assert "your own exchange token" in why(game, after, "swap L")


def test_ym_27_two_cargo_of_the_token_count_as_one_of_another_type():
    assert payments(parse_car("O1"), (0, 2, 0, 0, 0) + (0,) * 5, 1) == [(1, 1)]
    assert payments(parse_car("O1"), (0, 1, 0, 0, 0) + (0,) * 5, 1) == []
    # A token of the railcar's own type changes nothing.
    assert payments(parse_car("L1"), (0, 2, 0, 0, 0) + (0,) * 5, 1) == [(1,)]


def test_ym_28_exchanges_may_be_repeated_and_the_token_is_kept():
    game = two()
    state = table(game, hands=["8L"], tokens="LA", arrivals="O2 C2 T1 A1")
    after = do(game, state, "buy O2 for 4L", "car T4", "buy C2 for 4L", "car T4")
    assert after.tokens[0] == 1
    assert after.hands[0] == (0,) * 10


def test_ym_29_the_buyer_chooses_what_ends_on_top():
    game = two()
    state = table(game, hands=["2C 2L"], tokens="LA")
    assert texts(game, state, "buy C3") == ["buy C3 for 2C 2L", "buy C3 for 2L 2C"]
    assert do(game, state, "buy C3 for 2C 2L").discard[-1] == 1
    assert do(game, state, "buy C3 for 2L 2C").discard[-1] == 0


def test_ym_30_example_of_the_exchange():
    """Holding the Livestock token, Coal 3 is bought with 2 Coal and 2 Livestock."""
    game = two()
    state = table(game, hands=["2C 2L"], tokens="LA", arrivals="C3 T2 O2 T4")
    after = do(game, state, "buy C3 for 2C 2L", "car A2")
    assert after.trains[0] == (parse_car("C3"),)
    assert sum(after.hands[0]) == 0


# ----------------------------------------------------------------------------------------------------------------- loading


def test_ym_31_a_matching_railcar_is_attached_at_once():
    game = two()
    for train in ("C1", "A3"):
        after = do(game, table(game, hands=["3C"], trains=[train]), "buy C3 for 3C")
        assert after.trains[0][-1] == parse_car("C3")
        assert after.yards[0] == ()


def test_ym_32_the_first_railcar_always_attaches():
    game = two()
    assert do(game, table(game, hands=["4T"]), "buy T4 for 4T").trains[0] == (parse_car("T4"),)


def test_ym_33_another_railcar_goes_to_the_sorting_yard():
    game = two()
    after = do(game, table(game, hands=["3C"], trains=["L1"]), "buy C3 for 3C")
    assert after.yards[0] == (parse_car("C3"),)
    assert game.scores(after) == (1, 0)


def test_ym_34_example_of_attaching():
    """After Livestock 4, Livestock 3: Oil 3 must attach, and Oil 2 must go to the yard."""
    game = two()
    state = table(game, hands=["5O"], trains=["L4 L3"], arrivals="O3 O2 T1 T1")
    assert do(game, state, "buy O3 for 3O").end_of(0) == parse_car("O3")
    assert do(game, state, "buy O2 for 2O").yards[0] == (parse_car("O2"),)


def test_ym_35_the_yard_is_loaded_free_after_an_addition():
    game = two()
    state = table(game, hands=["3C"], trains=["C1"], yards=["O3"])
    assert texts(game, state, "load") == []
    assert "only directly after an addition" in why(game, state, "load O3")
    after = do(game, state, "buy C3 for 3C", "car A1", "load O3")
    assert after.actions == 1
    assert after.end_of(0) == parse_car("O3")
    closed = do(game, state, "buy C3 for 3C", "car A1", "draw discard")
    assert texts(game, closed, "load") == [], "any other action closes the yard"
    assert texts(two(loading="any-time"), table(two(), trains=["C3"], yards=["O3"]), "load") == ["load O3"]


def test_ym_36_any_number_each_matching_the_one_before():
    game = two()
    state = table(game, hands=["3C"], trains=["C1"], yards=["O3 O2 T2 L4"])
    after = do(game, state, "buy C3 for 3C", "car A1", "load O3", "load O2", "load T2")
    assert after.yards[0] == (parse_car("L4"),)
    assert "neither the type nor the value" in why(game, after, "load L4")


def test_ym_37_loading_is_optional():
    game = two()
    state = table(game, hands=["3C"], trains=["C1"], yards=["O3"])
    after = do(game, state, "buy C3 for 3C", "car A1", "end")
    assert after.yards[0] == (parse_car("O3"),)


def test_ym_38_the_yard_has_no_limit():
    game = two()
    state = table(game, hands=["3C"], trains=["L1"], yards=["O2 O3 O4 T2 T3 A2 A3 A4"])
    assert len(do(game, state, "buy C3 for 3C").yards[0]) == 9


def test_ym_39_example_of_loading():
    """The train ends with Coal 2; Timber 2 is added; Timber 4 may follow, Livestock 3 may not."""
    game = two()
    state = table(game, hands=["2T"], trains=["C2"], yards=["T4 L3"], arrivals="T2 O1 O1 A1")
    after = do(game, state, "buy T2 for 2T", "car A2")
    assert texts(game, after, "load") == ["load T4"]


# -------------------------------------------------------------------------------------------------------------- yardmaster


def schedule(players, turns):
    """The turns of three actions in a game in which everybody ends every turn at once."""
    game = Yardmaster(players, first=0)
    state, three = Match(game, 1).state, []
    for turn in range(turns):
        if state.actions == 3:
            three.append((turn, state.player))
        state = do(game, state, "end")
    return three


def test_ym_40_the_yardmaster_has_three_actions():
    game = two()
    state = do(game, table(game), "end")
    assert (state.player, state.actions) == (1, 3)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_ym_41_the_token_goes_to_the_right(players):
    turns = [turn for turn, _ in schedule(players, 60)]
    assert turns == [number * (players - 1) for number in range(1, len(turns) + 1)]
    assert [player for _, player in schedule(players, 60)][:3] == [(players - 1 - number) % players for number in range(3)]


@every_number
def test_ym_42_nobody_has_it_in_two_turns_in_a_row(players):
    for (turn, player), (later, next_player) in zip(schedule(players, 90), schedule(players, 90)[1:], strict=False):
        assert player != next_player or later - turn > players


def test_ym_43_two_players_turn_it_over():
    assert schedule(2, 20) == [(turn, turn % 2) for turn in range(1, 20, 3)]
    game = two()
    state = do(game, table(game), "end", "end")
    assert (state.player, state.yardmaster, state.face_up, state.actions) == (0, 0, False, 2)
    state = do(game, state, "end")
    assert (state.yardmaster, state.face_up, state.actions) == (0, True, 2)
    assert do(game, state, "end").actions == 3


def test_every_legal_railcar_type_has_a_letter():
    assert [car_type(parse_car(f"{letter}1")) for letter in TYPES] == [0, 1, 2, 3, 4]
    assert empty_pile(table(two())).pile_size == replace(table(two()), pile_size=0).pile_size

"""The checklist of Yardmaster, YM-44 to YM-66: bonus cards, the end of turn and game, and the figures of the rulebook."""

import pytest

from shunt.errors import InputError, NotationError
from shunt.games.yardmaster.cards import BONUSES, card_data, kind_text, parse_kind
from shunt.games.yardmaster.game import Yardmaster
from tests.games.yardmaster.tables import table, two


def names(kinds):
    return [kind_text(kind) for kind in kinds]


def holds(state, name, player=0):
    return state.hands[player][parse_kind(name)]


# -------------------------------------------------------------------------------------------------------------- bonus cards


def test_ym_44_46_47_a_bonus_may_be_played_in_the_turn_in_which_it_is_drawn_unless_no_action_remained():
    drawn = table().do("draw pile", "card plus-1")
    assert (holds(drawn, "plus-1"), drawn.hand_sizes[0]) == (1, 6), "it is drawn and held like cargo"
    assert drawn.do("play plus-1").actions == 2
    assert "play plus-1" in drawn.do("end", "end").texts()
    last = table(actions=1).do("draw pile", "card plus-1")
    assert last.texts() == ["end"]
    assert "waits for your next turn" in last.why("play plus-1")
    assert "play plus-1" in last.do("end", "end").texts()
    # One held before may be played after the last action.
    held = table(hands=["plus-1 C"], actions=1).do("draw pile", "card draw-2")
    assert held.texts("play") == ["play plus-1"]


def test_ym_45_48_56_playing_costs_no_action_and_plus_1_gives_one():
    state = table(hands=["draw-2 take-1 2C"], discard="O A")
    assert state.do("play take-1 O").actions == 2
    assert state.do("play draw-2").actions == 2
    assert table(hands=["plus-1 plus-1 C"]).do("play plus-1", "play plus-1").actions == 4
    assert table(hands=["plus-1"], actions=0).do("play plus-1").actions == 1


def test_ym_49_51_a_bonus_goes_face_up_to_the_discard_pile_and_covers_it():
    played = table(hands=["plus-1"]).do("play plus-1")
    assert names(played.discard) == ["A", "plus-1"]
    assert "draw discard" not in played.texts()
    # DRAW 2 waits aside until both cards are drawn, so that the discard pile stays open; the letter is an option.
    after = table(hands=["draw-2"], discard="O A").do("play draw-2", "draw discard", "draw discard")
    assert names(after.discard) == ["draw-2"]
    letter = two(bonus_order="letter")
    blocked = table(letter, hands=["draw-2"], discard="O A").do("play draw-2")
    assert blocked.by(letter).texts() == ["draw pile"]
    assert names(blocked.discard) == ["O", "A", "draw-2"]


def test_ym_50_never_in_the_turn_of_another():
    state = table(hands=["plus-1"]).do("end")
    assert state.player == 1
    assert state.texts("play") == []


def test_ym_52_53_draw_2_from_any_mix_of_piles_keeps_the_actions():
    state = table(hands=["draw-2"], discard="O A", actions=1).do("play draw-2")
    assert state.texts() == ["draw pile", "draw discard"]
    assert state.why("end") == "DRAW 2 comes first: 2 more to draw"
    mixed = state.do("draw discard", "draw pile", "card T")
    assert (holds(mixed, "A"), holds(mixed, "T"), mixed.extra, mixed.actions) == (1, 1, 0, 1)
    # With one card to be had, the second draw lapses.
    alone = table(hands=["draw-2"], discard="A").empty_pile()
    assert alone.do("play draw-2", "draw discard").extra == 0
    assert table(hands=["draw-2"], discard="").empty_pile().why("play draw-2").startswith("DRAW 2 finds no card")


def test_ym_54_pay_1_less():
    state = table(hands=["C pay-1-less pay-1-less"], arrivals="C1 C3 L2 T4", tokens="TA")
    found = state.texts("buy")
    assert found == [
        "buy C1 for C",
        "buy C1 for pay-1-less",
        "buy C3 for pay-1-less pay-1-less C",
        "buy L2 for pay-1-less pay-1-less",
    ]
    after = state.do("buy C1 for pay-1-less")
    assert after.actions == 1, "the purchase still costs an action"
    assert names(after.discard) == ["A", "pay-1-less"]


def test_ym_55_take_1_takes_any_card_of_the_discard_pile():
    state = table(hands=["take-1"], discard="O plus-1 A")
    assert sorted(state.texts("play")) == ["play take-1 A", "play take-1 O", "play take-1 plus-1"]
    after = state.do("play take-1 plus-1")
    assert names(after.discard) == ["O", "A", "take-1"]
    assert holds(after, "plus-1") == 1
    assert "is not in the discard pile" in state.why("play take-1 T")


def test_a_bonus_played_in_this_turn_is_not_taken_unless_the_option_says_so():
    state = table(hands=["take-1 plus-1"], discard="O").do("play plus-1")
    assert state.texts("play") == ["play take-1 O"]
    assert "was played in this turn" in state.why("play take-1 plus-1")
    fresh = two(take_fresh_bonus=True)
    again = table(fresh, hands=["take-1 take-1"], discard="O").do("play take-1 O", "play take-1 take-1")
    assert holds(again, "take-1") == 1
    assert again.by(fresh).texts("play") == [], "each of the two copies once a turn"


def test_ym_57_exchange_one_for_one():
    state = table(hands=["3L exchange-1"], tokens="LA", arrivals="C3 T4 T4 A4")
    assert state.texts("buy") == ["buy C3 for exchange-1 3L"]
    combined = table(hands=["2L exchange-1 pay-1-less"], tokens="LA", arrivals="C3 T4 T4 A4")
    assert combined.texts("buy") == ["buy C3 for pay-1-less exchange-1 2L"]
    assert "is played with a purchase" in combined.why("play exchange-1")


def test_ym_58_65_two_copies_of_each_bonus_card_which_is_not_cargo():
    assert (len(BONUSES), card_data().cargo[5:]) == (5, (2,) * 5)
    state = table(hands=["2C plus-1"], tokens="TA")
    assert state.texts("buy") == []
    assert state.why("buy C3 for plus-1 2C") == "PLUS 1 ACTION is not cargo"


# -------------------------------------------------------------------------------------------------------------- end of turn


def test_ym_60_an_empty_draw_pile_is_replaced_at_the_end_of_the_turn():
    state = table(discard="C L O A").empty_pile()
    assert "draw pile" not in state.texts()
    assert "empty until the end of the turn" in state.why("draw pile")
    after = state.do("end")
    assert names(after.discard) == ["A"]
    assert after.pile_size == 3
    assert after.pile[:5] == (1, 1, 1, 0, 0)
    at_once = two(reshuffle="at-once")
    assert state.by(at_once).do("draw pile").pile_size == 3
    single = table(discard="A").empty_pile().do("end")
    assert (single.pile_size, names(single.discard)) == (0, ["A"])


@pytest.mark.parametrize("train", ["C3 C3 C4 C4", "C2 C3 C3 C4 C4"])
def test_ym_62_first_to_reach_or_exceed_the_goal_wins(train):
    state = table(hands=["4C 4A"], trains=[train, "L4 L4 L3"], arrivals="A4 A1 C1 O1", tokens="AT")
    state = state.do("buy A4 for 4A")
    assert state.is_over
    assert state.winners == (0,)
    assert state.scores[0] >= 18


def test_ym_63_only_the_train_counts_and_a_game_may_be_won_by_loading():
    game = two(goal=6)
    state = table(game, hands=["2C"], trains=["C1"], yards=["C3"], arrivals="C2 O1 O1 T1")
    state = state.do("buy C2 for 2C", "car A1")
    assert state.scores == (3, 0)
    assert not state.is_over
    assert state.do("load C3").is_over


def test_ym_64_66_two_to_five_players_and_the_figures_of_the_rulebook():
    """Figure 1: two players; the Yardmaster is with player 2. Figures 2 and 3 show three railcars; the text says four.

    The purchase of figure 2, Coal 3 for three Coal, is that of YM-20.
    """
    for players in (0, 1, 6):
        with pytest.raises(InputError, match="2 to 5"):
            Yardmaster(players)


# ---------------------------------------------------------------------------------------------------------- stalemate, ends


def test_a_round_in_which_nothing_is_possible_ends_the_game():
    state = table(hands=["T", "T"], trains=["C1", "L2"], discard="plus-1", arrivals="C3 L2 O2 T4").empty_pile()
    after = state.do("swap O", "end", "swap A", "end")
    assert after.is_over
    assert after.winners == (1,)
    assert not table().do("end", "end", "end", "end").is_over, "who could draw is not stuck"


def test_the_turn_cap_ends_the_game_with_shared_ties():
    game = two(turn_cap=2)
    after = table(game).do("end", "end", "end", "end")
    assert after.is_over
    assert after.winners == (0, 1)
    assert after.returns == (0.5, 0.5)


def test_the_game_ends_when_no_railcar_is_left_and_nothing_can_be_loaded():
    any_time = two(loading="any-time")
    state = table(trains=["C1", "L2"], yards=["C2"], railcars=(0,) * 20, arrivals="")
    assert state.do("end").is_over
    assert not state.by(any_time).do("end").is_over
    few, strict = table(hands=["3C"], railcars=(0,) * 20), two(end_on_railcars_exhausted=True)
    assert not few.do("end").is_over
    assert few.by(strict).do("end").is_over
    after = few.do("buy C3 for 3C")
    assert (after.to_act, len(after.arrivals)) == (0, 3), "an empty pile of railcars does not refill the yard"


@pytest.mark.parametrize(
    "options",
    [
        {"split": "1111"},
        {"split": "a"},
        {"goal": 0},
        {"goal": True},
        {"first": 2},
        {"reshuffle": "never"},
        {"loading": 1},
        {"turn_cap": 0},
        {"take_fresh_bonus": 1},
    ],
)
def test_bad_options(options):
    with pytest.raises(InputError):
        Yardmaster(2, **options)


@pytest.mark.parametrize(
    "text",
    [
        *("", "buy", "buy C9 for C", "buy C3 for Q", "buy C3 for 99C", "swap plus-1"),
        *("play C", "load", "draw", "end now", "card X", "first x"),
    ],
)
def test_texts_that_are_not_actions(text):
    with pytest.raises(NotationError):
        two().parse_action(text)

"""The checklist of Yardmaster, YM-44 to YM-66: bonus cards, the end of turn and game, and the figures of the rulebook."""

import pytest

from shunt.errors import InputError, NotationError
from shunt.games.protocol import Match
from shunt.games.yardmaster.cards import BONUSES, card_data, kind_text, parse_kind
from shunt.games.yardmaster.game import Yardmaster
from tests.games.yardmaster.tables import do, empty_pile, table, texts, two, why


def names(kinds):
    return [kind_text(kind) for kind in kinds]


def holds(state, name, player=0):
    return state.hands[player][parse_kind(name)]


# -------------------------------------------------------------------------------------------------------------- bonus cards


def test_ym_44_46_47_a_bonus_may_be_played_in_the_turn_in_which_it_is_drawn_unless_no_action_remained():
    game = two()
    drawn = do(game, table(game), "draw pile", "card plus-1")
    assert (holds(drawn, "plus-1"), drawn.hand_sizes[0]) == (1, 6), "it is drawn and held like cargo"
    assert do(game, drawn, "play plus-1").actions == 2
    assert "play plus-1" in texts(game, do(game, drawn, "end", "end"))
    last = do(game, table(game, actions=1), "draw pile", "card plus-1")
    assert texts(game, last) == ["end"]
    assert "waits for your next turn" in why(game, last, "play plus-1")
    assert "play plus-1" in texts(game, do(game, last, "end", "end"))
    # One held before may be played after the last action.
    held = do(game, table(game, hands=["plus-1 C"], actions=1), "draw pile", "card draw-2")
    assert texts(game, held, "play") == ["play plus-1"]


def test_ym_45_48_56_playing_costs_no_action_and_plus_1_gives_one():
    game = two()
    state = table(game, hands=["draw-2 take-1 2C"], discard="O A")
    assert do(game, state, "play take-1 O").actions == 2
    assert do(game, state, "play draw-2").actions == 2
    assert do(game, table(game, hands=["plus-1 plus-1 C"]), "play plus-1", "play plus-1").actions == 4
    assert do(game, table(game, hands=["plus-1"], actions=0), "play plus-1").actions == 1


def test_ym_49_51_a_bonus_goes_face_up_to_the_discard_pile_and_covers_it():
    game = two()
    played = do(game, table(game, hands=["plus-1"]), "play plus-1")
    assert names(played.discard) == ["A", "plus-1"]
    assert "draw discard" not in texts(game, played)
    # DRAW 2 waits aside until both cards are drawn, so that the discard pile stays open; the letter is an option.
    after = do(game, table(game, hands=["draw-2"], discard="O A"), "play draw-2", "draw discard", "draw discard")
    assert names(after.discard) == ["draw-2"]
    letter = two(bonus_order="letter")
    blocked = do(letter, table(letter, hands=["draw-2"], discard="O A"), "play draw-2")
    assert texts(letter, blocked) == ["draw pile"]
    assert names(blocked.discard) == ["O", "A", "draw-2"]


def test_ym_50_never_in_the_turn_of_another():
    game = two()
    state = do(game, table(game, hands=["plus-1"]), "end")
    assert state.player == 1
    assert texts(game, state, "play") == []


def test_ym_52_53_draw_2_from_any_mix_of_piles_keeps_the_actions():
    game = two()
    state = do(game, table(game, hands=["draw-2"], discard="O A", actions=1), "play draw-2")
    assert texts(game, state) == ["draw pile", "draw discard"]
    assert why(game, state, "end") == "DRAW 2 comes first: 2 more to draw"
    mixed = do(game, state, "draw discard", "draw pile", "card T")
    assert (holds(mixed, "A"), holds(mixed, "T"), mixed.extra, mixed.actions) == (1, 1, 0, 1)
    # With one card to be had, the second draw lapses.
    alone = empty_pile(table(game, hands=["draw-2"], discard="A"))
    assert do(game, alone, "play draw-2", "draw discard").extra == 0
    assert why(game, empty_pile(table(game, hands=["draw-2"], discard="")), "play draw-2").startswith("DRAW 2 finds no card")


def test_ym_54_pay_1_less():
    game = two()
    state = table(game, hands=["C pay-1-less pay-1-less"], arrivals="C1 C3 L2 T4", tokens="TA")
    found = texts(game, state, "buy")
    assert found == [
        "buy C1 for C",
        "buy C1 for pay-1-less",
        "buy C3 for pay-1-less pay-1-less C",
        "buy L2 for pay-1-less pay-1-less",
    ]
    after = do(game, state, "buy C1 for pay-1-less")
    assert after.actions == 1, "the purchase still costs an action"
    assert names(after.discard) == ["A", "pay-1-less"]


def test_ym_55_take_1_takes_any_card_of_the_discard_pile():
    game = two()
    state = table(game, hands=["take-1"], discard="O plus-1 A")
    assert sorted(texts(game, state, "play")) == ["play take-1 A", "play take-1 O", "play take-1 plus-1"]
    after = do(game, state, "play take-1 plus-1")
    assert names(after.discard) == ["O", "A", "take-1"]
    assert holds(after, "plus-1") == 1
    assert "is not in the discard pile" in why(game, state, "play take-1 T")


def test_a_bonus_played_in_this_turn_is_not_taken_unless_the_option_says_so():
    game = two()
    state = do(game, table(game, hands=["take-1 plus-1"], discard="O"), "play plus-1")
    assert texts(game, state, "play") == ["play take-1 O"]
    assert "was played in this turn" in why(game, state, "play take-1 plus-1")
    fresh = two(take_fresh_bonus=True)
    again = do(fresh, table(fresh, hands=["take-1 take-1"], discard="O"), "play take-1 O", "play take-1 take-1")
    assert holds(again, "take-1") == 1
    assert texts(fresh, again, "play") == [], "each of the two copies once a turn"


def test_ym_57_exchange_one_for_one():
    game = two()
    state = table(game, hands=["3L exchange-1"], tokens="LA", arrivals="C3 T4 T4 A4")
    assert texts(game, state, "buy") == ["buy C3 for exchange-1 3L"]
    combined = table(game, hands=["2L exchange-1 pay-1-less"], tokens="LA", arrivals="C3 T4 T4 A4")
    assert texts(game, combined, "buy") == ["buy C3 for pay-1-less exchange-1 2L"]
    assert "is played with a purchase" in why(game, combined, "play exchange-1")


def test_ym_58_65_two_copies_of_each_bonus_card_which_is_not_cargo():
    assert (len(BONUSES), card_data().cargo[5:]) == (5, (2,) * 5)
    game = two()
    state = table(game, hands=["2C plus-1"], tokens="TA")
    assert texts(game, state, "buy") == []
    assert why(game, state, "buy C3 for plus-1 2C") == "PLUS 1 ACTION is not cargo"


# -------------------------------------------------------------------------------------------------------------- end of turn


def test_ym_60_an_empty_draw_pile_is_replaced_at_the_end_of_the_turn():
    game = two()
    state = empty_pile(table(game, discard="C L O A"))
    assert "draw pile" not in texts(game, state)
    assert "empty until the end of the turn" in why(game, state, "draw pile")
    after = do(game, state, "end")
    assert names(after.discard) == ["A"]
    assert after.pile_size == 3
    assert after.pile[:5] == (1, 1, 1, 0, 0)
    at_once = two(reshuffle="at-once")
    assert do(at_once, state, "draw pile").pile_size == 3
    single = do(game, empty_pile(table(game, discard="A")), "end")
    assert (single.pile_size, names(single.discard)) == (0, ["A"])


@pytest.mark.parametrize("train", ["C3 C3 C4 C4", "C2 C3 C3 C4 C4"])
def test_ym_62_first_to_reach_or_exceed_the_goal_wins(train):
    game = two()
    state = table(game, hands=["4C 4A"], trains=[train, "L4 L4 L3"], arrivals="A4 A1 C1 O1", tokens="AT")
    state = do(game, state, "buy A4 for 4A")
    assert game.is_over(state)
    assert game.winners(state) == (0,)
    assert game.scores(state)[0] >= 18


def test_ym_63_only_the_train_counts_and_a_game_may_be_won_by_loading():
    game = two(goal=6)
    state = table(game, hands=["2C"], trains=["C1"], yards=["C3"], arrivals="C2 O1 O1 T1")
    state = do(game, state, "buy C2 for 2C", "car A1")
    assert game.scores(state) == (3, 0)
    assert not game.is_over(state)
    assert game.is_over(do(game, state, "load C3"))


def test_ym_64_66_two_to_five_players_and_the_figures_of_the_rulebook():
    """Figure 1: two players; the Yardmaster is with player 2. Figures 2 and 3 show three railcars; the text says four.

    The purchase of figure 2, Coal 3 for three Coal, is that of YM-20.
    """
    for players in (0, 1, 6):
        with pytest.raises(InputError, match="2 to 5"):
            Yardmaster(players)
    state = Match(two(), 9).state
    assert (state.yardmaster, len(state.centre), len(state.discard), len(state.arrivals)) == (1, 3, 1, 4)


# ---------------------------------------------------------------------------------------------------------- stalemate, ends


def test_a_round_in_which_nothing_is_possible_ends_the_game():
    game = two()
    state = empty_pile(table(game, hands=["T", "T"], trains=["C1", "L2"], discard="plus-1", arrivals="C3 L2 O2 T4"))
    after = do(game, state, "swap O", "end", "swap A", "end")
    assert game.is_over(after)
    assert game.winners(after) == (1,)
    assert not game.is_over(do(game, table(game), "end", "end", "end", "end")), "who could draw is not stuck"


def test_the_turn_cap_ends_the_game_with_shared_ties():
    game = two(turn_cap=2)
    after = do(game, table(game), "end", "end", "end", "end")
    assert game.is_over(after)
    assert game.winners(after) == (0, 1)
    assert game.returns(after) == (0.5, 0.5)


def test_the_game_ends_when_no_railcar_is_left_and_nothing_can_be_loaded():
    game, any_time = two(), two(loading="any-time")
    state = table(game, trains=["C1", "L2"], yards=["C2"], railcars=(0,) * 20, arrivals="")
    assert game.is_over(do(game, state, "end"))
    assert not any_time.is_over(do(any_time, state, "end"))
    few, strict = table(game, hands=["3C"], railcars=(0,) * 20), two(end_on_railcars_exhausted=True)
    assert not game.is_over(do(game, few, "end"))
    assert strict.is_over(do(strict, few, "end"))
    after = do(game, few, "buy C3 for 3C")
    assert (game.to_act(after), len(after.arrivals)) == (0, 3), "an empty pile of railcars does not refill the yard"


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

"""The rules of Yardmaster Express, one test for each number of the checklist."""

from collections import Counter

import pytest

from shunt.errors import IllegalMoveError, InputError
from shunt.games.express.cards import CARGO, caboose_set, card_value, deck_for, game_data, halves, rounds_for
from shunt.games.express.game import Express, ExpressAction
from shunt.games.express.options import Options
from shunt.games.express.trains import fits, longest_run, parse_train, train_value
from shunt.games.protocol import CHANCE, OVER
from tests.games.express.scripts import STRATEGIC, all_cards, played, scripted, sheet

DEFAULT = Options()
SEATS = (2, 3, 4, 5)


# ------------------------------------------------------------------------------------------------------ components, set-up


def test_ye_01_one_player_has_the_start_token():
    state = scripted(3, "B2|B2 R2|R2 G2|G2", start=2).state
    assert state.start == 2
    assert Express(3).to_act(state) == 2


def test_ye_02_five_engines_so_at_most_five_players():
    assert max(Express.seats) == 5


def test_ye_03_twelve_cabooses_in_the_default_set():
    assert len(caboose_set("rulebook12")) == 12
    assert len(caboose_set("all16")) == len(game_data().cabooses) == 16
    assert len(caboose_set("prototype7")) == 7
    with pytest.raises(InputError, match="rulebook12"):
        caboose_set("rulebook13")


def test_ye_04_thirty_two_railcar_cards():
    assert deck_for(5).total() == 32
    base = [half for card, copies in deck_for(2).items() for half in halves(card) * copies]
    assert Counter(value for _, value in base) == {2: 20, 3: 20, 4: 8}
    assert Counter(colour for colour, _ in base) == dict.fromkeys("BRGY", 12)
    full = [half for card, copies in deck_for(5).items() for half in halves(card) * copies]
    assert Counter(value for _, value in full) == {2: 25, 3: 29, 4: 10}
    pairs = Counter(
        tuple(colour for colour, _ in halves(card)) for card in deck_for(2) if len({half[0] for half in halves(card)}) == 2
    )
    assert set(pairs.values()) == {1}
    assert len(pairs) == 12
    assert set(CARGO) == {colour for colour, _ in full}
    assert game_data().provenance["G2|G2"] == "reconstructed"


def test_ye_05_every_player_has_one_engine():
    for players in SEATS:
        state = Express(players).initial()
        assert state.trains == ((),) * players


def test_ye_06_cabooses_have_no_effect_unless_they_are_used():
    match = scripted(2, "B2|B2 R2|R2")
    assert match.state.caboose == ""
    assert match.game.sheet(match.state).caboose == (0, 0)


def test_ye_07_two_players_leave_the_purple_cards_out():
    assert deck_for(2).total() == 24
    assert not any("P" in card for card in deck_for(2))
    for players in (3, 4, 5):
        assert deck_for(players).total() == 32
        assert sum(copies for card, copies in deck_for(players).items() if card.startswith("P")) == 8


def test_ye_08_the_deck_is_shuffled_every_card_is_as_likely_as_its_copies():
    game = Express(2, start=0)
    state = game.apply(game.initial(), ExpressAction("start", "0"))
    assert {act.name: weight for act, weight in game.chance_outcomes(state)} == deck_for(2)


def test_ye_09_the_start_player_is_random_and_stays():
    game = Express(4)
    assert [(act.name, weight) for act, weight in game.chance_outcomes(game.initial())] == [(str(seat), 1) for seat in range(4)]
    assert played(4, ["-- -- -- -- --"] * 4, start=3).state.start == 3


def test_ye_10_only_the_start_player_is_dealt_a_hand():
    for players in SEATS:
        cards = sorted(deck_for(players).elements())[:players]
        match = scripted(players, cards)
        assert list(match.state.hand) == cards
        for player in range(1, players):
            assert match.game.view(match.state, player).hand == ("--",) * players


def test_ye_11_the_rest_is_the_draw_deck():
    assert [deck_for(n).total() - n for n in SEATS] == [22, 29, 28, 27]
    match = scripted(3, "B2|B2 R2|R2 G2|G2")
    assert match.state.deck().total() == 29 - 1  # the start player has drawn


# --------------------------------------------------------------------------------------------------------------------- turn


def test_ye_12_turns_go_clockwise_from_the_start_player():
    match = scripted(4, "B2|B2 R2|R2 G2|G2 Y2|Y2", "B2|B3 R2|R3 G2|G3 Y2|Y3 P2|P2", start=2)
    order = []
    for _ in range(5):
        order.append(match.game.to_act(match.state))
        match.act(match.game.legal_actions(match.state)[0])
    assert order == [2, 3, 0, 1, 2]


def test_ye_13_draw_select_add_pass():
    match = scripted(2, "B2|B2 R2|R2", "G2|G2 Y2|Y2")
    assert match.state.choices == ("B2|B2", "G2|G2", "R2|R2")
    match.act(ExpressAction("play", "R2|R2"))
    assert [str(car) for car in match.state.train(0)] == ["R2|R2"]
    assert match.state.hand == ("B2|B2", "G2|G2")
    assert (match.game.to_act(match.state), match.state.drawn) == (1, "Y2|Y2")


def test_ye_14_exactly_one_card_is_drawn():
    game = Express(3, start=0)
    match = scripted(3, "B2|B2 R2|R2 G2|G2")
    assert len(match.state.choices) == 4
    before = game.apply(match.state, match.game.legal_actions(match.state)[0])
    assert game.to_act(before) == CHANCE
    assert game.legal_actions(before) == ()
    assert len(game.apply(before, game.chance_outcomes(before)[0][0]).choices) == 4


def test_ye_15_exactly_one_card_of_the_hand_is_chosen():
    match = scripted(2, "B2|B2 R2|R2", "G2|G2")
    assert {act.name for act in match.game.legal_actions(match.state)} == {"B2|B2", "R2|R2", "G2|G2"}
    with pytest.raises(IllegalMoveError, match=r"not in the hand; legal: B2\|B2"):
        match.act(ExpressAction("play", "Y2|Y2"))


def test_ye_16_face_down_is_always_legal():
    match = scripted(2, "B2|B2 R3|G3", "G4|Y4 Y2|Y2", ["G4|Y4", "Y2|Y2"])
    texts = set(map(match.game.action_text, match.game.legal_actions(match.state)))
    for card in match.state.choices:
        assert f"{card} down" in texts


def test_ye_17_the_rest_goes_to_the_player_on_the_left():
    match = scripted(3, "B2|B2 R2|R2 G2|G2", "Y2|Y2 P2|P2", ["R2|R2 down"])
    assert match.game.to_act(match.state) == 1
    assert match.state.choices == ("B2|B2", "G2|G2", "P2|P2", "Y2|Y2")


# ----------------------------------------------------------------------------------------------------------------- coupling


def test_ye_18_the_left_half_must_match_the_right_half_before_it():
    train = parse_train("R3|G3")
    assert fits(train, "G2|G2")
    assert fits(train, "Y3|B3")
    assert not fits(train, "R2|R3"), "red is the left half of the last card"
    assert not fits(train, "Y2|Y3"), "its right half would match"


def test_ye_19_value_alone_suffices():
    assert fits(parse_train("B2|B2"), "R2|R3")


def test_ye_20_colour_alone_suffices_and_neither_is_illegal():
    assert fits(parse_train("B2|B2"), "B3|R3")
    match = scripted(2, "B2|B2 Y2|Y2", "G4|Y4 R2|R2 R3|G3", ["B2|B2", "Y2|Y2"])
    with pytest.raises(IllegalMoveError, match="G4 shares neither colour nor value with B2; legal: "):
        match.act(match.game.parse_action("G4|Y4"))


def test_ye_21_any_card_may_follow_a_wild():
    train = parse_train("B2|B2 --")
    assert all(fits(train, card) for card in deck_for(5))


def test_ye_22_a_wild_may_follow_any_card():
    for card in deck_for(5):
        assert len(parse_train(f"{card} --")) == 2


def test_ye_23_any_card_may_be_first():
    assert all(fits((), card) for card in deck_for(5))


def test_ye_24_cards_are_added_at_the_end_and_not_turned():
    assert not fits(parse_train("B4|G4"), "Y3|G3"), "turned it would match"
    match = scripted(2, "B2|B2 R2|R2", "G2|G2 Y2|Y2 B2|B3", ["B2|B2", "R2|R2", "G2|G2"])
    assert [str(car) for car in match.state.train(0)] == ["B2|B2", "G2|G2"]


# ---------------------------------------------------------------------------------------------------------- end and scoring


def test_ye_25_rounds():
    assert [rounds_for(n) for n in SEATS] == [7, 6, 5, 4]


def test_ye_26_one_card_a_turn_one_turn_a_round():
    for players in SEATS:
        match = played(players, [" ".join(["--"] * rounds_for(players))] * players)
        assert match.is_over
        assert len(match.actions) == players * rounds_for(players)
        assert [len(train) for train in match.state.trains] == [rounds_for(players)] * players


def test_ye_27_the_sum_of_all_values():
    assert train_value(parse_train("R3|G3 G2|G3 -- Y4|R4"), DEFAULT) == 6 + 5 + 4 + 8
    assert card_value("Y4|R4") == 8


def test_ye_28_runs_are_neighbouring_railcars_of_one_colour_across_cards():
    assert longest_run(parse_train("R3|G3 G2|G3 G3|B3"), DEFAULT) == 4
    assert longest_run(parse_train("R3|G3 B3|Y3"), DEFAULT) == 1
    assert longest_run(parse_train("R2|R2 R2|R3"), Options(run_unit="cards")) == 2


def test_ye_29_only_the_longest_run_pays():
    assert sheet("R3|G3 G2|G3 G3|B3", "Y2|Y3 Y3|B3").bonuses == (4, 0)


def test_ye_30_all_tied_for_longest_are_paid():
    assert sheet("R2|R2 --", "Y2|Y2 --", "-- --").bonuses == (2, 2, 0)


def test_ye_31_wilds_are_in_no_run_and_break_runs():
    assert longest_run(parse_train("R2|R2 -- R2|R3"), DEFAULT) == 2
    assert longest_run(parse_train("-- -- --"), DEFAULT) == 0


def test_ye_32_four_reds_in_a_row_give_four_points():
    assert sheet("R2|R2 R2|R3 -- --", "B2|B2 B2|B3 -- --").bonuses == (4, 4)
    assert sheet("R2|R2 R2|R3 -- --", "B2|B2 -- -- --").totals == (9 + 8 + 4, 16)


def test_ye_33_most_points_win():
    match = played(2, ["B4|G4 G4|Y4 -- -- -- -- --", "-- -- -- -- -- -- --"])
    assert match.game.scores(match.state) == (8 + 8 + 20 + 2, 28)
    assert match.game.winners(match.state) == (0,)


@pytest.mark.parametrize(("players", "start", "winner"), [(2, 0, 1), (2, 1, 0), (3, 1, 0), (4, 0, 3), (5, 2, 1)])
def test_ye_34_ties_go_to_the_player_furthest_clockwise_from_the_start(players, start, winner):
    match = played(players, [" ".join(["--"] * rounds_for(players))] * players, start=start)
    assert len(set(match.game.scores(match.state))) == 1
    assert match.game.winners(match.state) == (winner,)


# -------------------------------------------------------------------------------------------------------------- strategic


LEFT_BEHIND = ["B4|G4 G4|Y4 -- -- -- --", "-- -- -- -- -- --", "R4|B4 -- -- -- -- --"]


def test_ye_35_two_games_in_sequence():
    match = played(3, LEFT_BEHIND, **STRATEGIC)
    assert not match.is_over
    assert match.state.game == 2
    assert match.state.past == ()
    assert all_cards(match.state) == deck_for(3)
    while not match.is_over:
        match.act(match.game.legal_actions(match.state)[0])
    assert len(match.actions) == 36


def test_ye_36_the_lowest_scorer_starts_game_2():
    assert played(3, LEFT_BEHIND, **STRATEGIC).state.start == 1
    tied = ["B4|G4 -- -- -- -- --", "-- -- -- -- -- --", "-- -- -- -- -- --"]
    assert played(3, tied, start=0, **STRATEGIC).state.start == 1, "of those tied the nearest to the start player"
    assert played(3, tied, start=2, **STRATEGIC).state.start == 2
    assert played(3, tied, start=0, lowest_tie="furthest", **STRATEGIC).state.start == 2


def test_ye_37_game_2_passes_counter_clockwise():
    match = played(3, LEFT_BEHIND, **STRATEGIC)
    order = []
    for _ in range(4):
        order.append(match.game.to_act(match.state))
        match.act(match.game.legal_actions(match.state)[0])
    assert order == [1, 0, 2, 1]


def test_ye_38_totals_of_both_games_are_added():
    match = played(3, LEFT_BEHIND, **STRATEGIC)
    first = (8 + 8 + 16 + 2, 24, 8 + 20)
    assert match.state.earlier == first
    assert match.game.scores(match.state) == first
    while not match.is_over:
        match.act(match.game.legal_actions(match.state)[-1])  # all face down
    second = match.game.sheet(match.state).totals
    assert match.game.scores(match.state) == tuple(map(sum, zip(first, second, strict=True)))


# ----------------------------------------------------------------------------------------------------------------- cabooses


def test_ye_39_the_expansion_is_optional():
    assert Options().possible_cabooses() == ()
    assert len(Options(caboose="random").possible_cabooses()) == 12


def test_ye_40_one_random_caboose_is_face_up():
    game = Express(3, start=0, caboose="random", cabooses="all16")
    state = game.apply(game.initial(), ExpressAction("start", "0"))
    assert [weight for _, weight in game.chance_outcomes(state)] == [1] * 16
    match = scripted(3, "B2|B2 R2|R2 G2|G2", turned_up=["Efficient"], caboose="random")
    assert match.state.caboose == "Efficient"
    assert all(match.game.view(match.state, player).caboose == "Efficient" for player in range(3))


def test_ye_41_every_player_who_meets_it_is_paid():
    assert sheet("R2|R2 --", "Y2|Y2 --", "B4|G4 --", caboose="Efficient").caboose == (8, 8, 0)


def test_ye_42_caboose_points_count_before_the_winner_is_found():
    trains = ["R4|B4 -- -- -- -- -- --", "-- -- -- -- -- -- R2|R2"]
    assert played(2, trains).game.winners(played(2, trains).state) == (0,)
    match = played(2, trains, turned_up=["Lightweight"], caboose="Lightweight")
    assert match.game.winners(match.state) == (1,)


# --------------------------------------------------------------------------------------------------------------- amendments


def test_ye_43_two_to_five_players():
    for players in (0, 1, 6):
        with pytest.raises(InputError, match="2 to 5"):
            Express(players)


def test_ye_44_a_face_down_card_scores_two_a_half():
    assert train_value(parse_train("-- --"), DEFAULT) == 8
    assert train_value(parse_train("-- --"), Options(wild_value=0)) == 0
    with pytest.raises(InputError, match="wild_value"):
        Options(wild_value=-1)


def test_ye_45_three_players_play_six_cards_and_a_wild_breaks_the_oil():
    assert rounds_for(3) == 6
    trains = ["Y2|Y2 Y2|Y3 -- Y2|Y2 -- --", "-- -- -- -- -- R2|R2", "B2|B2 B2|B3 B3|R3 -- -- --"]
    match = played(3, trains)
    assert match.game.to_act(match.state) == OVER
    assert match.game.sheet(match.state).runs == (4, 2, 5), "six railcars of oil, but the wild divides them"
    assert match.game.sheet(match.state).bonuses == (0, 0, 5)
    joined = ["Y2|Y2 Y2|Y3 Y2|Y2 -- -- --", *trains[1:]]
    assert played(3, joined).game.sheet(played(3, joined).state).bonuses == (6, 0, 0)

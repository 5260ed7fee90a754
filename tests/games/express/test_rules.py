"""The rules of Yardmaster Express by the numbers of the checklist, YE-01 to YE-45."""

from collections import Counter

import pytest

from shunt.errors import IllegalMoveError, InputError
from shunt.games.express.cards import CARGO, card_value, deck_for, game_data, halves, rounds_for
from shunt.games.express.game import Express, ExpressAction
from shunt.games.express.options import Options
from shunt.games.express.trains import fits, longest_run, parse_train, train_value
from shunt.games.protocol import CHANCE, OVER
from tests.games.express.scripts import STRATEGIC, all_cards, played, scripted, sheet

DEFAULT = Options()
SEATS = (2, 3, 4, 5)


# ------------------------------------------------------------------------------------------------------ components, set-up


def test_ye_02_05_43_two_to_five_players_each_with_an_engine():
    assert Express.seats == SEATS
    for players in (0, 1, 6):
        with pytest.raises(InputError, match="2 to 5"):
            Express(players)
    assert [Express(players).initial().trains for players in SEATS] == [((),) * players for players in SEATS]


def test_ye_03_twelve_cabooses_in_the_default_set():
    sets = {"rulebook12": 12, "all16": len(game_data().cabooses), "prototype7": 7}
    assert {name: len(Options(caboose="random", cabooses=name).possible_cabooses()) for name in sets} == sets
    assert sets["all16"] == 16
    with pytest.raises(InputError, match="rulebook12"):
        Options(cabooses="rulebook13")


def test_ye_04_07_thirty_two_railcar_cards_of_which_two_players_leave_the_purple_ones_out():
    assert [deck_for(players).total() for players in SEATS] == [24, 32, 32, 32]
    assert not any("P" in card for card in deck_for(2))
    assert sum(copies for card, copies in deck_for(5).items() if card.startswith("P")) == 8
    base, full = ([half for card in deck_for(players).elements() for half in halves(card)] for players in (2, 5))
    assert Counter(value for _, value in base) == {2: 20, 3: 20, 4: 8}
    assert Counter(colour for colour, _ in base) == dict.fromkeys("BRGY", 12)
    assert Counter(value for _, value in full) == {2: 25, 3: 29, 4: 10}
    assert set(CARGO) == {colour for colour, _ in full}
    mixed = [colours for card in deck_for(2) if len(set(colours := tuple(colour for colour, _ in halves(card)))) == 2]
    assert len(mixed) == len(set(mixed)) == 12


def test_ye_01_09_the_start_player_is_random_and_stays():
    game = Express(4)
    assert [(act.name, weight) for act, weight in game.chance_outcomes(game.initial())] == [(str(seat), 1) for seat in range(4)]
    assert played(4, ["-- -- -- -- --"] * 4, start=3).state.start == 3
    state = scripted(3, "B2|B2 R2|R2 G2|G2", start=2).state
    assert state.start == 2 == Express(3).to_act(state)


def test_ye_08_every_card_is_as_likely_as_its_copies():
    game = Express(2, start=0)
    state = game.apply(game.initial(), ExpressAction("start", "0"))
    assert {act.name: weight for act, weight in game.chance_outcomes(state)} == deck_for(2)


def test_ye_10_11_only_the_start_player_is_dealt_a_hand_and_the_rest_is_the_draw_deck():
    for players in SEATS:
        cards = sorted(deck_for(players).elements())[:players]
        match = scripted(players, cards)
        assert list(match.state.hand) == cards
        assert match.state.deck().total() == deck_for(players).total() - players - 1, "the start player has drawn"
        for player in range(1, players):
            assert match.game.view(match.state, player).hand == ("--",) * players


# --------------------------------------------------------------------------------------------------------------------- turn


def seats_to_act(match, number):
    """The players of the next turns, in which anything is done."""
    order = []
    for _ in range(number):
        order.append(match.game.to_act(match.state))
        match.act(match.game.legal_actions(match.state)[0])
    return order


def test_ye_12_24_turns_go_clockwise_from_the_start_player_and_cards_are_added_at_the_end():
    match = scripted(4, "B2|B2 R2|R2 G2|G2 Y2|Y2", "B2|B3 R2|R3 G2|G3 Y2|Y3 P2|P2", start=2)
    assert seats_to_act(match, 5) == [2, 3, 0, 1, 2]
    assert [car.card for car in match.state.train(2)] == ["B2|B2", "P2|P2"]


def test_ye_13_to_17_one_card_is_drawn_and_one_of_the_hand_added_before_the_rest_goes_to_the_left():
    match = scripted(2, "B2|B2 R2|R2", "G2|G2 Y2|Y2")
    game, state = match.game, match.state
    assert state.choices == ("B2|B2", "G2|G2", "R2|R2")
    assert {act.name for act in game.legal_actions(state)} == set(state.choices)
    assert {act.name for act in game.legal_actions(state) if act.down} == set(state.choices), "face down is always legal"
    with pytest.raises(IllegalMoveError, match=r"not in the hand; legal: B2\|B2"):
        match.act(ExpressAction("play", "Y2|Y2"))
    before = game.apply(state, ExpressAction("play", "R2|R2"))
    assert (game.to_act(before), game.legal_actions(before)) == (CHANCE, ())
    match.act(ExpressAction("play", "R2|R2"))
    assert [str(car) for car in match.state.train(0)] == ["R2|R2"]
    assert match.state.hand == ("B2|B2", "G2|G2")
    assert (game.to_act(match.state), match.state.drawn) == (1, "Y2|Y2")


# ----------------------------------------------------------------------------------------------------------------- coupling


@pytest.mark.parametrize(
    ("train", "card", "couples"),
    [
        ("R3|G3", "G2|G2", True),  # YE-18: the left half must match the right half before it
        ("R3|G3", "Y3|B3", True),
        ("R3|G3", "R2|R3", False),  # red is the left half of the last card
        ("R3|G3", "Y2|Y3", False),  # its right half would match
        ("B2|B2", "R2|R3", True),  # YE-19: value alone suffices
        ("B2|B2", "B3|R3", True),  # YE-20: colour alone suffices
        ("B4|G4", "Y3|G3", False),  # YE-24: turned it would match
    ],
)
def test_ye_18_to_24_the_left_half_has_the_colour_or_value_of_the_right_half_before_it(train, card, couples):
    assert fits(parse_train(train), card) == couples


def test_ye_20_a_card_that_shares_neither_is_refused():
    match = scripted(2, "B2|B2 Y2|Y2", "G4|Y4 R2|R2 R3|G3", ["B2|B2", "Y2|Y2"])
    with pytest.raises(IllegalMoveError, match="G4 shares neither colour nor value with B2; legal: "):
        match.act(match.game.parse_action("G4|Y4"))


def test_ye_21_22_23_any_card_is_next_to_a_wild_or_first():
    for card in deck_for(5):
        assert fits((), card)
        assert fits(parse_train("B2|B2 --"), card)
        assert len(parse_train(f"{card} --")) == 2


# ---------------------------------------------------------------------------------------------------------- end and scoring


def test_ye_25_26_rounds_of_one_card_for_each_player():
    assert [rounds_for(n) for n in SEATS] == [7, 6, 5, 4]
    for players in SEATS:
        match = played(players, [" ".join(["--"] * rounds_for(players))] * players)
        assert match.is_over
        assert len(match.actions) == players * rounds_for(players)
        assert [len(train) for train in match.state.trains] == [rounds_for(players)] * players


def test_ye_27_44_the_sum_of_all_values_two_for_a_wild_half():
    assert train_value(parse_train("R3|G3 G2|G3 -- Y4|R4"), DEFAULT) == 6 + 5 + 4 + 8
    assert card_value("Y4|R4") == 8
    assert train_value(parse_train("-- --"), DEFAULT) == 8
    assert train_value(parse_train("-- --"), Options(wild_value=0)) == 0
    with pytest.raises(InputError, match="wild_value"):
        Options(wild_value=-1)


@pytest.mark.parametrize(
    ("train", "options", "longest"),
    [
        ("R3|G3 G2|G3 G3|B3", {}, 4),
        ("R3|G3 B3|Y3", {}, 1),
        ("R2|R2 R2|R3", {"run_unit": "cards"}, 2),
        ("R2|R2 -- R2|R3", {}, 2),  # YE-31: wilds are in no run and break runs
        ("-- -- --", {}, 0),
    ],
)
def test_ye_28_31_runs_are_neighbouring_railcars_of_one_colour_across_cards(train, options, longest):
    assert longest_run(parse_train(train), Options(**options)) == longest


def test_ye_29_30_32_all_tied_for_longest_are_paid_and_nobody_else():
    assert sheet("R3|G3 G2|G3 G3|B3", "Y2|Y3 Y3|B3").bonuses == (4, 0)
    assert sheet("R2|R2 --", "Y2|Y2 --", "-- --").bonuses == (2, 2, 0)
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


def test_ye_45_three_players_play_six_cards_and_a_wild_breaks_the_oil():
    trains = ["Y2|Y2 Y2|Y3 -- Y2|Y2 -- --", "-- -- -- -- -- R2|R2", "B2|B2 B2|B3 B3|R3 -- -- --"]
    match = played(3, trains)
    assert match.game.to_act(match.state) == OVER
    assert match.game.sheet(match.state).runs == (4, 2, 5), "six railcars of oil, but the wild divides them"
    assert match.game.sheet(match.state).bonuses == (0, 0, 5)
    joined = ["Y2|Y2 Y2|Y3 Y2|Y2 -- -- --", *trains[1:]]
    assert played(3, joined).game.sheet(played(3, joined).state).bonuses == (6, 0, 0)


# -------------------------------------------------------------------------------------------------------------- strategic


LEFT_BEHIND = ["B4|G4 G4|Y4 -- -- -- --", "-- -- -- -- -- --", "R4|B4 -- -- -- -- --"]


def test_ye_35_37_38_two_games_in_sequence_the_second_counter_clockwise_are_added():
    match = played(3, LEFT_BEHIND, **STRATEGIC)
    first = (8 + 8 + 16 + 2, 24, 8 + 20)
    assert (match.is_over, match.state.game, match.state.past, match.state.earlier) == (False, 2, (), first)
    assert all_cards(match.state) == deck_for(3)
    assert match.game.scores(match.state) == first
    assert seats_to_act(match, 4) == [1, 0, 2, 1]
    while not match.is_over:
        match.act(match.game.legal_actions(match.state)[-1])
    assert len(match.actions) == 36
    second = match.game.sheet(match.state).totals
    assert match.game.scores(match.state) == tuple(map(sum, zip(first, second, strict=True)))


def test_ye_36_the_lowest_scorer_starts_game_2():
    assert played(3, LEFT_BEHIND, **STRATEGIC).state.start == 1
    tied = ["B4|G4 -- -- -- -- --", "-- -- -- -- -- --", "-- -- -- -- -- --"]
    assert played(3, tied, start=0, **STRATEGIC).state.start == 1, "of those tied the nearest to the start player"
    assert played(3, tied, start=2, **STRATEGIC).state.start == 2
    assert played(3, tied, start=0, lowest_tie="furthest", **STRATEGIC).state.start == 2


# ----------------------------------------------------------------------------------------------------------------- cabooses


def test_ye_06_39_40_cabooses_are_optional_and_one_at_random_is_face_up():
    match = scripted(2, "B2|B2 R2|R2")
    assert match.state.caboose == ""
    assert match.game.sheet(match.state).caboose == (0, 0)
    assert Options().possible_cabooses() == ()
    assert len(Options(caboose="random").possible_cabooses()) == 12
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

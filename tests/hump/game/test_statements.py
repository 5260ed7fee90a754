"""Every statement of the rulebook of Hump Yard, by its number: one test for each of HY-01 to HY-31."""

import re
from collections import Counter
from dataclasses import replace
from math import factorial

import pytest

from shunt.errors import IllegalMoveError, LayoutError
from shunt.games.companion import Log
from shunt.games.protocol import Match
from shunt.hump.game.companion import HumpCompanion
from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import HumpAction, HumpState
from shunt.hump.moves import judge
from shunt.hump.rules import SINK, Hump
from shunt.hump.tiles import COLOURS, HEADING, KINDS, NUMBERS
from shunt.hump.yard import Yard
from shunt.rules.position import Position
from tests.cli.running import ROOT
from tests.hump.engine.yards import BARE, ONE, TWO, ends
from tests.hump.game.at_table import bidding, played


def legal(state: HumpState) -> set[str]:
    game = HumpGame(len(state.points))
    return set(map(game.action_text, game.legal_actions(state)))


def test_hy_01_four_of_each_normal_tile():
    game = HumpGame(4)
    assert (len(KINDS), len(NUMBERS)) == (20, 19)
    assert game.initial().bag == (4,) * 20
    state = played(game.initial(), *["tile 62"] * 4)
    assert HumpAction("tile", "62") not in dict(game.chance_outcomes(replace(state, phase="tiles")))


def test_hy_02_sources_and_sinks():
    # How many are printed: `tests/paper/test_products.py`.
    assert Yard().reserved == {(-1, 0): "the source", (5, 0): "the sink"}


def test_hy_03_car_cards_and_cars_of_five_colours():
    game = HumpGame(2)
    assert (len(COLOURS), game.initial().deck) == (5, (8,) * 5)
    assert HumpGame(2, copies=3).initial().deck == (3,) * 5
    # Cars of one colour are interchangeable: an order is one of colours.
    assert judge(Hump.on(BARE, ["red", "blue", "red"]), ["red+blue+red q0>sink"], ["red", "blue", "red"], 1).holds


def test_hy_04_five_own_headings_between_source_and_sink():
    for players in (2, 3, 4):
        state = HumpGame(players).initial()
        assert len(state.yards) == players
        for yard in state.yards:
            assert [(tile.at, tile.kind) for tile in yard.all_tiles] == [((column, 0), HEADING) for column in range(5)]
    assert ends(Hump.on(BARE, "A"), "q0")["A"] >= {SINK}


def test_hy_05_headings_may_point_down():
    game = HumpGame(3, branches=["down", "up", "down"])
    assert [str(yard) for yard in game.initial().yards] == ["5d", "5u", "5d"]


def test_hy_06_tiles_are_shuffled_face_down():
    game = HumpGame(2)
    state = played(game.initial(), "tile 62")
    outcomes = {act.name: weight for act, weight in game.chance_outcomes(state)}
    assert outcomes == {kind: 3 if kind == "62" else 4 for kind in KINDS}
    assert len({Match(game, seed).state.offer for seed in range(40)}) > 20


def test_hy_07_a_start_player_is_chosen():
    assert {Match(HumpGame(4, start=None), seed).state.start for seed in range(30)} == {0, 1, 2, 3}
    assert Match(HumpGame(3, start=2), 5).state.waiting == (2, 0, 1)
    assert HumpGame.table_options == {"start": None}


def test_hy_08_everybody_has_no_points():
    assert HumpGame(4).initial().points == (0, 0, 0, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hy_09_one_tile_for_each_player_is_revealed(players):
    match = Match(HumpGame(players), 1)
    assert (match.state.phase, len(match.state.offer)) == ("build", players)


DRAWN = ("tile 62", "tile 0", "tile end", "tile 3")


def test_hy_10_tiles_are_drafted_from_the_fewest_points_to_the_most():
    assert played(replace(HumpGame(4).initial(), points=(5, 2, 7, 0)), *DRAWN).waiting == (3, 1, 0, 2)


def test_hy_11_ties_go_clockwise_from_the_start_player():
    assert played(replace(HumpGame(4).initial(), points=(1, 1, 0, 1), start=1), *DRAWN).waiting == (2, 1, 3, 0)


def test_hy_12_each_chooses_a_tile_and_builds_it_next_to_a_tile_of_its_yard():
    game = HumpGame(2)
    state = bidding(2, phase="build", offer=("0", "62"), waiting=(0, 1), yards=(BARE, ONE))
    sites = [(column, row) for column in range(5) for row in (1, -1)]
    turns = {"0": (0,), "62": (0, 1)}
    assert {(act.name, act.at, act.turn) for act in game.legal_actions(state)} == {
        (kind, at, turn) for kind, kinds in turns.items() for at in sites for turn in kinds
    }
    # A tile may be turned and need not join; a cell beside the source or the sink alone is not next to a tile of the yard.
    for cell in ("-1,1", "5,-1", "-2,0"):
        assert "shares no edge with your yard" in game.refusal(state, game.parse_action(f"build 62@{cell}"))
    after = played(state, "build 62@4,1")
    assert (after.offer, after.waiting, str(after.yards[0]), after.yards[1]) == (("0",), (1,), "5u_62@4,1", ONE)


def test_hy_13_pieces_are_connected_horizontally_or_vertically():
    yard = BARE.build("60", (2, 1))
    assert {(1, 1), (3, 1), (2, 2)} <= set(yard.sites)
    assert not {(1, 2), (3, 2)} & set(yard.sites)
    with pytest.raises(LayoutError, match="not connected"):
        Yard.parse("5u_62@5,1")


def test_hy_14_two_car_cards_are_revealed_in_order():
    state = played(bidding(2, phase="cars", train=()), "car blue", "car red")
    assert (state.phase, state.train) == ("bid", ("blue", "red"))


def test_hy_15_moves_are_bid_before_the_order_is_known():
    game, state = HumpGame(3), bidding()
    assert {"bid 2:1", "bid 2:20", "pass"} <= legal(state)
    assert state.order == ()
    state = played(state, "bid 2:3", "pass", "pass")
    assert (state.phase, state.order) == ("shuffle", ())
    assert len(game.chance_outcomes(state)) == 2


def test_hy_16_further_cars_are_appended_and_the_longer_train_is_bid_on():
    game = HumpGame(3)
    state = played(bidding(), "extend", "car green")
    assert (state.train, game.to_act(state)) == (("red", "blue", "green"), 0)
    assert "pass" not in legal(state)
    assert not any(text.startswith("bid 2:") for text in legal(state))
    state = played(state, "extend", "car red", "bid 4:9")
    assert state.train == ("red", "blue", "green", "red")
    assert {"bid 2:1", "bid 3:1", "bid 4:1", "pass", "extend"} <= legal(state)


def test_hy_17_each_makes_one_bid_or_passes_clockwise_from_the_start_player():
    game = HumpGame(3)
    state = bidding(start=1, waiting=game.clockwise(1))
    order = []
    for text in ("bid 2:3", "pass", "bid 2:3"):
        order.append(game.to_act(state))
        state = played(state, text)
    assert (order, state.phase) == ([1, 2, 0], "shuffle")


def test_hy_18_the_cars_line_up_in_order_at_the_source():
    rules = Hump.on(TWO, ["red", "blue", "green"])
    assert dict(zip(rules.start.places, rules.names, strict=True)) == {"q0": "red", "q1": "blue", "q2": "green"}
    assert ends(rules, *rules.start.places).keys() == {"red", "red blue", "red blue green"}


def test_hy_19_the_cards_are_shuffled_and_give_the_order():
    game = HumpGame(2)
    train = ("red", "blue", "red", "green")
    state = played(bidding(2, train=train, yards=(BARE, BARE)), "bid 4:3", "pass")
    ways = Counter({(): 1})
    for _ in train:
        grown = Counter()
        for order, number in ways.items():
            for act, weight in game.chance_outcomes(replace(state, order=order)):
                grown[(*order, act.name)] += number * weight
        ways = grown
    assert set(ways.values()) == {2}
    assert sum(ways.values()) == factorial(4)


def test_hy_20_the_lowest_bidder_of_that_length_who_succeeds_wins_all_its_cards():
    state = played(bidding(yards=(TWO, TWO, TWO)), "bid 2:4", "bid 2:1", "bid 2:3")
    assert state.waiting == (1, 2, 0)
    state = played(state, "next blue", "next red")
    assert [(attempt.player, attempt.holds) for attempt in state.attempts] == [(1, False), (2, True)]
    assert state.points == (0, 0, 2)
    # Equal bids: clockwise from the start player.
    tied = bidding(start=2, waiting=(2, 0, 1), yards=(TWO, TWO, TWO))
    assert played(tied, *["bid 2:3"] * 3, "next red", "next blue").points == (0, 0, 2)


def test_hy_21_if_nobody_succeeds_the_next_smaller_train_is_shuffled_and_tried():
    state = played(bidding(), "extend", "car green", "bid 3:1", "bid 2:9", "pass")
    state = played(state, "next green", "next blue", "next red")
    assert (state.phase, state.trying, state.order, state.waiting) == ("shuffle", 2, (), (1,))
    # The winner gets the cards of the shorter train; the third is discarded.
    after = played(state, "next blue", "next red")
    assert (after.points, sum(after.deck)) == ((0, 2, 0), sum(state.deck))


def test_hy_22_if_nobody_succeeds_at_all_the_cards_are_discarded():
    for texts in (["pass"] * 3, ["bid 2:1", "pass", "pass", "next blue", "next red"]):
        state = played(bidding(), *texts)
        assert (state.points, state.train, state.turn, state.phase) == ((0, 0, 0), (), 2, "tiles")


def test_hy_23_cards_won_are_kept_and_count_one_point_each():
    game = HumpGame(3)
    won = played(bidding(points=(4, 0, 0)), "extend", "car red", "bid 3:1", "pass", "pass", "next red", "next blue", "next red")
    assert game.scores(won) == won.points == (7, 0, 0)


def test_hy_24_the_token_goes_to_the_fewest_points():
    assert played(bidding(points=(3, 2, 1)), *["pass"] * 3).start == 2


@pytest.mark.parametrize(("start", "after"), [(0, 1), (1, 3), (3, 0), (2, 3)])
def test_hy_25_in_a_tie_it_goes_clockwise_and_changes(start, after):
    state = bidding(4, points=(1, 1, 5, 1), start=start, waiting=HumpGame(4).clockwise(start))
    assert played(state, *["pass"] * 4).start == after


def test_hy_26_a_connected_set_moves_as_far_as_possible_in_one_direction():
    rules = Hump.on(ONE, "AB")
    found = ends(rules, "q0", "q1")
    assert found["A"] == {"0.0.NW", "1.0.NW", "2.1.NS", "3.0.NW", "4.0.NW", "4.0.WE"}
    assert found["A B"] == {"0.0.NW", "1.0.NW", "2.1.NS", "3.0.NW", "4.0.NW", SINK}


def test_hy_27_coupled_or_not_is_chosen_at_the_start_of_a_move_only():
    rules = Hump.on(TWO, "ABC")
    for run in rules.runs(Position(("2.2.NS", "2.1.NS", "2.0.NE"))):
        if run.after is not None:
            moved = {seat for seat in range(3) if run.after.places[seat] != ("2.2.NS", "2.1.NS", "2.0.NE")[seat]}
            assert moved == set(run.cars)  # nothing is dropped on the way


def test_hy_28_to_join_a_cut_runs_up_ends_its_move_and_then_they_move_as_one():
    rules = Hump.on(BARE, "AB")
    apart = Position(("4.0.WE", "q0"))
    assert "A B" not in ends(rules, *apart.places)
    joined = next(run.after for run in rules.runs(apart) if run.cars == (1,) and run.path[-1] == "3.0.WE")
    assert joined is not None
    assert SINK in ends(rules, *joined.places)["A B"]
    assert judge(rules, ["A q0>4.0.WE", "B q1>3.0.WE", "A+B 4.0.WE>sink"], "AB", 3).holds


def test_hy_29_the_train_leaves_with_every_car_coupled_and_in_the_order_wanted():
    # What leaves otherwise breaks a rule: `tests/hump/test_moves.py`.
    assert judge(Hump.on(TWO, "ABC"), ["A+B+C q0>sink"], "ABC", 1).holds  # the exit is a move, and counts one


def test_hy_30_it_ends_after_twenty_turns_or_when_the_car_deck_is_exhausted():
    for turn, deck, phase in (
        (19, (8,) * 5, "tiles"),
        (20, (8,) * 5, "over"),
        (3, (0,) * 5, "over"),
        (3, (2, 0, 0, 0, 0), "tiles"),
    ):
        assert played(bidding(turn=turn, deck=deck), *["pass"] * 3).phase == phase
    # Ours: with one card left no train can be revealed.
    assert played(bidding(deck=(0, 1, 0, 0, 0)), *["pass"] * 3).phase == "over"


def test_hy_31_most_cards_win():
    game = HumpGame(3)
    assert game.winners(played(bidding(turn=20, points=(2, 6, 3)), *["pass"] * 3)) == (1,)
    assert game.winners(played(bidding(turn=20, points=(6, 6, 3)), *["pass"] * 3)) == (0, 1)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        played(bidding(turn=20), *["pass"] * 4)


PAGE = (ROOT / "docs" / "how-to" / "humpyard.md").read_text(encoding="utf-8")


def test_every_statement_has_a_test():
    numbers = [f"{number:02}" for number in range(1, 32)]
    assert sorted({name[8:10] for name in globals() if name.startswith("test_hy_")}) == numbers


def test_the_entries_on_the_page_are_those_of_a_record():
    log = Log(HumpCompanion(names=["Anna", "Ben", "Cleo"]))
    for entry in re.findall(r"^> (.+)$", PAGE, re.MULTILINE):
        log.enter(entry)
    assert (log.state.turn, log.state.points) == (2, (0, 0, 3))

"""The rules of the game of Hump Yard, one by one, and its bots."""

import re
from dataclasses import replace

import pytest

from shunt.errors import IllegalMoveError, InputError
from shunt.games.simulate import simulate
from shunt.games.statistics import standings
from shunt.hump.bids import bid_table, check_bid
from shunt.hump.engine.long_meeting import LONGEST_TABLE
from shunt.hump.game.advice import advice_lines, attempt_moves, best_build, joining_builds, needed_text
from shunt.hump.game.bots import Planner, TableReader
from shunt.hump.game.by_hand import Sorting
from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import HumpAction
from shunt.hump.game.text import attempt_text
from shunt.hump.moves import judge
from shunt.hump.rules import Hump
from shunt.hump.table_cache import TableStore, track_in_use
from shunt.hump.yard import Yard
from shunt.hump.yard_file import find_yard
from tests.hump.engine.yards import BARE, ONE, TWO
from tests.hump.game.at_table import bidding, played


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bid 2:0", "a bid is 1 to 20 moves"),
        ("bid 2:99", "a bid is 1 to 20 moves"),
        ("bid 0:3", "a bid is on at least 2 cars"),
        ("bid 3:0", "2 cars are on offer (red blue), not 3; a bid is 1 to 20 moves"),
        ("extend", "no car card is left to extend the train"),
        ("give up", "bids are made now: bid CARS:MOVES, extend or pass"),
        ("car red", "bids are made now: bid CARS:MOVES, extend or pass"),
    ],
)
def test_a_refused_bid_is_told_why(text, why):
    game = HumpGame(3)
    state = bidding(deck=(0, 0, 0, 0, 0))
    assert game.refusal(state, game.parse_action(text)) == why
    with pytest.raises(IllegalMoveError, match=re.escape(why)):
        played(state, text)


def test_who_has_extended_is_told_what_that_binds_to():
    game = HumpGame(3, longest=3)
    state = played(bidding(), "extend", "car green", longest=3)
    for text in ("pass", "bid 2:3"):
        assert "must bid on all its 3 cars" in game.refusal(state, game.parse_action(text))
    assert game.refusal(state, HumpAction("extend")) == "the train has 3 cars already and may not be longer"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("build 99@1,1", "unknown tile 99; on offer: 22 62"),
        ("build 0@1,1", "tile 0 is not on offer; on offer: 22 62"),
        ("build 62r2@1,1", "tile 62 has the same track with a smaller turn: build 62@1,1"),
        ("build 62@2,0", "2,0 is taken by tile 22; free beside it: 0,-1"),
        ("build 62@-1,0", "-1,0 is the source; free"),
        ("build 99@7,7", "unknown tile 99; on offer: 22 62; 7,7 shares no edge with your yard; free beside it: 0,-1 0,1"),
        ("pass", "a tile must be built now: one of 22 62"),
    ],
)
def test_a_refused_tile_is_told_why(text, why):
    game = HumpGame(3)
    state = bidding(phase="build", offer=("22", "62"))
    assert game.refusal(state, game.parse_action(text)).startswith(why)


BAD = {
    "turns": [0, 21],
    "longest": [11],
    "copies": [0],
    "stop": ["x"],
    "by_hand": [[3], "", 1, [[]]],
    "start": [3, "1", True],
    "returns": [1],
    "branches": ["left", ["up", "down"], []],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values], ids=str)
def test_bad_options(name, value):
    with pytest.raises(InputError):
        HumpGame(3, **{name: value})


def test_a_return_into_the_source_is_an_option_of_the_game():
    yard, train = Yard.parse("5u_62r1@0,1"), ("red", "blue", "green")
    for returns in (False, True):
        state = bidding(2, yards=(yard, BARE), train=train)
        after = played(state, "bid 3:5", "pass", "next green", "next red", "next blue", returns=returns)
        assert [attempt.holds for attempt in after.attempts] == [returns]


def test_a_train_grows_as_far_as_chances_are_known():
    assert HumpGame(2).options.longest == LONGEST_TABLE
    game = HumpGame(2, longest=10)
    state = bidding(2, yards=(BARE, ONE), train=("red",) * 9)
    state = played(state, "extend", "car blue", longest=10)
    assert "the train has 10 cars already" in game.refusal(state, HumpAction("extend"))


def test_two_paths_with_one_notation_are_one_move():
    yard = Yard.parse("5u_22r2@-1,-1_35@0,-1_10@0,1_40r1@1,1_35r1@1,2_44r2@2,-2_57r3@2,-1")
    typed = (
        "green+yellow q0>1.1.WE",
        "yellow+green 0.1.SE>2.0.NW",
        "green+yellow 1.0.WE>1.2.SW",
        "yellow 1.1.NW>1.1.NS",
        "yellow+green 1.1.NS>1.1.WE",
        "green 0.1.SE>1.0.NW",
        "yellow 1.1.WE>0.0.NE",
        "green 1.0.NW>0.1.SE",
        "yellow 0.0.NE>2.0.NW",
    )
    hump, order = Hump.on(yard, ("green", "yellow")), ("green", "yellow")
    assert "green 0.1.SE>1.2.SW" in Sorting(hump, order, 20, typed, judge(hump, typed, order, 20)).runs()


def test_attempts_have_the_moves_that_they_took():
    game = HumpGame(3, by_hand=[2])
    state = played(bidding(), "bid 2:1", "pass", "bid 2:2", "next blue", "next red", by_hand=[2])
    moves = [step.notation for step in check_bid(TWO, state.train, state.order).solution]
    first = next(one for one in game.legal_actions(state) if one.name == moves[0])
    assert game.words(first, ("Ada", "Ben", "Cleo")) == "red and blue roll to column 0, row 2"
    once = game.act(state, first)
    assert (once.typed, game.to_act(once)) == ((moves[0],), 2)
    assert "make the next move, or give up" in game.refusal(once, game.parse_action("optimum"))
    for after in (game.act(once, game.parse_action(moves[1])), played(state, "optimum", by_hand=[2])):
        failed, won = after.attempts
        assert (after.points, failed.taken, won.taken, won.moves) == ((0, 0, 2), 0, 2, 2)
        assert attempt_moves(game, state, won) == tuple(moves)
        assert needed_text(game, state, failed) == " (no moves do it)"
        assert attempt_text(won) == "player 3 sorts blue red in 2 moves (bid 2)"
        assert attempt_text(failed, "you") == "you fail to sort blue red in 1 move"
    other = next(one for one in game.legal_actions(once) if one.what == "roll" and one.name != moves[1])
    for lost in (game.act(once, other), played(state, "give up", by_hand=[2])):  # both moves of the bid are made, or none
        assert (lost.points, lost.turn, lost.attempts[1].holds) == ((0, 0, 0), state.turn + 1, False)


def test_advice_is_what_the_bots_that_follow_it_do():
    game = HumpGame(3)
    state = bidding(yards=(TWO, BARE, BARE))
    assert advice_lines(game, state, 0)[-1] == "best: extend"
    assert advice_lines(HumpGame(3, longest=2), state, 0)[-1] == "best: bid 2:2"
    assert advice_lines(game, replace(state, waiting=(1,)), 0) == ["this player has bid or passed already"]
    build = bidding(phase="build", offer=("60", "62"))
    assert advice_lines(game, build, 0)[-1].split(": ")[1] == game.action_text(Planner(1).choose(game, build, 0))
    hand = played(bidding(yards=(TWO, BARE, BARE)), "bid 2:9", "pass", "pass", "next blue", "next red", by_hand=[0])
    assert advice_lines(game, hand, 0)[0] == "fewest moves: 2"
    assert advice_lines(game, hand, 1) == ["no moves bring the train into this order"]


def test_a_reader_bids_what_its_table_says():
    game = HumpGame(3, longest=2)
    alone = bidding(yards=(TWO, BARE, BARE), waiting=(0,))
    assert TableReader(1).choose(game, alone, 0) == HumpAction("bid", cars=2, moves=2)
    # Undercut by a rival who can do it in 1 for sure, only the other orders are left to win.
    assert TableReader(1).choose(HumpGame(3), bidding(yards=(TWO, BARE, BARE), waiting=(0,)), 0) == HumpAction("extend")


def test_a_planner_builds_what_sorts():
    game = HumpGame(2)
    state = replace(game.initial(), phase="build", offer=("62", "60"), waiting=(0, 1), yards=(BARE, BARE))
    act_ = Planner(1).choose(game, state, 0)
    built = BARE.build(act_.name, act_.at, act_.turn)
    assert bid_table(built, cars=2).impossible == 0
    assert game.is_legal(state, act_)
    best = find_yard("record-4")
    idle = best_build(best, ["60"], TableStore())  # a yard that sorts well is left as it is
    assert track_in_use(best.build(idle.name, idle.at, idle.turn)) == track_in_use(best)
    assert all(track_in_use(yard) > track_in_use(BARE) for yard in joining_builds(BARE, ["62"]).values())


def test_bad_options_of_bots():
    with pytest.raises(InputError, match="at least 2"):
        TableReader(1, reach=1)
    with pytest.raises(InputError, match="look"):
        Planner(1, look=0)


@pytest.mark.slow
def test_readers_beat_random_bidders():
    rows = standings(simulate("humpyard", ["reader", "random", "random", "random"], 10, seed=2))
    assert {row.bot: row.wins for row in rows}["reader"] >= 0.8

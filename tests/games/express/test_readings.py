"""Readings of the rules of Yardmaster Express that are options, every caboose, and faults of what is typed."""

import pytest

from shunt.errors import IllegalMoveError, InputError
from shunt.games.express.cards import find_caboose
from shunt.games.express.game import Express
from shunt.games.express.options import Options
from shunt.games.express.trains import parse_train
from tests.games.express.scripts import STRATEGIC, played, scripted, sheet


@pytest.mark.parametrize(
    ("name", "points", "trains", "earned"),
    [
        ("Executive", 5, ("R2|R2 R2|R3", "B4|G4 --", "Y2|Y2 --"), (5, 0, 5)),
        ("Two-Timer", 5, ("R2|R2 R3|G3 G2|G2", "R2|R2 R2|R3 R3|G3", "R2|R2 -- --"), (5, 0, 0)),
        ("Diversified", 5, ("R2|R2 G2|G2", "R2|R2 R2|R3", "-- --"), (5, 0, 0)),
        ("Short Line", 5, ("R2|R2 -- R3|G3", "G2|G2 -- Y3|B3", "-- --"), (5, 0, 0)),
        ("Lightweight", 6, ("R2|R2", "B4|G4", "--"), (6, 0, 6)),
        ("Specialized", 3, ("R2|R2 R2|R3 R3|G3", "B2|B2 B2|B2", "--"), (3, 0, 0)),
        ("The Little Engine", 7, ("R2|R2", "B4|G4", "--"), (7, 0, 7)),
        ("Efficient", 8, ("R2|R2 --", "B4|G4", "--"), (8, 0, 8)),
        ("Sequence #1", 6, ("R2|R2 G2|G2 Y2|Y3", "R2|R2 --", "-- -- --"), (6, 0, 6)),
        ("Sequence #2", 6, ("R3|G3 G3|R3 R3|Y3", "R3|G3", "--"), (6, 0, 0)),
        ("Sequence #3", 6, ("R2|R2 R2|R3 R3|G3", "R2|R2", "--"), (6, 0, 0)),
        ("Sequence #4", 6, ("R2|R2 B2|B2 B3|R3", "R2|R2", "--"), (6, 0, 0)),
        ("Sequence #5", 6, ("Y3|G3 -- B3|R3 R3|G3", "R2|R2", "--"), (6, 0, 0)),
        ("End of Line", 4, ("R2|R3", "B4|G4", "R2|R3 --"), (4, 0, 0)),
        ("Buried Alive", 7, ("-- --", "R2|R2 --", "-- --"), (7, 0, 7)),
        ("Inefficient", 5, ("R3|G3 Y3|B3", "R2|R2", "--"), (5, 0, 5)),
    ],
)
def test_cabooses(name, points, trains, earned):
    assert find_caboose(name).points == points
    assert sheet(*trains, caboose=name).caboose == earned


def test_readings_of_runs():
    assert sheet("R3|G3", "-- ", "Y3|B3").bonuses == (1, 0, 1), "a longest run of one pays everybody with a colour"
    assert sheet("R3|G3", "--", single_runs="nothing").bonuses == (0, 0)
    assert sheet("--", "--").bonuses == (0, 0)
    assert sheet("R2|R2 G2|G2", "--").bonuses == (2, 0), "two runs of one length are paid once"
    assert sheet("R2|R2 G2|G2", "--", equal_runs="each").bonuses == (4, 0)


def test_readings_of_cabooses():
    assert sheet("-- --", "R2|R2 --", caboose="Executive").caboose == (5, 0)
    assert sheet("-- --", "R2|R2 --", caboose="Executive", all_wild="excluded").caboose == (0, 5)
    assert sheet("R2|R2", "B2|B2", caboose="Buried Alive").caboose == (0, 0)
    assert sheet("R2|R2", "B2|B2", caboose="Buried Alive", most_of_none="everybody").caboose == (7, 7)
    assert sheet("R2|R2 --", "R4|B4 --", caboose="Efficient", wild_is_mixed="yes").caboose == (0, 0)
    assert sheet("R2|R2 R2|R3 R3|Y3 R3|G3", "--", caboose="Specialized", counts="at-least").caboose == (3, 0)
    assert sheet("R2|R2 --", "B2|B2 --", caboose="The Little Engine").caboose == (7, 7)
    runs = ("R2|R2 R2|R3", "B2|B2 G2|G3")
    assert sheet(*runs, caboose="The Little Engine").caboose == (7, 7)
    assert sheet(*runs, caboose="The Little Engine", little_engine="with-run").caboose == (0, 7)
    broken = ("R2|R2 -- Y2|Y3", "B4|G4 -- --")
    assert sheet(*broken, caboose="Sequence #1").caboose == (6, 0)
    assert sheet(*broken, caboose="Sequence #1", sequence_wild="breaks").caboose == (0, 0)
    assert sheet(*broken, caboose="Sequence #1", sequence_place="end").caboose == (0, 0)
    assert sheet("B4|G4 -- -- Y2|Y2", "--", caboose="Sequence #1", sequence_place="end").caboose == (6, 0)


def test_an_illegal_card_may_be_flipped_by_option():
    match = scripted(2, "B2|B2 Y2|Y2", "G4|Y4 R2|R2 R3|G3", ["B2|B2", "Y2|Y2"], illegal="flip")
    match.act(match.game.parse_action("G4|Y4"))
    assert not match.state.train(0)[-1].up
    with pytest.raises(IllegalMoveError):
        match.act(match.game.parse_action("P2|P2"))


def test_ties_may_be_shared_or_always_clockwise():
    tied = ["-- -- -- -- -- --"] * 3
    assert played(3, tied, tie_break="shared").game.winners(played(3, tied, tie_break="shared").state) == (0, 1, 2)
    for tie_break, winner in (("passing", 1), ("clockwise", 2)):
        match = played(3, tied, tie_break=tie_break, **STRATEGIC)
        assert match.state.start == 0, "of those lowest, the start player is the nearest"
        while not match.is_over:
            match.act(next(act for act in match.game.legal_actions(match.state) if act.down))
        assert match.game.winners(match.state) == (winner,)


def test_a_second_caboose_is_new_or_the_same():
    trains = ["-- -- -- -- -- --"] * 3
    same = played(3, trains, turned_up=["Efficient"], caboose="random", second_caboose="same", **STRATEGIC)
    assert same.state.caboose == "Efficient"
    drawn = set()
    for start in range(3):
        match = played(3, trains, start, turned_up=["Efficient"], caboose="random", cabooses="all16", **STRATEGIC)
        assert match.drawn[0].what == "caboose"
        drawn.add(match.state.caboose)
    assert drawn <= set(Options(caboose="random", cabooses="all16").possible_cabooses())


def test_open_burials_are_seen_by_all():
    for buried, seen in (("hidden", "--"), ("open", "R2|R2")):
        match = scripted(2, "B2|B2 R2|R2", "G2|G2", ["R2|R2 down"], buried=buried)
        assert match.game.view(match.state, 1).train(0)[0].card == seen
        assert match.game.view(match.state, 0).train(0)[0].card == "R2|R2"


@pytest.mark.parametrize("options", [{"tie_break": "x"}, {"caboose": "Exec"}, {"wild_value": "2"}, {"variant": 2}])
def test_bad_options_are_named(options):
    with pytest.raises(InputError, match=next(iter(options))):
        Express(2, **options)


@pytest.mark.parametrize(
    ("train", "words"),
    [
        ("G3|P3", "cards are not turned"),
        ("R3|R3", "no such card"),
        ("B4|G4 -- B4|G4", "named 2 times"),
        ("B4|G4 R2|R2", "shares neither"),
        ("x", "not a card"),
    ],
)
def test_faults_of_cards_and_trains(train, words):
    with pytest.raises(InputError, match=words):
        parse_train(train)

"""The rules of cuts, one by one, as the referee has them."""

import pytest

from shunt.errors import InputError
from shunt.hump.rules import Hump
from shunt.hump.yard import Yard
from shunt.rules.position import Position
from tests.hump.engine.yards import BARE, CIRCLE, ONE, ends, successors


def test_the_rest_of_the_queue_does_not_close_up():
    rules = Hump.on(BARE, "AB")
    # Alone up the branch of heading 3, A leaves B on q1; coupled to it, B is drawn along.
    assert {after.places[1] for after in successors(rules, rules.start) if after.places[0] == "3.0.NW"} == {"q1", "2.0.WE"}


def test_farthest_passes_no_free_space_and_any_may_stop_short():
    # A branch without a tile behind it is a buffer stop; the last heading's east end is the sink, one to a single car.
    assert ends(Hump.on(BARE, "AB"), "q0", "q1")["A"] == {*(f"{column}.0.NW" for column in range(5)), "4.0.WE"}
    stops = ends(Hump.on(BARE, "AB", "any"), "q0", "q1")["A"]
    assert stops == {f"{column}.0.{segment}" for column in range(5) for segment in ("NW", "WE")}


@pytest.mark.parametrize("other", ["3.0.WE", "3.0.NE"])
def test_contact_stops_and_so_does_a_taken_tile(other):
    # The car on 3.0.NE does not join the track that comes from the west, yet its tile is taken.
    assert "2.0.WE" in ends(Hump.on(BARE, "AB"), other, "q0")["B"]


def test_never_back_into_the_source_unless_allowed():
    assert "0.0.WE" in ends(Hump.on(BARE, "AB"), "1.0.WE", "2.0.NW")["A"]
    assert "q1" in ends(Hump.on(BARE, "AB", returns=True), "1.0.WE", "2.0.NW")["A"]


def test_a_straddling_cut_goes_forward_only():
    found = ends(Hump.on(BARE, "ABC"), "0.0.WE", "q0", "q1")
    assert "A B" in found
    assert not any(cut.startswith(("B", "C")) for cut in found)


def test_a_route_that_only_circles_is_no_move():
    rules = Hump.on(CIRCLE, "AB")
    assert ends(rules, "0.0.NE", "q1").get("A") is None
    assert ends(Hump.on(CIRCLE, "AB", "any"), "0.0.NE", "q1")["A"] >= {"0.1.NS", "0.2.SE", "1.2.SW", "1.1.NW", "0.1.NE"}


def test_the_head_may_enter_the_tile_that_the_tail_leaves():
    # Four cars close the circle; run the other way round, they leave it by the tile of their last car.
    rules = Hump.on(CIRCLE, "ABCD")
    found = [run for run in rules.runs(Position(("0.2.SE", "1.2.SW", "1.1.NW", "0.1.NE"))) if run.leaves]
    assert {"".join(rules.order(run)) for run in found} == {"ABCD", "BCDA", "CDAB", "DABC"}


def test_a_train_never_crosses_itself():
    # On a circle of four tiles with a crossing instead of a turnout at its foot, five cars would meet themselves.
    crossing = Yard.parse("1u_60@0,1_55r2@0,2_55r3@1,2_55@1,1")
    rules = Hump.on(crossing, "ABCDE", "any")
    start = Position(("1.1.NW", "1.2.SW", "0.2.SE", "0.1.NS", "0.0.NE"))
    assert "0.1.WE" not in ends(rules, *start.places).get("A B C D E", set())
    assert "0.1.WE" in ends(Hump.on(crossing, "ABC", "any"), "1.1.NW", "1.2.SW", "0.2.SE")["A B C"]


def test_opposite_curves_hold_two_cars_and_the_end_tile_one():
    assert Hump.on(Yard.parse("5u_39@2,1"), "AB", "any").track.partners["2.1.SE"] == frozenset()
    assert "2.1.S" in ends(Hump.on(Yard.parse("5u_end@2,1"), "AB"), "q0", "q1")["A"]


@pytest.mark.parametrize(("train", "word"), [("", "no cars"), ("ABCDEFGHIJK", "more than the source allows")])
def test_bad_trains(train, word):
    with pytest.raises(InputError, match=word):
        Hump.on(ONE, train)

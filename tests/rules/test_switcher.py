"""One small test for every sentence of the rules of `switcher` and `railway`. Source: the rules of Track Switcher."""

from __future__ import annotations

import pytest

from shunt.errors import IllegalMoveError
from shunt.rules.position import Position
from shunt.rules.switcher import Run
from shunt.track.turntable import Turntable
from tests.rules.settings import RING, STUB, after, all_after, made, setting

LINE = ["A B C D E"]
WYE = ["A B C X", "A B D X", "C X D"]
"""From B to C or to D; through X from the one to the other, so a locomotive can turn."""


# ---------------------------------------------------------------------------------------------------------- the board


def test_what_enters_by_one_end_goes_on_only_by_the_other() -> None:
    rules, start = setting(["A B C", "A B D"], {"L": "C>B"})
    assert all_after(rules, start) == {"L=B>A", "L=A<B"}  # never from C round the points to D


def test_points_have_no_state_whoever_moves_picks_the_branch() -> None:
    rules, start = setting(["A B C", "A B D"], {"L": "A>B"})
    assert all_after(rules, start) == {"L=B>C", "L=C<B", "L=D<B"}


def test_nothing_is_pushed_onto_a_broken_track() -> None:
    rules, start = setting(LINE, {"L": "B>C", "red": "C"}, broken=("D",))
    assert all_after(rules, start) == {"L=A>B red=C"}


# --------------------------------------------------------------------------------------------------------- turntables


def turntable(rotation: str = "each-move", bridge: str = "T", positions: tuple[tuple[str, str], ...] = ()) -> Turntable:
    return Turntable("T", tuple(bridge.split()), positions or (("B", "C"), ("C", "B")), rotation)  # type: ignore[arg-type]


TABLE_TRACKS = ["A B", "C D"]


def test_an_each_move_turntable_steps_after_every_move_at_no_cost() -> None:
    rules, start = setting(TABLE_TRACKS, {"L": "A>B"}, turntables=[turntable()])
    assert all_after(rules, start) == {"L=B<A T=1", "L=T>1 T=1", "L=C>D T=1", "L=D<C T=1"}


def test_it_wraps_round() -> None:
    rules, start = setting(TABLE_TRACKS, {"L": "A>B"}, turntables=[turntable()], at=(1,))
    assert after(rules, start, "L A>B") == "L=B<A T=0"


def test_pieces_on_the_bridge_turn_with_it() -> None:
    rules, start = setting(TABLE_TRACKS, {"L": "A>B", "M": "D<C"}, turntables=[turntable()])
    assert after(rules, start, "L A>T") == "L=T>1 M=D<C T=1"  # its end 1 looks to C, and after the step to B
    turned = made(rules, start, "L A>T")[-1].position
    assert "L=B>A M=D<C T=0" in all_after(rules, turned)


def test_during_a_move_the_turntable_stands_still() -> None:
    rules, start = setting(TABLE_TRACKS, {"L": "A>B"}, turntables=[turntable(positions=(("B", "C"), ("", "")))])
    assert "L=D<C T=1" in all_after(rules, start)


def test_a_train_that_straddles_its_edge_does_not_hold_it() -> None:
    rules, start = setting(TABLE_TRACKS, {"L": "B<A", "red": "A"}, turntables=[turntable()])
    apart = made(rules, start, "L B>T +red")[-1].position
    assert apart == Position(("T", "B"), (1,), (1,))
    assert after(rules, apart, "L T>C backward") == "L=C<D red=B T=0"  # its end 0 looks to C now; red stayed


def test_a_bridge_of_two_spaces_carries_a_train() -> None:
    rules, start = setting(TABLE_TRACKS, {"L": "B<A", "red": "A"}, turntables=[turntable(bridge="T U")])
    on_it = made(rules, start, "L B>U +red")[-1].position
    assert on_it.places == ("U", "T")
    assert after(rules, on_it, "L U>B +red").startswith("L=B>A red=U")


def test_a_manual_turntable_steps_only_by_a_move_of_its_own() -> None:
    rules, start = setting(TABLE_TRACKS, {"L": "A>B"}, turntables=[turntable("manual")])
    assert all_after(rules, start) == {"L=B<A T=0", "L=T>1 T=0", "L=C>D T=0", "L=D<C T=0", "L=A>B T=1"}
    assert after(rules, start, "T+1; T+1") == "L=A>B T=0"


def test_a_locked_turntable_never_steps() -> None:
    rules, start = setting(TABLE_TRACKS, {"L": "A>B"}, turntables=[turntable("locked")], at=(1,))
    assert all_after(rules, start) == {"L=B<A T=1", "L=T>0 T=1", "L=C>D T=1", "L=D<C T=1"}


def test_a_step_by_hand_is_a_move_after_which_the_others_step() -> None:
    tables = [
        Turntable("T", ("T",), (("B", ""), ("C", "")), "manual"),
        Turntable("U", ("U",), (("A", ""), ("D", "")), "each-move"),
    ]
    rules, start = setting(TABLE_TRACKS, {"L": "A>B"}, turntables=tables)
    assert after(rules, start, "T+1") == "L=A>B T=1 U=1"
    assert after(rules, start, "L A>B") == "L=B<A T=0 U=1"


# ------------------------------------------------------------------------------------------------ exclusive and no-stop

CROSSING = ["A X B", "C Y D"]


def test_a_space_is_not_entered_while_its_partner_is_occupied() -> None:
    rules, start = setting(CROSSING, {"L": "A>X", "red": "Y"}, exclusive=[["X", "Y"]])
    assert all_after(rules, start) == set()


def test_the_partner_is_not_pushed_but_free_once_it_is_empty() -> None:
    rules, start = setting(CROSSING, {"L": "A>X", "M": "Y>D"}, exclusive=[["X", "Y"]])
    assert after(rules, start, "M Y>D; L A>B") == "L=B<X M=D<Y"


def test_a_train_does_not_enter_a_partner_of_what_it_holds_itself() -> None:
    rules, start = setting(LINE, {"L": "C>D", "red": "B", "blue": "A"}, exclusive=[["B", "D"]])
    forward = {told for told in all_after(rules, start) if "L=D" in told}
    assert forward == {"L=D>E red=C blue=A"}  # with blue coupled, red would be on B still


def test_except_the_space_that_its_tail_leaves_in_that_step() -> None:
    rules, start = setting(LINE, {"L": "B>C", "red": "A"}, exclusive=[["A", "C"]])
    assert "L=C>D red=B" in all_after(rules, start)


def test_groups_may_overlap() -> None:
    rules, start = setting(["A X B", "C Y D", "E Z F"], {"L": "A>X", "red": "Z"}, exclusive=[["X", "Y"], ["Y", "Z"]])
    assert "L=B<X red=Z" in all_after(rules, start)  # X and Z share no group
    rules, start = setting(["A X B", "C Y D", "E Z F"], {"L": "C>Y", "red": "Z"}, exclusive=[["X", "Y"], ["Y", "Z"]])
    assert all_after(rules, start) == set()


def test_a_broken_space_occupies_nothing() -> None:
    rules, start = setting(CROSSING, {"L": "A>X"}, broken=("Y",), exclusive=[["X", "Y"]])
    assert all_after(rules, start) == {"L=X>B", "L=B<X"}


def test_a_no_stop_space_may_be_passed_but_not_stopped_on() -> None:
    rules, start = setting(LINE, {"L": "A>B"}, no_stop=["B", "D"])
    assert all_after(rules, start) == {"L=C>D", "L=E<D"}


def test_every_piece_that_moved_must_end_off_them() -> None:
    rules, start = setting(LINE, {"L": "B>C", "red": "C", "blue": "A"}, no_stop=["D"])
    assert all_after(rules, start) == set()  # L would stand on D, or red would; blue bars the way back
    rules, start = setting([*LINE, "D E F"], {"L": "B>C", "red": "C"}, no_stop=["D"])
    assert all_after(rules, start) == {"L=E>F red=F", "L=A>B red=C"}


# ------------------------------------------------------------------------------------------------------------- a move


def test_stopping_short_is_free_choice() -> None:
    rules, start = setting(LINE, {"L": "A>B"})
    assert all_after(rules, start) == {"L=B>C", "L=C>D", "L=D>E", "L=E<D"}


def test_a_move_goes_one_way_turning_back_needs_a_second() -> None:
    rules, start = setting(["A B C", "A B D"], {"L": "C>B"})
    assert after(rules, start, "L C>A; L A>D") == "L=D>B"
    with pytest.raises(IllegalMoveError, match="one run"):
        made(rules, start, "L C>D")


def test_at_least_one_space() -> None:
    rules, start = setting(LINE, {"L": "A>B"})
    with pytest.raises(IllegalMoveError, match="at least one space"):
        made(rules, start, "L A>A")


def test_any_number_of_what_stands_behind_is_coupled() -> None:
    rules, start = setting(LINE, {"L": "C>D", "red": "B", "blue": "A"})
    assert {told for told in all_after(rules, start) if told.startswith("L=D")} == {
        "L=D>E red=B blue=A",
        "L=D>E red=C blue=A",
        "L=D>E red=C blue=B",
    }


def test_only_an_unbroken_chain_is_coupled() -> None:
    rules, start = setting(LINE, {"L": "C>D", "red": "A"})
    assert all("red=A" in told or told.startswith(("L=A", "L=B")) for told in all_after(rules, start))


def test_where_points_lie_behind_the_branch_is_chosen() -> None:
    rules, start = setting(["A B C", "A B D"], {"L": "B>A", "red": "C", "blue": "D"})
    assert all_after(rules, start) == {"L=A<B red=C blue=D", "L=A<B red=B blue=D", "L=A<B red=C blue=B"}


def test_another_locomotive_may_be_in_the_chain_and_keeps_its_heading() -> None:
    rules, start = setting(LINE, {"L": "C>D", "M": "B>A", "red": "A"})
    assert after(rules, start, "L C>D +M+red") == "L=D>E M=C>B red=B"


def test_cars_in_front_are_never_coupled() -> None:
    rules, start = setting(LINE, {"L": "C>D", "red": "D"})
    assert {told for told in all_after(rules, start) if told.startswith(("L=A", "L=B"))} == {"L=B>C red=D", "L=A>B red=D"}


def test_a_push_without_room_moves_nothing() -> None:
    rules, start = setting(["A B C D"], {"L": "A>B", "red": "C", "blue": "D"})
    assert all_after(rules, start) == {"L=B>C red=C blue=D"}


def test_backing_pushes_coupled_or_not() -> None:
    rules, start = setting(LINE, {"L": "D>E", "red": "C"})
    assert {told for told in all_after(rules, start) if "L=C" in told} == {"L=C>D red=B"}


def test_backing_pulls_nothing() -> None:
    rules, start = setting(LINE, {"L": "C>D", "red": "D", "blue": "B"})
    assert {told for told in all_after(rules, start) if "L=B" in told} == {"L=B>C red=D blue=A"}
    with pytest.raises(IllegalMoveError, match="never coupled, only pushed"):
        made(rules, start, "L C>B +red")


def test_the_head_chooses_the_branch_and_the_others_follow() -> None:
    rules, start = setting(["A B C D", "A B E F"], {"L": "A>B", "red": "B"})
    assert all_after(rules, start) == {"L=B>C red=C", "L=B>C red=E", "L=C>D red=D", "L=E>F red=F"}


def test_nothing_is_dropped_in_mid_move() -> None:
    rules, start = setting(LINE, {"L": "B>C", "red": "A"})
    for how, position in rules.outcomes(start):
        assert isinstance(how, Run)
        places = dict(zip(rules.roster.pieces, position.places, strict=True))
        if "red" in how.couples:
            assert rules.plan.spaces.index(places["L"]) - rules.plan.spaces.index(places["red"]) == 1


def test_the_head_may_enter_the_space_that_the_tail_leaves() -> None:
    rules, start = setting(RING, {"L": "A>B", "red": "B", "blue": "C", "green": "D"})
    assert all_after(rules, start) == {
        "L=B>C red=C blue=D green=A",
        "L=C>D red=D blue=A green=B",
        "L=D>A red=A blue=B green=C",
        "L=A>B red=B blue=C green=D",
    }


def test_that_is_a_rule_of_spaces_not_of_ends() -> None:
    """The rules name the space that the tail leaves, not the end by which it does: at a stem both use the same end."""
    rules, start = setting(STUB, {"L": "D>A", "red": "C", "blue": "B", "green": "A"})
    assert after(rules, start, "L D>A +red+blue+green") == "L=A>S red=D blue=C green=B"


def test_a_space_of_the_train_that_is_not_left_blocks_it() -> None:
    rules, start = setting(STUB, {"L": "D>A", "red": "C", "blue": "B", "green": "A", "black": "S"})
    forward = {how.couples for how, _ in rules.outcomes(start) if isinstance(how, Run) and how.direction == "forward"}
    assert forward == {("red", "blue", "green")}  # without green the way on is shut by black, with black A is not left


def test_a_coupled_chain_may_run_round_a_ring_that_it_fills() -> None:
    rules, start = setting(RING, {"L": "A>B", "red": "D", "blue": "C", "green": "B"})
    assert after(rules, start, "L A>B +red+blue+green") == "L=B>C red=A blue=D green=C"


def test_a_lap_is_a_legal_move_that_steps_the_turntables() -> None:
    table = Turntable("T", ("T",), (("E", ""), ("", "E")))
    rules, start = setting([*RING, "E F"], {"L": "A>B"}, turntables=[table])
    assert after(rules, start, "L A>A forward") == "L=A>B T=1"


def test_a_lap_moves_every_piece_so_none_may_stand_on_no_stop() -> None:
    rules, start = setting(RING, {"L": "A>B", "red": "B", "blue": "C", "green": "D"}, no_stop=["B"])
    assert all_after(rules, start) == set()  # all four places are taken, whatever the lap


def test_paths_may_run_round_a_loop_any_number_of_times() -> None:
    """One lap pushes red onto the siding, a second brings the locomotive past its points again."""
    rules, start = setting([*RING, "C D E"], {"L": "A>B", "red": "C"})
    assert "L=C>D red=E" not in all_after(rules, start)
    assert "L=D>A red=E" in all_after(rules, start)


def test_a_moved_piece_keeps_its_heading_relative_to_the_track() -> None:
    rules, start = setting(WYE, {"L": "A>B"})
    assert "L=A<B" in all_after(rules, start)  # B, C, X, D, B, A: turned without reversing


def test_a_pushed_locomotive_turns_with_the_track_too() -> None:
    rules, start = setting(STUB, {"L": "A>B", "M": "B>C"})
    assert "L=D>A M=A>S" in all_after(rules, start)
    assert "L=A>S M=S<A" in all_after(rules, start)


def test_a_locomotive_that_backs_round_the_loop_is_turned() -> None:
    rules, start = setting(STUB, {"L": "S<A"})
    assert "L=S>A" in all_after(rules, start)


# -------------------------------------------------------------------------------------------------------------- railway


def test_railway_couples_at_both_ends() -> None:
    rules, start = setting(LINE, {"L": "C", "red": "B", "blue": "D"}, railway=True)
    assert all_after(rules, start) == {
        "L=D red=B blue=E",
        "L=D red=C blue=E",
        "L=B red=A blue=D",
        "L=B red=A blue=C",
    }


def test_railway_has_no_heading() -> None:
    rules, start = setting(STUB, {"L": "S"}, railway=True)
    assert start.headings == ()
    assert all_after(rules, start) == {"L=A", "L=B", "L=C", "L=D", "L=S"}


def test_a_board_of_one_space_has_no_moves() -> None:
    rules, start = setting(["A"], {"L": "A>0"})
    assert all_after(rules, start) == set()

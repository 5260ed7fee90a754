"""The second notation, with a hyphen for `>`: moves and headings, also where names contain hyphens."""

import pytest

from shunt.errors import NotationError
from shunt.hump.moves import HumpMove
from shunt.rules.moves import Move, TrainMove, TurntableStep, parse_move
from shunt.rules.notation import split_pair, without_number
from shunt.rules.position import heading_text, parse_heading
from shunt.track.plan import End, Plan

HYPHENS = Plan.from_tracks("hyphens", ["a a-b b-c c", "a a-b c-d"])


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("A A1-B3", TrainMove("A", "A1", "B3")),
        ("A:A1-B3+red", TrainMove("A", "A1", "B3", ("red",))),
        ("A A1 - B3 +red-car via W-1", TrainMove("A", "A1", "B3", ("red-car",), None, ("W-1",))),
        ("A a-b - c-d", TrainMove("A", "a-b", "c-d")),
        ("A a-b>c", TrainMove("A", "a-b", "c")),
        ("A-1 A1-B3 backward", TrainMove("A-1", "A1", "B3", (), "backward")),
        ("T+1", TurntableStep("T")),
    ],
)
def test_a_hyphen_separates(text, move):
    assert parse_move(text) == move == Move.parse(str(move))


def test_the_names_of_the_board_decide():
    assert parse_move("A a-b-c", HYPHENS.spaces) == TrainMove("A", "a-b", "c")  # the longest start that is a space
    assert parse_move("A a-b-c-d", HYPHENS.spaces) == TrainMove("A", "a-b", "c-d")
    assert parse_move("A a-x-y", HYPHENS.spaces) == TrainMove("A", "a", "x-y")
    assert split_pair("p-q-r", HYPHENS.spaces) is None
    with pytest.raises(NotationError, match="more than one -"):
        parse_move("A a-b-c")


def test_headings_take_a_hyphen_too():
    plan = Plan.from_tracks("line", ["A B C"])
    assert parse_heading(plan, "B-A") == parse_heading(plan, "B > A") == End("B", 0)
    assert parse_heading(HYPHENS, "a-b-a") == parse_heading(HYPHENS, "a-b>a")
    for text in ("a-b", "B"):  # a space, and nothing that it faces
        with pytest.raises(NotationError, match="write SPACE>NEIGHBOUR"):
            parse_heading(HYPHENS, text)
    assert heading_text(HYPHENS, parse_heading(HYPHENS, "a-b-b-c")) == "a-b>b-c"


def test_hump_moves_take_a_hyphen_too():
    assert HumpMove.parse("A+B q0-2.2.NS via 1.0.WE") == HumpMove(("A", "B"), "q0", "2.2.NS", ("1.0.WE",))
    move = HumpMove.parse("A q0>-1.2.NS")
    assert HumpMove.parse(str(move)) == move
    assert HumpMove.parse("A q0 - -1.2.NS") == HumpMove.parse("A q0--1.2.NS") == move
    assert HumpMove.parse("A 1.-1.N-2.0.SW") == HumpMove(("A",), "1.-1.N", "2.0.SW")


def test_numbers_before_moves():
    assert without_number("4. A A1>B3", Move.parse) == "A A1>B3"
    assert without_number("4. nonsense", Move.parse) == "nonsense"
    assert without_number("4. A1>B3", Move.parse) == "4. A1>B3"

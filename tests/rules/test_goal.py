"""Parts of a goal without some of its pieces, and the rows of spaces on which a train may stand."""

from itertools import pairwise, permutations, product

import pytest

from shunt.rules.goal import Goal, Want
from shunt.rules.position import Roster
from shunt.rules.train_rows import ANY, WantedTrain, matched
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from shunt.track.plan import End, Plan


def test_the_rest_of_a_want():
    want = Want("mill", ("A", "B"), ("x", "y", "z"), 2)
    assert want.text == "2 of x y z"
    assert want.among({"x": "p", "y": "q", "z": "r"}) == Want("mill", ("A", "B"), ("p", "q", "r"), 2)
    assert want.among({"x": "p", "z": "r"}) == Want("mill", ("A", "B"), ("p", "r"), 1)  # y may be one of the two
    assert want.among({"x": "p"}) is None
    assert want.without("y") == Want("mill", ("A", "B"), ("x", "z"), 2)
    assert Want("mill", ("A",), ("x",)).without("x") is None


def joined(plan: Plan, row: tuple[str, ...]) -> bool:
    """Return whether a train can stand on a row: some choice of ends leads through every space from end to end."""
    joins = plan.joins((0,) * len(plan.turntables))
    return any(
        all(End(after, 1 - leaves) in joins.get(End(before, left), ()) for (before, left), (after, leaves) in pairwise(ends))
        for ends in (list(zip(row, choice, strict=True)) for choice in product((0, 1), repeat=len(row)))
    )


BOARDS = [
    load_layout("loop-12").plan,
    Layout.from_tracks("A B C D E F", "B G H", "A B G", no_stop=["C"], exclusive=[["E", "H"]]).plan,
]


@pytest.mark.parametrize("plan", BOARDS, ids=["loop-12", "no-stop"])
@pytest.mark.parametrize("length", [1, 2, 3])
def test_rows_are_all_that_a_train_can_stand_on(plan, length):
    may_stop = [space for space in plan.spaces if space not in plan.no_stop]
    expected = {
        row
        for row in permutations(may_stop, length)
        if joined(plan, row) and all(plan.partners(space).isdisjoint(row) for space in row)
    }
    pieces = tuple("xyz"[:length])
    settings = (0,) * len(plan.turntables)
    found = WantedTrain(pieces).rows(plan, settings)
    assert len(found) == len(set(found))
    assert set(found) == expected
    place = tuple(may_stop[: len(may_stop) // 2])
    inside = {row for row in expected if set(row) <= set(place)}
    assert set(WantedTrain(pieces, "P", False, place).rows(plan, settings)) == inside
    along = tuple(may_stop)
    stretches = {along[first : first + length] for first in range(len(along) - length + 1)}
    assert set(WantedTrain(pieces, "", True, along).rows(plan, settings)) == expected & stretches


def test_a_train_stands_on_a_row_if_its_pieces_are_in_order():
    rows = [("A", "B", "C"), ("C", "B", "A"), ("B", "C", "D")]
    names = {"A": "x", "B": "y", "C": "z", "D": "t"}
    assert list(matched(rows, ["x", "y", "z"], names, Roster(()).alike)) == [("A", "B", "C")]
    assert list(matched(rows, ["t", "y", "z"], names, Roster((), (), (("x", "t"),)).alike)) == [("A", "B", "C")]
    assert list(matched(rows, [ANY, "y", ANY], names, Roster(()).alike)) == [("A", "B", "C"), ("C", "B", "A")]
    assert list(matched([("A", "E")], ["x", ANY], names, Roster(()).alike)) == []  # any piece, but a piece


def test_the_readings_of_a_train_of_many_pieces_are_made_one_by_one():
    """There are far more of them than fit into memory."""
    plan = Layout.from_tracks(" ".join(f"s{number}" for number in range(60))).plan
    roster = Roster(("L",), tuple(f"c{number}" for number in range(50)))
    goal = Goal({}, trains=(WantedTrain((ANY,) * 40 + ("c0",)), WantedTrain(("c1", "c2"))))
    first = next(goal.readings(roster, plan, ()))
    assert [want.spaces for want in first.wants] == [(f"s{number}",) for number in range(43)]

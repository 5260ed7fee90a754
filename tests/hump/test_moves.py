"""Notation of cuts, and a player's moves judged."""

import pytest
from hypothesis import given, settings

from shunt.errors import NotationError
from shunt.hump.moves import HumpMove, judge, legal_moves, move_of, resolve
from shunt.hump.rules import Hump
from tests.effort import examples
from tests.hump.engine.yards import BARE, TWO, hump_positions, successors


@given(hump_positions())
@settings(max_examples=examples(80))
def test_every_move_can_be_written_and_read(case):
    rules, position = case
    for run in list(rules.runs(position))[:40]:
        text = str(move_of(rules, position, run))
        assert str(HumpMove.parse(text)) == text
        again = resolve(rules, position, HumpMove.parse(text))
        assert (again.cars, again.after) == (run.cars, run.after)


@pytest.mark.parametrize("text", ["", "A", "A q0", "A q0>", "q0>q1", "A+ q0>q1", "A q0>q1 by q2", "A q0>q1 via"])
def test_unreadable(text):
    with pytest.raises(NotationError, match="is not a move"):
        HumpMove.parse(text)


SOLUTION = ["A+B+C q0>2.2.NS", "C 2.0.NW>1.2.NS", "B+A 2.1.NS>0.2.NS", "C 1.2.NS>0.0.NE", "C+A+B 0.0.NE>sink"]


def test_a_bid_that_holds():
    verdict = judge(Hump.on(TWO, "ABC"), SOLUTION, "CAB", 5)
    assert verdict.holds
    assert verdict.after[-1] is None


@pytest.mark.parametrize(
    ("moves", "rule", "number"),
    [
        (SOLUTION, "bid", 5),
        (SOLUTION[:3], "unfinished", None),
        ([], "unfinished", None),
        (["A+B+C q0>sink"], "order", 1),
        (["A+B q0>sink"], "exit", 1),
        (["A q0>3.0.WE"], "farthest", 1),
        (["A q0>4.0.WE", "B q1>4.0.WE"], "way", 2),
        (["B+A q1>q0"], "cut", 1),
        (["X q0>4.0.WE"], "cut", 1),
        (["A q1>4.0.WE"], "cut", 1),
        (["A q0>9.9.WE"], "space", 1),
    ],
)
def test_the_first_broken_rule_is_named(moves, rule, number):
    verdict = judge(Hump.on(TWO, "ABC"), moves, "CAB", 4)
    assert (verdict.rule, verdict.number) == (rule, number)
    assert verdict.why
    assert not verdict.holds


@pytest.mark.parametrize(
    ("stop", "text", "why"),
    [
        ("farthest", "A q0>9.9.WE", "unknown space 9.9.WE; it may end with its lead car on 0.2.NS or 1.2.NS or 2.2.NS or"),
        ("any", "A+B q0>2.1.SN", "unknown space 2.1.SN; it may end with its lead car on one of 20 spaces, such as 0.0.NW,"),
        ("any", "A q0>2.0.NE", "cannot reach 2.0.NE; it may end with its lead car on one of 20 spaces, such as 0.0.NW, 0.0.WE"),
        ("farthest", "A q1>9.9.WE", "A is not on q1: A on q0 B on q1 C on q2"),
    ],
)
def test_a_wrong_space_tells_where_the_cut_can_go(stop, text, why):
    verdict = judge(Hump.on(TWO, "ABC", stop), [text], "CAB", 4)
    assert why in verdict.why


@pytest.mark.parametrize("stop", ["farthest", "any"])
def test_every_move_is_listed_and_means_one_outcome(stop):
    rules = Hump.on(TWO, ["red", "red", "blue"], stop)
    for position in [rules.start, *sorted(successors(rules, rules.start), key=str)[:8]]:
        moves = legal_moves(rules, position)
        found = {resolve(rules, position, HumpMove.parse(str(move))).after for move in moves}
        assert found == {run.after for run in rules.runs(position)}


def test_nothing_moves_after_the_exit():
    assert judge(Hump.on(BARE, "AB"), ["A+B q0>sink", "A q0>sink"], "AB", 3).rule == "exit"

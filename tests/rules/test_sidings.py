"""The referee of `sidings`: moves, broken rules, goals, notation."""

from itertools import permutations

import pytest

from shunt.errors import CardError, IllegalMoveError, NotationError
from shunt.sidings.rules.notation import in_order, parse_cars, parse_position, parse_yard
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsMove, SidingsPosition

YARD = {"1": 5, "2": 3, "3": 3}
EIGHT = tuple("12345678")


def at(text: str, locomotive: str = "headshunt") -> SidingsPosition:
    position = parse_position(text, YARD)
    return SidingsPosition(position.headshunt, position.sidings, locomotive)


def inglenook(metric: str = "pulls", headshunt: int = 3, **more: object) -> Sidings:
    return Sidings(headshunt, YARD, EIGHT, metric=metric, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["1-3", "2+3", "1-0", "north-2-1", "a.b_c+12"])
def test_notation_round_trips(text):
    assert str(SidingsMove.parse(text)) == text


@pytest.mark.parametrize("text", ["", "1", "1-", "-3", "1*3", "1-x", "1-3 2+3"])
def test_what_is_no_move_says_what_would_be(text):
    with pytest.raises(NotationError, match=r"1-3"):
        SidingsMove.parse(text)


def test_blanks_around_a_move_do_not_matter():
    assert SidingsMove.parse(" north - 12 ") == SidingsMove("north", False, 12)


def test_yards_with_their_sidings_in_another_order_are_not_equal():
    other = Sidings(3, {"1": 5, "3": 3, "2": 3}, EIGHT)
    assert other != inglenook()  # since a position lists the cars of the sidings in their order
    assert len({other, inglenook(), inglenook()}) == 2


def test_a_cut_keeps_its_order_both_ways():
    rules = inglenook()
    pulled = rules.make(at("8|57214/36"), SidingsMove.parse("1-2")).position
    assert pulled == at("857|214/36")
    assert rules.make(pulled, SidingsMove.parse("2+1")).position == at("85|214/736")
    assert rules.make(pulled, SidingsMove.parse("3+3")).position == at("214/36/857")


@pytest.mark.parametrize(
    ("metric", "position", "move", "rule"),
    [
        ("pulls", "/123/", "4-1", "siding"),
        ("pulls", "12345/678", "1-0", "count"),
        ("pulls", "12345/678", "3-1", "cars"),
        ("pulls", "12345/678", "1-4", "headshunt"),
        ("pulls", "1|2345/678", "1-3", "headshunt"),
        ("pulls", "1|2345/678", "2+1", "capacity"),
        ("pulls", "1|2345/678", "3+2", "cars"),
        ("legs", "12|345/678", "1+1", "whole train"),
        ("legs", "12|345/678", "1-1", "locomotive"),
        ("legs", "345/12678/@2", "3+0", "locomotive"),
        ("legs", "345/12678/@2", "1-1", "locomotive"),
        ("legs", "345/12678/@2", "2-1", "capacity"),
        ("legs", "345/12678/@2", "2-4", "headshunt"),
    ],
)
def test_an_illegal_move_names_the_broken_rule(metric, position, move, rule):
    text, _, place = position.partition("@")
    with pytest.raises(IllegalMoveError) as caught:
        inglenook(metric).make(at(text, place or "headshunt"), SidingsMove.parse(move), 7)
    assert (caught.value.rule, caught.value.number) == (rule, 7)
    assert str(caught.value).startswith(f"move 7: {move}: ")


def test_under_legs_a_siding_may_be_over_full_while_the_locomotive_is_in_it():
    rules = inglenook("legs")
    inside = rules.make(at("12|345/678"), SidingsMove.parse("2+2")).position
    assert inside == at("345/12678", "2")
    assert {str(move) for move, _ in rules.moves(inside)} == {"2-2", "2-3"}
    assert rules.make(inside, SidingsMove.parse("2-2")).position == at("12|345/678")


def test_moves_are_listed_in_a_fixed_order():
    here = at("1|2345/67/8")
    assert " ".join(str(move) for move, _ in inglenook().moves(here)) == "1-1 1-2 1+1 2-1 2-2 2+1 3-1 3+1"
    assert " ".join(str(move) for move, _ in inglenook("legs").moves(here)) == "1+1 2+1 3+1"


def test_every_pull_can_be_undone_by_a_drop():
    rules = Sidings(2, {"a": 2, "b": 2}, ("x", "y", "z"))
    for order in permutations(rules.cars):
        here = SidingsPosition(order[:1], (order[1:2], order[2:]))
        for move, after in rules.moves(here):
            assert rules.make(after, SidingsMove(move.siding, not move.drops, move.count)).position == here


def test_a_headshunt_without_limit_takes_every_car():
    assert inglenook(headshunt=0).make(at("678|12345/"), SidingsMove.parse("1-5")).position == at("67812345|//")


def test_the_goal_with_free_sidings_any_cars_and_an_empty_headshunt():
    rules = inglenook()
    goal = SidingsGoal({"1": tuple("12?45")})
    assert goal.is_met(rules, at("12345/678"))
    assert goal.is_met(rules, at("12845/6/73"))
    assert not goal.is_met(rules, at("6|12345/78"))
    assert not goal.is_met(rules, at("1245/6/738"))
    assert SidingsGoal({}, headshunt=("1", "?")).is_met(rules, at("18|23456/7"))


def test_a_train_in_pulls_is_in_any_siding_with_nothing_on_the_headshunt():
    rules, goal = inglenook(), SidingsGoal(train=tuple("123"))
    assert goal.is_met(rules, at("12345/678"))
    assert goal.is_met(rules, at("45678/123"))
    assert not goal.is_met(rules, at("41235/678"))
    assert not goal.is_met(rules, at("4|12358/67"))


def test_a_train_in_legs_is_next_to_the_locomotive():
    rules, goal = inglenook("legs"), SidingsGoal(train=tuple("12345"))
    assert not goal.is_met(rules, at("12345/678"))
    assert goal.is_met(rules, at("12345/678", "1"))
    assert not goal.is_met(rules, at("12345/678", "2"))
    assert goal.is_met(rules, at("78/123456", "2"))


def test_interchangeable_cars_stand_for_each_other():
    rules = inglenook(interchangeable=(("1", "8"), ("2", "7")))
    assert SidingsGoal({"2": tuple("12")}).is_met(rules, at("13456/87"))
    assert rules.canonical(at("8|73456/12")) == at("1|23456/87")
    assert not SidingsGoal({"2": tuple("12")}).is_met(rules, at("18456/37"))


def test_every_fault_of_a_position_and_a_goal_is_told_at_once():
    rules = inglenook()
    faults = rules.faults_of(at("11234|578/9/8"))
    assert [(fault.where, fault.what) for fault in faults] == [
        ("start", "the car '1' is named twice"),
        ("start", "the car '8' is named twice"),
        ("start", "unknown car '9'"),
        ("start", "the car '6' is missing"),
        ("start.headshunt", "5 cars, but the headshunt holds 3"),
    ]
    assert "the whole yard holds 14" in rules.faults_of(at("123456|12345/678/123"))[0].what
    assert [fault.where for fault in rules.faults_of(at("/12345678"))] == ["start.2"]
    wrong = SidingsGoal({"1": tuple("123456"), "4": ("9",), "2": ("1",)})
    assert [fault.where for fault in wrong.problems(rules)] == ["goal", "goal", "goal.4", "goal.1"]
    assert [fault.where for fault in SidingsGoal(train=tuple("123456")).problems(rules)] == ["goal.train"]
    assert SidingsGoal({"1": (), "2": (), "3": ()}).problems(rules)[0].what == "has room for 0 cars, but there are 8"
    assert not SidingsGoal({"1": tuple("?2345")}).problems(rules)


def test_a_yard_that_makes_no_sense_is_refused_with_every_fault():
    with pytest.raises(CardError) as caught:
        Sidings(-1, {"train": 3, "b": 0}, ("x", "x"), (("x", "y"),), "runs")  # type: ignore[arg-type]
    assert len(caught.value.faults) == 6


def test_what_people_type():
    assert parse_position("57218/346", YARD) == SidingsPosition((), (tuple("57218"), tuple("346"), ()))
    assert parse_position("1 2|10 7/3,4", YARD) == SidingsPosition(("1", "2"), (("10", "7"), ("3", "4"), ()))
    assert SidingsGoal.parse("12345/*/", YARD) == SidingsGoal({"1": tuple("12345"), "3": ()})
    assert parse_cars("1 2 10") == ("1", "2", "10")
    assert parse_yard("6-4-4") == {"1": 6, "2": 4, "3": 4}
    assert in_order(["b", "10", "9", "a"]) == ("9", "10", "a", "b")
    assert str(at("12|345/678/")) == "12|345/678/"
    assert parse_position(str(at("8|57/4/1")), YARD) == at("8|57/4/1")
    for text in ("1/2/3/4", "1|2|3"):
        with pytest.raises(NotationError):
            parse_position(text, YARD)

"""Positions and headings as people write them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shunt.errors import NotationError
from shunt.rules.position import Position, Roster, heading_text, parse_heading, position_from_names
from shunt.rules.switcher import Switcher
from shunt.track.plan import End, Plan
from shunt.track.turntable import Turntable
from tests.search.boards import plans, puzzles


@given(plans())
def test_every_heading_is_read_as_it_was_written(plan: Plan) -> None:
    for space in plan.spaces:
        texts = [heading_text(plan, End(space, end)) for end in (0, 1)]
        assert [parse_heading(plan, text) for text in texts] == [End(space, 0), End(space, 1)]
        assert parse_heading(plan, texts[0].replace(">", " > ").replace("<", " < ")) == End(space, 0)


def test_a_heading_names_what_lies_ahead_or_else_behind() -> None:
    plan = Plan.from_tracks("line", ["A B C"])
    assert heading_text(plan, parse_heading(plan, "A>B")) == "A>B"
    assert heading_text(plan, parse_heading(plan, "A<B")) == "A<B"
    assert parse_heading(plan, "B<A") == parse_heading(plan, "B>C")
    assert heading_text(plan, parse_heading(plan, "B<A")) == "B>C"


def test_on_points_any_branch_will_do() -> None:
    plan = Plan.from_tracks("points", ["A B C", "A B D"])
    assert parse_heading(plan, "B>C") == parse_heading(plan, "B>D") == parse_heading(plan, "B<A")


def test_a_bridge_of_one_space_has_ends_0_and_1() -> None:
    plan = Plan.from_tracks("table", ["A B", "C D"], [Turntable("T", ("T",), (("B", "C"), ("C", "B")))])
    assert parse_heading(plan, "T>0") == parse_heading(plan, "T<1") == End("T", 0)
    assert heading_text(plan, End("T", 1)) == "T>1"
    with pytest.raises(NotationError, match="just one end"):
        parse_heading(plan, "T>B")  # now at the one end, now at the other


def test_a_bridge_has_ends_0_and_1_even_beside_spaces_of_these_names() -> None:
    plan = Plan.from_tracks("table", ["2 1", "0 3"], [Turntable("T", ("T",), (("1", "0"),))])
    assert parse_heading(plan, "T>0") == End("T", 0)  # although the space 0 lies at its end 1
    assert heading_text(plan, End("T", 0)) == "T>0"


def test_elsewhere_0_and_1_are_neighbours() -> None:
    plan = Plan.from_tracks("digits", ["1 A 0"])
    assert parse_heading(plan, "A>1") == End("A", 0)
    assert parse_heading(plan, "A>0") == End("A", 1)
    with pytest.raises(NotationError, match="the ends of A face 0"):
        parse_heading(Plan.from_tracks("digits", ["0 A B"]), "A>1")


def test_a_space_without_any_neighbour_has_ends_0_and_1_too() -> None:
    plan = Plan.from_tracks("alone", ["A"])
    assert heading_text(plan, parse_heading(plan, "A>1")) == "A>1"


def test_on_a_longer_bridge_the_neighbour_on_the_bridge_is_named() -> None:
    plan = Plan.from_tracks("table", ["A B", "C D"], [Turntable("T", ("T", "U"), (("B", "C"), ("C", "B")))])
    assert heading_text(plan, parse_heading(plan, "T>U")) == "T>U"
    assert heading_text(plan, parse_heading(plan, "T<U")) == "T<U"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A", "write SPACE>NEIGHBOUR"),
        ("", "write SPACE>NEIGHBOUR"),
        ("Z>A", "unknown space 'Z'"),
        ("A>C", "the ends of A face B and nothing"),
        ("A>", "no neighbour is named; the ends of A face B and nothing"),
        (">A", "unknown space ''"),
        ("A>B>C", "is not a neighbour of A"),
        ("A<B>C", "unknown space 'A<B'"),
    ],
)
def test_what_is_wrong_with_a_heading_is_told(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_heading(Plan.from_tracks("line", ["A B C"]), text)
    assert words in str(caught.value)


@given(plans(), st.text("s012t><A ", max_size=8))
def test_any_other_text_raises_nothing_else(plan: Plan, text: str) -> None:
    try:
        space = parse_heading(plan, text).space
    except NotationError:
        space = ""
    assert space in ("", *plan.spaces)


# -------------------------------------------------------------------------------------------------- interchangeable pieces


@given(puzzles(), st.randoms())
def test_canonical_is_the_same_for_all_orders_of_a_group(puzzle: tuple[Switcher, Position], random: Random) -> None:
    rules, position = puzzle
    roster = rules.roster
    places, headings = list(position.places), list(position.headings)
    for group in roster.interchangeable:
        seats = [roster.pieces.index(name) for name in group]
        order = list(seats)
        random.shuffle(order)
        for seat, other in zip(seats, order, strict=True):
            places[seat] = position.places[other]
            if seat < len(headings):
                headings[seat] = position.headings[other]
    mixed = Position(tuple(places), tuple(headings), position.turntables)
    assert roster.canonical(mixed) == roster.canonical(position) == position
    assert roster.canonical(roster.canonical(mixed)) == position


def test_only_members_of_a_group_change_places() -> None:
    roster = Roster(("L", "M"), ("red", "blue", "green"), (("green", "red"), ("M", "L")))
    position = Position(("B", "A", "E", "D", "C"), (0, 1), (2,))
    assert roster.canonical(position) == Position(("A", "B", "C", "D", "E"), (1, 0), (2,))


def test_a_heading_stays_with_its_place() -> None:
    roster = Roster(("L", "M"), (), (("L", "M"),))
    assert roster.canonical(Position(("B", "A"), (1, 0))) == Position(("A", "B"), (0, 1))


@given(puzzles())
def test_names_of_a_position_are_read_again(puzzle: tuple[Switcher, Position]) -> None:
    rules, position = puzzle
    roster = rules.roster
    names = roster.as_names(rules.plan, position)
    assert list(names) == list(roster.pieces)
    ends = {name: parse_heading(rules.plan, names[name]) for name in roster.locomotives} if rules.has_headings else {}
    places = {name: ends[name].space if name in ends else text for name, text in names.items()}
    headings = {name: end.end for name, end in ends.items()}
    assert position_from_names(roster, places, headings, position.turntables) == position

"""Positions and headings as people write them."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.errors import NotationError
from shunt.rules.position import Position, Roster, heading_text, parse_heading, position_from_names
from shunt.track.plan import End, Plan
from shunt.track.turntable import Turntable
from tests.effort import examples
from tests.search.boards import puzzles

LINE = Plan.from_tracks("line", ["A B C"])
POINTS = Plan.from_tracks("points", ["A B C", "A B D"])
TABLE = Plan.from_tracks("table", ["A B", "C D"], [Turntable("T", ("T",), (("B", "C"), ("C", "B")))])
LONG_BRIDGE = Plan.from_tracks("table", ["A B", "C D"], [Turntable("T", ("T", "U"), (("B", "C"), ("C", "B")))])
NUMBERED_TABLE = Plan.from_tracks("table", ["2 1", "0 3"], [Turntable("T", ("T",), (("1", "0"),))])


@pytest.mark.parametrize(
    ("plan", "texts", "end"),
    [
        (LINE, "A>B", End("A", 0)),
        (LINE, "A<B", End("A", 1)),  # what lies behind is named if nothing lies ahead
        (LINE, "B>C B<A", End("B", 1)),
        (POINTS, "B>C B>D B<A", End("B", 1)),  # any branch will do
        (TABLE, "T>0 T<1", End("T", 0)),
        (NUMBERED_TABLE, "T>0", End("T", 0)),  # although the space 0 lies at its end 1
        (LONG_BRIDGE, "T>U", End("T", 0)),
        (LONG_BRIDGE, "T<U", End("T", 1)),
        (Plan.from_tracks("digits", ["1 A 0"]), "A>1", End("A", 0)),
        (Plan.from_tracks("alone", ["A"]), "A>1", End("A", 1)),
    ],
)
def test_headings_are_read_and_written(plan, texts, end):
    """The first of several texts is the one that is written."""
    assert {parse_heading(plan, text) for text in texts.split()} == {end}
    assert heading_text(plan, end) == texts.split()[0]


@pytest.mark.parametrize(
    ("plan", "text", "words"),
    [
        (TABLE, "T>B", "just one end"),  # now at the one end, now at the other
        (Plan.from_tracks("digits", ["0 A B"]), "A>1", "the ends of A face 0"),
        (LINE, "A", "write SPACE>NEIGHBOUR"),
        (LINE, "", "write SPACE>NEIGHBOUR"),
        (LINE, "Z>A", "unknown space 'Z'"),
        (LINE, "A>C", "the ends of A face B and nothing"),
        (LINE, "A>", "no neighbour is named; the ends of A face B and nothing"),
        (LINE, ">A", "unknown space ''"),
        (LINE, "A>B>C", "is not a neighbour of A"),
        (LINE, "A<B>C", "unknown space 'A<B'"),
    ],
)
def test_what_is_wrong_with_a_heading_is_told(plan, text, words):
    with pytest.raises(NotationError) as caught:
        parse_heading(plan, text)
    assert words in str(caught.value)


# -------------------------------------------------------------------------------------------------- interchangeable pieces


def test_only_members_of_a_group_change_places():
    roster = Roster(("L", "M"), ("red", "blue", "green"), (("green", "red"), ("M", "L")))
    position = Position(("B", "A", "E", "D", "C"), (0, 1), (2,))
    assert roster.canonical(position) == Position(("A", "B", "C", "D", "E"), (1, 0), (2,))


def test_a_heading_stays_with_its_place():
    roster = Roster(("L", "M"), (), (("L", "M"),))
    assert roster.canonical(Position(("B", "A"), (1, 0))) == Position(("A", "B"), (0, 1))


@settings(max_examples=examples(80))
@given(puzzles(), st.randoms(), st.text("s012t><A ", max_size=8))
def test_headings_and_positions_are_read_as_they_were_written(puzzle, random, other):
    rules, position = puzzle
    plan, roster = rules.plan, rules.roster
    for space in plan.spaces:
        texts = [heading_text(plan, End(space, end)) for end in (0, 1)]
        assert [parse_heading(plan, text) for text in texts] == [End(space, 0), End(space, 1)]
        assert parse_heading(plan, texts[0].replace(">", " > ").replace("<", " < ")) == End(space, 0)
    with suppress(NotationError):
        assert parse_heading(plan, other).space in plan.spaces
    assert Position.parse(str(position)) == position == eval(repr(position), {"Position": Position})
    names = roster.as_names(plan, position)
    assert list(names) == list(roster.pieces)
    ends = {name: parse_heading(plan, names[name]) for name in roster.locomotives} if rules.has_headings else {}
    places = {name: ends[name].space if name in ends else text for name, text in names.items()}
    assert position_from_names(roster, places, {name: end.end for name, end in ends.items()}, position.turntables) == position
    mixed = shuffled(roster, position, random)
    assert roster.canonical(mixed) == roster.canonical(position) == position


def shuffled(roster: Roster, position: Position, random: Random) -> Position:
    """The position with the members of every interchangeable group in any order."""
    places, headings = list(position.places), list(position.headings)
    for group in roster.interchangeable:
        seats = [roster.pieces.index(name) for name in group]
        for seat, other in zip(seats, random.sample(seats, len(seats)), strict=True):
            places[seat] = position.places[other]
            if seat < len(headings):
                headings[seat] = position.headings[other]
    return Position(tuple(places), tuple(headings), position.turntables)

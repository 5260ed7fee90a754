"""Goals that give each place a number of pieces: what is allowed, and every reason for which one is refused."""

from dataclasses import replace
from typing import Any

import pytest

from shunt.cards.card import Card, RouteCard
from shunt.errors import CardError
from shunt.track.layout import Layout

CARS = {"red": "C", "green": "D", "blue": "E"}


def card(goal: dict[str, str], **options: Any) -> RouteCard:
    """A board of one track, with a place of two spaces and one that is closed to cars."""
    layout = replace(Layout.from_tracks("A B C D E F G", closed={"G": "cars"}), places={"mill": ("D", "E")})
    return Card.build(layout, ruleset="railway", locomotives={"L": "A"}, cars=CARS, goal=goal, **options)


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ({"mill": "2 of red green"}, "2 of red green"),
        ({"mill": "1 of red"}, "1 of red"),
        ({"B": "1 of red green"}, "1 of red green"),
        ({"mill": "1 of red, 1 of L"}, "1 of L"),
        ({"mill": "2 of red green blue", "B": "1 of red green blue"}, "1 of red green blue"),
    ],
)
def test_wants_are_read_as_they_are_written(goal, words):
    assert words in [want.text for want in card(goal).goal.wants]


@pytest.mark.parametrize(
    ("goal", "options", "what", "remedy"),
    [
        ({"mil": "1 of red"}, {}, "unknown place 'mil'", "did you mean mill?"),
        ({"mill": "1 of rde"}, {}, "unknown piece 'rde' at the start", "did you mean red?"),
        ({"mill": "2 of red red"}, {}, "'2 of red red' names a piece twice", "name each piece once"),
        ({"mill": "1 of red L"}, {}, "'1 of red L' mixes locomotives and cars", "write a count for each, with a comma"),
        ({"mill": "0 of red"}, {}, "'0 of red' asks for 0 pieces of 1", "a number from 1 to 1"),
        ({"mill": "4 of red green blue"}, {}, "'4 of red green blue' asks for 4 pieces of 3", "a number from 1 to 3"),
        ({"B": "1 of red"}, {"broken": ["B"]}, "B is a broken track", "take a space off start.broken"),
        ({"G": "1 of red green"}, {}, "G is closed to red green", "open a space of it"),
        ({"mill": "1 of red blue"}, {"interchangeable": [["red", "green"]]}, "some pieces of an interchangeable", "add green"),
        ({"mill": "1 of red", "B": "1 of red"}, {}, "asks for more pieces than there are", "in one line of the goal only"),
        ({"mill": "3 of red green blue"}, {}, "have fewer spaces than pieces that must end there", "ask for fewer pieces"),
    ],
)
def test_what_a_place_may_not_ask(goal, options, what, remedy):
    with pytest.raises(CardError) as caught:
        card(goal, **options)
    first = caught.value.faults[0]
    assert what in first.what
    assert remedy in first.remedy


def test_a_goal_may_name_a_great_many_pieces():
    """Each car that the last place takes makes another place take the next car."""
    layout = Layout.from_tracks(" ".join(f"s{number}" for number in range(1202)))
    cars = {f"c{number}": f"s{number}" for number in range(1200)}
    goal = {f"s{number}": f"1 of c{number} c{number + 1}" for number in reversed(range(1199))} | {"s1201": "1 of c0 c1199"}
    assert len(Card.build(layout, ruleset="railway", locomotives={"L": "s1200"}, cars=cars, goal=goal).goal.wants) == 1200
    goal["s1200"] = "1 of c5"
    with pytest.raises(CardError, match="more pieces than there are"):
        Card.build(layout, ruleset="railway", locomotives={"L": "s1200"}, cars=cars, goal=goal)

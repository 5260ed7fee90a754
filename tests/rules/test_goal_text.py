"""Goals in words: pieces that are alike are named together."""

from shunt import load
from shunt.rules.goal import Goal
from shunt.rules.goal_text import goal_text, in_ranges, listed
from shunt.rules.position import Roster


def test_goals_of_pieces_that_are_alike_are_one():
    card = load("two-of-a-kind")
    assert card.rules.describe_goal(card.goal) == "two reds to G and H · blue F · 1 A"
    assert card.rules.describe_goal(Goal({"red2": "G"})) == "any red to G"
    roster = Roster(("1",), ("w1", "w2", "w3"), (("w1", "w2", "w3"),))
    assert goal_text(Goal({"w1": "A", "w3": "B"}), roster, card.plan) == "two of w1–w3, alike, to A and B"
    assert goal_text(Goal({"w1": "A", "w2": "B", "w3": "C", "1": "D"}), roster, card.plan) == "w1–w3, alike, to A, B and C · 1 D"


def test_names_are_listed_in_ranges():
    assert in_ranges(["w3", "w1", "w2", "b1", "b2", "x"]) == ["b1", "b2", "w1–w3", "x"]
    assert [listed(words) for words in (["A"], ["A", "B"], ["A", "B", "C"])] == ["A", "A and B", "A, B and C"]

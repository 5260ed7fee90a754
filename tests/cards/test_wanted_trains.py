"""Goals by train in files: every fault with its place and remedy, the way there and back, and what is said and drawn of them."""

import pytest

import shunt
from shunt.cards.card import RouteCard
from shunt.cards.writing import card_text
from shunt.classics.pddl.export import to_pddl
from shunt.errors import CardError
from shunt.generator.canonical import canonical_id
from shunt.render.words import targets
from shunt.search.solve import solve
from shunt.search.unsolvable.reasons import explain_unsolvable
from shunt.tablebases.builder import build

CARD = """schema = "shunt-card/1"
name = "make-up"
ruleset = "railway"
layout = { tracks = ["a1 a2 a3 m1 m2 m3 m4 m5 m6", "a2 a3 m1 s1 s2"], no_stop = ["a3"] }
start = { locomotives = { L = "a2" }, cars = { x = "m2", y = "m3", z = "s1" } }
places = { main = ["m1", "m2", "m3"], yard = ["s1", "s2"], ends = ["a1", "m6"] }
[goal]
GOAL
"""


def card_with(goal: str) -> RouteCard:
    """A card with this goal."""
    return shunt.load(CARD.replace("GOAL", goal))


@pytest.mark.parametrize(
    ("goal", "where", "words"),
    [
        ('trains = [{ pieces = "x w" }]', "goal.trains[0].pieces", "unknown piece 'w'"),
        ('trains = [{ pieces = "x x" }]', "goal.trains[0].pieces", "x is in a train twice"),
        ('trains = [{ pieces = "x y" }, { pieces = "z y" }]', "goal.trains[1].pieces", "y is in a train twice"),
        ('x = "m1"\ntrains = [{ pieces = "x y" }]', "goal.trains[0].pieces", "a place of its own"),
        ('x = "main"\ntrains = [{ pieces = "x y" }]', "goal.trains[0].pieces", "a place of its own"),
        ('trains = [{ pieces = "" }]', "goal.trains[0].pieces", "names no piece"),
        ('trains = [{ pieces = "? ?" }]', "goal.trains[0].pieces", "names no piece"),
        ('trains = [{ pieces = "x y", place = "dock" }]', "goal.trains[0].place", "unknown place 'dock'"),
        ('trains = [{ pieces = "x y z", place = "yard" }]', "goal.trains[0].pieces", "longer than yard, which has 2 spaces"),
        ('trains = [{ pieces = "x y", place = "ends" }]', "goal.trains[0].pieces", "no row of 2 spaces in ends"),
        ('trains = [{ pieces = "x y", place = "main", along = "m1 m2" }]', "goal.trains[0]", "a place and a run"),
        ('trains = [{ pieces = "x y", along = "m1 m9" }]', "goal.trains[0].along", "unknown space 'm9'"),
        ('trains = [{ pieces = "x y", along = "m1 m3" }]', "goal.trains[0].along", "m1 and m3 are not joined"),
        ('trains = [{ pieces = "x y", along = "m1 m2 m1" }]', "goal.trains[0].along", "names a space twice"),
        ('trains = [{ pieces = "x y z", along = "m1 m2" }]', "goal.trains[0].along", "longer than the run"),
        ('trains = [{ pieces = "x y", along = "s1 m1 m2" }]', "goal.trains[0].along", "without turning back"),
        ('trains = [{ pieces = "x ? ? ? y" }]', "goal.trains", "asks for 5 pieces, but there are 4"),
        ("[[goal.trains]]\npieces = 'x'\n" * 51, "goal.trains", "this goal has 51 trains"),
        ("trains = [{ pieces = 3 }]", "goal.trains[0].pieces", "not text"),
        ('trains = [{ piece = "x" }]', "goal.trains[0].piece", "unknown key"),
        ('x = [{ pieces = "x" }]', "goal.x", "only trains may be one"),
    ],
)
def test_every_fault_has_its_place_and_a_remedy(goal, where, words):
    with pytest.raises(CardError) as error:
        card_with(goal)
    found = [fault for fault in error.value.faults if fault.where == where and words in fault.what]
    assert found, error.value
    assert found[0].remedy
    assert found[0].line is not None


@pytest.mark.parametrize(
    "goal",
    [
        'trains = [{ pieces = "x ? y", place = "main" }]',
        'z = "s2"\ntrains = [{ pieces = "L x" }, { pieces = "y", along = "m1 m2" }]',
    ],
)
def test_a_card_is_written_as_it_was_read(goal):
    card = card_with(goal)
    again = shunt.load(card_text(card))
    assert again.puzzle == card.puzzle
    assert canonical_id(again) == canonical_id(card)


def test_other_trains_are_other_puzzles():
    goals = ["x z y", "y z x", "x y z", "x ? y", "x z"]
    ids = [canonical_id(card_with(f'trains = [{{ pieces = "{pieces}" }}]')) for pieces in goals]
    assert ids[0] == ids[1]
    assert len(set(ids)) == len(ids) - 1
    along = [canonical_id(card_with(f'trains = [{{ pieces = "{pieces}", along = "m1 m2 m3" }}]')) for pieces in goals[:2]]
    assert len({*along, ids[0]}) == 3


@pytest.mark.slow
def test_rows_that_nobody_can_list_are_no_goal():
    """On a line that divides and joins again 30 times, there are 2^30 rows from one end to the other."""
    sides = [" ".join(f"a{number} {side}{number}" for number in range(30)) + " a30" for side in "bc"]
    across = [f"{side}{number} a{number + 1} {'bc'[side == 'b']}{number + 1}" for side in "bc" for number in range(29)]
    layout = shunt.Layout.from_tracks(*sides, *across, "| a0 b0", "| a0 c0", "b29 a30 |", "c29 a30 |")
    cars = {f"{side}{number}": f"{side}{number}" for side in "bc" for number in range(30)} | {"x": "a1"}
    card = shunt.Card.build(layout, ruleset="railway", locomotives={"L": "a0"}, cars=cars, goal={"L": "a30"})
    with pytest.raises(CardError, match="too many rows of 62 spaces"):
        shunt.load(card.to_dict() | {"goal": {"trains": [{"pieces": " ".join(["L", *cars])}]}})


def test_words_and_pictures():
    card = card_with('trains = [{ pieces = "x ? y", place = "main" }]')
    assert card.rules.describe_goal(card.goal) == "train x ? y in main"
    (target,) = targets(card)
    assert (target.row, target.aside, target.is_met) == (("x", "?", "y"), "in main", False)


def test_why_a_train_cannot_be_made_up():
    reasons = explain_unsolvable(card_with('trains = [{ pieces = "x L z" }]'))
    assert "train x L z anywhere: cannot be met, even alone" in reasons.lines
    assert any("without the car z" in line and "can be solved" in line for line in reasons.lines)


@pytest.mark.slow
def test_a_tablebase_and_a_planning_problem_know_trains(tmp_path):
    card = card_with('trains = [{ pieces = "x z y" }]')
    build(card, tmp_path / "t.table", shunt.Limits(memory=1 << 40))
    assert solve(card, method="tablebase", tablebases=str(tmp_path)).optimum == solve(card).optimum
    assert "deliver-1" in to_pddl(card).domain

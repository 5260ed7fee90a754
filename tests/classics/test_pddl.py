"""PDDL held against the referee: every problem is played by a reader of PDDL that knows nothing of trains."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shunt
from shunt.cards.card import Goal, RouteCard
from shunt.classics.pddl.export import to_pddl
from shunt.files.library import card_names
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition
from shunt.track.plan import Plan
from tests.classics.planning import Problem, State, fast_downward, planner
from tests.cli.running import answer, check_refused
from tests.cli.running import shunt as run
from tests.effort import examples
from tests.rules.random_cards import card_of
from tests.search.boards import puzzles


def card_at(rules: Switcher, start: Position, goal: Goal | None = None) -> RouteCard:
    """A card at this position; the first piece is where it should be, if nothing else is asked."""
    return card_of(rules, start, goal or Goal({rules.roster.pieces[0]: start.places[0]}))


def told(problem: Problem, state: State) -> tuple[State, State]:
    """A state without what the turntables' settings are called: the other facts, and the joins that there are now."""
    now = {fact[1] for fact in state if fact[0] == "now"} | {"always"}
    joins = frozenset(fact[:3] for fact in problem.static if fact[0] == "leads" and fact[3] in now)
    return frozenset(fact for fact in state if fact[0] != "now"), joins


def check_moves(card: RouteCard) -> None:
    """One unit of cost leads exactly where one move does, and nothing of the move is left behind."""
    problem = Problem(to_pddl(card))
    found = {told(problem, state) for state in problem.one_move()}
    starts = [Problem(to_pddl(replace(card, start=after))) for after in card.rules.successors(card.start)]
    assert found == {told(start, start.init) for start in starts}


@given(puzzles(by_name=True))
@settings(max_examples=examples(20))
def test_a_unit_of_cost_is_a_move(puzzle):
    rules, position = puzzle
    check_moves(card_at(rules, position))


RING = Plan.from_tracks("ring", ["a b c d a b", "x a b", "c d y"], no_stop=["y"], exclusive=[["x", "c"]])


def sidings_card(rules: Sidings, start: SidingsPosition) -> SidingsCard:
    return SidingsCard(name="test", rules=rules, start=start, goal=SidingsGoal({"1": ("?",)}))


def goal_holds(card: Any) -> bool:
    problem = Problem(to_pddl(card))
    noticed = {problem.init} | {state for cost, _, state in problem.following(problem.init) if not cost}
    return any(problem.goal <= state for state in noticed)


def test_goals_with_headings_and_groups():
    roster = Roster(("L", "M"), ("r", "g"), (("L", "M"), ("r", "g")))
    rules = Switcher(RING, roster)
    card = card_at(rules, Position(("a", "b", "c", "d"), (0, 1)))
    for goal in (Goal({"L": "b", "M": "a"}, {"L": 1}), Goal({"g": "c"}), Goal({"r": "d", "g": "c", "M": "a"}, {"M": 0})):
        assert goal_holds(replace(card, goal=goal)), goal
        assert replace(card, goal=goal).is_solved(card.start)
    for goal in (Goal({"L": "b"}, {"L": 0}), Goal({"g": "a"}), Goal({"r": "d", "g": "x"})):
        assert not goal_holds(replace(card, goal=goal)), goal
        assert not replace(card, goal=goal).is_solved(card.start)


@pytest.mark.parametrize("metric", ["pulls", "legs"])
def test_goals_of_sidings(metric):
    rules = Sidings(3, {"1": 3, "2": 3}, ("a", "b", "c"), (), metric)
    start = SidingsPosition((), (("a", "b"), ("c",)), "1" if metric == "legs" else "headshunt")
    for goal, holds in [
        (SidingsGoal({"1": ("a", "?")}), True),
        (SidingsGoal({"1": ("b", "?")}), False),
        (SidingsGoal({"1": ("a",)}), False),
        (SidingsGoal({"2": ("c",)}, ("a",)), False),
        (SidingsGoal(train=("a",)), True),
        (SidingsGoal(train=("a", "b")), True),
        (SidingsGoal(train=("b",)), False),
        (SidingsGoal(train=("c",)), metric == "pulls"),
    ]:
        card = SidingsCard(name="test", rules=rules, start=start, goal=goal)
        assert goal_holds(card) == goal.is_met(rules, start) == holds, goal


def test_the_command(tmp_path):
    told = answer("export first-swap --output", tmp_path / "new")
    texts = to_pddl(shunt.load("first-swap"))
    assert (told["domain"], told["problem"]) == texts
    assert [(tmp_path / "new" / name).read_text() for name in ("domain.pddl", "problem.pddl")] == list(texts)
    assert run("export first-swap").stdout == texts.domain + texts.problem
    assert json.dumps(told)
    (tmp_path / "file").write_text("")
    check_refused(run("export first-swap --output", tmp_path / "file" / "x"), "--output")
    check_refused(run("export no-such-card"), "no-such-card")


# --------------------------------------------------------------------------------------------------------------------
# Another's planner


def check_planner(card: Any, folder: Path) -> None:
    """Fast Downward's optimum is ours (nothing to compare with where it is not installed: extra `planner`)."""
    if planner() is not None:
        assert fast_downward(to_pddl(card), folder) == shunt.solve(card).optimum


def test_a_planner_agrees(tmp_path):
    check_planner(shunt.load("first-swap"), tmp_path)


@pytest.mark.slow
@given(puzzles(most_cars=2, by_name=True), st.data())
@settings(max_examples=25)
def test_a_planner_agrees_on_random_boards(tmp_path_factory, puzzle, data):
    rules, start = puzzle
    seen = {start}
    for _ in range(3):
        seen |= {after for position in seen for after in rules.successors(position)}
        if len(seen) > 200:
            break
    target = data.draw(st.sampled_from(sorted(seen, key=str)))
    goal = Goal(rules.roster.at(target))
    check_planner(card_at(rules, start, goal), tmp_path_factory.mktemp("planner"))


SHIPPED = [name for name in card_names() if not name.startswith(("alphabet", "doublenook", "inglenook-6"))]


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_a_planner_agrees_on_shipped_cards(name, tmp_path):
    card = shunt.load(name)
    if card.metric in (("moves",), ("pulls",), ("legs",)) and card.proof.get("states", 0) < 50_000 and card.proof["optimum"] < 12:
        check_planner(card, tmp_path)

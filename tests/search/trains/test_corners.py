"""Corner cases of solving: tiny and large boards, goals met at once, interchangeable pieces, turntables that stand still."""

import numpy as np
import pytest
from hypothesis import given, settings

from shunt.cards.card import Goal, RouteCard
from shunt.errors import TooLargeError
from shunt.rules.position import Position, Roster, parse_heading
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import TrainRules
from shunt.search.core.limits import Limits
from shunt.search.methods.flood import flood_position
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.track.plan import Plan
from shunt.track.turntable import Turntable
from tests.effort import examples
from tests.rules.random_cards import card_of
from tests.rules.settings import STUB, setting
from tests.search.boards import puzzles


def card(where: tuple[Switcher, Position], goal: dict[str, str]) -> RouteCard:
    """A card on a setting; goals of locomotives may have headings."""
    rules, start = where
    ends = {name: parse_heading(rules.plan, text) for name, text in goal.items() if set(text) & set("<>")}
    places = {name: ends[name].space if name in ends else text for name, text in goal.items()}
    headings = {name: end.end for name, end in ends.items()}
    return card_of(rules, start, Goal(places, headings))


@pytest.mark.parametrize("method", ["bidirectional", "forward"])
@pytest.mark.parametrize("limits", [{}, {"time": 0.0}, {"states": 0}, {"memory": 1}])
def test_a_goal_met_at_the_start_takes_no_moves_whatever_the_limits(method, limits):
    solution = solve(card(setting(STUB, {"L": "S>A"}), {"L": "S>A"}), method=method, limits=Limits(**limits))  # type: ignore[arg-type]
    assert (solution.status, solution.optimum, solution.lower_bound, solution.moves) == ("optimal", 0, 0, ())


@pytest.mark.parametrize("method", ["bidirectional", "forward"])
def test_a_board_of_one_space(method):
    here = setting(["A"], {"L": "A>0"})
    assert solve(card(here, {"L": "A"}), method=method).optimum == 0
    assert solve(card(here, {"L": "A>1"}), method=method).status == "unsolvable"
    assert flood_position(Codec.for_rules(here[0]), here[1]).levels == (1,)


@pytest.mark.parametrize("spaces", [63, 64, 65, 128, 200])
def test_boards_of_64_spaces_and_more(spaces):
    line = [" ".join(f"s{number}" for number in range(spaces))]
    last = f"s{spaces - 1}"
    solution = solve(card(setting(line, {"L": "s1>s2", "red": "s0"}), {"red": last, "L": "s0"}), method="bidirectional")
    assert solution.status == "unsolvable"
    solution = solve(card(setting(line, {"L": "s0>s1", "red": "s1"}), {"red": last, "L": "s0"}), method="bidirectional")
    assert solution.guide == (f"L s0>s{spaces - 2}", f"L s{spaces - 2}>s0")


def test_no_cars():
    assert solve(card(setting(STUB, {"L": "S>A"}), {"L": "S<A"})).optimum == 1
    assert solve(card(setting(STUB, {"L": "S"}, railway=True), {"L": "C"})).optimum == 1


def test_two_interchangeable_locomotives_with_a_heading_wanted():
    """Either may fill the place; the heading belongs to the place, not to the one that is named for it."""
    here = setting(STUB, {"L": "S>A", "M": "B>C"}, alike=(("L", "M"),))
    for name in ("L", "M"):
        assert solve(card(here, {name: "B>C"})).optimum == 0
        assert solve(card(here, {name: "B>A"})).optimum == solve(card(here, {name: "B>A"}), method="forward").optimum
    assert solve(card(here, {"L": "B>C", "M": "S>A"})).optimum == 0


def test_a_goal_only_a_locked_turntable_could_open():
    table = Turntable("T", ("T",), (("B", "C"), ("B", "")), "locked")
    for at, moves in ((0, 1), (1, None)):
        here = setting(["A B", "C D"], {"L": "A>B"}, turntables=[table], at=(at,))
        assert solve(card(here, {"L": "D"})).optimum == moves
        assert solve(card(here, {"L": "D"}), method="forward").optimum == moves


def test_a_goal_that_no_position_can_meet_is_unsolvable():
    here = setting(["A X B", "C Y D"], {"L": "A>X", "M": "C>Y"}, exclusive=[["X", "Y"]])
    assert solve(card(here, {"L": "X", "M": "Y"})).status == "unsolvable"


def test_more_turntables_than_can_be_numbered_are_refused():
    tables = [Turntable(f"T{number}", (f"t{number}",), (("A", ""), ("B", ""), ("", "A"), ("", "B"))) for number in range(14)]
    rules, _ = setting(["A M B"], {"L": "A>M"}, turntables=tables)
    with pytest.raises(TooLargeError, match="turntables"):
        Codec.for_rules(rules)


def test_a_goal_that_leaves_many_interchangeable_cars_free_is_listed_at_once():
    """Ten cars alike have 3,628,800 orders, and the goal set none of them."""
    spaces = [f"s{number}" for number in range(16)]
    cars = {f"c{number}": spaces[number + 1] for number in range(10)}
    rules, _ = setting([" ".join(spaces)], {"L": "s0"} | cars, alike=(tuple(cars),), railway=True)
    goals = GoalSet.of(Codec.for_rules(rules), Goal({"L": "s0"}))
    assert len(goals.states()) == goals.most == 3003
    goals = GoalSet.of(Codec.for_rules(rules), Goal({"L": "s0", "c3": "s5", "c1": "s9"}))
    assert len(goals.states()) == goals.most == 1287  # 13 spaces, 8 cars


@settings(max_examples=examples(48))
@given(puzzles(most_cars=3, by_name=True))
def test_every_position_is_its_own_goal(puzzle):
    rules, position = puzzle
    codec = Codec.for_rules(rules)
    goal = Goal(
        rules.roster.at(position),
        rules.roster.faces(position),
    )
    goals = GoalSet.of(codec, goal, position.turntables)
    states = goals.states()
    assert codec.pack(position) in states
    assert len(states) == len(goals.settings) == goals.most
    assert goals.met_by(np.array([codec.pack(position)])).all()


def test_the_seats_of_a_group_may_lie_apart():
    plan = Plan.from_tracks("line", ["A B C D E"])
    rules = Switcher(
        plan, Roster(("L",), ("red", "x", "blue"), (("blue", "red"),)), train_rules=TrainRules.for_ruleset("railway")
    )
    codec = Codec.for_rules(rules)
    position = rules.roster.canonical(Position(("A", "D", "B", "C")))
    assert codec.unpack(codec.pack(position)) == position == Position(("A", "C", "B", "D"))
    assert len(GoalSet.of(codec, Goal({"blue": "C"})).states()) == 4 * 3 * 2

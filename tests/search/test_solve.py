"""Goals as states, and what limits and interrupts leave proven."""

import pytest
from hypothesis import given, settings

from shunt.cards.card import Goal
from shunt.cards.files import load_card
from shunt.cards.stop import Stop, StopKind
from shunt.errors import InputError
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import numbers_of
from shunt.search.core.limits import LimitReached, Limits, Sizes
from shunt.search.solutions import solutions
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.track.plan import Plan
from tests.effort import WORDS, examples
from tests.rules.random_cards import card_of
from tests.search.boards import cards

BYTES = 1 << 34


@pytest.mark.parametrize("words", WORDS)
@given(card=cards(most_cars=2))
@settings(max_examples=examples(60))
def test_the_goal_set_is_what_the_goal_says(words, card):
    codec = Codec.for_rules(card.rules, words=words)
    goals = GoalSet.of(codec, card.goal, card.start.turntables)
    states = goals.states()
    assert len(states) <= goals.most
    assert goals.met_by(states).all()
    numbers = numbers_of(states)
    assert numbers == sorted(set(numbers))
    assert all(card.is_solved(codec.unpack(state)) for state in numbers[:50])
    start = codec.pack(card.start)
    assert card.is_solved(card.start) == (start in numbers) == bool(goals.met_by(codec.states([start]))[0])


def straight() -> Plan:
    return Plan.from_tracks("straight", ["A B C D E"])


def test_unsolvable_only_after_exhaustion():
    plan = straight()
    rules = Switcher(plan, Roster(("L",), ("red",)))
    start = Position(("B", "D"), (plan.end_towards("B", "C") or 0,))
    impossible = card_of(rules, start, Goal({"red": "A"}))
    assert solve(impossible).status == "unsolvable"
    limited = solve(impossible, limits=Limits(states=2))
    assert limited.status == "unknown"
    assert limited.stopped == Stop(StopKind.STATES, 2)


@pytest.mark.parametrize("limit", [{"states": 300}, {"time": 1e-9}, {"memory": 1}])
@pytest.mark.parametrize(("name", "method", "optimum"), [("first-swap", None, 6), ("inglenook-533-hardest", "bidirectional", 20)])
def test_a_limit_gives_unknown_with_a_lower_bound(limit, name, method, optimum):
    solution = solve(name, method=method, limits=Limits(**limit))  # type: ignore[arg-type]
    assert (solution.status, solution.optimum, solution.moves) == ("unknown", None, ())
    assert 0 <= solution.lower_bound <= optimum
    assert str(solution.stopped).startswith(*limit)


def test_an_unknown_method_is_refused():
    with pytest.raises(InputError, match="bidirectional"):
        solve(load_card("first-swap"), method="magic")


@pytest.mark.parametrize("limits", [Limits(sizes=Sizes(tallies=20)), Limits(states=300)])
def test_searches_that_only_the_referee_can_make_end_on_large_cards(
    limits,
):
    answer = solve("loyd-primitive", metric="throws", limits=limits)
    assert answer.status == "unknown"
    assert answer.stopped is not None
    assert answer.stopped.kind is (StopKind.STATES if limits.states else StopKind.BUDGET)
    with pytest.raises(LimitReached):
        solutions(load_card("loyd-primitive").with_metric("runs"), limits)

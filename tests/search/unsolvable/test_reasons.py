"""Why a card has no solution, held against everything that the referee can reach."""

from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import shunt
from shunt.cards.card import Card, Goal
from shunt.search.unsolvable.reasons import Reasons, explain_unsolvable
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition
from shunt.track.layout import Layout
from tests.effort import examples
from tests.rules.settings import distances
from tests.search.boards import cards

LAYOUT = Layout.from_tracks("A B C D E", "A B F")


def trains(**more: Any) -> Card:
    """A card on a switch with a lead of two spaces: A B, then C D E or F."""
    given = {"locomotives": {"L": "A>B"}, "cars": {"red": "C", "blue": "F"}, "goal": {"red": "D", "blue": "A"}}
    return shunt.Card.build(LAYOUT, **given | more)


def reached(card: Card) -> Collection[Any]:
    """Every position that can be reached, by the referee."""
    found = distances(card.rules.successors, [card.rules.canonical(card.start)], 300)
    assume(len(found) < 300)
    return found


def check_reasons(card: Card, names: list[str], met: Callable[[tuple[str, ...]], bool]) -> None:
    """Goals alone, and the smallest goals that are in conflict, are those of everything that can be reached."""
    reasons, subsets = (
        explain_unsolvable(card),
        chain.from_iterable(combinations(names, count) for count in range(len(names) + 1)),
    )
    assert {goal.name: goal.alone == "solvable" for goal in reasons.goals} == {name: met((name,)) for name in names}
    assert reasons.conflict is not None
    assert reasons.conflict.is_smallest
    assert len(reasons.conflict.goals) == min(len(some) for some in subsets if not met(some))
    assert not met(reasons.conflict.goals)


@given(cards(most_cars=2))
@settings(max_examples=examples(8))
def test_goals_and_conflict_are_those_of_everything_that_can_be_reached(card):
    card = replace(card, goal=Goal(card.goal.places))
    positions = reached(card)

    def met(names: tuple[str, ...]) -> bool:
        some = Goal({name: card.goal.places[name] for name in names})
        return any(card.rules.is_met(some, position) for position in positions)

    names = list(card.goal.places)
    assume(not met(tuple(names)))
    check_reasons(card, names, met)


@given(st.permutations("abcd"), st.permutations("abcd"), st.integers(1, 2))
@settings(max_examples=examples(12))
def test_sidings_are_explained_by_their_cars(start, wanted, headshunt):
    rules = Sidings(headshunt, {"1": 3, "2": 1}, tuple("abcd"))
    first, last = SidingsPosition((), (tuple(start[:3]), (start[3],))), SidingsGoal({"1": tuple(wanted[:3])})
    card = SidingsCard(name="fan", rules=rules, start=first, goal=last)
    positions = reached(card)

    def met(names: tuple[str, ...]) -> bool:
        some = SidingsGoal({"1": tuple(car if car in names else "?" for car in wanted[:3])})
        return any(rules.is_met(some, position) for position in positions)

    assume(not met(tuple(wanted[:3])))
    check_reasons(card, wanted[:3], met)


def remedies(reasons: Reasons) -> dict[str, str]:
    return {one.words: one.result for one in reasons.remedies}


def test_a_broken_track_and_a_piece_in_the_way_are_found():
    broken = trains(goal={"red": "E"}, broken=["D"])
    expected = {"without the broken track D": "solvable", "without the car blue": "unsolvable"}
    assert remedies(explain_unsolvable(broken)) == expected
    blocked = trains(cars={"red": "C", "blue": "E"}, goal={"red": "E"})
    assert remedies(explain_unsolvable(blocked)) == {"without the car blue": "solvable"}


def test_each_change_is_judged_as_solve_judges_the_changed_card():
    card = shunt.Card.build("wye-18", locomotives={"A": "A1>A2"}, cars={"red": "A2"}, goal={"A": "A1<A2"}, broken=["B2", "W1"])
    reasons = explain_unsolvable(card)
    both = next(one for one in reasons.remedies if one.kind == "broken tracks")
    mended = shunt.Card.build("wye-18", locomotives={"A": "A1>A2"}, cars={"red": "A2"}, goal={"A": "A1<A2"})
    assert (both.result, both.moves) == ("solvable", shunt.solve(mended).optimum)
    assert [(one.alone, one.unbroken, one.in_place) for one in reasons.turning] == [(False, True, False)]


def test_a_locomotive_that_other_pieces_keep_from_turning():
    balloon = Layout.from_tracks("A B L1 L2 L3 B A")
    cars = {"red": "B", "blue": "L1", "green": "L2", "black": "L3"}
    card = shunt.Card.build(balloon, locomotives={"L": "A>B"}, cars=cars, goal={"L": "A<B"})
    reasons = explain_unsolvable(card)
    assert [(one.alone, one.in_place) for one in reasons.turning] == [(True, False)]
    assert "could turn if it were alone" in str(reasons)


def test_a_limit_leaves_parts_unknown_and_nothing_guessed():
    card = trains(goal={"red": "F", "blue": "C"})
    whole = explain_unsolvable(card)
    short = explain_unsolvable(card, limits=shunt.Limits(states=2), is_proven=True)
    assert short.stopped is not None
    for known, part in zip(whole.goals, short.goals, strict=True):
        assert part.alone in (known.alone, "unknown")
    for one, other in zip(whole.remedies, short.remedies, strict=True):
        assert other.result in (one.result, "unknown")
    assert "stopped at the limit" in str(short)


def test_a_card_that_has_a_solution_has_no_reasons():
    with pytest.raises(shunt.InputError, match="has a solution"):
        explain_unsolvable("first-swap")


def test_a_goal_that_is_met_at_the_start_is_met_alone():
    card = trains(goal={"red": "C", "blue": "A"}, broken=["B"])
    found = {goal.name: (goal.alone, goal.moves) for goal in explain_unsolvable(card).goals}
    assert found == {"red": ("solvable", 0), "blue": ("unsolvable", None)}

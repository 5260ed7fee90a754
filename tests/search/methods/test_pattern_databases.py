"""Bounds of pattern databases, and A* under them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import numbers_of
from shunt.search.core.limits import Limits
from shunt.search.index.distances import UNREACHED, distances_to
from shunt.search.index.perfect import Arrangements
from shunt.search.methods.database_plan import worth_keeping
from shunt.search.methods.pattern_databases import PatternBounds, patterns_of
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from tests.effort import WORDS, examples
from tests.search.test_solve import cards

BYTES = 1 << 34


def bounds_for(card: RouteCard, cars: int, words: int | None = None) -> tuple[Codec, PatternBounds]:
    codec = Codec.for_rules(card.rules, words=words)
    phase = codec.settings.number[card.start.turntables]
    patterns = patterns_of(codec, card.goal, phase, worth_keeping(codec, card.goal, cars))
    return codec, PatternBounds.build(codec, patterns, Limits(memory=BYTES))


def exact(card: RouteCard, codec: Codec) -> tuple[Arrangements, np.ndarray]:
    arrangements = Arrangements.of(codec)
    goals = GoalSet.of(codec, card.goal, codec.settings.number[card.start.turntables]).states()
    return arrangements, distances_to(arrangements, arrangements.numbers_of(goals), Limits(memory=BYTES))


def check_consistent(
    codec: Codec, bounds: PatternBounds, arrangements: Arrangements, distances: np.ndarray, states: np.ndarray
) -> None:
    """The bound is nowhere greater than the distance, and falls by at most one along every move."""
    true = distances[arrangements.numbers_of(states)]
    found = bounds.of(states)
    assert (found <= true).all()
    neighbours = Neighbours(codec, Limits(memory=BYTES))
    for state, bound in zip(numbers_of(states), found.tolist(), strict=True):
        after = bounds.of(neighbours.all_of(state))
        assert not len(after) or bound == UNREACHED or bound <= after.min() + 1
        assert bound != UNREACHED or (after == UNREACHED).all()


@pytest.mark.parametrize("layout", ["wye-18", pytest.param("turntable-19", marks=pytest.mark.slow)])
def test_admissible_and_consistent_on_a_whole_flood(layout: str) -> None:
    """Arrangements of three cars from all over the index: one in 97."""
    plan = load_layout(layout).plan
    rules = Switcher(plan, Roster(("A",), ("red", "green", "blue")))
    start = Position(("A1", "B1", "C2", "D2"), (plan.end_towards("A1", "A2") or 0,), (0,) * len(plan.turntables))
    card = RouteCard("test", "switcher", Layout(plan), rules.roster, start, Goal({"red": "D2", "green": "A1", "blue": "E2"}))
    codec = Codec.for_rules(rules)
    arrangements, distances = exact(card, codec)
    numbers = np.arange(0, arrangements.slots, 97)
    states = np.array([codec.pack(arrangements.position(number)) for number in numbers.tolist()])
    for cars in (0, 1, 2):
        _, bounds = bounds_for(card, cars)
        assert (bounds.of(states) <= distances[numbers]).all()
        check_consistent(codec, bounds, arrangements, distances, states[::11])


@pytest.mark.parametrize("words", WORDS)
@given(card=cards(), cars=st.integers(1, 2))
@settings(max_examples=examples(40))
def test_admissible_and_consistent_on_random_boards(words: int, card: RouteCard, cars: int) -> None:
    codec, bounds = bounds_for(card, cars, words)
    states = Neighbours(codec, Limits(memory=BYTES)).all_of(codec.pack(card.start))[:8]
    if len(states):
        check_consistent(codec, bounds, *exact(card, codec), states)

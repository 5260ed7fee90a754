"""Bounds of pattern databases, and A* under them."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shunt.search.core.arrays import numbers_of
from shunt.search.core.limits import Limits
from shunt.search.index.distances import UNREACHED, distances_to
from shunt.search.index.perfect import Arrangements
from shunt.search.methods.pattern_databases import PatternBounds, patterns_of
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours
from tests.effort import WORDS, examples
from tests.search.test_solve import cards

BYTES = 1 << 34


@pytest.mark.parametrize("words", WORDS)
@given(card=cards(), cars=st.integers(0, 2))
@settings(max_examples=examples(40))
def test_admissible_and_consistent_on_random_boards(words, card, cars):
    """The bound is nowhere greater than the distance, and falls by at most one along every move."""
    codec, limits = Codec.for_rules(card.rules, words=words), Limits(memory=BYTES)
    domain = TrainDomain(card, codec)
    bounds = PatternBounds.build(domain, patterns_of(domain, cars), limits)
    neighbours, arrangements = Neighbours(codec, limits), Arrangements.of(codec)
    states = neighbours.all_of(codec.pack(card.start))[:8]
    assume(len(states))
    goals = GoalSet.of(codec, card.goal, card.start.turntables).states()
    distances = distances_to(arrangements, arrangements.numbers_of(goals), limits)
    found = bounds.of(states)
    assert (found <= distances[arrangements.numbers_of(states)]).all()
    for state, bound in zip(numbers_of(states), found.tolist(), strict=True):
        after = bounds.of(neighbours.all_of(state))
        assert not len(after) or bound == UNREACHED or bound <= after.min() + 1
        assert bound != UNREACHED or (after == UNREACHED).all()

"""States of two words: forced on small puzzles they answer as one word does; large puzzles need them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.rules.objective import KERNEL_METRICS, Objective
from shunt.search.core.limits import Limits
from shunt.search.flood import flood_card
from shunt.search.methods.astar import BoundedSearch
from shunt.search.methods.flood import flood_position
from shunt.search.methods.levels import PathSearch
from shunt.search.methods.pattern_databases import PatternBounds, patterns_of
from shunt.search.metrics.plan import MetricPlan
from shunt.search.solutions import solutions
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.track.layout import Layout
from tests.effort import examples
from tests.rules.settings import setting
from tests.search.test_solve import cards

pytestmark = pytest.mark.slow  # every kernel is compiled again

BYTES = 1 << 34
MOST = 3000


# --------------------------------------------------------------------------------------------------------------------
# Small puzzles in two words


def searches(codec: Codec, card: RouteCard) -> Iterator[PathSearch | BoundedSearch]:
    """Every search of a card, run."""
    domain = TrainDomain(card, codec)
    for method in ("bidirectional", "forward"):
        search = PathSearch(domain, Limits(memory=BYTES), method)
        search.run()
        yield search
    bounds = PatternBounds.build(domain, patterns_of(domain, 1), Limits(memory=BYTES))
    bounded = BoundedSearch(domain, lambda proven: bounds, Limits(memory=BYTES))
    bounded.run()
    yield bounded


@given(cards())
@settings(max_examples=examples(50))
def test_searches_are_those_of_one_word(card):
    one, two = Codec.for_rules(card.rules), Codec.for_rules(card.rules, words=2)
    assume(flood_position(one, card.start, Limits(memory=BYTES, states=MOST), method="states").exhausted)
    for expected, search in zip(searches(one, card), searches(two, card), strict=True):
        assert search.exhausted == expected.exhausted
        assert (search.states, search.lower_bound, search.expanded) == (
            (expected.states, expected.lower_bound, expected.expanded)
        )
        assert (search.path is None) == (expected.path is None)
        if search.path is not None and expected.path is not None:
            assert len(search.path) == len(expected.path)
            places = [two.unpack(state) for state in search.path]
            assert places[0] == card.start
            assert card.is_solved(places[-1])
            assert all(after in card.rules.successors(before) for before, after in pairwise(places))


@contextmanager
def metrics_in_two_words() -> Iterator[None]:
    """States of every metric have two words, however small the board."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MetricPlan, "of", partial(MetricPlan.of, words=2))
        yield


@pytest.mark.usefixtures("module_of_kernels")
@given(cards(), st.lists(st.sampled_from(KERNEL_METRICS), min_size=1, max_size=3, unique=True).map(Objective))
@settings(max_examples=examples(60), deadline=None)
def test_searches_in_metrics_are_those_of_one_word(card, metric):
    card = replace(card, metric=metric)
    one = solve(card, limits=Limits(memory=BYTES, states=MOST))
    with metrics_in_two_words():
        two = solve(card, limits=Limits(memory=BYTES, states=MOST))
    assert (two.status, two.optima, two.lower_bound) == (one.status, one.optima, one.lower_bound)
    assert two.status == "unknown" or two.states == one.states


# --------------------------------------------------------------------------------------------------------------------
# Large puzzles

YARD = ["S T A B C", "S T D E F", "S T G H I"]


def beside(parked: int, *metric: str) -> RouteCard:
    """A small card, with cars parked on a track of 60 spaces that is joined to nothing; those that move come last in a state."""
    spaces = [f"p{number}" for number in range(60)] if parked else []
    cars = {f"c{number}": spaces[6 * number] for number in range(parked)}
    rules, start = setting(YARD + [" ".join(spaces)] * bool(parked), cars | {"L": "S>T", "red": "B", "green": "E"})
    goal = Goal({"red": "C", "green": "F"})
    return RouteCard("yard", "switcher", Layout(rules.plan), rules.roster, start, goal, metric=metric or ("moves",))


def test_floods_and_solutions_beside_parked_cars_are_those_without_them():
    alone, large = beside(0), beside(8)
    assert Codec.for_rules(large.rules).words == 2
    flood = flood_card(large)
    assert (flood.method, flood.levels, flood.exhausted) == ("states", flood_card(alone).levels, True)
    expected, found = (solutions(card, Limits(memory=BYTES)) for card in (alone, large))
    assert (found.optimum, found.count, found.paths, found.states) == (
        *(expected.optimum, expected.count, expected.paths, expected.states),
    )
    assert found.count > 1
    assert [list(map(str, moves)) for moves in found.all(5)] == [list(map(str, moves)) for moves in expected.all(5)]


@pytest.mark.usefixtures("module_of_kernels")
@pytest.mark.parametrize("metric", [("runs", "reversals"), ("reversals",), ("distance",)])
def test_an_optimum_beside_parked_cars_is_that_without_them(metric):
    card = beside(8, *metric)
    assert MetricPlan.of(card.rules, card.metric).codec.words == 2
    expected, found = solve(beside(0, *metric)), solve(card, limits=Limits(memory=BYTES))
    assert (found.status, found.optima, found.states) == ("optimal", expected.optima, expected.states)


def test_couplings_take_the_second_word_where_a_position_takes_one():
    card = beside(5, "couplings", "moves")
    assert (Codec.for_rules(card.rules).words, MetricPlan.of(card.rules, card.metric).codec.words) == (1, 2)
    assert solve(card, limits=Limits(memory=BYTES)).optima == solve(beside(0, "couplings", "moves")).optima


@pytest.mark.parametrize("method", [None, "astar"])
def test_moves_beside_parked_cars_are_those_without_them(method):
    expected, found = (solve(beside(parked), method=method, limits=Limits(memory=BYTES)) for parked in (0, 8))
    assert (found.status, found.guide) == ("optimal", expected.guide)

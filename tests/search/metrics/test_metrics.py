"""Metrics and sums of metrics: what they count, how they are compared, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.card import Card, Goal, RouteCard
from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.rules.metrics import measures
from shunt.rules.objective import KERNEL_METRICS, Objective
from shunt.rules.position import Position, Roster
from shunt.search.core.limits import Limits
from shunt.search.metrics.plan import MetricPlan
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from shunt.track.layout import Layout
from shunt.track.plan import Plan
from shunt.track.turntable import Turntable
from tests.effort import examples
from tests.rules.settings import setting
from tests.search.test_solve import cards

pytestmark = pytest.mark.usefixtures("module_of_kernels")
BYTES = 1 << 34
METRIC_LISTS = st.lists(st.sampled_from(KERNEL_METRICS), min_size=1, max_size=3, unique=True).map(Objective)


def test_pairs_are_lexicographic() -> None:
    card = load_card("first-swap")
    both = solve(replace(card, metric=("moves", "couplings")))
    other_way = solve(replace(card, metric=("couplings", "moves")))
    assert both.optima[0] == solve(card).optimum == 6
    assert other_way.optima[0] == solve(replace(card, metric=("couplings",))).optimum
    assert both.optima[1] >= other_way.optima[0]


def test_a_limit_gives_unknown_with_a_lower_bound() -> None:
    card = replace(load_card("first-swap"), metric=("reversals",))
    solution = solve(card, limits=Limits(states=500))
    assert (solution.status, solution.optimum) == ("unknown", None)
    assert solution.lower_bound <= solve(card).optimum


def test_a_metric_that_nobody_counts_is_refused() -> None:
    with pytest.raises(InputError, match="reversals"):
        solve(replace(load_card("first-swap"), metric=("smiles",)))


def test_every_metric_of_a_solution_in_moves_is_reported() -> None:
    card = load_card("first-swap")
    solution = solve(card)
    told = measures(card.rules, card.start, [step.run for step in solution.moves if step.run])
    assert told["moves"] == solution.optimum
    assert solution.counts == told


def two_pieces(plan: Plan, places: tuple[str, str], goal: dict[str, str], metric: tuple[str, ...]) -> RouteCard:
    start = Position(places, (), (0,) * len(plan.turntables))
    return RouteCard("joints", "railway", Layout(plan), Roster(("L",), ("c",)), start, Goal(goal), metric=metric)


def test_a_turntable_that_swings_round_parts_the_joint_across_its_edge() -> None:
    table = Turntable("T", ("T",), (("A", ""), ("", "A")), "each-move")
    plan = Plan.from_tracks("swing", ["A B"], [table])
    solution = solve(two_pieces(plan, ("A", "B"), {"L": "T", "c": "A"}, ("couplings", "moves")))
    assert solution.optima == (2, 1)


def test_a_ring_brings_back_the_pieces_and_not_their_joint() -> None:
    plan = Plan.from_tracks("ring", ["R0 R1 R2 R0 R1", "X0 R1 R2"])
    solution = solve(two_pieces(plan, ("R0", "X0"), {"L": "R0", "c": "R1"}, ("moves", "couplings")))
    assert solution.optima == (3, 2)


def test_points_are_free_before_their_first_use_and_a_slip_counts_twice() -> None:
    layout = Layout.from_tracks("a s t b", "a s u", "v t b")
    game = Card.build(layout, locomotives={"L": "u", "M": "v"}, goal={"L": "t"}, ruleset="railway").play()
    thrown = []
    for move in ("L u>a", "M v>b", "L a>t", "L t>a", "L a>u"):
        game.push(move)
        thrown.append(game.counts["throws"])
    assert thrown == [0, 0, 2, 2, 3]


def test_kernels_do_not_count_throws() -> None:
    with pytest.raises(InputError, match="use the method referee"):
        solve("first-swap", metric="throws", method="buckets")


def test_the_bound_of_a_sum_is_in_the_sum() -> None:
    answer = solve("first-swap", metric="2*moves+couplings")
    assert answer.lower_bound == answer.optimum == Objective("2*moves+couplings").totals(answer.counts)[0]
    stopped = solve(load_card("inglenook-322").with_metric("2*pulls+couplings"), metric="legs+couplings")
    assert stopped.optimum == stopped.lower_bound


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("-1*moves", "minus sign"),
        ("moves-couplings", "minus sign"),
        ("0*moves", "'0' is not a weight of moves (a whole number from 1 to 1,000)"),
        ("1.5*moves+runs", "'1.5' is not a weight"),
        ("2000*moves", "'2000' is not a weight"),
        ("moves+moves", "names a metric twice"),
        ("moves+", "not a metric or a sum"),
        ("*runs", "'' is not a weight"),
        ("moves+smiles", "'smiles' is not counted under switcher"),
        ("2 * runs + couplings,2*runs+couplings", "listed twice"),
        ("", "not a metric"),
    ],
)
def test_what_is_no_sum_is_refused_with_a_remedy(text: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        solve("first-swap", metric=text)
    assert words in str(error.value)
    assert all(fault.where == "metric" and fault.remedy for fault in error.value.faults)


def test_sidings_count_pulls_or_legs() -> None:
    card = load_card("inglenook-322")
    with pytest.raises(InputError, match="counted by different moves"):
        card.with_metric("pulls+legs")
    with pytest.raises(InputError, match="'runs' is not counted under sidings"):
        card.with_metric("runs")


# --------------------------------------------------------------------------------------------------------------------
# States of two words


@contextmanager
def in_two_words() -> Iterator[None]:
    """States of every metric have two words, however small the board."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MetricPlan, "of", partial(MetricPlan.of, words=2))
        yield


@pytest.mark.slow
@given(cards(), METRIC_LISTS)
@settings(max_examples=examples(60), deadline=None)
def test_searches_in_two_words_are_those_in_one(card: RouteCard, metric: tuple[str, ...]) -> None:
    card = replace(card, metric=metric)
    one = solve(card, limits=Limits(memory=BYTES, states=3000))
    with in_two_words():
        two = solve(card, limits=Limits(memory=BYTES, states=3000))
    assert (two.status, two.optima, two.lower_bound) == (one.status, one.optima, one.lower_bound)
    assert two.status == "unknown" or two.states == one.states


YARD = ["S T A B C", "S T D E F", "S T G H I"]


def beside(parked: int, metric: tuple[str, ...]) -> RouteCard:
    """A small card, with cars parked on a track of 60 spaces that is joined to nothing."""
    spaces = [f"p{number}" for number in range(60)] if parked else []
    cars = {f"c{number}": spaces[6 * number] for number in range(parked)}
    rules, start = setting(YARD + [" ".join(spaces)] * bool(parked), {"L": "S>T", "red": "B", "green": "E"} | cars)
    goal = Goal({"red": "C", "green": "F"})
    return RouteCard("yard", "switcher", Layout(rules.plan), rules.roster, start, goal, metric=metric)


@pytest.mark.slow
@pytest.mark.parametrize("metric", [("runs", "reversals"), ("reversals",), ("distance",)])
def test_an_optimum_beside_parked_cars_is_that_without_them(metric: tuple[str, ...]) -> None:
    card = beside(8, metric)
    assert MetricPlan.of(card.rules, card.metric).codec.words == 2
    expected, found = solve(beside(0, metric)), solve(card, limits=Limits(memory=BYTES))
    assert (found.status, found.optima, found.states) == ("optimal", expected.optima, expected.states)
    with in_two_words():
        assert solve(beside(0, metric)).optima == expected.optima


@pytest.mark.slow
def test_couplings_take_the_second_word_where_a_position_takes_one() -> None:
    card = beside(5, ("couplings", "moves"))
    assert (Codec.for_rules(card.rules).words, MetricPlan.of(card.rules, card.metric).codec.words) == (1, 2)
    expected = solve(beside(0, card.metric))
    assert solve(card, limits=Limits(memory=BYTES)).optima == expected.optima

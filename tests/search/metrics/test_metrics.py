"""Every metric of the train rules: the bucket search against plain Dijkstra on the referee, over random boards."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.rules.metrics import Tally, measures
from shunt.rules.moves import METRICS
from shunt.rules.position import Position, Roster
from shunt.rules.ruleset import replay
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
METRIC_LISTS = st.lists(st.sampled_from(METRICS), min_size=1, max_size=3, unique=True).map(tuple)


def cheapest(card: RouteCard, metric: tuple[str, ...], most: int = 700) -> tuple[int, ...] | None:
    """The optimum by Dijkstra's algorithm on the referee's tallies; raises if the board is too large."""
    begun = Tally.begin(card.rules, card.start)
    number = count()
    todo = [((0,) * len(metric), next(number), begun)]
    done = set()
    while todo:
        counts, _, tally = heapq.heappop(todo)
        memory = replace(tally, counts=begun.counts)
        if memory in done:
            continue
        done.add(memory)
        if len(done) > most:
            raise OverflowError
        plain = tally.position if card.rules.has_headings else replace(tally.position, headings=())
        if card.is_solved(plain):
            return counts
        for _, told in tally.outcomes():
            heapq.heappush(todo, (tuple(told.count(name) for name in metric), next(number), told))
    return None


@given(cards(), METRIC_LISTS)
@settings(max_examples=examples(150), deadline=None)
def test_search_and_referee_agree_on_every_metric(card: RouteCard, metric: tuple[str, ...]) -> None:
    try:
        optimum = cheapest(card, metric)
    except OverflowError:
        reject()
    solution = solve(replace(card, metric=metric), limits=Limits(memory=BYTES))
    assert solution.status == ("unsolvable" if optimum is None else "optimal")
    if optimum is not None:
        assert tuple(solution.counts[name] for name in metric) == optimum
        assert solution.optimum == optimum[0]
        *_, last = [None, *replay(card.rules, card.start, [step.move for step in solution.moves])]
        assert card.is_solved(last.position if last else card.start)


@given(cards())
@settings(max_examples=examples(60), deadline=None)
def test_no_metric_is_less_on_the_solution_of_another(card: RouteCard) -> None:
    limits = {"memory": BYTES, "states": 20_000}
    found = {metric: solve(replace(card, metric=(metric,)), limits=Limits(**limits)) for metric in METRICS}
    assume(all(solution.status != "unknown" for solution in found.values()))
    for metric, best in found.items():
        for other in found.values():
            assert (best.status, other.status) != ("optimal", "unsolvable")
            if best.status == "optimal":
                assert best.counts[metric] <= other.counts[metric]
    if found["moves"].status == "optimal":
        for solution in found.values():
            told = solution.counts
            assert (
                told["reversals"]
                <= told["runs"]
                <= told["moves"]
                <= told["distance"] + sum(step.run is None for step in solution.moves)
            )


def test_pairs_are_lexicographic() -> None:
    card = load_card("first-swap")
    both = solve(replace(card, metric=("moves", "couplings")))
    other_way = solve(replace(card, metric=("couplings", "moves")))
    assert both.optima[0] == solve(card).optimum == 6
    assert other_way.optima[0] == solve(replace(card, metric=("couplings",))).optimum
    assert both.optima[1] >= other_way.optima[0]
    assert both.as_json()["moves"] == list(both.optima)


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


# --------------------------------------------------------------------------------------------------------------------
# States of two words: the quick run makes the slow tests of parked cars with the compiler off (`core/test_jit_off.py`)


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
    assert MetricPlan.of(card.rules, metric).codec.words == 2
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

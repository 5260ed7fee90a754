"""Solutions found beside a proof: legal, never better than the optimum, the same every time, and bounds that meet."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shunt import load
from shunt.cards.card import Card, Goal, RouteCard
from shunt.cards.stop import StopKind
from shunt.errors import InputError
from shunt.search import anytime
from shunt.search.core.limits import Limits
from shunt.search.methods.estimating.approach import FAR, Approach
from shunt.search.methods.estimating.pair_estimates import PairEstimates
from shunt.search.methods.task import MovesTask
from shunt.search.metrics.task import MetricTask
from shunt.search.solve import solve
from tests.effort import examples
from tests.search.agreement.answers import SMALL, running_on
from tests.search.agreement.deals import Deal


def random_card(layout: str, locomotives: int, cars: int, seed: int, ruleset: str = "switcher") -> RouteCard:
    """A card with all pieces in its goal; it need not have a solution."""
    return Deal(layout, locomotives, cars, ruleset, all_in_goal=True).card(Random(seed))


def task_of(card: RouteCard, limits: Limits | None = None) -> MovesTask:
    return MovesTask(card, limits or Limits())


@given(st.integers(0, 10**6), st.sampled_from(["wye-18", "turntable-19", "loop-12"]), st.integers(1, 2), st.integers(0, 2))
@settings(max_examples=examples(12), deadline=None)
def test_a_beam_finds_what_is_legal_and_no_better_than_the_optimum(seed, layout, locomotives, cars):
    card = random_card(layout, locomotives, cars, seed)
    optimum = solve(card)
    task = task_of(card)
    task.anytime.widen(6_000)
    path = task.anytime.path
    assert path is None or optimum.status == "optimal"
    assume(path is not None)
    assert path is not None
    moves = task.moves_along(path)  # the referee replays it
    assert len(moves) >= len(optimum.moves)
    assert card.is_solved(moves[-1].position if moves else card.start)


def test_a_beam_as_wide_as_a_level_finds_the_optimum():
    for name in ("first-swap", "about-turn"):
        card = load(name)
        task = task_of(card)
        task.anytime.widen(60_000_000)
        assert task.anytime.upper_bound == solve(card).optimum


@given(st.integers(0, 10**6), st.sampled_from(["wye-18", "turntable-19", "loop-12"]), st.integers(0, 1))
@settings(max_examples=examples(16), deadline=None)
def test_the_estimate_of_a_piece_alone_is_no_more_than_its_optimum(seed, layout, cars):
    card = random_card(layout, 1, cars, seed)
    card = replace(card, goal=card.goal.only({card.roster.pieces[-1]}))
    task = task_of(card)
    estimates = Approach.for_goal(task.domain, Limits())
    assert estimates is not None
    (estimate,) = estimates.of(task.codec.states([task.domain.start])).tolist()
    found = solve(card).optimum
    optimum = FAR if found is None else found
    assert estimate <= optimum
    if not cars and layout != "turntable-19":
        assert estimate == optimum


@given(st.integers(0, 10**6), st.sampled_from(["loop-12", "turntable-19"]), st.sampled_from(["switcher", "railway"]))
@settings(max_examples=examples(8), deadline=None)
def test_the_estimate_of_two_cars_alone_is_their_optimum(seed, layout, ruleset):
    card = random_card(layout, 1, 2, seed, ruleset)
    goal = Goal({name: space for name, space in card.goal.places.items() if name in card.roster.cars}, {})
    card = replace(card, goal=goal)
    task = task_of(card)
    tables = PairEstimates.for_goal(task.domain, Limits())
    assert tables is not None
    (estimate,) = tables.of(task.codec.states([task.domain.start])).tolist()
    # The only pair counts twice, plus once as the worst pair of each of its two cars.
    assert estimate == 4 * (FAR if (optimum := solve(card).optimum) is None else optimum)


# --------------------------------------------------------------------------------------------------------------------
# Answers


@pytest.mark.usefixtures("kernels_only")
@pytest.mark.parametrize(("name", "optimum"), [("first-swap", 6), ("inglenook-322", 14), ("inglenook-533-classic", 17)])
def test_the_first_solution_is_given_without_a_proof(name, optimum):
    answer = solve(name, first=True)
    assert (answer.status, answer.is_proven, answer.optimum) == ("solved", False, None)
    assert answer.lower_bound <= optimum <= (answer.upper_bound or 0) == len(answer.moves)
    assert answer.puzzle.is_solved(answer.moves[-1].position)  # the referee made these moves
    assert answer.stopped is not None
    assert answer.stopped.kind is StopKind.ENOUGH
    shown = answer.as_json()
    assert (shown["moves"], shown["gap"]) == (answer.upper_bound, (answer.upper_bound or 0) - answer.lower_bound)


def test_a_first_solution_is_counted_in_any_metric():
    metric = "couplings,moves"
    optimum = solve("first-swap", metric=metric)
    answer = solve("first-swap", metric=metric, first=True)
    assert answer.status == "solved"
    assert answer.totals >= optimum.optima
    assert answer.as_json()["moves"] == list(answer.totals)


def test_a_card_too_large_to_prove_has_a_solution_and_both_bounds():
    card = random_card("alphabet-26", 2, 5, 17)
    answer = solve(card, limits=Limits(states=100_000))
    assert answer.status == "solved"
    assert 0 < answer.lower_bound < (answer.upper_bound or 0)
    assert answer.gap == (answer.upper_bound or 0) - answer.lower_bound
    assert [made.notation for made in answer.moves] == list(answer.guide)
    assert repr(answer) == f"<Solution of {card.name}: solved, from {answer.lower_bound} to {answer.upper_bound}>"
    assert solve(card, limits=Limits(states=100_000)).guide == answer.guide


def unsolvable_card() -> RouteCard:
    """A card of seven cars whose goal cannot be reached, as is soon proven from the goal."""
    cars = ("red", "green", "yellow", "blue", "black", "white", "brown")
    card = Card.build(
        "alphabet-26",
        locomotives={"A": "E>L"},
        cars=dict(zip(cars, "BWTLCRO", strict=True)),
        goal={"A": "D>C", **dict(zip(cars, "MKGFSJE", strict=True))},
    )
    return card


@pytest.mark.slow
def test_a_card_without_a_solution_is_proven_so_also_if_the_first_is_asked_for():
    assert solve(unsolvable_card(), first=True).status == "unsolvable"


def test_a_solution_within_the_gap_ends_the_search():
    card = random_card("alphabet-26", 2, 5, 7)
    found = []
    answer = solve(card, gap=3, found=found.append)
    assert answer.status == "solved"
    assert answer.gap is not None
    assert answer.gap <= 3
    assert found
    assert found == sorted(found, reverse=True)
    assert found[-1] == answer.upper_bound


def test_a_gap_below_zero_is_refused():
    with pytest.raises(InputError, match="below zero"):
        solve("first-swap", gap=-1)


def test_a_limit_before_any_beam_leaves_it_unknown():
    answer = solve(random_card("alphabet-26", 2, 5, 7), limits=Limits(states=1000))
    assert answer.status == "unknown"
    assert answer.upper_bound is None
    assert answer.gap is None


def test_beams_end_at_states_that_the_proof_has_reached_from_the_goal():
    """Estimates lead every beam to positions of this card with all cars home and the way of a locomotive blocked."""
    pieces = "red", "green", "yellow", "blue", "black", "white", "brown", "pink"
    card = Card.build(
        "alphabet-26",
        locomotives={"A": "F<G", "B": "D>E"},
        cars=dict(zip(pieces, "HQTSNJKG", strict=True)),
        goal={"A": "A>B", "B": "J>I", **dict(zip(pieces, "SMKZDPLH", strict=True))},
    )
    answer = solve(card, limits=Limits(states=700_000))
    assert answer.status == "solved"
    assert card.is_solved(answer.moves[-1].position)


def test_beams_on_a_small_board_end_at_its_goals(tmp_path):
    """A proof on the board itself has reached other states from the goal."""
    card, optimum = next(Deal("wye-18", cars=1, runs=8, ruleset="railway").batch(Random(1), 1, tmp_path))
    with running_on(large=True):
        assert solve(card, method="bidirectional", limits=Limits(sizes=SMALL)).optimum == optimum


class NoBeams(MetricTask):
    def beam(self, width, longest):
        return None


def test_a_path_of_one_move_does_not_end_the_search_of_another_metric_with_an_error():
    search = anytime.AnytimeSearch(NoBeams(load("first-swap"), Limits()), path=[0, 1])
    assert not search.keep_up(search.limits.sizes.first_beam)
    assert search.beams == []

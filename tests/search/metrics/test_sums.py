"""Sums of metrics with weights: optima against the second implementations, by every method, and what is no sum."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.rules.objective import METRICS, Objective
from shunt.search.solutions import solutions
from shunt.search.solve import solve
from shunt.track.layout import Layout
from tests.effort import campaign
from tests.rules import random_cards
from tests.rules.second_metrics import Second, TooLarge
from tests.rules.second_sidings import SecondSidings

pytestmark = pytest.mark.usefixtures("module_of_kernels")
FAMILIES = (random_cards.tangle, random_cards.ring, random_cards.swinging)
THROWS = [("throws",), ("throws", "distance"), ("couplings+throws",), ("moves", "throws"), ("3*throws+distance",)]
MOST = 400  # states that the second implementation looks at


def some_terms(random: Random, names: tuple[str, ...]) -> tuple[str, ...]:
    """Draw one term or two, of which the first is a sum."""

    def term(size: int) -> str:
        parts = random.sample(names, min(size, len(names)))
        return str(Objective(["+".join(f"{random.randint(1, 4)}*{name}" for name in parts)])[0])

    return tuple(dict.fromkeys([term(random.randint(2, 3)), term(random.randint(1, 2))][: random.randint(1, 2)]))


def compared(number: int) -> bool:
    """Whether the second implementation could say what the optimum of a random card is; every method must say the same."""
    random = Random(f"sums {number}")
    card = random_cards.train_card(random, FAMILIES[number % len(FAMILIES)])
    terms = some_terms(random, METRICS)
    try:
        expected = Second(card).optimum(terms, MOST)
    except TooLarge:
        return False
    for method in ("referee",) if "throws" in Objective(terms).names else (None, "referee", "buckets"):
        answer = solve(replace(card, metric=terms), method=method)
        assert (answer.optima or None) == expected, (number, terms, method)
        assert answer.status == ("unsolvable" if expected is None else "optimal")
        if expected is not None:
            assert Objective(terms).totals(answer.counts) == expected
    return True


@pytest.mark.parametrize("numbers", [range(10), pytest.param(range(20, 20 + campaign(50)), marks=pytest.mark.slow)])
def test_sums_of_random_train_cards(numbers: range) -> None:
    assert sum(map(compared, numbers)) > len(numbers) / 3


@pytest.mark.parametrize("numbers", [range(16), pytest.param(range(30, 30 + campaign(30)), marks=pytest.mark.slow)])
def test_sums_of_random_sidings_cards(numbers: range) -> None:
    for number in numbers:
        random = Random(f"sums of sidings {number}")
        card = random_cards.sidings_card(random)
        way = random.choice(("pulls", "legs"))
        card = card.with_metric(*some_terms(random, (way, "couplings")))
        if way not in card.metric.names:
            card = card.with_metric(f"{card.metric[0]}+{way}")
        expected = SecondSidings(card).cheapest(card.metric, 20_000)
        for method in (None, "referee", "bidirectional"):
            answer = solve(card, method=method)
            assert (answer.optima or None) == expected, (number, method)


@pytest.mark.parametrize("numbers", [range(12), pytest.param(range(24, 24 + campaign(30)), marks=pytest.mark.slow)])
def test_throws_of_random_cards(numbers: range) -> None:
    compared_cards = 0
    for number in numbers:
        random = Random(f"throws {number}")
        card = random_cards.train_card(random, FAMILIES[number % len(FAMILIES)], most_cars=2)
        terms = random.choice(
            [("throws",), ("throws", "distance"), ("couplings+throws",), ("moves", "throws"), ("3*throws+distance",)]
        )
        try:
            expected = Second(card).optimum(terms, MOST)
        except TooLarge:
            continue
        answer = solve(replace(card, metric=terms), method="referee")
        assert (answer.optima or None) == expected, (number, terms)
        compared_cards += 1
    assert compared_cards > len(numbers) / 3


@pytest.mark.parametrize("numbers", [range(14), pytest.param(range(24, 24 + campaign(24)), marks=pytest.mark.slow)])
def test_solutions_of_random_cards_in_every_metric(numbers: range) -> None:
    compared_cards = 0
    for number in numbers:
        random = Random(f"solutions {number}")
        card = random_cards.train_card(random, FAMILIES[number % len(FAMILIES)], most_cars=2)
        terms = (random.choice(METRICS[1:]),) if random.random() < 0.6 else some_terms(random, METRICS)
        if card.roster.interchangeable:
            continue
        try:
            expected = Second(card).cheapest(terms, MOST)
        except TooLarge:
            continue
        found = solutions(replace(card, metric=terms))
        assert (found.paths, found.count) == expected, (number, terms)
        listed = [tuple(map(str, moves)) for moves in found.all(20)]
        assert len(set(listed)) == min(20, found.count)
        compared_cards += 1
    assert compared_cards > len(numbers) / 4


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

"""Every optimum, flood and count of solutions against a second implementation, on random cards.

The second implementation (`tests/rules/second_metrics.py`, `second_sidings.py`) was written from the docs, with moves, memory and
search of its own. The quick run takes a few cards in `couplings`; the run with `--slow` takes many more, in every metric.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from shunt.cards.card import RouteCard
from shunt.rules.objective import METRICS
from shunt.search.flood import flood_card
from shunt.search.solutions import solutions
from shunt.search.solve import solve
from shunt.sidings.cards.card import SidingsCard
from tests.effort import campaign
from tests.rules import random_cards
from tests.rules.second_metrics import Second, TooLarge
from tests.rules.second_sidings import SecondSidings
from tests.search.agreement.answers import early_answers, proofs

pytestmark = pytest.mark.usefixtures("module_of_kernels")
FAMILIES = (random_cards.tangle, random_cards.ring, random_cards.swinging)
QUICK = range(12)
EVERY = range(60, 60 + campaign(16))
CLOSED_QUICK, CLOSED = range(16), range(500, 500 + campaign(24))  # cards with closed spaces
PLACES_QUICK, PLACES = range(9), range(45, 45 + campaign(15))  # cards with goals by place
MOST = 1500  # states that the second implementation looks at; a third of them in the quick run


def card_number(number: int) -> tuple[RouteCard, Random]:
    """A card of one family after the other, and what chooses its metrics."""
    random = Random(number)
    return random_cards.train_card(random, FAMILIES[number % len(FAMILIES)]), random


def proven(card: RouteCard, metric: tuple[str, ...]) -> tuple[int, ...] | None:
    """The optimum that the program proves."""
    solution = solve(replace(card, metric=metric), method="referee" if "throws" in metric else None)  # kernels do not count these
    assert solution.status in ("optimal", "unsolvable")
    return tuple(solution.counts[name] for name in metric) if solution.status == "optimal" else None


def with_places(number: int) -> tuple[RouteCard, Random]:
    """A card whose goal names places, or several pieces."""
    card, random = card_number(number)
    given = card.plan, card.roster, card.broken
    while (end := random_cards.position_of(random, *given, card.rules.has_headings)) is None:
        continue
    return replace(card, goal=random_cards.goal_by_place(random, *given, end)), random


def compare(
    number: int,
    lists: Callable[[Random], list[tuple[str, ...]]],
    most: int = MOST,
    drawn: Callable[[int], tuple[RouteCard, Random]] = card_number,
) -> int:
    """Hold the answers to one card against each other; returns how many answers there were."""
    card, random = drawn(number)
    second, answers = Second(card), 0
    for metric in lists(random):
        try:
            expected = second.optimum(metric, most)
        except TooLarge:
            continue
        assert proven(card, metric) == expected, (number, metric)
        answers += 1
    try:
        expected_counts, levels = second.shortest(most), second.reached(most)
    except TooLarge:
        return answers
    found = solutions(card)
    assert (found.optimum, found.paths, found.count) == expected_counts, number
    assert flood_card(card).levels == tuple(levels), number
    return answers + 2


def a_few(random: Random) -> list[tuple[str, ...]]:
    """Couplings, alone or with another metric before or behind."""
    both = ("couplings", random.choice([name for name in METRICS if name != "couplings"]))
    return [("couplings",) if random.random() < 0.5 else tuple(random.sample(both, 2))]


def all_metrics(random: Random) -> list[tuple[str, ...]]:
    """Every metric alone, and two lists."""
    return [*((name,) for name in METRICS), tuple(random.sample(METRICS, 2)), tuple(random.sample(METRICS, 3))]


def test_train_cards() -> None:
    assert sum(compare(number, a_few, MOST // 3) for number in QUICK) > 2 * len(QUICK)


@pytest.mark.slow
def test_all_train_cards_in_every_metric() -> None:
    assert sum(compare(number, all_metrics) for number in EVERY) > 5 * len(EVERY)


def test_goals_by_place() -> None:
    assert sum(compare(number, a_few, MOST // 3, with_places) for number in PLACES_QUICK) > 2 * len(PLACES_QUICK)


@pytest.mark.slow
def test_goals_by_place_in_every_metric() -> None:
    assert sum(compare(number, all_metrics, drawn=with_places) for number in PLACES) > 5 * len(PLACES)


def by_every_method(card: RouteCard, random: Random) -> tuple[int, bool]:
    """Check what every method says of a card in moves; return how many answers there were, and whether it is unsolvable."""
    try:
        moves, _, _ = Second(card).shortest(MOST)
    except TooLarge:
        return 0, False
    optimum = None if moves is None else (moves,)
    found = [*proofs(card, optimum), *early_answers(card, optimum, random)]
    given_up = ("referee", "it is unknown without a limit")  # it lists the positions that meet a goal only if they are few
    assert not [line for line in found if line[1] and line != given_up]
    return len(found), moves is None


@pytest.mark.slow
def test_every_method_meets_goals_by_place() -> None:
    assert sum(by_every_method(*with_places(number))[0] for number in PLACES) > 5 * len(PLACES)


def with_closed(number: int) -> tuple[RouteCard, Random]:
    """A card with spaces that are closed to some pieces; each second one has a goal that names places, or trains."""
    random = Random(number)
    card = random_cards.closed_card(random, FAMILIES[number % len(FAMILIES)])
    if number % 4 == 1:
        card = replace(card, goal=random_cards.goal_by_place(random, card.plan, card.roster, card.broken, card.start))
    if number % 4 == 3:
        card = replace(card, goal=random_cards.goal_by_train(random, card.plan, card.roster, card.start))
    return card, random


def test_closed_spaces() -> None:
    assert sum(compare(number, a_few, MOST // 3, with_closed) for number in CLOSED_QUICK) > 2 * len(CLOSED_QUICK)


@pytest.mark.slow
def test_closed_spaces_by_every_method() -> None:
    found = [by_every_method(*with_closed(number)) for number in CLOSED]
    assert sum(answers for answers, _ in found) > 5 * len(CLOSED)
    assert any(is_unsolvable for _, is_unsolvable in found)


@pytest.mark.slow
def test_states_of_two_words() -> None:
    card = random_cards.two_word_card(Random(1))
    second = Second(card)
    assert proven(card, card.metric) == (None if (optimum := second.shortest(4000)[0]) is None else (optimum,))
    assert flood_card(card).levels == tuple(second.reached(4000))


@pytest.mark.parametrize("numbers", [range(24), pytest.param(range(40, 40 + campaign(24)), marks=pytest.mark.slow)])
def test_sidings_cards(numbers: range) -> None:
    for number in numbers:
        card: SidingsCard = random_cards.sidings_card(Random(number))
        optimum, lists = SecondSidings(card).shortest(20_000)
        answer, counted = solve(card), solutions(card)
        assert (answer.status, answer.optimum) == ("unsolvable" if optimum is None else "optimal", optimum), number
        assert (counted.optimum, counted.count) == (optimum, lists), number

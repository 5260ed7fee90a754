"""Every answer to random cards against a second implementation.

The second implementation (`tests/rules/second_metrics.py`, `second_sidings.py`) was written from the docs, with moves, memory and
search of its own. The quick run takes a few cards of each kind, and the run with `--slow` many more.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from shunt.cards.card import Card, RouteCard
from shunt.rules.objective import METRICS, Objective
from shunt.search.flood import flood_card
from shunt.search.solutions import solutions
from shunt.search.solve import solve
from tests.effort import campaign
from tests.rules import random_cards
from tests.rules.random_cards import FAMILIES, Board, closed_card, goal_by_place, goal_by_train, train_card
from tests.rules.second_metrics import Second, TooLarge
from tests.rules.second_sidings import SecondSidings
from tests.search.agreement.answers import early_answers
from tests.search.agreement.deals import drawn

pytestmark = pytest.mark.usefixtures("module_of_kernels")
METHODS = (None, "referee", "bidirectional", "forward", "astar")
MOST = 400  # states that the second implementation looks at

Family = Callable[[Random], Board]


def by_place(random: Random, family: Family) -> RouteCard:
    """A card whose goal names places, or several pieces."""
    card = train_card(random, family)
    return replace(card, goal=goal_by_place(random, card.rules, drawn(random, card.rules)))


def by_train(random: Random, family: Family) -> RouteCard:
    """A card whose goal asks for trains."""
    while True:
        card = train_card(random, family, most_cars=4)
        end = random_cards.position_of(random, card.rules)
        if end is not None and len(card.roster.pieces) > 1:
            return replace(card, goal=goal_by_train(random, card.rules, end))


def closed(random: Random, family: Family) -> RouteCard:
    """A card with spaces that are closed to some pieces, and one of three kinds of goals."""
    card = closed_card(random, family)
    by_places = goal_by_place(random, card.rules, card.start)
    goals = (card.goal, card.goal, by_places, goal_by_train(random, card.rules, card.start))
    return replace(card, goal=random.choice(goals))


KINDS = {
    "plain": train_card,
    "places": by_place,
    "trains": by_train,
    "closed": closed,
}


def some_terms(random: Random, names: tuple[str, ...]) -> tuple[str, ...]:
    """Draw one metric or two in order; each is a sum now and then."""

    def term() -> str:
        parts = random.sample(names, random.choice((1, 1, min(2, len(names)), min(3, len(names)))))
        return str(Objective(["+".join(f"{random.randint(1, 4)}*{name}" for name in parts)])[0])

    return tuple(dict.fromkeys(term() for _ in range(random.randint(1, 2))))


def check(card: Card, method: str | None, optimum: tuple[int, ...] | None, where: object) -> None:
    """Check the answer of one method."""
    answer = solve(card, method=method)
    if method == "referee" and answer.stopped is not None:
        return  # it lists the positions that meet the goal, and gives up a card with too many
    expected = ("unsolvable" if optimum is None else "optimal", optimum or None)
    assert (answer.status, answer.optima or None) == expected, (where, method)
    assert not answer.counts or card.metric.totals(answer.counts) == optimum, (where, method)


def check_early(card: RouteCard, optimum: tuple[int, ...] | None, number: int) -> None:
    """Check what is said of each third card if its search is stopped early."""
    if number % 3 == 0:
        assert [fault for _, fault in early_answers(card, optimum, Random(number)) if fault] == [], (number, card)


def compared(kind: str, number: int) -> int:
    """Compare all answers to a card with those of the second implementation; return how many of its answers there were."""
    random = Random(f"{kind} {number}")
    card = KINDS[kind](random, FAMILIES[number % len(FAMILIES)])
    terms, second, answers = some_terms(random, METRICS), Second(card), 0
    counted, where = replace(card, metric=Objective(terms)), (kind, number, terms)
    has_buckets = not counted.metric.counts_moves and "throws" not in counted.metric.names
    with suppress(TooLarge):
        optimum = second.optimum(terms, 2 * MOST)
        for method in (None, "referee", *(["buckets"] if has_buckets else [])):
            check(counted, method, optimum, where)
        check_early(counted, optimum, number)
        answers += 1
    with suppress(TooLarge):
        optimum, *ways = second.cheapest(("moves",), MOST)
        for method in METHODS:
            check(card, method, optimum, where)
        check_early(card, optimum, number)
        found = solutions(card)
        assert [found.paths, found.count] == ways, where
        assert flood_card(card).levels == tuple(second.reached(MOST)), where
        answers += 1
    with suppress(TooLarge):
        if not card.roster.interchangeable:
            _, *ways = second.cheapest(terms, MOST)
            found = solutions(counted)
            assert [found.paths, found.count] == ways, where
            assert len({tuple(map(str, moves)) for moves in found.all(20)}) == min(20, found.count)
            answers += 1
    return answers


SLOW = range(100, 100 + campaign(24))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("numbers", [range(12), pytest.param(SLOW, marks=pytest.mark.slow)], ids=["few", "many"])
def test_train_cards(kind, numbers):
    assert sum(compared(kind, number) for number in numbers) > len(numbers)


@pytest.mark.parametrize("numbers", [range(20), pytest.param(SLOW, marks=pytest.mark.slow)], ids=["few", "many"])
def test_sidings_cards(numbers):
    for number in numbers:
        random = Random(f"sidings {number}")
        card = random_cards.sidings_card(random)
        optimum, lists = SecondSidings(card).shortest(20_000)
        counted = solutions(card)
        assert (counted.optimum, counted.count) == (optimum, lists), number
        way = random.choice(("pulls", "legs"))
        terms = some_terms(random, (way, "couplings"))
        if way not in Objective(terms).names:
            terms = (f"{terms[0]}+{way}", *terms[1:])
        card = card.with_metric(*terms)
        expected = SecondSidings(card).cheapest(card.metric, 20_000)
        for method in (None, "referee", "bidirectional"):
            check(card, method, expected, (number, terms))

"""States of two words: forced on small puzzles they answer as one word does; large puzzles need them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings

from shunt.cards.card import Goal, RouteCard
from shunt.rules.position import Position
from shunt.rules.ruleset import replay
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.index.perfect import can_index
from shunt.search.methods.astar import BoundedSearch
from shunt.search.methods.bidirectional import PathSearch
from shunt.search.methods.database_plan import worth_keeping
from shunt.search.methods.flood import flood_position
from shunt.search.methods.pattern_databases import PatternBounds, patterns_of
from shunt.search.solutions import solutions
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.goals import GoalSet
from shunt.track.layout import Layout
from tests.effort import examples
from tests.rules.settings import setting
from tests.search.test_solve import cards

pytestmark = pytest.mark.slow  # every kernel is compiled again

BYTES = 1 << 34
MOST = 3000


# --------------------------------------------------------------------------------------------------------------------
# Arrays of states


# --------------------------------------------------------------------------------------------------------------------
# Small puzzles in two words


def searches(codec: Codec, card: RouteCard) -> Iterator[PathSearch | BoundedSearch]:
    """Every search of a card, run."""
    phase = codec.settings.number[card.start.turntables]
    goals, start = GoalSet.of(codec, card.goal, phase), codec.pack(card.start)
    for method in ("bidirectional", "forward"):
        search = PathSearch(TrainDomain(codec), start, goals, Limits(memory=BYTES), method=method)
        search.run()
        yield search
    patterns = patterns_of(codec, card.goal, phase, worth_keeping(codec, card.goal, 1))
    bounds = PatternBounds.build(codec, patterns, Limits(memory=BYTES))
    bounded = BoundedSearch(codec, start, goals, lambda proven: bounds, Limits(memory=BYTES))
    bounded.run()
    yield bounded


@given(cards())
@settings(max_examples=examples(50))
def test_searches_are_those_of_one_word(card: RouteCard) -> None:
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


# --------------------------------------------------------------------------------------------------------------------
# Large puzzles


def parked(cars: int) -> tuple[list[str], dict[str, str]]:
    """A track of 60 spaces that is joined to nothing, and so many cars parked on it."""
    spaces = [f"p{number}" for number in range(60)]
    return [" ".join(spaces)], {f"c{number}": spaces[6 * number] for number in range(cars)}


YARD = ["S T A B C", "S T D E F", "S T G H I"]
MOVERS = {"L": "S>T", "red": "B", "green": "E"}


def test_a_flood_beside_parked_cars_is_that_without_them() -> None:
    tracks, cars = parked(8)
    rules, start = setting(YARD, MOVERS)
    expected = flood_position(Codec.for_rules(rules), start)
    rules, start = setting(YARD + tracks, MOVERS | cars)
    codec = Codec.for_rules(rules)
    assert (codec.words, len(rules.plan.spaces)) == (2, 71)
    assert not can_index(codec)
    flood = flood_position(codec, start)
    assert (flood.method, flood.levels, flood.exhausted) == ("states", expected.levels, True)


def test_solutions_beside_parked_cars_are_those_without_them() -> None:
    goal = Goal({"red": "C", "green": "F"})
    rules, start = setting(YARD, MOVERS)
    alone = solutions(RouteCard("yard", "switcher", Layout(rules.plan), rules.roster, start, goal), Limits(memory=BYTES))
    tracks, cars = parked(8)
    rules, start = setting(YARD + tracks, MOVERS | cars)
    assert Codec.for_rules(rules).words == 2
    beside = solutions(RouteCard("yard", "switcher", Layout(rules.plan), rules.roster, start, goal), Limits(memory=BYTES))
    assert (beside.optimum, beside.count, beside.paths, beside.states) == (alone.optimum, alone.count, alone.paths, alone.states)
    assert beside.count > 1
    assert [list(map(str, moves)) for moves in beside.all(5)] == [list(map(str, moves)) for moves in alone.all(5)]


def ladder() -> list[str]:
    """40 spaces: a lead of ten, and six tracks of five that leave it one after the other."""
    lead = [f"A{number}" for number in range(10)]
    return [" ".join([*lead[: 4 + number], *(f"{track}{k}" for k in range(5))]) for number, track in enumerate("BCDEFG")]


def twelve_cars() -> tuple[Switcher, Position]:
    cars = {f"{track.lower()}{k}": f"{track}{k}" for track in "BCDEFG" for k in (3, 4)}
    return setting([*ladder(), " ".join(f"A{number}" for number in range(10))], {"L": "A3>A2"} | cars)


@pytest.mark.parametrize("method", [None, "astar"])
def test_twelve_distinct_cars_on_forty_spaces(method: str | None) -> None:
    """The front car of one track goes to the front of another: 79 bits a state."""
    rules, start = twelve_cars()
    assert len(rules.plan.spaces) == 40
    assert Codec.for_rules(rules).words == 2
    places = dict(zip(rules.roster.cars, start.places[1:], strict=True))
    if method == "astar":  # a database for each pair of the cars that the goal names: one is enough here
        places = {name: places[name] for name in ("b3", "c3")}
    card = RouteCard("ladder", "switcher", Layout(rules.plan), rules.roster, start, Goal(places | {"b3": "C2"}))
    solution = solve(card, method=method, limits=Limits(memory=BYTES))
    assert (solution.status, solution.optimum) == ("optimal", 3)
    *_, last = replay(rules, start, [step.move for step in solution.moves])
    assert card.is_solved(last.position)


# --------------------------------------------------------------------------------------------------------------------
# Limits

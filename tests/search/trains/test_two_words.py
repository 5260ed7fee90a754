"""States of two words: forced on small puzzles they answer as one word does; large puzzles need them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.errors import InputError, TooLargeError
from shunt.rules.position import Position
from shunt.rules.ruleset import replay
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import holds, numbers_of, slots_of, smallest, sorted_once, states_of, with_slots
from shunt.search.core.limits import Limits
from shunt.search.core.table import StateSet
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

BYTES = 1 << 34
MOST = 3000


# --------------------------------------------------------------------------------------------------------------------
# Arrays of states


NUMBERS = st.lists(st.builds(lambda low, high: low | high << 64, st.integers(0, 3), st.integers(0, 3)), max_size=12)
WIDE = st.lists(st.builds(lambda low, high: low | high << 64, *[st.integers(0, (1 << 63) - 1)] * 2), min_size=1, max_size=6)


@given(NUMBERS, NUMBERS)
def test_arrays_of_states_are_sets_of_numbers(some: list[int], others: list[int]) -> None:
    here, there = states_of(some, 2), states_of(others, 2)
    assert numbers_of(here) == some
    assert numbers_of(sorted_once(here)) == sorted(set(some))
    assert all(holds(here, number) == (number in some) for number in [*others, 1 << 65])
    reached = StateSet(Limits(memory=BYTES), 4, words=2)
    assert numbers_of(reached.add(here)) == list(dict.fromkeys(some))
    assert numbers_of(reached.common(there)) == [number for number in others if number in some]
    assert len(reached) == len(set(some))
    if some:
        assert smallest(here) == min(some)


@given(WIDE, st.sampled_from([(0, 7), (56, 7), (62, 1), (64, 8), (119, 8), (126, 1)]))
def test_slots_lie_where_the_number_has_them(numbers: list[int], place: tuple[int, int]) -> None:
    shift, width = place
    states = states_of(numbers, 2)
    mask = (1 << width) - 1 << shift
    assert slots_of(states, shift, width).tolist() == [(number & mask) >> shift for number in numbers]
    ones = np.full(len(numbers), (1 << width) - 1, np.int64)
    assert numbers_of(with_slots(states, shift, width, ones)) == [number | mask for number in numbers]
    assert numbers_of(with_slots(states, shift, width, 0)) == [number & ~mask for number in numbers]


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


@pytest.mark.slow
def test_rows_of_a_puzzle_of_two_words() -> None:
    """Eight cars alike have few orders: rows are numbered in one word, and hashed."""
    tracks, cars = parked(8)
    movers = {"L": "S>T", "red": "B"}
    rules, start = setting(YARD, movers)
    expected = flood_position(Codec.for_rules(rules), start)
    rules, start = setting(YARD + tracks, movers | cars, alike=(tuple(cars),))
    codec = Codec.for_rules(rules)
    assert (codec.words, can_index(codec)) == (2, True)
    for method in (None, "hashed", "states"):
        flood = flood_position(codec, start, method=method)
        assert (flood.method, flood.levels) == (method or "hashed", expected.levels)


def test_rows_that_no_word_can_number_are_left_to_states() -> None:
    spaces = [f"s{number}" for number in range(500)]
    cars = {f"c{number}": spaces[number] for number in range(9)}
    locomotives = {name: f"{at}>{to}" for name, at, to in [("L", "s9", "s10"), ("M", "s498", "s499")]}
    rules, start = setting([" ".join(spaces)], locomotives | cars, alike=(tuple(cars),))
    codec = Codec.for_rules(rules)
    assert not can_index(codec)
    flood = flood_position(codec, start, Limits(memory=BYTES, states=100))
    assert (flood.method, flood.levels[0], flood.exhausted) == ("states", 1, False)
    with pytest.raises(InputError, match="use states"):
        flood_position(codec, start, method="hashed")


def ladder() -> list[str]:
    """40 spaces: a lead of ten, and six tracks of five that leave it one after the other."""
    lead = [f"A{number}" for number in range(10)]
    return [" ".join([*lead[: 4 + number], *(f"{track}{k}" for k in range(5))]) for number, track in enumerate("BCDEFG")]


def twelve_cars() -> tuple[Switcher, Position]:
    cars = {f"{track.lower()}{k}": f"{track}{k}" for track in "BCDEFG" for k in (3, 4)}
    return setting([*ladder(), " ".join(f"A{number}" for number in range(10))], {"L": "A3>A2"} | cars)


@pytest.mark.parametrize("method", [None, pytest.param("astar", marks=pytest.mark.slow)])
def test_twelve_distinct_cars_on_forty_spaces(method: str | None) -> None:
    """The front car of one track goes to the front of another: 79 bits a state."""
    rules, start = twelve_cars()
    assert len(rules.plan.spaces) == 40
    assert Codec.for_rules(rules).words == 2
    places = dict(zip(rules.roster.cars, start.places[1:], strict=True))
    if method == "astar":  # a database for each pair of the cars that the goal names: one is enough here
        places = {name: places[name] for name in ("b3", "c3")}
    card = RouteCard("ladder", "switcher", Layout(rules.plan), rules.roster, start, Goal(places | {"b3": "C2"}))
    solution = solve(card, method=method, limits=Limits(memory=2 << 30))
    assert (solution.status, solution.optimum) == ("optimal", 3)
    *_, last = replay(rules, start, [step.move for step in solution.moves])
    assert card.is_solved(last.position)


# --------------------------------------------------------------------------------------------------------------------
# Limits


def line_of(spaces: int, cars: int) -> Switcher:
    names = [f"s{number}" for number in range(spaces)]
    return setting([" ".join(names)], {"L": "s0>s1"} | {f"c{n}": names[n + 1] for n in range(cars)})[0]


@pytest.mark.parametrize(("spaces", "most_in_one", "most"), [(64, 10, 20), (65, 8, 17), (256, 7, 14), (257, 6, 13)])
def test_as_many_pieces_as_states_hold_and_no_more(spaces: int, most_in_one: int, most: int) -> None:
    """The locomotive has a heading: a bit more than the space; no slot lies in both words."""
    assert Codec.for_rules(line_of(spaces, most_in_one - 1)).words == 1
    assert Codec.for_rules(line_of(spaces, most_in_one)).words == 2
    rules = line_of(spaces, most - 1)
    codec = Codec.for_rules(rules)
    position = Position(tuple(rules.plan.spaces[-len(rules.roster.pieces) :]), (1,))
    assert codec.unpack(codec.pack(position)) == position
    with pytest.raises(TooLargeError, match=f"{most + 1} pieces on {spaces} spaces .*at most {most} pieces"):
        Codec.for_rules(line_of(spaces, most))
    with pytest.raises(TooLargeError, match=f"one word .*at most {most_in_one} pieces"):
        Codec.for_rules(line_of(spaces, most_in_one), words=1)

"""The perfect index: a number for every arrangement and back, and floods over it against floods over hashed states."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.index.bitsets import DenseSearch
from shunt.search.index.perfect import Arrangements, occupancies_of, permutations_of
from shunt.search.methods.flood import METHODS, flood_position
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours
from shunt.track.plan import Plan
from tests.effort import WORDS, examples
from tests.search.boards import puzzles


@given(puzzles(), st.data())
@settings(max_examples=examples(80))
def test_numbers_and_positions_are_one_to_one(puzzle, data):
    rules, position = puzzle
    arrangements = Arrangements.of(Codec.for_rules(rules))
    assert arrangements.slots == occupancies_of(arrangements.codec) * permutations_of(arrangements.codec)
    assert arrangements.position(arrangements.number(position)) == position
    number = data.draw(st.integers(0, arrangements.slots - 1))
    there = arrangements.position(number)
    same = arrangements.number(there)  # locomotives that are interchangeable have several numbers, one of them canonical
    assert arrangements.position(same) == there
    assert same == number or any(set(group) & set(rules.roster.locomotives) for group in rules.roster.interchangeable)


@given(puzzles(), st.integers(1, 2))
@settings(max_examples=examples(60))
def test_one_level_over_the_index(puzzle, threads):
    """The next level holds just the successors (or predecessors) of two positions that differ in a heading, without these."""
    rules, position = puzzle
    codec = Codec.for_rules(rules)
    arrangements = Arrangements.of(codec)
    turned = replace(position, headings=(1 - position.headings[0], *position.headings[1:])) if rules.has_headings else position
    starts = {arrangements.number(start) for start in (position, turned)}
    packed = {codec.pack(arrangements.position(number)) for number in starts}
    for forwards in (True, False):
        search = DenseSearch(arrangements, starts, Limits(memory=1 << 34), forwards, threads)
        search.step()
        bits = [int(word) & (1 << 64) - 1 for word in search.frontier]
        found = {codec.pack(arrangements.position(64 * w + b)) for w, word in enumerate(bits) for b in range(64) if word >> b & 1}
        neighbours = Neighbours(codec, Limits(memory=1 << 34))
        near = {state for start in packed for state in neighbours.all_of(start, forwards).tolist()}
        assert found == near - packed


@pytest.mark.parametrize("words", WORDS)
@given(puzzle=puzzles(most_cars=2))
@settings(max_examples=examples(40))
def test_indexed_and_hashed_floods_agree(words, puzzle):
    rules, position = puzzle
    codec = Codec.for_rules(rules, words=words)
    floods = [flood_position(codec, position, Limits(memory=1 << 34), method=method) for method in METHODS]
    assert len({flood.levels for flood in floods}) == 1


@pytest.mark.parametrize(
    ("locomotives", "cars"), [(("A",), ("red",)), pytest.param(("A", "B"), ("red",), marks=pytest.mark.slow)]
)
def test_floods_agree_where_the_spaces_fill_more_than_a_word(locomotives, cars):
    line = [f"S{number}" for number in range(66)]
    plan = Plan.from_tracks("line", (" ".join(line), "S10 S11 X1 X2"))
    codec = Codec.for_rules(Switcher(plan, Roster(locomotives, cars)))
    places = (*("S30", "S50")[: len(locomotives)], *("S11", "S60")[: len(cars)])
    floods = [flood_position(codec, Position(places, (0,) * len(locomotives)), method=method) for method in METHODS]
    assert floods[0].levels == floods[1].levels == floods[2].levels

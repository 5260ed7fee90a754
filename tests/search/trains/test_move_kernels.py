"""The kernels of the train rules against the referee, on random boards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.rules.position import Position
from shunt.search.core.arrays import numbers_of
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours
from tests.effort import WORDS, examples
from tests.search.boards import positions, puzzles

BYTES = 1 << 34


def next_to(codec: Codec, position: Position, forwards: bool) -> set[int]:
    return set(numbers_of(Neighbours(codec, Limits(memory=BYTES)).all_of(codec.pack(position), forwards)))


@pytest.mark.parametrize("words", WORDS)
@given(puzzle=puzzles(by_name=True))
@settings(max_examples=examples(160))
def test_successors_are_those_of_the_referee(words, puzzle):
    rules, position = puzzle
    codec = Codec.for_rules(rules, words=words)
    assert next_to(codec, position, True) == {codec.pack(after) for after in rules.successors(position)}


@pytest.mark.parametrize("words", WORDS)
@given(puzzle=puzzles(by_name=True), data=st.data())
@settings(max_examples=examples(120))
def test_t_follows_s_just_where_s_precedes_t(words, puzzle, data):
    """Every successor has the position among its predecessors, and every predecessor has it among its successors."""
    rules, position = puzzle
    codec = Codec.for_rules(rules, words=words)
    state = codec.pack(position)
    for after in sorted(next_to(codec, position, True))[:6]:
        assert state in next_to(codec, codec.unpack(after), False)
    for before in sorted(next_to(codec, position, False))[:6]:
        assert position in rules.successors(codec.unpack(before))
    elsewhere = data.draw(positions(rules))
    follows = codec.pack(elsewhere) in next_to(codec, position, True)
    assert follows == (state in next_to(codec, elsewhere, False))


@pytest.mark.parametrize("words", WORDS)
@given(puzzle=puzzles(by_name=True))
@settings(max_examples=examples(80))
def test_a_position_survives_packing(words, puzzle):
    rules, position = puzzle
    codec = Codec.for_rules(rules, words=words)
    state = codec.pack(position)
    assert codec.unpack(state) == position
    assert numbers_of(codec.states([state])) == [state]
    assert all(shift // 64 == (shift + width - 1) // 64 for shift, width in zip(codec.shift, codec.width, strict=True))
    assert not state >> 63 & 1

"""Large levels, made on several threads with shared moves: the same states as one by one, whatever the number of threads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import numbers_of
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.machine import resident
from shunt.search.core.table import StateSet
from shunt.search.methods import bidirectional
from shunt.search.solve import solve
from shunt.search.trains import sharing
from shunt.search.trains.codec import Codec
from shunt.search.trains.sharing import SharedNeighbours, Sorted, SplitSet
from shunt.search.trains.successors import Neighbours, States
from tests.effort import examples
from tests.search.boards import puzzles
from tests.search.methods.test_anytime import random_card

BYTES = 1 << 34


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a few states, so that a small level has several of them."""
    monkeypatch.setattr(sharing, "PART", 5)
    monkeypatch.setattr(sharing, "ROUND", 3)


def levels_of(codec: Codec, start: Position, forwards: bool, most: int = 600) -> list[States]:
    """Levels from a position, state by state."""
    neighbours = Neighbours(codec, Limits(memory=BYTES))
    reached = StateSet(Limits(memory=BYTES), words=codec.words)
    levels = [reached.add(codec.states([codec.pack(start)]))]
    while len(levels[-1]) and len(reached) < most:
        fresh = [reached.add(batch) for batch in neighbours.of(levels[-1], forwards)]
        levels.append(np.concatenate(fresh) if fresh else levels[-1][:0])
    return levels


def numbers(states: States) -> list[int]:
    return sorted(numbers_of(states))


@given(puzzles(), st.booleans(), st.sampled_from([1, 2]), st.sampled_from([1, 3]))
@settings(max_examples=examples(36), deadline=None)
def test_levels_are_those_made_state_by_state(
    puzzle: tuple[Switcher, Position], forwards: bool, words: int, threads: int
) -> None:
    rules, start = puzzle
    codec = Codec.for_rules(rules, words=words)
    limits = Limits(memory=BYTES)
    expected = levels_of(codec, start, forwards)
    shared = SharedNeighbours(codec, limits, threads)
    reached = SplitSet(limits, codec.words, 64)
    level = reached.add(expected[0])
    for following in expected[1:]:
        level = shared.by_occupancy(level)
        other = SplitSet(limits, codec.words, 64)
        other.add(following[::2])
        met = shared.meetings(level, other, forwards, lambda: None)
        assert sorted(set(numbers_of(met))) == numbers(following[::2])
        level = shared.next_level(level, reached, forwards, lambda: None)
        assert numbers(level) == numbers(following)
    assert len(reached) == sum(map(len, expected))


def test_a_split_set_that_does_not_fit_is_refused_before_it_is_made() -> None:
    with pytest.raises(LimitReached):
        SplitSet(Limits(memory=resident() + 10_000_000), 2, 1_000_000)


@pytest.mark.parametrize(("locomotives", "words"), [(1, 1), (2, 2)])
def test_states_of_one_occupancy_follow_each_other(locomotives: int, words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    card = random_card("turntable-19", locomotives, 3, 1)
    codec = Codec.for_rules(card.rules, words=words)
    found = levels_of(codec, card.start, forwards=True, most=2500)
    level = np.concatenate(found)
    sort = SharedNeighbours(codec, Limits(memory=BYTES), 3).by_occupancy
    whole = sort(level)
    assert numbers(whole) == numbers(level)
    monkeypatch.setattr(sharing, "MANY_SORTED", 1)
    assert (sort(level) == whole).all()
    monkeypatch.setattr(sharing, "SORTED", 1000)
    assert numbers(sort(level)) == numbers(level)
    seats, seen, last = len(card.rules.roster.locomotives), set(), None
    for state in numbers_of(whole):
        position = codec.unpack(state)
        places = position.places
        occupancy = position.turntables, position.headings, places[:seats], frozenset(places[seats:])
        assert occupancy == last or occupancy not in seen
        seen.add(occupancy)
        last = occupancy


def test_a_split_set_holds_what_was_entered_in_any_way() -> None:
    limits, some = Limits(memory=BYTES), np.arange(1000, dtype=np.int64) * 977
    whole = StateSet(limits)
    whole.add(some)
    split = SplitSet.of(whole, [some[:10], some[10:]], limits)
    assert len(split) == len(whole) == 1000
    assert numbers(split.common(some[::3] + 977)) == numbers(whole.common(some[::3] + 977))
    assert len(split.add(some)) == 0
    assert numbers(np.concatenate(split.add_all([Sorted.of(some + 1), Sorted.of(some[:4] + 1)], 2))) == numbers(some + 1)


@pytest.mark.parametrize("seed", [3, 8])
def test_an_answer_is_the_same_with_large_levels_and_any_number_of_threads(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    card = random_card("wye-18", 1, 3, seed)
    plain = solve(card, method="bidirectional")
    monkeypatch.setattr(bidirectional, "MANY", 1)
    guides = []
    for threads in (1, 2, 5):
        monkeypatch.setattr(sharing, "core_count", lambda threads=threads: threads)
        answer = solve(replace(card), method="bidirectional")
        assert (answer.status, answer.optimum) == (plain.status, plain.optimum)
        guides.append(answer.guide)
    assert guides == [plain.guide] * 3

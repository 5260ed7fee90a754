"""Levels searched from what is not reached yet are those that are searched from the frontier."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.index import bitsets
from shunt.search.index.bitsets import PULL, PUSH, DenseSearch
from shunt.search.index.frames import FrameIndex, rows_with_bits
from shunt.search.index.perfect import Arrangements
from shunt.search.methods.flood import flood_position
from shunt.search.trains.codec import Codec
from shunt.track.layout_file import load_layout
from tests.effort import examples
from tests.search.boards import positions, puzzles

LEVELS = 5


def two_locomotives(cars: int) -> tuple[Arrangements, Position]:
    """A wye with a locomotive at either end and the first cars."""
    plan = load_layout("wye-18").plan
    places = dict(zip(["B1", "C2", "D2", "E2"][:cars], ["red", "green", "yellow", "blue"], strict=False))
    rules = Switcher(plan, Roster(("A", "B"), tuple(places.values())))
    facing = plan.end_towards("A1", "A2"), plan.end_towards("F1", "F2")
    assert facing[0] is not None
    assert facing[1] is not None
    return Arrangements.of(Codec.for_rules(rules)), Position(("A1", "F1", *places), (facing[0], facing[1]), ())


def searches(arrangements: Arrangements, start: Position, forwards: bool, threads: int) -> tuple[DenseSearch, DenseSearch]:
    """Two searches of the same levels."""
    limits, number = Limits(memory=1 << 34), arrangements.number(start)
    first, second = (DenseSearch(arrangements, [number], limits, forwards, threads) for _ in range(2))
    assert second.frames_pulled()
    return first, second


@st.composite
def framed(draw: st.DrawFn) -> tuple[Switcher, Position]:
    """A random puzzle with two locomotives whose moves depend on nothing but what a frame holds."""
    rules, _ = draw(puzzles(most_cars=4))
    turntables = tuple(
        replace(table, rotation="each-move") if table.rotation == "manual" else table for table in rules.plan.turntables
    )
    plan = replace(rules.plan, exclusive=(), turntables=turntables)
    cars = rules.roster.cars or ("c0",)
    alike = tuple(group for group in rules.roster.interchangeable if set(group) <= set(cars))
    rules = replace(rules, plan=plan, roster=Roster(("L0", "L1"), cars, alike), drags_coupled=False)
    return rules, draw(positions(rules))


@given(framed())
@settings(max_examples=examples(45))
def test_a_level_is_the_same_either_way(puzzle: tuple[Switcher, Position]) -> None:
    rules, start = puzzle
    arrangements = Arrangements.of(Codec.for_rules(rules))
    assume(FrameIndex.of(arrangements) is not None)
    for forwards in (True, False):
        pushing, pulling = searches(arrangements, start, forwards, 1)
        for _ in range(LEVELS):
            pushing.way, pulling.way = PUSH, PULL
            assert pushing.step() == pulling.step()
            assert (pushing.frontier == pulling.frontier).all()
            assert (pushing.reached == pulling.reached).all()


def test_a_whole_flood_is_the_same_either_way() -> None:
    pushing, pulling = searches(*two_locomotives(2), True, 2)
    levels: list[tuple[int, int]] = [(1, 1)]
    while levels[-1][0]:
        pushing.way, pulling.way = PUSH, PULL
        levels.append((pushing.step(), pulling.step()))
    assert all(pushed == pulled for pushed, pulled in levels)
    assert sum(pushed for pushed, _ in levels) == 292_792


def test_a_flood_chooses_between_the_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    arrangements, start = two_locomotives(2)
    ways: list[str] = []
    choose = DenseSearch._best_way

    def noted(search: DenseSearch) -> str:
        """Choose, and note what."""
        ways.append(choose(search))
        return ways[-1]

    monkeypatch.setattr(bitsets, "LEAST_SLOTS", 0)
    monkeypatch.setattr(DenseSearch, "_best_way", noted)
    flood = flood_position(arrangements.codec, start, method="indexed")
    assert flood.states == 292_792
    assert set(ways) == {PUSH, PULL}
    assert ways[0] == ways[-1] == PUSH


def test_rows_are_judged_by_a_sample() -> None:
    arrangements, start = two_locomotives(2)
    search = DenseSearch(arrangements, [arrangements.number(start)], Limits(memory=1 << 34))
    permutations = arrangements.index.permutations
    assert rows_with_bits(search.frontier, permutations) < 0.01
    assert rows_with_bits(search.reached, permutations, inverted=True) == 1
    search.reached[:] = -1
    assert rows_with_bits(search.reached, permutations, inverted=True) == 0


def test_boards_with_one_locomotive_have_no_frames() -> None:
    rules = Switcher(load_layout("wye-18").plan, Roster(("A",), ("red", "green")))
    assert FrameIndex.of(Arrangements.of(Codec.for_rules(rules))) is None

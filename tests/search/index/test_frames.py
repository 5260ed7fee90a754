"""Levels searched from what is not reached yet are those that are searched from the frontier."""

from __future__ import annotations

import pytest

from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.index.bitsets import PULL, PUSH, DenseSearch
from shunt.search.index.perfect import Arrangements
from shunt.search.trains.codec import Codec
from shunt.track.layout_file import load_layout


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


@pytest.mark.slow
def test_a_whole_flood_is_the_same_either_way() -> None:
    pushing, pulling = searches(*two_locomotives(2), True, 2)
    levels: list[tuple[int, int]] = [(1, 1)]
    while levels[-1][0]:
        pushing.way, pulling.way = PUSH, PULL
        levels.append((pushing.step(), pulling.step()))
    assert all(pushed == pulled for pushed, pulled in levels)
    assert sum(pushed for pushed, _ in levels) == 292_792

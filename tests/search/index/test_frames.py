"""Levels searched from what is not reached yet are those that are searched from the frontier."""

import pytest

from shunt.rules.position import Position, Roster, parse_heading
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.index.bitsets import PULL, PUSH, DenseSearch
from shunt.search.index.perfect import Arrangements
from shunt.search.trains.codec import Codec
from shunt.track.layout_file import load_layout


@pytest.mark.slow
def test_a_whole_flood_is_the_same_either_way():
    plan = load_layout("wye-18").plan
    rules = Switcher(plan, Roster(("A", "B"), ("red", "green")))
    start = Position(("A1", "F1", "B1", "C2"), tuple(parse_heading(plan, text).end for text in ("A1>A2", "F1>F2")), ())
    arrangements = Arrangements.of(Codec.for_rules(rules))
    first = [arrangements.number(start)]
    pushing, pulling = (DenseSearch(arrangements, first, Limits(memory=1 << 34), threads=2) for _ in range(2))
    assert pulling.frames_pulled()
    levels = [(1, 1)]
    while levels[-1][0]:
        pushing.way, pulling.way = PUSH, PULL
        levels.append((pushing.step(), pulling.step()))
    assert all(pushed == pulled for pushed, pulled in levels)
    assert sum(pushed for pushed, _ in levels) == 292_792

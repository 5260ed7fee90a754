"""The 20 tiles, their turns and classes."""

import pytest

from shunt.hump.tiles import KINDS, NUMBERS, SEGMENTS, distinct_turns, exclusive_groups, kind_segments, may_share

TABLE = {
    0: "NE SE NW SW NS WE",
    3: "NE SE NW SW",
    10: "NE SE SW WE",
    22: "NE NW WE",
    25: "NE SW NS",
    26: "NE SW WE",
    32: "SE NW SW NS WE",
    35: "SE NW SW",
    38: "SE NW WE",
    39: "SE NW",
    40: "SE SW NS WE",
    41: "SE SW NS",
    43: "SE SW",
    44: "SE NS WE",
    45: "SE NS",
    55: "NW",
    57: "SW NS",
    60: "NS WE",
    62: "WE",
}


def test_twenty_kinds():
    assert len(KINDS) == 20
    assert tuple(TABLE) == NUMBERS


def test_bits_and_turns():
    for number, segments in TABLE.items():
        assert kind_segments(str(number)) == tuple(segments.split())
    assert kind_segments("25", 1) == kind_segments("38")
    assert all(kind_segments(kind, 4) == kind_segments(kind) for kind in KINDS)
    assert len({frozenset(kind_segments(str(number), turn) for turn in range(4)) for number in range(64)}) == 22


def test_end_turns_clockwise():
    assert [kind_segments("end", turn) for turn in range(4)] == [("S",), ("W",), ("N",), ("E",)]


def test_distinct_turns():
    assert distinct_turns("0") == (0,)
    assert distinct_turns("62") == (0, 1)
    assert distinct_turns("45") == (0, 1, 2, 3)


@pytest.mark.parametrize("number", range(64))
def test_groups_say_who_may_share(number):
    segments = kind_segments(str(number))
    groups = [set(group) for group in exclusive_groups(segments)]
    for a in segments:
        for b in segments:
            if a != b:
                assert may_share(a, b) != any({a, b} <= group for group in groups)
    assert {pair for pair in ((a, b) for a in SEGMENTS for b in SEGMENTS) if may_share(*pair)} == {
        ("NE", "SW"),
        ("SW", "NE"),
        ("SE", "NW"),
        ("NW", "SE"),
    }

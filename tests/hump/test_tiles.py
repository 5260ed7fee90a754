"""The 20 tiles, their turns and classes."""

import re
from itertools import combinations

from shunt.hump.tiles import KINDS, NUMBERS, SEGMENTS, distinct_turns, kind_segments, may_share

TABLE = """
0: NE SE NW SW NS WE | 3: NE SE NW SW | 10: NE SE SW WE | 22: NE NW WE | 25: NE SW NS
26: NE SW WE | 32: SE NW SW NS WE | 35: SE NW SW | 38: SE NW WE | 39: SE NW
40: SE SW NS WE | 41: SE SW NS | 43: SE SW | 44: SE NS WE | 45: SE NS
55: NW | 57: SW NS | 60: NS WE | 62: WE
"""


def test_bits_and_turns():
    table = dict(row.strip().split(": ") for row in re.split(r"[|\n]", TABLE.strip()))
    assert (len(KINDS), list(map(int, table))) == (20, list(NUMBERS))
    for number, segments in table.items():
        assert kind_segments(number) == tuple(segments.split())
    assert kind_segments("25", 1) == kind_segments("38")
    assert all(kind_segments(kind, 4) == kind_segments(kind) for kind in KINDS)
    assert len({frozenset(kind_segments(str(number), turn) for turn in range(4)) for number in range(64)}) == 22


def test_distinct_turns_are_clockwise():
    assert [kind_segments("end", turn) for turn in range(4)] == [("S",), ("W",), ("N",), ("E",)]
    assert [distinct_turns(kind) for kind in ("0", "62", "45")] == [(0,), (0, 1), (0, 1, 2, 3)]


def test_only_opposite_curves_are_shared():
    assert {pair for pair in combinations(SEGMENTS, 2) if may_share(*pair)} == {("NE", "SW"), ("SE", "NW")}

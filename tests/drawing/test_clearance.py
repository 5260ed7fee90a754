"""Strokes that cross: all pairs at once as one pair after the other, and distances that are never too large."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from shunt.drawing.clearance import apart_at_least, count_crossings, cross

POINTS = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=4, max_size=9, unique=True)


@given(POINTS)
def test_all_pairs_are_counted_as_one_after_the_other(places: list[tuple[int, int]]) -> None:
    points = {str(number): (float(x), float(y)) for number, (x, y) in enumerate(places)}
    lines = list(combinations(points, 2))
    wanted = sum(
        not {a, b} & {c, d} and cross(points[a], points[b], points[c], points[d]) for (a, b), (c, d) in combinations(lines, 2)
    )
    assert count_crossings(points, lines) == wanted


def test_no_lines_cross_nothing() -> None:
    assert count_crossings({}, []) == 0


@given(POINTS)
def test_points_of_two_strokes_are_no_nearer_than_the_strokes(places: list[tuple[int, int]]) -> None:
    ends = np.array([places[:2], places[2:4]], dtype=float)
    (apart,) = apart_at_least(ends, np.array([[0, 1]]))
    shares = np.linspace(0, 1, 9)[:, None]
    one, other = (stroke[0] + shares * (stroke[1] - stroke[0]) for stroke in ends)
    assert np.hypot(*(one[:, None, :] - other[None, :, :]).transpose(2, 0, 1)).min() >= apart - 1e-9
    if cross(*(tuple(end) for stroke in ends for end in stroke)):
        assert apart == 0

"""Drawing coordinates: deterministic, no two spaces on one point, smooth runs nearly straight."""

from dataclasses import replace
from itertools import combinations, pairwise
from math import atan2, degrees, dist, hypot

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shunt.drawing.octilinear import octilinear_drawing
from shunt.errors import faults_into
from shunt.track.layout_file import load_layout
from shunt.track.plan import Plan
from shunt.track.turntable import Turntable
from tests.effort import examples, some

PLANS = {
    "run": Plan.from_tracks("", ["A B C D E F G"]),
    "one": Plan.from_tracks("", ["A"]),
    "apart": Plan.from_tracks("", ["A B C", "D E", "F"]),
    "twins": Plan.from_tracks("", ["A P B Q C", "A P D Q C"]),
    "timesaver": Plan.from_tracks("", ["0 1 2 4 5 6", "9 10 4 5", "9 10 8 15 16", "9 10 12 13 15 16", "17 18 12 13"]),
    "wye": load_layout("wye-18").plan,
    "turntable": load_layout("turntable-19").plan,
    "bridges": Plan.from_tracks(
        "",
        ["A B", "C D", "E"],
        [Turntable("T", ("T1", "T2", "T3"), (("A", "C"), ("E", ""))), Turntable("U", ("U",), (("B", ""), ("", "D")))],
    ),
    "quarters": Plan.from_tracks(
        "",
        ["A B C D E", "A B C F G", "H"],
        [Turntable("T", ("T",), (("E", "H"), ("G", ""), ("H", "E"), ("", "G")))],
    ),
    "long": Plan.from_tracks(
        "",
        ["A B C D E", "A B C F G", "H", "K L"],
        [Turntable("T", ("T1", "T2"), (("E", "H"), ("G", "K"), ("H", "E"), ("K", "G")))],
    ),
    "diamond": Plan.from_tracks(
        "",
        ["A B C D", "A B E F", "G X1 D2", "H X2 K"],
        [Turntable("T", ("T",), (("D", "G"), ("F", ""), ("G", "D"), ("", "F")))],
        no_stop=["X1", "X2"],
        exclusive=[["X1", "X2"]],
    ),
}
CLOSEST = 0.9  # two spaces are not drawn nearer than this, unless they are given so
GIVEN = {"diamond": {"A": (0.0, 0.0), "B": (1.0, 0.0)}}


def drawn(plan: Plan, given: dict[str, tuple[float, float]] | None = None) -> dict[str, tuple[float, float]]:
    return dict(octilinear_drawing(plan, given).points)


POINTED = {"quarters", "long", "diamond"}  # boards with room for what is outside a bridge to be where it points
LARGE = [pytest.param(name, marks=pytest.mark.slow) for name in ("turntable", "wye")]
SMALL = [name for name in PLANS if name not in ("turntable", "wye")]


@pytest.mark.parametrize("name", [*some(SMALL, 3), *LARGE])
def test_every_space_has_its_own_point(name):
    plan = PLANS[name]
    at = drawn(plan)
    assert list(at) == list(plan.spaces)
    assert all(dist(at[a], at[b]) >= CLOSEST - 0.02 for a, b in combinations(at, 2))


def test_a_plan_is_always_drawn_alike():
    assert drawn(PLANS["twins"]) == drawn(replace(PLANS["twins"]))


@pytest.mark.parametrize("name", ["bridges", "quarters", "long", "diamond", LARGE[0]])
def test_turntables_are_straight_with_outside_spaces_where_they_point_and_nothing_else_in_their_pits(name):
    plan = PLANS[name]
    for at in (drawn(plan), drawn(plan, GIVEN[name])) if name in GIVEN else (drawn(plan),):
        for table in plan.turntables:
            middle = tuple(sum(at[space][axis] for space in table.bridge) / len(table.bridge) for axis in (0, 1))
            first, last = at[table.bridge[0]], at[table.bridge[-1]]
            assert abs(dist(first, last) - (len(table.bridge) - 1)) < 0.02
            for space in set(plan.spaces) - set(table.bridge):
                assert dist(middle, at[space]) >= len(table.bridge) / 2 + 0.75
            for one, other in filter(all, table.positions if name in POINTED else ()):
                assert hypot(*(at[one][axis] + at[other][axis] - 2 * middle[axis] for axis in (0, 1))) < 0.05


def test_spaces_that_exclude_each_other_lie_side_by_side_and_their_tracks_cross():
    at = drawn(PLANS["diamond"], GIVEN["diamond"])
    assert dist(at["X1"], at["X2"]) < 1.2

    def side(a: str, b: str, c: str) -> float:
        return (at[b][0] - at[a][0]) * (at[c][1] - at[a][1]) - (at[b][1] - at[a][1]) * (at[c][0] - at[a][0])

    lines = [(a, b, c, d) for a, b in (("G", "X1"), ("X1", "D2")) for c, d in (("H", "X2"), ("X2", "K"))]
    assert any(side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0 for a, b, c, d in lines)


@pytest.mark.parametrize("name", ["run", "apart", "twins", "timesaver"])
def test_neighbours_lie_about_a_space_apart(name):
    at = drawn(PLANS[name])
    for run in PLANS[name].tracks:
        assert all(0.9 <= dist(at[a], at[b]) <= 3.2 for a, b in pairwise(run))


@pytest.mark.parametrize("name", ["timesaver", "twins", LARGE[1]])
def test_track_is_level_upright_or_at_45_degrees_and_leaves_no_space_at_a_sharp_angle(name):
    drawing = octilinear_drawing(PLANS[name])
    at = drawing.points
    for run in PLANS[name].tracks:
        for a, b in pairwise(run):
            way = degrees(atan2(at[b][1] - at[a][1], at[b][0] - at[a][0]))
            assert abs(way / 45 - round(way / 45)) < 0.02
            for space in (a, b):
                assert drawing.angles[space] % 45 == 0
                off = (way - drawing.angles[space]) % 180
                assert min(off, 180 - off) < 46


def test_a_run_is_level_and_reads_from_the_left_and_given_points_stay_with_others_beside_them():
    assert drawn(PLANS["run"]) == {space: (float(x), 0.0) for x, space in enumerate("ABCDEFG")}
    given_points = {"A": (10.0, 5.0), "C": (10.0, 7.0)}
    at = drawn(PLANS["run"], given_points)
    assert (at["A"], at["C"]) == ((10, 5), (10, 7))
    assert dist(at["B"], (10, 6)) < 0.2
    assert dist(at["D"], (10, 8)) < 0.4


@settings(max_examples=examples(12), deadline=None)
@given(st.lists(st.lists(st.sampled_from("ABCDEFGHIJ"), min_size=1, max_size=6, unique=True), min_size=1, max_size=5))
def test_random_plans_can_be_drawn(tracks):
    faults = []
    with faults_into(faults):
        plan = Plan.from_tracks("", tracks)
    assume(not faults)
    at = drawn(plan)
    assert len(set(at.values())) == len(plan.spaces)
    assert all(dist(at[a], at[b]) >= CLOSEST - 0.02 for a, b in combinations(at, 2))


def test_a_long_line_is_folded_into_rows():
    names = [f"L{number}" for number in range(40)]
    at = drawn(Plan.from_tracks("", [" ".join(names)]))
    across, down = (max(p[axis] for p in at.values()) - min(p[axis] for p in at.values()) for axis in (0, 1))
    assert across < 7 * down
    assert all(0.9 <= dist(at[a], at[b]) <= 1.5 for a, b in pairwise(names))
    assert all(dist(at[a], at[b]) >= CLOSEST for a, b in combinations(at, 2))

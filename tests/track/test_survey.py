"""Surveys of layouts: what they are made of, held against the referee's moves of a lone locomotive."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.track.layout_file import load_layout
from shunt.track.plan import End, Plan
from shunt.track.survey import layout_warnings, survey
from shunt.track.turntable import Turntable
from tests.effort import examples
from tests.rules.settings import distances
from tests.search.boards import plans


def turns(plan: Plan, settings: tuple[int, ...] = ()) -> bool:
    """Whether the referee can turn a locomotive anywhere."""
    settings = settings or (0,) * len(plan.turntables)
    successors = Switcher(plan, Roster(("L",), ())).successors
    return any(
        any(p.places == (space,) and p.headings == (1,) for p in distances(successors, [Position((space,), (0,), settings)]))
        for space in plan.spaces
        if space not in plan.no_stop and plan.closed.get(space) != "locomotives"
    )


@settings(max_examples=examples(60), deadline=None)
@given(plans())
def test_a_locomotive_turns_where_the_referee_says_and_wyes_have_three_runs_of_the_plan(plan):
    bridges = plan.on_bridges
    spaces = tuple(space for space in plan.spaces if space not in bridges)
    fixed = {end: others for end, others in plan.fixed.items() if end.space not in bridges}
    closed = {space: kind for space, kind in plan.closed.items() if space not in bridges}
    plan = Plan(plan.name, spaces, fixed, no_stop=plan.no_stop - bridges, closed=closed)
    found = survey(plan)
    assert (found.turning is not None) == turns(plan)
    for wye in found.wyes:
        for tail, side, following in zip(wye.tails, wye.sides, (*wye.tails[1:], wye.tails[0]), strict=True):
            assert any(runs_through(plan, End(tail, end), (*side, following)) for end in (0, 1))


@settings(max_examples=examples(60), deadline=None)
@given(plans(), st.data())
def test_a_locked_turntable_counts_at_its_setting(plan, data):
    plan = replace(plan, turntables=tuple(replace(table, rotation="locked") for table in plan.turntables))
    at = tuple(data.draw(st.integers(0, len(table.positions) - 1)) for table in plan.turntables)
    assert (survey(plan, at).turning is not None) == turns(plan, at)


def runs_through(plan: Plan, leaving: End, spaces: tuple[str, ...]) -> bool:
    """Whether a run that leaves by this end passes these spaces in order."""
    if not spaces:
        return True
    following = [end for end in plan.fixed.get(leaving, ()) if end.space == spaces[0]]
    return any(runs_through(plan, end.opposite, spaces[1:]) for end in following)


def test_wyes_of_the_boards():
    found = {name: [str(wye) for wye in survey(load_layout(name).plan).wyes] for name in ("wye-18", "alphabet-26", "fan-10")}
    assert found["wye-18"] == ["A3 (B1) B2 (W1 W2) C2 (C1)"]
    assert found["alphabet-26"][0] == "H (I J) K (R) S (Q)"
    assert found["fan-10"] == []


@pytest.mark.parametrize(
    ("name", "facility", "run_round", "loop"),
    [
        ("wye-18", "balloon loop", True, False),
        ("turntable-19", "turntable", True, True),
        ("fan-10", None, False, False),
        ("loop-12", None, True, False),
    ],
)
def test_shipped_boards(name, facility, run_round, loop):
    found = survey(load_layout(name).plan)
    assert (found.turning.facility if found.turning else None, bool(found.run_round), bool(found.loop)) == (
        facility,
        run_round,
        loop,
    )
    assert [len(part) for part in found.parts] == [found.spaces]


def test_parts_switches_and_dead_ends():
    plan = Plan.from_tracks("two", ["A B C", "A B D", "X Y"])
    found = survey(plan)
    assert [(switch.tail.space, switch.legs) for switch in found.switches] == [("B", ("C", "D"))]
    assert sorted(end.space for end in found.dead_ends) == ["A", "C", "D", "X", "Y"]
    assert found.parts == (("A", "B", "C", "D"), ("X", "Y"))


def test_a_wye_takes_two_reversals():
    plan = Plan.from_tracks("wye", ["| N W1 S |", "| N W2 E |", "| S M E |"])
    turning = survey(plan).turning
    assert turning is not None
    assert (turning.facility, turning.reversals) == ("wye", 2)


@pytest.mark.parametrize(
    ("closed", "facility", "run_rounds"),
    [
        ({}, "balloon loop", ["C…E"]),
        (dict.fromkeys("CDFE", "cars"), "balloon loop", []),
        ({"C": "locomotives"}, None, ["C…E"]),
    ],
)
def test_a_locomotive_turns_on_the_spaces_open_to_it(closed, facility, run_rounds):
    found = survey(Plan.from_tracks("balloon", ["| L A C D F E A L"], closed=closed))
    assert (found.turning.facility if found.turning else None, list(found.run_rounds)) == (facility, run_rounds)


@pytest.mark.parametrize(("closed", "loops", "wyes"), [({}, 1, 1), ({"B": "locomotives", "W1": "locomotives"}, 0, 0)])
def test_loops_and_wyes_are_paths_of_a_locomotive(closed, loops, wyes):
    tracks = ["A B C D A B", "| N W1 S1 S2 |", "| N W2 E1 E2 |", "S2 S1 M E1 E2"]
    found = survey(Plan.from_tracks("circle and wye", tracks, closed=closed))
    assert (bool(found.loop), len(found.wyes)) == (loops, wyes)


def test_warnings_name_what_is_probably_a_slip():
    table = Turntable("T", ("T",), (("A", ""), ("", "")))
    plan = Plan.from_tracks("odd", ["A B1", "Bl C", "c D"], [table])
    said = [(warning.where, warning.what) for warning in layout_warnings(plan)]
    assert ("tracks[1]", "the spaces B1 and Bl have names that are easily confused") in said
    assert ("tracks[2]", "the spaces C and c have names that are easily confused") in said
    assert ("turntables[0].positions[1]", "this setting of T joins nothing") in said
    assert any(where == "tracks[1]" and "not connected with the rest: Bl C" in what for where, what in said)
    assert layout_warnings(load_layout("wye-18").plan) == []


def test_a_turntable_that_contradicts_itself_is_named():
    """J cannot be opposite a wall and opposite Z; the same pair the other way round is no contradiction."""
    table = Turntable("T", ("T",), (("J", "Z"), ("K", ""), ("Z", "J"), ("", "J"), ("", "K")))
    plan = Plan.from_tracks("odd", ["J J2", "Z Z2", "K K2"], [table])
    (said,) = (str(warning) for warning in layout_warnings(plan) if "opposite" in warning.what)
    assert said.startswith("turntables[0].positions[3]: J is opposite a wall on T here, and opposite Z in another setting")


def test_every_track_with_a_run_round_is_listed():
    rows = ["Lead-1 Lead-2 P Main-1 Main-2 Q Tail-1 Tail-2", "Lead-2 P Loop-1 Loop-2 Q Tail-1", "Lead-2 P Spur-1"]
    plan = Plan.from_tracks("loop", rows, no_stop=["P", "Q"])
    assert survey(plan).run_rounds == ("Main-1…2", "Loop-1…2")


def test_a_long_line_is_surveyed_at_once():
    plan = Plan.from_tracks("line", [[f"S{number}" for number in range(1_000)]])
    found = survey(plan)
    assert (found.turning, found.run_round, found.loop) == (None, "", ())


@pytest.mark.parametrize("spaces", [30, 250])
def test_a_car_can_be_run_round_however_far_from_the_first_space(spaces):
    line = [f"S{number}" for number in range(spaces)]
    loop = ["L1 L2 L3 L4", "L1 M2 M3 L4"]
    plan = Plan.from_tracks("far loop", [" ".join([*line, "L1"]), *(f"{line[-1]} {row} E1 E2" for row in loop)])
    found = survey(plan)
    assert found.run_round in ("L2", "L3")
    assert survey(Plan.from_tracks("line", [" ".join(line)])).run_round == ""

"""Two-colouring of the ends, and the faults of tracks."""

import pytest

from shunt.errors import LayoutError
from shunt.track.plan import End, Plan
from shunt.track.turntable import Turntable


def neighbours(plan: Plan, space: str) -> set[frozenset[str]]:
    """The names at either end, whichever is called 0."""
    return {frozenset(plan.neighbours(End(space, end))) for end in (0, 1)}


def faults_of(*given):
    with pytest.raises(LayoutError) as caught:
        Plan.from_tracks(*given)
    return caught.value.faults


def test_the_neighbours_of_a_run_lie_at_opposite_ends():
    plan = Plan.from_tracks("", ["A B C", "A B D"])
    assert neighbours(plan, "B") == {frozenset("A"), frozenset("CD")}
    assert neighbours(plan, "A") == {frozenset("B"), frozenset()}
    assert all(end in plan.fixed[other] for end, others in plan.fixed.items() for other in others)
    assert plan.spaces == ("A", "B", "C", "D")


def test_ends_follow_from_all_runs_together():
    plan = Plan.from_tracks("", ["A B C", "C B D", "E B D"])
    assert neighbours(plan, "B") == {frozenset("ADE") - frozenset("E"), frozenset("CE")}


def test_a_loop_of_three_and_a_space_joined_to_itself_by_two_ways():
    ring = Plan.from_tracks("", ["A B C A B"])
    assert all(neighbours(ring, space) == {frozenset(other) for other in set("ABC") - {space}} for space in "ABC")


def test_an_outside_space_joins_a_turntable_by_its_open_end():
    plan = Plan.from_tracks("", ["A B", "C"], [Turntable("T", ("T",), (("A", "C"), ("", "A")))])
    assert plan.joins((0,))[End("T", 0)] == (End("A", 1),)
    assert plan.joins((0,))[End("T", 1)] == (End("C", 0),)
    assert End("T", 0) not in plan.joins((1,))
    assert plan.joins((1,))[End("T", 1)] == (End("A", 1),)
    assert plan.joins((0,))[End("A", 0)] is plan.joins((1,))[End("A", 0)]  # fixed joins are in memory once


def test_a_buffer_stop_in_the_middle_is_the_only_fault_of_its_runs():
    faults = faults_of("", ["| N W1 S1 S2", "| N W2 E1 E2", "S2 S1 | M E1 E2"])
    assert [(fault.where, "in the middle of a run" in fault.what) for fault in faults] == [("tracks[2]", True)]


@pytest.mark.parametrize(
    ("tracks", "where", "words"),
    [
        (["A B C", "C B D", "A B D", "C B A", "D B A", "D B C"], "tracks[0]", "contradict each other at B"),
        (["A B C", "D B"], "tracks[1]", "at which end of B the neighbour D is"),
        (["A A B"], "tracks[0]", "A follows itself"),
        (["A | B"], "tracks[0]", "in the middle of a run"),
        (["|"], "tracks[0]", "without a space"),
        (["A B |", "B C"], "tracks[1]", "do not say at which end of B the neighbour C is"),
        (["A B |", "A B C"], "tracks[0]", "B has a buffer stop at the end where C joins it"),
        (["A B", ""], "tracks[1]", "an empty run"),
        ([], "tracks", "no space"),
    ],
)
def test_faults_of_runs_name_the_space(tracks, where, words):
    faults = faults_of("", tracks)
    assert any(fault.where == where and words in fault.what and fault.remedy for fault in faults)


@pytest.mark.parametrize(
    ("table", "where", "words"),
    [
        (Turntable("T", ("T",), (("A", "Q"),)), "turntables[0].positions[0]", "unknown space 'Q'"),
        (Turntable("T", ("T",), (("A", "A"),)), "turntables[0].positions[0]", "both ends of the bridge"),
        (Turntable("T", ("T",), (("A", "B"),)), "turntables[0].positions[0]", "both ends of B"),
        (Turntable("T", ("T",), ()), "turntables[0].positions", "no positions"),
        (Turntable("T", ("A",), (("C", ""),)), "turntables[0].bridge", "a bridge and in tracks"),
        (Turntable("T", (), (("C", ""),)), "turntables[0].bridge", "no space"),
        (Turntable("T", ("T", "T"), (("C", ""),)), "turntables[0].bridge", "twice"),
    ],
)
def test_faults_of_turntables(table, where, words):
    faults = faults_of("", ["A B C"], [table])
    assert any(fault.where == where and words in fault.what and fault.remedy for fault in faults)


def test_all_faults_come_at_once():
    assert len(faults_of("", ["A A", "B C D", "E C"], (), ["X"], [["B", "Y"], ["B"]])) == 5


def test_neighbours_of_many_turntables_do_not_take_every_combination():
    tables = [Turntable(f"T{n}", (f"T{n}",), tuple((f"A{i}", "") for i in range(12))) for n in range(12)]
    plan = Plan.from_tracks("", [" ".join(f"A{i}" for i in (n, n + 12)) for n in range(12)], tables)
    assert plan.neighbours(End("T3", 0)) == tuple(f"A{i}" for i in range(12))


def test_a_buffer_stop_puts_both_legs_of_a_switch_at_one_end():
    """The wye whose tail is a single space: without the buffer stop its runs would not say where the legs are."""
    plan = Plan.from_tracks("wye", ["B2 D1 W1 N1 |", "E2 E1 W2 N1 |"])
    assert plan.joins()[End("N1", 0)] == (End("W1", 1), End("W2", 1))
    assert End("N1", 1) not in plan.joins()
    assert "|" not in plan.spaces
    assert plan.tracks[0][-1] == "|"
    faults = faults_of("wye", ["B2 D1 W1 N1", "E2 E1 W2 N1"])
    assert any("'W1 N1 |' and 'W2 N1 |'" in fault.remedy for fault in faults)


def test_a_buffer_stop_takes_an_end_from_a_turntable():
    table = Turntable("T", ("T",), (("B", ""),))
    faults = faults_of("", ["A B |"], [table])
    assert [fault.where for fault in faults] == ["turntables[0].positions[0]"]
    Plan.from_tracks("", ["A B"], [table])


def test_a_layout_has_a_limit():
    tables = [Turntable(f"T{number}", (f"T{number}",), (("A", ""),)) for number in range(20_000)]
    for tracks, more in (([f"A{number} B{number}" for number in range(3_000)], ()), (["A B"], tables)):
        with pytest.raises(LayoutError, match="at most"):
            Plan.from_tracks("large", tracks, more)

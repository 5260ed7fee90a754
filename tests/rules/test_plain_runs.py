"""Plain runs of a board, and the board without the middle of each."""

from itertools import pairwise

import networkx
import pytest

from shunt.rules.plain_runs import PlainRun, kept_of, plain_runs, shortened, without
from shunt.track.layout import Layout
from shunt.track.plan import Plan

# A1 … A6 lead from a buffer stop to the points A6 and P, B1 … T and C1 … C4 from there. B2 is closed to cars, and C2 is no stop.
BOARD = Layout.from_tracks("A1 A2 A3 A4 A5 A6 P B1 B2 B3 T", "A6 P C1 C2 C3 C4", no_stop=["C2"], closed={"B2": "cars"}).plan


def spaces(run: PlainRun) -> list[str]:
    return [end.space for end in run]


def graph(plan: Plan) -> networkx.Graph:
    return networkx.Graph((end.space, other.space) for end, others in plan.fixed.items() for other in others)


def test_a_run_is_as_long_as_nothing_is_special():
    assert [spaces(run) for run in plain_runs(BOARD)] == [["A2", "A3", "A4", "A5", "A6"], ["B1"], ["B3"], ["C1"], ["C3"]]
    assert [spaces(run) for run in plain_runs(BOARD, special=["A3"])][:2] == [["A2"], ["A4", "A5", "A6"]]
    for run in plain_runs(BOARD):
        assert all(after.opposite in BOARD.fixed[end] for end, after in pairwise(run))


def test_a_ring_is_no_run():
    assert plain_runs(Plan.from_tracks("ring", ["A B C D A B"])) == []


@pytest.mark.parametrize(("room", "kept"), [(1, [0]), (2, [0, 5]), (3, [0, 1, 5]), (5, [0, 1, 2, 4, 5]), (6, [0, 1, 2, 3, 4, 5])])
def test_the_first_and_the_last_spaces_of_a_run_are_kept(room, kept):
    assert kept_of(6, room) == kept


@pytest.mark.parametrize("gone", [["A3"], ["A2", "A3", "A4"], ["B1", "C3"], ["A1"], ["C4", "C3"]])
def test_the_neighbours_of_what_is_left_out_are_joined(gone):
    left, expected = without(BOARD, gone), graph(BOARD)
    for space in gone:
        near = list(expected[space])
        expected.remove_node(space)
        if len(near) == 2:
            expected.add_edge(*near)
    assert networkx.utils.edges_equal(graph(left).edges, expected.edges)
    assert set(left.spaces) == set(BOARD.spaces) - set(gone)
    assert (left.no_stop, left.closed) == (BOARD.no_stop, BOARD.closed)
    for end, others in left.fixed.items():
        assert all(end in left.fixed[other] for other in others)


def test_a_shortened_board_has_room_in_each_run():
    runs = plain_runs(BOARD)
    assert [len(run) for run in plain_runs(shortened(BOARD, [run for run in runs if len(run) > 2], 2))] == [2, 1, 1, 1, 1]
    assert shortened(BOARD, runs[:1], 2).spaces == tuple(space for space in BOARD.spaces if space not in ("A3", "A4", "A5"))

"""The bits of what a metric remembers, beside the position, in one word or two; and what is said where they are too few."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.errors import TooLargeError
from shunt.rules.objective import METRICS, Objective
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.metrics.plan import MetricPlan
from tests.effort import examples
from tests.rules.settings import setting
from tests.search.boards import puzzles

METRIC_LISTS = st.lists(st.sampled_from(METRICS), min_size=1, max_size=3, unique=True).map(Objective)


def bits_of(plan: MetricPlan) -> list[int]:
    """Every bit that position and memory take, as often as it is taken."""
    memory, locomotives = plan.memory, len(plan.codec.rules.roster.locomotives)
    taken = [bit for bit in range(127) if plan.position_mask >> bit & 1]
    taken += [memory.ran_shift + seat for seat in range(memory.has_ran * locomotives)]
    taken += [memory.sense_shift + seat for seat in range(memory.has_sense * locomotives)]
    taken += [memory.last_shift + bit for bit in range(memory.last_width)]
    pieces = len(plan.codec.rules.roster.pieces) if memory.has_joints else 0
    return taken + [int(memory.joint[a, b]) for a in range(pieces) for b in range(a)]


@given(puzzles(by_name=True), METRIC_LISTS, st.sampled_from([None, 1, 2]))
@settings(max_examples=examples(45), deadline=None)
def test_no_bit_is_taken_twice(puzzle: tuple[Switcher, Position], metric: tuple[str, ...], words: int | None) -> None:
    plan = MetricPlan.of(puzzle[0], Objective(metric), words)
    taken = bits_of(plan)
    assert plan.codec.words == (words or 1)
    assert len(taken) == len(set(taken))
    assert all(bit % 64 < 63 and bit < 64 * plan.codec.words for bit in taken)


def line_of(spaces: int, cars: int) -> Switcher:
    """A line with a locomotive and cars, all distinct, at its one end."""
    names = [f"s{number}" for number in range(spaces)]
    rules, _ = setting([" ".join(names)], {"L": "s0>s1"} | {f"c{number}": names[number + 1] for number in range(cars)})
    return rules


@pytest.mark.parametrize(
    ("spaces", "metric", "most_in_one", "most"),
    [
        (16, ("reversals",), 15, 15),
        (32, ("runs",), 12, 24),
        (64, ("runs", "reversals"), 9, 20),
        (16, ("couplings",), 8, 12),
        (32, ("couplings", "moves"), 7, 11),
        (64, ("couplings", "runs"), 6, 11),
    ],
)
def test_as_many_pieces_as_two_words_hold_and_no_more(spaces: int, metric: tuple[str, ...], most_in_one: int, most: int) -> None:
    assert MetricPlan.of(line_of(spaces, most_in_one - 1), Objective(metric)).codec.words == 1
    if most > most_in_one:
        assert MetricPlan.of(line_of(spaces, most_in_one), Objective(metric)).codec.words == 2
        MetricPlan.of(line_of(spaces, most - 1), Objective(metric))
        with pytest.raises(TooLargeError) as refused:
            MetricPlan.of(line_of(spaces, most), Objective(metric))
        (fault,) = refused.value.faults
        assert re.search(rf"of {most + 1} pieces on {spaces} spaces needs \d+ bits a state, and a state holds 126", fault.what)
        assert fault.remedy == f"count fewer metrics, or at most {most} pieces, which fit on this layout"

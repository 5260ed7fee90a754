"""Exact distributions of placements: floods from many starts at once against one flood at a time on the referee."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.classics.spread import Spread
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.trains.codec import Codec
from shunt.track.layout_file import load_layout
from tests.effort import examples
from tests.search.boards import positions, puzzles

BYTES = 1 << 34


def one_by_one(rules: Switcher, start: Position) -> tuple[int, ...]:
    """Placements of the cars by distance, from a breadth-first search on positions."""
    seen, level = {start}, {start}
    cars = len(rules.roster.locomotives)
    placed: set[tuple[str, ...]] = set()
    counts = []
    while level:
        new = {position.places[cars:] for position in level} - placed
        placed |= new
        counts.append(len(new))
        level = {after for position in level for after in rules.successors(position)} - seen
        seen |= level
    while not counts[-1]:
        counts.pop()
    return tuple(counts)


@given(puzzles(most_cars=2, most_spaces=5), st.data())
@settings(max_examples=examples(50))
def test_many_starts_at_once_as_one_by_one(puzzle: tuple[Switcher, Position], data: st.DataObject) -> None:
    rules, first = puzzle
    starts = [first, data.draw(positions(rules))]
    found = Spread(Codec.for_rules(rules), Limits(memory=BYTES)).distributions(starts)
    assert [one.counts for one in found] == [one_by_one(rules, start) for start in starts]


def test_a_limit_stops_it() -> None:
    from shunt.rules.position import Roster

    rules = Switcher(load_layout("timesaver").plan, Roster(("A",), tuple("12345")), couples_both_ways=True, has_headings=False)
    with pytest.raises(LimitReached):
        Spread(Codec.for_rules(rules), Limits(memory=1))

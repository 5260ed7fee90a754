"""Exact distributions of placements: floods over the index against floods on the referee."""

from __future__ import annotations

from hypothesis import given, settings

from shunt.classics.spread import Spread
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec
from tests.effort import examples
from tests.search.boards import puzzles

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


@given(puzzles(most_cars=2, most_spaces=5))
@settings(max_examples=examples(28))
def test_placements_by_distance(puzzle: tuple[Switcher, Position]) -> None:
    rules, start = puzzle
    assert Spread(Codec.for_rules(rules), Limits(memory=BYTES)).distribution(start).counts == one_by_one(rules, start)

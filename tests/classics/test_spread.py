"""Exact distributions of placements: floods over the index against floods on the referee."""

from collections import Counter

from hypothesis import given, settings

from shunt.classics.spread import Spread
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec
from tests.effort import examples
from tests.rules.settings import distances
from tests.search.boards import puzzles

BYTES = 1 << 34


def one_by_one(rules: Switcher, start: Position) -> tuple[int, ...]:
    """Placements of the cars by distance, from a breadth-first search on positions."""
    cars, nearest = len(rules.roster.locomotives), dict[tuple[str, ...], int]()
    for position, moves in distances(rules.successors, [start]).items():
        nearest.setdefault(position.places[cars:], moves)
    counts = Counter(nearest.values())
    return tuple(counts[moves] for moves in range(max(counts) + 1))


@given(puzzles(most_cars=2, most_spaces=5))
@settings(max_examples=examples(28))
def test_placements_by_distance(puzzle):
    rules, start = puzzle
    assert Spread(Codec.for_rules(rules), Limits(memory=BYTES)).distribution(start).counts == one_by_one(rules, start)

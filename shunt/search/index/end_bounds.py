"""What lies between a start and a goal: bounds from both ends, for a search from both ends that knows a solution.

A state that is g moves from the start and at least h from the goal is on no solution of fewer than g + h moves. So with a
solution of U moves known, either end of the search leaves out the states with g + h ≥ U, and more of them as U falls. The bounds
are those of pattern databases (`methods/pattern_databases.py`), here of both ends, and made in one graph (`joint.py`): its moves
are the same for all cars and for both directions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from shunt.cards.card import RouteCard
from shunt.search.core.arrays import PART, States, room_for, words_of
from shunt.search.core.limits import Limits
from shunt.search.core.machine import core_count
from shunt.search.core.threads import Part, found_by_threads, spans
from shunt.search.index.databases import Databases, small_goals, small_number, small_puzzle
from shunt.search.index.distance_kernels import _keep_near
from shunt.search.index.joint import JointGraph
from shunt.search.trains.codec import Codec

# Set by `benchmarks/searches.py`.
SAMPLE = 4096  # states of a level that show whether it pays to look at all of them

Watch = Callable[[], None]


@dataclass(frozen=True)
class EndBounds:
    """Databases of the moves to the goal, and of those from the start."""

    to_goal: Databases
    from_start: Databases

    @classmethod
    def build(cls, codec: Codec, card: RouteCard, setting: int, limits: Limits, kept: Sequence[tuple[str, ...]]) -> EndBounds:
        """Build the databases of both ends for each tuple of cars in `kept`, of one length and not interchangeable."""
        arrangements = small_puzzle(codec, kept[0])
        limits.allow_bytes(JointGraph.bytes_for(arrangements, 2 * len(kept)))

        def watch() -> None:
            """Look at the limits."""
            limits.allow_states(0)
            limits.progress("distances", 0, arrangements.slots)

        graph = JointGraph(arrangements, limits, watch)
        goals = [arrangements.numbers_of(small_goals(arrangements, card.goal, names, setting).states()) for names in kept]
        starts = [[small_number(arrangements, codec.rules.roster, card.start, names)] for names in kept]
        tables = [graph.distances(sources, forwards) for sources, forwards in ((goals, False), (starts, True))]
        return cls(*(Databases.of(codec, arrangements.index, kept, table) for table in tables))

    def within(self, states: States, forwards: bool, most: int, least_dropped: float, watch: Watch = lambda: None) -> States:
        """Return the states that may be at most `most` moves from the goal (backwards: from the start), in their order.

        All of them where a sample shows that less than `least_dropped` of them would be left out. `watch` is called meanwhile and
        may raise.
        """
        databases = self.to_goal if forwards else self.from_start
        sample = np.ascontiguousarray(states[:: max(1, len(states) // SAMPLE)])
        if len(_near(databases, sample, most, watch)) > (1 - least_dropped) * len(sample):
            return states
        return _near(databases, states, most, watch)


def _near(databases: Databases, states: States, most: int, watch: Watch) -> States:
    """Return the states to which no database gives more than `most` moves, in their order."""

    def look(thread: int, part: Part) -> States:
        """Look some states up."""
        near = room_for(part[1] - part[0], words_of(states))
        beside, order = np.zeros(len(databases.shift), np.int64), np.zeros(len(databases.seats), np.int64)
        return near[: _keep_near(databases, states, *part, most, beside, order, near)].copy()

    parts = spans(len(states), PART)
    found = found_by_threads(max(1, min(core_count(), len(parts))), parts, look, watch)
    return np.concatenate(found) if found else states

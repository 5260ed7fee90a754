"""States that a search from both ends leaves out of its frontiers, since they are on no solution shorter than the best known.

A large search that knows a solution of U moves builds databases for both ends (`index/end_bounds.py`), and leaves out the states
of its frontiers that are on no solution of fewer than U moves. Whether they are in the sets of what is reached does not matter:
sides that meet in such a state would have met in a path of U moves or more, and the search has ended before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from shunt.cards.stop import StopKind
from shunt.errors import TooLargeError
from shunt.search.core.limits import LimitReached
from shunt.search.methods import levels

if TYPE_CHECKING:
    from shunt.search.index.end_bounds import EndBounds
    from shunt.search.methods.database_plan import PlannedBounds

GROWTH = 5  # states of the next level, for each of a frontier (measured: 4 to 5)


@dataclass
class Pruning:
    """The databases that a search may build, the least first, and what it leaves out by them.

    `bounds`: those that are built. `has_left_out`: whether any state was.
    """

    planned_by: Callable[[], list[PlannedBounds]] = list
    bounds: EndBounds | None = None
    has_left_out: bool = False
    _pruned: dict[bool, tuple[int, ...]] = field(default_factory=dict)  # by side: its depth when it was pruned last, and for what

    @cached_property
    def _planned(self) -> list[PlannedBounds]:
        """The databases that were not built yet."""
        return self.planned_by()

    def prune(self, ends: levels.BothEnds, known: int, expected: int) -> None:
        """Leave out states of large frontiers, given a solution of `known` moves; build databases if that is worth it.

        `expected`: the states that the search will have reached after its next level.
        """
        worth = min(expected, _states_to_come(ends, known) // ends.limits.sizes.gain)
        while self._planned and self._planned[0].states <= worth:
            self._build(self._planned.pop(0))
        if self.bounds is None:
            return
        for side in ends.sides:
            purpose = side.depth, known, len(self._planned)
            if self._pruned.get(side.forwards) != purpose and len(side.frontier) >= ends.limits.sizes.large_level:
                ends.sort(side)
                given = side.frontier, side.forwards, known - 1 - side.depth, ends.limits.sizes.least_dropped
                kept = self.bounds.within(*given, lambda: ends.limits.allow_states(ends.states))
                self.has_left_out = self.has_left_out or len(kept) < len(side.frontier)
                side.levels[-1], self._pruned[side.forwards] = kept, purpose

    def _build(self, planned: PlannedBounds) -> None:
        """Build databases of both ends, if they fit into memory and their distances into a byte."""
        try:
            self.bounds = planned.build()
        except TooLargeError:
            return
        except LimitReached as limit:
            if limit.stop.kind is not StopKind.MEMORY:
                raise


def _states_to_come(ends: levels.BothEnds, known: int) -> int:
    """Return about how many states it takes to exclude all paths of fewer than `known` moves, as the search is."""
    sizes, states = [len(side.frontier) for side in ends.sides], 0
    for _ in range(ends.depth + 1, known):
        sizes.sort()
        sizes[0] *= GROWTH
        states += sizes[0]
    return states

"""Best-first search for all uses: A* with bounds, and Dijkstra's search for metrics in which moves have different costs.

Open states are in buckets by (f, g): g is the total of the moves made, and f is g plus a bound on the remaining total (0 without
bounds). The bound must be consistent. Then f never falls along a solution, and a state is expanded with the smallest total that
leads to it. Buckets with the same f are emptied in order of falling g, so that few states of the last f are expanded. While f is
the smallest open value, no solution has a smaller total.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from shunt.search.anytime import AnytimeSearch
from shunt.search.core.arrays import BATCH, Ints, States
from shunt.search.core.hashtable import _lower
from shunt.search.core.limits import Limits
from shunt.search.core.search import Search
from shunt.search.core.table import StateTable, joined
from shunt.search.index.distances import UNREACHED


class TotalTable(StateTable):
    """States and the smallest known total of each. The type `dtype` should be small, to keep entries small."""

    def __init__(self, limits: Limits, words: int, dtype: Any) -> None:
        super().__init__(limits, words=words, dtype=dtype)
        self._lowered = np.empty(BATCH, np.int64)

    def lower(self, states: States, costs: Ints, total: int) -> Ints:
        """Reach `states` with `total` plus their `costs`; return the numbers of those for which this is less than before."""
        self.make_room(len(states))
        if len(states) > len(self._lowered):
            self._lowered = np.empty(len(states), np.int64)
        lowered, added = _lower(self.keys, self.values, states, costs, len(states), total, self._lowered)
        self.count += added
        return self._lowered[:lowered]

    def at(self, states: States, total: int) -> States:
        """Return those of `states` whose smallest known total is `total`."""
        found: States = states[self.values_of(states) == total]
        return found


class BestFirst(Search):
    """A search for a cheapest path. Subclasses define the costs of moves, the bounds, and the records.

    `settled`: no solution has a smaller total. `anytime` looks for solutions between two batches. `title`: the name of the search
    in its progress.
    """

    title: ClassVar[str] = "from the start"
    limits: Limits
    anytime: AnytimeSearch | None = None
    settled: int = 0
    _table: TotalTable | None = None

    @property
    def states(self) -> int:
        """Return the number of states reached."""
        return self._table.count if self._table is not None else 0

    @abstractmethod
    def _successors(self, states: States, g: int) -> Iterator[tuple[States, Ints]]:
        """Yield batches of successors of states with the total g, and the cost of each move."""

    def _bounds(self, states: States) -> Ints:
        """Return a bound on the remaining total for each of `states`, or `UNREACHED` for dead ones."""
        return np.zeros(len(states), np.int64)

    def _is_over(self) -> bool:
        """Return whether a solution is known that costs no more than `settled`."""
        return False

    def _buckets(self, start: States, table: TotalTable) -> Iterator[tuple[int, States]]:
        """Yield buckets in the order of their totals, and expand each after it. They end if every state that can be reached was
        expanded or left out, or the search is over."""
        self._table = table
        self._open: dict[int, dict[int, list[States]]] = defaultdict(lambda: defaultdict(list))
        self._reach(start, np.zeros(len(start), np.int64), 0)
        while values := [f for f, buckets in self._open.items() if buckets]:
            self.settled = f = min(values)
            if self._is_over():
                return
            g = max(self._open[f])
            states = table.at(joined(self._open[f].pop(g), self.limits, room=2), g)
            if len(states):
                yield g, states
                self._expand(states, g)

    def _expand(self, states: States, g: int) -> None:
        """Reach the successors of states with the total g."""
        for after, costs in self._successors(states, g):
            self._reach(after, costs, g)
            self.limits.allow_states(self.states)
            if self.anytime is not None:
                self.anytime.keep_up(self.states, self.settled)
            self.limits.progress(self.title, self.lower_bound, self.states)

    def _reach(self, states: States, costs: Ints, total: int) -> None:
        """Sort the `states` whose total is less than before into their buckets, and leave dead ones out."""
        assert self._table is not None
        better = self._table.lower(states, costs, total)
        ceiling = None if self.anytime is None else self.anytime.ceiling
        for cost, reached in _by_value(costs[better], states[better]):
            g = total + cost
            for bound, bounded in _by_value(self._bounds(reached), reached):
                if bound != UNREACHED and (ceiling is None or g + bound < ceiling):
                    self._open[g + bound][g].append(bounded)


def _by_value(values: Ints, states: States) -> Iterator[tuple[int, States]]:
    """Yield each of the values, in rising order, with the states that have it."""
    if len(values) and (values == values[0]).all():
        yield int(values[0]), states
        return
    for value in np.unique(values).tolist():
        yield value, states[values == value]

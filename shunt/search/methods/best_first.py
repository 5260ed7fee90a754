"""Best-first search, written once: A* under bounds, and Dijkstra's search in metrics where moves do not cost the same.

Open states wait in buckets by (f, g): g = the total of the moves made, f = g + a bound on what is to come (0 without bounds).
The bound must be consistent: then f never falls along a solution, and a state is expanded with the least total that leads to it.
Buckets of one f are emptied from the greatest g on, so that of the last f only what is needed is expanded. While f is the least
open value, no solution has a smaller total.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import BATCH, LARGEST, States
from shunt.search.core.domain import Goals
from shunt.search.core.hashtable import _lower
from shunt.search.core.limits import Limits
from shunt.search.core.search import Search
from shunt.search.core.table import StateTable, joined
from shunt.search.index.distances import UNREACHED

Costs = NDArray[np.int64]


class TotalTable(StateTable):
    """States and the least total known to lead to each; of the type `dtype`, since an entry should be small."""

    def __init__(self, limits: Limits, words: int, dtype: Any) -> None:
        super().__init__(limits, words=words, dtype=dtype)
        self._lowered = np.empty(BATCH, np.int64)

    def lower(self, states: States, costs: Costs, total: int) -> Costs:
        """Reach `states` with `total` plus their `costs`; return the numbers of those for which that is less than before."""
        self.make_room(len(states))
        if len(states) > len(self._lowered):
            self._lowered = np.empty(len(states), np.int64)
        lowered, added = _lower(self.keys, self.values, states, costs, len(states), total, self._lowered)
        self.count += added
        return self._lowered[:lowered]

    def at(self, states: States, total: int) -> States:
        """Return those of `states` to which `total` is the least known."""
        found: States = states[self.values_of(states) == total]
        return found


class BestFirst(Search):
    """A search for a cheapest path to any state of `goals`; its kinds say what moves cost, and what is bounded and noted."""

    goals: Goals
    limits: Limits
    _table: TotalTable | None = None

    @property
    def states(self) -> int:
        """Return how many states were reached."""
        return self._table.count if self._table is not None else 0

    @abstractmethod
    def _successors(self, states: States, g: int) -> Iterator[tuple[States, Costs]]:
        """Yield batches of successors of states with the total g, and what each move costs."""

    @abstractmethod
    def _begins(self, f: int) -> bool:
        """Note that every solution has a total of at least f; return False if that ends the search."""

    @abstractmethod
    def _settled(self, f: int, g: int, count: int) -> None:
        """Note that `count` states are going to be expanded with the total g."""

    @abstractmethod
    def _found(self, met: States, g: int) -> None:
        """Keep a path to one of the states of a bucket that meet the goal, with the total g."""

    @abstractmethod
    def _look(self, f: int) -> None:
        """Do what is due between two batches: beams, progress."""

    def _bounds(self, states: States) -> NDArray[np.int64]:
        """Return a bound on what is to come for each of `states`, `UNREACHED` for dead ones."""
        return np.zeros(len(states), np.int64)

    def _ceiling(self) -> int:
        """Return a total from which on states are left out."""
        return LARGEST

    def _run_from(self, start: States, table: TotalTable) -> bool:
        """Search; return whether every state that can be reached was expanded or left out."""
        self._table = table
        self._open: dict[int, dict[int, list[States]]] = defaultdict(lambda: defaultdict(list))
        self._reach(start, np.zeros(len(start), np.int64), 0)
        while values := [f for f, buckets in self._open.items() if buckets]:
            f = min(values)
            if not self._begins(f):
                return False
            g = max(self._open[f])
            states = table.at(joined(self._open[f].pop(g), self.limits, room=2), g)
            if not len(states):
                continue
            self._settled(f, g, len(states))
            if g == f and len(met := states[self.goals.met_by(states)]):
                self._found(met, g)
                return False
            self._expand(states, f, g)
        return True

    def _expand(self, states: States, f: int, g: int) -> None:
        """Reach the successors of states with the total g."""
        for after, costs in self._successors(states, g):
            self._reach(after, costs, g)
            self.limits.allow_states(self.states)
            self._look(f)

    def _reach(self, states: States, costs: Costs, total: int) -> None:
        """Sort those of `states` that are reached for less than before into their buckets; dead ones are left out."""
        assert self._table is not None
        better = self._table.lower(states, costs, total)
        ceiling = self._ceiling()
        for cost, reached in _by_value(costs[better], states[better]):
            g = total + cost
            for bound, bounded in _by_value(self._bounds(reached), reached):
                if bound != UNREACHED and g + bound < ceiling:
                    self._open[g + bound][g].append(bounded)


def _by_value(values: NDArray[np.int64], states: States) -> Iterator[tuple[int, States]]:
    """Yield each of the values, rising, with the states that have it."""
    if len(values) and (values == values[0]).all():
        yield int(values[0]), states
        return
    for value in np.unique(values).tolist():
        yield value, states[values == value]

"""The optimum in metrics in which moves have different costs: best-first search without bounds (`methods/best_first.py`).

States are settled bucket by bucket, cheapest first. The first state that meets the goal therefore has the smallest total, and
every bucket emptied before it proves a lower bound. Totals take 8 bytes, so an entry of the table has 16.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shunt.cards.evidence import CostsSettled, Evidence
from shunt.errors import TooLargeError
from shunt.rules.objective import ROWS
from shunt.search.anytime import AnytimeSearch
from shunt.search.core.arrays import Ints, States, numbers_of, room_for, sorted_once
from shunt.search.core.limits import Limits
from shunt.search.core.table import StateSet
from shunt.search.methods.best_first import BestFirst, TotalTable
from shunt.search.metrics.kernels import _costed_neighbours, _with_position_in
from shunt.search.metrics.plan import MetricPlan
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.scratch import make_distances
from shunt.search.trains.successors import Neighbours


class CostedNeighbours(Neighbours):
    """The states one move after (or before) given ones, and the cost of each move."""

    def __init__(self, plan: MetricPlan, limits: Limits) -> None:
        self._plan = plan
        super().__init__(plan.codec, limits)
        self._cost = np.empty(len(self._out), np.int64)

    def _make_scratch(self) -> None:
        super()._make_scratch()
        memory = self._plan.memory
        needs_distances = memory.has_joints or memory.weight[ROWS["distance"]]
        self._distances = make_distances(self._tables, self._work) if needs_distances else None

    def costed(self, states: States) -> Iterator[tuple[States, Ints]]:
        """Yield batches of successors and costs. Each batch is valid until the next one is requested."""
        at = 0
        while at < len(states):
            given = self._work, self._distances, self._plan.memory, states, at, len(states), self._out, self._cost
            at, end, status = _costed_neighbours(self._tables, *given)
            if end:
                yield self._out[:end], self._cost[:end]
            elif at < len(states):
                self._grow(status)
                self._cost = np.empty(len(self._out), np.int64)


@dataclass
class MetricSearch(BestFirst):
    """A search for a cheapest path from `start` to any state of `goals`. Its path consists of the places from start to goal.

    `total`: the optimum (see `MetricPlan.counts`), or None if none is found. `levels`: the number of states settled at each
    count of the first metric. `anytime` looks for solutions at the same time, in case the search is stopped. All values stay
    correct if the search is interrupted at any point.
    """

    plan: MetricPlan
    start: int
    goals: GoalSet
    limits: Limits
    total: int | None = None
    levels: list[int] = field(default_factory=list)
    anytime: AnytimeSearch | None = None

    @property
    def lower_bound(self) -> int:
        """Return the proven lower bound in the first metric."""
        return self.plan.counts(self.settled)[0]

    @property
    def evidence(self) -> Evidence:
        """Return the counts below which every position was searched."""
        return CostsSettled(None if self.exhausted else self.plan.counts(self.settled))

    @property
    def proof(self) -> dict[str, Any]:
        """Return the number of states settled at each count of the first metric."""
        return {"states settled at each count": list(self.levels)}

    def _search(self) -> None:
        codec = self.plan.codec
        self._neighbours = CostedNeighbours(self.plan, self.limits)
        table = TotalTable(self.limits, codec.words, np.int64)
        for total, states in self._buckets(codec.states([self.start]), table):
            counts = self.plan.counts(total)
            if max(counts[1:], default=0) >= (1 << self.plan.digit) - (1 << self.plan.digit - 4):
                raise TooLargeError(f"a count of {max(counts)} is too large to be compared with others in one number")
            self.levels += [0] * (counts[0] + 1 - len(self.levels))
            self.levels[counts[0]] += len(states)
            if len(met := states[self.goals.met_by(states)]):
                self.total, self.path = total, self._path(numbers_of(met), total)
                return
        self.exhausted = True

    def _successors(self, states: States, g: int) -> Iterator[tuple[States, Ints]]:
        return self._neighbours.costed(states)

    def _path(self, solved: Iterable[int], total: int) -> list[int]:
        """Return the places of a cheapest path to any state of `solved`. Of several such paths, the one with the smallest last
        place is chosen, then the one with the smallest place before it, and so on. The choice does not depend on how memories are
        packed."""
        mask, path = self.plan.place_mask, list[int]()
        ends = dict.fromkeys(solved, total)
        while ends:
            path.append(min(state & mask for state in ends))
            ends = {state: value for state, value in ends.items() if state & mask == path[-1]}
            ends = self._before(ends) if max(ends.values()) else {}
        return path[::-1]

    def _before(self, ends: dict[int, int]) -> dict[int, int]:
        """Return the states at the smallest place from which a move leads to one of `ends` at the totals of both."""
        plan, found, least, mask = self.plan, dict[int, int](), None, self.plan.codec.bits.mask
        positions = sorted({state & mask for state in ends})
        near = np.concatenate([plan.places(self._neighbours.all_of(position, forwards=False)) for position in positions])
        parents = self._reached_at(sorted_once(near), max(ends.values()))
        for state, total in sorted(parents, key=lambda parent: parent[0] & plan.place_mask):
            place = state & plan.place_mask
            if least is not None and place > least:
                break
            if self._leads_to(state, total, ends):
                found[state], least = total, place
        return found

    def _reached_at(self, places: States, below: int) -> list[tuple[int, int]]:
        """Return the states at `places` that were reached with a total less than `below`, with their totals."""
        codec = self.plan.codec
        wanted = StateSet(self.limits, words=codec.words)
        wanted.add(places)
        room, mask = 1 << 10, codec.states([self.plan.place_mask])
        while True:
            found, totals = room_for(room, codec.words), np.empty(room, np.int64)
            table = self._table
            assert table is not None
            count = _with_position_in(table.keys, table.values, below, mask, wanted.keys, found, totals)
            if count <= room:
                return list(zip(numbers_of(found[:count]), totals[:count].tolist(), strict=True))
            room = count

    def _leads_to(self, state: int, total: int, ends: dict[int, int]) -> bool:
        """Return whether a move from `state`, reached at `total`, leads to one of `ends` at its total."""
        for states, costs in self._successors(self.plan.codec.states([state]), total):
            reached = zip(numbers_of(states), costs.tolist(), strict=True)
            if any(ends.get(after) == total + cost for after, cost in reached):
                return True
        return False

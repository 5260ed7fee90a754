"""The whole table of a `sidings` puzzle: the distance of every state to the goal, by a perfect index.

State number = occupancy · permutations + rank of the permutation. A table holds one byte a state (two where distances pass 253),
and each swap of blocks has an array that maps ranks to ranks. Both count towards the memory limit.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shunt.cards.flooded import Flood
from shunt.cards.stop import Stop
from shunt.errors import TooLargeError
from shunt.search.core.arrays import Ints, Ints32
from shunt.search.core.limits import LimitReached, Limits, begun, stop_of
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition
from shunt.sidings.search import kernels
from shunt.sidings.search.graph import (
    Occupancy,
    SidingsProblem,
    Swap,
    goal_at,
    sidings_problem,
)

Distances = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]


class TableMoves(NamedTuple):
    """The moves of every occupancy for kernels: those of p are [first[p] : first[p + 1]], each to occupancy `target`.

    `swap`: the row of `ranks_after` (int32[swaps, N]) that says how it moves the ranks of permutations, −1 where they stay.
    """

    first: Ints
    target: Ints
    swap: Ints
    ranks_after: Ints32


@dataclass(frozen=True)
class PermutationIndex:
    """All permutations of a multiset of kinds in lexicographic order (`rows` uint8[N, n]), and how moves change their ranks."""

    rows: npt.NDArray[np.uint8]
    moves: TableMoves

    def fitting(self, wanted: Sequence[int]) -> Ints:
        """Return the numbers of the permutations with these kinds (−1 = any)."""
        seats = [seat for seat, kind in enumerate(wanted) if kind >= 0]
        return np.flatnonzero((self.rows[:, seats] == np.array(wanted)[seats]).all(axis=1))

    def rank(self, row: tuple[int, ...]) -> int:
        """Return the number of a permutation."""
        return int(self.fitting(row)[0])


@dataclass(frozen=True)
class DistanceTable:
    """Distances of all states to the goal. `distance` [occupancies, N] has `unseen` where the goal cannot be reached.

    `levels[d]` counts the states at distance d; `stopped` names the limit that ended the build early, and then every
    state without a distance is farther than the last level. `seconds`: wall time of the build, allocations in.
    """

    problem: SidingsProblem
    index: PermutationIndex
    distance: Distances
    levels: tuple[int, ...]
    stopped: Stop | None
    seconds: float

    @property
    def exhausted(self) -> bool:
        """Return whether every state that can be reached has its distance."""
        return not self.stopped

    @property
    def unseen(self) -> int:
        """Return the value in `distance` that means "no distance"."""
        return int(np.iinfo(self.distance.dtype).max)

    def optimum(self, position: SidingsPosition) -> int | None:
        """Return the distance of a position to the goal, or None if the goal cannot be reached (or not within the levels
        built)."""
        occupancy, row = self.problem.encode(position)
        found = int(self.distance[occupancy, self.index.rank(row)])
        return None if found == self.unseen else found

    def starts(self, lengths: tuple[int, ...]) -> tuple[int, ...]:
        """Count the starts of optimum 0, 1, 2, … whose tracks hold `lengths` cars (headshunt first; locomotive outside)."""
        distances = self.distance[self.problem.graph.index[Occupancy(0, lengths)]]
        return tuple(np.bincount(distances[distances != self.unseen]).tolist())


def table_bytes(problem: SidingsProblem) -> int:
    """Return how much memory the table and its index take at most, in bytes."""
    index = problem.permutations * (len(problem.rules.cars) + 4 * (len(needed_swaps(problem.graph.swaps)) + 1))
    return index + problem.states


def needed_swaps(swaps: Iterable[Swap]) -> list[Swap]:
    """Return the swaps, and those that they are composed of, in an order in which each follows its parts."""
    needed: dict[Swap, None] = {}

    def add(swap: Swap) -> None:
        """Add a swap after its parts."""
        if swap not in needed:
            for part in _parts(*swap):
                add(part)
            needed[swap] = None

    for swap in swaps:
        add(swap)
    return list(needed)


def _parts(low: int, mid: int, high: int) -> tuple[Swap, ...]:
    """Return the two swaps that make a swap of [low, mid) with [mid, high), one after the other; none for one of neighbours.

    That is: bring the first car of the second block to the front, then swap the rest; to bring a car forward over a block is to
    swap it with its neighbour, and then to bring it over the others.
    """
    if high - mid > 1:
        return (low, mid, mid + 1), (low + 1, mid + 1, high)
    return ((mid - 1, mid, mid + 1), (low, mid - 1, mid)) if mid - low > 1 else ()


def permutation_index(problem: SidingsProblem, limits: Limits) -> PermutationIndex:
    """Number all permutations of the kinds and follow their ranks through the swaps of the yard and what composes them.

    Raise `LimitReached` when the time is up.
    """
    needed, kinds = needed_swaps(problem.graph.swaps), max(problem.multiset, default=0) + 1
    rows = np.ascontiguousarray(problem.rows(problem.words([-1] * len(problem.multiset))))
    tables = np.empty((len(needed), len(rows)), np.int32)
    numbers = {swap: number for number, swap in enumerate(needed)}
    begins = np.empty((kinds, kinds), np.int64)
    for swap, table in zip(needed, tables, strict=True):
        limits.allow_states(0)
        if parts := _parts(*swap):
            first, second = (tables[numbers[part]] for part in parts)
            np.take(second, first, out=table, mode="clip")  # the usual mode copies first
        else:
            kernels.fill_neighbour_swap(rows, swap[0], begins, table)
    targets = np.array([edge.target for edge in problem.graph.edges], np.int64)
    changes = np.array([numbers.get(edge.swap, -1) for edge in problem.graph.edges], np.int64)
    return PermutationIndex(rows, TableMoves(problem.graph.first, targets, changes, tables))


def build_table(problem: SidingsProblem, limits: Limits | None = None, start: SidingsPosition | None = None) -> DistanceTable:
    """Return the distances of all states to the goal (or to one `start`, since moves can be undone), level by level.

    Raise `LimitReached` before anything is allocated if the table would not fit into the allowed memory, and also if the time is
    up before all permutations are numbered. If the time or the states run out later, the table is `stopped`.
    """
    began = time.perf_counter()
    limits = limits or Limits()
    limits.allow_bytes(table_bytes(problem))
    if problem.permutations >= 1 << 31:
        raise TooLargeError(f"{problem.permutations:,} permutations of the cars, and the index of a table holds {1 << 31:,}")
    limits.progress("numbering all permutations", 0, problem.states)
    index = permutation_index(problem, limits)
    occupancies = len(problem.graph.occupancies)
    distance: Distances = np.full((occupancies, problem.permutations), 255, np.uint8)
    active = np.zeros(occupancies, np.int64)
    for occupancy, wanted in problem.goal_occupancies() if start is None else [problem.encode(start)]:
        distance[occupancy, index.fitting(wanted)] = 0
        active[occupancy] = problem.permutations - np.count_nonzero(distance[occupancy])
    missing = problem.permutations - active
    ranks = np.empty(problem.permutations, np.int32)
    levels, stopped = list[int](), None
    try:
        while active.any() or not levels:
            levels.append(int(active.sum()))
            limits.progress("building the table", len(levels) - 1, sum(levels))
            distance, following = _with_room(distance, len(levels)), np.zeros_like(active)
            unseen = int(np.iinfo(distance.dtype).max)
            # By occupancies, so that a limit is kept within a level of millions.
            for occupancy in np.flatnonzero(active).tolist():
                limits.allow_states(sum(levels))
                counts = active, missing, following
                kernels.expand_occupancy(distance, unseen, len(levels) - 1, index.moves, occupancy, *counts, ranks)
            active = following
    except LimitReached as limit:
        stopped = limit.stop
    return DistanceTable(problem, index, distance, tuple(levels), stopped, time.perf_counter() - began)


def _with_room(distance: Distances, depth: int) -> Distances:
    """Return the distances in an array that can hold `depth` too, beside what stands for "no distance"."""
    if depth < 254 or distance.dtype != np.uint8:
        return distance
    wide = distance.astype(np.uint16)
    wide[distance == 255] = np.iinfo(wide.dtype).max
    return wide


@lru_cache(maxsize=1)
def warm_up_table() -> None:
    """Have every kernel of the table compiled (or loaded), so that measured times do not include compiling."""
    build_table(sidings_problem(Sidings(2, {"1": 2, "2": 1}, ("a", "b")), SidingsGoal({"1": ("b", "a")})))


def flood_sidings(card: SidingsCard, limits: Limits | None = None) -> Flood:
    """Count everything that can be reached from a card's start, level by level, up to interchangeable cars."""
    problem = sidings_problem(card.rules, goal_at(card.rules, card.start))
    warm_up_table()
    limits = begun(limits)
    try:
        table = build_table(problem, limits, card.start)
    except (LimitReached, KeyboardInterrupt) as error:
        return Flood((1,), False, limits.seconds, stopped=stop_of(error))
    return Flood(table.levels, table.exhausted, limits.seconds, stopped=table.stopped)

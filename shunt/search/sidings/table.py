"""The whole table of a `sidings` puzzle: the distance of every state to the goal, by a perfect index.

State number = occupancy · permutations + rank of the permutation. A table holds one byte a state (two where distances pass 253),
and each swap of blocks has an array that maps ranks to ranks. Both count towards the memory limit.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from shunt.cards.stop import Stop
from shunt.errors import TooLargeError
from shunt.rules.sidings import Sidings, SidingsGoal, SidingsPosition
from shunt.search.core.arrays import BATCH_ROWS
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.sidings import kernels
from shunt.search.sidings.graph import Ints, Occupancy, SidingsProblem, sidings_problem


@dataclass(frozen=True)
class PermutationIndex:
    """All permutations of a multiset of kinds in lexicographic order, and how swaps of blocks move their ranks.

    `rows` uint8[N, n]; `swaps` int32[k, N], in the order of the swaps asked for.
    """

    rows: npt.NDArray[np.uint8]
    swaps: npt.NDArray[np.int32]
    factorials: Ints
    kinds: int

    def rank(self, row: tuple[int, ...]) -> int:
        """Return the number of a permutation."""
        return int(kernels.rank_of(np.array(row, dtype=np.int64), self.kinds, self.factorials))


@dataclass(frozen=True)
class DistanceTable:
    """Distances of all states to the goal. `distance` [occupancies, N] has `unseen` where the goal cannot be reached.

    `levels[d]` counts the states at distance d; `stopped` names the limit that ended the build early, and then every
    state without a distance is farther than the last level. `seconds`: wall time of the build, allocations in.
    """

    problem: SidingsProblem
    index: PermutationIndex
    distance: npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
    levels: tuple[int, ...]
    stopped: Stop | None
    seconds: float

    @property
    def exhausted(self) -> bool:
        """Return whether every state that can be reached has its distance."""
        return not self.stopped

    @property
    def unseen(self) -> int:
        """Return what stands for "no distance" in `distance`."""
        return int(np.iinfo(self.distance.dtype).max)

    def optimum(self, position: SidingsPosition) -> int | None:
        """Return the distance of a position to the goal; None where it cannot be reached (or not within the levels built)."""
        occupancy, row = self.problem.encode(position)
        found = int(self.distance[occupancy, self.index.rank(row)])
        return None if found == self.unseen else found

    def starts(self, lengths: tuple[int, ...]) -> tuple[int, ...]:
        """Count the starts of optimum 0, 1, 2, … whose tracks hold `lengths` cars (headshunt first; locomotive outside)."""
        counts = np.zeros(len(self.levels), dtype=np.int64)
        kernels.histogram(self.distance[self.problem.graph.index[Occupancy(0, lengths)]], counts)
        return _trimmed(counts)

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Yield every state as (occupancy, rank, distance or −1), in the index's order."""
        for occupancy, distances in enumerate(self.distance):
            for rank, found in enumerate(distances):
                yield occupancy, rank, -1 if found == self.unseen else int(found)


def _trimmed(counts: Ints) -> tuple[int, ...]:
    used = np.flatnonzero(counts)
    return tuple(int(count) for count in counts[: used[-1] + 1]) if used.size else ()


def table_bytes(problem: SidingsProblem) -> int:
    """Return how much memory the table and its index take at most, in bytes."""
    index = problem.permutations * (len(problem.rules.cars) + 4 * (len(needed_swaps(problem.graph.swaps)) + 1))
    return index + problem.states


def needed_swaps(swaps: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return the swaps, and those that they are composed of, in an order in which each follows its parts.

    A swap of [low, mid) with [mid, high) is: bring the first car of the second block to the front, then swap the rest; to bring
    a car forward over a block is to swap it with its neighbour, and then to bring it over the others.
    """
    needed: dict[tuple[int, int, int], None] = {}

    def add(low: int, mid: int, high: int) -> None:
        """Add a swap after its parts."""
        if (low, mid, high) in needed:
            return
        if high - mid > 1:
            add(low, mid, mid + 1)
            add(low + 1, mid + 1, high)
        elif mid - low > 1:
            add(mid - 1, mid, mid + 1)
            add(low, mid - 1, mid)
        needed[(low, mid, high)] = None

    for swap in swaps:
        add(*swap)
    return list(needed)


_INDICES: dict[tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]], PermutationIndex] = {}
MOST_INDICES = 4  # that are kept


def permutation_index(
    multiset: tuple[int, ...], swaps: tuple[tuple[int, int, int], ...], limits: Limits | None = None
) -> PermutationIndex:
    """Number all permutations of `multiset` (sorted kinds) and follow their ranks through `swaps` and what composes them.

    The latest are kept. Raises `LimitReached` when the time is up: ten cars take some seconds.
    """
    key = (multiset, swaps)
    if key not in _INDICES:
        index = _numbered(multiset, swaps, limits)
        while len(_INDICES) >= MOST_INDICES:
            _INDICES.pop(next(iter(_INDICES)))
        _INDICES[key] = index
    return _INDICES[key]


def _numbered(multiset: tuple[int, ...], swaps: tuple[tuple[int, int, int], ...], limits: Limits | None) -> PermutationIndex:
    n = len(multiset)
    kinds = max(multiset, default=0) + 1
    factorials = np.array([factorial(i) for i in range(n + 1)], dtype=np.int64)
    count = factorial(n)
    for kind in range(kinds):
        count //= factorial(multiset.count(kind))
    rows = np.empty((count, n), dtype=np.uint8)
    kernels.fill_permutations(np.array(multiset, dtype=np.int64), rows)
    tables = np.empty((len(swaps), count), dtype=np.int32)
    number = {swap: i for i, swap in enumerate(swaps)}
    counts = np.zeros(kinds, dtype=np.int64)
    for (low, mid, high), table in zip(swaps, tables, strict=True):
        if limits is not None:
            limits.allow_states(0)
        if high - mid > 1:
            kernels.compose(tables[number[(low, mid, mid + 1)]], tables[number[(low + 1, mid + 1, high)]], table)
        elif mid - low > 1:
            kernels.compose(tables[number[(mid - 1, mid, mid + 1)]], tables[number[(low, mid - 1, mid)]], table)
        else:
            for begin in range(0, count, BATCH_ROWS):
                part = table[begin : begin + BATCH_ROWS]
                kernels.fill_neighbour_swap(rows[begin : begin + BATCH_ROWS], low, counts, factorials, part)
                part += begin
                if limits is not None:
                    limits.allow_states(0)
    return PermutationIndex(rows, tables, factorials, kinds)


def build_table(
    problem: SidingsProblem,
    limits: Limits | None = None,
    start: SidingsPosition | None = None,
) -> DistanceTable:
    """Return the distances of all states to the goal (or to one `start`, since moves can be undone), level by level.

    Raises `LimitReached` before anything is allocated where the memory allowed does not suffice, and if the time is up before
    all permutations are numbered; where the time or the states run out later the table is `stopped`.
    """
    begun = time.perf_counter()
    limits = limits or Limits()
    limits.allow_bytes(table_bytes(problem))
    if problem.permutations >= 1 << 31:
        raise TooLargeError(f"{problem.permutations:,} permutations of the cars, and the index of a table holds {1 << 31:,}")
    swaps = tuple(needed_swaps(problem.graph.swaps))
    limits.progress("numbering all permutations", 0, problem.states)
    index = permutation_index(problem.multiset, swaps, limits)
    number = {swap: i for i, swap in enumerate(swaps)}
    edges = problem.graph.edges
    target = np.array([edge.target for edge in edges], dtype=np.int64)
    action = np.array([number.get(edge.swap, -1) for edge in edges], dtype=np.int64)
    occupancies = len(problem.graph.occupancies)
    distance: npt.NDArray[np.uint8] | npt.NDArray[np.uint16] = np.full((occupancies, problem.permutations), 255, dtype=np.uint8)
    active = np.zeros((2, occupancies), dtype=np.int64)
    for occupancy, wanted in problem.goal_occupancies() if start is None else [problem.encode(start)]:
        active[0, occupancy] += kernels.seed_table(distance[occupancy], index.rows, np.array(wanted, dtype=np.int64))
    missing = problem.permutations - active[0]
    levels = [int(active[0].sum())]
    limits.progress("building the table", 0, levels[0])
    ranks = np.empty(problem.permutations, dtype=np.int32)
    exhausted, stopped = not levels[0], None
    while not exhausted:
        if stopped := _stopped(limits, sum(levels)):
            break
        depth = len(levels) - 1
        if depth == 253 and distance.dtype == np.uint8:
            wide = distance.astype(np.uint16)
            wide[distance == 255] = 65535
            distance = wide
        unseen = int(np.iinfo(distance.dtype).max)
        moves = (problem.graph.first, target, action, index.swaps)
        try:
            found = _expanded(limits, sum(levels), active, depth, (distance, unseen, depth, *moves), (missing, ranks))
        except LimitReached as limit:
            stopped = limit.stop
            break
        exhausted = found == 0
        if found:
            levels.append(found)
            limits.progress("building the table", depth + 1, sum(levels))
    return DistanceTable(problem, index, distance, tuple(levels), stopped, time.perf_counter() - begun)


def _expanded(
    limits: Limits | None, states: int, active: Ints, depth: int, before: tuple[Any, ...], after: tuple[Any, ...]
) -> int:
    """Expand a level an occupancy at a time, so that a limit is kept within a level of millions; return how many states are new.

    `before` and `after` are the arguments of `expand_table` on both sides of `active`. Raises `LimitReached`.
    """
    now, then = depth & 1, 1 - (depth & 1)
    expand: Any = kernels.expand_table
    found, reached = 0, np.zeros_like(active[then])
    for occupancy in np.flatnonzero(active[now]):
        if limits is not None:
            limits.allow_states(states)
        alone = np.zeros_like(active)
        alone[now, occupancy] = active[now, occupancy]
        found += int(expand(*before, alone, *after))
        reached += alone[then]
    active[then] = reached
    return found


def _stopped(limits: Limits | None, states: int) -> Stop | None:
    """Return the limit that has been reached, if one was."""
    try:
        if limits is not None:
            limits.allow_states(states)
    except LimitReached as limit:
        return limit.stop
    return None


@lru_cache(maxsize=1)
def warm_up_table() -> None:
    """Have every kernel of the table compiled (or loaded), so that measured times do not include compiling."""
    build_table(sidings_problem(Sidings(2, {"1": 2, "2": 1}, ("a", "b")), SidingsGoal({"1": ("b", "a")}))).starts((0, 2, 0))

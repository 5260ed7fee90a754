"""The optimum of every order of a train at once: one flood from the source with distinct cars.

All reachable occupancies and the moves between them come first (`occupancies.py`), then the permutations: for each occupancy a
set of them, kept as bits, is pushed through every link level by level. Occupancies from which the train can never be in
one chain at the sink are left out. A level in which an exit first shows an order is that order's optimum.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from shunt.cards.stop import Stop as SearchStop
from shunt.errors import Fault, TooLargeError
from shunt.rules.hump import Hump, Stop
from shunt.search.core.limits import LimitReached, Limits, Progress, limits_or_default, no_progress, stop_of
from shunt.search.hump.codec import HumpCodec
from shunt.search.hump.occupancies import OccupancyBook
from shunt.search.hump.occupancy_kernels import Links
from shunt.search.hump.table_kernels import compose_rows, flood_level, lead_on
from shunt.search.hump.words import packed_permutations
from shunt.track.yard import Yard

Ints = NDArray[np.int64]

LONGEST_TABLE = 8
"""Longest train whose table is tried: the sets of permutations take n! bits an occupancy."""

OCCUPANCIES, STATES = 4_000, 500_000
"""Occupancies worked out, and states expanded, between two looks at the clock."""


@dataclass(frozen=True)
class OrderTable:
    """The optimum of every order of n distinct cars.

    `optima[rank]` is the fewest moves for the order with that lexicographic rank (cars numbered 0 … n-1 from the lead car
    of the queue; the order as it leaves, lead car first), 0 where no way exists. `states`: states reached; a
    flood counts them level by level in `levels`. A table that was stopped (`stopped_by`) knows the orders of up to `upto`
    moves; to all others, impossible or not, it gives 0.
    """

    yard: Yard
    cars: int
    stop: Stop
    returns: bool
    optima: NDArray[np.int64]
    levels: tuple[int, ...]
    occupancies: int
    states: int
    seconds: float
    upto: int | None = None
    stopped_by: SearchStop | None = None

    @property
    def by_order(self) -> dict[tuple[int, ...], int]:
        """Order → optimum, impossible orders absent."""
        pairs = zip(permutations(range(self.cars)), self.optima.tolist(), strict=True)
        return {order: optimum for order, optimum in pairs if optimum}

    @property
    def impossible(self) -> int:
        """Return how many orders no moves bring about."""
        return int((self.optima == 0).sum())


@dataclass(frozen=True)
class _Graph:
    """The useful occupancies' links as arrays: target (-1: exit) and the row of the shuffle's permutation table."""

    first: Ints
    number: Ints
    target: NDArray[np.int32]
    row: NDArray[np.int32]
    rows: NDArray[np.int32]


def order_table(
    yard: Yard,
    cars: int,
    stop: Stop = "farthest",
    returns: bool = False,
    limits: Limits | None = None,
    progress: Progress = no_progress,
    partly: bool = False,
) -> OrderTable:
    """Flood from the source. Raises `InputError` for a bad train, `TooLargeError` for one too long for a table,
    `LimitReached` at a limit of time, states or memory; if it may answer `partly`, what is proven at a limit or at Ctrl-C."""
    _warm_up()
    limits = limits_or_default(limits)
    began = limits.seconds
    rules = Hump.on(yard, [str(car) for car in range(cars)], stop, returns)
    if cars > LONGEST_TABLE:
        orders = f"a table of {cars} cars has {factorial(cars)} orders"
        raise TooLargeError(Fault("cars", orders, f"tables go up to {LONGEST_TABLE} cars"))
    book = OccupancyBook(HumpCodec.of(rules), limits)
    optima, levels = np.zeros(factorial(cars), dtype=np.int64), [1]
    stopped_by = None
    try:
        _flood(_graph_of(book, rules, progress), cars, limits, progress, optima, levels)
    except (LimitReached, KeyboardInterrupt) as stopped:
        if not partly:
            raise
        stopped_by = stop_of(stopped)
    return without_unproven(
        OrderTable(yard, cars, stop, returns, optima, tuple(levels), len(book), sum(levels), limits.seconds - began),
        len(levels) - 1,
        stopped_by,
    )


def without_unproven(table: OrderTable, upto: int, stopped_by: SearchStop | None) -> OrderTable:
    """Return the table; if it was stopped, without orders of more than `upto` moves, of which it may know only some."""
    if not stopped_by:
        return table
    return replace(table, optima=np.where(table.optima <= upto, table.optima, 0), upto=upto, stopped_by=stopped_by)


@cache
def _warm_up() -> None:
    """Compile the kernels, or load them from the cache, before the clock runs."""
    rules = Hump.on(Yard((), 1), ["0"])
    limits = Limits()
    _flood(
        _graph_of(OccupancyBook(HumpCodec.of(rules), limits), rules, no_progress),
        1,
        limits,
        no_progress,
        np.zeros(1, dtype=np.int64),
        [1],
    )


def _graph_of(book: OccupancyBook, rules: Hump, progress: Progress) -> _Graph:
    """Return every occupancy reachable from the queue (occupancy 0), the links into useless ones dropped."""
    slots, _ = book.codec.slots(rules.start)
    book.number(slots)
    done = 0
    while done < len(book):
        book.limits.allow_states(len(book))
        upto = min(len(book), done + OCCUPANCIES)
        book.work_out(np.arange(done, upto), True)
        done = upto
        progress("occupancies", 0, len(book))
    return _compact(book.ahead, len(book), book.codec.cars)


def _compact(links: Links, occupancies: int, cars: int) -> _Graph:
    first, number = links.first[:occupancies], links.number[:occupancies]
    packed = links.links[: int(links.used[0])]
    leaves = packed < 0
    shuffles = np.where(leaves, -1 - packed, packed & ((1 << (4 * cars)) - 1))
    target = np.where(leaves, -1, packed >> (4 * cars)).astype(np.int32)
    useful = np.zeros(occupancies, dtype=np.int64)
    while lead_on(first, number, target, useful):
        pass
    keep = leaves | (useful[target] == 1)
    owner = np.repeat(np.arange(occupancies), number)
    # Occupancies were worked out in order of their numbers, so links lie in that order too.
    kept = np.bincount(owner[keep], minlength=occupancies).astype(np.int64)
    kinds, row = np.unique(shuffles[keep], return_inverse=True)
    words = packed_permutations(cars)
    rows = np.empty((len(kinds), len(words)), dtype=np.int32)
    compose_rows(words, kinds, rows)
    return _Graph(np.concatenate(([0], np.cumsum(kept)[:-1])).astype(np.int64), kept, target[keep], row.astype(np.int32), rows)


def _flood(
    graph: _Graph,
    cars: int,
    limits: Limits,
    progress: Progress,
    optima: Ints,
    levels: list[int],
) -> None:
    """Fill in `optima` by rank (all 0 at first), and append to `levels` (the first is there) how many states each has."""
    occupancies, size = len(graph.first), factorial(cars)
    words = (size + 63) // 64
    limits.allow_bytes(3 * 8 * occupancies * words)
    seen, now, ahead = (np.zeros((occupancies, words), dtype=np.int64) for _ in range(3))
    active, touched = np.zeros(occupancies, dtype=np.int64), np.zeros(occupancies, dtype=np.int64)
    found = np.zeros(1, dtype=np.int64)
    seen[0, 0] = now[0, 0] = active[0] = 1
    step = max(50, STATES // size)
    while levels[-1] and found[0] < size:
        fresh = 0
        for begin in range(0, occupancies, step):
            limits.allow_states(sum(levels) + fresh)
            fresh += flood_level(
                graph.first, graph.number, graph.target, graph.row, graph.rows, seen, now, ahead, active, touched,
                optima, len(levels), found, begin, min(occupancies, begin + step),
            )  # fmt: skip
        now, ahead, active, touched = ahead, now, touched, active
        levels.append(fresh)
        progress("orders", len(levels) - 1, sum(levels))

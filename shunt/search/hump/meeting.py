"""The optima of all orders of a train at once from both ends, level by level, as far as they are wanted.

The flood of `table.py` works out every occupancy. This search stops where the permutations within F moves of the source meet
those within B moves of the exit: orders of F + B moves are found at occupancies that hold both. A good yard sorts any order in
a few moves, so both sides stay small. From the exit, a permutation says as which car of the train a car will leave, so one flood
serves all orders.

On a shortest path of F + B moves the state after F of them is exactly F moves from the source and B from the exit: it is enough
to compare the last level of both sides. Orders of one move leave straight from the queue.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import factorial

import numpy as np
from numpy.typing import NDArray

from shunt.errors import Fault, TooLargeError
from shunt.rules.hump import Hump, Stop
from shunt.search.core.limits import LimitReached, Limits, Progress, limits_or_default, no_progress, stop_of
from shunt.search.hump.codec import HumpCodec
from shunt.search.hump.goals import goal_states
from shunt.search.hump.long_meeting import LONGEST, LongMeetingSearch, ranks_of
from shunt.search.hump.meeting_kernels import Sets, meet, push_level, ranks_met
from shunt.search.hump.occupancies import OccupancyBook
from shunt.search.hump.table import OrderTable, order_table, without_unproven
from shunt.search.hump.table_kernels import compose_rows, rank_of
from shunt.search.hump.words import packed_permutations
from shunt.track.yard import Yard

Ints = NDArray[np.int64]

LONGEST_MEETING = 6
"""Longest train: the table of two permutations composed has (n!)² entries."""

AT_ONCE = 2_000  # occupancies worked out between two looks at the clock


@cache
def composition(cars: int) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """`composed[s, r]`: the rank of the permutation of rank r after the shuffle of rank s; and `met` of `ranks_met`."""
    words = packed_permutations(cars)
    composed, met = (np.empty((len(words), len(words)), dtype=np.int32) for _ in range(2))
    compose_rows(words, words, composed)
    ranks_met(words, met)
    return composed.astype(np.int16), met.astype(np.int16)


def quick_table(
    yard: Yard,
    cars: int,
    stop: Stop = "farthest",
    returns: bool = False,
    limits: Limits | None = None,
    progress: Progress = no_progress,
    partly: bool = False,
) -> OrderTable:
    """Return what `order_table` returns, from both ends if the train is not too long for that; raise what it raises."""
    if cars > LONGEST:
        return order_table(yard, cars, stop, returns, limits, progress, partly)
    warm_up(cars)
    limits = limits_or_default(limits)
    began = limits.seconds
    search = search_from_both_ends(Hump.on(yard, [str(car) for car in range(cars)], stop, returns), limits)
    reported, stopped_by = 0, None

    def report(_: Ints, moves: int) -> bool:
        nonlocal reported
        reported = moves
        progress("orders", moves, search.states)
        return False

    try:
        search.run(report)
    except (LimitReached, KeyboardInterrupt) as stopped:
        if not partly:
            raise
        stopped_by = stop_of(stopped)
    spent = limits.seconds - began
    table = OrderTable(yard, cars, stop, returns, search.optima, (), len(search.book), search.states, spent)
    return without_unproven(table, reported, stopped_by)


def search_from_both_ends(rules: Hump, limits: Limits | None = None) -> MeetingSearch | LongMeetingSearch:
    """Return the search that suits the length of the train; raise `TooLargeError` if that is too long."""
    return (MeetingSearch if len(rules.train) <= LONGEST_MEETING else LongMeetingSearch)(rules, limits)


@cache
def warm_up(cars: int) -> None:
    """Compile the kernels, or load them from the cache, and make the tables of `composition`, before the clock runs."""
    if cars > LONGEST_MEETING:
        ranks_of(cars)
        LongMeetingSearch(Hump.on(Yard(), ["0", "1"])).run()
        return
    composition(cars)
    for yard in (Yard((), 1), Yard()):
        MeetingSearch(Hump.on(yard, ["0", "1"])).run()


@dataclass
class _End:
    """One end of the search: its sets, how far it has come, and how many permutations its last level has."""

    forward: bool
    sets: Sets
    frontier: Ints
    depth: int
    states: int

    @classmethod
    def of(cls, forward: bool, depth: int, words: int) -> _End:
        rows, none = np.zeros((0, words), np.int64), np.empty(0, np.int64)
        return cls(forward, Sets(rows, rows, rows, np.zeros(0, np.int8)), none, depth, 0)

    def make_room(self, occupancies: int, limits: Limits) -> None:
        """Make room for a row for each of `occupancies` occupancies."""
        rows, words = self.sets.seen.shape
        if occupancies > rows:
            size = max(occupancies, 2 * rows)
            limits.allow_bytes(3 * 8 * size * words)
            seen, now, ahead = (np.zeros((size, words), np.int64) for _ in range(3))
            for old, new in zip(self.sets[:3], (seen, now, ahead), strict=True):
                new[:rows] = old
            self.sets = Sets(seen, now, ahead, np.zeros(size, np.int8))

    def enter(self, occupancy: int, rank: int) -> None:
        """Enter a permutation with which this end begins."""
        self.sets.seen[occupancy, rank >> 6] |= np.int64(np.uint64(1) << np.uint64(rank & 63))
        self.sets.now[occupancy] = self.sets.seen[occupancy]
        self.frontier = np.union1d(self.frontier, [occupancy])
        self.states += 1


class MeetingSearch:
    """The search on one yard for a train of distinct cars; `run` gives the optima, those of up to `moves` moves so far."""

    def __init__(self, rules: Hump, limits: Limits | None = None) -> None:
        """Raises `TooLargeError` for a train that is too long."""
        if len(rules.train) > LONGEST_MEETING:
            raise TooLargeError(Fault("cars", f"{len(rules.train)} cars", f"at most {LONGEST_MEETING} to search from both ends"))
        self.limits = limits_or_default(limits)
        self.codec = HumpCodec.of(rules)
        self.book = OccupancyBook(self.codec, self.limits)
        self.cars = len(rules.train)
        self.size = factorial(self.cars)
        self.optima = np.zeros(self.size, dtype=np.int64)
        self.states, self.moves = 0, 1
        words = (self.size + 63) // 64
        self._front, self._back = _End.of(True, 0, words), _End.of(False, 1, words)
        self._scratch = np.empty(self.size, np.int64), np.empty(self.size, np.int64)
        slots, permutation = self.codec.slots(rules.start)
        start = self.book.number(slots)
        goals = goal_states(self.codec, self.book, rules.train)
        for end, states in ((self._front, [start << (4 * self.cars) | permutation]), (self._back, goals.tolist())):
            end.make_room(len(self.book), self.limits)
            for state in states:
                low = (1 << (4 * self.cars)) - 1
                end.enter(state >> (4 * self.cars), int(rank_of(np.int64(state & low), np.int64(self.cars))))

    def run(self, enough: Callable[[Ints, int], bool] | None = None) -> Ints:
        """Return the optimum by rank of order, 0 where there is none.

        `enough(optima, moves)` is asked after every number of moves whether to stop there, orders of more moves being 0 too.
        """
        front, back, met = self._front, self._back, composition(self.cars)[1]
        missing = self.size
        while True:
            missing -= int(meet(front.sets, back.sets, front.frontier, met, self.moves, self.optima, *self._scratch))
            if not missing or (enough and enough(self.optima, self.moves)):
                return self.optima
            # A step back costs more: an occupancy has more predecessors than successors.
            end = front if front.states <= 3 * back.states else back
            self._widen(end)
            if not end.states:
                return self.optima
            self.moves += 1

    def _widen(self, end: _End) -> None:
        """Go one move farther at one end."""
        for begin in range(0, len(end.frontier), AT_ONCE):
            self.limits.allow_states(self.states)
            self.book.work_out(end.frontier[begin : begin + AT_ONCE], end.forward)
        end.make_room(len(self.book), self.limits)
        links = self.book.ahead if end.forward else self.book.back
        composed, sets = composition(self.cars)[0], end.sets
        end.states = int(push_level(np.int64(self.cars), links, sets, end.frontier, composed, self._scratch[0]))
        self.states += end.states
        sets.now[end.frontier] = 0
        end.sets = Sets(sets.seen, sets.ahead, sets.now, sets.touched)
        end.frontier = np.flatnonzero(sets.touched).astype(np.int64)
        sets.touched[end.frontier] = 0
        end.depth += 1

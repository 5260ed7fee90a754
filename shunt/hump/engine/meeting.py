"""The optima of all orders of a train at once from both ends, level by level, as far as they are wanted.

The search stops where the permutations within F moves of the source meet those within B moves of the exit: orders of F + B moves
are found at occupancies that hold both. A good yard sorts any order in a few moves, so both sides stay small. From the exit, a
permutation says as which car of the train a car will leave, so one search serves all orders.

On a shortest path of F + B moves the state after F of them is exactly F moves from the source and B from the exit: it is enough
to compare the last level of both sides. Orders of one move leave straight from the queue.

`MeetingSearch` is what all lengths of train share. `SetMeeting` keeps a set of all permutations, as bits, for each occupancy.
From seven cars on these sets are nearly empty where the ends meet, and `long_meeting.py` hashes single states. For up to six cars
sets stay: single states take 25 to 39 % longer for five cars on the yards record-1 to record-4, and up to six times as long for
six.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import factorial
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from shunt.hump.engine.codec import HumpCodec
from shunt.hump.engine.meeting_kernels import HALF, LOW, RankTables, Sets, meet_sets, push_sets
from shunt.hump.engine.occupancies import OccupancyBook, longer
from shunt.hump.engine.words import CAR_BITS, Ints
from shunt.hump.rules import Hump
from shunt.search.core.limits import Limits, limits_or_default

Enough = Callable[[Ints, int], bool]


def packed_permutations(cars: int) -> Ints:
    """Return every permutation of distinct cars as a word, in lexicographic order."""
    words: Ints = (np.array([*permutations(range(cars))], np.int64) << CAR_BITS * np.arange(cars)).sum(axis=1)
    return words


@cache
def ranks_of(cars: int) -> RankTables:
    """Return the tables by which permutations of a train are ranked; see `RankTables`."""
    words = packed_permutations(cars)
    ranks, behind = np.arange(len(words)), factorial(max(0, cars - HALF))
    first, rest = (np.zeros(1 << 4 * HALF, np.int64) for _ in range(2))
    first[words & LOW] = ranks - ranks % behind
    rest[words >> 4 * HALF] = ranks % behind
    return RankTables(first, rest)


def ranked(cars: int, permutations: Ints) -> Ints:
    """Return the lexicographic rank of each permutation."""
    tables = ranks_of(cars)
    ranks: Ints = tables.first[permutations & LOW] + tables.rest[permutations >> 4 * HALF]
    return ranks


@cache
def composition(cars: int) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return two tables of ranks: of permutation r after shuffle s [s, r], and of the order in which the cars that permutation a
    puts in the slots leave as permutation c says [c, a]."""
    rows = np.array([*permutations(range(cars))], np.int64)
    shifts = 4 * np.arange(cars)
    composed = ranked(cars, (rows[:, rows] << shifts).sum(axis=-1)).astype(np.int16).T.copy()
    return composed, composed[ranked(cars, (np.argsort(rows, axis=1) << shifts).sum(axis=-1))]


@dataclass
class MeetingEnd:
    """One end of a search: how far its last level, `frontier`, is away from it, and how many states that has."""

    forward: bool
    depth: int
    frontier: Ints
    count: int


End = TypeVar("End", bound=MeetingEnd)


class MeetingSearch(ABC, Generic[End]):
    """The search on one yard for a train of distinct cars; `run` gives the optima, those of up to `moves` moves so far."""

    def __init__(self, rules: Hump, limits: Limits | None = None) -> None:
        self.cars = len(rules.train)
        self.limits = limits_or_default(limits)
        self.codec = HumpCodec(rules)
        self.book = OccupancyBook(self.codec, self.limits)
        self.size = factorial(self.cars)
        self.optima = np.zeros(self.size, np.int64)
        self.moves = 1
        start = np.array([self.book.state(rules.start)], np.int64)
        self._front, self._back = self._begun(True, 0, start), self._begun(False, 1, self.book.goals(rules.train))

    @property
    @abstractmethod
    def states(self) -> int:
        """Return how many states were reached from both ends."""

    def _check(self) -> None:
        self.limits.allow_states(self.states)

    @abstractmethod
    def _begun(self, forward: bool, depth: int, states: Ints) -> End:
        """Return an end that begins with `states`."""

    @abstractmethod
    def _meet(self) -> None:
        """Enter the orders that the last levels of both ends make."""

    @abstractmethod
    def _widen(self, end: End) -> None:
        """Go one move farther at one end."""

    def _hurried(self, enough: Enough | None) -> bool:
        """Find orders of more moves than the ends have come, where that pays; return whether to stop."""
        return False

    def run(self, enough: Enough | None = None) -> Ints:
        """Return the optimum by rank of order, 0 where there is none.

        `enough(optima, moves)` is asked after every number of moves whether to stop there, orders of more moves being 0 too.
        """
        self._meet()
        done = self._is_done(enough)
        while not done and not self._hurried(enough):
            end = self._next
            self._widen(end)
            if not end.count:
                break
            if self.moves < self._stored:
                self.moves = self._stored
                self._meet()
                done = self._is_done(enough)
        return self.optima

    def _is_done(self, enough: Enough | None) -> bool:
        """Return whether to stop; asked once for every number of moves."""
        return bool(self.optima.all()) or enough is not None and enough(self.optima, self.moves)

    @property
    def _stored(self) -> int:
        """The number of moves of the orders that the last levels of both ends produce."""
        return self._front.depth + self._back.depth

    @property
    def _next(self) -> End:
        """The end that goes farther next. A step back costs more: an occupancy has more predecessors than successors."""
        return self._front if self._front.count <= 3 * self._back.count else self._back


@dataclass
class _SetEnd(MeetingEnd):
    """An end that keeps sets; its `frontier` are the occupancies of the last level."""

    sets: Sets

    def make_room(self, occupancies: int, limits: Limits) -> None:
        """Make room for a row for each of `occupancies` occupancies."""
        rows, words = self.sets.seen.shape
        if occupancies > rows:
            size = max(occupancies, 2 * rows)
            limits.allow_bytes(3 * 8 * size * words)
            seen, now, ahead = (longer(part, size) for part in self.sets[:3])
            self.sets = Sets(seen, now, ahead, np.zeros(size, np.int8))


class SetMeeting(MeetingSearch[_SetEnd]):
    """The search by sets of permutations, for short trains: the table of two permutations composed has (n!)² entries."""

    def __init__(self, rules: Hump, limits: Limits | None = None) -> None:
        super().__init__(rules, limits)
        self._states = 0
        self._scratch = np.empty(self.size, np.int64), np.empty(self.size, np.int64)

    @property
    def states(self) -> int:
        """Return how many states were reached from both ends."""
        return self._states

    def _begun(self, forward: bool, depth: int, states: Ints) -> _SetEnd:
        none = np.zeros((0, (self.size + 63) // 64), np.int64)
        end = _SetEnd(
            forward, depth, np.unique(states >> 4 * self.cars), len(states), Sets(none, none, none, np.zeros(0, np.int8))
        )
        end.make_room(len(self.book), self.limits)
        ranks = ranked(self.cars, states & (1 << 4 * self.cars) - 1)
        np.bitwise_or.at(end.sets.seen, (states >> 4 * self.cars, ranks >> 6), np.int64(1) << (ranks & 63))
        end.sets.now[end.frontier] = end.sets.seen[end.frontier]
        return end

    def _meet(self) -> None:
        front, back = self._front, self._back
        meet_sets(front.sets, back.sets, front.frontier, composition(self.cars)[1], self.moves, self.optima, *self._scratch)

    def _widen(self, end: _SetEnd) -> None:
        links = self.book.links_of(end.frontier, end.forward, self._check)
        end.make_room(len(self.book), self.limits)
        sets, ranks = end.sets, ranks_of(self.cars)
        end.count = int(push_sets(self.cars, ranks, links, sets, end.frontier, composition(self.cars)[0], self._scratch[0]))
        self._states += end.count
        sets.now[end.frontier] = 0
        end.sets = Sets(sets.seen, sets.ahead, sets.now, sets.touched)
        end.frontier = np.flatnonzero(sets.touched).astype(np.int64)
        sets.touched[end.frontier] = 0
        end.depth += 1

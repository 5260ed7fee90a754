"""The optima of all orders of a train of up to eight cars from both ends, one state at a time.

`meeting.py` keeps a set of all permutations, as bits, for each occupancy. From seven cars on these sets are nearly empty where
the two ends meet, so states are hashed instead, eight bytes each at a load of up to 70 %. The argument is the same: an order of
F + B moves is made by a state at exactly F moves from the source and one at exactly B from the exit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from shunt.errors import Fault, TooLargeError
from shunt.rules.hump import Hump
from shunt.search.core.hashtable import _add
from shunt.search.core.limits import Limits
from shunt.search.core.table import StateTable
from shunt.search.hump.codec import HumpCodec
from shunt.search.hump.goals import goal_states
from shunt.search.hump.long_meeting_kernels import HALF, Ranks, meet_states, push_states
from shunt.search.hump.occupancies import OccupancyBook
from shunt.search.hump.words import packed_permutations

Ints = NDArray[np.int64]

LONGEST = 8
AT_ONCE = 2_000  # occupancies worked out between two looks at the clock
PUSHED = 1 << 18  # new states between two looks at the clock, at the most


@cache
def ranks_of(cars: int) -> Ranks:
    """Return the tables by which permutations of a train are ranked; see `Ranks`."""
    first, rest = (np.zeros(1 << 4 * HALF, dtype=np.int64) for _ in range(2))
    begin = min(cars, HALF)
    behind = cars - begin
    for number, chosen in enumerate(permutations(range(cars), begin)):
        first[sum(car << 4 * slot for slot, car in enumerate(chosen))] = number * factorial(behind)
    orders = {order: rank for rank, order in enumerate(permutations(range(behind)))}
    for chosen in permutations(range(cars), behind):
        rising = sorted(chosen)
        rest[sum(car << 4 * slot for slot, car in enumerate(chosen))] = orders[tuple(rising.index(car) for car in chosen)]
    return Ranks(first, rest)


@dataclass
class _End:
    """One end of the search: all its states, and those of its last level, sorted."""

    forward: bool
    seen: StateTable
    frontier: Ints


class LongMeetingSearch:
    """The search on one yard for a train of distinct cars; `run` gives the optima, those of up to `moves` moves so far."""

    def __init__(self, rules: Hump, limits: Limits | None = None) -> None:
        """Raises `TooLargeError` for a train that is too long."""
        self.cars = len(rules.train)
        if self.cars > LONGEST:
            raise TooLargeError(Fault("cars", f"{self.cars} cars", f"at most {LONGEST} to search from both ends"))
        self.limits = limits or Limits()
        self.codec = HumpCodec.of(rules)
        self.book = OccupancyBook(self.codec, self.limits)
        self.size = factorial(self.cars)
        self.optima = np.zeros(self.size, dtype=np.int64)
        self.moves = 1
        self._fresh = np.empty(PUSHED, np.int64)
        slots, permutation = self.codec.slots(rules.start)
        start = np.array([self.book.number(slots) << (4 * self.cars) | permutation], np.int64)
        self._front = self._begun(True, start)
        self._back = self._begun(False, goal_states(self.codec, self.book, rules.train))
        # The inverse of the order of rank r, an order being a permutation: all of them, in order of r.
        self._inverse = _inverted(packed_permutations(self.cars), self.cars)

    @property
    def states(self) -> int:
        """Return how many states were reached from both ends."""
        return len(self._front.seen) + len(self._back.seen)

    def _begun(self, forward: bool, states: Ints) -> _End:
        seen = StateTable(self.limits)
        seen.make_room(len(states))
        seen.count += int(_add(seen.keys, states, len(states), np.empty_like(states)))
        return _End(forward, seen, np.sort(states))

    def run(self, enough: Callable[[Ints, int], bool] | None = None) -> Ints:
        """Return the optimum by rank of order, 0 where there is none.

        `enough(optima, moves)` is asked after every number of moves whether to stop there, orders of more moves being 0 too.
        """
        front, back, ranks = self._front, self._back, ranks_of(self.cars)
        missing = self.size
        while True:
            inverse = self._inverse[self.optima == 0]
            missing -= int(
                meet_states(self.cars, ranks, front.frontier, back.frontier, back.seen.keys, inverse, self.moves, self.optima)
            )
            if not missing or (enough and enough(self.optima, self.moves)):
                return self.optima
            # A step back costs more: an occupancy has more predecessors than successors.
            end = front if len(front.frontier) <= 3 * len(back.frontier) else back
            self._widen(end)
            if not len(end.frontier):
                return self.optima
            self.moves += 1

    def _widen(self, end: _End) -> None:
        """Go one move farther at one end."""
        occupancies = np.unique(end.frontier >> (4 * self.cars))
        for begin in range(0, len(occupancies), AT_ONCE):
            self.limits.allow_states(self.states)
            self.book.work_out(occupancies[begin : begin + AT_ONCE], end.forward)
        links = self.book.ahead if end.forward else self.book.back
        most = int(links.number[occupancies].max(initial=0))
        if most > len(self._fresh):
            self._fresh = np.empty(most, np.int64)
        done, parts = 0, list[Ints]()
        while done < len(end.frontier):
            self.limits.allow_states(self.states)
            end.seen.make_room(most)
            room = min(end.seen.room, len(self._fresh))
            done, count = push_states(self.cars, links, end.frontier, done, end.seen.keys, room, self._fresh)
            end.seen.count += int(count)
            parts.append(self._fresh[:count].copy())
        self.limits.allow_bytes(2 * sum(part.nbytes for part in parts))
        end.frontier = np.concatenate(parts) if parts else end.frontier[:0]
        del parts
        end.frontier.sort()


def _inverted(orders: Ints, cars: int) -> Ints:
    """Return the inverse of each order."""
    inverse = np.zeros_like(orders)
    for place in range(cars):
        inverse |= np.int64(place) << (4 * (orders >> (4 * place) & 15))
    return inverse

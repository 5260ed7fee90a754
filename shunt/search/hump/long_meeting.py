"""The optima of all orders of a train of up to eight cars from both ends, one state at a time.

`meeting.py` keeps a set of all permutations, as bits, for each occupancy. From seven cars on these sets are nearly empty where
the two ends meet, so states are hashed instead, eight bytes each at a load of up to 70 %. The argument is the same: an order of
F + B moves is made by a state at exactly F moves from the source and one at exactly B from the exit. As soon as there are many
states, the orders of the next number of moves are found over a bridge (`bridge.py`) before either end goes farther.

Where several numbers of moves bring no new order, the missing ones seem to be impossible. Then all occupancies are worked out,
and both ends go on over those only that lie on a way from the source to the exit, until one end has come to its last state.
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
from shunt.search.core.hashtable import _add, _missing
from shunt.search.core.limits import Limits
from shunt.search.core.table import StateTable
from shunt.search.hump.bridge import Bridge, TooBroad
from shunt.search.hump.codec import HumpCodec
from shunt.search.hump.goals import goal_states
from shunt.search.hump.long_meeting_kernels import HALF, Ranks, meet_states, push_states
from shunt.search.hump.occupancies import OccupancyBook
from shunt.search.hump.occupancy_kernels import Links
from shunt.search.hump.search import OrderSearch
from shunt.search.hump.words import packed_permutations

Ints = NDArray[np.int64]

LONGEST = 8
AT_ONCE = 2_000  # occupancies worked out between two looks at the clock
PUSHED = 1 << 18  # new states between two looks at the clock, at the most
BRIDGED = 1_000_000  # states from which on a bridge is tried
PORTIONS, PORTION = 16, 4_000  # portions of a level at the least, and states in one
FEW = 10  # orders that are searched for one by one
YIELD, IDLE = 10, 2  # portions in a row that find less than a tenth of what is missing: the next level is stored instead
PATIENCE, STALLED = 3, 200_000  # numbers of moves without a new order, and states, after which the missing ones seem impossible
BYTES_A_STATE = 60  # of a level that is being made, its hash table growing


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
    """One end of the search: all its states, those of its last level, sorted, how many moves away these are, and how many times
    as many they are as those before."""

    forward: bool
    seen: StateTable
    frontier: Ints
    depth: int
    growth: float = 1.0


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
        self._found = self._idle = 0  # orders found, and numbers of moves since the last one
        self._useful: NDArray[np.bool_] | None = None  # by occupancy: whether it is on a way to the exit, when that is known
        self._fresh = np.empty(PUSHED, np.int64)
        slots, permutation = self.codec.slots(rules.start)
        self._start = self.book.number(slots)
        start = np.array([self._start << (4 * self.cars) | permutation], np.int64)
        self._front = self._begun(True, start)
        self._back = self._begun(False, goal_states(self.codec, self.book, rules.train))
        # All orders in order of rank, and the inverse of each, an order being a permutation.
        self._orders = packed_permutations(self.cars)
        self._inverse = _inverted(self._orders, self.cars)

    @property
    def states(self) -> int:
        """Return how many states were reached from both ends."""
        return len(self._front.seen) + len(self._back.seen)

    def _begun(self, forward: bool, states: Ints) -> _End:
        seen = StateTable(self.limits)
        seen.make_room(len(states))
        seen.count += int(_add(seen.keys, states, len(states), np.empty_like(states)))
        return _End(forward, seen, np.sort(states), 0 if forward else 1)

    def run(self, enough: Callable[[Ints, int], bool] | None = None) -> Ints:
        """Return the optimum by rank of order, 0 where there is none.

        `enough(optima, moves)` is asked after every number of moves whether to stop there, orders of more moves being 0 too.
        """
        self._meet()
        done = self._is_done(enough)
        while not done:
            if self._may_bridge:
                for bridge in (self._bridge, self._bridge_twice):
                    if not done and bridge():
                        self.moves += 1
                        done = self._is_done(enough)
                if done:
                    break
            if self.states > STALLED and self._useful is None and self._idle >= PATIENCE:
                self._prune()
            end = self._next
            self._widen(end)
            if not len(end.frontier):
                break
            if self.moves < self._stored:
                self.moves = self._stored
                self._meet()
                done = self._is_done(enough)
        return self.optima

    def _is_done(self, enough: Callable[[Ints, int], bool] | None) -> bool:
        """Return whether to stop; asked once for every number of moves."""
        found = int(np.count_nonzero(self.optima))
        self._idle = self._idle + 1 if found == self._found else 0
        self._found = found
        return bool(self.optima.all()) or enough is not None and enough(self.optima, self.moves)

    @property
    def _stored(self) -> int:
        """The moves of the orders that the last levels of both ends make."""
        return self._front.depth + self._back.depth

    @property
    def _may_bridge(self) -> bool:
        """Return whether a bridge may find the last orders, or is all that there is memory for.

        Where most orders are missing they need many more moves, or are impossible, and bridges would be crossed for nothing.
        """
        most_found = 2 * self._found >= self.size and self._idle == 0
        return self.states > BRIDGED and self._useful is None and (most_found or not self._fits(self._next))

    @property
    def _next(self) -> _End:
        """The end that goes farther next. A step back costs more: an occupancy has more predecessors than successors."""
        return self._front if len(self._front.frontier) <= 3 * len(self._back.frontier) else self._back

    def _meet(self) -> None:
        """Enter the orders that the last levels of both ends make."""
        front, back = self._front, self._back
        inverse = self._inverse[self.optima == 0]
        ranks = ranks_of(self.cars)
        meet_states(self.cars, ranks, front.frontier, back.frontier, back.seen.keys, inverse, self.moves, self.optima)

    def _bridge(self) -> bool:
        """Enter the orders of one move more than the ends have come, if they are not known; returns whether all are found."""
        if self.moves > self._stored:
            return False
        outer = self._next
        try:
            self._bridge_from(outer).cross(
                outer.frontier, self.moves + 1, self.optima, self._orders_of(outer), must=not self._fits(outer)
            )
        except TooBroad:
            return False
        return True

    def _bridge_twice(self) -> bool:
        """Enter the orders of two moves more than the ends have come, if only they are missing; returns whether all are found.

        The next level of one end is made in portions, each forgotten when it has been joined. That ends where few orders are
        left, which are searched for one by one, or where portions find little while the next level can be stored.
        """
        if self.moves != self._stored + 1:
            return False
        outer = self._next
        bridge, fits, idle = self._bridge_from(outer), self._fits(outer), 0
        portions = max(PORTIONS, len(outer.frontier) // PORTION)
        for portion in range(portions):
            missing = np.count_nonzero(self.optima == 0)
            states = self._ahead_of(outer, outer.frontier[(outer.frontier >> (4 * self.cars)) % portions == portion])
            bridge.cross(states, self.moves + 1, self.optima, self._orders_of(outer))
            left = np.count_nonzero(self.optima == 0)
            if left <= FEW:
                return self._one_by_one()
            idle = 0 if YIELD * (missing - left) >= missing else idle + 1
            if fits and idle == IDLE:
                return False
        return True

    def _one_by_one(self) -> bool:
        """Search for each order that is missing; returns whether it is known of each whether it takes one move more."""
        rules, most = self.codec.rules, self.moves + 1
        for rank in np.flatnonzero(self.optima == 0).tolist():
            order = [rules.train[int(self._orders[rank]) >> (4 * place) & 15] for place in range(self.cars)]
            search = OrderSearch(rules, order, self.limits.rest(), most=most)
            search.run()
            if search.path is not None:
                self.optima[rank] = len(search.path)
            elif not search.exhausted and search.lower_bound <= most:
                return False
        return True

    def _bridge_from(self, outer: _End) -> Bridge:
        inner = self._back if outer.forward else self._front
        return Bridge(self.book, ranks_of(self.cars), inner.frontier, outer.forward)

    def _orders_of(self, outer: _End) -> Ints:
        """Return all orders by rank as a bridge from this end needs them."""
        return self._inverse if outer.forward else self._orders

    def _fits(self, end: _End) -> bool:
        """Return whether there seems to be memory for going a move farther at one end."""
        return self.limits.bytes_left > BYTES_A_STATE * end.growth * len(end.frontier)

    def _ahead_of(self, end: _End, states: Ints) -> Ints:
        """Return the states one move beyond `states`, a part of an end's last level, that are new; sorted."""
        table, done, parts = StateTable(self.limits), 0, list[Ints]()
        links, most = self._links_of(end, states)
        while done < len(states):
            self.limits.allow_states(self.states)
            table.make_room(most)
            done, count = push_states(self.cars, links, states, done, table.keys, min(table.room, len(self._fresh)), self._fresh)
            table.count += int(count)
            parts.append(self._fresh[:count].copy())
        found = np.concatenate(parts) if parts else states[:0]
        fresh = np.empty_like(found)
        count = int(_missing(end.seen.keys, found, fresh))
        return np.sort(fresh[:count])

    def _links_of(self, end: _End, states: Ints) -> tuple[Links, int]:
        """Work out the moves of all occupancies of `states`; returns them, and how many an occupancy has at most."""
        occupancies = np.unique(states >> (4 * self.cars))
        for begin in range(0, len(occupancies), AT_ONCE):
            self.limits.allow_states(self.states)
            self.book.work_out(occupancies[begin : begin + AT_ONCE], end.forward)
        links = self.book.ahead if end.forward else self.book.back
        most = int(links.number[occupancies].max(initial=0))
        if most > len(self._fresh):
            self._fresh = np.empty(most, np.int64)
        return links, most

    def _prune(self) -> None:
        """Work out every occupancy that can be reached, and drop the states of those that are not on a way to the exit."""
        self._useful = self.book.keep_useful(self._start)
        for end in (self._front, self._back):
            end.frontier = end.frontier[self._useful[end.frontier >> (4 * self.cars)]]

    def _widen(self, end: _End) -> None:
        """Go one move farther at one end."""
        links, most = self._links_of(end, end.frontier)
        done, parts = 0, list[Ints]()
        while done < len(end.frontier):
            self.limits.allow_states(self.states)
            end.seen.make_room(most)
            room = min(end.seen.room, len(self._fresh))
            done, count = push_states(self.cars, links, end.frontier, done, end.seen.keys, room, self._fresh)
            end.seen.count += int(count)
            parts.append(self._fresh[:count].copy())
        self.limits.allow_bytes(2 * sum(part.nbytes for part in parts))
        before, end.depth = max(1, len(end.frontier)), end.depth + 1
        end.frontier = np.concatenate(parts) if parts else end.frontier[:0]
        del parts
        if self._useful is not None:
            occupancies = end.frontier >> (4 * self.cars)
            known = occupancies < len(self._useful)  # others were found on the way back, so they are not reached
            known[known] = self._useful[occupancies[known]]
            end.frontier = end.frontier[known]
        end.frontier.sort()
        end.growth = len(end.frontier) / before


def _inverted(orders: Ints, cars: int) -> Ints:
    """Return the inverse of each order."""
    inverse = np.zeros_like(orders)
    for place in range(cars):
        inverse |= np.int64(place) << (4 * (orders >> (4 * place) & 15))
    return inverse

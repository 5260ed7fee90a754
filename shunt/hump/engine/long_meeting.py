"""The optima of all orders of a train of up to eight cars from both ends (see `meeting.py`), one state at a time.

States are hashed, with eight bytes each and a load of up to 70 %. Extending one end by a move stores a level that is ten to
forty times as large as the last one. As soon as there are many states, the orders with the next number of moves are therefore
found over a *bridge*, before either end is extended: each move between the two last levels is computed, joined with the states on
both its sides, and dropped. An order of F + 1 + B moves consists of a state at exactly F moves from the source, a move, and a
state at exactly B moves from the exit. This needs no memory. In particular, it finds the orders with the most moves, for which
the largest levels would otherwise have to be stored.

`table_search` chooses the search that suits the length of a train.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import factorial

import numpy as np

from shunt.errors import TooLargeError, counted
from shunt.hump.engine.kernels import make_room, more_room
from shunt.hump.engine.meeting import Enough, MeetingEnd, MeetingSearch, SetMeeting, composition, ranks_of
from shunt.hump.engine.meeting_kernels import Bank, bridge_states, meet_states
from shunt.hump.engine.search import OrderSearch
from shunt.hump.engine.words import Ints
from shunt.hump.rules import Hump, MoveRules
from shunt.hump.yard import Yard
from shunt.search.core.limits import Limits
from shunt.search.core.machine import core_count
from shunt.search.core.table import StateSet, StateTable, joined
from shunt.search.core.threads import Part, by_threads, parts_of

LONGEST_SETS = 6
LONGEST_TABLE = 8
"""Longest train for which tables are computed."""
MET = 1 << 12  # states whose orders are entered between two checks whether all are known
BRIDGED = 1_000_000  # states from which on a bridge is tried
PARTS = 500  # parts into which the work of a thread at a bridge is divided
PORTIONS, PORTION = 16, 4_000  # portions of a level at the least, and states in one
FEW = 10  # orders that are searched for one by one
YIELD, IDLE = 10, 2  # portions in a row that find less than a tenth of what is missing: the next level is stored instead
BYTES_A_STATE = 60  # of a level that is being made, its hash table growing


@dataclass
class _StateEnd(MeetingEnd):
    """An end that keeps single states: all of them, those of its last level, sorted, and how many times as many these are as
    those before."""

    seen: StateSet
    growth: float = 1.0


class LongMeeting(MeetingSearch[_StateEnd]):
    """The search by single states, for long trains."""

    def __init__(self, rules: Hump, limits: Limits | None = None, bridged: int = BRIDGED) -> None:
        """Prepare a search that tries bridges as soon as it has `bridged` states."""
        super().__init__(rules, limits)
        self._bridged = bridged
        self._found, self._is_idle = 0, False  # orders found, and whether the last number of moves brought none

    @property
    def states(self) -> int:
        """Return how many states were reached from both ends."""
        return len(self._front.seen) + len(self._back.seen)

    def _begun(self, forward: bool, depth: int, states: Ints) -> _StateEnd:
        seen = StateSet(self.limits)
        seen.add(states)
        return _StateEnd(forward, depth, np.sort(states), len(states), seen)

    def _hurried(self, enough: Enough | None) -> bool:
        """Cross bridges if they may find the last orders, or if the next level does not fit into memory. Return whether the
        search is done."""
        # If most orders are missing, they are impossible or need many more moves, and crossing bridges would be useless.
        most_found = 2 * self._found >= self.size and not self._is_idle
        if self.states > self._bridged and (most_found or not self._fits(self._next)):
            for bridge in (self._bridge, self._bridge_twice):
                if bridge():
                    self.moves += 1
                    if self._is_done(enough):
                        return True
        return False

    def _is_done(self, enough: Enough | None) -> bool:
        found = int(np.count_nonzero(self.optima))
        self._found, self._is_idle = found, found == self._found
        return super()._is_done(enough)

    def _meet(self) -> None:
        front, bank = self._front.frontier, self._bank(self._front)
        for begin in range(0, len(front), MET):
            meet_states(self.cars, ranks_of(self.cars), front[begin : begin + MET], bank, self.moves, self.optima)
            if self.optima.all():
                break

    def _bridge(self) -> bool:
        """Enter the unknown orders that take one move more than the ends have reached; return whether all are found."""
        if self.moves > self._stored:
            return False
        outer = self._next
        self._cross(outer, outer.frontier, self._bank(outer))
        return True

    def _bridge_twice(self) -> bool:
        """Enter the orders that take two moves more than the ends have reached, if only these are missing; return whether all are
        found.

        The next level of one end is computed in portions, each of which is dropped when it has been joined. This ends when few
        orders are left, which are then searched for one by one, or when portions find little while the next level can be stored.
        """
        if self.moves != self._stored + 1:
            return False
        outer = self._next
        bank, fits, idle = self._bank(outer), self._fits(outer), 0
        portions = max(PORTIONS, len(outer.frontier) // PORTION)
        for portion in range(portions):
            missing = np.count_nonzero(self.optima == 0)
            states = outer.frontier[(outer.frontier >> (4 * self.cars)) % portions == portion]
            ahead = np.sort(outer.seen.missing(self._pushed(outer, states, StateTable(self.limits))))
            self._cross(outer, ahead, bank)
            left = np.count_nonzero(self.optima == 0)
            if left <= FEW:
                return self._one_by_one()
            idle = 0 if YIELD * (missing - left) >= missing else idle + 1
            if fits and idle == IDLE:
                return False
        return True

    def _one_by_one(self) -> bool:
        """Search for each missing order separately; return whether all orders that take one more move are now known."""
        rules, most = self.codec.rules, self.moves + 1
        orders = [*permutations(rules.train)]  # in the order of their ranks
        for rank in np.flatnonzero(self.optima == 0).tolist():
            search = OrderSearch(rules, orders[rank], self.limits.rest(), most=most)
            search.run()
            if search.path is not None:
                self.optima[rank] = len(search.path)
            elif not search.exhausted and search.lower_bound <= most:
                return False
        return True

    def _bank(self, outer: _StateEnd) -> Bank:
        """Return the last level of the other end with the place where each occupancy begins in it."""
        states, bits = (self._back if outer.forward else self._front).frontier, 4 * self.cars
        beyond = 1 + int(states[-1] >> bits) if len(states) else 0
        self.limits.allow_bytes(8 * 2 * (beyond + 1))
        return Bank(states, np.searchsorted(states, np.arange(beyond + 1) << bits))

    def _cross(self, outer: _StateEnd, states: Ints, bank: Bank) -> None:
        """Enter the unknown orders of one move more that consist of a state of `states` (sorted, of the `outer` end), a move, and
        a state of `bank`, which is the other end's.

        Raise `LimitReached`. The results entered until then are correct but may be incomplete.
        """
        tables, occupancies, length = self.codec.tables, self.book.numbered, self.moves + 1
        self.limits.allow_bytes(8 * 3 * len(states))
        edges = np.append(np.flatnonzero(np.diff(states >> (4 * self.cars), prepend=-1)), len(states))
        rooms = [make_room(tables) for _ in range(core_count())]

        def work(thread: int, part: Part) -> None:
            """Join the states of some occupancies."""
            begin, end = int(edges[part[0]]), int(edges[part[1]])
            while begin < end and not self.optima.all():
                begin = int(
                    bridge_states(
                        tables, rooms[thread], occupancies, ranks_of(self.cars), states, begin, end, bank, outer.forward,
                        length, self.optima,
                    )
                )  # fmt: skip
                if begin < end:
                    rooms[thread] = more_room(tables, rooms[thread])

        parts = parts_of(len(edges) - 1, len(rooms), chunks=PARTS)
        by_threads(len(rooms), parts, work, lambda: self.limits.allow_states(0))

    def _fits(self, end: _StateEnd) -> bool:
        """Return whether there is probably enough memory to extend one end by a move."""
        return self.limits.bytes_left > BYTES_A_STATE * end.growth * len(end.frontier)

    def _pushed(self, end: _StateEnd, states: Ints, seen: StateTable) -> Ints:
        """Return the states one move beyond `states` (sorted) that are new to `seen`, into which they go."""
        return joined([states[:0], *self.book.beyond(states, end.forward, seen, self._check)], self.limits, 2)

    def _widen(self, end: _StateEnd) -> None:
        before = max(1, len(end.frontier))
        end.frontier = self._pushed(end, end.frontier, end.seen)
        end.depth += 1
        end.frontier.sort()
        end.count = len(end.frontier)
        end.growth = end.count / before


def table_search(yard: Yard, cars: int, rules: MoveRules, limits: Limits | None = None) -> SetMeeting | LongMeeting:
    """Return the search that suits the length of the train, with its kernels loaded; raise `TooLargeError` if it is too long."""
    hump = Hump.on(yard, [str(car) for car in range(cars)], *rules)
    if cars > LONGEST_TABLE:
        orders = f"a table of {counted(cars, 'cars')} has {factorial(cars)} orders"
        raise TooLargeError("cars", orders, f"tables go up to {LONGEST_TABLE} cars")
    warm_up(cars)
    return (SetMeeting if cars <= LONGEST_SETS else LongMeeting)(hump, limits)


@cache
def warm_up(cars: int) -> None:
    """Load or compile the kernels and make the tables of ranks, before a time limit begins."""
    if cars > LONGEST_SETS:
        ranks_of(cars)
        LongMeeting(Hump.on(Yard(), ["0", "1"])).run()
        return
    composition(cars)
    for yard in (Yard((), 1), Yard()):
        SetMeeting(Hump.on(yard, ["0", "1"])).run()

"""The optimum of one order of a train, by best-first search from the source and from the exit, which meet in the middle.

For L = 1, 2, 3 …, all paths of L moves are searched. The side of the source expands states fewer than F moves from it, and the
side of the exit expands states fewer than B moves from it, with F + B = L. Both expand only states for which the moves so far
plus the bound on the remaining moves are at most L. On a path of L moves the sides must then meet, so an L without a meeting is
excluded, and the lower bound is L + 1. States that were held back are kept for the next L, and no state is expanded twice at its
final depth. A side that has nothing held back and nothing to expand is exhausted: the order is impossible.

The bounds (`side_kernels.py`) never exceed the true number and fall by at most one per move, so a state is expanded at its least
depth. Predecessors have their own kernel, because a move cannot be undone by a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

import numpy as np

from shunt.cards.stop import Stop, StopKind
from shunt.errors import raise_faults
from shunt.hump.engine.codec import HumpCodec
from shunt.hump.engine.kernels import make_room
from shunt.hump.engine.occupancies import OccupancyBook, longer
from shunt.hump.engine.side_kernels import settle, write_contacts
from shunt.hump.engine.words import CAR_BITS, Ints
from shunt.hump.rules import Hump, order_faults
from shunt.hump.yard import Yard
from shunt.rules.position import Position
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.search import Search
from shunt.search.core.table import StateTable

BATCH = 1 << 13  # states expanded between two looks at the clock
BEAMS = ((60_000, 1_000), (1_000_000, 20_000))  # states after which a beam of a width looks for any solution, for an upper bound
IMPOSSIBLE = 99  # more moves than any solution has


class UnfinishedStepError(Exception):
    """A meeting was recorded, and an interrupt came before its states were entered."""


class _Side:
    """One side of the search: the states it has reached with their depths, the numbers of moves from where it began.

    `held[depth]` contains pairs of arrays (states, bounds on the remaining moves) that are not expanded yet. `cap`: states this
    many moves away are not expanded.
    """

    def __init__(self, forward: bool, limits: Limits) -> None:
        self.forward = forward
        self.reached = StateTable(limits, 1 << 14, dtype=np.int8)
        self.cap = 0
        self.held: dict[int, list[tuple[Ints, Ints]]] = {}

    def hold(self, depth: int, states: Ints, remaining: Ints) -> None:
        """Keep states for later; those that cannot lead to a solution are dropped."""
        possible = remaining < IMPOSSIBLE
        if possible.any():
            self.held.setdefault(depth, []).append((states[possible], remaining[possible]))

    def take(self, depth: int, most: int) -> Ints:
        """Remove and return the states held at `depth` with at most `most` remaining moves, sorted, without duplicates and
        without those that have a smaller depth by now."""
        taken = [np.empty(0, np.int64)]
        for states, remaining in self.held.pop(depth, []):
            now = remaining <= most
            taken.append(states[now])
            self.hold(depth, states[~now], remaining[~now])
        result = np.unique(np.concatenate(taken))
        current: Ints = result[self.reached.values_of(result) == depth]
        return current

    def waiting(self, depth: int, most: int) -> int:
        """Return the number of states held at `depth` with at most `most` remaining moves."""
        return sum(int((remaining <= most).sum()) for _, remaining in self.held.get(depth, []))


@cache
def warm_up() -> None:
    """Compile the kernels of a search, or load them from the cache, before any clock starts."""
    for order in ("AB", "BA"):
        OrderSearch(Hump.on(Yard(), "AB"), order).run()


@dataclass
class OrderSearch(Search):
    """A search for a shortest solution that makes the train leave in `order`; solutions of more than `most` moves are excluded.

    A path contains the positions from the start to the one before the exit, so its length is the number of moves in the solution.
    `best` is the best path found so far; after a limit or an interrupt, it gives an upper bound. Raise `InputError` if `order` is
    not a permutation of the train.
    """

    rules: Hump
    order: Sequence[str]
    limits: Limits = field(default_factory=Limits)
    most: int = IMPOSSIBLE - 1
    best: list[Position] | None = None
    seconds: float = 0.0

    def __post_init__(self) -> None:
        raise_faults(order_faults(self.rules.train, self.order))
        self._began = self.limits.seconds
        self.codec = HumpCodec(self.rules)
        self.book = OccupancyBook(self.codec, self.limits)
        self.front, self.back = _Side(True, self.limits), _Side(False, self.limits)
        self._bound = 1
        self._room = make_room(self.codec.tables)
        self._contacts = np.full((len(self.book.words), 2 + self.codec.cars), -1, np.int64)
        self._met = np.array([IMPOSSIBLE, -1], np.int64)
        self._beams = list(BEAMS)
        self._beam_path: tuple[int, ...] = ()
        self._start = self.book.state(self.rules.start)
        self._bits = CAR_BITS * self.codec.cars  # the bits of a permutation
        self._queue = self._start & (1 << self._bits) - 1
        self._goal = np.zeros((16, 16), np.int64)  # how often each pair of cars (the smaller first) is in contact in the order
        for a, b in pairwise(map(self.codec.colours.index, self.order)):
            self._goal[min(a, b), max(a, b)] += 1

    # --------------------------------------------------------------------------------------------------------- answer

    @property
    def lower_bound(self) -> int:
        """The proven lower bound on the number of moves."""
        return self._bound

    @property
    def states(self) -> int:
        """Return the number of states reached on both sides together."""
        return len(self.front.reached) + len(self.back.reached)

    def run(self) -> None:
        """Search until the optimum is proven, the order is proven impossible, or a limit is reached. An interrupt is raised."""
        try:
            super().run()
            self._conclude()
        except KeyboardInterrupt:
            self._conclude()
            raise
        finally:
            self.seconds = self.limits.seconds - self._began

    def _conclude(self) -> None:
        """Build the best path found. It is the answer if it is no longer than the lower bound."""
        try:
            if self._met[1] >= 0:
                states = self._beam_path if len(self._beam_path) == self._met[0] else self._path_states(self.front)
                self.best = [self.book.position(state) for state in states]
        except (LimitReached, UnfinishedStepError):  # no memory for it, or an interrupt within a step: only the bound is known
            return
        if self.best is not None and len(self.best) <= self._bound:
            self.path, self.stopped = self.best, None

    # --------------------------------------------------------------------------------------------------------- search

    def _search(self) -> None:
        self._enter(self.front, np.array([self._start], np.int64), 0)
        self._enter(self.back, self.book.goals(self.order), 1)
        self.back.cap = 1
        for length in range(1, self.most + 1):
            self._bound = length
            if length > 1:
                self._widen(length)
            for side in (self.front, self.back):
                for depth in range(side.cap):
                    if self._met[0] > length:  # until a path is found, expand all states that one of this length may pass
                        self._expand(side, side.take(depth, length - depth), depth + 1, length)
            if self._beams and self.states > self._beams[0][0] and self._met[0] > length:
                self._beam(length, self._beams.pop(0)[1])
            if self._met[0] <= length:
                return
            if not self.front.held or not self.back.held:
                self._bound, self.exhausted = length + 1, True
                return
            self.limits.progress("order", length, self.states)
        self._bound = self.most + 1
        raise LimitReached(Stop(StopKind.MOVES, self.most))

    def _widen(self, length: int) -> None:
        """Extend the side with fewer waiting states by one move. (A state of the exit's side has more neighbours.)"""
        front = self.front.waiting(self.front.cap, length - self.front.cap)
        back = self.back.waiting(self.back.cap, length - self.back.cap)
        (self.front if front <= 3 * back else self.back).cap += 1

    def _expand(self, side: _Side, states: Ints, depth: int, enough: int) -> None:
        """Reach the neighbours of `states`, at `depth` moves from the beginning of this side. Stop when a solution of `enough`
        moves is known."""
        for begin in range(0, len(states), BATCH):
            batch = states[begin : begin + BATCH]
            for fresh in self.book.beyond(batch, side.forward, side.reached, self._check, depth):
                self._settle(side, fresh, depth)
            self.expanded += len(batch)
            if self._met[0] <= enough:
                return

    def _check(self) -> None:
        self.limits.allow_states(self.states)

    def _beam(self, length: int, width: int) -> None:
        """Look for any solution, level by level from the start, and keep the `width` states with the lowest bounds.

        A solution found in this way is an upper bound on the optimum, and proves nothing else.
        """
        beam = _Side(True, self.limits)
        self._enter(beam, np.array([self._start], np.int64), 0)
        best = int(self._met[0])
        for depth in range(3 * length):
            most = next((most for most in range(IMPOSSIBLE - 1, 0, -1) if beam.waiting(depth, most) <= width), IMPOSSIBLE)
            states = beam.take(depth, most)[:width]
            if not len(states) or depth + 1 >= best:
                break
            self._expand(beam, states, depth + 1, 0)
            if self._met[0] < best:
                self._beam_path = self._path_states(beam)
                break

    def _enter(self, side: _Side, states: Ints, depth: int) -> None:
        """Enter the states with which a side begins."""
        side.reached.put(states, np.full(len(states), depth, np.int8))
        self._settle(side, states, depth)

    def _settle(self, side: _Side, states: Ints, depth: int) -> None:
        """Record where both sides meet, and hold the other states back until their turn."""
        numbers = np.unique(states >> self._bits)
        if len(self._contacts) < len(self.book):
            self._contacts = longer(self._contacts, len(self.book.words), -1)
        unknown = numbers[self._contacts[numbers, 0] < 0]
        write_contacts(self.codec.tables, self._room, self.book.words, self._contacts, unknown)
        remaining = np.empty(len(states), np.int64)
        other = (self.back if side.forward else self.front).reached
        settle(
            self.codec.tables, self._goal, self._queue, self._contacts, states, other.keys, other.values, depth, side.forward,
            remaining, self._met,
        )  # fmt: skip
        side.hold(depth, states, remaining)

    # ----------------------------------------------------------------------------------------------------------- path

    def _path_states(self, front: _Side) -> tuple[int, ...]:
        """Return the states of the path found: from the meeting back to the start, and from it to the exit."""
        path = [int(self._met[1])]
        while self._depth(front, path[0]) > 0:
            path.insert(0, self._nearer(front, path[0], False))
        while self._depth(self.back, path[-1]) > 1:
            path.append(self._nearer(self.back, path[-1], True))
        if path[0] != self._start or self._depth(self.back, path[-1]) != 1:
            raise UnfinishedStepError
        return tuple(path)

    def _depth(self, side: _Side, state: int) -> int:
        return int(side.reached.values_of(np.array([state], np.int64))[0])

    def _nearer(self, side: _Side, state: int, forward: bool) -> int:
        """Return the neighbour of `state` that is nearest to where `side` began."""
        parts = self.book.beyond(np.array([state], np.int64), forward, StateTable(self.limits), lambda: None)
        others = np.concatenate([*parts])
        if not len(others):
            raise UnfinishedStepError
        return int(others[side.reached.values_of(others, IMPOSSIBLE).argmin()])

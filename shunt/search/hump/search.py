"""The optimum of one order of a train: best-first from the source and from the exit, meeting in the middle.

For L = 1, 2, 3 … every way of L moves is searched for: the side of the source expands states fewer than F moves from it, the
side of the exit states fewer than B moves from it, with F + B = L, and both only states whose moves so far and moves at
least left are together at most L. A way of L moves must then meet, so an L without a meeting is excluded: the lower bound
is L + 1. What was held back is kept for the next L; nothing is expanded twice at its final depth. A side that has nothing
held back and nothing to expand is exhausted: the order is impossible.

The bounds (`hump_side_kernels`) never exceed the true number and fall by at most one a move, so a state is expanded at its
least depth. Predecessors are a kernel of their own: a move cannot be undone by a move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from shunt.cards.stop import INTERRUPTED, StopKind
from shunt.cards.stop import Stop as SearchStop
from shunt.errors import InputError
from shunt.rules.hump import Hump, order_faults
from shunt.rules.position import Position
from shunt.search.core.limits import LimitReached, Limits, Progress, no_progress
from shunt.search.hump.codec import HumpCodec
from shunt.search.hump.goals import goal_states
from shunt.search.hump.kernels import make_room, shuffled
from shunt.search.hump.patterns import PatternBook
from shunt.search.hump.side_kernels import (
    Bounds,
    Visited,
    depth_of,
    enter,
    rehash,
    settle,
    still_at,
    target_states,
    write_contacts,
)
from shunt.search.hump.words import LABEL_BITS
from shunt.track.plan import End
from shunt.track.yard import Yard

Ints = NDArray[np.int64]
BATCH = 1 << 13  # states expanded, and
PATTERNS = 1 << 11  # patterns worked out, between two looks at the clock
HARD = 1_000_000  # states after which a way is looked for at the side, so that a limit leaves an upper bound behind
BEAM = 20_000
NO_WAY = 99


@dataclass(frozen=True)
class OrderProof:
    """What is known about one order. `positions` are those of a shortest way, from the start to the one before the exit.

    `optimal`: `moves` is the fewest; `unsolvable`: proven by exhaustion; `unknown`: a limit was reached or Ctrl-C came
    (`stopped_by`), `moves` is the best way found, if any, `lower_bound` what is proven.
    """

    status: Literal["optimal", "unsolvable", "unknown"]
    moves: int | None
    lower_bound: int
    positions: tuple[Position, ...]
    states: int
    patterns: int
    levels: tuple[int, int]
    seconds: float
    stopped_by: SearchStop | None = None


@dataclass
class _Side:
    """One side of the search. `held[depth]` has pairs of arrays (states, moves at least left) not yet expanded."""

    forward: bool
    visited: Visited
    cap: int = 0
    held: dict[int, list[tuple[Ints, Ints]]] = field(default_factory=dict)

    @classmethod
    def of(cls, forward: bool) -> _Side:
        return cls(forward, _visited(1 << 14))

    def hold(self, depth: int, states: Ints, left: Ints) -> None:
        """Keep states for later; those without a way are dropped."""
        possible = left < NO_WAY
        if possible.any():
            self.held.setdefault(depth, []).append((states[possible], left[possible]))

    def take(self, depth: int, most: int) -> Ints:
        """Take the states held at `depth` with at most `most` moves left, each once and still at this depth, sorted."""
        kept, taken = [], [np.empty(0, np.int64)]
        for states, left in self.held.pop(depth, []):
            now = left <= most
            taken.append(states[now])
            if not now.all():
                kept.append((states[~now], left[~now]))
        if kept:
            self.held[depth] = kept
        result = np.unique(np.concatenate(taken))
        keep = np.zeros(len(result), dtype=np.bool_)
        still_at(self.visited, result, depth, keep)
        return result[keep]

    def waiting(self, depth: int, most: int) -> int:
        """Return how many states are held at `depth` with at most `most` moves left."""
        return sum(int((left <= most).sum()) for _, left in self.held.get(depth, []))

    @property
    def exhausted(self) -> bool:
        """Nothing is held back."""
        return not self.held


def _visited(capacity: int) -> Visited:
    return Visited(np.full(capacity, -1, np.int64), np.zeros(capacity, np.int8), np.zeros(1, np.int64))


def has_circle(rules: Hump) -> bool:
    """Return whether a car that rolls on and on can come back to where it was, running the same way.

    Only there can a cut touch its own last car. Without that, and without returns to the source, the first move of all makes no
    contact: the cut leaves the foremost space of the source empty behind it.
    """
    joins = rules.track.plan.fixed
    ahead = {
        End(space, end): [entered.opposite for entered in joins.get(End(space, end), ())]
        for space in rules.track.plan.spaces
        for end in (0, 1)
    }
    coming = Counter(end for ends in ahead.values() for end in ends)
    todo = [end for end in ahead if not coming[end]]
    for end in todo:  # take away what nothing leads to, again and again; circles remain
        for after in ahead[end]:
            coming[after] -= 1
            if not coming[after]:
                todo.append(after)
    return len(todo) < len(ahead)


@cache
def warm_up() -> None:
    """Compile the kernels of a search, or load them from the cache, so that no clock counts it."""
    for order in ("AB", "BA"):
        OrderSearch(Hump.on(Yard(), "AB"), order).run()


class OrderSearch:
    """The search for one order; `run()` answers."""

    def __init__(
        self,
        rules: Hump,
        order: Sequence[str],
        limits: Limits | None = None,
        progress: Progress = no_progress,
    ) -> None:
        """Raises `InputError` if `order` is not a permutation of the train."""
        faults = order_faults(rules.train, order)
        if faults:
            raise InputError(faults)
        self.rules, self.order = rules, tuple(order)
        self.limits = limits or Limits()
        self._began = self.limits.seconds
        self.progress = progress
        self.codec = HumpCodec.of(rules)
        self.book = PatternBook(self.codec, self.limits)
        self.front, self.back = _Side.of(True), _Side.of(False)
        self._room = make_room(self.codec.tables)
        self._contacts = np.full((len(self.book.patterns.words), 2 + self.codec.cars), -1, np.int64)
        self._met = np.array([NO_WAY, -1], dtype=np.int64)
        self._beamed = False
        self._beam_way: tuple[int, ...] = ()
        self._fresh = np.empty(1 << 13, dtype=np.int64)
        slots, labels = self.codec.slots(rules.start)
        self._start = self.book.number(slots) << self._label_bits | labels
        quiet = int(not rules.returns and not has_circle(rules))
        self._bounds = Bounds(
            self._pairs(self.order), self._pairs(rules.train), np.array([self._start, labels, quiet], dtype=np.int64)
        )

    @property
    def _label_bits(self) -> int:
        return LABEL_BITS * self.codec.cars

    def _pairs(self, names: Sequence[str]) -> Ints:
        pairs = np.zeros((16, 16), dtype=np.int64)
        numbers = [self.codec.colours.index(name) for name in names]
        for a, b in pairwise(numbers):
            pairs[min(a, b), max(a, b)] += 1
        return pairs

    # ------------------------------------------------------------------------------------------------------------ run

    def run(self, most: int = NO_WAY - 1) -> OrderProof:
        """Search until the order is proven optimal or impossible, or a limit is reached.

        Ways of more than `most` moves (at least 1) are not searched for: `unknown`, stopped by that, with `most` + 1 as bound.
        """
        proven = 1
        try:
            self._enter(self.front, np.array([self._start], dtype=np.int64), 0)
            self._enter(self.back, goal_states(self.codec, self.book, self.order), 1)
            self.back.cap = 1
            for length in range(1, most + 1):
                proven = length
                if length > 1:
                    self._widen(length)
                if self._met[0] > length:
                    self._search(length)
                if self._states > HARD and not self._beamed and self._met[0] > length:
                    self._beam(length)
                if self._met[0] <= length:
                    return self._proof("optimal", length)
                if self.front.exhausted or self.back.exhausted:
                    return self._proof("unsolvable", length + 1)
                self.progress("order", length, self._states)
        except LimitReached as reached:
            return self._proof("optimal" if self._met[0] <= proven else "unknown", proven, reached.stop)
        except KeyboardInterrupt:  # at any point, so that nothing but the bound is sure to be whole
            return self._unknown(proven, INTERRUPTED)
        return self._proof("unknown", most + 1, SearchStop(StopKind.MOVES, most))

    @property
    def _states(self) -> int:
        return int(self.front.visited.filled[0] + self.back.visited.filled[0])

    def _widen(self, length: int) -> None:
        """Let the side with fewer states waiting go one move farther; a state of the exit's side has more to expand to."""
        front = self.front.waiting(self.front.cap, length - self.front.cap)
        back = self.back.waiting(self.back.cap, length - self.back.cap)
        if front <= 3 * back:
            self.front.cap += 1
        else:
            self.back.cap += 1

    def _search(self, length: int) -> None:
        """Expand everything on both sides that a way of `length` moves may pass."""
        for side in (self.front, self.back):
            for depth in range(side.cap):
                states = side.take(depth, length - depth)
                for begin in range(0, len(states), BATCH):
                    self._expand(side, states[begin : begin + BATCH], depth + 1)
                    if self._met[0] <= length:
                        return

    def _expand(self, side: _Side, states: Ints, depth: int) -> None:
        """Reach the neighbours of `states`, which are then `depth` moves from where the side began."""
        self.limits.allow_states(self._states)
        patterns = np.unique(states >> self._label_bits)
        for begin in range(0, len(patterns), PATTERNS):
            self.limits.allow_states(self._states)
            self.book.work_out(patterns[begin : begin + PATTERNS], side.forward)
        done = 0
        while done < len(states):
            self.limits.allow_states(self._states)
            links = self.book.ahead if side.forward else self.book.back
            before = done
            done, count = target_states(self.codec.tables, links, states, done, depth, side.visited, self._fresh)
            if count:
                self._settle(side, self._fresh[:count].copy(), depth)
            if done < len(states) and (done == before or 3 * side.visited.filled[0] > len(side.visited.keys)):
                self._make_way(side)

    def _make_way(self, side: _Side) -> None:
        """Double the table of `side`, and what one call may write with it."""
        size = 2 * len(side.visited.keys)
        self.limits.allow_bytes(9 * size)
        larger = _visited(size)
        rehash(side.visited, larger)
        side.visited = larger
        if 8 * len(self._fresh) < size:
            self._fresh = np.empty(2 * len(self._fresh), dtype=np.int64)

    def _beam(self, length: int) -> None:
        """Look for any way: from the states at hand, level by level, keep those with the fewest moves at least left.

        What is found bounds the optimum from above and proves nothing else.
        """
        self._beamed = True
        scout = _Side.of(True)
        self._enter(scout, np.array([self._start], dtype=np.int64), 0)
        best = int(self._met[0])
        for depth in range(3 * length):
            states = self._most_promising(scout, depth)
            if not len(states) or depth + 1 >= best:
                break
            for begin in range(0, len(states), BATCH):
                self._expand(scout, states[begin : begin + BATCH], depth + 1)
            if self._met[0] < best:
                front, self.front = self.front, scout
                self._beam_way = self._way_states()
                self.front = front
                break

    def _most_promising(self, side: _Side, depth: int) -> Ints:
        """Return the states held at `depth`, at most `BEAM` of them, those with the fewest moves left first."""
        for most in range(NO_WAY - 1, 0, -1):
            if side.waiting(depth, most) <= BEAM:
                return side.take(depth, most)
        return side.take(depth, NO_WAY)[:BEAM]

    def _enter(self, side: _Side, states: Ints, depth: int) -> None:
        """Enter the states with which a side begins."""
        while 3 * (len(states) + 1) > len(side.visited.keys):
            side.visited = _visited(2 * len(side.visited.keys))
        enter(side.visited, states, depth)
        self._settle(side, states, depth)

    def _settle(self, side: _Side, states: Ints, depth: int) -> None:
        """Note where both sides meet, and hold the states back until their turn."""
        numbers = np.unique(states >> self._label_bits)
        if len(self._contacts) < len(self.book):
            larger = np.full((len(self.book.patterns.words), self._contacts.shape[1]), -1, np.int64)
            larger[: len(self._contacts)] = self._contacts
            self._contacts = larger
        unknown = numbers[self._contacts[numbers, 0] < 0]
        write_contacts(self.codec.tables, self._room, self.book.patterns, self._contacts, unknown)
        left = np.empty(len(states), dtype=np.int64)
        other = self.back if side.forward else self.front
        settle(self.codec.tables, self._bounds, self._contacts, states, other.visited, depth, side.forward, left, self._met)
        side.hold(depth, states, left)

    # ---------------------------------------------------------------------------------------------------------- proof

    def _unknown(self, bound: int, stopped_by: SearchStop) -> OrderProof:
        """Nothing but that there is no way of fewer than `bound` moves."""
        levels, spent = (self.front.cap, self.back.cap), self.limits.seconds - self._began
        return OrderProof("unknown", None, bound, (), self._states, len(self.book), levels, spent, stopped_by)

    def _proof(
        self, status: Literal["optimal", "unsolvable", "unknown"], bound: int, stopped_by: SearchStop | None = None
    ) -> OrderProof:
        moves = int(self._met[0]) if self._met[1] >= 0 else None
        positions = self._way() if moves is not None else ()
        if status == "unknown" and moves is not None and moves <= bound:
            status = "optimal"
        return OrderProof(
            status,
            moves,
            bound,
            positions,
            states=self._states,
            patterns=len(self.book),
            levels=(self.front.cap, self.back.cap),
            seconds=self.limits.seconds - self._began,
            stopped_by=None if status == "optimal" else stopped_by,
        )

    def _way(self) -> tuple[Position, ...]:
        """Return the positions of the way found, from the start to the one before the exit."""
        way = self._beam_way if len(self._beam_way) == self._met[0] else self._way_states()
        low = (1 << self._label_bits) - 1
        return tuple(self.codec.position(self.book.slots(state >> self._label_bits), state & low) for state in way)

    def _way_states(self) -> tuple[int, ...]:
        """Return the states of the way found: from the meeting back to the start, and on to the exit."""
        way = [int(self._met[1])]
        while depth_of(self.front.visited, way[0]) > 0:
            way.insert(0, self._step(self.front, way[0], False))
        while depth_of(self.back.visited, way[-1]) > 1:
            way.append(self._step(self.back, way[-1], True))
        return tuple(way)

    def _step(self, side: _Side, state: int, forward: bool) -> int:
        """Return the neighbour of `state` that lies nearest to where `side` began."""
        bits = self._label_bits
        self.book.work_out(np.array([state >> bits], dtype=np.int64), forward)
        links = self.book.ahead if forward else self.book.back
        first, number = int(links.first[state >> bits]), int(links.number[state >> bits])
        low = (1 << bits) - 1
        best, nearest = -1, NO_WAY
        for packed in links.links[first : first + number].tolist():
            if packed >= 0:
                other = packed & ~low | int(shuffled(state & low, packed & low, self.codec.cars))
                depth = int(depth_of(side.visited, other))
                if 0 <= depth < nearest:
                    best, nearest = other, depth
        return best

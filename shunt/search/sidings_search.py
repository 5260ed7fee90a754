"""One `sidings` puzzle to its optimum: levels from the start and from every goal state in turn, until they meet.

Every move can be undone by a move, so the search back from the goal uses the same kernel. The levels of both sides are
complete before the next begins, so the first meeting is a shortest way, and until then `levels from the start + levels from
the goal + 1` is a proven lower bound. A side without a next level has been exhausted: there is no way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from shunt.rules.sidings import SidingsMove, SidingsPosition
from shunt.search import sidings_kernels as kernels
from shunt.search.sidings_graph import Ints, PatternGraph, SidingsProblem, pattern_graph, swap_blocks

BATCH = 100_000
STATE_BYTES = 16  # word, pattern and parent
SLOT_BYTES = 4
GOALS_AT_ONCE = 1 << 16


class Moves(NamedTuple):
    """The pattern graph as flat int64 arrays, the swaps of blocks as shifts and masks of a word.

    Block one is `(word >> low) & first_mask` and goes to bit `to`; block two is `(word >> mid) & second_mask` and goes to `low`;
    `keep` masks what stays.
    """

    first: Ints
    target: Ints
    low: Ints
    mid: Ints
    to: Ints
    first_mask: Ints
    second_mask: Ints
    keep: Ints


class Side(NamedTuple):
    """States in order of discovery, and a hash table of their numbers; see `expand_side`."""

    words: Ints
    patterns: npt.NDArray[np.int32]
    parents: npt.NDArray[np.int32]
    table: npt.NDArray[np.int32]

    @classmethod
    def of(cls, states: int) -> Side:
        """Room for `states` (a power of two), in a table twice as long."""
        return cls(
            np.empty(states, dtype=np.int64),
            np.empty(states, dtype=np.int32),
            np.empty(states, dtype=np.int32),
            np.full(2 * states, -1, dtype=np.int32),
        )

    @property
    def room(self) -> int:
        """How many states there is room for."""
        return self.words.size

    def grown(self, count: int) -> Side:
        """The same `count` states with twice the room."""
        larger = Side.of(2 * self.room)
        for old, new in zip(self[:3], larger[:3], strict=True):
            new[:count] = old[:count]
        kernels.rehash(larger, count)
        return larger


@dataclass
class Search:
    """What one side has found so far: `begin` … `count − 1` is its last complete level."""

    side: Side
    count: int = 0
    begin: int = 0
    depth: int = 0

    @property
    def frontier(self) -> int:
        """How many states the last level has."""
        return self.count - self.begin

    def way(self, number: int) -> list[tuple[int, int]]:
        """(word, pattern) of a state, of its parent, and so on to a root."""
        way = []
        while number >= 0:
            way.append((int(self.side.words[number]), int(self.side.patterns[number])))
            number = int(self.side.parents[number])
        return way


@dataclass(frozen=True)
class Found:
    """The answer of a search. `moves` is None unless `status` is `optimal`; `levels` counts the states level by level, from
    the start and from the goal; `reason` says which limit was reached."""

    status: Literal["optimal", "unsolvable", "unknown"]
    moves: tuple[SidingsMove, ...] | None
    lower_bound: int
    states: int
    levels: tuple[tuple[int, ...], tuple[int, ...]]
    reason: str = ""


class _LimitError(Exception):
    """A limit was reached; the text names it."""


@lru_cache(maxsize=8)
def _moves(limit: int, capacities: tuple[int, ...], cars: int, legs: bool, bits: int) -> Moves:
    return moves_of(pattern_graph(limit, capacities, cars, legs), bits)


def moves_of(graph: PatternGraph, bits: int) -> Moves:
    """The graph's moves for words with `bits` bits a car."""
    rows = []
    for edge in graph.edges:
        low, mid, high = edge.swap
        if not low < mid < high:
            rows.append((edge.target, 0, 0, 0, 0, 0, -1))
            continue
        whole = ((1 << bits * (high - low)) - 1) << bits * low
        keep = ~whole & ((1 << 64) - 1)
        keep -= (1 << 64) if keep >> 63 else 0
        masks = [(1 << bits * length) - 1 for length in (mid - low, high - mid)]
        rows.append((edge.target, bits * low, bits * mid, bits * (low + high - mid), *masks, keep))
    columns = np.array(rows, dtype=np.int64).reshape(-1, 7).T.copy()
    return Moves(graph.first, *columns)


def goal_words(problem: SidingsProblem) -> Iterator[tuple[int, Ints]]:
    """Every goal state as (pattern, words), many words at a time."""
    row = problem.multiset
    for pattern, wanted in problem.goal_patterns():
        rest = list(row)
        for kind in wanted:
            if kind >= 0:
                rest.remove(kind)
        seats = [seat for seat, kind in enumerate(wanted) if kind < 0]
        fixed = problem.word(tuple(max(kind, 0) for kind in wanted))
        shifts = np.array([problem.bits * seat for seat in seats], dtype=np.int64)
        for rows in _arrangements(rest):
            yield pattern, (rows << shifts).sum(axis=1, dtype=np.int64) + fixed


def _arrangements(rest: list[int]) -> Iterator[Ints]:
    """All permutations of the multiset `rest` (sorted), in lexicographic order, some at a time."""
    row = np.array(rest, dtype=np.int64)
    left = factorial(len(rest)) // prod(factorial(rest.count(kind)) for kind in set(rest))
    while left:
        rows = np.empty((min(left, GOALS_AT_ONCE), len(rest)), dtype=np.int64)
        left -= int(kernels.fill_arrangements(row, rows))
        yield rows


@dataclass
class BothEnds:
    """The search of one problem within its limits (bytes, states, seconds; None = no limit)."""

    problem: SidingsProblem
    start: SidingsPosition
    memory: int | None = None
    most_states: int | None = None
    time_limit: float | None = None
    on_level: Callable[[int, int], None] | None = None

    def run(self) -> Found:
        """Search until the sides meet, one is exhausted, or a limit is reached."""
        self._begun = time.perf_counter()
        rules, graph, bits = self.problem.rules, self.problem.graph, self.problem.bits
        self._moves = _moves(rules.limit, tuple(rules.capacities.values()), len(rules.cars), rules.metric == "legs", bits)
        self._most_moves = int(np.diff(graph.first).max(initial=1))
        self._sides = [Search(Side.of(1 << 12)), Search(Side.of(1 << 12))]
        self._levels: list[list[int]] = [[], []]
        try:
            self._seed()
            if self.problem.goal.is_met(rules, self.start):
                return self._found("optimal", (), 0)
            return self._meet()
        except _LimitError as limit:
            return self._found("unknown", None, self._bound, str(limit))

    @property
    def _bound(self) -> int:
        return self._sides[0].depth + self._sides[1].depth + (0 if self.problem.goal.is_met(self.problem.rules, self.start) else 1)

    def _found(
        self, status: Literal["optimal", "unsolvable", "unknown"], moves: tuple[SidingsMove, ...] | None, bound: int, why: str = ""
    ) -> Found:
        states = sum(search.count for search in self._sides)
        return Found(status, moves, bound, states, (tuple(self._levels[0]), tuple(self._levels[1])), why)

    def _seed(self) -> None:
        """Level 0 of both sides."""
        pattern, row = self.problem.encode(self.start)
        first, last = self._sides
        first.count = int(kernels.insert_states(first.side, 0, np.array([self.problem.word(row)], dtype=np.int64), pattern, -1))
        for pattern, words in goal_words(self.problem):
            self._make_room(last, len(words))
            last.count = int(kernels.insert_states(last.side, last.count, words, pattern, -1))
        for search, levels in zip(self._sides, self._levels, strict=True):
            levels.append(search.count)

    def _meet(self) -> Found:
        while True:
            forward = self._sides[0].frontier <= self._sides[1].frontier
            here, there = self._sides if forward else self._sides[::-1]
            if here.frontier == 0:
                return self._found("unsolvable", None, self._bound)
            end, number = here.count, here.begin
            result = np.zeros(3, dtype=np.int64)
            while number < end:
                self._make_room(here, self._most_moves)
                here.count = int(
                    kernels.expand_side(here.side, here.count, number, min(end, number + BATCH), there.side, self._moves, result)
                )
                number = int(result[0])
                if result[1] >= 0:
                    return self._joined(forward, int(result[1]), int(result[2]))
            here.begin, here.depth = end, here.depth + 1
            self._levels[0 if forward else 1].append(here.frontier)
            if self.on_level is not None:
                self.on_level(self._bound, sum(search.count for search in self._sides))

    def _make_room(self, search: Search, more: int) -> None:
        """Let `search` hold `more` further states; raises `_LimitError` where a limit forbids it."""
        if self.time_limit is not None and time.perf_counter() - self._begun >= self.time_limit:
            raise _LimitError(f"stopped after {self.time_limit:g} s")
        if self.most_states is not None and sum(side.count for side in self._sides) >= self.most_states:
            raise _LimitError(f"stopped at {self.most_states:,} states")
        while search.count + more > search.side.room:
            if self.memory is not None:
                # The old arrays stand beside the new ones while the states move over.
                held = sum(side.side.room for side in self._sides) + 2 * search.side.room
                if held * (STATE_BYTES + 2 * SLOT_BYTES) > self.memory:
                    raise _LimitError(f"stopped at {self.memory / 1e6:,.0f} MB")
            if 2 * search.side.room >= 1 << 31:
                raise _LimitError(f"stopped at {1 << 30:,} states on one side, which is all that a table can number")
            search.side = search.side.grown(search.count)

    def _joined(self, forward: bool, number: int, met: int) -> Found:
        """The solution through the state that both sides have."""
        if not forward:
            number, met = met, number
        states = self._sides[0].way(number)[::-1] + self._sides[1].way(met)[1:]
        moves = tuple(self._move_between(before, after) for before, after in zip(states, states[1:], strict=False))
        return self._found("optimal", moves, len(moves))

    def _move_between(self, before: tuple[int, int], after: tuple[int, int]) -> SidingsMove:
        word, pattern = before
        row = tuple(word >> self.problem.bits * seat & (1 << self.problem.bits) - 1 for seat in range(len(self.problem.rules.cars)))
        graph = self.problem.graph
        for edge in range(int(graph.first[pattern]), int(graph.first[pattern + 1])):
            taken = graph.edges[edge]
            if taken.target == after[1] and self.problem.word(swap_blocks(row, taken.swap)) == after[0]:
                return self.problem.move(edge)
        raise AssertionError("the search joined two states that no move joins")


"""One `sidings` puzzle to its optimum: levels from the start and from every goal state in turn, until they meet.

Every move can be undone by a move, so the search back from the goal uses the same kernel. The levels of both sides are
complete before the next begins, so the first meeting is a shortest path, and until then `levels from the start + levels from
the goal + 1` is a proven lower bound. A side without a next level is exhausted: the goal cannot be reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import factorial, prod
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from shunt.cards.stop import Stop, StopKind
from shunt.rules.sidings import SidingsMove, SidingsPosition
from shunt.search.core.limits import LimitReached, Limits, Progress, no_progress, stop_of
from shunt.search.core.search import Search
from shunt.search.methods.anytime import Scout
from shunt.search.sidings import kernels
from shunt.search.sidings.bounds import goal_bound, start_bound
from shunt.search.sidings.graph import Ints, OccupancyGraph, SidingsProblem, occupancy_graph, swap_blocks

BATCH = 100_000
STATE_BYTES = 16  # word, occupancy and parent
SLOT_BYTES = 4
GOALS_AT_ONCE = 1 << 16


class Moves(NamedTuple):
    """The occupancy graph as flat int64 arrays, the swaps of blocks as shifts and masks of a word.

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
    occupancies: npt.NDArray[np.int32]
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
        """Return how many states there is room for."""
        return self.words.size

    def grown(self, count: int) -> Side:
        """Return the same `count` states with twice the room."""
        larger = Side.of(2 * self.room)
        larger.words[:count] = self.words[:count]
        larger.occupancies[:count] = self.occupancies[:count]
        larger.parents[:count] = self.parents[:count]
        kernels.rehash(larger, count)
        return larger


@dataclass
class OneSide:
    """What one side has found so far: `begin` … `count − 1` is its last complete level."""

    side: Side
    count: int = 0
    begin: int = 0
    depth: int = 0

    @property
    def frontier(self) -> int:
        """Return how many states the last level has."""
        return self.count - self.begin

    def path(self, number: int) -> list[tuple[int, int]]:
        """Return (word, occupancy) of a state, of its parent, and so on to a root."""
        path = []
        while number >= 0:
            path.append((int(self.side.words[number]), int(self.side.occupancies[number])))
            number = int(self.side.parents[number])
        return path


@dataclass(frozen=True)
class Found:
    """The answer of a search. `moves` is None unless `status` is `optimal`; `levels` counts the states level by level, from
    the start and from the goal, in the last of `passes` passes; `stopped` says why it ended without an answer."""

    status: Literal["optimal", "unsolvable", "unknown"]
    moves: tuple[SidingsMove, ...] | None
    lower_bound: int
    states: int
    levels: tuple[tuple[int, ...], tuple[int, ...]]
    passes: int
    stopped: Stop | None = None


@lru_cache(maxsize=8)
def _moves(limit: int, capacities: tuple[int, ...], cars: int, legs: bool, bits: int) -> Moves:
    return moves_of(occupancy_graph(limit, capacities, cars, legs), bits)


def moves_of_problem(problem: SidingsProblem) -> Moves:
    """Return the moves of a problem's yard."""
    rules = problem.rules
    return _moves(rules.limit, tuple(rules.capacities.values()), len(rules.cars), rules.metric == "legs", problem.bits)


def moves_of(graph: OccupancyGraph, bits: int) -> Moves:
    """Return the graph's moves for words with `bits` bits a car."""
    rows: list[tuple[int, ...]] = []
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
    """Yield every goal state as (occupancy, words), many words at a time."""
    row = problem.multiset
    for occupancy, wanted in problem.goal_occupancies():
        rest = list(row)
        for kind in wanted:
            if kind >= 0:
                rest.remove(kind)
        seats = [seat for seat, kind in enumerate(wanted) if kind < 0]
        fixed = problem.word(tuple(max(kind, 0) for kind in wanted))
        shifts = np.array([problem.bits * seat for seat in seats], dtype=np.int64)
        for rows in _permutations(rest):
            yield occupancy, (rows << shifts).sum(axis=1, dtype=np.int64) + fixed


def _permutations(rest: list[int]) -> Iterator[Ints]:
    """Yield all permutations of the multiset `rest` (sorted), in lexicographic order, some at a time."""
    row = np.array(rest, dtype=np.int64)
    remaining = factorial(len(rest)) // prod(factorial(rest.count(kind)) for kind in set(rest))
    while remaining:
        rows = np.empty((min(remaining, GOALS_AT_ONCE), len(rest)), dtype=np.int64)
        remaining -= int(kernels.fill_permutations(row, rows))
        yield rows


@dataclass
class BothEnds:
    """The search of one problem within its limits.

    It begins without a bound, which settles small puzzles in a millisecond. Past `plain_states` states it begins again with a
    ceiling on the number of moves, first the bound proven so far and then one more each time: a state is left out where the moves
    made and the pairs of neighbours still missing (`bounds.py`) pass the ceiling. A ceiling under which the sides do
    not meet is a refuted number of moves; if nothing was left out, the puzzle itself is exhausted. Each side begins with room
    for `room` states (a power of two). `scout` looks for solutions between the levels; one that is proven best ends the search.
    `lower_bound`: no solution has fewer moves, as far as it has come.
    """

    problem: SidingsProblem
    start: SidingsPosition
    limits: Limits = field(default_factory=Limits)
    progress: Progress = no_progress
    plain_states: int = 2_000_000
    room: int = 1 << 12
    scout: Scout | None = None
    lower_bound: int = 0

    def run(self) -> Found:
        """Search until the sides meet, one is exhausted, or a limit is reached."""
        rules, graph = self.problem.rules, self.problem.graph
        self.moves = moves_of_problem(self.problem)
        self._most_moves = int(np.diff(graph.first).max(initial=1))
        self._states = self._passes = self.lower_bound = 0
        self._sides = (OneSide(Side.of(1)), OneSide(Side.of(1)))
        self._levels: tuple[list[int], list[int]] = ([], [])
        if self.problem.goal.is_met(rules, self.start):
            return self._found("optimal", ())
        self.lower_bound = 1
        occupancy, row = self.problem.encode(self.start)
        self._bounds = (goal_bound(self.problem), start_bound(self.problem, occupancy, row))
        ceiling: int | None = None
        try:
            while (found := self._search(occupancy, row, ceiling)) is None:
                ceiling = self.lower_bound
            return found
        except (LimitReached, KeyboardInterrupt) as error:
            return self._found("unknown", None, stop_of(error))

    def _found(
        self,
        status: Literal["optimal", "unsolvable", "unknown"],
        moves: tuple[SidingsMove, ...] | None,
        stopped: Stop | None = None,
    ) -> Found:
        states = self._states + sum(search.count for search in self._sides)
        levels = (tuple(self._levels[0]), tuple(self._levels[1]))
        return Found(status, moves, self.lower_bound if moves is None else len(moves), states, levels, self._passes, stopped)

    def _search(self, occupancy: int, row: tuple[int, ...], ceiling: int | None) -> Found | None:
        """One pass; None where it settles no more than that `lower_bound` moves are needed."""
        self._passes += 1
        self._states += sum(search.count for search in self._sides)
        self._sides = (OneSide(Side.of(self.room)), OneSide(Side.of(self.room)))
        first, last = self._sides
        first.count = int(kernels.insert_states(first.side, 0, np.array([self.problem.word(row)], dtype=np.int64), occupancy, -1))
        for goal_occupancy, words in goal_words(self.problem):
            self._make_room(last, len(words))
            last.count = int(kernels.insert_states(last.side, last.count, words, goal_occupancy, -1))
        self._levels = ([first.count], [last.count])
        left_out = False
        while ceiling is None or first.depth + last.depth < ceiling:
            if ceiling is None and first.count + last.count > self.plain_states:
                return None
            forward = first.frontier <= last.frontier
            own, other = (first, last) if forward else (last, first)
            if own.frontier == 0 and not left_out:
                return self._found("unsolvable", None)
            result = self._next_level(forward, own, other, ceiling)
            if result[1] >= 0:
                return self._found("optimal", self._joined(forward, int(result[1]), int(result[2])))
            left_out = left_out or result[3] > 0
            self.lower_bound = max(self.lower_bound, first.depth + last.depth + 1)
            self._levels[0 if forward else 1].append(own.frontier)
            self.progress("searching", self.lower_bound, self._states + first.count + last.count)
            if self.scout is not None and self.scout.keep_up(self._states + first.count + last.count, self.lower_bound):
                return self._found("optimal", moves_along(self.problem, self.scout.path or []))
        return None

    def _next_level(self, forward: bool, own: OneSide, other: OneSide, ceiling: int | None) -> Ints:
        """Expand the last level of one side; returns what `expand_side` wrote."""
        end, number = own.count, own.begin
        allowed = -1 if ceiling is None else ceiling - own.depth - 1
        # The last level that the ceiling admits is of use only where it meets the other side: it is not kept.
        store = int(ceiling is None or own.depth + other.depth + 1 < ceiling)
        result = np.zeros(4, dtype=np.int64)
        result[1] = -1
        while number < end and result[1] < 0:
            self._make_room(own, self._most_moves if store else 0)
            batch = (own.side, own.count, number, min(end, number + BATCH), other.side, self.moves)
            own.count = int(kernels.expand_side(*batch, self._bounds[0 if forward else 1], allowed, store, result))
            number = int(result[0])
        own.begin, own.depth = end, own.depth + 1
        return result

    def _make_room(self, search: OneSide, more: int) -> None:
        """Let `search` hold `more` further states; raises `LimitReached` where a limit forbids it."""
        self.limits.allow_states(self._states + sum(side.count for side in self._sides))
        while search.count + more > search.side.room:
            if 4 * search.side.room >= 1 << 31:
                raise LimitReached(Stop(StopKind.STATES, search.side.room))  # all that the table of one side numbers
            # The old arrays stand beside the new ones while the states move over.
            self.limits.allow_bytes(2 * search.side.room * (STATE_BYTES + 2 * SLOT_BYTES))
            search.side = search.side.grown(search.count)

    def _joined(self, forward: bool, number: int, met: int) -> tuple[SidingsMove, ...]:
        """Return the solution: from state `number` of the side just expanded one move leads to state `met` of the other."""
        if forward:
            states = self._sides[0].path(number)[::-1] + self._sides[1].path(met)
        else:
            states = self._sides[0].path(met)[::-1] + self._sides[1].path(number)
        return moves_along(self.problem, states)

    def complete_levels(self) -> tuple[list[tuple[Side, int, int]], list[tuple[Side, int, int]]]:
        """After a solution was found, the levels from the start and from the goal that were complete: side, first number, end.

        One move leads from the last of the former to the last of the latter. Everything on a shortest solution is among them.
        """
        ends = [np.cumsum([0, *levels]).tolist() for levels in self._levels]
        first, last = ([(search.side, a, b) for a, b in pairwise(end)] for search, end in zip(self._sides, ends, strict=True))
        return first, last


def moves_along(problem: SidingsProblem, states: Sequence[tuple[int, int]]) -> tuple[SidingsMove, ...]:
    """Return the moves that lead through states, (word, occupancy) each."""
    return tuple(move_between(problem, before, after) for before, after in pairwise(states))


def move_between(problem: SidingsProblem, before: tuple[int, int], after: tuple[int, int]) -> SidingsMove:
    """Return the move from one state, (word, occupancy), to another."""
    word, occupancy = before
    mask = (1 << problem.bits) - 1
    row = tuple(word >> problem.bits * seat & mask for seat in range(len(problem.rules.cars)))
    graph = problem.graph
    for edge in range(int(graph.first[occupancy]), int(graph.first[occupancy + 1])):
        taken = graph.edges[edge]
        if taken.target == after[1] and problem.word(swap_blocks(row, taken.swap)) == after[0]:
            return problem.move(edge)
    raise AssertionError("the search joined two states that no move joins")


@dataclass
class SidingsSearch(Search):
    """The search from both ends as `solve` runs it; its path is the list of moves, and `found` the whole answer."""

    problem: SidingsProblem
    start: SidingsPosition
    limits: Limits
    progress: Progress = no_progress
    found: Found | None = None
    scout: Scout | None = None
    _ends: BothEnds | None = None

    @property
    def lower_bound(self) -> int:
        """No solution has fewer pulls (or legs)."""
        return self.found.lower_bound if self.found else self._ends.lower_bound if self._ends else 0

    @property
    def states(self) -> int:
        """Return how many states were reached, in all passes."""
        return self.found.states if self.found else 0

    @property
    def variant(self) -> str:
        """Return whether the search had to begin again under a ceiling."""
        return "under a ceiling" if self.found and self.found.passes > 1 else ""

    @property
    def proof(self) -> dict[str, Any]:
        """Return what proves the answer: see `evidence`."""
        return evidence(self.found) if self.found else {}

    def _search(self) -> None:
        self._ends = BothEnds(self.problem, self.start, self.limits, self.progress, scout=self.scout)
        self.found = self._ends.run()
        self.path = None if self.found.moves is None else list(self.found.moves)
        self.exhausted = self.found.status == "unsolvable"
        self.stopped = self.found.stopped


def evidence(found: Found) -> dict[str, Any]:
    """Return what proves the answer: the levels of a single pass, whole, or what the passes under a ceiling refuted."""
    if found.passes <= 1:
        return {"levels from the start": list(found.levels[0]), "levels from the goal": list(found.levels[1])}
    levels = {"start": list(found.levels[0]), "goal": list(found.levels[1])}
    shown: dict[str, Any] = {"passes": found.passes, "levels of the last pass, under its ceiling": levels}
    if found.moves is not None:
        fewer = len(found.moves) - 1
        shown["argument"] = f"the search for {fewer} or fewer, but for what a lower bound rules out, ended and found none"
    return shown

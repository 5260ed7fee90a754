"""Exact distances for many goals, or many starts, in one puzzle at once: its moves are made once, and each goal takes one bit.

The pattern databases of a card are the same puzzle with other goals: which of the cars are kept does not matter to the moves.
So all moves of that puzzle are listed once, as steps from occupancy to occupancy, with the order in which each takes the cars.
Then a flood carries one bit for every database. The same steps serve distances to a goal and, seen from their other
end, distances from a start. A row takes what its neighbours have, so threads never write to the same row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shunt.errors import TooLargeError
from shunt.search.core.arrays import USABLE_BITS
from shunt.search.core.limits import Limits
from shunt.search.core.machine import core_count
from shunt.search.core.threads import Part, by_threads, found_by_threads, parts_of
from shunt.search.index.bitsets import Scratch
from shunt.search.index.distances import UNREACHED, Distances
from shunt.search.index.joint_kernels import _list_steps, _pull_words, _turn_steps
from shunt.search.index.perfect import Arrangements

STEPS_A_ROW = 32  # measured: 23 to 27 with one locomotive on a board of 26 spaces
MOST_ORDERS = int(np.iinfo(np.int32).max)  # a step fits into four bytes

Watch = Callable[[], None]


@dataclass(frozen=True)
class JointSteps:
    """JointSteps (see `_list_steps`) by the occupancy at their end: those of occupancy r are `steps[begins[r]:begins[r + 1]]`."""

    begins: NDArray[np.int64]
    steps: NDArray[np.int32]


class JointGraph:
    """All moves of a small puzzle, made once on `threads` threads (0: on all cores)."""

    def __init__(self, arrangements: Arrangements, limits: Limits, watch: Watch = lambda: None, threads: int = 0) -> None:
        self.arrangements, self._limits, self._watch = arrangements, limits, watch
        self._threads = threads or core_count()
        self._rows = arrangements.index.occupancies
        self._backwards = self._listed()

    @staticmethod
    def bytes_for(arrangements: Arrangements, floods: int) -> int:
        """Return about how much memory the graph, with its steps from both ends, and the distances of some floods take."""
        rows, slots = arrangements.index.occupancies, arrangements.slots
        return rows * (8 * STEPS_A_ROW + 32) + slots * (24 + floods)

    def _listed(self) -> JointSteps:
        """Make all moves."""
        if self._rows * len(self.arrangements.index.action) > MOST_ORDERS:
            raise TooLargeError("the puzzle of a pattern database has too many occupancies for a list of its moves")
        counts = np.zeros(self._rows + 1, np.int64)
        scratch = [Scratch(self.arrangements) for _ in range(self._threads)]

        def make(thread: int, part: Part) -> NDArray[np.int32]:
            """Make the moves of some rows."""
            return self._steps_of(scratch[thread], part, counts)

        steps = found_by_threads(self._threads, parts_of(self._rows, self._threads), make, self._watch)
        begins = np.zeros(self._rows + 1, np.int64)
        np.cumsum(counts[:-1], out=begins[1:])
        self._limits.allow_bytes(4 * int(begins[-1]))
        return JointSteps(begins, np.concatenate(steps))

    def _steps_of(self, own: Scratch, part: Part, counts: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the steps of some rows, and write how many each has."""
        tables, index = self.arrangements.codec.tables, self.arrangements.index
        at, last = part
        filled, steps = 0, np.empty(STEPS_A_ROW * (last - at) + len(own.moves.targets), np.int32)
        seen = np.zeros((4 * len(own.moves.targets), 2), np.int64)
        while at < last:
            given = own.work, own.moves.at, own.moves.targets, seen, at, last, counts, steps, filled
            at, filled, status = _list_steps(tables, index, *given)
            if status < 0:
                own.grow()
                seen = np.zeros((4 * len(own.moves.targets), 2), np.int64)
            elif at < last:
                self._limits.allow_bytes(8 * len(steps))
                steps = np.concatenate([steps[:filled], np.empty(len(steps) + len(own.moves.targets), np.int32)])
        return steps[:filled].copy()

    def _turned(self) -> JointSteps:
        """Return the same steps listed by the occupancy that they come from."""
        index = self.arrangements.index
        self._limits.allow_bytes(4 * len(self._backwards.steps))
        ends, steps = np.zeros(self._rows + 2, np.int64), np.empty_like(self._backwards.steps)
        undoes = [(index.action[:, action] == index.action[0]).all(axis=1) for action in index.action]
        inverse = np.array([int(np.flatnonzero(orders)[0]) for orders in undoes])
        _turn_steps(self._backwards.begins, self._backwards.steps, inverse, ends, steps)
        return JointSteps(ends[:-1], steps)

    def distances(self, sources: Sequence[Sequence[int]], forwards: bool) -> NDArray[np.uint8]:
        """Return the moves from the nearest of each of some sources (numbers) to all arrangements, or without `forwards` to it.

        `UNREACHED` where it cannot be reached; shape (sources, arrangements).
        """
        slots = self.arrangements.slots
        self._limits.allow_bytes(len(sources) * slots + 24 * slots)
        steps = self._backwards if forwards else self._turned()
        distances = np.full((len(sources), slots), UNREACHED, np.uint8)
        for part in range(0, len(sources), USABLE_BITS):
            self._flood(steps, sources[part : part + USABLE_BITS], distances[part : part + USABLE_BITS])
        return distances

    def _flood(self, steps: JointSteps, sources: Sequence[Sequence[int]], distances: Distances) -> None:
        """Write the distances from or to at most `USABLE_BITS` sources."""
        index, threads = self.arrangements.index, self._threads
        frontier, following = np.zeros((2, self.arrangements.slots), np.int64)
        for bit, numbers in enumerate(sources):
            frontier[list(numbers)] |= 1 << bit
            distances[bit, list(numbers)] = 0
        reached, wanted = frontier.copy(), (1 << len(sources)) - 1
        live, new_live = np.bitwise_or.reduce(frontier.reshape(-1, index.permutations), axis=1), np.zeros(self._rows, np.int64)
        gathered = np.zeros((threads, index.permutations), np.int64)
        for level in range(1, UNREACHED + 1):
            if not live.any():
                return
            words: Any = live, frontier, reached, new_live, following, distances

            def pull(thread: int, part: Part, level: int = level, words: Any = words) -> None:
                """Make a part of the level."""
                given = wanted, level, gathered[thread]
                _pull_words(index.action, steps.begins, steps.steps, *given, part[0], part[1], *words)

            by_threads(threads, parts_of(self._rows, threads), pull, self._watch)
            frontier, following, live, new_live = following, frontier, new_live, live
        raise TooLargeError(f"an arrangement is {UNREACHED} moves or more away: more than a table can hold")

"""Sets of packed states, and the neighbours of states: thin wrappers around the kernels."""

from __future__ import annotations

import numpy as np

from shunt.search.core.arrays import BATCH, Ints, States, room_for
from shunt.search.core.domain import NextStates
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec
from shunt.search.trains.records import LEADER, OUTCOMES
from shunt.search.trains.scratch import make_changes, make_work
from shunt.search.trains.sharing_kernels import _neighbours_of_many


class Neighbours(NextStates):
    """The positions one move after (or before) given ones."""

    def __init__(self, codec: Codec, limits: Limits) -> None:
        super().__init__(codec.words)
        self._codec = codec
        self._tables = codec.tables
        self._grouped = bool(codec.rules.roster.interchangeable)
        self._limits = limits
        self._room = 1
        self._make_scratch()
        self._out, self._ends = room_for(BATCH, codec.words), np.empty(BATCH, np.int64)

    def _make_scratch(self) -> None:
        self._work = make_work(self._tables, self._room)
        self._changes = make_changes(self._tables, self._work)

    def rows(self, states: States, forwards: bool = True) -> tuple[States, Ints]:
        """Return the successors (or predecessors) of the first of `states`, as many as fit, and the end of each state's part."""
        while True:
            given = self._work, self._changes, states, forwards, self._grouped, self._out, self._ends
            done, end, status = _neighbours_of_many(self._tables, *given)
            if done or not len(states):
                return self._out[:end], self._ends[:done]
            self._grow(status)

    def _grow(self, status: int) -> None:
        """Make more room for the neighbours of one state or, if `status` is negative, more scratch memory."""
        if status < 0:
            self._room *= 4
            self._limits.allow_bytes(self._room * 100_000)
            self._make_scratch()
        else:
            self._limits.allow_bytes(2 * self._out.nbytes)
            self._out = room_for(2 * len(self._out), self._codec.words)

    def couplings(self, state: States) -> tuple[States, Ints]:
        """Return the successors of one state, given as an array, and the number of pieces that the move to each of them
        couples."""
        for batch in self.of(state):  # one: outcomes of trains first, in their order, then those of turntables turned by hand
            outcomes = self._work.outcome[: self._work.tally[OUTCOMES], 0]
            coupled = np.zeros(len(batch), np.int64)
            coupled[: len(outcomes)] = self._work.composition[outcomes, LEADER]
            return batch, coupled
        return state[:0], np.zeros(0, np.int64)

"""The interface of a puzzle to the searches.

A puzzle is a *domain* of packed states, in arrays of one or two words per state (`arrays.py`), with a start (a packed state as a
Python integer) and goals (`Goals`). The domains are trains (`trains/domain.py`) and sidings (`sidings/search/domain.py`).
`methods/levels.py` searches them level by level from both ends, and `methods/beam.py` keeps the best states of each level. A
function of the card replays the path. Predecessors and successors are computed separately, because a push cannot be undone.

Two searches do not use domains, because they would be more than 5 % slower (medians of pairs in one run, processor time):

- Floods and distances of sidings use a table over a perfect index (`sidings/search/table.py`) with one byte per state. Levels
  of `SidingsDomain` in a `StateSet` take 4.0 times as long for the 2.1 million states of inglenook-533-hardest, and 16 times
  the memory.
- An order of a train in a hump yard is found by best-first search from both ends, under bounds (`hump/engine/search.py`). With
  the same kernels, a search by levels takes 1.15 times as long for trains of five cars on two-storeys, and 1.4 times for six.
  To find all orders at once (`hump/engine/meeting.py`), permutations must be composed in the middle, which no domain supports.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from shunt.search.core.arrays import Ints, Mask, States, numbers_of, places_of, sorted_once, states_of
from shunt.search.core.limits import Limits

if TYPE_CHECKING:
    from shunt.search.trains.sharing import SharedNeighbours


class NextStates(ABC):
    """The states one move after (or before) given states."""

    def __init__(self, words: int) -> None:
        self._words = words

    @abstractmethod
    def rows(self, states: States, forwards: bool = True) -> tuple[States, Ints]:
        """Return the successors (or predecessors) of the first of `states`, as many as fit, and the end of each state's part.

        Both arrays are valid until the next call. Successors may be repeated.
        """

    def of(self, states: States, forwards: bool = True) -> Iterator[States]:
        """Yield batches of successors (or predecessors) of `states`, in order. Each batch is valid until the next one is
        requested."""
        at = 0
        while at < len(states):
            batch, ends = self.rows(states[at:], forwards)
            at += len(ends)
            if len(batch):
                yield batch

    def all_of(self, state: int, forwards: bool = True) -> States:
        """Return the successors (or predecessors) of one state, sorted and without duplicates."""
        source = states_of([state], self._words)
        batches = [batch.copy() for batch in self.of(source, forwards)]
        return sorted_once(np.concatenate(batches)) if batches else source[:0]


class GoalTest(Protocol):
    """A test whether states meet a goal."""

    def met_by(self, states: States) -> Mask:
        """Return a mask of those of `states` that meet the goal."""


class Goals(GoalTest, Protocol):
    """The states that meet a goal: a test, an upper bound on their number, and a list of them."""

    @property
    def most(self) -> int:
        """Return an upper bound on the number of states that meet the goal."""

    def states(self) -> States:
        """Return every state that meets the goal."""


class Estimated(Protocol):
    """Estimates of the distance from states to the goal. For A*, they must be consistent lower bounds; for a beam, they need not
    be."""

    def of(self, states: States) -> Ints:
        """Return an estimate of the moves from each of `states` to the goal. A bound is `UNREACHED` for dead states."""


class Domain(Protocol):
    """A puzzle as seen by searches. See the docstring of this module."""

    @property
    def words(self) -> int:
        """Return the number of words per state."""

    @property
    def start(self) -> int:
        """Return the packed start."""

    @property
    def goals(self) -> Goals:
        """Return the states that meet the goal."""

    def states(self, numbers: Iterable[int]) -> States:
        """Return states given as Python integers, as an array."""
        return states_of(numbers, self.words)

    def neighbours(self, limits: Limits) -> NextStates:
        """Return the object that computes successors and predecessors."""

    def shared(self, limits: Limits) -> SharedNeighbours | None:
        """Return the object that computes large levels on all cores, or None if every level is computed on one core."""
        return None

    def first(self, states: States) -> int:
        """Return the state that a path takes among `states` (at least one, in the order of their level): the first found."""
        return numbers_of(states[:1])[0]

    def before(self, neighbours: NextStates, level: States, state: int, forwards: bool) -> int:
        """Return the state of a level that precedes `state` on a path: one move (backwards, one move taken back) leads from it to
        `state`."""
        return self.first(level[places_of(level, neighbours.all_of(state, forwards=not forwards))])


def walk_back(
    domain: Domain, neighbours: NextStates, levels: Sequence[States], state: int, forwards: bool = True
) -> Iterator[int]:
    """Yield one state of each level, the last level first, on a path to `state`, which is one move beyond the last level."""
    for level in reversed(levels):
        state = domain.before(neighbours, level, state, forwards)
        yield state

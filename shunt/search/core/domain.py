"""What a puzzle must offer so that searches written once run on it.

A puzzle is a *domain* of packed states: an array of one word a state, or of two (`arrays.py`). The domains are trains
(`trains/domain.py`) and sidings (`sidings/search/domain.py`). `methods/levels.py` searches them level by level from both ends,
`methods/beam.py` keeps the best of each level. Start (a packed state as a Python integer) and goals (`Goals`) are given to
each search; how a path is replayed is a function of the card. Predecessors are made apart from successors, since a push cannot
be undone.

Two searches are not written on domains, because they would be more than 5 % slower (medians of pairs in one run, processor time):

- Floods and distances of sidings are a table over a perfect index (`sidings/search/table.py`), a byte a state. Levels of
  `SidingsDomain` in a `StateSet` take 4.0 times as long for the 2.1 million states of inglenook-533-hardest, and 16 times the
  memory.
- An order of a train in a hump yard is found best first from both ends, under bounds (`hump/engine/search.py`). Level by level,
  with the same kernels, it takes 1.15 times as long for trains of five cars on two-storeys, 1.4 times for six. All orders at once
  (`hump/engine/meeting.py`) need permutations composed in the middle, which no domain has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import States, places_of, sorted_once, states_of
from shunt.search.core.limits import Limits
from shunt.search.core.table import StateSet


class NextStates(ABC):
    """The states one move after (or before) given ones."""

    def __init__(self, words: int) -> None:
        self._words = words

    @abstractmethod
    def rows(self, states: States, forwards: bool = True) -> tuple[States, NDArray[np.int64]]:
        """Return the successors (or predecessors) of the first of `states`, of as many as fit, and where those of each end.

        Both are valid until the next call; repeats are possible.
        """

    def of(self, states: States, forwards: bool = True) -> Iterator[States]:
        """Yield batches of successors (or predecessors) of `states`, in order; each is valid until the next is asked for."""
        at = 0
        while at < len(states):
            batch, ends = self.rows(states[at:], forwards)
            at += len(ends)
            if len(batch):
                yield batch

    def all_of(self, state: int, forwards: bool = True) -> States:
        """Return the successors (or predecessors) of one state, sorted, each once."""
        source = states_of([state], self._words)
        batches = [batch.copy() for batch in self.of(source, forwards)]
        return sorted_once(np.concatenate(batches)) if batches else source[:0]


class Goals(Protocol):
    """The states that meet a goal: a test, an upper bound on how many they are, and all of them."""

    @property
    def most(self) -> int:
        """Return an upper bound on how many states meet the goal."""

    def met_by(self, states: States) -> NDArray[np.bool_]:
        """Return which of `states` meet the goal."""

    def states(self) -> States:
        """Return every state that meets the goal."""


class Estimated(Protocol):
    """Estimates of how far states are from the goal; A* needs such as are consistent lower bounds, a beam does not."""

    def of(self, states: States) -> NDArray[np.int64]:
        """Return an estimate of the moves from each of `states` to the goal; a bound is `UNREACHED` for dead ones."""


class SplitStates(Protocol):
    """A set of states in parts, each of which a thread may fill."""

    def __len__(self) -> int:
        """Return how many states it has."""

    def add(self, states: States) -> States:
        """Add `states`; return those that were new, each once."""

    def common(self, states: States) -> States:
        """Return those of `states` that are in the set."""


class SharedLevels(Protocol):
    """What makes large levels on all cores; `watch` is called on the way and may raise."""

    def split(self, states: StateSet, levels: list[States]) -> Any:
        """Return the states of a set, which are those of `levels`, as `SplitStates`."""

    def rounds(self, states: States, forwards: bool, length: int, most: int) -> Iterator[list[Any]]:
        """Yield the successors (or predecessors) of sorted states, `length` parts of at most `most` states at a time."""

    def by_occupancy(self, states: States) -> States:
        """Return `states` in the order in which they are expanded fastest."""

    def next_level(self, level: States, reached: Any, forwards: bool, watch: Callable[[], None]) -> States:
        """Add the next level to `reached` and return it."""

    def meetings(self, level: States, other: Any, forwards: bool, watch: Callable[[], None]) -> States:
        """Return the states of the next level that are in `other`, without keeping that level."""


class Domain(Protocol):
    """A puzzle as searches see it; see the text of this module."""

    @property
    def words(self) -> int:
        """Return how many words a state has."""

    def states(self, numbers: Iterable[int]) -> States:
        """Return states given as Python integers, as an array."""

    def neighbours(self, limits: Limits) -> NextStates:
        """Return what makes successors and predecessors."""

    def shared(self, limits: Limits) -> SharedLevels | None:
        """Return what makes large levels on all cores; None where every level is made on one."""

    def first(self, states: States) -> int:
        """Return the one of `states` (at least one, in the order of their level) that a path takes."""

    def before(self, neighbours: NextStates, level: States, state: int, forwards: bool) -> int:
        """Return the state of a level that a path takes to `state`, to which a move (backwards: a move taken back) leads."""


def before_by_predecessors(domain: Domain, neighbours: NextStates, level: States, state: int, forwards: bool) -> int:
    """Return `Domain.before` by the predecessors of `state` (backwards: its successors)."""
    return domain.first(level[places_of(level, neighbours.all_of(state, forwards=not forwards))])


def walk_back(
    domain: Domain, neighbours: NextStates, levels: Sequence[States], state: int, forwards: bool = True
) -> Iterator[int]:
    """Yield a state of each level, the last level first, that are on a path to `state`, which is a move beyond the last."""
    for level in reversed(levels):
        state = domain.before(neighbours, level, state, forwards)
        yield state

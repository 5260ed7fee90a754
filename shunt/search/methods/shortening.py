"""Improve a solution piece by piece: each stretch of it is replaced by a shortest way between its two ends.

A window of a few moves slides over the path. From its first state to its last a search from both ends, with a small budget of
states, finds a shortest way; the last window ends at any state of the goal. What is shorter replaces the window, and the
sliding begins again, until no window can be improved. Nothing is proved by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import States, words_of
from shunt.search.core.domain import Goals
from shunt.search.core.limits import Limits
from shunt.search.methods.bidirectional import PathSearch
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain

# Set by `benchmarks/anytime.py`.
WINDOWS = ((5, 20_000), (8, 20_000), (14, 400_000))  # moves, and states of one search
MOST_SEARCHES = 40  # of one path


@dataclass(frozen=True)
class OneState:
    """A goal that one state meets."""

    codec: Codec
    state: int

    @property
    def most(self) -> int:
        """Return how many states meet the goal."""
        return 1

    def met_by(self, states: States) -> NDArray[np.bool_]:
        """Return which of `states` meet the goal."""
        same = (states == self.states()).reshape(len(states), words_of(states))
        met: NDArray[np.bool_] = same.all(axis=1)
        return met

    def states(self) -> States:
        """Return the state."""
        return self.codec.states([self.state])


def shortened(codec: Codec, path: Sequence[int], goals: Goals, limits: Limits, states: int = 0) -> list[int]:
    """Return a path from the same start to a state of `goals` that is no longer; raises an interrupt, but no limit.

    Windows are tried where as many `states` were spent on finding the path as a search of theirs may take.
    """
    best, searches = list(path), 0
    for window, budget in WINDOWS:
        if states < budget:
            continue
        first = 0
        while first + 2 < len(best) and searches < MOST_SEARCHES:
            last = min(first + window, len(best) - 1)
            goal: Goals = goals if last == len(best) - 1 else OneState(codec, best[last])
            search = PathSearch(TrainDomain(codec), best[first], goal, limits, budget=budget)
            search.run()
            searches += 1
            if search.stopped is not None and search.stopped.lets_others_try is False:
                return best
            if search.path is not None and len(search.path) - 1 < last - first:
                best[first : last + 1] = search.path
                first = max(0, first - window + 1)
            elif last == len(best) - 1:
                break
            else:
                first += max(1, window // 2)
    return best

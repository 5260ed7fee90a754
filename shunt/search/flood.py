"""Everything reachable from a position, level by level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from shunt.rules.position import Position
from shunt.search.codec import Codec
from shunt.search.limits import LimitReached, Limits
from shunt.search.states import Neighbours, States, StateSet

Progress = Callable[[str, int, int], None]
"""Called with what is being done, the level and the number of states so far."""


def no_progress(what: str, level: int, states: int) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Flood:
    """What a flood found: new states at each number of moves, and whether it came to its end.

    `stopped` names the limit that ended it early; `seconds` is wall time without compiling the tables.
    """

    levels: tuple[int, ...]
    exhausted: bool
    seconds: float
    stopped: str = ""

    @property
    def states(self) -> int:
        """How many states were reached in all."""
        return sum(self.levels)


def flood_states(codec: Codec, start: States, limits: Limits, progress: Progress = no_progress) -> Flood:
    """Flood from packed states (each counted at level 0)."""
    reached = StateSet(limits)
    neighbours = Neighbours(codec, limits)
    frontier = reached.add(start)
    levels = [len(frontier)]
    try:
        while len(frontier):
            fresh = []
            for batch in neighbours.of(frontier):
                fresh.append(reached.add(batch))
                limits.allow_states(len(reached))
                progress("flood", len(levels), len(reached))
            frontier = np.concatenate(fresh) if fresh else np.empty(0, np.int64)
            if len(frontier):
                levels.append(len(frontier))
    except (LimitReached, KeyboardInterrupt) as stop:
        unfinished = len(reached) - sum(levels)
        which = stop.which if isinstance(stop, LimitReached) else "interrupted"
        return Flood((*levels, unfinished) if unfinished else tuple(levels), False, limits.seconds, which)
    return Flood(tuple(levels), True, limits.seconds)


def flood_position(codec: Codec, position: Position, limits: Limits | None = None, progress: Progress = no_progress) -> Flood:
    """Flood from one position."""
    return flood_states(codec, np.array([codec.pack(position)], np.int64), limits or Limits(), progress)

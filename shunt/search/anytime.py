"""Solutions found while a proof is under way: beams of growing width, each for a share of the work that the proof has done.

A search that proves an optimum has no solution until it ends. An `AnytimeSearch` looks for solutions beside it. At fixed amounts
of the proof's work, it runs a beam search (`beam.py`), wider each time, for paths shorter than the best known. The times depend
only on numbers of states, never on the clock or on other threads, so the same card always gets the same answer. The length of the
best path is an upper bound. A proof ends when its lower bound reaches it, and a proof that is stopped still has a solution.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shunt.cards.stop import Stop, StopKind
from shunt.search.core.limits import LimitReached

if TYPE_CHECKING:
    from shunt.search.methods.levels import Side
    from shunt.search.task import Task

GROWTH = 2  # of the states of a proof from one beam to the next
LONGEST = 480  # moves of the longest path that is looked for


@dataclass
class AnytimeSearch:
    """The best known path from the start to the goal of a card, and the beams that look for a better one.

    `base`: the number of states of the methods that ended without an answer. They count towards the beams that run beside the
    next method. `beams`: width, moves found and seconds of each beam, as `--json` shows them. `perimeter`: the states that the
    proof has reached from the goal, if it searches from there and `Task.shares_states`. Beams end at any of them, since the rest
    of the path is known and estimates are least reliable near the goal.
    """

    task: Task
    path: list[Any] | None = None
    states: int = 0
    base: int = 0
    beams: list[dict[str, float | None]] = field(default_factory=list)
    perimeter: Side | None = None
    _done: bool = False

    def __post_init__(self) -> None:
        self.limits, self._longest = self.task.limits, self.task.longest
        half = (self.limits.states or sys.maxsize) // 2  # so that a search that is stopped there has a solution to show
        self._states_next = min(self.limits.sizes.first_beam, half)

    @property
    def upper_bound(self) -> int | None:
        """The number of moves of the best path, or None if no path is known."""
        return len(self.path) - 1 if self.path is not None else None

    @property
    def ceiling(self) -> int | None:
        """The number of moves from which paths are no better than the best, or None if any path may be."""
        return self.upper_bound if self.task.counts_moves else None

    def keep_up(self, states: int, lower_bound: int = 0) -> bool:
        """Run the beams that are due when a proof has reached `states`; return whether the best path is proven to be the best.

        Raise `LimitReached` if a limit on time or states is reached, or the path is as good as requested. A memory limit ends
        only the beams.
        """
        options = self.task.options
        while not self._done and not self.attains(lower_bound):
            # The first beam is due at once if the first solution ends the search.
            if self.base + states < self._states_next and (self.beams or not options.first):
                break
            self.widen(int(self.limits.sizes.beam_share * self._states_next))
            self._states_next *= GROWTH
        if self.attains(lower_bound):
            return True
        if self.path is not None and (options.first or options.gap and self.attains(lower_bound + options.gap)):
            raise LimitReached(Stop(StopKind.ENOUGH))
        return False

    def attains(self, lower_bound: int) -> bool:
        """Return whether the best path has no more than `lower_bound` moves."""
        return self.ceiling is not None and self.ceiling <= lower_bound

    def widen(self, most: int) -> None:
        """Run a beam that keeps at most `most` states and is as wide as the maximum path length allows.

        If it finds no path, the next beam looks for longer ones.
        """
        known = 0 if self.perimeter is None else self.perimeter.depth  # moves at the end of each path
        longest = self._longest if self.upper_bound is None else max(1, min(self._longest, self.upper_bound - 1 - known))
        width, started = max(1, most // longest), self.limits.seconds
        beam = self.task.beam(width, longest)
        if beam is None:
            self._done = True
            return
        path = None
        try:
            beam.run()
            path = beam.path and self.task.restored(beam.path)
            if path is not None and self.perimeter is not None:
                path = [*path[:-1], *self.perimeter.walk(path[-1])]
        except LimitReached as limit:  # on the rest of the way
            beam.stopped = limit.stop
        finally:
            self.states += beam.states
            seconds = round(self.limits.seconds - started, 6)
            self.beams.append({"width": width, "moves": len(path) - 1 if path else None, "seconds": seconds})
        if path is not None:
            self.improve(path)
        elif beam.stopped is not None:
            self._done = True
            if beam.stopped.kind is not StopKind.MEMORY:
                raise LimitReached(beam.stopped)
        elif self.path is None:
            self._longest = min(GROWTH * self._longest, LONGEST)

    def improve(self, path: list[Any]) -> None:
        """Keep a path if it is the first one or, if shorter paths are better, shorter than the best."""
        if self.path is None or (self.task.counts_moves and len(path) < len(self.path)):
            self.path = path
            self.task.options.found(len(path) - 1)

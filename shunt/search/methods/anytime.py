"""Solutions found while a proof is under way: beams of growing width, each for a share of what the proof has cost.

A search that proves an optimum has nothing to show until it ends. An `AnytimeSearch` looks for a solution beside it: at fixed
amounts of work of the proof it runs a beam search (`beam.py`), wider each time, for paths shorter than the best known. When it
runs depends on counts of states alone, never on the clock or on other threads, so the same card always gets the same answer.
The best path is an upper bound: a proof that reaches it from below ends there, and one that is stopped has a solution to show.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from shunt.cards.stop import Stop, StopKind
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.search import Search
from shunt.search.task import SolveOptions

GROWTH = 2  # of the states of a proof from one beam to the next
LENGTHS = (60, 480)  # moves of the longest path that is looked for: at first, and at most

Beam = Callable[[int, int], Search | None]
"""Makes a beam search of a given width for paths of at most a given number of moves; None if no beam fits into memory."""


@dataclass
class AnytimeSearch:
    """The best path known from the start to the goal of a card, and the beams that look for a better one.

    `beam_of`: see `Beam`. `base`: states of the searches that have ended without an answer. `beams`: width, moves found and
    seconds of each beam. `counts_moves`: whether a path of fewer moves is better, so that its moves are an upper bound.
    """

    beam_of: Beam
    limits: Limits
    options: SolveOptions = field(default_factory=SolveOptions)
    path: list[Any] | None = None
    states: int = 0
    base: int = 0
    beams: list[tuple[int, int | None, float]] = field(default_factory=list)
    counts_moves: bool = True
    _states_next: int = 0
    _longest: int = LENGTHS[0]
    _done: bool = False

    def __post_init__(self) -> None:
        half = (self.limits.states or sys.maxsize) // 2  # so that a search that is stopped there has a solution to show
        self._states_next = min(self.limits.sizes.first_beam, half)

    @property
    def upper_bound(self) -> int | None:
        """The moves of the best path; None if no path is known."""
        return len(self.path) - 1 if self.path is not None else None

    def keep_up(self, states: int, lower_bound: int = 0) -> bool:
        """Run the beams that are due when a proof has reached `states`; return whether the best path is proven best.

        Raises `LimitReached` at a limit of time or states, and when the path is as good as was asked for. A limit of memory ends
        the beams only.
        """
        while not self._done and self._is_due(self.base + states) and not self.attains(lower_bound):
            self.widen(int(self.limits.sizes.beam_share * self._states_next))
            self._states_next *= GROWTH
        if self.attains(lower_bound):
            return True
        if self.path is not None and (self.options.first or self.options.gap and self.attains(lower_bound + self.options.gap)):
            raise LimitReached(Stop(StopKind.ENOUGH))
        return False

    def _is_due(self, states: int) -> bool:
        """Return whether the proof has come to the next beam; if the first solution ends it, the first beam is due at once."""
        return states >= self._states_next or (self.options.first and not self.beams)

    def attains(self, lower_bound: int) -> bool:
        """Return whether the best path has no more than `lower_bound` moves."""
        return self.counts_moves and self.upper_bound is not None and self.upper_bound <= lower_bound

    def widen(self, most: int) -> None:
        """Run a beam that keeps at most `most` states, as wide as the longest path that it looks for allows.

        If it finds none, the next one looks for longer paths.
        """
        self._run_beam(most)
        if self.path is None and not self._done:
            self._longest = min(GROWTH * self._longest, LENGTHS[1])

    @property
    def _limit(self) -> int:
        """Return the moves of the longest path that is looked for."""
        return self._longest if self.upper_bound is None else max(1, min(self._longest, self.upper_bound - 1))

    def _run_beam(self, most: int) -> None:
        """Run one beam that keeps at most `most` states."""
        width = max(1, most // self._limit)
        started = self.limits.seconds
        beam = self.beam_of(width, self._limit)
        if beam is None:
            self._done = True
            return
        try:
            beam.run()
        finally:
            self.states += beam.states
            self.beams.append((width, len(beam.path) - 1 if beam.path else None, self.limits.seconds - started))
        if beam.path is not None:
            self.improve(beam.path)
        elif beam.stopped is not None:
            self._done = True
            if beam.stopped.kind is not StopKind.MEMORY:
                raise LimitReached(beam.stopped)

    def improve(self, path: list[Any]) -> None:
        """Keep a path if it is the first or, where fewer moves are better, has fewer than the best."""
        if self.path is None or (self.counts_moves and len(path) < len(self.path)):
            self.path = path
            self.options.found(len(path) - 1)

    def as_json(self) -> list[dict[str, object]]:
        """Return the beams as `--json` and `--explain` show them."""
        return [{"width": width, "moves": moves, "seconds": round(seconds, 6)} for width, moves, seconds in self.beams]

"""Solutions found while a proof is under way: beams of growing width, each for a share of what the proof has cost.

A search that proves an optimum has nothing to show until it ends. A `Scout` looks for a solution beside it: at fixed amounts of
work of the proof it runs a beam search (`beam.py`), wider each time, for paths shorter than the best known. When it runs
depends on counts of states alone, never on the clock or on other threads, so the same card always gets the same answer. The
best path is an upper bound: a proof that reaches it from below ends there, and one that is stopped has a solution to show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shunt.cards.stop import Stop, StopKind
from shunt.search.core.limits import LimitReached, Limits, Progress, no_progress

if TYPE_CHECKING:
    from shunt.search.methods.estimates import Estimates
    from shunt.search.trains.codec import Codec
    from shunt.search.trains.goals import GoalSet

FIRST = 60_000  # states of the proof before the first beam: small cards never need one
GROWTH = 4
SHARE = 100  # states of the proof for each state of a beam's width: a beam then costs about a quarter of the proof
WIDEST = 1_000_000
LONGEST = 400  # moves of the longest path that is looked for

Found = Callable[[int], None]
"""Called with the number of moves whenever a better path is found."""


@dataclass(frozen=True)
class Aim:
    """When an answer is good enough: the first solution, or one at most `gap` above the lower bound. `found`: see `Found`."""

    first: bool = False
    gap: int = 0
    found: Found = lambda moves: None


@dataclass
class Scout:
    """The best path known from the start to the goal of a card, and the beams that look for a better one.

    `base`: states of the searches that have ended without an answer. `beams`: width, moves found and seconds of each beam.
    `counts_moves`: whether a path of fewer moves is better, so that its moves are an upper bound.
    """

    codec: Codec
    start: int
    goals: GoalSet
    estimates_of: Callable[[], Estimates | None]
    limits: Limits
    progress: Progress = no_progress
    aim: Aim = field(default_factory=Aim)
    path: list[int] | None = None
    states: int = 0
    base: int = 0
    beams: list[tuple[int, int | None, float]] = field(default_factory=list)
    counts_moves: bool = True
    _next: int = FIRST
    _done: bool = False
    _estimates: Estimates | None = None

    @property
    def upper_bound(self) -> int | None:
        """The moves of the best path; None while none is known."""
        return len(self.path) - 1 if self.path is not None else None

    def keep_up(self, states: int, lower_bound: int = 0) -> bool:
        """Run the beams that are due when a proof has reached `states`; return whether the best path is proven best.

        Raises `LimitReached` at a limit of time or states, and when the path is as good as was asked for. A limit of memory ends
        the beams only.
        """
        while not self._done and self.base + states >= self._next and not self.attains(lower_bound):
            self.widen(max(1, self._next // SHARE))
            self._next *= GROWTH
        if self.attains(lower_bound):
            return True
        if self.aim.gap and self.attains(lower_bound + self.aim.gap):
            raise LimitReached(Stop(StopKind.ENOUGH))
        return False

    def find_first(self) -> None:
        """Run beams of growing width until a path is found, and raise `LimitReached` then; return where none finds one."""
        width = FIRST // SHARE
        while self.path is None and not self._done:
            self.widen(width)
            width *= GROWTH
        if self.path is not None:
            raise LimitReached(Stop(StopKind.ENOUGH))

    def attains(self, lower_bound: int) -> bool:
        """Return whether the best path has no more than `lower_bound` moves."""
        return self.counts_moves and self.upper_bound is not None and self.upper_bound <= lower_bound

    def widen(self, width: int) -> None:
        """Run one beam of this width."""
        from shunt.search.methods.beam import BeamSearch

        estimates = self._estimates = self._estimates or self.estimates_of()
        if estimates is None or width > WIDEST:
            self._done = True
            return
        longest = LONGEST if self.upper_bound is None else self.upper_bound - 1
        started = self.limits.seconds
        beam = BeamSearch(self.codec, self.start, self.goals, estimates, width, self.limits, self.progress, longest)
        try:
            beam.run()
        finally:
            self.states += beam.states
            self.beams.append((width, len(beam.path) - 1 if beam.path else None, self.limits.seconds - started))
        if beam.path is not None:
            self.path = beam.path
            self.aim.found(len(beam.path) - 1)
        elif beam.stopped is not None:
            self._done = True
            if beam.stopped.kind is not StopKind.MEMORY:
                raise LimitReached(beam.stopped)

    def as_json(self) -> list[dict[str, object]]:
        """Return the beams as `--json` and `--explain` show them."""
        return [{"width": width, "moves": moves, "seconds": round(seconds, 6)} for width, moves, seconds in self.beams]

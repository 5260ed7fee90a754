"""Solutions found while a proof is under way: beams of growing width, each for a share of what the proof has cost.

A search that proves an optimum has nothing to show until it ends. A `Scout` looks for a solution beside it: at fixed amounts of
work of the proof it runs a beam search (`beam.py`), wider each time, for paths shorter than the best known. When it runs
depends on counts of states alone, never on the clock or on other threads, so the same card always gets the same answer. The
best path is an upper bound: a proof that reaches it from below ends there, and one that is stopped has a solution to show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from shunt.cards.stop import Stop, StopKind
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.search import Search

FIRST = 60_000  # states of the proof before the first beam: small cards never need one
GROWTH = 4  # from beam to beam, while no path is known
SHARE = 0.6  # states that such a beam keeps at most, for each state of the proof
GROWTH_AFTER, SHARE_AFTER = 2, 0.12  # the same once there is a path: most of the time is the beams' at first
LONG, SHARE_LONG = (
    4_000_000,
    0.05,
)  # the same once a proof on all cores has that many: over half of the time is its own
LENGTHS = (60, 480)  # moves of the longest path that is looked for: at first, and at most
LONGER = 1.5

Found = Callable[[int], None]
"""Called with the number of moves whenever a better path is found."""


@dataclass(frozen=True)
class Aim:
    """When an answer is good enough: the first solution, or one at most `gap` above the lower bound. `found`: see `Found`."""

    first: bool = False
    gap: int = 0
    found: Found = lambda moves: None


Beam = Callable[[int, int], Search | None]
"""Makes a beam search of a width for paths of at most a number of moves; None if there is nothing to look with."""

Shorten = Callable[[list[Any], int], list[Any]]
"""Returns a path that has the same ends and is no longer; the number is of states that its beam was allowed."""


@dataclass
class Scout:
    """The best path known from the start to the goal of a card, and the beams that look for a better one.

    `beam_of`: see `Beam`; `shorten` improves what a beam has found. `base`: states of the searches that have ended without an
    answer. `beams`: width, moves found and seconds of each beam. `counts_moves`: whether a path of fewer moves is better, so that
    its moves are an upper bound. `share_long`: states that a beam keeps, for each of a proof of `LONG` states and more.
    """

    beam_of: Beam
    limits: Limits
    aim: Aim = field(default_factory=Aim)
    shorten: Shorten = lambda path, states: path
    path: list[Any] | None = None
    states: int = 0
    base: int = 0
    beams: list[tuple[int, int | None, float]] = field(default_factory=list)
    counts_moves: bool = True
    share_long: float = SHARE_AFTER
    _states_next: int = field(default_factory=lambda: FIRST)
    _longest: int = LENGTHS[0]
    _done: bool = False

    @property
    def upper_bound(self) -> int | None:
        """The moves of the best path; None while none is known."""
        return len(self.path) - 1 if self.path is not None else None

    def keep_up(self, states: int, lower_bound: int = 0) -> bool:
        """Run the beams that are due when a proof has reached `states`; return whether the best path is proven best.

        Raises `LimitReached` at a limit of time or states, and when the path is as good as was asked for. A limit of memory ends
        the beams only.
        """
        while not self._done and self._is_due(self.base + states) and not self.attains(lower_bound):
            share, growth = self._share_and_growth()
            self.widen(int(share * self._states_next))
            self._states_next *= growth
        if self.attains(lower_bound):
            return True
        if self.path is not None and (self.aim.first or self.aim.gap and self.attains(lower_bound + self.aim.gap)):
            raise LimitReached(Stop(StopKind.ENOUGH))
        return False

    def _share_and_growth(self) -> tuple[float, int]:
        """Return how many states the next beam keeps, as a share of the proof's, and how much later the one after it is due."""
        if self.path is None:
            return SHARE, GROWTH
        return SHARE_AFTER if self._states_next < LONG else self.share_long, GROWTH_AFTER

    def _is_due(self, states: int) -> bool:
        """Return whether the proof has come to the next beam; if the first solution ends it, the first beam is due at once."""
        return states >= self._states_next or (self.aim.first and not self.beams)

    def attains(self, lower_bound: int) -> bool:
        """Return whether the best path has no more than `lower_bound` moves."""
        return self.counts_moves and self.upper_bound is not None and self.upper_bound <= lower_bound

    def widen(self, most: int) -> None:
        """Run one beam that keeps at most `most` states: as wide as the longest path that it looks for allows.

        A beam that comes to its end without a path makes the next one look for longer paths.
        """
        longest = self._longest if self.upper_bound is None else min(self._longest, self.upper_bound - 1)
        width = max(1, most // longest)
        started = self.limits.seconds
        beam = self.beam_of(width, longest)
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
            self.improve(self.shorten(beam.path, most))
        elif beam.stopped is None:
            self._longest = min(round(LONGER * self._longest), LENGTHS[1]) if self.path is None else self._longest
        else:
            self._done = True
            if beam.stopped.kind is not StopKind.MEMORY:
                raise LimitReached(beam.stopped)

    def improve(self, path: list[Any]) -> None:
        """Keep a path if it is the first or, where fewer moves are better, has fewer than the best."""
        if self.path is None or (self.counts_moves and len(path) < len(self.path)):
            self.path = path
            self.aim.found(len(path) - 1)

    def as_json(self) -> list[dict[str, object]]:
        """Return the beams as `--json` and `--explain` show them."""
        return [{"width": width, "moves": moves, "seconds": round(seconds, 6)} for width, moves, seconds in self.beams]

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

# Set by `benchmarks/anytime.py` (solutions at once, and better ones soon); the proofs beside them by `benchmarks/searches.py`.
AGAIN = 960_000  # states of the proof before a further beam, once there is a path
GROWTH = 4  # from beam to beam, while no path is known
GROWTH_AFTER, SHARE_AFTER = 2, 0.12  # the same once there is a path: most of the time is the beams' at first
NEAR, SHARE_NEAR = 2, 0.5  # up to this many moves above the lower bound, beams keep only a part of that share
LONG, SHARE_LONG = 4_000_000, 0.03  # the share once a proof on all cores has that many: more than half of the time is its own
LENGTHS = (60, 480)  # moves of the longest path that is looked for: at first, and at most
SHARING = 3  # beams that share the states of one
NARROW = 300  # states a level that each of them keeps at least
DISTANT = 5  # moves above the lower bound beyond which they do

Beam = Callable[[int, int], Search | None]
"""Makes a beam search of a given width for paths of at most a given number of moves; None if no beam fits into memory."""

Shorten = Callable[[list[Any], int], list[Any]]
"""Returns a path with the same ends, never a longer one; the number is the states that its beam was allowed."""


@dataclass
class AnytimeSearch:
    """The best path known from the start to the goal of a card, and the beams that look for a better one.

    `beam_of`: see `Beam`; `shorten` improves what a beam has found. `base`: states of the searches that have ended without an
    answer. `beams`: width, moves found and seconds of each beam. `counts_moves`: whether a path of fewer moves is better, so that
    its moves are an upper bound. `is_sparing`: once a path is known, beams keep less where the proof is long or `NEAR` the path,
    and the next is due after `AGAIN` states of the proof. `varied`: makes beams each of which differs from the one before; while
    the best path is far from proven several of these share the states of one, since the best of them finds more.
    """

    beam_of: Beam
    limits: Limits
    options: SolveOptions = field(default_factory=SolveOptions)
    shorten: Shorten = lambda path, states: path
    path: list[Any] | None = None
    states: int = 0
    base: int = 0
    beams: list[tuple[int, int | None, float]] = field(default_factory=list)
    counts_moves: bool = True
    is_sparing: bool = False
    varied: Beam | None = None
    _states_next: int = 0
    _longest: int = LENGTHS[0]
    _done: bool = False

    def __post_init__(self) -> None:
        self._states_next = self.limits.sizes.first_beam

    @property
    def upper_bound(self) -> int | None:
        """The moves of the best path; None if no path is known."""
        return len(self.path) - 1 if self.path is not None else None

    def keep_up(self, states: int, lower_bound: int = 0, level: int | None = None) -> bool:
        """Run the beams that are due when a proof has reached `states`; return whether the best path is proven best.

        `level`: how many of them it looks beyond next, if it proceeds by levels. Raises `LimitReached` at a limit of time or
        states, and when the path is as good as was asked for. A limit of memory ends the beams only.
        """
        while not self._done and self._is_due(self.base + states, level) and not self.attains(lower_bound):
            share, growth = self._share_and_growth(lower_bound)
            self.widen(int(share * self._states_next), lower_bound)
            self._states_next = max(growth * self._states_next, AGAIN if self.is_sparing and self.path is not None else 0)
        if self.attains(lower_bound):
            return True
        if self.path is not None and (self.options.first or self.options.gap and self.attains(lower_bound + self.options.gap)):
            raise LimitReached(Stop(StopKind.ENOUGH))
        return False

    def _share_and_growth(self, lower_bound: int) -> tuple[float, int]:
        """Return how many states the next beam keeps, as a share of the proof's, and how much later the one after it is due."""
        if self.path is None:
            return self.limits.sizes.beam_share, GROWTH
        if not self.is_sparing:
            return SHARE_AFTER, GROWTH_AFTER
        share = SHARE_AFTER if self._states_next < LONG else SHARE_LONG
        return SHARE_NEAR * share if self._moves_above(lower_bound) <= NEAR else share, GROWTH_AFTER

    def _is_due(self, states: int, level: int | None) -> bool:
        """Return whether the proof has come to the next beam; if the first solution ends it, the first beam is due at once."""
        if self.beams:
            return states >= self._states_next
        latest = AGAIN if self.limits.states is None else min(AGAIN, self.limits.states // 2)
        is_worth = level is None or level >= self.limits.sizes.beam_level or states >= latest
        return self.options.first or (states >= self._states_next and is_worth)

    def attains(self, lower_bound: int) -> bool:
        """Return whether the best path has no more than `lower_bound` moves."""
        return self.counts_moves and self.upper_bound is not None and self.upper_bound <= lower_bound

    def widen(self, most: int, lower_bound: int = 0) -> None:
        """Run beams that keep at most `most` states together: as wide as the longest path that they look for allows.

        If none finds a path, the next ones look for longer paths.
        """
        beam_of = self.varied if self.varied is not None and self._moves_above(lower_bound) > DISTANT else self.beam_of
        count = 1 if beam_of is self.beam_of else max(1, min(SHARING, most // (NARROW * self._limit)))
        for _ in range(count):
            if not self._done and not self.attains(lower_bound):
                self._run_beam(beam_of, most // count)
        if self.path is None and not self._done:
            self._longest = min(GROWTH_AFTER * self._longest, LENGTHS[1])

    def _moves_above(self, lower_bound: int) -> int:
        """Return how many moves more than `lower_bound` the best path has; very many if none is known."""
        return sys.maxsize if self.upper_bound is None else self.upper_bound - lower_bound

    @property
    def _limit(self) -> int:
        """Return the moves of the longest path that is looked for."""
        return self._longest if self.upper_bound is None else max(1, min(self._longest, self.upper_bound - 1))

    def _run_beam(self, beam_of: Beam, most: int) -> None:
        """Run one beam that keeps at most `most` states, and improve what it finds."""
        width = max(1, most // self._limit)
        started = self.limits.seconds
        beam = beam_of(width, self._limit)
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

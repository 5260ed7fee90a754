"""Searches from both ends in a domain that has bounds of its own (sidings): under a ceiling on the number of moves.

A large search begins again with a ceiling: first the bound proven so far, then one more each time. A state is left out if the
moves made and the bound on those to come pass the ceiling. A ceiling under which the sides do not meet is a refuted number of
moves; if nothing was left out, the puzzle is exhausted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from shunt.search.core.arrays import States
from shunt.search.core.domain import Domain
from shunt.search.methods.bidirectional import PathSearch
from shunt.search.methods.levels import BothEnds, Side


class BoundedDomain(Domain, Protocol):
    """A domain that has lower bounds at no cost."""

    def bounds(self, states: States, forwards: bool) -> NDArray[Any]:
        """Return lower bounds on the moves from `states` to a goal, or back to the start."""


@dataclass
class LevelsUnderCeiling(BothEnds):
    """Levels without states that are on no path of at most `ceiling` moves. `has_left_out`: whether there were any."""

    ceiling: int | None = None
    has_left_out: bool = False

    def near(self, side: Side) -> Iterator[States]:
        """Yield the neighbours of a side's frontier that may be on a path as short as the ceiling."""
        for batch in super().near(side):
            if self.ceiling is None:
                yield batch
                continue
            bounds: Any = self.domain.bounds(batch, side.forwards)  # type: ignore[attr-defined]
            near = batch[bounds < self.ceiling - side.depth]
            self.has_left_out = self.has_left_out or len(near) < len(batch)
            yield near


@dataclass
class CeilingSearch(PathSearch):
    """A search by levels that begins again under a ceiling when it becomes large (`Sizes.without_ceiling`).

    `is_whole`: the level in which the sides meet is finished. `passes`: how often it has begun.
    """

    domain: BoundedDomain
    is_whole: bool = False
    passes: int = 0
    ends: LevelsUnderCeiling | None = None
    _earlier: int = 0  # states of earlier passes

    @property
    def states(self) -> int:
        """Return how many states were reached, in all passes together."""
        return self._earlier + super().states

    @property
    def variant(self) -> str:
        """Return whether the search had to begin again under a ceiling."""
        return "under a ceiling" if self.passes > 1 else ""

    @property
    def proof(self) -> dict[str, Any]:
        """Return the states of every level; of the last pass, if there were several."""
        if self.passes < 2 or self.ends is None:
            return super().proof
        levels = {"start": self.ends.counts(True), "goal": self.ends.counts(False)}
        return {"passes": self.passes, "levels of the last pass, under its ceiling": levels}

    def _search(self) -> None:
        while not self.is_answer:
            self._earlier = self.states
            given = self.domain, self.start, self.goals, self.limits, self._watch
            ceiling = None if self.passes == 0 else self.lower_bound
            self.passes += 1
            self._run(LevelsUnderCeiling(*given, is_whole=self.is_whole, ceiling=ceiling))

    @property
    def _under(self) -> int | None:
        """Return the moves below which nothing was left out that is on a solution."""
        if self.ends is None or self.ends.ceiling is None or not self.ends.has_left_out:
            return None
        return self.ends.ceiling + 1

    def _is_over(self) -> bool:
        """Return whether this pass is over: its ceiling is refuted, it has become large without one, or a path is proven best."""
        assert self.ends is not None
        if self.ends.ceiling is None and self.states > self.limits.sizes.without_ceiling:
            return True
        if self.ends.ceiling is not None and self.lower_bound > self.ends.ceiling:
            return True
        return super()._is_over()

    def _has_known_last_level(self, ends: BothEnds) -> bool:
        """Compare the last level under the ceiling with the other side, without keeping it; return whether it was the last."""
        assert self.ends is not None
        if super()._has_known_last_level(ends):
            return True
        if ends.depth + 1 != self.ends.ceiling:
            return False
        self._meets_next(ends, ends.smaller)
        return True

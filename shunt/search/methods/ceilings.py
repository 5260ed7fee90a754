"""Searches from both ends under a ceiling on the number of moves, in a domain with its own bounds (sidings).

A large search starts again with a ceiling: first the bound proven so far, then one more each time. A state is left out if the
moves made plus the bound on the remaining moves exceed the ceiling. If the sides do not meet under a ceiling, that number of
moves is refuted. If nothing was left out either, there is no solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from numpy.typing import NDArray

from shunt.search.core.arrays import States
from shunt.search.core.domain import Domain
from shunt.search.methods.levels import PathSearch, Side


class BoundedDomain(Domain, Protocol):
    """A domain with lower bounds that cost nothing."""

    def bounds(self, states: States, forwards: bool) -> NDArray[Any]:
        """Return lower bounds on the number of moves from `states` to a goal, or back to the start."""


@dataclass
class CeilingSearch(PathSearch):
    """A search by levels that starts again under a ceiling when it becomes large (`Sizes.without_ceiling`).

    `is_whole`: see `PathSearch`. `passes`: the number of starts. `ceiling`: states that cannot be on a path of at most this
    number of moves are left out. `has_left_out`: whether there were such states.
    """

    domain: BoundedDomain
    is_whole: bool = field(default=False, kw_only=True)
    passes: int = 0
    ceiling: int | None = None
    has_left_out: bool = False
    _earlier: int = 0  # states of earlier passes

    @property
    def states(self) -> int:
        """Return the number of states reached in all passes together."""
        return self._earlier + super().states

    @property
    def variant(self) -> str:
        """Return whether the search had to start again under a ceiling."""
        return "under a ceiling" if self.passes > 1 else ""

    @property
    def proof(self) -> dict[str, Any]:
        """Return the number of states of every level. If there were several passes, only the last one counts."""
        if self.passes < 2:
            return super().proof
        return {"passes": self.passes, "levels of the last pass, under its ceiling": self.level_sizes}

    def _search(self) -> None:
        while not self.is_answer:
            if self.passes:
                self._earlier, self.ceiling = self.states, self.lower_bound
                self.sides, self.across, self.beyond, self.has_left_out = [], -1, 0, False
            self.passes += 1
            super()._search()

    def _near(self, side: Side) -> Iterator[States]:
        """Yield the neighbours of a side's frontier that may be on a path within the ceiling."""
        for batch in super()._near(side):
            if self.ceiling is None:
                yield batch
                continue
            near = batch[self.domain.bounds(batch, side.forwards) < self.ceiling - side.depth]
            self.has_left_out = self.has_left_out or len(near) < len(batch)
            yield near

    @property
    def _under(self) -> int | None:
        """Return the number of moves below which no state of a solution was left out."""
        return self.ceiling + 1 if self.ceiling is not None and self.has_left_out else None

    def _is_over(self) -> bool:
        """Return whether this pass is over: its ceiling is refuted, it has become large without a ceiling, or a path is proven to
        be the best."""
        ceiling = self.ceiling
        is_over = self.states > self.limits.sizes.without_ceiling if ceiling is None else self.lower_bound > ceiling
        return is_over or super()._is_over()

    def _has_known_last_level(self) -> bool:
        """Compare the last level under the ceiling with the other side, without storing it; return whether it was the last."""
        if super()._has_known_last_level():
            return True
        if self.depth + 1 != self.ceiling:
            return False
        self._meets_next()
        return True

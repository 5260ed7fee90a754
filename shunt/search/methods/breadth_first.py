"""Breadth-first search from the start, or from both ends until they meet. This module only computes the levels.

Levels are completed before they are compared, so the first meeting gives a shortest solution. The search yields after every
level, and the caller does everything else in between: other solutions and budgets (`bidirectional.py`), and ceilings
(`ceilings.py`). The search without kernels uses it too (`referee.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass
from typing import Any, TypeVar


@dataclass(eq=False)
class Levels:
    """One side of a search: its levels, of which the last is the frontier."""

    levels: list[Any]

    @property
    def frontier(self) -> Any:
        """Return the last level."""
        return self.levels[-1]

    @property
    def depth(self) -> int:
        """Return the number of moves from the start of this side to the frontier."""
        return len(self.levels) - 1


S = TypeVar("S", bound=Levels)
M = TypeVar("M", bound=Sized)


def from_both_ends(sides: list[S], met: M, other: Callable[[], S | None], expand: Callable[[S], M]) -> Iterator[M]:
    """Search from both ends until they meet or one of them has no more states; yield the states that have met after each level.

    `sides` begins with one side. `other` returns the second side, or None as long as it must not begin. `expand` adds the next
    level to a side and returns its states that the other side has reached. Between two levels, the caller may remove states from
    a frontier.
    """
    while True:
        yield met
        if len(met) or not all(len(side.frontier) for side in sides):
            return
        if len(sides) == 1 and (second := other()) is not None:
            sides.append(second)
        else:
            met = expand(min(sides, key=lambda side: len(side.frontier)))

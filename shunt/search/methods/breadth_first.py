"""Breadth-first search from the start, or from both ends until they meet: the levels, and nothing else.

Levels are finished before they are compared, so the first meeting is a shortest solution. The search yields after every level,
and everything else is done between two levels by the caller: solutions found beside it, budgets (`bidirectional.py`),
ceilings (`ceilings.py`). The search without kernels runs on it too (`referee.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from typing import Protocol, TypeVar


class HasFrontier(Protocol):
    """A side of a search as `from_both_ends` sees it."""

    @property
    def frontier(self) -> Sized:
        """Return the last level."""


S = TypeVar("S", bound=HasFrontier)
M = TypeVar("M", bound=Sized)


def from_both_ends(sides: list[S], met: M, other: Callable[[], S | None], expand: Callable[[S], M]) -> Iterator[M]:
    """Search from both ends until they meet, or until one of them has no more states; yield after each level what has met.

    `sides` begins with one side; `other` returns the second, None as long as it is not to begin. `expand` adds the next level to
    a side and returns what of it the other side has reached. Between two levels the caller may leave out states of a frontier.
    """
    while True:
        yield met
        if len(met) or not all(len(side.frontier) for side in sides):
            return
        if len(sides) == 1 and (second := other()) is not None:
            sides.append(second)
        else:
            met = expand(min(sides, key=lambda side: len(side.frontier)))

"""Breadth-first search from the start, or from both ends until they meet. This module only computes the levels.

Levels are completed before they are compared, so the first meeting gives a shortest solution. The search yields after every
level, and the caller does everything else in between: other solutions and budgets (`bidirectional.py`), and ceilings
(`ceilings.py`). The search without kernels uses it too (`referee.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass, field
from typing import Any, TypeVar

from shunt.cards.evidence import End
from shunt.search.core.search import Search


@dataclass(eq=False)  # a side is equal to itself alone
class Levels:
    """One side of a search: where it began, its levels, of which the last is the frontier, and the set of all its states."""

    name: End
    levels: list[Any]
    reached: Any

    @property
    def frontier(self) -> Any:
        """Return the last level."""
        return self.levels[-1]

    @property
    def depth(self) -> int:
        """Return the number of moves from the start of this side to the frontier."""
        return len(self.levels) - 1


@dataclass
class SearchByLevels(Search):
    """A search with one or two sides."""

    sides: list[Any] = field(default_factory=list, init=False)

    @property
    def states(self) -> int:
        """Return the number of states reached on both sides together."""
        return sum(len(side.reached) for side in self.sides)

    @property
    def level_sizes(self) -> dict[str, list[int]]:
        """The number of states of every completed level on both sides. A side has no levels before it begins."""
        found = {side.name: [len(level) for level in side.levels] for side in self.sides}
        return {name: found.get(name, []) for name in ("start", "goal")}

    @property
    def proof(self) -> dict[str, Any]:
        """Return the number of states of every level."""
        return {f"levels from the {name}": sizes for name, sizes in self.level_sizes.items()}


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

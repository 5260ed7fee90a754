"""The common part of all searches for a card: a search is run once, and then has the answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shunt.cards.evidence import NOTHING, Evidence
from shunt.cards.stop import Stop, StopKind
from shunt.search.core.limits import LimitReached
from shunt.search.core.machine import resident


@dataclass(kw_only=True)
class Search(ABC):
    """A search for a best path from a card's start to its goal. Call `run`, then read the attributes.

    `path`: the states from start to goal, or None if no path is known. `exhausted`: it is proven that there is no path.
    `stopped`: the reason why the search ended before it knew either. `expanded`: the number of states whose neighbours were
    computed. Every value stays correct if the search is interrupted at any point.
    """

    path: list[Any] | None = None
    exhausted: bool = False
    stopped: Stop | None = None
    expanded: int = 0
    _evidence: Evidence = NOTHING

    @property
    def lower_bound(self) -> int:
        """The proven lower bound on the cost of a path (in the first of several metrics)."""
        return self.evidence.at_least or 0

    @property
    @abstractmethod
    def states(self) -> int:
        """Return the number of states reached."""

    @property
    def evidence(self) -> Evidence:
        """Return the fact from which the lower bound follows, or that there is no path."""
        return self._evidence

    @property
    def proof(self) -> Mapping[str, Any]:
        """Return the size of each part of the search, for `--json` and `--explain`."""
        return {}

    @property
    def variant(self) -> str:
        """Return how the method was used, which is added to its name in the answer."""
        return ""

    @property
    def moves(self) -> tuple[Any, ...] | None:
        """Return the moves of the answer if the search already has them, or None if they must be computed from the path."""
        return None

    def shortest_levels(self, most: int) -> list[Any] | None:
        """Return the states on all best paths, sorted, level by level. Return None if they were not kept, or if there are more
        than `most`.

        Raise `LimitReached` if a limit is reached.
        """
        return None

    @property
    def is_answer(self) -> bool:
        """Return whether it found a best path, or proved that there is none."""
        return self.path is not None or self.exhausted

    def run(self) -> None:
        """Search until a path is found, it is proven that there is none, or a limit is reached. An interrupt is raised."""
        try:
            self._search()
        except LimitReached as limit:
            self.stopped = limit.stop
        except MemoryError:  # the machine has less than the limit allows
            self.stopped = Stop(StopKind.MEMORY, resident())

    @abstractmethod
    def _search(self) -> None:
        """Search; raise `LimitReached` if a limit is reached."""

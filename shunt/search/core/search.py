"""What every search of a card has in common: it is run once, then asked."""

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
    """A search for a best path from a card's start to its goal: run it with `run`, then ask it.

    `path`: the states from start to goal, None while none is found. `exhausted`: there is none. `stopped`: what ended the
    search before it found either. `expanded`: the states whose neighbours were made. Whatever it answers stays true when it is
    interrupted at any point.
    """

    path: list[Any] | None = None
    exhausted: bool = False
    stopped: Stop | None = None
    expanded: int = 0

    @property
    @abstractmethod
    def lower_bound(self) -> int:
        """No path costs less (in the first of several metrics)."""

    @property
    @abstractmethod
    def states(self) -> int:
        """Return how many states were reached."""

    @property
    def evidence(self) -> Evidence:
        """Return what was done that the lower bound follows from, or that there is no path."""
        return NOTHING

    @property
    def proof(self) -> Mapping[str, Any]:
        """Return how large the search was, part by part, for `--json` and `--explain`."""
        return {}

    @property
    def variant(self) -> str:
        """Return what distinguishes how the method was used, for its name in the answer."""
        return ""

    @property
    def moves(self) -> tuple[Any, ...] | None:
        """Return the moves of the answer if the search has them already; None if they are to be found from the path."""
        return None

    def shortest_levels(self, most: int) -> list[Any] | None:
        """Return the states on all best paths, sorted, level by level; None if they were not kept, or are more than `most`.

        Raises `LimitReached`.
        """
        return None

    @property
    def is_answer(self) -> bool:
        """Return whether it found a best path, or proved that there is none."""
        return self.path is not None or self.exhausted

    def run(self) -> None:
        """Search until a path is found, there is proven to be none, or a limit is reached. An interrupt is raised."""
        try:
            self._search()
        except LimitReached as limit:
            self.stopped = limit.stop
        except MemoryError:  # the machine has less than the limit allows
            self.stopped = Stop(StopKind.MEMORY, resident())

    @abstractmethod
    def _search(self) -> None:
        """Search; raises `LimitReached`."""

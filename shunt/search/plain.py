"""Searches that need no compiler: they ask the referee for moves, and answer small cards before kernels are loaded.

A card gets the first budget of its method where the kernels are compiled, which takes less time than loading them. Where they are
not, other processes compile them while the search continues (`core/warm.py`), to `LONGEST` times that budget at most. Where they
need all cores, it waits for them if it will hardly end before them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from shunt.cards.stop import Stop, StopKind
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.machine import core_count
from shunt.search.core.search import Search
from shunt.search.task import Method

LONGEST = 100  # times the first budget: some 20 s, more than compiling takes


@dataclass
class PlainSearch(Search):
    """A search by the referee alone.

    `budget`: how many positions it may expand, None for any; `continues`, asked when they are spent, returns how many more.
    """

    card: Any
    limits: Limits
    budget: int | None = None
    continues: Callable[[], int] = lambda: 0

    def _allow(self, positions: int) -> None:
        """Raise `LimitReached` if the budget does not cover this number of further positions."""
        if self.budget is None or self.expanded + positions <= self.budget:
            return
        more = self.continues()
        self.budget = self.expanded + more
        if not more:
            raise LimitReached(Stop(StopKind.BUDGET, self.budget))


class PlainMethod(Method):
    """A method that needs no kernels; `engine` names those that the next method needs (`core/warm.py`).

    `first_budget`: positions that it expands in 0.2 s, about.
    """

    engine: ClassVar[str]
    first_budget: ClassVar[int]
    why = "a small card needs no kernels"

    def may_end(self) -> bool:
        """Return whether the search may well end before kernels are compiled."""
        return True

    @abstractmethod
    def search(self, budget: int | None, continues: Callable[[], int]) -> PlainSearch:
        """Return the search; see `PlainSearch`."""

    def begin(self, is_asked: bool) -> PlainSearch:
        """Return the search; it continues while another process compiles the kernels that come next."""
        if is_asked:
            return self.search(None, lambda: 0)

        def more() -> int:
            from shunt.search.core.warm import ENGINES, is_compiling, wait_for

            limits, compilations = self.task.limits, ENGINES[self.engine]
            if not is_compiling(limits, compilations):
                return 0
            if len(compilations) >= core_count() and not self.may_end():
                wait_for(limits, compilations)
                return 0
            return self.first_budget // 3 if search.expanded < LONGEST * self.first_budget else 0

        search = self.search(self.first_budget, more)
        return search

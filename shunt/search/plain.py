"""Searches that need no compiler: they ask the referee for moves, and answer small cards before kernels are loaded.

A card gets the first budget of its method where the kernels are compiled, which takes less time than loading them. Where they are
not, another process compiles them while the search continues (`core/warm.py`), to `LONG` times that budget at most.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from shunt.cards.stop import Stop, StopKind
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.search import Search
from shunt.search.task import Method

LONG = 100  # times the first budget, some 20 s: more than compiling takes, since to compile them a second time is no sooner


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

    @abstractmethod
    def search(self, budget: int | None, continues: Callable[[], int]) -> PlainSearch:
        """Return the search; see `PlainSearch`."""

    def begin(self, is_asked: bool) -> PlainSearch:
        """Return the search; it continues while another process compiles the kernels that come next."""
        if is_asked:
            return self.search(None, lambda: 0)

        def more() -> int:
            from shunt.search.core.warm import is_compiling

            is_early = search.expanded < LONG * self.first_budget
            return self.first_budget // 3 if is_early and is_compiling(self.task.limits, self.engine) else 0

        search = self.search(self.first_budget, more)
        return search

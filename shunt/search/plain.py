"""Searches that need no compiler. They ask the referee for moves, and solve small cards before kernels are loaded.

A card gets the first budget of its method, which takes less time than loading compiled kernels. If the kernels are not compiled,
a search that is likely to end gets `MORE` times as much, which takes less time than compiling them.
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

MORE = 4  # times the first budget: some 0.8 s of processor time, an eighth of what compiling takes


@dataclass
class PlainSearch(Search):
    """A search by the referee alone.

    `budget`: the number of positions that it may expand, or None for no limit. When they are spent, `continues` is called and
    returns how many more it may expand.
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
    """A method that needs no kernels. `kernel` names the module and the last of the kernels that the next method needs.

    `first_budget`: the number of positions that it expands in about 0.2 s.
    """

    kernel: ClassVar[tuple[str, str]]
    first_budget: ClassVar[int]
    why = "a small card needs no kernels"

    def may_end(self) -> bool:
        """Return whether the search is likely to end in less time than it takes to compile kernels."""
        return True

    @abstractmethod
    def search(self) -> PlainSearch:
        """Return the search, without a budget."""

    def begin(self, is_asked: bool) -> PlainSearch:
        """Return the search, without a budget if it is requested by name."""

        def more() -> int:
            from shunt.search.core.kernel_cache import is_compiled

            is_spent = search.budget != self.first_budget
            return 0 if is_spent or not self.may_end() or is_compiled(*self.kernel) else MORE * self.first_budget

        search = self.search()
        if not is_asked:
            search.budget, search.continues = self.first_budget, more
        return search

"""The race of a search's two bounds: what was proven and what was found, over time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from shunt.search.core.limits import Limits, Progress
from shunt.search.core.search import Search
from shunt.search.methods.anytime import Scout


class Standing(NamedTuple):
    """What was known after some `seconds`: no solution has less than `lower`, and one has `upper` (None: none found yet).

    `method` was at work.
    """

    seconds: float
    lower: int
    upper: int | None
    method: str

    def as_json(self) -> dict[str, object]:
        """Return it as `--json` and `--explain` show it."""
        return {
            "seconds": round(self.seconds, 6),
            "lower_bound": self.lower,
            "upper_bound": self.upper,
            "method": self.method,
        }


@dataclass
class Race:
    """Watches a search: it is asked whenever there is progress, and each better bound is noted with its time."""

    limits: Limits
    report: Progress
    standings: list[Standing] = field(default_factory=list)
    scout: Scout | None = None
    search: Search | None = None
    method: str = ""

    def progress(self, what: str, level: int, states: int) -> None:
        """Pass progress on, and note what is known."""
        self.note()
        self.report(what, level, states)

    def note(self) -> None:
        """Note a bound that is better than before."""
        lower = self.search.lower_bound if self.search is not None else 0
        upper = self.scout.upper_bound if self.scout is not None and self.scout.counts_moves else None
        self._add(lower, upper)

    def end(self, lower: int, upper: int | None) -> None:
        """Note the bounds of the answer."""
        self._add(lower, upper)

    def _add(self, lower: int, upper: int | None) -> None:
        last = self.standings[-1] if self.standings else None
        if last is not None:
            lower = max(lower, last.lower)
            upper = last.upper if upper is None else upper if last.upper is None else min(upper, last.upper)
        if last is None or (last.lower, last.upper) != (lower, upper):
            self.standings.append(Standing(self.limits.seconds, lower, upper, self.method))

    def as_json(self) -> list[dict[str, object]]:
        """Return the standings as `--json` and `--explain` show them."""
        return [standing.as_json() for standing in self.standings]

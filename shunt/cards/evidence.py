"""The fact that a search has established, as a value from which its lower bound follows. It is `Solution.evidence`, and
`evidence.lower_bound` in JSON.

Each class states one kind of fact. `at_least` is the lower bound in the card's first metric that follows from the fact alone, or
None if there is no solution. A reader or a test can thus check an optimum without knowing the search. The words are in
`cli/evidence.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal

End = Literal["start", "goal"]
"""One end of a search from both ends."""


@dataclass(frozen=True)
class Evidence(ABC):
    """A fact that a search has established."""

    kind: ClassVar[str]

    @property
    @abstractmethod
    def at_least(self) -> int | None:
        """Return the lower bound on the cost of every solution in the first metric, or None if it follows that there is no
        solution."""

    def implies(self, counts: tuple[int, ...] | None) -> bool:
        """Return whether it follows that no solution costs less than `counts`. If `counts` is None, return whether it follows
        that there is no solution."""
        if counts is None or self.at_least is None:
            return self.at_least is None
        return not any(counts) or (len(counts) == 1 and self.at_least >= counts[0])

    def as_json(self) -> dict[str, Any]:
        """Return the fact, and the bound that follows from it."""
        return {"kind": self.kind, **asdict(self), "at_least": self.at_least}


class NothingSearched(Evidence):
    """No search was made. No cost is below 0."""

    kind: ClassVar[str] = "nothing"

    @property
    def at_least(self) -> int:
        """Return 0."""
        return 0


@dataclass(frozen=True)
class LevelsApart(Evidence):
    """No position within `start` moves of the start is within `goal` moves of the goal.

    `compared` is the end whose last level was compared with the other end and not kept. `ended` is the end that has no more
    positions beyond its last level, so its number of moves does not limit the result. `under`: positions were left out that, by a
    lower bound, are not on any solution with fewer moves than this. It is None if no positions were left out.
    """

    kind: ClassVar[str] = "levels"
    start: int
    goal: int
    compared: End | None = None
    ended: End | None = None
    under: int | None = None

    @property
    def at_least(self) -> int | None:
        """Return one more than the sum of both numbers, but at most `under`. If one end has `ended`, return `under`."""
        if self.ended is not None:
            return self.under
        reached = self.start + self.goal + 1
        return reached if self.under is None else min(reached, self.under)


@dataclass(frozen=True)
class BoundsReached(Evidence):
    """Every position was searched for which the moves to it plus a lower bound on the moves from it to the goal are fewer than
    `under`.

    If `under` is None, every position that can be reached was searched, except those from which a bound shows that the goal
    cannot be reached.
    """

    kind: ClassVar[str] = "bounds"
    under: int | None

    @property
    def at_least(self) -> int | None:
        """Return `under`."""
        return self.under


@dataclass(frozen=True)
class CostsSettled(Evidence):
    """Every position that can be reached at a cost less than `under` was searched, and none meets the goal.

    `under` is a cost in each metric of the card, and then in moves; costs are compared in this order. If it is None, every
    position that can be reached was searched.
    """

    kind: ClassVar[str] = "costs"
    under: tuple[int, ...] | None

    @property
    def at_least(self) -> int | None:
        """Return the first of the costs."""
        return None if self.under is None else self.under[0]

    def implies(self, counts: tuple[int, ...] | None) -> bool:
        """Return whether it follows that no solution costs less than `counts`, with all metrics compared."""
        if counts is None or self.under is None:
            return self.under is None
        return len(counts) <= len(self.under) and counts <= self.under[: len(counts)]


@dataclass(frozen=True)
class DistanceStored(Evidence):
    """The file of a tablebase gives this distance from the start to the goal. If it is None, the goal cannot be reached."""

    kind: ClassVar[str] = "tablebase"
    file: str
    distance: int | None

    @property
    def at_least(self) -> int | None:
        """Return the distance."""
        return self.distance


@dataclass(frozen=True)
class OrdersSearched(Evidence):
    """All orders of the pieces that cost less than `under` were searched, on a line of any length.

    `orders` is their number. If `positions` is true, all positions of the card whose orders may cost less were searched too, and
    `anywhere` is the minimum cost on a line of any length. `under` is None if no orders, or no positions with such orders, lead
    to the goal.
    """

    kind: ClassVar[str] = "orders"
    orders: int
    under: int | None
    anywhere: int | None = None
    positions: bool = False

    @property
    def at_least(self) -> int | None:
        """Return `under`."""
        return self.under


@dataclass(frozen=True)
class CountedInMoves(Evidence):
    """A fact about the minimum number of moves (named `unit`), for a sidings card with the objective `terms`.

    `couplings` is the minimum number of couplings in that many moves. `under` is the minimum cost of a solution in each term, or
    None if there is no solution.
    """

    kind: ClassVar[str] = "moves"
    moves: Evidence
    unit: str
    couplings: int | None
    terms: tuple[str, ...]
    under: tuple[int, ...] | None

    @property
    def at_least(self) -> int | None:
        """Return the first of the costs."""
        return None if self.under is None else self.under[0]

    def implies(self, counts: tuple[int, ...] | None) -> bool:
        """Return whether it follows that no solution costs less than any of `counts`."""
        if counts is None or self.under is None:
            return self.under is None
        return all(count <= least for count, least in zip(counts, self.under, strict=False))

    def as_json(self) -> dict[str, Any]:
        """Return the fact, with the fact from which it follows."""
        return super().as_json() | {"moves": self.moves.as_json()}


@dataclass(frozen=True)
class OnShortenedRuns(Evidence):
    """A fact about the same card with shortened runs. Both cards have the same solutions with at most `most` moves; if `most` is
    None, they have the same solutions of any length."""

    kind: ClassVar[str] = "shortened"
    small: Evidence
    most: int | None

    @property
    def at_least(self) -> int | None:
        """Return the bound for the smaller card, but at most one more than `most`."""
        found = self.small.at_least
        if self.most is None:
            return found
        return self.most + 1 if found is None else min(found, self.most + 1)

    def as_json(self) -> dict[str, Any]:
        """Return the fact, with the fact from which it follows."""
        return {"kind": self.kind, "most": self.most, "small": self.small.as_json(), "at_least": self.at_least}


NOTHING = NothingSearched()

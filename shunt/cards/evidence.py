"""What a search has done, as a value from which its lower bound follows: `Solution.evidence`, in JSON `evidence.lower_bound`.

Each kind states one fact. `at_least` is what follows from the fact alone: every solution counts at least as much in the card's
first metric, or there is no solution. So a reader, or a test, can check an optimum without knowing the search. The words are in
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
        """Return what every solution counts at least in the first metric; None if it follows that there is no solution."""

    def implies(self, counts: tuple[int, ...] | None) -> bool:
        """Return whether it follows that no solution counts less than `counts`, or, for None, that there is no solution."""
        if counts is None or self.at_least is None:
            return self.at_least is None
        return not any(counts) or (len(counts) == 1 and self.at_least >= counts[0])

    def as_json(self) -> dict[str, Any]:
        """Return the fact, and what follows from it."""
        return {"kind": self.kind, **asdict(self), "at_least": self.at_least}


@dataclass(frozen=True)
class NothingSearched(Evidence):
    """Nothing: no count is below 0."""

    kind: ClassVar[str] = "nothing"

    @property
    def at_least(self) -> int:
        """Return 0."""
        return 0


@dataclass(frozen=True)
class LevelsApart(Evidence):
    """No position within `start` moves of the start is within `goal` moves of the goal.

    `compared`: the end whose last level was compared with the other end, and not kept. `ended`: the end beyond whose last level
    there are no more positions, so that its number of moves is no restriction. `under`: positions were left out that a lower
    bound excludes from every solution of fewer moves than this; None if nothing was left out.
    """

    kind: ClassVar[str] = "levels"
    start: int
    goal: int
    compared: End | None = None
    ended: End | None = None
    under: int | None = None

    @property
    def at_least(self) -> int | None:
        """Return one more than both numbers together, as far as nothing was left out that a longer solution needs."""
        if self.ended is not None:
            return self.under
        reached = self.start + self.goal + 1
        return reached if self.under is None else min(reached, self.under)


@dataclass(frozen=True)
class BoundsReached(Evidence):
    """Every position was searched for which the moves to it and a lower bound on those to the goal are fewer than `under`.

    None: every position that can be reached, but for those from which a bound shows that the goal cannot be reached.
    """

    kind: ClassVar[str] = "bounds"
    under: int | None

    @property
    def at_least(self) -> int | None:
        """Return `under`."""
        return self.under


@dataclass(frozen=True)
class CostsSettled(Evidence):
    """Every position that can be reached for less than `under` was searched, and none meets the goal.

    `under`: a count in each metric of the card, and then in moves, compared in this order; None: every position that can be
    reached at all.
    """

    kind: ClassVar[str] = "costs"
    under: tuple[int, ...] | None

    @property
    def at_least(self) -> int | None:
        """Return the first of the counts."""
        return None if self.under is None else self.under[0]

    def implies(self, counts: tuple[int, ...] | None) -> bool:
        """Return whether it follows that no solution counts less than `counts`, all of them compared."""
        if counts is None or self.under is None:
            return self.under is None
        return len(counts) <= len(self.under) and counts <= self.under[: len(counts)]


@dataclass(frozen=True)
class DistanceStored(Evidence):
    """The file of a tablebase gives the start this distance from the goal; None: the goal cannot be reached."""

    kind: ClassVar[str] = "tablebase"
    file: str
    distance: int | None

    @property
    def at_least(self) -> int | None:
        """Return the distance."""
        return self.distance


@dataclass(frozen=True)
class OrdersSearched(Evidence):
    """The orders of the pieces that take less than `under` were searched, on a line of any length.

    `orders`: how many. `positions`: all positions of the card were searched too whose orders may do with less; `anywhere`: what
    a line of any length needs. `under` is None if no orders, or no positions in such orders, lead to the goal.
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
    """A fact about the fewest moves, called `unit`, of sidings whose card counts `terms`.

    `couplings`: so many of them are in that many moves, at least. `under`: what every solution counts at least in each term;
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
        """Return the first of the counts."""
        return None if self.under is None else self.under[0]

    def implies(self, counts: tuple[int, ...] | None) -> bool:
        """Return whether it follows that no solution counts less than any of `counts`."""
        if counts is None or self.under is None:
            return self.under is None
        return all(count <= least for count, least in zip(counts, self.under, strict=False))

    def as_json(self) -> dict[str, Any]:
        """Return the fact with the one that it rests on."""
        return super().as_json() | {"moves": self.moves.as_json()}


@dataclass(frozen=True)
class OnShortenedRuns(Evidence):
    """A fact of the same card with shortened runs, which has the same solutions of at most `most` moves; None: of any length."""

    kind: ClassVar[str] = "shortened"
    small: Evidence
    most: int | None

    @property
    def at_least(self) -> int | None:
        """Return what follows for the small card, up to one more than the moves for which both have the same solutions."""
        found = self.small.at_least
        if self.most is None:
            return found
        return self.most + 1 if found is None else min(found, self.most + 1)

    def as_json(self) -> dict[str, Any]:
        """Return the fact with the one that it rests on."""
        return {"kind": self.kind, "most": self.most, "small": self.small.as_json(), "at_least": self.at_least}


NOTHING = NothingSearched()

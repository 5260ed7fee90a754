"""The result of a search: an optimum with its moves, a proof that there is no solution, or bounds and the best solution so
far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from shunt.cards.evidence import NOTHING, Evidence
from shunt.cards.stop import Stop
from shunt.files.lazy import provided
from shunt.pictures import Pictured
from shunt.rules.objective import Objective

if TYPE_CHECKING:
    from shunt.rules.ruleset import MoveMade

Status = Literal["optimal", "solved", "unsolvable", "unknown"]
"""The status of the proof: "optimal", "unsolvable", or neither of the two, with a solution ("solved") or without ("unknown")."""
SCHEMA = "shunt-solution/1"


class Guide(tuple[str, ...]):
    """The moves of a solution in notation, a tuple; `print` shows each on a line, with its number."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(f"{number}. {move}" for number, move in enumerate(self, 1))


@dataclass(frozen=True, repr=False)
class Solution(Pictured):
    """The answer to a card.

    `moves` are the moves of the solution, each replayed by the referee; there are none if no solution was found. `optima` is
    the cost in every metric of the card if it is proven to be the optimum, and `totals` if it is not; the other tuple is
    empty. `lower_bound` is the proven minimum cost of any solution in the first metric. `states` is the number of states
    reached, and `seconds` the wall time from the parsed card to the answer, without compilation. `stopped` is the reason why
    the search ended early, or None. `evidence` is the fact that proves the lower bound, or that there is no solution. `proof`
    describes the search (methods, sizes of levels, bounds over time). `puzzle` is the card itself.
    """

    drawn_by = "shunt.render.values:solved_scene", "shunt.render.values:solved_picture"

    card: str
    status: Status
    lower_bound: int
    metric: Objective
    method: str
    states: int
    seconds: float
    optima: tuple[int, ...] = ()
    moves: tuple[MoveMade, ...] = ()
    stopped: Stop | None = None
    proof: Mapping[str, Any] = field(default_factory=dict, hash=False)
    puzzle: Any = field(default=None, repr=False, compare=False)
    totals: tuple[int, ...] = ()
    evidence: Evidence = NOTHING

    @property
    def optimum(self) -> int | None:
        """The optimum in the card's first metric, or None if it is not proven."""
        return self.optima[0] if self.optima else None

    @property
    def is_proven(self) -> bool:
        """Return whether the answer is final, either a proven optimum or a proof that there is no solution."""
        return self.status in ("optimal", "unsolvable")

    @property
    def upper_bound(self) -> int | None:
        """The cost of the best solution found, in the card's first metric. It is None if no solution was found."""
        return self.optimum if self.optima else self.totals[0] if self.totals else None

    @property
    def gap(self) -> int | None:
        """Return the distance between the best solution found and the lower bound. It is 0 for an optimum and None
        without a solution."""
        return None if self.upper_bound is None else self.upper_bound - self.lower_bound

    @property
    def counts(self) -> Mapping[str, int]:
        """The cost of the solution in every metric. It is empty if there is no solution."""
        is_counted = self.status in ("optimal", "solved") and self.puzzle is not None
        return self.puzzle.counts(self.moves) if is_counted else {}

    @property
    def guide(self) -> Guide:
        """The Yard Guide, which lists the moves in notation."""
        return Guide(made.notation for made in self.moves)

    def __str__(self) -> str:
        return "; ".join(self.guide)

    def __repr__(self) -> str:
        words = {
            "optimal": f"optimum {', '.join(map(str, self.optima))}",
            "solved": f"from {self.lower_bound} to {self.upper_bound}",
            "unsolvable": "no solution",
            "unknown": f"at least {self.lower_bound}",
        }
        return f"<Solution of {self.card}: {self.status}, {words[self.status]}>"

    def svg_steps(self) -> list[str]:
        """Return SVG pictures of the start and of the position after each move, with the move marked."""
        pictures: list[str] = provided("svg_steps")(self.puzzle, self.moves)
        return pictures

    def _evidence(self) -> dict[str, Any]:
        """Return the evidence, and the proof with the stops of its attempts in words."""
        attempts = [
            {**one, "stopped": str(one["stopped"])} if "stopped" in one else one for one in self.proof.get("attempts", ())
        ]
        return {"lower_bound": self.evidence.as_json(), **self.proof} | ({"attempts": attempts} if attempts else {})

    def as_json(self) -> dict[str, Any]:
        """Return the answer as `shunt solve --json` prints it."""
        counted = self.optima or self.totals
        shown = {
            "schema": SCHEMA,
            "card": self.card,
            "status": self.status,
            "moves": list(counted) if len(counted) > 1 else self.upper_bound,
            "lower_bound": self.lower_bound,
            "metric": self.metric.as_json,
            "solution": [made.as_json() for made in self.moves],
            "method": self.method,
            "states": self.states,
            "seconds": round(self.seconds, 6),
            "evidence": self._evidence(),
        }
        if self.status == "solved":
            shown |= {"upper_bound": self.upper_bound, "gap": self.gap}
        if counts := self.counts:
            shown["counts"] = dict(counts)
        return shown | ({"stopped": str(self.stopped)} if self.stopped else {})

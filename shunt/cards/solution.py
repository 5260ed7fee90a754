"""What a search answers: an optimum with its moves, a proof that there is none, or how far it came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from shunt.rules.moves import Move
from shunt.rules.switcher import Run

Status = Literal["optimal", "unsolvable", "unknown"]
SCHEMA = "shunt-solution/1"


@dataclass(frozen=True)
class SolvedMove:
    """One move of a solution as the referee replayed it; `after` and `turntables` hold after it."""

    move: Move
    run: Run | None
    after: Mapping[str, str]
    turntables: Mapping[str, int]

    @property
    def notation(self) -> str:
        """The move as the Yard Guide prints it."""
        return str(self.move)

    def as_json(self) -> dict[str, Any]:
        """The move in the form of `shunt solve --json`."""
        told: dict[str, Any] = {"notation": self.notation}
        if self.run is None:
            told["turntable"] = getattr(self.move, "turntable", "")
        else:
            told |= {
                "locomotive": self.run.locomotive,
                "direction": self.run.direction,
                "couples": list(self.run.couples),
                "pushes": list(self.run.pushes),
                "path": list(self.run.path),
                "head_path": list(self.run.head_path),
            }
        return told | {"after": dict(self.after), "turntables": dict(self.turntables)}


@dataclass(frozen=True)
class Solution:
    """The answer to a card.

    `moves`: the optimum in the card's metric (None unless optimal); `lower_bound`: no solution is shorter; `states`: how many
    were reached; `seconds`: wall time from the parsed card to the answer, without compiling; `stopped`: the limit that ended
    the search, if one did; `evidence`: what proves the answer (levels exhausted from each side, sizes of the frontiers).
    Of several metrics `moves` is the first, `optimum` has all; `counts` tells every metric of this solution.
    """

    card: str
    status: Status
    moves: int | None
    lower_bound: int
    metric: tuple[str, ...]
    steps: tuple[Any, ...]
    method: str
    states: int
    seconds: float
    stopped: str = ""
    evidence: Mapping[str, Any] = field(default_factory=dict)
    optimum: tuple[int, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def guide(self) -> tuple[str, ...]:
        """The Yard Guide: the moves in notation."""
        return tuple(step.notation for step in self.steps)

    def as_json(self) -> dict[str, Any]:
        """The answer in the form of `shunt solve --json`."""
        told = {
            "schema": SCHEMA,
            "card": self.card,
            "status": self.status,
            "moves": list(self.optimum) if len(self.optimum) > 1 else self.moves,
            "lower_bound": self.lower_bound,
            "metric": self.metric[0] if len(self.metric) == 1 else list(self.metric),
            "solution": [step.as_json() for step in self.steps],
            "method": self.method,
            "states": self.states,
            "seconds": round(self.seconds, 6),
            "evidence": dict(self.evidence),
        }
        if self.counts:
            told["counts"] = dict(self.counts)
        return told | ({"stopped": self.stopped} if self.stopped else {})

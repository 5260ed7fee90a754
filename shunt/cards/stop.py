"""Why a search ended without an answer: a value with an amount, which the command line puts into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class StopKind(Enum):
    """What ended a search; the value is the word for it in files and `--json`."""

    MEMORY = "memory"
    STATES = "states"
    TIME = "time"
    BUDGET = "budget"
    MOVES = "moves"
    INTERRUPTED = "interrupted"
    REFUSED = "refused"
    INCOMPLETE = "incomplete"
    ENOUGH = "enough"


@dataclass(frozen=True)
class Stop:
    """Why a search ended without an answer.

    `amount` is the limit that was reached: bytes of memory, states (also those of a budget), seconds or moves. `detail` says
    why a method refused, as one does whose file is damaged. The text form is what `--json` prints.
    """

    kind: StopKind
    amount: float = 0
    detail: str = ""

    @property
    def is_interrupt(self) -> bool:
        """Whether the user ended the search."""
        return self.kind is StopKind.INTERRUPTED

    @property
    def lets_others_try(self) -> bool:
        """Whether only one method ended, so that the next may be tried."""
        return self.kind in (StopKind.BUDGET, StopKind.REFUSED, StopKind.INCOMPLETE)

    def __str__(self) -> str:
        match self.kind:
            case StopKind.MEMORY:
                return f"memory ({_bytes_in_words(int(self.amount))})"
            case StopKind.STATES:
                return f"states ({int(self.amount):,})"
            case StopKind.TIME:
                return f"time ({self.amount:g} s)"
            case StopKind.BUDGET:
                return f"budget ({int(self.amount):,} states)"
            case StopKind.MOVES:
                return f"moves ({int(self.amount)})"
            case StopKind.REFUSED:
                return f"refused: {self.detail}"
            case StopKind.INCOMPLETE:
                return "incomplete: the part that it searches holds no best solution"
            case StopKind.ENOUGH:
                return "gap (as asked for)"
            case StopKind.INTERRUPTED:
                return "interrupted"


INTERRUPTED = Stop(StopKind.INTERRUPTED)


def _bytes_in_words(size: int) -> str:
    """Return `size` in the largest unit of which there is at least one."""
    for unit, word in ((1_000_000, "MB"), (1_000, "KB")):
        if size >= unit:
            return f"{size / unit:,.0f} {word}"
    return f"{size} bytes"

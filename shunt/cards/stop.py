"""The reason why a search ended without an answer, as a value with an amount. The command line puts it into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class StopKind(Enum):
    """The reason why a search ended. Its value is the word used for it in files and in `--json` output."""

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

    `amount` is the limit that was reached: bytes of memory, states (including those counted against a budget), seconds
    or moves. `detail` says why a method could not be used, for example because its file is damaged. The text form is
    what `--json` prints.
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
        """Whether only one method has ended, so that the next one can be tried."""
        return self.kind in (StopKind.BUDGET, StopKind.REFUSED, StopKind.INCOMPLETE)

    def __str__(self) -> str:
        size, unit = next(((self.amount / unit, word) for unit, word in _UNITS if self.amount >= unit), (self.amount, "bytes"))
        return _WORDS[self.kind].format(amount=self.amount, size=f"{size:,.0f} {unit}", detail=self.detail)


_UNITS = ((1_000_000, "MB"), (1_000, "KB"))
_WORDS = {
    StopKind.MEMORY: "memory ({size})",
    StopKind.STATES: "states ({amount:,.0f})",
    StopKind.TIME: "time ({amount:g} s)",
    StopKind.BUDGET: "budget ({amount:,.0f} states)",
    StopKind.MOVES: "moves ({amount:.0f})",
    StopKind.REFUSED: "refused: {detail}",
    StopKind.INCOMPLETE: "incomplete: the part that it searches contains no best solution",
    StopKind.ENOUGH: "gap (as requested)",
    StopKind.INTERRUPTED: "interrupted",
}
INTERRUPTED = Stop(StopKind.INTERRUPTED)

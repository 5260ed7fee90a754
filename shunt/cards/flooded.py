"""The result of a flood: the number of states at each number of moves from a start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shunt.cards.stop import Stop
from shunt.errors import Fault, counted
from shunt.pictures import Pictured


@dataclass(frozen=True, repr=False)
class Flood(Pictured):
    """The result of a flood, which counts the new states after each number of moves.

    Only finished levels are counted. `method` is the method used. `stopped` is the limit that ended the flood early.
    `seconds` is the wall time of this call. `not_kept` says why the last checkpoint could not be written.
    """

    drawn_by = "shunt.render.counts:flood_scene", "shunt.render.counts:flood_picture"

    levels: tuple[int, ...]
    exhausted: bool
    seconds: float
    method: str = ""
    stopped: Stop | None = None
    not_kept: Fault | None = None

    @property
    def states(self) -> int:
        """Return the number of states reached."""
        return sum(self.levels)

    def __repr__(self) -> str:
        end = "all that can be reached" if self.exhausted else "and more beyond"
        return f"<Flood: {counted(self.states, 'states')} within {counted(len(self.levels) - 1, 'moves')}, {end}>"

    def as_json(self) -> dict[str, Any]:
        """Return the counts as `shunt flood --json` prints them."""
        shown = {"states": self.states, "levels": list(self.levels), "exhausted": self.exhausted}
        return shown | {"seconds": round(self.seconds, 6)} | ({"stopped": str(self.stopped)} if self.stopped else {})

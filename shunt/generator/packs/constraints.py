"""The constraints on the cards of a pack: those of one card, where they can hold for all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from shunt.errors import Fault, InputError
from shunt.generator.forge.spec import CardSpec, Range
from shunt.generator.rating.weights import SHIPPED, Weights
from shunt.track.layout import Layout, SidingsLayout


@dataclass(frozen=True)
class Constraints:
    """What every card of a pack must meet; None, False or empty: what the deck chooses.

    As in `CardSpec`, with the `weights` of the rating. `author` and `licence` are written on every card, under `[about]`.
    """

    locomotives: Range | None = None
    cars: Range | None = None
    broken: Range | None = None
    turntable: bool | None = None
    goal: str | None = None
    headings: bool = False
    mechanics: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    locomotive_names: tuple[str, ...] = ()
    car_names: tuple[str, ...] = ()
    author: str = ""
    licence: str = ""
    weights: Weights = SHIPPED
    metric: str = ""

    def applied(self, spec: CardSpec) -> CardSpec:
        """Return a spec with these constraints in the place of its own."""
        given = {
            "locomotives": self.locomotives,
            "cars": self.cars,
            "broken": self.broken,
            "turntable": self.turntable,
            "goal": self.goal,
            "headings": self.headings or None,
            "mechanics": self.mechanics or None,
            "without": self.without or None,
            "locomotive_names": self.locomotive_names or None,
            "car_names": self.car_names or None,
            "weights": self.weights,
            "metric": self.metric or None,
        }
        changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        if "two-locomotives" in self.mechanics and self.locomotives is None:
            changes["locomotives"] = (2, 2)
        if "broken" in self.mechanics and self.broken is None:
            changes["broken"] = (1, max(1, spec.broken[1]))
        if self.cars is None and self.car_names:  # no more cars than there are names for
            least, most = spec.cars
            changes["cars"] = (min(least, len(self.car_names)), min(most, len(self.car_names)))
        if self.locomotives is None and self.locomotive_names and len(self.locomotive_names) < spec.locomotives[1]:
            changes["locomotives"] = (min(spec.locomotives[0], len(self.locomotive_names)), len(self.locomotive_names))
        return replace(spec, **changes)

    def check(self, boards: tuple[Layout | SidingsLayout, ...]) -> None:
        """Raise `InputError` with every constraint that is impossible on one of the boards."""
        faults: dict[Fault, None] = {}
        for board in boards:
            try:
                cars = (1, 1) if isinstance(board, SidingsLayout) else CardSpec.cars
                self.applied(CardSpec(board, cars=cars)).check()
            except InputError as error:
                faults |= dict.fromkeys(error.faults)
        if faults:
            raise InputError(list(faults))

    @property
    def needs_turntable(self) -> bool:
        """Whether every card uses a turntable."""
        return bool(self.turntable) or "turntable" in self.mechanics

    @property
    def known_mechanics(self) -> tuple[str, ...]:
        """The mechanics that these constraints bring to every card, so that no card introduces them."""
        forced = {
            "turntable": self.needs_turntable,
            "broken": self.broken is not None and self.broken[0] > 0,
            "two-locomotives": self.locomotives is not None and self.locomotives[0] > 1,
        }
        return tuple(dict.fromkeys((*self.mechanics, *(name for name, is_forced in forced.items() if is_forced))))

    @property
    def about(self) -> dict[str, str]:
        """What is written under `[about]` of every card."""
        return {key: text for key, text in (("author", self.author), ("licence", self.licence)) if text}

    @property
    def is_empty(self) -> bool:
        """Whether nothing is constrained; author and licence constrain nothing."""
        return replace(self, author="", licence="") == Constraints()


NO_CONSTRAINTS = Constraints()

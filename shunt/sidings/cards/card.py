"""The card of `sidings` as a value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from shunt.cards.card import Card, Inventory
from shunt.errors import CardError, Fault, InputError, raise_faults
from shunt.rules.objective import NOTHING, Objective
from shunt.track.layout import SidingsLayout

if TYPE_CHECKING:
    from shunt.rules.ruleset import MoveMade
    from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition, Way

_OF_THE_RULES = SidingsLayout("", 0, {})


@dataclass(frozen=True, repr=False)
class SidingsCard(Card):
    """One puzzle of `sidings`. `rules` contains the yard, the cars and the kind of moves.

    If `layout` is not given, it is derived from `rules`. So is a `metric` of pulls or legs alone; `with_metric` changes both.
    """

    name: str
    rules: Sidings
    start: SidingsPosition
    goal: SidingsGoal
    layout: SidingsLayout = field(default=_OF_THE_RULES, repr=False, compare=False)
    metric: Objective = NOTHING
    ruleset: str = field(default="sidings", init=False)

    def __post_init__(self) -> None:
        if self.metric in ((), ("pulls",), ("legs",)):  # only moves are counted, which are those of the rules
            object.__setattr__(self, "metric", Objective(self.rules.metric))
        if self.layout is _OF_THE_RULES:
            object.__setattr__(self, "layout", SidingsLayout("", self.rules.headshunt, self.rules.capacities))

    @property
    def puzzle(self) -> tuple[object, ...]:
        """Return everything that defines the puzzle, without descriptions such as the title."""
        return self.name, self.rules, self.start, self.goal, self.metric

    @property
    def inventory(self) -> Inventory:
        """Return the number of cars and of locomotives, which is always one."""
        return Inventory(1, len(self.rules.cars))

    @property
    def board_name(self) -> str:
        """The name of the board in lists of many cards. A board without a name is named after its siding capacities, such as
        `5-3-3`."""
        name = self.layout.name
        return name if name not in ("", self.name) else "-".join(str(length) for length in self.rules.capacities.values())

    def move_lines(self) -> list[str]:
        """Return lines that explain how moves are written, with the first siding as the example."""
        name = next(iter(self.rules.capacities))
        if self.rules.metric == "legs":
            words = f"{name}+3 runs into siding {name} with the 3 cars of the headshunt, {name}-2 leaves it with its first 2 cars"
        else:
            words = f"{name}-3 pulls 3 cars from siding {name} onto the headshunt, {name}+3 drops 3 on siding {name}"
        return [f"moves: {words}"]

    def counts(self, moves: Iterable[MoveMade]) -> dict[str, int]:
        """Return the cost of `moves`, played from the start position, in every metric, or an empty mapping if only moves are
        counted."""
        return {} if self.metric == (self.rules.metric,) else super().counts(moves)

    def with_metric(self, *metrics: str) -> SidingsCard:
        """Return the card with `metrics`, in order of importance; raise `InputError` if sidings do not have
        one of these metrics, or if the metrics cannot be combined."""
        card = super().with_metric(*metrics)
        if both_ways(card.metric):
            raise InputError(Fault("metric", *BOTH_WAYS))
        return card

    def _counted_in(self, objective: Objective) -> SidingsCard:
        rules = replace(self.rules, metric=way_of(objective))
        raise_faults(rules.faults_of(self.start), CardError)
        return replace(self, rules=rules, metric=objective)


BOTH_WAYS = "pulls and legs are counted by different moves", "count one of them"


def way_of(objective: Objective) -> Way:
    """Return the kind of moves (pulls or legs) on a sidings card with this objective."""
    return "legs" if "legs" in objective.names else "pulls"


def both_ways(objective: Objective) -> bool:
    """Return whether an objective contains both pulls and legs, which cannot be combined."""
    return {"pulls", "legs"} <= set(objective.names)

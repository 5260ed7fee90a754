"""The route card: where everything stands, where it must go, and what is printed about it.

A card is a value made from names; `files.py` reads and writes it, `search/solve.py` proves it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING, Any

from shunt.rules.position import Position, Roster
from shunt.rules.sidings import Sidings, SidingsGoal, SidingsPosition
from shunt.rules.switcher import Switcher
from shunt.track.plan import Plan

if TYPE_CHECKING:
    from shunt.track.layout import Layout, SidingsLayout

RULESETS = ("switcher", "railway", "sidings")


@dataclass(frozen=True)
class Goal:
    """Where pieces must end. `places`: piece → space; `headings`: locomotive → the end it must face. Others are free.

    Of an interchangeable group any members may fill the places named for it; a heading then belongs to the place.
    """

    places: Mapping[str, str]
    headings: Mapping[str, int] = field(default_factory=dict)

    def is_met(self, roster: Roster, position: Position) -> bool:
        """Whether `position` has everything where the goal wants it."""
        grouped = {name: group for group in roster.interchangeable for name in group}
        stands = dict(zip(roster.pieces, position.places, strict=True))
        faces = dict(zip(roster.locomotives, position.headings, strict=False))
        for name, space in self.places.items():
            if name not in grouped and (stands[name] != space or self.headings.get(name, faces.get(name)) != faces.get(name)):
                return False
        for group in roster.interchangeable:
            wanted = Counter((self.places[name], self.headings.get(name)) for name in group if name in self.places)
            for space, heading in wanted:
                there = [name for name in group if stands[name] == space]
                if not there or heading is not None and faces.get(there[0]) != heading:
                    return False
        return True


@dataclass(frozen=True)
class Ranks:
    """How many moves earn which rank; the worst rank's number is the limit."""

    yard_master: int
    conductor: int
    brakeman: int

    @classmethod
    def from_optimum(cls, optimum: int) -> Ranks:
        """The default thresholds of `rules/track-switcher.md`, "The card"."""
        return cls(optimum, optimum + max(1, ceil(optimum / 4)), optimum + max(2, ceil(optimum / 2)))

    def rank(self, moves: int) -> str | None:
        """The rank that a solution of so many moves earns; None over the limit."""
        for name in ("yard_master", "conductor", "brakeman"):
            if moves <= getattr(self, name):
                return name.replace("_", " ").title()
        return None


@dataclass(frozen=True, kw_only=True)
class Printed:
    """What is printed on a card of any ruleset, beside the puzzle itself.

    `layout` is how the card names its layout (a shipped name, a path, or "" for an inline one); `proof`, `guide` and `rating`
    are what the program wrote on the card; `about` is free; `path` is the file, empty for a card made by a program.
    """

    layout: str = ""
    limit: int | None = None
    ranks: Ranks | None = None
    proof: Mapping[str, Any] = field(default_factory=dict)
    guide: tuple[str, ...] = ()
    rating: Mapping[str, Any] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)
    path: str = field(default="", compare=False)


@dataclass(frozen=True)
class RouteCard(Printed):
    """One puzzle of `switcher` or `railway`. `board` is the layout with its coordinates and marks; it may be missing on a card
    that was made by a program."""

    name: str
    ruleset: str
    plan: Plan
    roster: Roster
    start: Position
    goal: Goal
    broken: frozenset[str] = frozenset()
    metric: tuple[str, ...] = ("moves",)
    board: Layout | None = field(default=None, repr=False, compare=False)

    @property
    def puzzle(self) -> tuple[object, ...]:
        """What makes it this puzzle: all but what is printed about it."""
        return self.name, self.ruleset, self.plan, self.roster, self.start, self.goal, self.broken, self.metric

    @property
    def rules(self) -> Switcher:
        """The referee of this card."""
        railway = self.ruleset == "railway"
        return Switcher(self.plan, self.roster, self.broken, couples_both_ways=railway, has_headings=not railway)

    def is_solved(self, position: Position) -> bool:
        """Whether `position` meets the goal."""
        return self.goal.is_met(self.roster, position)

    def names(self, position: Position) -> dict[str, str]:
        """`position` as piece → space, as files and `--json` write it."""
        return self.roster.as_names(self.plan, position)


@dataclass(frozen=True)
class SidingsCard(Printed):
    """One puzzle of `sidings`. `rules` are the referee, who knows the yard, the cars and the metric."""

    name: str
    rules: Sidings
    start: SidingsPosition
    goal: SidingsGoal
    board: SidingsLayout | None = field(default=None, repr=False, compare=False)
    ruleset: str = field(default="sidings", init=False)

    @property
    def metric(self) -> tuple[str, ...]:
        """What is counted, as on every card."""
        return (self.rules.metric,)

    @property
    def puzzle(self) -> tuple[object, ...]:
        """What makes it this puzzle: all but what is printed about it."""
        return self.name, self.rules, self.start, self.goal

    def is_solved(self, position: SidingsPosition) -> bool:
        """Whether `position` meets the goal."""
        return self.goal.is_met(self.rules, position)

    def names(self, position: SidingsPosition) -> dict[str, str]:
        """`position` as track → cars, as files and `--json` write it."""
        return self.rules.as_names(position)


Card = RouteCard | SidingsCard

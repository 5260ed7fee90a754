"""Timesaver puzzles: random set-outs and goals, the card of a puzzle, and the number of placements for each number of moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from shunt.cards.card import Goal, RouteCard
from shunt.errors import Fault, suggest
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import TrainRules
from shunt.track.layout import Layout
from shunt.track.layout_file import shipped_layout

if TYPE_CHECKING:
    from shunt.classics.spread import Distribution
    from shunt.search.core.limits import Limits

LOCOMOTIVE = "A"
LETTERS = "abcdefghijklmn"
"""The default names of the cars. They are letters, so that they differ from the spaces."""
POINTS = ("3", "7", "11", "14")
"""The numbers between 0 and 18 that no space has, because they are points, where nothing can stop."""
CARS = 5  # of a random set-out
ANYWHERE = "*"


@cache
def layout() -> Layout:
    """Return the layout."""
    return shipped_layout("timesaver")


def random_places(count: int, draw: Random) -> list[str]:
    """Return different random spaces: for the locomotive and the cars of a set-out, or for the cars at a goal."""
    return draw.sample(layout().plan.spaces, count)


def place_faults(where: str, places: Sequence[str], free: Iterable[str] = ()) -> list[Fault]:
    """Return the faults of places: spaces that do not exist or are repeated. Places that are `free` may be repeated."""
    spaces = layout().plan.spaces
    faults = []
    named = [place for place in places if place not in set(free)]
    for place in dict.fromkeys(named):
        if place in POINTS:
            known = " ".join(sorted(spaces, key=int))
            faults.append(Fault(where, f"{place} is the number of a point, where nothing can stop", f"the spaces are {known}"))
        elif place not in spaces:
            faults.append(Fault(where, f"unknown space {place!r}", suggest(place, spaces)))
    twice = [place for place in dict.fromkeys(named) if named.count(place) > 1]
    return faults + [Fault(where, f"two pieces on {place}", "a space holds one piece") for place in twice]


def timesaver_card(
    places: Sequence[str], goal: Mapping[str, str], cars: Sequence[str], name: str = "timesaver", seed: int | None = None
) -> RouteCard:
    """Return the puzzle of bringing `cars` from their places, listed after the locomotive's, to those of the goal."""
    about: dict[str, Any] = {"title": "Timesaver", "source": "John Allen, Model Railroader, November 1972"}
    return RouteCard(
        name=name,
        ruleset="railway",
        layout=layout(),
        roster=Roster((LOCOMOTIVE,), tuple(cars)),
        start=Position(tuple(places)),
        goal=Goal(dict(goal)),
        layout_ref="timesaver",
        about=about | ({} if seed is None else {"seed": seed}),
    )


def placement_counts(places: Sequence[str], cars: Sequence[str], limits: Limits) -> Distribution:
    """Return the number of placements of the cars for each number of moves from a set-out; raise `LimitReached` if a limit is
    reached."""
    from shunt.classics.spread import Spread
    from shunt.search.trains.codec import Codec

    rules = Switcher(layout().plan, Roster((LOCOMOTIVE,), tuple(cars)), train_rules=TrainRules.for_ruleset("railway"))
    return Spread(Codec.for_rules(rules), limits).distribution(Position(tuple(places)))

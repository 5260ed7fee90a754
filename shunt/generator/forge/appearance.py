"""The look of a card to a person who does not yet know how hard it is: a score from 0 to 1 for start and goal.

A start is easy to take in when cars stand together or at the end of a track; a goal is easy to remember when it is tidy
too, when cars change places among themselves, when the locomotive comes home or may stay where it is, and when every piece
that the goal names has something to do.
"""

from __future__ import annotations

from collections.abc import Iterable

from shunt.cards.card import RouteCard
from shunt.track.plan import End, Plan

PARTS = {
    "tidy-start": 0.30,
    "tidy-goal": 0.30,
    "exchange": 0.20,
    "home": 0.10,
    "economy": 0.10,
}
"""What the score is made of, and how much each part counts."""


def look(card: RouteCard) -> float:
    """Return the score, rounded to four places."""
    return round(sum(PARTS[name] * value for name, value in look_parts(card).items()), 4)


def look_parts(card: RouteCard) -> dict[str, float]:
    """Return every part of the score, from 0 to 1."""
    at_start = dict(zip(card.roster.pieces, card.start.places, strict=True))
    cars = card.roster.cars
    wanted = {name: space for name, space in card.goal.places.items() if name in cars}
    locomotives = [name for name in card.roster.locomotives if name in card.goal.places]
    engines = [card.goal.places[name] for name in locomotives]
    starts = set(at_start.values())
    moved = [name for name, space in card.goal.places.items() if at_start[name] != space]
    return {
        "tidy-start": tidiness(card.plan, [at_start[name] for name in cars], starts, card.broken),
        "tidy-goal": tidiness(card.plan, list(wanted.values()), {*wanted.values(), *engines}, card.broken),
        "exchange": _share(space in starts for space in wanted.values()),
        "home": _share(at_start[name] == card.goal.places[name] for name in locomotives) if locomotives else 1.0,
        "economy": len([name for name in moved if name in wanted]) / len(wanted) if wanted else 1.0,
    }


def tidiness(plan: Plan, spaces: Iterable[str], taken: Iterable[str], broken: Iterable[str] = ()) -> float:
    """Return the share of `spaces` that are at the end of a track or next to a taken one."""
    taken, broken = set(taken), set(broken)
    return _share(is_tidy(plan, space, taken, broken) for space in spaces)


def is_tidy(plan: Plan, space: str, taken: set[str], broken: set[str]) -> bool:
    """Return whether `space` is at the end of a track, or next to a taken space."""
    for end in (0, 1):
        near = [other for other in plan.neighbours(End(space, end)) if other not in broken]
        if not near or taken.intersection(near):
            return True
    return False


def _share(values: Iterable[bool]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 1.0

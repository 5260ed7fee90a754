"""The ways to meet a goal that names places: the pieces that end on each space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from shunt.cards.card import RouteCard
from shunt.errors import InputError
from shunt.rules.goal import Goal

MOST = 5_000  # ways, each an action

Delivery = tuple[tuple[str, str], ...]
"""Pieces and their spaces. The first piece of an interchangeable group represents any of them."""


def deliveries(card: RouteCard) -> list[Delivery]:
    """Return every way to meet the parts of a goal that name places, in addition to the parts that name single spaces."""
    if card.goal.trains and card.plan.turntables:
        what = "a goal with trains depends on the turntable positions, which a plan does not give for the end"
        raise InputError("goal.trains", what, "name single spaces, or use a layout without turntables")
    found: dict[Delivery, None] = {}
    for reading in card.goal.readings(card.roster, card.plan, card.start.turntables):
        for way in _ways(card, reading):
            found[way] = None
            if len(found) > MOST:
                what = f"there are more than {MOST:,} ways to meet the goal, and a planner needs an action for each"
                raise InputError("goal", what, "name smaller places, or single spaces")
    return list(found)


def _ways(card: RouteCard, goal: Goal) -> Iterator[Delivery]:
    roster = card.roster
    kinds = {name: roster.alike(name)[0] for name in roster.pieces}
    free = Counter(kinds.values())
    free.subtract(kinds[name] for name in goal.places)
    errands = goal.errands(roster)[len(goal.places) :]
    access = card.rules.access

    def choose(number: int, chosen: Delivery, taken: frozenset[str]) -> Iterator[Delivery]:
        """Choose piece and space for each errand from `number` on."""
        if number == len(errands):
            yield tuple(sorted(chosen))
            return
        used = Counter(name for name, _ in chosen)
        for name in dict.fromkeys(kinds[name] for name in errands[number].pieces):
            for space in errands[number].spaces:
                is_open = space not in taken and access.may_stop(name, space)
                if used[name] < free[name] and is_open and taken.isdisjoint(card.plan.partners(space)):
                    yield from choose(number + 1, (*chosen, (name, space)), taken | {space})

    yield from choose(0, (), frozenset(goal.places.values()))

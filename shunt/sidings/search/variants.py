"""What a card of sidings could do without, or have more of: why it has no solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from shunt.errors import counted
from shunt.search.unsolvable.variants import Change, Variants
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import ANY, HEADSHUNT, Cars, Sidings, SidingsPosition


def sidings_goals(card: SidingsCard) -> dict[str, str]:
    """Return car → its goal in words: `5 first in siding 1`, `2 third of the train`."""
    found = {}
    for track, cars in {"train": card.goal.train, **card.goal.tracks}.items():
        where = f"of the {track}" if track in ("train", HEADSHUNT) else f"in siding {track}"
        for number, car in enumerate(cars, 1):
            if car != ANY:
                found[car] = f"{car} as car {number} {where}"
    return found


def with_sidings_goals(card: SidingsCard, names: Iterable[str]) -> SidingsCard:
    """Return the card with any car in the places of the others, so that the numbers of cars stay."""
    kept = set(names)

    def some(cars: Cars) -> Cars:
        return tuple(car if car in kept else ANY for car in cars)

    return replace(card, goal=card.goal.changed(some), guide=())


def sidings_changes(card: SidingsCard) -> Iterator[Change]:
    """Yield the card with a longer headshunt, with each siding one car longer, and without each of its cars."""
    rules = card.rules
    for length in range(rules.headshunt + 1, len(rules.cars) + 1) if rules.headshunt else ():
        longer = replace(rules, headshunt=length)
        yield Change(HEADSHUNT, HEADSHUNT, f"with a headshunt that holds {counted(length, 'cars')}", replace(card, rules=longer))
    for name, capacity in rules.capacities.items():
        longer = replace(rules, capacities={**rules.capacities, name: capacity + 1})
        yield Change(
            "siding", name, f"with a siding {name} that holds {counted(capacity + 1, 'cars')}", replace(card, rules=longer)
        )
    for car in rules.cars if len(rules.cars) > 1 else ():
        smaller = _without_car(card, car)
        if smaller is not None:
            too = " and its goal" if car in card.goal.named else ""
            yield Change("car", car, f"without the car {car}{too}", smaller)


def _without_car(card: SidingsCard, car: str) -> SidingsCard | None:
    """Return the card without this car in its start and goal. Return None if no goal remains, or if the numbers of cars in the
    goal do not fit."""

    def others(cars: Cars) -> Cars:
        return tuple(other for other in cars if other != car)

    start = card.start
    groups = tuple(group for group in map(others, card.rules.interchangeable) if len(group) > 1)
    rules: Sidings = replace(card.rules, cars=others(card.rules.cars), interchangeable=groups)
    fewer = SidingsPosition(others(start.headshunt), tuple(map(others, start.sidings)), start.locomotive)
    wanted = card.goal.changed(others)
    if not wanted.named or wanted.problems(rules):
        return None
    return replace(card, rules=rules, start=fewer, goal=wanted, guide=())


# The locomotive never leaves the headshunt's end.
VARIANTS = Variants(sidings_goals, with_sidings_goals, sidings_changes, lambda card: iter(()))

"""Titles of cards: what the puzzle is about, from its mechanics, its pieces and their spaces. No title comes twice in a pack."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from shunt.cards.card import RouteCard
from shunt.generator.forge.shard import Forged

_WORDS = (
    "Early Late Local Milk Night Branch Harbour Mountain Quarry Mill Summer Winter Morning Market Coal Timber Grain River Valley "
    "Island Copper Slate Orchard Coast",
    "Freight Shunt Siding Transfer Exchange Delivery Pick-up Turn Round Cut Switch Run Train Drop Set-out Detour Crossing Call "
    "Shift Reverse Haul Relay Trip Working",
)
FIRST, SECOND = (words.split() for words in _WORDS)

LAST = "card"  # the kind of title that is always new, for want of another
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def titles_of(cards: Sequence[Forged]) -> list[str]:
    """Return a title for each card of a pack. A kind of title is preferred that the pack has used least."""
    used: Counter[str] = Counter()
    taken: set[str] = set()
    titles: list[str] = []
    for forged in cards:
        candidates = [one for one in CANDIDATES[forged.card.ruleset](forged) if one[1] not in taken]
        kind, title = min(candidates, key=lambda one: (one[0] == LAST, used[one[0]]), default=("", f"Card {len(titles) + 1}"))
        used[kind] += 1
        taken.add(title)
        titles.append(title)
    return titles


def titles_from_words(count: int, seed: str) -> list[str]:
    """Return the titles of First Forty: pairs of words that follow from the seed."""
    pairs = [(first, second) for first in FIRST for second in SECOND]
    random.Random(f"{seed}/{seed}").shuffle(pairs)
    return [" ".join(pairs[number % len(pairs)]) for number in range(count)]


def _of_trains(forged: Forged) -> Iterator[tuple[str, str]]:
    """Yield kinds of titles with the title, those that say most about the puzzle first."""
    card = forged.card
    at = dict(zip(card.roster.pieces, card.start.places, strict=True))
    goal = card.goal.places
    cars = [name for name in card.roster.cars if name in goal]
    moved = [name for name in cars if goal[name] != at[name]]
    yield from _exchanges(card, at, moved)
    lead = _shown(moved[0]) if moved else ""
    to = goal[moved[0]] if moved else ""
    engines = _and(card.roster.locomotives)
    if "two-locomotives" in forged.mechanics:
        yield "crews", f"Two Crews for {lead}" if lead else f"{engines} Pass"
        yield "crews-to", f"{engines} Bring {lead} to {to}" if lead else f"{engines} Make Room"
    for name in card.goal.headings:
        yield "about", f"{name} Faces About on {goal[name]}"
    yield from _by_mechanic(forged, lead, to, [space for space in card.plan.spaces if space in card.broken])
    if stays := [name for name in cars if goal[name] == at[name]]:
        yield "aside", f"{_shown(stays[0])} Steps Aside on {goal[stays[0]]}"
    if len(moved) > 1:
        yield "delivery", f"{NUMBERS[min(len(moved), 10)]} Cars: {_and([_shown(name) for name in moved])}"
    where = ", ".join(f"{_shown(name)} {at[name]} to {goal[name]}" for name in (moved or list(goal)))
    yield "places", where
    yield LAST, f"{where}, {forged.id[:4]}"


def _of_sidings(forged: Forged) -> Iterator[tuple[str, str]]:
    """Yield kinds of titles of a card of sidings: the train or the order, then where the cars are at the start."""
    card = forged.card
    start = card.start.shown("-")
    count = NUMBERS[min(len(card.goal.train or card.rules.cars), 10)]
    if card.goal.train:
        yield "train", f"A Train of {count}"
        yield "train-out", f"{' '.join(card.goal.train)} out of {start}"
    else:
        yield "order", f"{count} Cars in Order"
        yield "order-of", f"{start} in Order"
    yield "card", f"{start}, {forged.id[:4]}"


def _by_mechanic(forged: Forged, lead: str, to: str, broken: Sequence[str]) -> Iterator[tuple[str, str]]:
    used = forged.mechanics
    table = forged.card.plan.turntables[0].name if forged.card.plan.turntables else ""
    if lead and "turntable" in used:
        yield "turntable", f"{lead} by Way of Turntable {table}"
    elif "turntable" in used:
        yield "turntable", f"A Ride on Turntable {table}"
    if lead and "run-round" in used:
        yield "run-round", f"Round {lead} to {to}"
    if lead and "turn" in used:
        yield "turn", f"Turn for {lead}"
        yield "turn-to", f"Turn and Take {lead} to {to}"
    if lead and broken:
        yield "broken", f"{lead} Past the Gap at {broken[0]}"
    elif broken:
        yield "broken", f"Past the Gap at {broken[0]}"
    if lead and "couple" in used:
        yield "couple", f"Fetch {lead} to {to}"
    elif lead:
        yield "push", f"Push {lead} to {to}"


def _exchanges(card: RouteCard, at: dict[str, str], moved: Sequence[str]) -> Iterator[tuple[str, str]]:
    goal = card.goal.places
    for index, one in enumerate(moved):
        for other in moved[index + 1 :]:
            if goal[one] == at[other] and goal[other] == at[one]:
                yield "exchange", f"{_shown(one)} and {_shown(other)} Change Places"
                yield "exchange-at", f"{_shown(one)} and {_shown(other)} Exchange {at[one]} and {at[other]}"
    for one in moved:
        for engine in card.roster.locomotives:
            if goal.get(engine) == at[one]:
                yield "place", f"{engine} Takes the Place of {_shown(one)}"


CANDIDATES: dict[str, Callable[[Forged], Iterator[tuple[str, str]]]] = {
    "switcher": _of_trains,
    "railway": _of_trains,
    "sidings": _of_sidings,
}
"""Ruleset → the titles that a card may have."""


def _shown(name: str) -> str:
    return name[:1].upper() + name[1:]


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

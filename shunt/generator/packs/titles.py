"""Titles of cards. They say what the puzzle is about, from its mechanics, its pieces and their spaces. All titles in a pack are
different."""

from __future__ import annotations

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import combinations, count

from shunt.cards.card import RouteCard
from shunt.generator.forge.shard import ProvenCard
from shunt.rules.goal_text import listed
from shunt.sidings.cards.card import SidingsCard

_WORDS = (
    "Early Late Local Milk Night Branch Harbour Mountain Quarry Mill Summer Winter Morning Market Coal Timber Grain River Valley "
    "Island Copper Slate Orchard Coast",
    "Freight Shunt Siding Transfer Exchange Delivery Pick-up Turn Round Cut Switch Run Train Drop Set-out Detour Crossing Call "
    "Shift Reverse Haul Relay Trip Working",
)
FIRST, SECOND = (words.split() for words in _WORDS)

LAST = "from"  # the kind of title that is taken for want of another
LONGEST_SLUG = 60
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def titles_of(cards: Sequence[ProvenCard]) -> list[str]:
    """Return a title for each card of a pack. Kinds of titles that the pack has used least are preferred."""
    used: Counter[str] = Counter()
    titles: list[str] = []
    for forged in cards:
        ideas = list(title_ideas(forged))
        free = [one for one in ideas if one[1] not in titles]
        kind, title = min(free, key=lambda one: (one[0] == LAST, used[one[0]]), default=ideas[-1])
        used[kind] += 1
        titles.append(distinct(title, titles))
    return titles


def distinct(name: str, taken: Container[str], between: str = ", No. ") -> str:
    """Return a name that is not taken yet, with a number added if needed."""
    numbers = (f"{name}{between}{number}" for number in count(2))
    return name if name not in taken else next(one for one in numbers if one not in taken)


def slug_of(title: str, taken: Container[str] = ()) -> str:
    """Return a permanent file name for a title: lower-case English letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return distinct(re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_SLUG].strip("-") or "card", taken, "-")


def titles_from_words(count: int, seed: str) -> list[str]:
    """Return the titles of First Forty: pairs of words that depend on the seed."""
    pairs = [(first, second) for first in FIRST for second in SECOND]
    random.Random(f"{seed}/{seed}").shuffle(pairs)
    return [" ".join(pairs[number % len(pairs)]) for number in range(count)]


def title_ideas(made: ProvenCard) -> Iterator[tuple[str, str]]:
    """Yield kinds of titles with the title, the most informative first."""
    card = made.card
    if isinstance(card, SidingsCard):
        yield from _title_ideas_of_sidings(card)
        return
    assert isinstance(card, RouteCard)
    at = card.roster.at(card.start)
    goal = card.goal.places
    cars = [name for name in card.roster.cars if name in goal]
    moved = [name for name in cars if goal[name] != at[name]]
    yield from _exchanges(card, at, moved)
    lead = _shown(moved[0]) if moved else ""
    to = goal[moved[0]] if moved else ""
    engines = _engines(card.roster.locomotives)
    if "two-locomotives" in made.mechanics:
        yield "crews", f"Two Crews for {lead}" if lead else f"{engines} Pass"
        yield "crews-to", f"{engines} Bring {lead} to {to}" if lead else f"{engines} Make Room"
    for name in card.goal.headings:
        yield "about", f"{_engines([name])} Faces About on {goal[name]}"
    used = made.mechanics if lead else ()
    if "turntable" in made.mechanics:
        table = f"Turntable {card.plan.turntables[0].name}"
        yield "turntable", f"{lead} by Way of {table}" if lead else f"A Ride on {table}"
    if "run-round" in used:
        yield "run-round", f"Round {lead} to {to}"
    if "turn" in used:
        yield "turn", f"Turn for {lead}"
        yield "turn-to", f"Turn and Take {lead} to {to}"
    if broken := [space for space in card.plan.spaces if space in card.broken]:
        yield "broken", f"{lead} Past the Gap at {broken[0]}".lstrip()
    if "couple" in used:
        yield "couple", f"Fetch {lead} to {to}"
    elif lead:
        yield "push", f"Push {lead} to {to}"
    if stays := [name for name in cars if goal[name] == at[name]]:
        yield "aside", f"{_shown(stays[0])} Steps Aside on {goal[stays[0]]}"
    if len(moved) > 1:
        yield "delivery", f"{NUMBERS[min(len(moved), 10)]} Cars: {listed([_shown(name) for name in moved])}"
    named = [
        f"{_engines([name]) if name in card.roster.locomotives else _shown(name)} {at[name]} to {goal[name]}"
        for name in (moved or goal)
    ]
    where = ", ".join([*named, *(f"{want.text} to {want.place}" for want in card.goal.wants), *map(str, card.goal.trains)])
    yield "places", where
    yield LAST, f"{where}, {engines} from {' and '.join(at[name] for name in card.roster.locomotives)}"


def _title_ideas_of_sidings(card: SidingsCard) -> Iterator[tuple[str, str]]:
    """Yield the train or the order, then where the cars are at the start."""
    start = card.start.shown("-")
    count = NUMBERS[min(len(card.goal.train or card.rules.cars), 10)]
    if card.goal.train:
        yield "train", f"A Train of {count}"
        yield "train-out", f"{' '.join(card.goal.train)} out of {start}"
    else:
        yield "order", f"{count} Cars in Order"
        yield "order-of", f"{start} in Order"


def _exchanges(card: RouteCard, at: dict[str, str], moved: Sequence[str]) -> Iterator[tuple[str, str]]:
    goal = card.goal.places
    for one, other in combinations(moved, 2):
        if goal[one] == at[other] and goal[other] == at[one]:
            yield "exchange", f"{_shown(one)} and {_shown(other)} Change Places"
            yield "exchange-at", f"{_shown(one)} and {_shown(other)} Exchange {at[one]} and {at[other]}"
    for one in moved:
        for engine in card.roster.locomotives:
            if goal.get(engine) == at[one]:
                yield "place", f"{_engines([engine])} Takes the Place of {_shown(one)}"


def _engines(names: Sequence[str]) -> str:
    """Return the locomotives by name; numbers alone would be read as counts."""
    word = ("Engines " if len(names) > 1 else "Engine ") if any(name.isdecimal() for name in names) else ""
    return word + listed(names)


def _shown(name: str) -> str:
    return name[:1].upper() + name[1:]

"""The choice and order of a pack's cards: rising in grade, no two alike, one new mechanic at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from shunt.cards.tiers import TIERS
from shunt.generator.forge.shard import Forged
from shunt.generator.forge.spec import tier_range

LEAST_DISTANCE = 0.3  # between any two cards of a pack
STEPS_DOWN = 0.0  # grades never fall along a pack
LOOK, BOARD, NEW = 0.5, 1.0, 0.6  # weights of the look, an even use of the boards, and a new mechanic, against the grade

PLACES = {"starts": 0.4, "goals": 0.4, "others": 0.2}
"""The parts of the distance of two cards on one board: starts of cars, their goals, locomotives and broken tracks."""


def distance(one: Forged, other: Forged) -> float:
    """Return how different two cards are, 0 to 1: 1 on different boards, else the mean of three shares of different places."""
    if one.card.plan.name != other.card.plan.name:
        return 1.0
    return sum(weight * _unlike(_places(one)[name], _places(other)[name]) for name, weight in PLACES.items())


def nearest_pair(cards: Sequence[Forged]) -> float:
    """Return the smallest distance between two of the cards; 1 if there are fewer than two."""
    return min((distance(one, other) for one, other in combinations(cards, 2)), default=1.0)


def _places(forged: Forged) -> dict[str, set[str]]:
    card = forged.card
    at_start = dict(zip(card.roster.pieces, card.start.places, strict=True))
    return {
        "starts": {at_start[name] for name in card.roster.cars},
        "goals": {space for name, space in card.goal.places.items() if name in card.roster.cars},
        "others": {at_start[name] for name in card.roster.locomotives} | card.broken,
    }


def _unlike(a: Collection[str], b: Collection[str]) -> float:
    """Return Jaccard's distance."""
    a, b = set(a), set(b)
    return 1.0 - len(a & b) / len(a | b) if a | b else 0.0


def choose(pool: Mapping[str, Forged], tiers: Sequence[int], shares: Mapping[str, float]) -> tuple[list[Forged], dict[str, int]]:
    """Choose cards for every tier from a pool, in the order of printing; return them and how many each tier lacks.

    `shares`: board → the share of the cards that it should have.
    """
    chosen: list[Forged] = []
    missing: dict[str, int] = {}
    for tier, wanted in zip(TIERS, tiers, strict=True):
        of_tier = sorted(
            (forged for forged in pool.values() if forged.tier == tier), key=lambda forged: (forged.grade, forged.id)
        )
        for number in range(wanted):
            best = _next(of_tier, chosen, _target(tier, of_tier, number, wanted), shares, sum(tiers))
            if best is None:
                missing[tier] = wanted - number
                break
            chosen.append(best)
    return chosen, missing


def _target(tier: str, cards: Sequence[Forged], number: int, wanted: int) -> float:
    """Return the grade that card `number` of a tier should have: even steps from its lower border to its upper one."""
    low, high = tier_range(tier)
    if cards:
        low, high = max(low, cards[0].grade), min(high, cards[-1].grade)
    return low + (number + 0.5) / wanted * (high - low)


def _next(
    cards: Sequence[Forged], chosen: Sequence[Forged], target: float, shares: Mapping[str, float], total: int
) -> Forged | None:
    """Return the card of a tier that fits best after those chosen."""
    known = {name for forged in chosen for name in forged.mechanics}
    used = Counter(forged.card.plan.name for forged in chosen)
    taken = {forged.id for forged in chosen}
    last = chosen[-1].grade if chosen else 0.0

    def cost(forged: Forged) -> tuple[float, str]:
        board = forged.card.plan.name
        ahead = used[board] + 1 - shares.get(board, 0.0) * (len(chosen) + 1)
        new = len(set(forged.mechanics) - known)
        value = abs(forged.grade - target) - LOOK * forged.look + BOARD * max(0.0, ahead) / max(4.0, total**0.5) - NEW * new
        return round(value, 9), forged.id

    fitting = [
        forged
        for forged in cards
        if forged.id not in taken
        and forged.grade >= last - STEPS_DOWN
        and len(set(forged.mechanics) - known) <= 1
        and all(distance(forged, other) >= LEAST_DISTANCE for other in chosen)
    ]
    return min(fitting, key=cost, default=None)


def faults_of_order(cards: Sequence[Forged]) -> list[str]:
    """Describe what is wrong with the order of a pack's cards, which cards made by hand may cause."""
    found, known = [], set[str]()
    for number, (before, forged) in enumerate(zip([None, *cards], cards, strict=False), 1):
        if before is not None and forged.grade < before.grade - STEPS_DOWN:
            found.append(f"card {number} ({forged.card.name}) has a lower grade than the one before it")
        new = [name for name in forged.mechanics if name not in known]
        if len(new) > 1:
            found.append(f"card {number} ({forged.card.name}) introduces {' and '.join(new)} at once")
        known.update(new)
    for (a, one), (b, other) in combinations(enumerate(cards, 1), 2):
        if distance(one, other) < LEAST_DISTANCE:
            found.append(f"cards {a} and {b} are too alike (distance {distance(one, other):.2f}, at least {LEAST_DISTANCE})")
    return found

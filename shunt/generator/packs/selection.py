"""The choice and order of a pack's cards: grades rise, no two cards are alike, and new mechanics are introduced one at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations

from shunt.cards.card import Card, RouteCard
from shunt.cards.tiers import TIERS
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs.reading import LEAST_DISTANCE
from shunt.generator.rating.weights import Weights
from shunt.generator.spec import tier_range
from shunt.sidings.cards.card import SidingsCard

LOOK, NEW = 0.5, 0.6  # weights of the look and of a new mechanic, against the grade

PLACES = (0.4, 0.4, 0.2)
"""The weights of three distances between two cards on one board: by the starts of cars, by their goals, and by locomotives and
broken tracks."""


Preference = Callable[[ProvenCard, Sequence[ProvenCard]], float]
"""Called with a card and those chosen before it; return a penalty in addition to its grade and its look."""


def distance(one: ProvenCard, other: ProvenCard) -> float:
    """Return how different two cards are, from 0 to 1: 1 on different boards, otherwise the weighted mean of the shares of places
    in which they differ."""
    if one.card.layout.board != other.card.layout.board:
        return 1.0
    parts = zip(PLACES, places(one.card), places(other.card), strict=True)
    return sum(weight * (1.0 - len(a & b) / len(a | b)) for weight, a, b in parts if a | b)  # Jaccard's distances


def places(card: Card) -> tuple[set[str], set[str], set[str]]:
    """Return the three sets by which two cards on one board are compared, in the order of `PLACES`."""
    if isinstance(card, SidingsCard):
        start = {"": card.start.headshunt, **dict(zip(card.rules.capacities, card.start.sidings, strict=True))}
        goal = {"": card.goal.headshunt, "train": card.goal.train, **card.goal.sidings}
        starts, goals = (
            {f"{name} {number} {card.rules.kind(car)}" for name, cars in tracks.items() for number, car in enumerate(cars)}
            for tracks in (start, goal)
        )
        return starts, goals, {card.metric[0], f"headshunt {card.rules.headshunt}"}
    assert isinstance(card, RouteCard)
    at_start, cars = card.roster.at(card.start), card.roster.cars
    return (
        {at_start[name] for name in cars},
        {space for errand in card.goal.errands(card.roster) if errand.pieces[0] in cars for space in errand.spaces},
        {at_start[name] for name in card.roster.locomotives} | card.rules.access.kept_out.keys(),
    )


def nearest_pair(cards: Sequence[ProvenCard]) -> float:
    """Return the smallest distance between two of the cards, or 1 if there are fewer than two."""
    return min((distance(one, other) for one, other in combinations(cards, 2)), default=1.0)


def choose(
    pool: Mapping[str, ProvenCard],
    tiers: Sequence[int],
    preference: Preference,
    known: Collection[str],
    weights: Weights,
) -> tuple[list[ProvenCard], dict[str, int]]:
    """Choose cards for every tier from a pool; return them in printing order, and the number that each tier lacks.

    `known`: mechanics that need no introduction. `weights`: the weights of the cards' ratings.
    """
    chosen: list[ProvenCard] = []
    missing: dict[str, int] = {}
    for tier, wanted in zip(TIERS, tiers, strict=True):
        of_tier = sorted((forged for forged in pool.values() if forged.tier == tier), key=_rising)
        low, high = tier_range(tier, weights)
        if of_tier:
            low, high = max(low, of_tier[0].grade), min(high, of_tier[-1].grade)
        for number in range(wanted):
            target = low + (number + 0.5) / wanted * (high - low)  # the wanted grades rise in even steps
            best = _next(of_tier, chosen, target, preference, known)
            if best is None:
                missing[tier] = wanted - number
                break
            chosen.append(best)
    return chosen, missing


def introduced_together(pool: Mapping[str, ProvenCard], known: Collection[str]) -> set[str]:
    """Return the mechanics that have to be introduced together because no card of the pool introduces one alone. Usually there
    are none.

    They are the mechanics that all cards use, and then those of the card with the fewest.
    """
    used = {forged.id: set(forged.mechanics) - set(known) for forged in pool.values()}
    if not used or min(map(len, used.values())) <= 1:
        return set()
    shared = set.intersection(*used.values())
    fewest = min(pool.values(), key=lambda forged: (len(used[forged.id]), forged.grade, forged.id))
    return shared if len(used[fewest.id] - shared) <= 1 else used[fewest.id]


def completed(
    pool: Mapping[str, ProvenCard], chosen: Sequence[ProvenCard], missing: Mapping[str, int]
) -> tuple[list[ProvenCard], dict[str, int]]:
    """Fill up tiers with cards of the same tier that use no new mechanic, at the places of their grades.

    Choosing cards by even steps of grades may skip cards that would fit between the chosen ones.
    """
    cards, lacking = list(chosen), {}
    for tier, count in missing.items():
        before = [forged for forged in cards if TIERS.index(forged.tier) < TIERS.index(tier)]
        known = {name for forged in before for name in forged.mechanics}
        fitting = [forged for forged in pool.values() if forged.tier == tier and known.issuperset(forged.mechanics)]
        added = _take(sorted(fitting, key=lambda forged: (-forged.look, forged.id)), cards, count)
        if len(added) < count:
            lacking[tier] = count - len(added)
    return sorted(cards, key=_rising), lacking


def filled(
    pool: Mapping[str, ProvenCard], chosen: Sequence[ProvenCard], missing: Mapping[str, int], weights: Weights
) -> tuple[list[ProvenCard], dict[str, list[ProvenCard]]]:
    """Replace missing cards by those with grades nearest to the tier; return all cards in order, and the replacements for each
    tier.

    They are as different from the others as any card of a pack, but may be of another tier and introduce several mechanics at
    once.
    """
    taken = list(chosen)
    nearest: dict[str, list[ProvenCard]] = {}
    for tier, count in missing.items():
        low, high = tier_range(tier, weights)
        middle = low + 0.5 if high == float("inf") else (low + high) / 2
        by_grade = sorted(pool.values(), key=lambda forged: (abs(forged.grade - middle), forged.id))
        nearest[tier] = _take(by_grade, taken, count)
    return sorted(taken, key=_rising), nearest


def _take(candidates: Sequence[ProvenCard], taken: list[ProvenCard], count: int) -> list[ProvenCard]:
    """Add at most `count` candidates to `taken`, each different enough from all cards in it; return the added ones."""
    before = len(taken)
    for forged in candidates:
        if len(taken) < before + count and _differs(forged, taken):
            taken.append(forged)
    return taken[before:]


def _rising(card: ProvenCard) -> tuple[float, str]:
    return card.grade, card.id


def _differs(card: ProvenCard, others: Sequence[ProvenCard]) -> bool:
    """Return whether a card is none of the others, and different enough from each."""
    return all(distance(card, other) >= LEAST_DISTANCE for other in others)


def _next(
    cards: Sequence[ProvenCard], chosen: Sequence[ProvenCard], target: float, preference: Preference, introduced: Collection[str]
) -> ProvenCard | None:
    """Return the card of a tier that fits best after the chosen ones."""
    known = {*introduced, *(name for forged in chosen for name in forged.mechanics)}
    last = chosen[-1].grade if chosen else 0.0

    def cost(forged: ProvenCard) -> tuple[float, str]:
        new = len(set(forged.mechanics) - known)
        value = abs(forged.grade - target) - LOOK * forged.look + preference(forged, chosen) - NEW * new
        return round(value, 9), forged.id

    fitting = [
        forged
        for forged in cards
        if forged.grade >= last and len(set(forged.mechanics) - known) <= 1 and _differs(forged, chosen)
    ]
    return min(fitting, key=cost, default=None)


def faults_of_order(cards: Sequence[ProvenCard]) -> list[str]:
    """Describe the faults in the order of a pack's cards, which may occur with cards made by hand."""
    found, known = [], set[str]()
    for number, forged in enumerate(cards, 1):
        if number > 1 and forged.grade < cards[number - 2].grade:
            found.append(f"card {number} ({forged.card.name}) has a lower grade than the one before it")
        new = [name for name in forged.mechanics if name not in known]
        if len(new) > 1:
            found.append(f"card {number} ({forged.card.name}) introduces {' and '.join(new)} at once")
        known.update(new)
    for (a, one), (b, other) in combinations(enumerate(cards, 1), 2):
        if (apart := distance(one, other)) < LEAST_DISTANCE:
            found.append(f"cards {a} and {b} are too alike (distance {apart:.2f}, at least {LEAST_DISTANCE})")
    return found

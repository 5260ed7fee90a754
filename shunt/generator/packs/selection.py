"""The choice and order of a pack's cards: grades rise, no two cards are alike, and new mechanics are introduced one at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations

from shunt.cards.card import Card, RouteCard
from shunt.cards.tiers import TIERS
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs.reading import LEAST_DISTANCE
from shunt.generator.rating.weights import SHIPPED, Weights
from shunt.generator.spec import tier_range
from shunt.sidings.cards.card import SidingsCard

LOOK, NEW = 0.5, 0.6  # weights of the look and of a new mechanic, against the grade

PLACES = {"starts": 0.4, "goals": 0.4, "others": 0.2}
"""The parts of the distance between two cards on one board: starts of cars, their goals, locomotives and broken tracks."""


Preference = Callable[[ProvenCard, Sequence[ProvenCard]], float]
"""Called with a card and those chosen before it; return a penalty in addition to its grade and its look."""


def distance(one: ProvenCard, other: ProvenCard) -> float:
    """Return how different two cards are, from 0 to 1: 1 on different boards, otherwise the mean of several shares of different
    places."""
    if one.card.layout.board != other.card.layout.board:
        return 1.0
    mine, others = places(one.card), places(other.card)
    return sum(weight * _unlike(mine[name], others[name]) for name, weight in PLACES.items())


def places(card: Card) -> dict[str, set[str]]:
    """Return the places by which two cards on one board are compared, by the keys of `PLACES`."""
    if isinstance(card, SidingsCard):
        return _places_of_sidings(card)
    assert isinstance(card, RouteCard)
    at_start = card.roster.at(card.start)
    return {
        "starts": {at_start[name] for name in card.roster.cars},
        "goals": {
            space for errand in card.goal.errands(card.roster) if errand.pieces[0] in card.roster.cars for space in errand.spaces
        },
        "others": {at_start[name] for name in card.roster.locomotives} | card.rules.access.kept_out.keys(),
    }


def _places_of_sidings(card: SidingsCard) -> dict[str, set[str]]:
    kind = card.rules.kind
    start = {"": card.start.headshunt, **dict(zip(card.rules.capacities, card.start.sidings, strict=True))}
    goal = {"": card.goal.headshunt, "train": card.goal.train, **card.goal.sidings}

    def seats(tracks: dict[str, tuple[str, ...]]) -> set[str]:
        return {f"{name} {number} {kind(car)}" for name, cars in tracks.items() for number, car in enumerate(cars)}

    return {"starts": seats(start), "goals": seats(goal), "others": {card.metric[0], f"headshunt {card.rules.headshunt}"}}


def nearest_pair(cards: Sequence[ProvenCard]) -> float:
    """Return the smallest distance between two of the cards, or 1 if there are fewer than two."""
    return min((distance(one, other) for one, other in combinations(cards, 2)), default=1.0)


def _unlike(a: Collection[str], b: Collection[str]) -> float:
    """Return Jaccard's distance."""
    a, b = set(a), set(b)
    return 1.0 - len(a & b) / len(a | b) if a | b else 0.0


def choose(
    pool: Mapping[str, ProvenCard],
    tiers: Sequence[int],
    preference: Preference,
    known: Collection[str] = (),
    weights: Weights = SHIPPED,
) -> tuple[list[ProvenCard], dict[str, int]]:
    """Choose cards for every tier from a pool; return them in printing order, and the number that each tier lacks.

    `known`: mechanics that need no introduction. `weights`: the weights of the cards' ratings.
    """
    chosen: list[ProvenCard] = []
    missing: dict[str, int] = {}
    for tier, wanted in zip(TIERS, tiers, strict=True):
        of_tier = sorted((forged for forged in pool.values() if forged.tier == tier), key=_rising)
        for number in range(wanted):
            best = _next(of_tier, chosen, _target(tier_range(tier, weights), of_tier, number, wanted), preference, known)
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
    cards, lacking = list(chosen), dict(missing)
    for tier in missing:
        before = [forged for forged in cards if TIERS.index(forged.tier) < TIERS.index(tier)]
        known = {name for forged in before for name in forged.mechanics}
        for forged in sorted(pool.values(), key=lambda forged: (-forged.look, forged.id)):
            fits = forged.tier == tier and known.issuperset(forged.mechanics)
            if lacking[tier] and fits and _differs(forged, cards):
                cards.append(forged)
                lacking[tier] -= 1
    cards.sort(key=_rising)
    return cards, {tier: count for tier, count in lacking.items() if count}


def filled(
    pool: Mapping[str, ProvenCard], chosen: Sequence[ProvenCard], missing: Mapping[str, int], weights: Weights = SHIPPED
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
        for forged in by_grade:
            if len(nearest.get(tier, [])) == count:
                break
            if _differs(forged, taken):
                taken.append(forged)
                nearest.setdefault(tier, []).append(forged)
    return sorted(taken, key=_rising), nearest


def _rising(card: ProvenCard) -> tuple[float, str]:
    return card.grade, card.id


def _differs(card: ProvenCard, others: Sequence[ProvenCard]) -> bool:
    """Return whether a card is none of the others, and different enough from each."""
    return all(distance(card, other) >= LEAST_DISTANCE for other in others)


def _target(grades: tuple[float, float], cards: Sequence[ProvenCard], number: int, wanted: int) -> float:
    """Return the grade that card `number` of a tier should have. Grades rise in even steps from the tier's lower border to its
    upper one."""
    low, high = grades
    if cards:
        low, high = max(low, cards[0].grade), min(high, cards[-1].grade)
    return low + (number + 0.5) / wanted * (high - low)


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
    for number, (before, forged) in enumerate(zip([None, *cards], cards, strict=False), 1):
        if before is not None and forged.grade < before.grade:
            found.append(f"card {number} ({forged.card.name}) has a lower grade than the one before it")
        new = [name for name in forged.mechanics if name not in known]
        if len(new) > 1:
            found.append(f"card {number} ({forged.card.name}) introduces {' and '.join(new)} at once")
        known.update(new)
    for (a, one), (b, other) in combinations(enumerate(cards, 1), 2):
        if distance(one, other) < LEAST_DISTANCE:
            found.append(f"cards {a} and {b} are too alike (distance {distance(one, other):.2f}, at least {LEAST_DISTANCE})")
    return found

"""The cards that play records name, by canonical id, with their features: shipped cards, and given cards and packs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from shunt.files.library import card_names, pack_names
from shunt.generator.canonical import canonical_id
from shunt.generator.packs.reading import cards_of
from shunt.generator.rating.attempts import PlayedCard
from shunt.generator.rating.rate import rate
from shunt.generator.rating.unrated import UnratableError
from shunt.generator.rating.weights import FEATURE_OF, WEIGHTS, Features
from shunt.search.core.limits import Progress, no_progress

SCORED = frozenset({"optimum", "solutions", *(name for name in WEIGHTS if name not in FEATURE_OF)})


def played_cards(
    names: Sequence[str], shipped: bool = False, wanted: Collection[str] | None = None, progress: Progress = no_progress
) -> dict[str, PlayedCard]:
    """Return the cards with these names (of cards and packs) and, if `shipped`, all shipped cards, by canonical id.

    `wanted`: the ids to return, or None for all. Features are those stored on a card. A card without features is rated, and left
    out if that is not possible. Raise `InputError` if a name is neither a card nor a pack.
    """
    everything = (*names, *(pack_names() if shipped else ()), *(card_names() if shipped else ()))
    found: dict[str, PlayedCard] = {}
    cards = [card for name in everything for card in cards_of(name)[0]]
    for number, card in enumerate(cards):
        key = canonical_id(card)
        if key in found or (wanted is not None and key not in wanted):
            continue
        progress(card.name, number, len(cards))
        features: Features = card.rating.get("features", {})
        with suppress(UnratableError):
            found[key] = PlayedCard(key, card.name, features if features.keys() >= SCORED else rate(card).features)
    return found

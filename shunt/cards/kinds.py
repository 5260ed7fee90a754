"""What one kind of card offers and another does not.

Whatever depends on the kind is a method of the card or of its rules, or a `functools.singledispatch` function beside its
subject. Its base function refuses in words what a kind lacks, with `refused`.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.errors import CardError, Fault


def refused(value: Any, what: str, remedy: str = "") -> CardError:
    """Return the error that a card, or cards with these rules, cannot be `what`: drawn, rated, solved from both ends."""
    ruleset = getattr(value, "ruleset", "")
    name = f"cards of {ruleset}" if ruleset else f"values of type {type(value).__name__}"
    remedy = remedy or ("use a card of another ruleset" if ruleset else "give a card")
    return CardError(Fault("ruleset" if ruleset else "", f"{name} cannot be {what}", remedy, getattr(value, "path", "")))


@singledispatch
def route_card(card: Card, what: str = "have no trains", remedy: str = "use a card of switcher or railway") -> RouteCard:
    """Return `card` if trains run on it; raise `CardError`, which says that cards of its ruleset `what`."""
    raise CardError(Fault("ruleset", f"cards of {card.ruleset} {what}", remedy, card.path))


@route_card.register
def _(card: RouteCard, what: str = "", remedy: str = "") -> RouteCard:
    return card

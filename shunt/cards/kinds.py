"""The kinds of cards: which ruleset is read and written how. This is the one place that tells them apart by type.

A further ruleset is one class in `rules/`, one kind of card here, and one engine in `search/`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.cards.sidings import read_sidings_card, sidings_layout_table, sidings_table
from shunt.cards.trains import read_train_card, train_layout_table, train_table
from shunt.errors import CardError, Fault
from shunt.files.document import Document


@dataclass(frozen=True)
class Kind:
    """How cards of a ruleset are read from a file, and written as start, goal and options, and as an inline layout."""

    read: Callable[[Document], tuple[Card | None, list[Fault]]]
    puzzle_table: Callable[[Any], dict[str, Any]]
    layout_table: Callable[[Any], dict[str, Any]]


TRAINS = Kind(read_train_card, train_table, train_layout_table)
SIDINGS = Kind(read_sidings_card, sidings_table, sidings_layout_table)
KINDS: dict[str, Kind] = {"switcher": TRAINS, "railway": TRAINS, "sidings": SIDINGS}
"""Ruleset → kind of card."""

RULESETS = tuple(KINDS)


def route_card(card: Card, what: str = "have no trains", remedy: str = "use a card of switcher or railway") -> RouteCard:
    """Return `card` if trains run on it; raises `CardError`, which says that cards of its ruleset `what`."""
    if not isinstance(card, RouteCard):
        raise CardError(Fault("ruleset", f"cards of {card.ruleset} {what}", remedy, card.path))
    return card

"""A card as functions of the library take it: a card, or what names one."""

from __future__ import annotations

import os

from shunt.cards.card import Card


def as_card(card: Card | str | os.PathLike[str]) -> Card:
    """Return a card as it is, or load it by name, path or text."""
    if isinstance(card, Card):
        return card
    from shunt.cards.files import load_card  # a card made by a program needs nothing that reads files: 0.1 s

    return load_card(card)

"""Cards as parameters of library functions: a card, or something that names one."""

from __future__ import annotations

from shunt.cards.card import Card
from shunt.files.reading import StrPath


def as_card(card: Card | StrPath) -> Card:
    """Return a card unchanged, or load it by name, path or text."""
    if isinstance(card, Card):
        return card
    from shunt.cards.files import load_card  # a card made by a program needs nothing that reads files: 0.1 s

    return load_card(card)

"""The shipped cards, each read once in a process (cards are values, and many tests look at all of them), and cards as texts."""

from functools import cache

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.files.library import card_names, pack_names, puzzles_folder
from shunt.generator.packs.reading import read_manifest


@cache
def shipped_card(name: str) -> Card:
    """Return a shipped card by its name, or the card of a file by its path."""
    return load_card(name)


def shipped_cards() -> list[Card]:
    """Return every shipped card, by name."""
    return [shipped_card(name) for name in card_names()]


def shipped_pack(name: str) -> list[Card]:
    """Return the cards of a shipped pack, in order."""
    folder = puzzles_folder() / "packs" / name
    return [shipped_card(str(folder / f"cards/{slug}.toml")) for slug in read_manifest(folder)[0].order]


def packed_cards() -> list[Card]:
    """Return every card of the shipped packs."""
    folders = [puzzles_folder() / "packs" / name / "cards" for name in pack_names()]
    return [shipped_card(str(path)) for folder in folders for path in sorted(folder.glob("*.toml"))]

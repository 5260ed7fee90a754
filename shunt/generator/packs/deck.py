"""A pack as a deck to play: its cards in order, and the log of results over it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.errors import Fault, InputError
from shunt.files.library import puzzles_folder
from shunt.generator.packs.manifest import Manifest, card_path_in, read_manifest
from shunt.generator.packs.results import ResultLog, deck_key


@dataclass(frozen=True)
class Deck:
    """The cards of a pack in order; `key` follows from their digests."""

    name: str
    title: str
    cards: tuple[Card, ...]
    key: str

    def log(self, file: str | None = None) -> ResultLog:
        """Return the log of results over this deck; `file`: where it is, None for the user's data folder."""
        return ResultLog.of_deck(self.name, self.key, file)

    def numbered(self, number: int) -> Card:
        """Return the card with a number, from 1; raise `InputError` for a number without a card."""
        if not 1 <= number <= len(self.cards):
            raise InputError(Fault("card", f"{self.title} has no card {number}", f"a number from 1 to {len(self.cards)}"))
        return self.cards[number - 1]


def pack_folder(path_or_name: str | os.PathLike[str]) -> Path:
    """Return the folder meant by a path, or by the name of a shipped pack."""
    folder = Path(path_or_name)
    shipped = puzzles_folder() / "packs" / folder.name
    return shipped if not folder.exists() and len(folder.parts) == 1 and shipped.is_dir() else folder


def load_deck(path_or_name: str | os.PathLike[str]) -> Deck:
    """Load the cards of a pack, by its folder or the name of a shipped one; raise `InputError` for what is not a pack."""
    folder = pack_folder(path_or_name)
    manifest, _ = read_manifest(folder)
    return deck_of(manifest, [load_card(card_path_in(folder, name)) for name in manifest.order])


def deck_of(manifest: Manifest, cards: Sequence[Card]) -> Deck:
    """Return the deck of a pack that was read: its manifest, and its cards in order."""
    digests = [(name, manifest.sha256.get(f"cards/{name}.toml", "")) for name in manifest.order]
    return Deck(manifest.name, manifest.title, tuple(cards), deck_key(digests))

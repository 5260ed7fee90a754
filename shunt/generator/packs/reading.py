"""A pack read whole: its manifest and its cards, in order."""

from __future__ import annotations

import os
from pathlib import Path

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.errors import Fault, InputError
from shunt.files.library import card_names, puzzles_folder
from shunt.generator.packs.manifest import MANIFEST, Manifest, card_path_in, read_manifest


def pack_folder(name: str | os.PathLike[str]) -> Path | None:
    """Return the folder of the pack called `name`: a folder with this path, or a shipped pack; None if it is neither.

    The name of a shipped card is never a pack, and a folder in the current one hides no shipped pack unless it is one itself.
    """
    text = os.fspath(name)
    if "\0" in text:
        return None
    shipped = puzzles_folder() / "packs" / text
    is_plain = os.sep not in text
    if os.path.isdir(text) and not (text in card_names() or (is_plain and (shipped / MANIFEST).is_file())):
        return Path(text)
    return shipped if is_plain and text not in ("", ".", "..") and shipped.is_dir() else None


def load_pack(folder: str | os.PathLike[str]) -> tuple[Manifest, list[Card]]:
    """Read the manifest and the cards of a pack; raise `InputError` with every fault. Nothing is proved (see `check_pack`)."""
    manifest, document = read_manifest(folder)
    if not manifest.order:
        raise InputError(document.fault(("order",), f"{MANIFEST} lists no cards", "list the cards of the pack"))
    cards: list[Card] = []
    faults: list[Fault] = []
    for name in manifest.order:
        try:
            cards.append(load_card(card_path_in(folder, name)))
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(faults)
    return manifest, cards

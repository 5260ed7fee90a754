"""Reading packs: the manifest with the SHA-256 of every file, the cards in order, and the deck that is played.

A card's file is named by a permanent slug, and the order is only in the manifest. Its layout is a file in `layouts/`, shared by
all cards on it. Packs are read without the code that makes them, so that printing and playing start at once.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from shunt.cards.card import Card
from shunt.cards.files import card_in
from shunt.cards.given import as_card
from shunt.cards.writing import puzzle_text
from shunt.errors import Fault, InputError, faults_into, raise_faults
from shunt.files.document import Document, read_inner_document
from shunt.files.library import card_names, puzzles_folder
from shunt.files.printable import printable
from shunt.files.reading import StrPath, is_file_name, is_inner_path, name_fault, read_inside
from shunt.files.shapes import Free, Name, Shape, entry
from shunt.files.validation import check_shape
from shunt.generator.folder_update import recover_folder
from shunt.generator.packs.results import ResultLog, deck_key, results_folder

SCHEMA = "shunt-pack/1"
MANIFEST = "manifest.toml"
GUIDES = "sheets/yard-guides.txt"
MOST_CARDS = 10_000
LEAST_DISTANCE = 0.3  # between any two cards of a pack


class Manifest(Shape):
    """The manifest of a pack, `schema = "shunt-pack/1"`."""

    schema_: Literal["shunt-pack/1"] = entry("File type and version.", SCHEMA, alias="schema")
    name: Name = entry("Name of the pack.", "my-pack")
    title: Annotated[str, Field(max_length=1000)] = entry("Title of the pack.", "My pack")
    order: Annotated[list[str], Field(max_length=MOST_CARDS)] = entry(
        "List of the cards in order: their file names without `.toml`.", 'order = ["first-swap", "wye"]'
    )
    sha256: Annotated[dict[str, str], Field(max_length=3 * MOST_CARDS)] = entry(
        "Table with the SHA-256 digest of each card file and layout file.", '[sha256] with "cards/first-swap.toml" = "…"'
    )
    tiers: dict[str, str] = entry("Table with the tier of each card.", '[tiers] with first-swap = "green"', default={})
    seed: str = entry("Random seed, as a string.", "1", default="")
    version: str = entry("Program version.", "0.1.0", default="")
    boards: list[str] = entry("List of the layout names, the main one first.", 'boards = ["wye-18"]', default=[])
    deck: Literal["", "box"] = entry(
        '`"box"` if the pack must match the deck of a boxed game: one board, 40 cards with 8 of each tier, at most 2 '
        "locomotives, 2 broken tracks and 5 cars, and a goal for every piece. `shunt pack check` tests this.",
        "box",
        default="",
    )
    distance: float = entry(
        "Minimum distance between two cards on the same board: 0 if all starts and goals are the same, 1 if all differ.",
        LEAST_DISTANCE,
        default=LEAST_DISTANCE,
    )
    about: Free = entry("Any keys.", "[about]", default={})

    @property
    def files(self) -> set[str]:
        """The files of the pack: those with a digest, this one, and the sheets."""
        return {*self.sha256, MANIFEST, GUIDES, *(f"sheets/{name}.txt" for name in self.order)}


def read_manifest(folder: StrPath) -> tuple[Manifest, Document]:
    """Read the manifest of a pack, after finishing an interrupted update; raise `InputError`, which lists all faults.

    Every path in the returned manifest is inside the folder and consists of valid file names.
    """
    path = Path(folder) / MANIFEST
    if os.path.isdir(folder):
        recover_folder(Path(folder))
        if not os.path.exists(path):
            what = f"this folder is not a pack (it has no {MANIFEST})"
            raise InputError(Fault("", what, "give the folder of a pack", printable(os.fspath(folder))))
    document = read_inner_document(path)
    model, faults = check_shape(Manifest, document)
    if document.data.get("schema") != SCHEMA:
        fault = document.fault(("schema",), "this is not the manifest of a pack", f'write schema = "{SCHEMA}"')
        faults = [fault, *(one for one in faults if one.where != "schema")]
    if model is None or faults:
        raise InputError(faults)
    names, foreign = enumerate(model.order), (path for path in model.sha256 if not is_inner_path(path))
    faults = [document.fault(("order", number), *name_fault(name)) for number, name in names if not is_file_name(name)]
    what = "is not a path inside the pack"
    faults += [
        document.fault(("sha256",), f"{printable(path[:200])!r} {what}", "such as cards/first-swap.toml") for path in foreign
    ]
    raise_faults(faults)
    return model, document


def read_packed(folder: StrPath, name: str) -> tuple[Card, Document]:
    """Read a card of a pack, with its layout from the pack, and its file; raise `InputError`, which lists every fault."""
    path = f"cards/{name}.toml"
    read_inside(folder, path)  # it must be a regular file inside the pack
    document = read_inner_document(Path(folder) / path)
    layout = document.data.get("layout")
    if isinstance(layout, str) and "/" in layout:
        read_inside(folder, posixpath.normpath(f"cards/{layout}"))
    return card_in(document), document


# --------------------------------------------------------------------------------------------------------------------
# The cards


def pack_folder(name: StrPath) -> Path | None:
    """Return the folder of the pack called `name`: a folder with this path, or a shipped pack. Return None if it is neither.

    The name of a shipped card is never a pack. A folder in the current one hides a shipped pack only if it is a pack itself.
    """
    text = os.fspath(name)
    if "\0" in text:
        return None
    shipped = puzzles_folder() / "packs" / text
    is_plain = os.sep not in text
    if os.path.isdir(text) and not (text in card_names() or (is_plain and (shipped / MANIFEST).is_file())):
        return Path(text)
    return shipped if is_plain and text not in ("", ".", "..") and shipped.is_dir() else None


def load_pack(folder: StrPath) -> tuple[Manifest, Deck]:
    """Read the manifest and the cards of a pack; raise `InputError`, which lists all faults. Nothing is proved (see
    `check_pack`)."""
    manifest, document = read_manifest(folder)
    if not manifest.order:
        raise InputError(document.fault(("order",), f"{MANIFEST} lists no cards", "list the cards of the pack"))
    cards: list[Card] = []
    faults: list[Fault] = []
    for name in manifest.order:
        with faults_into(faults):
            cards.append(read_packed(folder, name)[0])
    raise_faults(faults)
    key = deck_key([(card.name, puzzle_text(card)) for card in cards])
    return manifest, Deck(manifest.name, manifest.title, tuple(cards), key)


@dataclass(frozen=True)
class Deck:
    """The cards of a pack in order. `key` is computed from their names and puzzles."""

    name: str
    title: str
    cards: tuple[Card, ...]
    key: str

    def log(self, file: str | None = None) -> ResultLog:
        """Return the log of results for this deck. `file` is its file; None means the one in the user's data folder."""
        return ResultLog(results_folder() / f"{self.name}.jsonl" if file is None else Path(file), self.name, self.key)

    def unsolved(self, log: ResultLog, tier: str | None) -> list[Card]:
        """Return the cards (of one tier, if it is given) that have no result in a log."""
        solved = log.best()
        return [card for card in self.cards if card.name not in solved and tier in (None, card.tier)]

    def numbered(self, number: int) -> Card:
        """Return the card with this number, from 1; raise `InputError` if there is none."""
        if not 1 <= number <= len(self.cards):
            raise InputError("card", f"{self.title} has no card {number}", f"a number from 1 to {len(self.cards)}")
        return self.cards[number - 1]


def load_deck(path_or_name: StrPath) -> Deck:
    """Load the cards of a pack, given by its folder or the name of a shipped one; raise `InputError` if it is not a pack."""
    return load_pack(pack_folder(path_or_name) or path_or_name)[1]


def cards_of(what: Card | StrPath | Iterable[Card]) -> tuple[Sequence[Card], Deck | None]:
    """Return the cards given by a card, cards, or the name or folder of a pack; also return the pack, if it is one."""
    if isinstance(what, str | os.PathLike) and (folder := pack_folder(what)) is not None:
        _, deck = load_pack(folder)
        return deck.cards, deck
    if isinstance(what, Card | str | os.PathLike):
        return [as_card(what)], None
    return [as_card(card) for card in what], None

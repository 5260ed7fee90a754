"""The cards of a site: those of packs, folders and files, each with an address of its own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.errors import Fault, InputError
from shunt.files.printable import printable
from shunt.files.reading import is_file_name
from shunt.generator.packs.reading import MANIFEST, Deck, deck_of, load_pack, pack_folder

MOST_CARDS = 5_000
MOST_PRINTED = 20  # PDF files of one pack
MOST_LOOKED_AT = 20_000  # names in a folder


@dataclass(frozen=True)
class SiteCard:
    """A card of a site. `slug`: its address, a name that may be that of a file; `deck`: its pack, if it is of one."""

    slug: str
    card: Card
    deck: Deck | None = None

    @property
    def pack(self) -> str:
        """The title of the card's pack, or ""."""
        return self.deck.title if self.deck else ""

    @property
    def title(self) -> str:
        """The title of the card."""
        return str(self.card.about.get("title") or self.card.name)


@dataclass(frozen=True)
class PackPdf:
    """A PDF file that a pack's folder holds: its address in the site, its title, the file."""

    slug: str
    title: str
    file: Path


@dataclass(frozen=True)
class Collection:
    """What a site shows: its title, its cards in order, and files to print."""

    title: str
    entries: tuple[SiteCard, ...]
    printed: tuple[PackPdf, ...] = ()


def collect(names: Sequence[str | os.PathLike[str]], title: str = "") -> Collection:
    """Return the cards that names mean: packs, folders with packs or cards in them, and cards.

    Raises `InputError` with every fault, for a name without cards, and for more than `MOST_CARDS` cards.
    """
    entries: list[SiteCard] = []
    printed: list[PackPdf] = []
    titles: list[str] = []
    faults: list[Fault] = []
    for name in names:
        try:
            found, pdfs, heading = _meant(name)
        except InputError as error:
            faults += error.faults
            continue
        entries += found
        printed += pdfs
        titles.append(heading)
    if not faults and len(entries) > MOST_CARDS:
        faults.append(Fault("", f"{len(entries):,} cards, and a site has at most {MOST_CARDS:,}", "give fewer packs"))
    if faults:
        raise InputError(faults)
    return Collection(title or (titles[0] if len(titles) == 1 else "Shunting puzzles"), _unique(entries), tuple(printed))


def _meant(name: str | os.PathLike[str]) -> tuple[list[SiteCard], list[PackPdf], str]:
    """Return the cards and files to print that a name means, and a title."""
    folder = pack_folder(name)
    if folder is None:
        card = load_card(name)
        return [SiteCard(_slug(card.name), card)], [], str(card.about.get("title") or card.name)
    if (folder / MANIFEST).is_file():
        return _pack(folder)
    entries: list[SiteCard] = []
    printed: list[PackPdf] = []
    for path in _names_in(folder):
        if path.is_dir() and (path / MANIFEST).is_file():
            found, pdfs, _ = _pack(path)
            entries += found
            printed += pdfs
        elif path.suffix == ".toml" and path.is_file() and _is_card(path):
            card = load_card(path)
            entries.append(SiteCard(_slug(card.name), card))
    if not entries:
        raise InputError(Fault("", "this folder holds neither packs nor cards", "give a pack", printable(os.fspath(name))))
    return entries, printed, folder.resolve().name


def _pack(folder: Path) -> tuple[list[SiteCard], list[PackPdf], str]:
    manifest, cards = load_pack(folder)
    named = [f"{manifest.name}-{file}" for file in manifest.order]
    deck = deck_of(manifest, cards)
    entries = [SiteCard(_slug(name), card, deck) for name, card in zip(named, cards, strict=True)]
    pdfs = [path for path in _names_in(folder) if path.suffix.lower() == ".pdf" and path.is_file() and is_file_name(path.name)]
    printed = [
        PackPdf(f"{_slug(manifest.name)}-{path.name}", f"{manifest.title}: {path.stem}", path) for path in pdfs[:MOST_PRINTED]
    ]
    return entries, printed, manifest.title


def _names_in(folder: Path) -> list[Path]:
    try:
        return sorted(islice(folder.iterdir(), MOST_LOOKED_AT))
    except OSError as error:
        shown = printable(str(folder))
        raise InputError(Fault("", f"the folder cannot be read: {error.strerror}", "give a pack", shown)) from None


def _is_card(path: Path) -> bool:
    """Return whether a file begins like a card; other files of a folder of cards, such as layouts, are passed over."""
    with path.open("rb") as file:
        return b"shunt-card/" in file.read(4000)


def _slug(name: str) -> str:
    """Return a name as a part of an address that is also the name of a file on every system."""
    return name if is_file_name(name) else "card"


def _unique(entries: Sequence[SiteCard]) -> tuple[SiteCard, ...]:
    """Return the cards with different addresses, also where upper and lower case are the same."""
    used: dict[str, int] = {}
    unique = []
    for entry in entries:
        key = entry.slug.casefold()
        used[key] = used.get(key, 0) + 1
        slug = entry.slug if used[key] == 1 else f"{entry.slug}--{used[key]}"
        unique.append(SiteCard(slug, entry.card, entry.deck))
    return tuple(unique)

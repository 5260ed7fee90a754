"""The cards of a site, from packs, folders and files, each with its own address."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.errors import Fault, InputError, faults_into, raise_faults
from shunt.files.printable import printable
from shunt.files.reading import StrPath, is_file_name
from shunt.generator.packs.reading import MANIFEST, Deck, load_pack, pack_folder

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


def collect(names: Sequence[StrPath], title: str = "") -> Collection:
    """Return the cards that names mean: packs, folders with packs or cards in them, and cards.

    Raise `InputError`, which lists every fault, if a name has no cards or there are more than `MOST_CARDS` cards.
    """
    found: list[Collection] = []
    faults: list[Fault] = []
    for name in names:
        with faults_into(faults):
            found.append(_meant(name))
    count = sum(len(one.entries) for one in found)
    if not faults and count > MOST_CARDS:
        faults.append(Fault("", f"{count:,} cards, and a site has at most {MOST_CARDS:,}", "give fewer packs"))
    raise_faults(faults)
    whole = _joined(title or (found[0].title if len(found) == 1 else "Shunting puzzles"), found)
    return replace(whole, entries=_unique(whole.entries))


def _joined(title: str, parts: Sequence[Collection]) -> Collection:
    entries, printed = ([one for part in parts for one in getattr(part, name)] for name in ("entries", "printed"))
    return Collection(title, tuple(entries), tuple(printed))


def _meant(name: StrPath) -> Collection:
    """Return the cards and files to print that a name means."""
    folder = pack_folder(name)
    if folder is None:
        return _single(load_card(name))
    if (folder / MANIFEST).is_file():
        return _pack(folder)
    found: list[Collection] = []
    for path in _names_in(folder):
        if path.is_dir() and (path / MANIFEST).is_file():
            found.append(_pack(path))
        elif path.suffix == ".toml" and path.is_file() and _is_card(path):
            found.append(_single(load_card(path)))
    if not found:
        raise InputError(Fault("", "this folder holds neither packs nor cards", "give a pack", printable(os.fspath(name))))
    return _joined(folder.resolve().name, found)


def _single(card: Card) -> Collection:
    return Collection(card.title, (SiteCard(_slug(card.name), card),))


def _pack(folder: Path) -> Collection:
    manifest, deck = load_pack(folder)
    named = [f"{manifest.name}-{file}" for file in manifest.order]
    entries = [SiteCard(_slug(name), card, deck) for name, card in zip(named, deck.cards, strict=True)]
    pdfs = [path for path in _names_in(folder) if path.suffix.lower() == ".pdf" and path.is_file() and is_file_name(path.name)]
    slug = _slug(manifest.name)
    printed = [PackPdf(f"{slug}-{path.name}", f"{manifest.title}: {path.stem}", path) for path in pdfs[:MOST_PRINTED]]
    return Collection(manifest.title, tuple(entries), tuple(printed))


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
    used = Counter[str]()
    unique = []
    for entry in entries:
        key = entry.slug.casefold()
        used[key] += 1
        unique.append(entry if used[key] == 1 else replace(entry, slug=f"{entry.slug}--{used[key]}"))
    return tuple(unique)

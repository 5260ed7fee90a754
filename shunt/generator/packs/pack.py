"""A pack that a user makes of cards, opens, changes and saves.

A card is solved and rated once. Afterwards, its file and that of its layout are trusted as long as they match the manifest. A
change therefore writes only the manifest and the files of the changed cards. Git merges manifests line by line
(`.gitattributes`): each card has a line in `order`, in `[tiers]` and in `[sha256]`, and the manifest contains no totals. Sheets
are generated from the cards and are not committed (`.gitignore`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from shunt.cards.card import Card
from shunt.cards.claims import without_usual_ranks
from shunt.cards.given import as_card
from shunt.cards.writing import card_text, layout_text
from shunt.errors import Fault, InputError, counted, raise_faults, suggest
from shunt.files.atomic import write_text_atomically
from shunt.files.library import puzzles_folder
from shunt.files.names import is_name
from shunt.files.numbers import whole_number
from shunt.files.printable import printable
from shunt.files.reading import StrPath, is_file_name, read_inside, reason_of
from shunt.files.version import program_version
from shunt.generator.folder_update import holds_own, update_folder
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs.box import box_faults
from shunt.generator.packs.check import Finding, checked_card, digest_of, is_claimed, is_unchanged, trusted_card
from shunt.generator.packs.reading import (
    GUIDES,
    LEAST_DISTANCE,
    MANIFEST,
    SCHEMA,
    Manifest,
    pack_folder,
    read_manifest,
    read_packed,
)
from shunt.generator.packs.selection import faults_of_order
from shunt.generator.packs.sheets import guides, sheet
from shunt.generator.packs.titles import distinct, slug_of
from shunt.generator.rating.weights import SHIPPED, Weights
from shunt.search.core.limits import Limits, Progress, no_progress
from shunt.track.layout import AnyLayout, Layout
from shunt.track.layout_table import layout_table

FOR_GIT = {".gitattributes": f"{MANIFEST} merge=union\n", ".gitignore": "sheets/\n"}
"""The settings for git that a pack gets, unless its owner has changed them."""


@dataclass(frozen=True)
class PackedCard:
    """A card of a pack: its slug, what is proven about it, and the text of its file.

    `edited`: the digest in the manifest if the file does not match it, or if nothing is proven about the card.
    """

    slug: str
    made: ProvenCard
    text: str
    edited: str = ""


class Pack:
    """A pack of cards in order. Make one from cards or open one, change it, and save it as a folder.

    `seed` is the random seed, if there is one. `deck` is "box" if the pack is like the deck of a boxed game. Cards are given
    by their slugs, which are the names of their files, or by their numbers from 1.

    >>> import tempfile
    >>> pack = Pack("mine", "My cards")
    >>> pack.add(["first-swap", "about-turn"])
    []
    >>> [card.name for card in pack.cards]
    ['about-turn', 'first-swap']
    >>> folder = pack.save(tempfile.mkdtemp() + "/mine")
    >>> Pack.open(folder).slugs
    ('about-turn', 'first-swap')
    """

    def __init__(self, name: str, title: str = "", *, seed: str = "", deck: str = "") -> None:
        if not is_name(name):
            raise InputError("name", f"{name!r} is not a name", "names have letters, digits, _, - and . only")
        self.name, self.title, self.seed, self.deck = name, title or name.replace("-", " ").title(), seed, deck
        self.folder: Path | None = None
        self._packed: list[PackedCard] = []
        self._layouts: dict[str, tuple[AnyLayout, str]] = {}
        self._about: Mapping[str, Any] = {}

    @classmethod
    def from_proven(cls, name: str, title: str, seed: str, cards: Iterable[ProvenCard], deck: str = "") -> Pack:
        """Return a pack of `cards`, which are proven, rated and named, in this order."""
        pack = cls(name, title, seed=seed, deck=deck)
        pack._packed = [pack._packed_card(made.card.name, made) for made in cards]
        return pack

    @classmethod
    def open(cls, folder: StrPath, without: Sequence[str] = ()) -> Pack:
        """Open the pack in `folder`, or the shipped pack of this name. The cards in `without` are left out and need not be
        readable.

        Edited cards are solved by `settle`. Raise `InputError`, which lists every fault in the files.
        """
        found = pack_folder(folder) or Path(folder)
        manifest, _ = read_manifest(found)
        pack = cls(manifest.name, manifest.title, seed=manifest.seed, deck=manifest.deck)
        pack.folder, pack._about = found, manifest.about
        left_out = {_slug_in(manifest.order, name) for name in without}
        faults: list[Fault] = []
        for slug in manifest.order:
            try:
                if slug not in left_out:
                    pack._read(slug, manifest)
            except InputError as error:
                remedy = f"correct it, or remove the card {slug} from the pack"
                faults += [replace(fault, remedy=fault.remedy or remedy) for fault in error.faults]
        raise_faults(faults)
        known = pack._layouts
        pack._layouts = {board: known[board] for board in (*manifest.boards, *known) if board in known}
        return pack

    def _read(self, slug: str, manifest: Manifest) -> None:
        assert self.folder is not None
        card, document = read_packed(self.folder, slug)
        if card.layout_ref.startswith("../layouts/"):
            stem = PurePosixPath(card.layout_ref).stem
            text = read_inside(self.folder, f"layouts/{stem}.toml").decode()
            self._layouts.setdefault(stem, (card.layout, text))
        edited = ""
        if not is_claimed(card) or not is_unchanged(self.folder, manifest, document):
            edited = manifest.sha256.get(f"cards/{slug}.toml") or "edited"
        if not is_claimed(card):
            card = replace(card, rating={"tier": "", "grade": 0.0} | dict(card.rating), proof={"optimum": 0})
        self._packed.append(PackedCard(slug, trusted_card(card)[0], document.text, edited))

    # ------------------------------------------------------------------------------------------------------------ cards

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in order."""
        return tuple(one.made.card for one in self._packed)

    @property
    def proven(self) -> tuple[ProvenCard, ...]:
        """The cards in order, with their proofs."""
        return tuple(one.made for one in self._packed)

    @property
    def slugs(self) -> tuple[str, ...]:
        """The names of the cards' files, in order."""
        return tuple(one.slug for one in self._packed)

    @property
    def edited(self) -> tuple[str, ...]:
        """The cards whose files do not match the manifest. `settle` solves them."""
        return tuple(one.slug for one in self._packed if one.edited)

    def __len__(self) -> int:
        return len(self._packed)

    def __repr__(self) -> str:
        return f"<Pack {self.name}: {counted(len(self), 'cards')}>"

    # ---------------------------------------------------------------------------------------------------------- changes

    def add(
        self,
        cards: Iterable[Card | StrPath],
        *,
        limits: Limits | None = None,
        weights: Weights = SHIPPED,
        progress: Progress = no_progress,
    ) -> list[Finding]:
        """Solve and rate `cards` and insert them by grade; return the findings about them.

        A card is left out if its optimum cannot be proven or it is already in the pack; the findings give the reason. After
        an interrupt, the pack keeps the cards that were already added.
        """
        findings: list[Finding] = []
        for given in cards:
            try:
                card = as_card(given)
                progress(card.name, 0, 0)
                made, found = self._as_it_is(card, limits, weights)
                findings += [replace(one, where=card.path or card.name) for one in found]
                if made is not None:
                    name = card.name if is_file_name(card.name) else slug_of(card.name)
                    self._insert(self._packed_card(distinct(name, self.slugs, "-"), made))
            except InputError as error:
                findings += [Finding(one.file or str(given), one.what, True, one.remedy) for one in error.faults]
        return findings

    def remove(self, *names: str) -> None:
        """Remove the cards called `names`; raise `InputError` if any of them is not in the pack."""
        slugs = {_slug_in(self.slugs, name) for name in names}
        self._packed = [one for one in self._packed if one.slug not in slugs]

    def replace(
        self, card: Card | StrPath, name: str = "", *, limits: Limits | None = None, weights: Weights = SHIPPED
    ) -> list[Finding]:
        """Replace the card called `name` (default: the name of `card`) by `card`; return the findings about the new card.

        The slug stays the same. If the optimum of the new card cannot be proven, the pack does not change.
        """
        fresh = as_card(card)
        slug = _slug_in(self.slugs, name or fresh.name)
        made, findings = self._as_it_is(fresh, limits, weights, slug)
        if made is not None:
            old = self._packed[self.slugs.index(slug)].made.card
            title = {"title": str(old.about["title"])} if "title" in old.about else {}
            named = replace(made.card, name=old.name, about=title | dict(made.card.about))
            self._move(self._packed_card(slug, replace(made, card=named)))
        return findings

    def settle(
        self, *, limits: Limits | None = None, weights: Weights = SHIPPED, progress: Progress = no_progress
    ) -> list[Finding]:
        """Solve and rate the cards that were edited; return the findings about them.

        A card whose optimum cannot be proven stays in the pack and still counts as edited.
        """
        findings: list[Finding] = []
        for old in [*self._packed]:
            if not old.edited:
                continue
            progress(old.made.card.name, 0, 0)
            made, found = self._as_it_is(old.made.card, limits, weights, old.slug)
            findings += [replace(one, where=f"cards/{old.slug}.toml") for one in found]
            if made is not None:
                self._move(PackedCard(old.slug, made, _with_about(card_text(made.card, old.text), _about(made))))
        return findings

    def merge(self, other: Pack) -> list[Finding]:
        """Add the cards of `other` with their proofs; return a note for each card that this pack already has."""
        findings = []
        for one in other._packed:
            if one.edited:
                findings.append(Finding(one.slug, "it was edited and is not proven", True, "settle the other pack first"))
            elif twin := self._twin(one.made):
                findings.append(Finding(one.slug, f"the same puzzle as {twin}", False))
            else:
                self._insert(self._packed_card(distinct(one.slug, self.slugs, "-"), one.made))
        return findings

    def rename(self, name: str = "", title: str = "", *, card: str = "") -> None:
        """Change the `name` or `title` of the pack, or of its card `card`; raise `InputError` if that is not possible."""
        if name and not (is_name(name) and (not card or is_file_name(name))):
            raise InputError("name", f"{name!r} is not a name", "names have letters, digits, _, - and . only")
        if not card:
            self.name, self.title = name or self.name, title or self.title
            return
        slug = _slug_in(self.slugs, card)
        if name in self.slugs and name != slug:
            raise InputError("name", f"the pack has a card {name} already", "choose another name")
        number = self.slugs.index(slug)
        old = self._packed[number]
        about = {"title": title} if title else {}
        renamed = replace(old.made.card, name=name or old.made.card.name, about={**old.made.card.about, **about})
        text = _with_about(old.text, about, name)
        self._packed[number] = replace(old, slug=name or slug, made=replace(old.made, card=renamed), text=text)

    def findings(self) -> list[Finding]:
        """Return the findings about the order of the cards."""
        return [Finding("order", words, False) for words in faults_of_order(self.proven)]

    # --------------------------------------------------------------------------------------------------------- the parts

    def _twin(self, made: ProvenCard, but: str = "") -> str | None:
        return next((one.slug for one in self._packed if one.made.id == made.id and one.slug != but), None)

    def _as_it_is(
        self, card: Card, limits: Limits | None, weights: Weights, slug: str = ""
    ) -> tuple[ProvenCard | None, list[Finding]]:
        """Solve and rate a card (that of `slug`, if it is in the pack), and ignore the proof, Yard Guide and rating stored on it.
        A limit or ranks set by the author are kept. Return None if it cannot be in the pack, or is in it already."""
        made, findings = checked_card(without_usual_ranks(replace(card, proof={}, guide=(), rating={})), weights, limits)
        if made is None or any(one.is_fault for one in findings):
            return None, findings
        if twin := self._twin(made, slug):
            return None, [Finding(card.name, f"the same puzzle as {twin}", True, "leave it out")]
        return made, findings

    def _insert(self, packed: PackedCard) -> None:
        """Insert a card after the last card with the same or a lower grade."""
        number = max((number for number, one in enumerate(self._packed, 1) if one.made.grade <= packed.made.grade), default=0)
        self._packed.insert(number, packed)

    def _move(self, packed: PackedCard) -> None:
        """Put a changed card in its previous place or, if that would break the order, where its grade belongs."""
        number = self.slugs.index(packed.slug)
        grades = [one.made.grade for one in [*self._packed[:number][-1:], packed, *self._packed[number + 1 :][:1]]]
        if grades == sorted(grades):
            self._packed[number] = packed
        else:
            del self._packed[number]
            self._insert(packed)

    def _packed_card(self, slug: str, made: ProvenCard) -> PackedCard:
        """Return a card with its file, which names its layout in the pack."""
        card = made.card
        about = {"title": card.title} | _about(made)
        kept = {key: value for key, value in card.about.items() if key not in about}
        card = replace(card, about=about | kept, layout_ref=f"../layouts/{self._layout_for(card)}.toml", path="")
        return PackedCard(slug, replace(made, card=card), card_text(card))

    def _layout_for(self, card: Card) -> str:
        """Return the name of the file for a card's layout. It is a new name if the pack does not have that layout yet."""
        layout, wanted = card.layout, layout_table(card.layout)
        name = layout.name or card.board_name or card.name
        for stem, (known, _) in self._layouts.items():
            if layout_table(known) == wanted and (known.name or stem) == name:
                return stem
        stem = distinct(name if is_file_name(name) else slug_of(name), self._layouts, "-")
        if not layout.name:
            layout = (
                replace(layout, plan=replace(layout.plan, name=name))
                if isinstance(layout, Layout)
                else replace(layout, name=name)
            )
        self._layouts[stem] = (layout, layout_text(layout))
        return stem

    # ----------------------------------------------------------------------------------------------------------- saving

    def save(self, folder: StrPath | None = None, *, replace: bool = False) -> Path:
        """Write the pack to `folder`, completely or not at all; return the folder. The default is the folder from which the
        pack was opened.

        Only files that the pack's own manifest names are replaced or removed. Raise `InputError` for a shipped pack, for
        another folder that is not empty (unless it is a pack and `replace` is true), if a file that the old manifest does
        not name would be overwritten, or if writing fails.
        """
        given = folder if folder is not None else self.folder
        if given is None:
            raise InputError("folder", "the pack has no folder yet", "name one")
        try:
            target = Path(given).resolve()  # a link to a pack stays a link
        except (OSError, RuntimeError, ValueError) as error:
            what = f"{printable(os.fspath(given))} cannot be used: {reason_of(error)}"
            raise InputError("folder", what, "choose a folder that can be written") from None
        if folder is None and target.is_relative_to(puzzles_folder().resolve() / "packs"):
            remedy = f"copy its folder first: {printable(str(target))}"
            raise InputError("folder", f"{target.name} is a shipped pack, which stays as it is", remedy)
        is_own = self.folder is not None and target == self.folder.resolve()
        refuse_taken(target, replace or is_own)
        if self.deck and box_faults(self.cards):
            self.deck = ""
        texts = self.texts()
        changed = {path: text.encode() for path, text in texts.items() if not _is_same(target, path, text)}
        sheets = {f"sheets/{one.slug}.txt": one for one in self._packed}
        for path, one in sheets.items():
            if f"cards/{one.slug}.toml" in changed or not (target / path).is_file():
                changed[path] = sheet(one.made).encode()
        kept = (texts.keys() | sheets.keys()) - changed.keys()
        owned = read_manifest(target)[0].files if os.path.lexists(target / MANIFEST) else set()
        update_folder(target, changed, (owned | sheets.keys()) - kept)
        for name, text in FOR_GIT.items():
            if not os.path.lexists(target / name):
                write_text_atomically(target / name, text)
        self.folder = target
        return target

    def texts(self) -> dict[str, str]:
        """Return a mapping from paths to the texts of the pack's files, without the sheets of its cards. The manifest comes
        last."""
        import tomlkit

        used = {PurePosixPath(one.made.card.layout_ref).stem for one in self._packed}
        self._layouts = {stem: layout for stem, layout in self._layouts.items() if stem in used}
        texts = {f"layouts/{stem}.toml": text for stem, (_, text) in self._layouts.items()}
        texts |= {f"cards/{one.slug}.toml": one.text for one in self._packed}
        digests = {path: digest_of(text.encode()) for path, text in texts.items()}
        digests |= {f"cards/{one.slug}.toml": one.edited for one in self._packed if one.edited}
        manifest = {
            "schema": SCHEMA,
            "name": self.name,
            "title": self.title,
            **({"deck": self.deck} if self.deck == "box" else {}),
            "seed": self.seed,
            "version": program_version(),
            "distance": LEAST_DISTANCE,
            "boards": _lines(self._layouts),
            "order": _lines(self.slugs),
            "tiers": {one.slug: one.made.tier for one in sorted(self._packed, key=lambda one: one.slug)},
            "sha256": dict(sorted(digests.items())),
            **({"about": dict(self._about)} if self._about else {}),
        }
        return texts | {GUIDES: guides(self.title, self.proven), MANIFEST: tomlkit.dumps(manifest)}


def refuse_taken(target: Path, replace: bool, how: str = "replace the pack") -> None:
    """Raise `InputError` if a pack may not be written to this folder. `how` says how to replace the existing one."""
    if holds_own(target, MANIFEST, "pack") and not replace:
        raise InputError("folder", f"{printable(str(target))} already exists", f"choose another folder, or {how}")


def _slug_in(slugs: Sequence[str], name: str) -> str:
    """Return the slug of the card of a pack with this slug or number (from 1); raise `InputError` if there is none."""
    if name in slugs:
        return name
    if 1 <= (number := whole_number(name) or 0) <= len(slugs):
        return slugs[number - 1]
    remedy = suggest(name, slugs) if slugs else "the pack is empty"
    raise InputError("card", f"the pack has no card {printable(name)!r}", remedy)


def _about(made: ProvenCard) -> dict[str, Any]:
    """Return the program's entries under `[about]` for a card in a pack."""
    return {"board": made.card.board_name, "mechanics": list(made.mechanics), "look": made.look, "id": made.id}


def _with_about(text: str, about: Mapping[str, Any], name: str = "") -> str:
    """Return the text of a card's file with entries under `[about]` and another name; the rest is unchanged."""
    import tomlkit

    document = tomlkit.parse(text)
    if name:
        document["name"] = name
    table: Any = document.setdefault("about", tomlkit.table())
    for key, value in about.items():
        if key not in table or table[key] != value:
            table[key] = value
    return tomlkit.dumps(document)


def _lines(names: Iterable[str]) -> Any:
    """Return a list with one name per line, even if it has one name or none, so that lines of two branches can be merged."""
    import tomlkit

    array = tomlkit.array()
    array.extend(names)
    return array.multiline(True)


def _is_same(target: Path, path: str, text: str) -> bool:
    """Return whether the folder already contains a file of the pack with the same content."""
    try:
        return not (target / path).is_symlink() and (target / path).read_bytes() == text.encode()
    except OSError:
        return False

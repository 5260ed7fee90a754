"""The folder of a pack: cards, sheets to read and print, and a manifest with the SHA-256 of every file.

A folder is written beside its place and renamed into it, so it exists whole or not at all.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shunt.cards.card import RouteCard, board_lines
from shunt.cards.files import card_text
from shunt.cards.tiers import TIERS
from shunt.errors import Fault, InputError
from shunt.files.document import Document, read_document
from shunt.generator.forge.shard import Forged
from shunt.generator.packs.selection import LEAST_DISTANCE
from shunt.version import program_version

SCHEMA = "shunt-pack/1"
WIDTH = 88  # characters of a sheet
MANIFEST = "manifest.toml"
KEYS = ("schema", "name", "title", "order", "tiers", "seed", "version", "boards", "distance", "about", "sha256")

Draw = Callable[[RouteCard], str]
"""Called with a card; returns its board at the start as lines of plain text."""


@dataclass(frozen=True)
class Manifest:
    """The manifest of a pack.

    `order`: the file names of the cards without extension; `tiers`: tier → number of cards; `sha256`: file → digest.
    """

    name: str
    title: str
    order: tuple[str, ...]
    tiers: Mapping[str, int]
    seed: str
    sha256: Mapping[str, str]


# --------------------------------------------------------------------------------------------------------------------
# Writing


def write_pack(
    folder: str | os.PathLike[str], name: str, title: str, seed: str, cards: Sequence[Forged], draw: Draw, replace: bool = False
) -> Path:
    """Write a pack; raise `InputError` if the folder is not empty (unless it is a pack and `replace`) or cannot be written."""
    target = Path(folder).resolve()  # a link to a pack stays one
    refuse_taken(target, replace)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise _unwritable(target, error) from None
    try:
        for path, text in pack_texts(name, title, seed, cards, draw).items():
            file = beside / path
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        beside.chmod(0o755)
        _swap(beside, target)
    except OSError as error:
        raise _unwritable(target, error) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return target


def refuse_taken(target: Path, replace: bool) -> None:
    """Raise `InputError` if a pack may not be written to this folder."""
    if target.is_dir() and any(target.iterdir()):
        is_pack = (target / MANIFEST).is_file()
        if not (replace and is_pack):
            remedy = "choose another folder, or replace the pack" if is_pack else "choose another folder: this one is not a pack"
            raise InputError(Fault("folder", f"{target} already exists", remedy))
    elif target.exists() and not target.is_dir():
        raise InputError(Fault("folder", f"{target} is a file", "choose another folder"))


def _unwritable(target: Path, error: OSError) -> InputError:
    what = f"{target} cannot be written: {error.strerror or error}"
    return InputError(Fault("folder", what, "choose a folder that can be written"))


def _swap(beside: Path, target: Path) -> None:
    """Rename a finished folder into its place; an old one is moved aside first and then removed."""
    if not target.exists():
        beside.rename(target)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{target.name}-old-", dir=target.parent))
    target.rename(old / "pack")
    beside.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def pack_texts(name: str, title: str, seed: str, cards: Sequence[Forged], draw: Draw) -> dict[str, str]:
    """Return every file of a pack by its path, the manifest last."""
    texts: dict[str, str] = {}
    order = file_names(len(cards))
    for file, forged in zip(order, cards, strict=True):
        texts[f"cards/{file}.toml"] = card_text(forged.card, inline_layout=True)
        texts[f"sheets/{file}.txt"] = sheet(forged, int(file), draw)
    texts["sheets/yard-guides.txt"] = guides(title, cards)
    texts[MANIFEST] = manifest_text(name, title, seed, order, cards, texts)
    return texts


def file_names(count: int) -> list[str]:
    """Return `01`, `02`, …"""
    width = max(2, len(str(count)))
    return [f"{number:0{width}}" for number in range(1, count + 1)]


def manifest_text(
    name: str, title: str, seed: str, order: Sequence[str], cards: Sequence[Forged], texts: Mapping[str, str]
) -> str:
    """Return the manifest; every file is listed with its digest."""
    import tomlkit

    tiers = [forged.tier for forged in cards]
    document = tomlkit.document()
    document["schema"] = SCHEMA
    document["name"] = name
    document["title"] = title
    document["order"] = list(order)
    document["tiers"] = {tier: tiers.count(tier) for tier in TIERS if tier in tiers}
    document["seed"] = seed
    document["version"] = program_version()
    document["boards"] = sorted({forged.card.plan.name for forged in cards})
    document["distance"] = LEAST_DISTANCE
    document["sha256"] = {path: hashlib.sha256(text.encode()).hexdigest() for path, text in sorted(texts.items())}
    return tomlkit.dumps(document)


# --------------------------------------------------------------------------------------------------------------------
# Sheets


def sheet(forged: Forged, number: int, draw: Draw) -> str:
    """Return the front of a card as text: its number, title and tier, the board, start, goal and ranks."""
    card = forged.card
    at = card.names(card.start)
    title = str(card.about.get("title", card.name))
    head = f"{number:>2}. {title}"
    lines = [
        head,
        "=" * len(head),
        f"{forged.tier} (grade {forged.grade:.1f}) on {card.plan.name}",
        "",
        draw(card).rstrip("\n"),
        "",
    ]
    lines.append("Start:  " + "   ".join(f"{name} {at[name]}" for name in card.roster.locomotives))
    if card.roster.cars:
        lines.append("        " + "   ".join(f"{name} {at[name]}" for name in card.roster.cars))
    if card.broken:
        lines.append("Broken: " + "   ".join(space for space in card.plan.spaces if space in card.broken))
    if card.plan.turntables:
        turned = zip(card.plan.turntables, card.start.turntables, strict=True)
        lines.append("Turned: " + "   ".join(f"{table.name} {_standing(card, table.name, index)}" for table, index in turned))
    lines += [line for group in card.roster.interchangeable for line in wrapped("Alike:  " + "   ".join(group))]
    lines.append("Goal:   " + "   ".join(f"{name} {_wanted(card, name)}" for name in card.goal.places))
    if card.ranks:
        ranks = card.ranks
        lines.append(f"Ranks:  Yard Master {ranks.yard_master}   Conductor {ranks.conductor}   Brakeman {ranks.brakeman}")
    if card.ruleset == "railway":
        lines.append("Rules:  railway (locomotives couple at both ends)")
    rules = [line for words in board_lines(card.plan, "-") for line in wrapped(words)]
    if any(table.rotation != "locked" for table in card.plan.turntables):
        rules.append("a turntable turns to the next position in its list, from the last to the first")
    return "\n".join([*lines, "", *rules] if rules else lines) + "\n"


def wrapped(text: str) -> list[str]:
    """Wrap a line of a sheet."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * 8, break_long_words=False, break_on_hyphens=False)


def _standing(card: RouteCard, name: str, index: int) -> str:
    table = next(table for table in card.plan.turntables if table.name == name)
    first, last = (space or "-" for space in table.positions[index])
    return f"at {index}, joins {first} and {last}"


def _wanted(card: RouteCard, name: str) -> str:
    from shunt.rules.position import heading_text
    from shunt.track.plan import End

    heading = card.goal.headings.get(name)
    return card.goal.places[name] if heading is None else heading_text(card.plan, End(card.goal.places[name], heading))


def guides(title: str, cards: Sequence[Forged]) -> str:
    """Return the Yard Guides of all cards on a sheet of their own: one best solution each."""
    lines = [f"{title}: Yard Guides", ""]
    for number, forged in enumerate(cards, 1):
        lines.append(f"{number:>2}. {forged.card.about.get('title', forged.card.name)}: {len(forged.card.guide)} moves")
        lines += [f"      {index:>2}. {move}" for index, move in enumerate(forged.card.guide, 1)]
    return "\n".join(lines) + "\n"


# --------------------------------------------------------------------------------------------------------------------
# Reading


def read_manifest(folder: str | os.PathLike[str]) -> tuple[Manifest, Document]:
    """Read the manifest of a pack; raise `InputError` with every fault."""
    if Path(folder).is_dir() and not (Path(folder) / MANIFEST).exists():
        what = f"this folder is not a pack (it has no {MANIFEST})"
        raise InputError(Fault("", what, "give the folder of a pack", os.fspath(folder)))
    document = read_document(Path(folder) / MANIFEST)
    data = document.data
    faults = [document.fault((key,), f"unknown key {key!r}", "one of: " + ", ".join(KEYS)) for key in data if key not in KEYS]
    if data.get("schema") != SCHEMA:
        faults.insert(0, document.fault(("schema",), "this is not the manifest of a pack", f'write schema = "{SCHEMA}"'))
    shapes: dict[str, type] = {"name": str, "title": str, "order": list, "sha256": dict}
    faults += [
        document.fault((key,), f"{key!r} is missing or not a {shape.__name__}", f"write {key} = …")
        for key, shape in shapes.items()
        if not isinstance(data.get(key), shape)
    ]
    if faults:
        raise InputError(faults)
    order = tuple(str(entry) for entry in data["order"])
    tiers: dict[str, Any] = dict(data.get("tiers", {}))
    digests = {str(path): str(digest) for path, digest in data["sha256"].items()}
    return Manifest(data["name"], data["title"], order, tiers, str(data.get("seed", "")), digests), document

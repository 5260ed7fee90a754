"""Writing the folder of a pack: cards, sheets to read and print, and a manifest with the SHA-256 of every file.

A pack is written as one step, and only the files that its manifest names belong to it: see `shunt.files.folder_update`.
"""

from __future__ import annotations

import hashlib
import os
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from shunt.cards.card import Card
from shunt.cards.files import card_text
from shunt.cards.tiers import TIERS
from shunt.errors import Fault, InputError
from shunt.files.folder_update import holds_nothing, recover_folder, update_folder
from shunt.files.printable import printable
from shunt.files.reading import reason_of
from shunt.files.version import program_version
from shunt.generator.forge.shard import Forged
from shunt.generator.packs.kinds import PACK_KINDS
from shunt.generator.packs.manifest import LEAST_DISTANCE, MANIFEST, SCHEMA, read_manifest

WIDTH = 88  # characters of a sheet

Draw = Callable[[Card], str]
"""Called with a card; returns its board at the start as lines of plain text."""


# --------------------------------------------------------------------------------------------------------------------
# Writing


def write_pack(
    folder: str | os.PathLike[str],
    name: str,
    title: str,
    seed: str,
    cards: Sequence[Forged],
    draw: Draw,
    replace: bool = False,
    deck: str = "",
) -> Path:
    """Write a pack, whole or not at all; return its folder.

    Of a pack that it replaces, only the files that its manifest names are replaced or removed; all others stay. Raises
    `InputError` if the folder is not empty (unless it is a pack and `replace`), if a file would be overwritten that the old
    manifest does not name, or if something cannot be written.
    """
    try:
        target = Path(folder).resolve()  # a link to a pack stays one
    except (OSError, RuntimeError, ValueError) as error:
        raise _unusable(folder, error) from None
    refuse_taken(target, replace)
    texts = pack_texts(name, title, seed, cards, draw, deck)
    owned = {*read_manifest(target)[0].sha256, MANIFEST} if os.path.lexists(target / MANIFEST) else set[str]()
    update_folder(target, {path: text.encode() for path, text in texts.items()}, owned)
    return target


def refuse_taken(target: Path, replace: bool, how: str = "replace the pack") -> None:
    """Raise `InputError` if a pack may not be written to this folder; `how` says what would allow to replace the one there."""
    shown = printable(str(target))
    try:
        if target.is_dir():
            recover_folder(target)
            if not holds_nothing(target):
                is_pack = (target / MANIFEST).is_file()
                if not (replace and is_pack):
                    other = "choose another folder"
                    remedy = f"{other}, or {how}" if is_pack else f"{other}: this one is not a pack"
                    raise InputError(Fault("folder", f"{shown} already exists", remedy))
        elif os.path.lexists(target):
            raise InputError(Fault("folder", f"{shown} is a file", "choose another folder"))
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise _unusable(target, error) from None


def _unusable(folder: str | os.PathLike[str], error: Exception) -> InputError:
    what = f"{printable(os.fspath(folder))} cannot be used: {reason_of(error)}"
    return InputError(Fault("folder", what, "choose a folder that can be written"))


def pack_texts(name: str, title: str, seed: str, cards: Sequence[Forged], draw: Draw, deck: str = "") -> dict[str, str]:
    """Return every file of a pack by its path, the manifest last.

    `deck`: "box" for a pack that claims to be the deck of a box; any other text for other packs.
    """
    texts: dict[str, str] = {}
    order = file_names(len(cards))
    for file, forged in zip(order, cards, strict=True):
        texts[f"cards/{file}.toml"] = card_text(forged.card, inline_layout=True)
        texts[f"sheets/{file}.txt"] = sheet(forged, int(file), draw)
    texts["sheets/yard-guides.txt"] = guides(title, cards)
    texts[MANIFEST] = manifest_text(name, title, seed, order, cards, texts, deck)
    return texts


def file_names(count: int) -> list[str]:
    """Return `01`, `02`, …"""
    width = max(2, len(str(count)))
    return [f"{number:0{width}}" for number in range(1, count + 1)]


def manifest_text(
    name: str,
    title: str,
    seed: str,
    order: Sequence[str],
    cards: Sequence[Forged],
    texts: Mapping[str, str],
    deck: str = "",
) -> str:
    """Return the manifest; every file is listed with its digest, and the board of the most cards comes first."""
    import tomlkit

    tiers = [forged.tier for forged in cards]
    document = tomlkit.document()
    document["schema"] = SCHEMA
    document["name"] = name
    document["title"] = title
    if deck == "box":
        document["deck"] = deck
    document["order"] = list(order)
    document["tiers"] = {tier: tiers.count(tier) for tier in TIERS if tier in tiers}
    document["seed"] = seed
    document["version"] = program_version()
    used = Counter(forged.card.board_name for forged in cards)
    main = max(used, key=lambda board: (used[board], board), default="")
    document["boards"] = sorted(used, key=lambda board: (board != main, board))
    document["distance"] = LEAST_DISTANCE
    document["sha256"] = {path: hashlib.sha256(text.encode()).hexdigest() for path, text in sorted(texts.items())}
    return tomlkit.dumps(document)


# --------------------------------------------------------------------------------------------------------------------
# Sheets


def sheet(forged: Forged, number: int, draw: Draw) -> str:
    """Return the front of a card as text: its number, title and tier, the board, start, goal, ranks, limit, rules and marks."""
    card, kind = forged.card, PACK_KINDS[forged.card.ruleset]
    title = str(card.about.get("title", card.name))
    head = f"{number:>2}. {title}"
    lines = [
        head,
        "=" * len(head),
        f"{forged.tier} (grade {forged.grade:.1f}) on {_board_title(card)}",
        "",
        draw(card).rstrip("\n"),
        "",
    ]
    for line in kind.sheet(card):
        lines += wrapped(line) if line.startswith("Alike:") else [line]
    if card.ranks:
        ranks = card.ranks
        lines.append(f"Ranks:  Yard Master {ranks.yard_master}   Conductor {ranks.conductor}   Brakeman {ranks.brakeman}")
    if card.limit is not None:
        lines.append(f"Limit:  {card.limit} {card.metric[0]}")
    if card.ruleset == "railway":
        lines.append("Rules:  railway (locomotives couple at both ends)")
    rules = [line for words in kind.rules(card) for line in wrapped(words)]
    marks = [line for words in card.mark_lines() for line in wrapped(words)]
    return "\n".join([*lines, *([""] if rules or marks else []), *rules, *marks]) + "\n"


def _board_title(card: Card) -> str:
    """Return the title of a card's board, or its name if it has none."""
    return str((card.board.about if card.board else {}).get("title") or card.board_name)


def wrapped(text: str) -> list[str]:
    """Wrap a line of a sheet."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * 8, break_long_words=False, break_on_hyphens=False)


def guides(title: str, cards: Sequence[Forged]) -> str:
    """Return the Yard Guides of all cards on a sheet of their own: one best solution each."""
    lines = [f"{title}: Yard Guides", ""]
    for number, forged in enumerate(cards, 1):
        card = forged.card
        lines.append(f"{number:>2}. {card.about.get('title', card.name)}: {len(card.guide)} {card.metric[0]}")
        lines += [f"      {index:>2}. {move}" for index, move in enumerate(card.guide, 1)]
    return "\n".join(lines) + "\n"

"""Writing the folder of a pack: cards, sheets to read and print, and a manifest with the SHA-256 of every file.

A pack is written as one step, and only the files that its manifest names belong to it: see `shunt.generator.folder_update`.
"""

from __future__ import annotations

import hashlib
import os
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from pathlib import Path

from shunt.cards.card import Card, RouteCard, SidingsCard, board_lines
from shunt.cards.kinds import refused
from shunt.cards.tiers import TIERS
from shunt.cards.writing import card_text
from shunt.errors import Fault, InputError, counted
from shunt.files.printable import printable
from shunt.files.reading import reason_of
from shunt.files.version import program_version
from shunt.generator.folder_update import holds_own, update_folder
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs.reading import LEAST_DISTANCE, MANIFEST, SCHEMA, read_manifest
from shunt.rules.sidings import HEADSHUNT

WIDTH = 88  # characters of a sheet

Draw = Callable[[Card], str]
"""Called with a card; returns its board at the start as lines of plain text."""


# --------------------------------------------------------------------------------------------------------------------
# Writing


@dataclass(frozen=True)
class Pack:
    """What is written as a pack. `deck`: "box" for one that claims to be the deck of a box, any other text for other packs."""

    name: str
    title: str
    seed: str
    cards: Sequence[ProvenCard]
    deck: str = ""


def write_pack(folder: str | os.PathLike[str], pack: Pack, draw: Draw, replace: bool = False) -> Path:
    """Write a pack, whole or not at all; return its folder.

    Of a pack that it replaces, only the files that its manifest names are replaced or removed; all others stay. Raises
    `InputError` if the folder is not empty (unless it is a pack and `replace`), if a file would be overwritten that the old
    manifest does not name, or if something cannot be written.
    """
    try:
        target = Path(folder).resolve()  # a link to a pack stays one
    except (OSError, RuntimeError, ValueError) as error:
        what = f"{printable(os.fspath(folder))} cannot be used: {reason_of(error)}"
        raise InputError(Fault("folder", what, "choose a folder that can be written")) from None
    refuse_taken(target, replace)
    texts = pack_texts(pack, draw)
    owned = {*read_manifest(target)[0].sha256, MANIFEST} if os.path.lexists(target / MANIFEST) else set[str]()
    update_folder(target, {path: text.encode() for path, text in texts.items()}, owned)
    return target


def refuse_taken(target: Path, replace: bool, how: str = "replace the pack") -> None:
    """Raise `InputError` if a pack may not be written to this folder; `how` says what would allow to replace the one there."""
    if holds_own(target, MANIFEST, "pack") and not replace:
        raise InputError(Fault("folder", f"{printable(str(target))} already exists", f"choose another folder, or {how}"))


def pack_texts(pack: Pack, draw: Draw) -> dict[str, str]:
    """Return every file of a pack by its path, the manifest last."""
    texts: dict[str, str] = {}
    for file, forged in zip(file_names(len(pack.cards)), pack.cards, strict=True):
        texts[f"cards/{file}.toml"] = card_text(forged.card, inline_layout=True)
        texts[f"sheets/{file}.txt"] = sheet(forged, int(file), draw)
    texts["sheets/yard-guides.txt"] = guides(pack.title, pack.cards)
    texts[MANIFEST] = manifest_text(pack, texts)
    return texts


def file_names(count: int) -> list[str]:
    """Return `01`, `02`, …"""
    width = max(2, len(str(count)))
    return [f"{number:0{width}}" for number in range(1, count + 1)]


def manifest_text(pack: Pack, texts: Mapping[str, str]) -> str:
    """Return the manifest; every file is listed with its digest, and the board of the most cards comes first."""
    import tomlkit

    tiers = [forged.tier for forged in pack.cards]
    document = tomlkit.document()
    document["schema"] = SCHEMA
    document["name"] = pack.name
    document["title"] = pack.title
    if pack.deck == "box":
        document["deck"] = pack.deck
    document["order"] = file_names(len(pack.cards))
    document["tiers"] = {tier: tiers.count(tier) for tier in TIERS if tier in tiers}
    document["seed"] = pack.seed
    document["version"] = program_version()
    used = Counter(forged.card.board_name for forged in pack.cards)
    main = max(used, key=lambda board: (used[board], board), default="")
    document["boards"] = sorted(used, key=lambda board: (board != main, board))
    document["distance"] = LEAST_DISTANCE
    document["sha256"] = {path: hashlib.sha256(text.encode()).hexdigest() for path, text in sorted(texts.items())}
    return tomlkit.dumps(document)


# --------------------------------------------------------------------------------------------------------------------
# Sheets


def sheet(forged: ProvenCard, number: int, draw: Draw) -> str:
    """Return the front of a card as text: its number, title and tier, the board, start, goal, ranks, limit, rules and marks."""
    card = forged.card
    title = str(card.about.get("title", card.name))
    head = f"{number:>2}. {title}"
    board = card.layout.about.get("title") or card.board_name
    lines = [head, "=" * len(head), f"{forged.tier} (grade {forged.grade:.1f}) on {board}", ""]
    lines += [draw(card).rstrip("\n"), ""]
    for line in sheet_lines(card):
        lines += wrapped(line) if line.startswith("Alike:") else [line]
    if card.ranks:
        ranks = card.ranks
        lines.append(f"Ranks:  Yard Master {ranks.yard_master}   Conductor {ranks.conductor}   Brakeman {ranks.brakeman}")
    if card.limit is not None:
        lines.append(f"Limit:  {card.moves_in_words(card.limit)}")
    notes, what_counts = sheet_rules(card)
    lines += notes
    rules = [line for words in what_counts for line in wrapped(words)]
    marks = [line for words in card.mark_lines() for line in wrapped(words)]
    return "\n".join([*lines, *([""] if rules or marks else []), *rules, *marks]) + "\n"


@singledispatch
def sheet_lines(card: Card) -> list[str]:
    """Return the lines below the picture, in ASCII: where everything is and must go."""
    raise refused(card, "written on a sheet")


@sheet_lines.register
def _(card: RouteCard) -> list[str]:
    at = card.names(card.start)
    lines = ["Start:  " + "   ".join(f"{name} {at[name]}" for name in card.roster.locomotives)]
    if card.roster.cars:
        lines.append("        " + "   ".join(f"{name} {at[name]}" for name in card.roster.cars))
    if card.broken:
        lines.append("Broken: " + "   ".join(space for space in card.plan.spaces if space in card.broken))
    if card.plan.turntables:
        turned = zip(card.plan.turntables, card.start.turntables, strict=True)
        lines.append("Turned: " + "   ".join(f"{table.name} {_standing(card, table.name, index)}" for table, index in turned))
    lines += ["Alike:  " + "   ".join(group) for group in card.roster.interchangeable]
    lines.append("Goal:   " + "   ".join(f"{name} {words}" for name, words in card.goal.as_names(card.plan).items()))
    lines += [f"Place:  {name} is {' '.join(spaces)}" for name, spaces in card.goal.named_places.items() if spaces != (name,)]
    return lines


@sheet_lines.register
def _(card: SidingsCard) -> list[str]:
    names = card.names(card.start)
    tracks = [f"{name}: {names[name] or '-'}" for name in (HEADSHUNT, *card.rules.capacities)]
    lines = ["Start:  " + "   ".join(tracks), f"Goal:   {str(card.goal).replace('–', '-').replace(' · ', '   ')}"]
    lines += ["Alike:  " + "   ".join(group) for group in card.rules.interchangeable]
    return lines


@singledispatch
def sheet_rules(card: Card) -> tuple[list[str], list[str]]:
    """Return notes on the rules, and the lines at the foot of a sheet, in ASCII: what the picture of the board does not show."""
    raise refused(card, "written on a sheet")


@sheet_rules.register
def _(card: RouteCard) -> tuple[list[str], list[str]]:
    rules = board_lines(card.plan, "-")
    if any(table.rotation != "locked" for table in card.plan.turntables):
        rules.append("a turntable turns to the next position in its list, from the last to the first")
    notes = [] if card.rules.has_headings else ["Rules:  railway (locomotives couple at both ends)"]
    return notes, rules


@sheet_rules.register
def _(card: SidingsCard) -> tuple[list[str], list[str]]:
    name = next(iter(card.rules.capacities))
    holds = counted(card.rules.headshunt, "cars") if card.rules.headshunt else "any number of cars"
    if card.metric == ("legs",):
        moves = f"a move is a run into a siding with all cars ({name}+3), or out of it with some ({name}-2)"
    else:
        moves = f"a move pulls cars from a siding ({name}-3 pulls 3 from siding {name}) or drops some on it ({name}+2)"
    return [], [f"the headshunt holds {holds} beside the locomotive; cars are listed from the points to the buffer stop", moves]


def _standing(card: RouteCard, name: str, index: int) -> str:
    table = next(table for table in card.plan.turntables if table.name == name)
    first, last = (space or "-" for space in table.positions[index])
    return f"at {index}, joins {first} and {last}"


def wrapped(text: str) -> list[str]:
    """Wrap a line of a sheet."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * 8, break_long_words=False, break_on_hyphens=False)


def guides(title: str, cards: Sequence[ProvenCard]) -> str:
    """Return the Yard Guides of all cards on a sheet of their own: one best solution each."""
    lines = [f"{title}: Yard Guides", ""]
    for number, forged in enumerate(cards, 1):
        card = forged.card
        lines.append(f"{number:>2}. {card.about.get('title', card.name)}: {card.moves_in_words(len(card.guide))}")
        lines += [f"      {index:>2}. {move}" for index, move in enumerate(card.guide, 1)]
    return "\n".join(lines) + "\n"

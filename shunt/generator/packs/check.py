"""The check of a pack of any origin, and the addition of cards made by hand: everything is proven and rated again."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from shunt.cards.card import Card
from shunt.cards.faults import optimum_faults
from shunt.cards.files import load_card
from shunt.errors import CardError, Fault, IllegalMoveError, InputError, NotationError, counted
from shunt.files.printable import printable
from shunt.files.reading import read_inside
from shunt.generator.canonical import canonical_id
from shunt.generator.forge.measures import look, mechanics
from shunt.generator.forge.proof import UnprovenError, proven, proven_metrics, superfluous
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs.box import box_faults
from shunt.generator.packs.build import numbered
from shunt.generator.packs.files import Draw, Pack, file_names, write_pack
from shunt.generator.packs.reading import MANIFEST, Manifest, card_path_in, read_manifest
from shunt.generator.packs.selection import faults_of_order
from shunt.generator.rating.rate import rate, rated
from shunt.generator.rating.unrated import UnratableError
from shunt.generator.rating.weights import SHIPPED, Weights
from shunt.rules.ruleset import replay
from shunt.search.core.limits import Progress, no_progress

MOST_PRESENT = 100_000  # files in the folder of a pack that are looked at
RESTORE = "restore the file from a copy of the pack; add a changed card as a card of its own"


@dataclass(frozen=True)
class Finding:
    """A finding about a pack. `is_fault`: it makes the pack wrong; otherwise it is information. `remedy`: what would help."""

    where: str
    what: str
    is_fault: bool = True
    remedy: str = ""

    def __str__(self) -> str:
        what = self.what if self.is_fault else f"note: {self.what}"
        return f"{self.where}: {what}" + (f" ({self.remedy})" if self.remedy else "")


@dataclass(frozen=True)
class PackCheck:
    """The result of a check: the cards as proven now, and the findings."""

    manifest: Manifest
    cards: tuple[ProvenCard, ...]
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Return whether nothing is wrong."""
        return not any(finding.is_fault for finding in self.findings)


def check_pack(folder: str | os.PathLike[str], progress: Progress = no_progress, weights: Weights = SHIPPED) -> PackCheck:
    """Re-prove a pack: digests, optima by two searches, Yard Guides by the referee, ratings, duplicates, order.

    Grades made with other weights than `weights` are not compared.

    A pack that claims to be the deck of a box is compared with the contents of a box.
    Raises `InputError` for a folder without a readable manifest.
    """
    manifest, _ = read_manifest(folder)
    findings = list(_file_findings(Path(folder), manifest))
    cards: list[ProvenCard] = []
    seen: dict[str, str] = {}
    for number, name in enumerate(manifest.order):
        path = Path(folder) / "cards" / f"{name}.toml"
        try:
            card = load_card(card_path_in(folder, name))
        except InputError as error:
            if os.path.lexists(path) or f"cards/{name}.toml" not in manifest.sha256:  # else it is reported above
                findings += [Finding(f"cards/{name}.toml", fault.what, True, fault.remedy) for fault in error.faults]
            continue
        progress(card.name, number, len(manifest.order))
        forged, more = checked_card(card, weights)
        findings += [replace(finding, where=f"cards/{name}.toml") for finding in more]
        if forged is not None:
            cards.append(forged)
            if forged.id in seen:
                findings.append(Finding(f"cards/{name}.toml", f"the same puzzle as card {seen[forged.id]}"))
            seen.setdefault(forged.id, name)
    claims_box = manifest.deck == "box"
    findings += [Finding("order", words, claims_box) for words in faults_of_order(cards)]
    if claims_box:
        findings += [Finding(fault.where, fault.what, True, fault.remedy) for fault in box_faults([one.card for one in cards])]
    return PackCheck(manifest, tuple(cards), tuple(findings))


def _file_findings(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    """Yield files whose digest is wrong, that are missing, or that are not in the manifest."""
    for path, digest in manifest.sha256.items():
        try:
            content = read_inside(folder, path)
        except InputError as error:
            yield from (Finding(path, fault.what, True, RESTORE) for fault in error.faults)
            continue
        if hashlib.sha256(content).hexdigest() != digest:
            yield Finding(path, "its content is not what the manifest's SHA-256 says", True, RESTORE)
    listed = {f"cards/{name}.toml" for name in manifest.order}
    for path in sorted(listed - manifest.sha256.keys()):
        yield Finding(path, "in the order, but without a SHA-256")
    present = {file.relative_to(folder).as_posix() for file in islice(folder.rglob("*"), MOST_PRESENT) if file.is_file()}
    for path in sorted(present - manifest.sha256.keys() - {MANIFEST}):
        yield Finding(path, "this file is not in the manifest", False)


def checked_card(card: Card, weights: Weights = SHIPPED) -> tuple[ProvenCard | None, list[Finding]]:
    """Prove and rate a card again; return it (None if it cannot be in a pack) and the findings about its claims."""
    metrics = proven_metrics(card)
    if len(card.metric) > 1 or card.metric[0] not in metrics:
        what = f"packs count {' or '.join(metrics)}, and this card counts {', '.join(card.metric)}"
        remedy = f'write metric = "{metrics[0]}" under [options] of the card, and remove its [proof]'
        return None, [Finding(card.name, what, True, remedy)]
    try:
        rating = rate(card, weights=weights)
        done = proven(card)
    except UnratableError as error:
        return None, [Finding(card.name, str(error))]
    if done is None:
        return None, [Finding(card.name, "the optimum is not proven within the limits")]
    fresh, solution = done
    findings = []
    written = card.proof.get("optimum")
    if written is not None and written != solution.optimum:
        findings.append(Finding(card.name, f"the card says {counted(written, 'moves')}, and the optimum is {solution.optimum}"))
    findings += [
        Finding(card.name, f"{fault.where}: {fault.what}", True, fault.remedy) for fault in optimum_faults(card, solution.optimum)
    ]
    if card.guide:
        findings += _guide_findings(card, solution.optimum or 0)
    old = card.rating.get("tier")
    if old is not None and card.rating.get("version", weights.version) != weights.version:
        theirs = printable(str(card.rating["version"]))
        what = f"it was rated with weights {theirs}, not {weights.version}: its grade is not compared"
        findings.append(Finding(card.name, what, False, "give the file of these weights"))
    elif old is not None and (old, card.rating.get("grade")) != (rating.tier, rating.grade):
        what = f"the card says {old}, grade {card.rating.get('grade')}; it is {rating.tier}, grade {rating.grade}"
        findings.append(Finding(card.name, what))
    try:
        if (name := superfluous(card, solution.optimum or 0)) is not None:
            findings.append(Finding(card.name, f"it is not minimal: without {name} the optimum is the same", False))
    except UnprovenError:
        findings.append(Finding(card.name, "whether it is minimal is not known within the limits", False))
    finished = rated(replace(fresh, about=card.about), rating)
    return ProvenCard(finished, canonical_id(card), look(card), mechanics(card, solution.moves)), findings


def _guide_findings(card: Card, optimum: int) -> list[Finding]:
    """Return what is wrong with a Yard Guide."""
    try:
        made = list(replay(card.rules, card.start, card.guide))
    except (IllegalMoveError, NotationError) as error:
        return [Finding(card.name, f"the Yard Guide does not replay: {error}")]
    if not card.is_solved(made[-1].position if made else card.start):
        return [Finding(card.name, "the Yard Guide does not lead to the goal")]
    if len(made) != optimum:
        return [Finding(card.name, f"the Yard Guide has {counted(len(made), 'moves')}, and the optimum is {optimum}")]
    return []


def add_to_pack(
    folder: str | os.PathLike[str], cards: Sequence[Card], draw: Draw, weights: Weights = SHIPPED
) -> tuple[list[ProvenCard], list[Finding]]:
    """Add cards made by hand, proven and rated like the others, at the places of their grades; write the pack again.

    Returns the cards added and findings about the order. Raises `InputError` for a card that is in the pack already or cannot
    be proven, and for a pack with faults.
    """
    checked = check_pack(folder, weights=weights)
    if not checked.holds:
        first = "cards cannot be added to a pack with faults: restore it from a copy, or make it again"
        raise InputError([Fault(one.where, one.what, one.remedy or first) for one in checked.findings if one.is_fault])
    present = {forged.id: forged.card.name for forged in checked.cards}
    added: list[ProvenCard] = []
    faults: list[Fault] = []
    for card in cards:
        forged, findings = checked_card(card, weights)
        faults += [Fault(card.name, one.what, one.remedy, card.path) for one in findings if one.is_fault]
        if forged is not None and forged.id in present:
            faults.append(Fault(card.name, f"the same puzzle as {present[forged.id]}", "leave it out", card.path))
        elif forged is not None:
            present[forged.id] = card.name
            added.append(replace(forged, card=replace(forged.card, layout_ref="")))
    if faults:
        raise CardError(faults)
    merged = sorted([*checked.cards, *added], key=lambda forged: forged.grade)
    manifest = checked.manifest
    names = file_names(len(merged))
    ordered = [numbered(forged, f"{manifest.name}-{name}", forged.card.name) for name, forged in zip(names, merged, strict=True)]
    write_pack(folder, Pack(manifest.name, manifest.title, manifest.seed, ordered), draw, replace=True)
    places = {forged.id: forged for forged in ordered}
    return [places[forged.id] for forged in added], [Finding("order", words, False) for words in faults_of_order(ordered)]

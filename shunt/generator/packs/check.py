"""The check of a pack of any origin, and of a card that is added to one.

A card is trusted if its file and that of its layout match the manifest. Then its Yard Guide is replayed, and the values stored on
it are checked against each other. Any other card is solved and rated again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from pathlib import Path, PurePosixPath

from shunt.cards.card import Card
from shunt.cards.claims import proven_card
from shunt.cards.faults import optimum_faults
from shunt.errors import Fault, IllegalMoveError, InputError, NotationError, ShuntError, counted
from shunt.files.document import Document
from shunt.files.printable import printable
from shunt.files.reading import StrPath, read_inside
from shunt.generator.canonical import canonical_id
from shunt.generator.forge.measures import look, mechanics
from shunt.generator.forge.proof import UnprovenError, proven_metrics, superfluous
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs.box import box_faults
from shunt.generator.packs.reading import Manifest, read_manifest, read_packed
from shunt.generator.packs.selection import faults_of_order
from shunt.generator.rating.rate import rate, rated
from shunt.generator.rating.unrated import UnratableError
from shunt.generator.rating.weights import SHIPPED, Weights
from shunt.rules.ruleset import MoveMade, replay
from shunt.search.core.limits import Limits, Progress, limits_or_default, no_progress
from shunt.search.solve import solve

MOST_PRESENT = 100_000  # files in the folder of a pack that are looked at
RESTORE = "restore the file from a copy of the pack, or remove the card"


@dataclass(frozen=True)
class Finding:
    """A finding about a pack. If `is_fault`, the pack is wrong; otherwise the finding is information. `remedy`: a suggestion."""

    where: str
    what: str
    is_fault: bool = True
    remedy: str = ""

    def __str__(self) -> str:
        what = self.what if self.is_fault else f"note: {self.what}"
        return f"{self.where}: {what}" + (f" ({self.remedy})" if self.remedy else "")


def findings_of(faults: Iterable[Fault], where: str = "", remedy: str = "") -> list[Finding]:
    """Return faults as findings about `where` (default: where the faults are), with this remedy for those without one."""
    return [Finding(where or fault.where, fault.what, True, fault.remedy or remedy) for fault in faults]


@dataclass(frozen=True)
class PackCheck:
    """The result of a check: the cards with their proofs, how many of them were proven again now, and the findings."""

    manifest: Manifest
    cards: tuple[ProvenCard, ...]
    findings: tuple[Finding, ...]
    proved: int = 0

    @property
    def holds(self) -> bool:
        """Return whether nothing is wrong."""
        return not any(finding.is_fault for finding in self.findings)

    @property
    def words(self) -> str:
        """Return a summary of the check, and whether the pack is sound."""
        cards = counted(len(self.cards), "cards")
        proved = "all of them solved again" if self.proved >= len(self.cards) else f"{self.proved} of them solved again"
        return f"{cards}, {proved}, the pack is {'sound' if self.holds else 'not sound'}"


def check_pack(
    folder: StrPath,
    progress: Progress = no_progress,
    weights: Weights = SHIPPED,
    prove: bool = False,
    limits: Limits | None = None,
) -> PackCheck:
    """Check a pack's files, stored values, Yard Guides (which the referee replays), duplicates and order; with `prove`, also
    every optimum and rating.

    A card whose file does not match the manifest was edited. It is solved and rated again, within `limits`. Grades made with
    weights other than `weights` are not compared. If the manifest says that the pack is the deck of a box, the pack is compared
    with the contents of a box. Raise `InputError` if the folder has no readable manifest.
    """
    manifest, _ = read_manifest(folder)
    limits = limits_or_default(limits)
    findings = list(_file_findings(Path(folder), manifest))
    cards: dict[str, ProvenCard] = {}
    proved = 0
    for number, name in enumerate(manifest.order):
        where = f"cards/{name}.toml"
        try:
            card, document = read_packed(folder, name)
        except InputError as error:
            findings += findings_of(error.faults, where, RESTORE)
            continue
        progress(card.name, number, len(manifest.order))
        is_same = is_unchanged(folder, manifest, document)
        forged: ProvenCard | None
        if is_same and not prove and is_claimed(card):
            forged, more = trusted_card(card)
        else:
            forged, more = checked_card(card, weights, limits)
            proved += 1
            if not is_same:
                more = [Finding(where, "it was edited, and is proven again", False, "shunt pack replace accepts it"), *more]
            elif forged is not None:
                more += _superfluous(card, forged.optimum)
        findings += [replace(finding, where=where) for finding in more]
        if forged is not None:
            twin = next((other for other, one in cards.items() if one.id == forged.id), None)
            findings += [Finding(where, f"the same puzzle as card {twin}")] if twin else []
            cards[name] = forged
    claims_box = manifest.deck == "box"
    found = tuple(cards.values())
    findings += [Finding("order", words, claims_box) for words in faults_of_order(found)]
    if claims_box:
        findings += findings_of(box_faults([one.card for one in found]))
    return PackCheck(manifest, found, tuple(findings), proved)


def _file_findings(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    """Yield files that are missing, cannot be read, or are not in the manifest. Cards are read one by one."""
    listed = {f"cards/{name}.toml" for name in manifest.order}
    for path in manifest.sha256.keys() - listed:
        try:
            read_inside(folder, path)
        except InputError as error:
            yield from (Finding(path, fault.what, True, RESTORE) for fault in error.faults)
    for path in sorted(listed - manifest.sha256.keys()):
        yield Finding(path, "listed in the order, but without a SHA-256")
    present = {file.relative_to(folder) for file in islice(folder.rglob("*"), MOST_PRESENT) if file.is_file()}
    for path in sorted(file.as_posix() for file in present if not any(part.startswith(".") for part in file.parts)):
        if path not in manifest.files:
            yield Finding(path, "this file is not in the manifest", False)


def is_unchanged(folder: StrPath, manifest: Manifest, document: Document) -> bool:
    """Return whether the file of a card and that of its layout match the manifest."""
    paths = [f"cards/{Path(document.path).name}"]
    layout = document.data.get("layout")
    if isinstance(layout, str) and "/" in layout:
        paths.append(os.path.normpath(PurePosixPath("cards", layout)).replace(os.sep, "/"))
    return all(manifest.sha256.get(path) == digest_of(read_inside(folder, path)) for path in paths)


def digest_of(content: bytes) -> str:
    """Return the digest of a file of a pack."""
    return sha256(content).hexdigest()


# --------------------------------------------------------------------------------------------------------------------
# One card


def is_claimed(card: Card) -> bool:
    """Return whether all values that a card in a pack needs are stored on this card."""
    return isinstance(card.proof.get("optimum"), int) and bool(card.guide) and {"tier", "grade"} <= card.rating.keys()


def trusted_card(card: Card) -> tuple[ProvenCard, list[Finding]]:
    """Check the values stored on a card against each other and replay its Yard Guide; return the card and the findings."""
    optimum = int(card.proof["optimum"])
    made, findings = _replayed(card, optimum)
    used = card.about.get("mechanics")
    listed = tuple(map(str, used)) if isinstance(used, list) else mechanics(card, made)
    return ProvenCard(card, canonical_id(card), look(card), listed), findings + _limit_findings(card, optimum)


def checked_card(card: Card, weights: Weights = SHIPPED, limits: Limits | None = None) -> tuple[ProvenCard | None, list[Finding]]:
    """Solve and rate a card again; return it (None if it cannot be in a pack) and the findings about its stored values.

    One search proves the optimum, and the referee replays its solution.
    """
    metrics, limits = proven_metrics(card), limits_or_default(limits)
    if len(card.metric) > 1 or card.metric[0] not in metrics:
        what = f"the metric of cards in packs is {' or '.join(metrics)}, but the metric of this card is {', '.join(card.metric)}"
        remedy = f'write metric = "{metrics[0]}" under [options] of the card, and remove its [proof]'
        return None, [Finding(card.name, what, True, remedy)]
    try:
        solution = solve(card, limits=limits.rest())
        if solution.status == "unsolvable":
            return None, [Finding(card.name, "the card has no solution")]
        if solution.optimum is None:
            what = f"the optimum is not proven: stopped at the limit of {solution.stopped}"
            return None, [Finding(card.name, what, True, "raise time, memory or states")]
        rating = rate(card, limits.rest(), weights=weights)
    except (UnratableError, InputError) as error:
        return None, [Finding(card.name, str(error))]
    optimum, fresh = solution.optimum, proven_card(card, solution)[0]
    findings = []
    written = card.proof.get("optimum")
    if written is not None and written != optimum:
        findings.append(Finding(card.name, f"the card says {counted(written, 'moves')}, but the optimum is {optimum}"))
    findings += _limit_findings(card, optimum)
    if card.guide:
        findings += _replayed(card, optimum)[1]
    grade = card.rating.get("grade")
    if card.tier and card.rating.get("version", weights.version) != weights.version:
        theirs = printable(str(card.rating["version"]))
        what = f"it was rated with weights {theirs}, not {weights.version}: its grade is not compared"
        findings.append(Finding(card.name, what, False, "give the file of these weights"))
    elif card.tier and (card.tier, grade) != (rating.tier, rating.grade):
        what = f"the card says {card.tier}, grade {grade}; it is {rating.tier}, grade {rating.grade}"
        findings.append(Finding(card.name, what))
    finished = rated(fresh, rating)
    return ProvenCard(finished, canonical_id(card), look(card), mechanics(card, solution.moves)), findings


def _limit_findings(card: Card, optimum: int) -> list[Finding]:
    faults = optimum_faults(card, optimum)
    return [Finding(card.name, f"{fault.where}: {fault.what}", True, fault.remedy) for fault in faults]


def _superfluous(card: Card, optimum: int) -> list[Finding]:
    """Return a note about superfluous parts of a card."""
    try:
        if (name := superfluous(card, optimum)) is not None:
            return [Finding(card.name, f"it is not minimal: without {name} the optimum is the same", False)]
    except (UnprovenError, ShuntError):
        return [Finding(card.name, "whether it is minimal is not known within the limits", False)]
    return []


def _replayed(card: Card, optimum: int) -> tuple[list[MoveMade], list[Finding]]:
    """Return the moves of the Yard Guide, and its faults."""
    try:
        made: list[MoveMade] = list(replay(card.rules, card.start, card.guide))
    except (IllegalMoveError, NotationError) as error:
        return [], [Finding(card.name, f"the Yard Guide does not replay: {error}")]
    if not card.is_solved(made[-1].position if made else card.start):
        return made, [Finding(card.name, "the Yard Guide does not lead to the goal")]
    if len(made) != optimum:
        return made, [Finding(card.name, f"the Yard Guide has {counted(len(made), 'moves')}, but the optimum is {optimum}")]
    return made, []

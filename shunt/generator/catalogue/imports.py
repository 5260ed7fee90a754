"""Imports into a catalogue: card files, folders of them, exported JSON Lines, and other catalogues. Each card is solved again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from shunt.cards.card import Card
from shunt.cards.files import card_in
from shunt.cards.models import CARD_SCHEMA
from shunt.errors import Fault, InputError, faults_into
from shunt.files.document import Document, read_document, read_inner_document
from shunt.files.printable import printable
from shunt.files.reading import open_regular
from shunt.generator.catalogue.exports import document_of, exported_cards
from shunt.generator.catalogue.rows import CardRow, card_row
from shunt.generator.catalogue.store import Catalogue
from shunt.search.core.limits import Limits

SQLITE = b"SQLite format 3\0"

Prove = Callable[[Card], Card]


@dataclass
class Refused:
    """The cards that could not be added: faults of files, and cards without a proof because a search was stopped."""

    faults: list[Fault] = field(default_factory=list)
    stopped: list[Fault] = field(default_factory=list)


def rows_of(paths: Iterable[str], prove: Prove | None, refused: Refused) -> Iterator[CardRow]:
    """Yield the row of every card in `paths`; collect the faults of the others in `refused`.

    `prove` returns a card with a new proof; None trusts the proofs on the cards. In a folder, all cards at any depth are used,
    and other files are ignored. The row of another catalogue is computed again from its card, because it may come from anybody.
    """
    for path in paths:
        with faults_into(refused.faults):
            for document, source in _documents(path, refused):
                try:
                    card = card_in(document)
                    yield card_row(card if prove is None else prove(card), printable(source))
                except NotProvedError as error:
                    refused.stopped += [fault.at(source) for fault in error.faults]
                except InputError as error:
                    refused.faults += [fault.at(source) for fault in error.faults]


def _is_catalogue(path: str) -> bool:
    try:
        with open_regular(path) as file:
            return file.read(len(SQLITE)) == SQLITE
    except (OSError, ValueError):
        return False


def _documents(path: str, refused: Refused) -> Iterator[tuple[Document, str]]:
    """Yield the cards of a file, a folder or a catalogue, each with the file that it comes from."""
    if _is_catalogue(path):
        with Catalogue(path) as other:
            yield from ((document_of(row), row.source) for row in other.every())
    elif os.path.isdir(path):
        for file in sorted(Path(path).rglob("*")):
            if file.suffix in (".toml", ".json") and file.is_file():
                with faults_into(refused.faults):
                    document = read_inner_document(file)
                    if document.data.get("schema") == CARD_SCHEMA:
                        yield document, document.path
    elif path.endswith((".jsonl", ".ndjson")) and os.path.isfile(path):
        yield from ((document, document.path) for document in exported_cards(path, refused.faults))
    else:
        yield read_document(path), path


class NotProvedError(InputError):
    """A search stopped at a limit, so the card has no proof."""


def proved(card: Card, limits: Limits) -> Card:
    """Return the card with a proof, a Yard Guide and (if its ruleset is rated) a rating by this program.

    Raise `InputError` if the card has no solution or its stored optimum is wrong, and `NotProvedError` if a limit is reached.
    """
    from shunt.cards.claims import proven_card
    from shunt.generator.rating.rate import rate, rated
    from shunt.generator.rating.unrated import UnratableError
    from shunt.search.solve import solve

    answer = solve(card, limits=limits)
    if not answer.is_proven:
        if answer.stopped and answer.stopped.is_interrupt:
            raise KeyboardInterrupt
        raise NotProvedError(
            Fault("proof", f"nothing is proven: stopped at the limit of {answer.stopped}", "allow more", card.path)
        )
    if answer.status == "unsolvable":
        raise InputError(
            Fault("goal", f"the card {card.name!r} has no solution", "only cards with a solution can be added", card.path)
        )
    optimum = answer.as_json()["moves"]
    claimed = card.proof.get("optimum")
    if claimed is not None and claimed != optimum:
        raise InputError(
            Fault("proof.optimum", f"the card says {claimed}, but its optimum is {optimum}", "solve it again", card.path)
        )
    card = replace(card, proof=proven_card(card, answer)[0].proof, guide=answer.guide)
    try:
        return card if card.rating else rated(card, rate(card, limits))
    except (UnratableError, InputError):
        return card  # it is added without a tier

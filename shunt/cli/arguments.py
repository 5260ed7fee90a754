"""The meaning of arguments: a card or a layout for a name, a file or `-`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from shunt.cli.options import STDIN
from shunt.errors import Fault, faults_into, raise_faults

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.files import CardOrLayout
    from shunt.files.document import Document

STANDARD_INPUT = "the standard input"


def card_named(name: str) -> Card:
    """Return the card for `name`: a file, a shipped card, or standard input; raise `InputError`, which lists all faults."""
    from shunt.cards.files import card_in, load_card

    return card_in(standard_input()) if name == STDIN else load_card(name)


def card_or_layout(name: str) -> CardOrLayout:
    """Read the card or layout for `name`; raise `InputError`, which lists every fault or the nearest shipped names."""
    from shunt.cards.files import read_card_or_layout

    found, faults = read_card_or_layout(document_named(name, ("cards", "layouts")), is_checked=False)
    raise_faults(faults)
    assert found is not None
    return found


def document_named(name: str, kinds: Sequence[str] = ("cards", "layouts", "yards", "packs")) -> Document:
    """Read the file for `name`: `-`, an existing file, or a shipped file of one of these kinds."""
    from shunt.files.document import read_document
    from shunt.files.library import file_meant

    return standard_input() if name == STDIN else read_document(file_meant(kinds, name))


def _kept() -> dict[str, Any]:
    """Return the values that are kept during one call of the program."""
    context = click.get_current_context(silent=True)
    return context.find_root().meta if context is not None else {}


def standard_input_is_read() -> bool:
    """Return whether a card was read from standard input, so that nothing else can be read from it."""
    return STDIN in _kept()


def standard_input() -> Document:
    """Return standard input as a document. It is read once, however often a command needs it."""
    from shunt.files.document import parse_document

    kept = _kept()
    if STDIN not in kept:
        kept[STDIN] = parse_document(STANDARD_INPUT, standard_bytes())
    document: Document = kept[STDIN]
    return document


def standard_bytes() -> bytes:
    """Return the content of standard input, which may never end; raise `InputError` if it is longer than any of our files may
    be."""
    from shunt.files.reading import LARGEST, refuse

    content = sys.stdin.buffer.read(LARGEST + 1)
    if len(content) > LARGEST:
        refuse(STANDARD_INPUT, f"more than {LARGEST / 1e6:g} MB", "a card has a few thousand bytes, a list of moves a few lines")
    return content


def counted_in(card: Card, metric: str, save: bool = False) -> Card:
    """Return the card with another metric (terms separated by commas); raise `InputError` if its ruleset lacks one of them."""
    from dataclasses import replace

    from shunt.rules.objective import Objective

    objective = Objective(metric)
    faults: list[Fault] = []
    counted = card
    with faults_into(faults, lambda fault: replace(fault, where="--metric")):
        counted = card.with_metric(*objective)
    if save and objective != card.metric:
        faults.append(
            Fault("--save", "the proof would be of another metric than the card's", "write it under [options] of the card")
        )
    raise_faults(faults)
    return counted

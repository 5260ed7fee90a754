"""The meaning of arguments: a card or a layout for a name, a file or `-`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cli.options import STDIN
from shunt.errors import Fault, InputError, LayoutError, faults_into, raise_faults, suggest

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
    from shunt.cards.files import card_in
    from shunt.cards.models import CARD_SCHEMA
    from shunt.track.layout_file import LAYOUT_SCHEMA, YARD_SCHEMA, read_layout

    document = document_named(name, ("cards", "layouts"))
    schema = document.data.get("schema")
    if schema == CARD_SCHEMA:
        return card_in(document)
    if schema == LAYOUT_SCHEMA:
        layout, faults = read_layout(document)
        if faults or layout is None:
            raise LayoutError(faults)
        return layout
    what = "this is neither a card nor a layout"
    remedy = f'write schema = "{CARD_SCHEMA}" (a route card) or schema = "{LAYOUT_SCHEMA}" (a layout)'
    if schema == YARD_SCHEMA:
        what, remedy = "this is a hump yard, but a card or a layout is needed here", f"for yards: shunt yard show {name}"
    raise InputError(document.fault(("schema",), what, remedy))


def document_named(name: str, kinds: Sequence[str] = ("cards", "layouts", "yards")) -> Document:
    """Read the file for `name`: `-`, an existing file, or a shipped file of one of these kinds."""
    from shunt.files.document import read_document

    if name == STDIN:
        return standard_input()
    file = shipped_or_file(name, kinds)
    if file == name and not os.path.lexists(name) and os.sep not in name and not name.endswith((".toml", ".json")):
        _refuse_unknown(name, kinds)
    return read_document(file)


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


def shipped_or_file(name: str, kinds: Sequence[str]) -> Path | str:
    """Return the file for `name`: an existing file, or a shipped one of these kinds, or the name unchanged."""
    from shunt.files.library import shipped

    try:
        if os.path.isfile(name):
            return name
    except ValueError:
        return name
    return next((files[name] for kind in kinds if name in (files := shipped(kind))), name)


def _refuse_unknown(name: str, kinds: Sequence[str]) -> None:
    from shunt.files.library import pack_names, shipped, shipped_file

    known, words = [*shipped("cards"), *shipped("layouts"), *shipped("yards"), *pack_names()], "card, layout, hump yard or pack"
    if "yards" not in kinds:
        if name in shipped("yards"):
            what = f"{name} is a hump yard, but a card or a layout is needed here"
            raise InputError("", what, f"for yards: shunt yard show {name}")
        if name in pack_names():
            shipped_file("cards", name)  # raises a fault that says so
        known, words = [*shipped("cards"), *shipped("layouts")], "card or layout"
    what = f"no {words} called {name!r} is shipped, and no such file exists"
    raise InputError("", what, suggest(name, known, "shunt list"))


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

"""Reading cards from files, with every fault at once; `writing.py` writes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from shunt.cards.card import Card
from shunt.cards.faults import limit_fault
from shunt.cards.models import CARD_SCHEMA, CardFile, SidingsCardFile, TrainCardFile
from shunt.errors import CardError, Fault, InputError, nearest, suggest
from shunt.files.document import Document, parse_text, read_document
from shunt.files.lazy import load_place
from shunt.files.library import file_meant
from shunt.files.reading import StrPath
from shunt.files.shape_faults import as_toml, unknown_schema
from shunt.files.validation import check_schema
from shunt.track.layout import AnyLayout
from shunt.track.layout_file import KINDS, LAYOUT_SCHEMA, YARD_SCHEMA, read_layout

CardOrLayout = Card | AnyLayout


READERS: list[tuple[type[CardFile], str]] = [
    (TrainCardFile, "shunt.cards.trains:read_train_card"),
    (SidingsCardFile, "shunt.sidings.cards.files:read_sidings_card"),
]
"""Every kind of card: the shape of its file, which names its rulesets, and the module that reads it."""

TEXT = "<text>"
"""The name used in messages for a card given as text."""


def load_card(path_or_name: StrPath | Mapping[str, Any]) -> Card:
    """Return a card from a file, a shipped name, the text of a card file, or a mapping.

    A mapping has the structure of a file, as `Card.to_dict` returns it.

    Raise `InputError` if the file cannot be read, and `CardError`, which lists every fault in its content. A card with a limit
    below its stored optimum is loaded too, so that it can be proven again.
    """
    if isinstance(path_or_name, Mapping):
        return card_in(Document(TEXT, "", _plain(path_or_name)))
    given = path_or_name.strip() if isinstance(path_or_name, str) else ""
    is_text = "\n" in given or given.startswith("{") and given.endswith("}")
    return card_in(parse_text(TEXT, str(path_or_name)) if is_text else read_document(file_meant("cards", path_or_name)))


def _plain(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a mapping as JSON would represent it; raise `InputError` if it cannot be written as JSON."""
    try:
        return dict(json.loads(json.dumps(table, default=dict)))
    except (TypeError, ValueError, RecursionError) as error:
        what = f"this mapping contains something that a file cannot store: {error}"
        raise InputError(Fault("", what, "use texts, numbers, lists and mappings", TEXT)) from None


def card_in(document: Document) -> Card:
    """Return the card in a file already read; raise `CardError`, which lists every fault."""
    card, faults = read_card(document)
    if faults or card is None:
        raise CardError(faults)
    return card


def problems(source: StrPath | Document) -> list[Fault]:
    """Return every fault of a card or a layout (a file, or one already read), in the order of its lines; none if it is sound.

    A file that cannot be read at all is also reported as a fault.
    """
    try:
        document = source if isinstance(source, Document) else read_document(source)
    except InputError as error:
        return list(error.faults)
    return read_card_or_layout(document)[1]


def read_card_or_layout(document: Document, is_checked: bool = True) -> tuple[CardOrLayout | None, list[Fault]]:
    """Return the card or the layout in a file already read, and every fault, in the order of its lines.

    Unless it `is_checked`, the optimum that a card claims is not compared with its limit.
    """
    read: CardOrLayout | None
    given = document.data.get("schema")
    if given == CARD_SCHEMA:
        read, faults = read_card(document)
    elif given == LAYOUT_SCHEMA:
        read, faults = read_layout(document)
    elif given == YARD_SCHEMA:
        what = "this is a hump yard, but a card or a layout is needed here"
        return None, [document.fault(("schema",), what, f"for yards: shunt yard {'check' if is_checked else 'show'} FILE")]
    else:
        words = " or ".join(f'schema = "{schema}" ({KINDS[schema]})' for schema in (LAYOUT_SCHEMA, CARD_SCHEMA))
        what = unknown_schema(given, KINDS) if given is not None else "the file has no schema"
        return None, [document.fault(("schema",), what, f"write {words}")]
    if is_checked and not faults and isinstance(read, Card) and (fault := limit_fault(read, read.proof.get("optimum"))):
        faults = document.placed([fault])  # a card can be loaded if this is its only fault
    return read, faults


def read_card(document: Document) -> tuple[Card | None, list[Fault]]:
    """Return the card in a file already read, and every fault in it and in its layout, in the order of their lines."""
    if faults := check_schema(document, CARD_SCHEMA, KINDS):
        return None, faults
    readers = {ruleset: place for shape, place in READERS for ruleset in shape.rulesets()}
    ruleset = document.data.get("ruleset")
    if not isinstance(ruleset, str) or ruleset not in readers:
        what = "'ruleset' is missing" if ruleset is None else f"{as_toml(ruleset)} is not a ruleset"
        faults = [document.fault(("ruleset",), what, suggest(str(ruleset), readers))]
        for meant in nearest(str(ruleset), readers)[:1]:  # a misspelt ruleset should not hide the other faults
            faults += load_place(readers[meant])(replace(document, data=document.data | {"ruleset": meant}))[1]
        card = None
    else:
        card, faults = load_place(readers[ruleset])(document)
    # The faults of the file come before the faults of its layout.
    return card, sorted(faults, key=lambda fault: (fault.file != document.path, fault.file, fault.line or 0))

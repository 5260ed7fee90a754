"""Cards as files: reading them with every fault at once, and writing them without losing what their author wrote."""

from __future__ import annotations

import json
import os
from codecs import BOM_UTF8
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import KINDS as CARD_KINDS
from shunt.cards.kinds import RULESETS, route_card
from shunt.cards.layouts import card_layout
from shunt.cards.limits import limit_fault
from shunt.cards.models import CARD_SCHEMA
from shunt.cards.writing import card_table, card_text
from shunt.errors import CardError, Fault, InputError, nearest, suggest
from shunt.files.atomic import write_bytes_atomically, write_text_atomically
from shunt.files.document import Document, parse_document, read_document
from shunt.files.library import card_path
from shunt.files.validation import as_toml, check_schema, unknown_schema
from shunt.track.layout import KINDS, LAYOUT_SCHEMA, YARD_SCHEMA, load_layout, read_layout
from shunt.track.yard_file import yard_of

TEXT = "<text>"
"""The name of a card given as a text, in messages."""

__all__ = ["card_layout", "card_text", "load_card", "load_layout", "load_route_card", "problems", "read_card", "save_card"]


def load_card(path_or_name: str | os.PathLike[str]) -> Card:
    """Return the card in a file, a shipped card by name, or the card that a text of several lines describes.

    Raise `InputError` for what cannot be read, and `CardError` with every fault of its content.
    """
    is_text = isinstance(path_or_name, str) and "\n" in path_or_name.strip()
    document = parse_document(TEXT, os.fspath(path_or_name).encode()) if is_text else read_document(card_path(path_or_name))
    card, faults = read_card(document)
    if faults or card is None:
        raise CardError(faults)
    return card


def load_route_card(path_or_name: str | os.PathLike[str]) -> RouteCard:
    """Load a card of trains; a card of `sidings` is a `CardError`."""
    return route_card(load_card(path_or_name))


def problems(source: str | os.PathLike[str] | Document) -> list[Fault]:
    """Every fault of a card or a layout (a file, or one already read), in the order of its lines; an empty list if it is sound.

    A file that cannot be read at all is one fault among others.
    """
    try:
        document = source if isinstance(source, Document) else read_document(source)
    except InputError as error:
        return list(error.faults)
    readers: dict[str, Callable[[Document], tuple[object, list[Fault]]]] = {LAYOUT_SCHEMA: read_layout, CARD_SCHEMA: read_card}
    given = document.data.get("schema")
    reader = readers.get(given) if isinstance(given, str) else None
    if given == YARD_SCHEMA:
        what = "this is a hump yard, and a card or a layout is needed here"
        return [document.fault(("schema",), what, f"for yards: shunt yard check {document.path}")]
    if reader is None:
        words = " or ".join(f'schema = "{schema}" ({KINDS[schema]})' for schema in readers)
        what = unknown_schema(given, KINDS) if given is not None else "the file has no schema"
        return [document.fault(("schema",), what, f"write {words}")]
    read, faults = reader(document)
    return faults or (_claim_faults(read, document) if isinstance(read, Card) else [])


def document_faults(document: Document) -> list[Fault]:
    """Return every fault of a card, a layout or a hump yard that was read, as `shunt check` prints them."""
    if document.data.get("schema") != YARD_SCHEMA:
        return problems(document)
    try:
        yard_of(document)
    except InputError as error:
        return list(error.faults)
    return []


def _claim_faults(card: Card, document: Document) -> list[Fault]:
    """Return the fault of a limit below the optimum that the card's proof claims."""
    fault = limit_fault(card, card.proof.get("optimum"))
    return [] if fault is None else [document.fault(("options", "limit"), fault.what, fault.remedy)]


def read_card(document: Document) -> tuple[Card | None, list[Fault]]:
    """Return the card in a file already read, and every fault in it and in its layout, in the order of their lines."""
    if faults := check_schema(document, CARD_SCHEMA, KINDS):
        return None, faults
    ruleset = document.data.get("ruleset")
    if not isinstance(ruleset, str) or ruleset not in CARD_KINDS:
        what = "'ruleset' is missing" if ruleset is None else f"{as_toml(ruleset)} is not a ruleset"
        faults = [document.fault(("ruleset",), what, suggest(str(ruleset), RULESETS))]
        for meant in nearest(str(ruleset), RULESETS)[:1]:  # a slip of the pen should not hide what else is wrong
            faults += CARD_KINDS[meant].read(replace(document, data=document.data | {"ruleset": meant}))[1]
        return None, _in_order(document, faults)
    card, faults = CARD_KINDS[ruleset].read(document)
    return card, _in_order(document, faults)


def _in_order(document: Document, faults: list[Fault]) -> list[Fault]:
    """Return faults by line, those of the file itself before those of its layout."""
    return sorted(faults, key=lambda fault: (fault.file != document.path, fault.file, fault.line or 0))


def save_card(card: Card, path: str | os.PathLike[str], inline_layout: bool = False) -> None:
    """Write the card to a file, whole or not at all; raises `InputError` where that is not possible.

    A file that holds the same puzzle already keeps its author's comments and order. A name ending in `.json` gives JSON.
    """
    shown = os.fspath(path)
    card = _moved(card, Path(shown).parent)
    existing = _same_puzzle_at(card, shown, inline_layout)
    if Path(shown).suffix.lower() == ".json":
        table = card_table(card, inline_layout)
        write_text_atomically(shown, json.dumps(table, indent=2, ensure_ascii=False, default=str) + "\n")
    else:
        text = card_text(card, existing, inline_layout)
        write_bytes_atomically(shown, _like_existing(text, shown) if existing else text.encode())


def _like_existing(text: str, path: str) -> bytes:
    """Encode the text with the line ends and the byte-order mark that the file at `path` has."""
    content = Path(path).read_bytes()
    if 2 * content.count(b"\r\n") > content.count(b"\n"):
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    return (BOM_UTF8 if content.startswith(BOM_UTF8) else b"") + text.encode()


def _moved(card: Card, folder: Path) -> Card:
    """Return the card with the path of its layout relative to the folder it is written to."""
    if not card.path or not card.layout or not card.board or not card.board.path:
        return card
    beside = Path(card.path).parent / card.layout
    if not beside.is_file() or beside.resolve() != Path(card.board.path).resolve():
        return card  # a shipped layout, known by its name everywhere
    return replace(card, layout=Path(os.path.relpath(beside.resolve(), folder.resolve())).as_posix())


def _same_puzzle_at(card: Card, path: str, inline_layout: bool) -> str:
    """Return the text of the TOML file at `path` if it holds the same puzzle as `card`, else an empty text."""
    if not os.path.isfile(path):
        return ""  # nothing to be read, or a pipe, from which nothing would come
    try:
        document = read_document(path)
    except InputError:
        return ""
    there, _ = read_card(document)
    if document.is_json or there is None or inline_layout and there.layout:
        return ""
    return document.text if there.puzzle == card.puzzle else ""

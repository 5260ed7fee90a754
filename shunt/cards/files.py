"""Cards as files: reading them with every fault at once, and writing them without losing what their author wrote.

`READERS` says who reads a card of which ruleset; a further ruleset is one more entry.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from shunt.cards.card import RULESETS, Card, RouteCard, SidingsCard
from shunt.cards.checks import build_card
from shunt.cards.models import CARD_SCHEMA, SidingsCardFile, TrainCardFile
from shunt.cards.sidings import build_sidings_card
from shunt.cards.writing import card_table, card_text
from shunt.errors import CardError, Fault, InputError
from shunt.files.atomic import write_text_atomically
from shunt.files.document import Document, read_document
from shunt.files.library import card_path, find_layout
from shunt.files.validation import LEFT_OUT, Spare, as_toml, check_schema, check_shape
from shunt.track.layout import KINDS, LAYOUT_SCHEMA, YARD_SCHEMA, Layout, SidingsLayout, layout_at, load_layout, read_layout
from shunt.track.plan import spelling

__all__ = ["card_layout", "card_text", "load_card", "load_layout", "load_route_card", "problems", "read_card", "save_card"]


SPARE: Spare = {
    ("name",): "unnamed",
    ("layout",): "",
    ("goal", "*"): LEFT_OUT,
    ("options", "*"): LEFT_OUT,
    **{(key,): LEFT_OUT for key in ("options", "proof", "guide", "rating", "about")},
}
"""What a card can be checked without where its shape is at fault."""

SPARE_OF_TRAINS: Spare = {
    ("start", "locomotives", "*"): LEFT_OUT,
    ("start", "cars", "*"): LEFT_OUT,
    ("start", "turntables", "*"): LEFT_OUT,
    ("start", "broken"): LEFT_OUT,
    **SPARE,
    ("goal",): {},
}


def load_card(path_or_name: str | os.PathLike[str]) -> Card:
    """The card in a file, or a shipped one by name; raises `InputError` (a `CardError` for its content) with every fault."""
    card, faults = read_card(read_document(card_path(path_or_name)))
    if faults or card is None:
        raise CardError(faults)
    return card


def load_route_card(path_or_name: str | os.PathLike[str]) -> RouteCard:
    """Like `load_card`, for what deals with trains alone; a card of `sidings` is a `CardError`."""
    card = load_card(path_or_name)
    if isinstance(card, SidingsCard):
        raise CardError(Fault("ruleset", "a card of the ruleset sidings has no trains", "use switcher or railway", card.path))
    return card


def problems(path: str | os.PathLike[str]) -> list[Fault]:
    """Every fault of a card or a layout, in the order of its lines; an empty list if it is sound.

    A file that cannot be read at all is one fault among others.
    """
    try:
        document = read_document(path)
    except InputError as error:
        return list(error.faults)
    readers: dict[str, Callable[[Document], tuple[object, list[Fault]]]] = {LAYOUT_SCHEMA: read_layout, CARD_SCHEMA: read_card}
    given = document.data.get("schema")
    reader = readers.get(given) if isinstance(given, str) else None
    if given == YARD_SCHEMA:
        what = "this is a hump yard, and a card or a layout is wanted here"
        return [document.fault(("schema",), what, f"for yards: shunt yard check {document.path}")]
    if reader is None:
        words = " or ".join(f'schema = "{schema}" ({KINDS[schema]})' for schema in readers)
        what = f"{as_toml(given)} is not checked here" if given is not None else "the file has no schema"
        return [document.fault(("schema",), what, f"write {words}")]
    return reader(document)[1]


def read_card(document: Document) -> tuple[Card | None, list[Fault]]:
    """The card in a file already read, and every fault in it and in its layout, in the order of their lines."""
    if faults := check_schema(document, CARD_SCHEMA, KINDS):
        return None, faults
    ruleset = document.data.get("ruleset")
    if not isinstance(ruleset, str) or ruleset not in READERS:
        what = "'ruleset' is missing" if ruleset is None else f"{as_toml(ruleset)} is no ruleset"
        faults = [document.fault(("ruleset",), what, spelling(str(ruleset), RULESETS))]
        for meant in get_close_matches(str(ruleset), RULESETS, n=1):  # a slip of the pen should not hide what else is wrong
            faults += READERS[meant](replace(document, data=document.data | {"ruleset": meant}))[1]
        return None, _in_order(document, faults)
    card, faults = READERS[ruleset](document)
    return card, _in_order(document, faults)


def _in_order(document: Document, faults: list[Fault]) -> list[Fault]:
    """Faults by line, those of the file itself before those of its layout."""
    return sorted(faults, key=lambda fault: (fault.file != document.path, fault.file, fault.line or 0))


def card_layout(document: Document) -> tuple[Layout | SidingsLayout | None, list[Fault]]:
    """The layout that a card names or holds, and every fault found on the way."""
    entry = document.data.get("layout")
    if isinstance(entry, dict):
        return layout_at(document, ("layout",), name=str(document.data.get("name", "")))
    if not isinstance(entry, str):
        return None, []  # the card's shape is at fault, which is told elsewhere
    try:
        file = _layout_file(entry, document)
        return read_layout(read_document(file))
    except InputError as error:
        whats = ((f"{fault.file}: " if fault.file else "") + fault.what for fault in error.faults)
        return None, [document.fault(("layout",), what, fault.remedy) for what, fault in zip(whats, error.faults, strict=True)]


def _layout_file(entry: str, document: Document) -> Path:
    """A path relative to the card where there is such a file or the entry looks like one, else a shipped layout."""
    file = document.folder / entry
    looks_like_path = not entry or "/" in entry or os.sep in entry or entry.endswith((".toml", ".json"))
    try:
        is_file = file.is_file()
    except (OSError, ValueError):
        is_file = False
    return file if looks_like_path or is_file else find_layout(entry)


def _without_table(document: Document) -> dict[str, str]:
    """What to read instead of an inline layout, which `card_layout` reads."""
    return {"layout": ""} if isinstance(document.data.get("layout"), dict) else {}


def _read_train_card(document: Document) -> tuple[RouteCard | None, list[Fault]]:
    """A card of `switcher` or `railway`."""
    layout, layout_faults = card_layout(document)
    model, faults = check_shape(TrainCardFile, document, instead=_without_table(document), spare=SPARE_OF_TRAINS)
    faults += layout_faults
    if isinstance(layout, SidingsLayout):
        layout = None
        what = f"this layout has sidings on a headshunt, and no tracks for the ruleset {document.data['ruleset']}"
        faults.append(document.fault(("layout",), what, 'use ruleset = "sidings", or a layout of tracks'))
    if model is None:
        return None, faults
    card, more = build_card(model, layout, document)
    return card if not faults else None, faults + more


def _read_sidings_card(document: Document) -> tuple[SidingsCard | None, list[Fault]]:
    """A card of `sidings`: its shape, its layout and its options."""
    layout, layout_faults = card_layout(document)
    model, faults = check_shape(SidingsCardFile, document, instead=_without_table(document), spare=SPARE)
    faults += layout_faults
    if isinstance(layout, Layout):
        what = "this layout has tracks, and no sidings on a headshunt"
        faults.append(document.fault(("layout",), what, "write layout = { headshunt = 3, sidings = { a = 5, b = 3 } }"))
    if model is None:
        return None, faults
    card, more = build_sidings_card(model, layout if isinstance(layout, SidingsLayout) else None, document)
    return card if not faults else None, faults + more


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
        write_text_atomically(shown, card_text(card, existing, inline_layout))


def _moved(card: Card, folder: Path) -> Card:
    """The card with the path of its layout relative to the folder it is written to."""
    if not card.path or not card.layout or not card.board or not card.board.path:
        return card
    beside = Path(card.path).parent / card.layout
    if not beside.is_file() or beside.resolve() != Path(card.board.path).resolve():
        return card  # a shipped layout, known by its name everywhere
    return replace(card, layout=Path(os.path.relpath(beside.resolve(), folder.resolve())).as_posix())


def _same_puzzle_at(card: Card, path: str, inline_layout: bool) -> str:
    """The text of the TOML file at `path` if it holds the same puzzle as `card`, else an empty text."""
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


READERS: dict[str, Callable[[Document], tuple[Card | None, list[Fault]]]] = {
    "switcher": _read_train_card,
    "railway": _read_train_card,
    "sidings": _read_sidings_card,
}

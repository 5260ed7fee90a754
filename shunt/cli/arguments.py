"""What a name or a file on the command line means: a card, a layout, or neither."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.cards.models import CARD_SCHEMA
from shunt.errors import Fault, InputError, LayoutError
from shunt.files.document import read_document
from shunt.files.library import card_names, find_card, find_layout, layout_names, yard_names
from shunt.track.layout import LAYOUT_SCHEMA, YARD_SCHEMA, Layout, SidingsLayout, read_layout


@dataclass(frozen=True)
class Found:
    """Either a card or a layout."""

    card: Card | None = None
    layout: Layout | SidingsLayout | None = None


def shipped_or_file(name: str) -> Path | str:
    """The file meant: one that is there, else a shipped card or layout of that name, else the name as it stands."""
    try:
        if os.path.isfile(name):
            return name
    except ValueError:
        return name
    if name in card_names():
        return find_card(name)
    return find_layout(name) if name in layout_names() else name


def card_or_layout(name: str) -> Found:
    """Read what `name` means; raises `InputError` with every fault, or with the nearest shipped names."""
    file = shipped_or_file(name)
    if file == name and not os.path.lexists(name) and os.sep not in name and not name.endswith((".toml", ".json")):
        _nothing_called(name)
    document = read_document(file)
    if document.data.get("schema") == LAYOUT_SCHEMA:
        layout, faults = read_layout(document)
        if faults or layout is None:
            raise LayoutError(faults)
        return Found(layout=layout)
    if document.data.get("schema") == CARD_SCHEMA:
        return Found(card=load_card(file))
    remedy = f'write schema = "{CARD_SCHEMA}" (a route card) or schema = "{LAYOUT_SCHEMA}" (a layout)'
    what = "this is neither a card nor a layout"
    if document.data.get("schema") == YARD_SCHEMA:
        what, remedy = "this is a hump yard, and a card or a layout is wanted here", f"for yards: shunt yard show {name}"
    raise InputError(document.fault(("schema",), what, remedy))


def _nothing_called(name: str) -> None:
    from shunt.track.plan import spelling

    if name in yard_names():
        what = f"{name} is a hump yard, and a card or a layout is wanted here"
        raise InputError(Fault("", what, f"for yards: shunt yard show {name}"))
    names = [*card_names(), *layout_names()]
    raise InputError(Fault("", f"no card or layout called {name!r} is shipped, and no file has this name", spelling(name, names)))

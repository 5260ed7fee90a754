"""The layout of a card, named or inline, as every reader of cards needs it."""

from __future__ import annotations

import os
from pathlib import Path

from shunt.errors import Fault, InputError
from shunt.files.document import Document, read_inner_document
from shunt.files.library import find_layout
from shunt.files.shapes import LEFT_OUT, Spare
from shunt.track.layout import Layout, SidingsLayout
from shunt.track.layout_file import layout_at, read_layout

SPARE: Spare = {
    ("name",): "unnamed",
    ("layout",): "",
    ("goal", "*"): LEFT_OUT,
    ("options", "*"): LEFT_OUT,
    ("places", "*"): LEFT_OUT,
    **{(key,): LEFT_OUT for key in ("options", "places", "proof", "guide", "rating", "about")},
}
"""Parts of a card without which the rest can be checked, if their shape is wrong."""


def card_layout(document: Document) -> tuple[Layout | SidingsLayout | None, list[Fault]]:
    """Return the layout that a card names or holds, and every fault found on the way."""
    entry = document.data.get("layout")
    if isinstance(entry, dict):
        return layout_at(document, ("layout",), name=str(document.data.get("name", "")))
    if not isinstance(entry, str):
        return None, []  # the card's shape is at fault, which is reported elsewhere
    try:
        file = _layout_file(entry, document)
        return read_layout(read_inner_document(file))
    except InputError as error:
        whats = ((f"{fault.file}: " if fault.file else "") + fault.what for fault in error.faults)
        return None, [document.fault(("layout",), what, fault.remedy) for what, fault in zip(whats, error.faults, strict=True)]


def _layout_file(entry: str, document: Document) -> Path:
    """Return a path relative to the card if such a file exists or the entry looks like one, else a shipped layout."""
    file = Path(document.path).parent / entry
    looks_like_path = not entry or "/" in entry or os.sep in entry or entry.endswith((".toml", ".json"))
    try:
        is_file = file.is_file()
    except (OSError, ValueError):
        is_file = False
    return file if looks_like_path or is_file else find_layout(entry)


def without_table(document: Document) -> dict[str, str]:
    """Return what to read instead of an inline layout, which `card_layout` reads."""
    return {"layout": ""} if isinstance(document.data.get("layout"), dict) else {}

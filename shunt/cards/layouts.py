"""The parts that every reader of cards needs: the tables of the file, its layout (named or inline), and the printed
information."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TypeVar

from shunt.cards.card import Ranks
from shunt.cards.models import CardFile, SidingsCardFile, TrainCardFile
from shunt.errors import Fault, InputError
from shunt.files.document import Document, read_inner_document
from shunt.files.library import shipped_file
from shunt.files.shapes import LEFT_OUT, Spare
from shunt.files.validation import check_shape, plain
from shunt.track.layout import AnyLayout
from shunt.track.layout_file import layout_at, read_layout

AnyCardFile = TypeVar("AnyCardFile", bound=CardFile)

SPARE: Spare = {
    ("name",): "unnamed",
    ("layout",): "",
    ("goal", "*"): LEFT_OUT,
    ("options", "*"): LEFT_OUT,
    ("places", "*"): LEFT_OUT,
    **{(key,): LEFT_OUT for key in ("options", "places", "proof", "guide", "rating", "about")},
}
"""Parts of a card that may have the wrong shape without preventing a check of the rest."""


def card_layout(document: Document) -> tuple[AnyLayout | None, list[Fault]]:
    """Return the layout that a card names or contains, and all faults in it."""
    entry = document.data.get("layout")
    if isinstance(entry, dict):
        return layout_at(document, ("layout",), name=str(document.data.get("name", "")))
    if not isinstance(entry, str):
        return None, []  # the card's shape is at fault, which is reported elsewhere
    file = Path(document.path).parent / entry
    looks_like_path = not entry or "/" in entry or os.sep in entry or entry.endswith((".toml", ".json"))
    try:  # a path relative to the card, or a shipped name
        found = file if looks_like_path or os.path.isfile(file) else shipped_file("layouts", entry)
        return read_layout(read_inner_document(found))
    except InputError as error:
        return None, [
            document.fault(("layout",), f"{fault.file}: " * bool(fault.file) + fault.what, fault.remedy) for fault in error.faults
        ]


def read_tables(
    shape: type[AnyCardFile], document: Document, spare: Spare = SPARE
) -> tuple[AnyCardFile | None, AnyLayout | None, list[Fault]]:
    """Return the tables of a card and its layout, and all faults in their shape. Tables that cannot be read are None."""
    layout, faults = card_layout(document)
    is_inline = isinstance(document.data.get("layout"), dict)  # `card_layout` has read it
    model, of_shape = check_shape(shape, document, instead={"layout": ""} if is_inline else {}, spare=spare)
    return model, layout, of_shape + faults


def printed(model: TrainCardFile | SidingsCardFile, document: Document) -> dict[str, Any]:
    """Return the printed information of a card, as the keywords of every `Card`."""
    ranks = model.options.ranks
    return {
        "limit": model.options.limit,
        "ranks": Ranks(**dict(ranks)) if ranks else None,
        "proof": model.table("proof"),
        "guide": tuple(model.guide.moves),
        "rating": model.table("rating"),
        "about": plain(model.about),
        "path": document.path,
        "layout_ref": model.layout if isinstance(model.layout, str) else "",
    }

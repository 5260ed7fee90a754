"""The manifest of a pack: its cards in order, and the SHA-256 of every file that belongs to it.

It is read without what packs are made with: a pack is printed or played at once.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from shunt.errors import Fault, InputError
from shunt.files.document import Document, read_inner_document
from shunt.files.folder_update import recover_folder
from shunt.files.printable import printable
from shunt.files.reading import is_file_name, is_inner_path, name_fault, read_inside, reason_of
from shunt.files.shapes import Bounds, Free, Name, Shape, entry
from shunt.files.validation import check_shape

SCHEMA = "shunt-pack/1"
MANIFEST = "manifest.toml"
MOST_CARDS = 10_000
LEAST_DISTANCE = 0.3  # between any two cards of a pack


@dataclass(frozen=True)
class Manifest:
    """The manifest of a pack.

    `order`: the file names of the cards without extension; `tiers`: tier → number of cards; `sha256`: file → digest; `deck`:
    "box" for a pack that claims to be the deck of a box, else empty.
    """

    name: str
    title: str
    order: tuple[str, ...]
    tiers: Mapping[str, int]
    seed: str
    sha256: Mapping[str, str]
    deck: str = ""


class ManifestFile(Shape):
    """The shape of a manifest, `schema = "shunt-pack/1"`."""

    schema_: Literal["shunt-pack/1"] = entry(alias="schema", example=SCHEMA)
    name: Name = entry(example="my-pack")
    title: Annotated[str, Bounds(max_length=1000)] = entry(example="My pack")
    order: Annotated[list[str], Bounds(max_length=MOST_CARDS)] = entry(example='order = ["01", "02"]')
    sha256: Annotated[dict[str, str], Bounds(max_length=3 * MOST_CARDS)] = entry(example='[sha256] with "cards/01.toml" = "…"')
    tiers: dict[str, int] = entry(default={}, example="tiers = { blue = 8 }")
    seed: str = entry(default="", example="1")
    version: str = entry(default="", example="0.1.0")
    boards: list[str] = entry(default=[], example='boards = ["wye-18"]')
    deck: Literal["", "box"] = entry(default="", example="box")
    distance: float = entry(default=LEAST_DISTANCE, example=LEAST_DISTANCE)
    about: Free = entry(default={}, example="[about]")


def read_manifest(folder: str | os.PathLike[str]) -> tuple[Manifest, Document]:
    """Read the manifest of a pack, after finishing an update of it that was interrupted; raise `InputError` with every fault.

    Every path in a manifest that is returned is one inside the folder, made of names of files.
    """
    path, shown = Path(folder) / MANIFEST, os.fspath(folder)
    try:
        is_folder = Path(folder).is_dir()
        if is_folder:
            recover_folder(Path(folder))
        is_there = path.exists()
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(Fault("", f"the folder cannot be read: {reason_of(error)}", "give a pack", printable(shown))) from None
    if is_folder and not is_there:
        what = f"this folder is not a pack (it has no {MANIFEST})"
        raise InputError(Fault("", what, "give the folder of a pack", printable(shown)))
    document = read_inner_document(path)
    if document.data.get("schema") != SCHEMA:
        fault = document.fault(("schema",), "this is not the manifest of a pack", f'write schema = "{SCHEMA}"')
    else:
        fault = None
    model, faults = check_shape(ManifestFile, document)
    faults = [fault, *(one for one in faults if one.where != "schema")] if fault else faults
    if model is None or faults:
        raise InputError(faults)
    for number, name in enumerate(model.order):
        if not is_file_name(name):
            faults.append(document.fault(("order", number), *name_fault(name)))
    for inner in model.sha256:
        if not is_inner_path(inner):
            what = f"{printable(inner[:200])!r} is not a path inside the pack"
            faults.append(document.fault(("sha256",), what, "such as cards/01.toml"))
    if faults:
        raise InputError(faults)
    order = tuple(model.order)
    return Manifest(model.name, model.title, order, model.tiers, model.seed, model.sha256, model.deck), document


def card_path_in(folder: str | os.PathLike[str], name: str) -> Path:
    """Return the file of a card of a pack, which is a regular file inside it; raise `InputError`."""
    read_inside(folder, f"cards/{name}.toml")
    return Path(folder) / "cards" / f"{name}.toml"
